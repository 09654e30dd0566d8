//! Positions as flags write them: what flags are called, and the value of `--owners`, who owns each
//! set of a table.

use rummilab::engine::TextSource;

/// Texts from flags.
pub const FLAGS: TextSource = TextSource {
    field: |field| format!("--{}", field.replace('_', "-")),
    nobody: "`-`",
    typed: true,
};

/// The value of `--owners`, in a type of its own so that clap does not take it for a list of flags.
#[derive(Debug, Clone)]
pub struct OwnersOfSets(pub Vec<Option<u64>>);

/// Reads `1,0,-`: the value of `--owners`.
pub fn parse_owners(text: &str) -> Result<OwnersOfSets, String> {
    let owner = |part: &str| match part.trim() {
        "-" => Ok(None),
        seat => seat.parse().map(Some).map_err(|_| {
            format!("`{seat}` is no owner; expected a seat from 0, or `-` for a run, such as 1,0,-")
        }),
    };
    if text.trim().is_empty() {
        return Ok(OwnersOfSets(Vec::new()));
    }
    let owners: Result<Vec<Option<u64>>, String> = text.split(',').map(owner).collect();
    owners.map(OwnersOfSets)
}
