//! The folder of a run: `plan.toml`, `games.bin`, `games.csv`, `summary.json`, `timings.csv`. Refuses a folder that
//! belongs to something else, and leaves it as it is. `games.bin` only grows; the other files are made from it when it
//! is complete, and put in place by renaming.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use rummilab_arena::{Plan, ThinkTime};
use rummilab_record::{Block, CsvWriter, Header, ReadError, Reader, Resumed, WriteError, Writer};
use rummilab_stats::{ClubShape, Summary, SummaryBuilder};

use crate::error::Error;

/// Name and version that go into every record.
pub const BUILD: &str = concat!("rummilab ", env!("CARGO_PKG_VERSION"));

/// The recorded games.
pub const GAMES: &str = "games.bin";
/// The resolved plan.
pub const PLAN: &str = "plan.toml";
/// A row per game and seat.
pub const CSV: &str = "games.csv";
/// The numbers.
pub const SUMMARY: &str = "summary.json";
/// How long the bots thought; not part of what a seed decides.
pub const TIMINGS: &str = "timings.csv";
/// The page that `report` makes of all this.
pub const REPORT: &str = "report.html";

/// The folder of a run of this program.
pub struct RunFolder {
    path: PathBuf,
    header: Header,
    club: Option<ClubShape>,
}

impl RunFolder {
    /// The folder for a plan, made if it is not there, and its record, opened to go on after what it holds.
    /// `each` is given every block that is there, in order.
    pub fn open(
        path: &Path,
        plan: &Plan,
        each: impl FnMut(Block),
    ) -> Result<(RunFolder, Writer<File>, Resumed), Error> {
        let folder = RunFolder {
            path: path.to_owned(),
            header: plan.header(BUILD),
            club: club_shape(plan),
        };
        let games = folder.file(GAMES);
        let opened = if games.exists() {
            Writer::resume(&games, &folder.header, each)
        } else {
            folder.refuse_foreign(plan)?;
            fs::create_dir_all(path).map_err(|cause| folder.cannot_write(path, cause))?;
            Writer::create(&games, &folder.header).map(|writer| (writer, Resumed::default()))
        };
        let (writer, resumed) = opened.map_err(|cause| folder.refused(&games, cause))?;
        folder.write(PLAN, plan.to_toml().as_bytes())?;
        Ok((folder, writer, resumed))
    }

    /// Makes the files that people and programs read from the complete record.
    pub fn finish(&self, times: &[ThinkTime]) -> Result<Summary, Error> {
        let mut builder = summary_builder(&self.header, self.club);
        let games = self.file(GAMES);
        let temporary = self.file(&format!("{CSV}.part"));
        let out = File::create(&temporary).map_err(|cause| self.cannot_write(&temporary, cause))?;
        let mut rows = CsvWriter::new(BufWriter::new(out)).map_err(csv_error)?;
        for block in read_blocks(&games)?.1 {
            let block = block?;
            rows.write(&self.header, &block).map_err(csv_error)?;
            builder.push(&block);
        }
        rows.flush()
            .map_err(|cause| self.cannot_write(&temporary, cause))?;
        drop(rows);
        let place = self.file(CSV);
        fs::rename(&temporary, &place).map_err(|cause| self.cannot_write(&place, cause))?;
        let summary = builder.summary();
        self.write(SUMMARY, &summary_bytes(&summary)?)?;
        if times.iter().any(|time| time.turns > 0) {
            self.write(TIMINGS, self.timings(times).as_bytes())?;
        }
        Ok(summary)
    }

    fn timings(&self, times: &[ThinkTime]) -> String {
        let mut text = "bot,turns,mean_us,longest_us\n".to_owned();
        for (bot, time) in self
            .header
            .bots
            .iter()
            .zip(times)
            .filter(|(_, time)| time.turns > 0)
        {
            let mean = time.total.as_secs_f64() * 1e6 / time.turns as f64;
            let longest = time.longest.as_secs_f64() * 1e6;
            text += &format!("\"{}\",{},{mean:.1},{longest:.1}\n", bot.label, time.turns);
        }
        text
    }

    /// Writes a file under another name and puts it in place, so that nobody ever sees half of it.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let (place, temporary) = (self.file(name), self.file(&format!("{name}.part")));
        let written = File::create(&temporary).and_then(|mut file| file.write_all(bytes));
        written
            .and_then(|()| fs::rename(&temporary, &place))
            .map_err(|cause| self.cannot_write(&place, cause))
    }

    /// A folder with other things in it is not ours to fill, nor one with the plan of another run or of a person: the
    /// resolved plan would be written over it.
    fn refuse_foreign(&self, plan: &Plan) -> Result<(), Error> {
        let entries = match fs::read_dir(&self.path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(cause) => return Err(self.cannot_write(&self.path, cause)),
            Ok(entries) => entries,
        };
        let ours = [PLAN, CSV, SUMMARY, TIMINGS].map(|name| format!("{name}.part"));
        let strange = entries
            .filter_map(Result::ok)
            .map(|entry| entry.file_name())
            .find(|name| {
                let name = name.to_string_lossy();
                let same_plan = || {
                    fs::read(self.file(PLAN)).is_ok_and(|text| text == plan.to_toml().as_bytes())
                };
                !(ours.contains(&name.to_string()) || (name == PLAN && same_plan()))
            });
        match strange {
            None => Ok(()),
            Some(name) => Err(Error::Folder {
                path: self.path.clone(),
                reason: format!(
                    "it holds `{}` and no {GAMES}, so it is not the folder of a run",
                    name.to_string_lossy()
                ),
            }),
        }
    }

    fn refused(&self, games: &Path, cause: WriteError) -> Error {
        match cause {
            WriteError::Different { field } => Error::Folder {
                path: self.path.clone(),
                reason: format!(
                    "it holds the games of another plan (another {field}); nothing was changed"
                ),
            },
            WriteError::InUse => Error::Folder {
                path: self.path.clone(),
                reason: "another program is writing to it".to_owned(),
            },
            WriteError::Read(cause) => Error::Record {
                path: games.to_owned(),
                cause,
            },
            WriteError::Io(cause) => Error::Write {
                path: games.to_owned(),
                cause,
            },
            cause => Error::Write {
                path: games.to_owned(),
                cause: io::Error::other(cause.to_string()),
            },
        }
    }

    fn cannot_write(&self, path: &Path, cause: io::Error) -> Error {
        Error::Write {
            path: path.to_owned(),
            cause,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

fn csv_error(cause: impl std::fmt::Display) -> Error {
    Error::Write {
        path: CSV.into(),
        cause: io::Error::other(cause.to_string()),
    }
}

/// What gathers the numbers of a run; of a club tournament with its result list.
pub fn summary_builder(header: &Header, club: Option<ClubShape>) -> SummaryBuilder {
    let builder = SummaryBuilder::new(header);
    match club {
        Some(shape) => builder.club(shape),
        None => builder,
    }
}

/// The frame of a club tournament, for the room that counts.
pub fn club_shape(plan: &Plan) -> Option<ClubShape> {
    plan.club().map(|club| ClubShape {
        tables: club.tables(),
        rounds: club.rounds(),
        with_final: club.with_final(),
        entries: club.entries(),
    })
}

/// The bytes of `summary.json`: one line.
pub fn summary_bytes(summary: &Summary) -> Result<Vec<u8>, Error> {
    crate::output::json_line(summary)
}

/// The blocks of a record, and its header.
pub fn read_blocks(
    path: &Path,
) -> Result<(Header, impl Iterator<Item = Result<Block, Error>> + use<>), Error> {
    let error = {
        let path = path.to_owned();
        move |cause: ReadError| Error::Record {
            path: path.clone(),
            cause,
        }
    };
    let reader = Reader::open(path).map_err(&error)?;
    Ok((
        reader.header().clone(),
        reader.map(move |block| block.map_err(&error)),
    ))
}

/// `games.bin` of a folder, or the file itself.
pub fn games_file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(GAMES)
    } else {
        path.to_owned()
    }
}
