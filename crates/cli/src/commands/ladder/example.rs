//! `ladder --new`: the files of a ladder to begin with.

use std::fs;
use std::path::Path;

use rummilab::runs::{BOTS, LADDER, make_folder, write_whole};

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::rules_arg::quoted;

/// The conditions; a field that is left out has the value that stands here.
const CONDITIONS: &str = "\
# The conditions of a ladder. The bots are the files in bots; `rummilab ladder` plays the pairs.
rules = \"original\"       # or a table of fields with `base`, or a TOML file
players = 2              # with more, each bot of a pair sits among copies of the other
deals = 20               # of each pair, each in all seatings; the same for all pairs
seed = 1
draws = \"per-seat\"       # or shared
faults = \"end\"           # or rules
anchor = \"greedy\"        # ratings are counted from it; else from the first by name
# clock = \"1000+10000\"   # of programs: ms a move + ms a game, or none
# salt = \"…\"             # 64 hexadecimal digits, for programs that one does not trust
";

/// The bots, and what plays.
const EXAMPLES: [(&str, &str); 12] = [
    ("champion-fast", "champion:budget=fast"),
    ("dump", "dump"),
    ("greedy", "greedy"),
    ("hold", "hold"),
    ("hold-3", "hold:h=3"),
    ("hold-joker", "hold-joker"),
    ("hold-on", "hold:h=0,empty=keep"),
    ("human", "human"),
    ("keep", "keep"),
    ("random", "random"),
    ("single", "single"),
    ("value", "value"),
];

/// Writes the files into a new or empty folder.
pub fn begin(dir: &Path) -> Result<Exit, Error> {
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Error::Input(format!(
            "{}: it holds files already; expected a new or empty folder",
            dir.display()
        )));
    }
    make_folder(&dir.join(BOTS))?;
    for (name, bot) in EXAMPLES {
        let file = dir.join(BOTS).join(name).with_extension("toml");
        write_whole(&file, format!("bot = \"{bot}\"\n").as_bytes())?;
    }
    write_whole(&dir.join(LADDER), CONDITIONS.as_bytes())?;
    let dir = dir.display().to_string();
    let again = format!("to play them:  rummilab ladder {}", quoted(&dir));
    let what = format!("{dir}/{LADDER} has the conditions, {dir}/{BOTS} twelve bots");
    Out::new().text(&format!("{what}\n{again}"))?;
    Ok(Exit::Done)
}
