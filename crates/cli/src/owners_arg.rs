//! Positions from flags: the names of the flags, and the value of `--owners`.

use rummilab::engine::TextSource;

/// The source of texts from flags.
pub const FLAGS: TextSource = TextSource {
    field: |field| format!("--{}", field.replace('_', "-")),
    nobody: "`-`",
    typed: true,
};

/// The value of `--owners`, as a separate type so that clap does not treat it as a repeated flag.
#[derive(Debug, Clone)]
pub struct OwnersOfSets(pub Vec<Option<u64>>);

/// Parses the value of `--owners`, such as `1,0,-`.
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
