//! Reads `games.bin` as `crates/record/FORMAT.md` describes it, without the crates that write it.

use crate::jokers::layout::Laid;
use crate::sets::Reading;
use crate::tile::{Joker, Tile};

/// Tiles of a set, in the order in which they lie.
pub type Set = Vec<Tile>;
/// The owner of each set of a table; `None` for a run.
pub type Owners = Vec<Option<usize>>;

/// A run as its record tells it.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Names of the bots, as the run names them.
    pub bots: Vec<String>,
    pub blocks: Vec<Block>,
}

/// A deal with all its games.
#[derive(Debug, Clone)]
pub struct Block {
    pub number: u64,
    pub deals: Vec<Deal>,
    pub games: Vec<Game>,
}

/// Racks and draw streams before the first turn.
#[derive(Debug, Clone)]
pub struct Deal {
    /// Deals thrown away before this one.
    pub attempt: u32,
    pub racks: Vec<Vec<Tile>>,
    /// One stream per seat or a shared one, the next tile first.
    pub streams: Vec<Vec<Tile>>,
}

#[derive(Debug, Clone)]
pub struct Game {
    /// For each seat the number of its bot.
    pub seating: Vec<u16>,
    /// Number of its deal in the block.
    pub deal: usize,
    /// The seat that moves first.
    pub starter: usize,
    pub turns: Vec<Move>,
    /// Tiles put back: turn and place.
    pub put_back: Vec<(usize, usize)>,
    pub ending: Ending,
    /// The result of each seat.
    pub seats: Vec<SeatResult>,
    /// The fault that ended the game.
    pub fault: Option<Fault>,
}

/// What a seat did on its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    Draw,
    Pass,
    /// Left this table.
    Play(Left),
    /// The referee of the program refused the action.
    Refused(Fault),
}

/// The table that a turn left.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Left {
    pub sets: Vec<Set>,
    /// What each set is, where it says so.
    pub stated: Vec<Option<Reading>>,
    /// The owner of each set, where the record names owners.
    pub owners: Option<Owners>,
}

impl Left {
    /// This table, with the owners of its sets where groups have owners.
    pub fn of(table: &[Laid], owners: Option<&[Option<u8>]>) -> Left {
        Left {
            sets: table.iter().map(|set| set.tiles.clone()).collect(),
            stated: table.iter().map(|set| set.stated).collect(),
            owners: owners.map(seats),
        }
    }
}

/// Owners as numbers of seats.
pub fn seats(owners: &[Option<u8>]) -> Owners {
    owners.iter().map(|owner| owner.map(usize::from)).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A seat laid its last tile.
    Out(usize),
    /// The empty-pool procedure ran its course.
    Empty,
    /// A bot broke the game off.
    Fault(usize),
    /// The limit of turns was reached.
    Endless,
}

/// The result of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatResult {
    pub score: i64,
    pub place: u8,
    /// Tiles left on the rack.
    pub tiles_left: usize,
    /// Points left on the rack.
    pub points_left: u64,
    pub own_turns: u32,
    /// The own turn, from 1, of the opening.
    pub opened_turn: Option<u32>,
}

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub seat: usize,
    /// `illegal`, `timeout`, `crash` or `protocol`.
    pub kind: &'static str,
    pub detail: String,
}

/// Why a record cannot be read: what was expected.
pub type Unreadable = String;

type Read<T> = Result<T, Unreadable>;

/// Reads a whole record.
///
/// # Errors
/// If the bytes do not have the layout of format 3.
pub fn read(bytes: &[u8]) -> Read<Record> {
    let mut file = Bytes(bytes);
    if file.take(8)? != b"RUMMILAB" {
        return Err("the record does not begin with RUMMILAB".to_owned());
    }
    let format = file.u32()?;
    if format != 3 {
        return Err(format!("the record has format {format}, not 3"));
    }
    let bots = header(&mut Bytes(file.frame()?))?;
    let mut blocks = Vec::new();
    while !file.0.is_empty() {
        let mut payload = Bytes(file.frame()?);
        blocks.push(block(&mut payload)?);
        if !payload.0.is_empty() {
            return Err("bytes follow the end of a block".to_owned());
        }
    }
    Ok(Record { bots, blocks })
}

/// Reads the header up to the names of the bots.
fn header(from: &mut Bytes<'_>) -> Read<Vec<String>> {
    for _ in ["plan", "plan hash", "rules"] {
        from.text()?;
    }
    from.u8()?;
    from.u64()?;
    from.option(Bytes::text)?;
    from.list(|from| {
        let label = from.text()?;
        from.text()?;
        from.option(Bytes::u32)?;
        Ok(label)
    })
}

fn block(from: &mut Bytes<'_>) -> Read<Block> {
    Ok(Block {
        number: from.u64()?,
        deals: from.list(deal)?,
        games: from.list(game)?,
    })
}

fn deal(from: &mut Bytes<'_>) -> Read<Deal> {
    Ok(Deal {
        attempt: from.u32()?,
        racks: from.list(Bytes::tiles)?,
        streams: from.list(Bytes::tiles)?,
    })
}

fn game(from: &mut Bytes<'_>) -> Read<Game> {
    Ok(Game {
        seating: from.list(Bytes::u16)?,
        deal: from.u16()?.into(),
        starter: from.u8()?.into(),
        turns: from.list(turn)?,
        put_back: from.list(|from| Ok((from.u32()? as usize, from.u16()?.into())))?,
        ending: ending(from)?,
        seats: from.list(seat)?,
        fault: from.option(fault)?,
    })
}

fn turn(from: &mut Bytes<'_>) -> Read<Move> {
    Ok(match from.u32()? {
        0 => Move::Draw,
        1 => Move::Pass,
        2 => Move::Play(from.table()?),
        3 => Move::Refused(fault(from)?),
        4 => {
            let left = from.table()?;
            let owners = Some(from.owners()?);
            Move::Play(Left { owners, ..left })
        }
        other => return Err(format!("there is no turn {other}")),
    })
}

fn ending(from: &mut Bytes<'_>) -> Read<Ending> {
    Ok(match from.u32()? {
        0 => Ending::Out(from.u8()?.into()),
        1 => Ending::Empty,
        2 => Ending::Fault(from.u8()?.into()),
        3 => Ending::Endless,
        other => return Err(format!("there is no ending {other}")),
    })
}

fn seat(from: &mut Bytes<'_>) -> Read<SeatResult> {
    Ok(SeatResult {
        score: i64::from(from.u32()?.cast_signed()),
        place: from.u8()?,
        tiles_left: from.u16()?.into(),
        points_left: from.u32()?.into(),
        own_turns: from.u32()?,
        opened_turn: from.option(Bytes::u32)?,
    })
}

fn fault(from: &mut Bytes<'_>) -> Read<Fault> {
    let seat = from.u8()?.into();
    let kinds = ["illegal", "timeout", "crash", "protocol"];
    let kind = kinds.get(from.u32()? as usize);
    let kind = *kind.ok_or("there is no such kind of fault")?;
    let detail = from.text()?;
    from.option(|from| match from.u32()? {
        0 | 1 => Ok(()),
        2 => from.table().map(|_| ()),
        3 => from.table().and_then(|_| from.owners()).map(|_| ()),
        other => Err(format!("there is no action {other}")),
    })?;
    Ok(Fault { seat, kind, detail })
}

/// The tile of a code: 16 x colour + value, or 128 to 131 for the jokers.
fn tile(code: u8) -> Read<Tile> {
    let joker = code.checked_sub(128).map(usize::from);
    if let Some(kind) = joker.and_then(|at| Joker::ALL.get(at)) {
        return Ok(Tile::Joker(*kind));
    }
    let colour = ['R', 'P', 'B', 'K', 'O', 'Y', 'W', 'G'];
    match (colour.get(usize::from(code >> 4)), code & 15) {
        (Some(colour), value @ 1..) => Ok(Tile::number(*colour, value)),
        _ => Err(format!("{code} is not the code of a tile")),
    }
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, many: usize) -> Read<&'a [u8]> {
        let (head, rest) = self
            .0
            .split_at_checked(many)
            .ok_or("the record ends too early")?;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self, width: usize) -> Read<u64> {
        let bytes = self.take(width)?.iter().rev();
        Ok(bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }

    fn u8(&mut self) -> Read<u8> {
        Ok(self.number(1)? as u8)
    }

    fn u16(&mut self) -> Read<u16> {
        Ok(self.number(2)? as u16)
    }

    fn u32(&mut self) -> Read<u32> {
        Ok(self.number(4)? as u32)
    }

    fn u64(&mut self) -> Read<u64> {
        self.number(8)
    }

    /// A frame; its checksum is left to the program under test.
    fn frame(&mut self) -> Read<&'a [u8]> {
        let length = self.u32()?;
        if self.u32()? != !length {
            return Err("a frame has a wrong length".to_owned());
        }
        self.take(32)?;
        self.take(length as usize)
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let many = self.u64()?;
        if many > self.0.len() as u64 {
            return Err("a list is longer than the record".to_owned());
        }
        (0..many).map(|_| each(self)).collect()
    }

    fn option<T>(&mut self, each: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        match self.u8()? {
            0 => Ok(None),
            1 => each(self).map(Some),
            other => Err(format!("{other} is neither none nor some")),
        }
    }

    fn bytes(&mut self) -> Read<Vec<u8>> {
        let many = self.u64()?;
        Ok(self.take(many as usize)?.to_vec())
    }

    fn text(&mut self) -> Read<String> {
        String::from_utf8(self.bytes()?).map_err(|_| "a text is not UTF-8".to_owned())
    }

    fn tiles(&mut self) -> Read<Vec<Tile>> {
        self.bytes()?.into_iter().map(tile).collect()
    }

    /// A table: the byte behind each set says what it is, if that must be said.
    fn table(&mut self) -> Read<Left> {
        let bytes = self.bytes()?;
        let mut left = Left::default();
        let mut set = Vec::new();
        for byte in bytes {
            let stated = match byte {
                0 => None,
                252 => Some(Reading::Group),
                253 => Some(Reading::Run),
                254 => Some(Reading::StepRun),
                code => {
                    set.push(tile(code)?);
                    continue;
                }
            };
            left.sets.push(std::mem::take(&mut set));
            left.stated.push(stated);
        }
        if set.is_empty() {
            Ok(left)
        } else {
            Err("the last set of a table has no end".to_owned())
        }
    }

    fn owners(&mut self) -> Read<Owners> {
        let owners = self.bytes()?.into_iter();
        Ok(owners
            .map(|owner| (owner != u8::MAX).then_some(owner.into()))
            .collect())
    }
}
