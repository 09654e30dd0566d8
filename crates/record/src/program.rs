//! Who a bot was that is a program: what it said of itself, and the file that ran. The plan of a
//! run names its programs, and with the plan every record does.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The identity of a program that is a bot. Another version, or another file, is another bot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The canonical name of the bot.
    pub bot: String,
    /// Its name, from the answer to `hello`.
    pub name: String,
    /// Its version, from the same answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The BLAKE3 hash of its script, or else of its executable, in hexadecimal digits; `None` if
    /// it cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blake3: Option<String>,
}

/// Digits of a hash that are shown.
const SHOWN: usize = 12;

impl fmt::Display for Program {
    /// `burst 1.2, file 0a1b2c3d4e5f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(version) = &self.version {
            write!(f, " {version}")?;
        }
        match &self.blake3 {
            Some(hash) => write!(f, ", file {}", hash.get(..SHOWN).unwrap_or(hash)),
            None => f.write_str(", file unknown"),
        }
    }
}

/// Several identities as text.
pub(crate) fn identities(programs: &[Program]) -> String {
    let each: Vec<String> = programs.iter().map(Program::to_string).collect();
    if each.is_empty() {
        "unknown".to_owned()
    } else {
        each.join("; then ")
    }
}

/// The part of a plan that names its programs.
#[derive(Default, Deserialize)]
struct OfPlan {
    #[serde(default)]
    programs: Vec<Program>,
}

/// The programs that a plan names.
pub(crate) fn programs_of(plan: &str) -> Vec<Program> {
    let named: OfPlan = toml::from_str(plan).unwrap_or_default();
    named.programs
}
