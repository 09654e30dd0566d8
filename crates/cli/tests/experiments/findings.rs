//! The figures of docs/findings.md, drawn from the results of the experiments.

use std::path::{Path, PathBuf};

use super::plot::{Chart, drawn};
use super::rows::{Row, folders, runs};

/// A row of a figure: folder, plan and bot of a result, and its label in the figure.
type Shown = (&'static str, &'static str, &'static str, &'static str);

/// A chart: title, players, rows.
type Panel = (&'static str, u32, &'static [Shown]);

const FIGURES: [(&str, &[Panel]); 6] = [
    (
        "holding",
        &[(
            "Wins against greedy of a player that holds until the other has h tiles, 2 players",
            2,
            &[
                ("hold-back", "plan", "hold:h=0", "h = 0, never stops"),
                ("hold-back", "plan", "hold", "h = 1"),
                ("hold-back", "plan", "hold:h=2", "h = 2"),
                ("hold-back", "plan", "hold:h=3", "h = 3"),
                ("hold-back", "plan", "hold:h=4", "h = 4"),
                ("hold-back", "plan", "hold:h=5", "h = 5"),
                ("hold-back", "plan", "hold:h=6", "h = 6"),
                ("hold-back", "plan", "hold:h=7", "h = 7"),
                ("hold-back", "plan", "hold:h=8", "h = 8"),
            ],
        )],
    ),
    (
        "rules-and-players",
        &[
            (
                "Wins of a holder (h = 0) against greedy, 2 players",
                2,
                &[
                    ("hold-back", "plan", "hold:h=0", "original"),
                    ("hold-back", "tournament", "hold:h=0", "club"),
                    ("hold-back", "house", "hold:h=0", "house"),
                    ("hold-back", "twist", "hold:h=0", "twist"),
                ],
            ),
            (
                "against two greedy players",
                3,
                &[
                    ("hold-back", "three", "hold:h=0", "original"),
                    ("hold-back", "three-tournament", "hold:h=0", "club"),
                    ("hold-back", "three-house", "hold:h=0", "house"),
                    ("hold-back", "three-twist", "hold:h=0", "twist"),
                ],
            ),
            (
                "against three greedy players",
                4,
                &[
                    ("hold-back", "four", "hold:h=0", "original"),
                    ("hold-back", "four-tournament", "hold:h=0", "club"),
                    ("hold-back", "four-house", "hold:h=0", "house"),
                    ("hold-back", "four-twist", "hold:h=0", "twist"),
                ],
            ),
        ],
    ),
    (
        "empty-pool",
        &[
            (
                "Wins against a holder that dumps once the pool is empty, 2 players",
                2,
                &[
                    (
                        "beat-the-holder",
                        "plan",
                        "hold:empty=keep",
                        "goes on holding",
                    ),
                    (
                        "beat-the-holder",
                        "free-pass",
                        "hold:empty=keep",
                        "the same, passes are free",
                    ),
                    (
                        "beat-the-holder",
                        "tournament",
                        "hold:empty=keep",
                        "the same, club rules",
                    ),
                    (
                        "beat-the-holder",
                        "plan",
                        "hold:leave=1",
                        "lays all but one tile",
                    ),
                    (
                        "beat-the-holder",
                        "plan",
                        "hold:minplay=20",
                        "lays once 20 tiles go",
                    ),
                    ("beat-the-holder", "plan", "greedy", "greedy"),
                ],
            ),
            (
                "Wins of the seat that begins, both alike",
                2,
                &[
                    ("first-seat", "plan", "greedy, seat 0", "greedy"),
                    ("first-seat", "holders", "hold, seat 0", "holders that dump"),
                    (
                        "first-seat",
                        "stubborn-holders",
                        "hold:empty=keep, seat 0",
                        "stubborn, passes are free",
                    ),
                ],
            ),
        ],
    ),
    (
        "jokers",
        &[
            (
                "Wins against greedy of a player that keeps jokers, 2 players",
                2,
                &[
                    (
                        "hold-joker",
                        "plan",
                        "hold-joker",
                        "until the whole rack goes",
                    ),
                    (
                        "hold-joker",
                        "plan",
                        "hold-joker:late=1",
                        "until the other has 1 tile",
                    ),
                    ("hold-joker", "plan", "hold-joker:late=2", "2 tiles"),
                    ("hold-joker", "plan", "hold-joker:late=3", "3 tiles"),
                    ("hold-joker", "plan", "hold-joker:late=5", "5 tiles"),
                ],
            ),
            (
                "Both keep jokers, one waits for an opening without one",
                2,
                &[
                    (
                        "hold-joker",
                        "opening",
                        "hold-joker:openjoker=1",
                        "does not wait",
                    ),
                    (
                        "hold-joker",
                        "opening",
                        "hold-joker:openjoker=3",
                        "until turn 3",
                    ),
                    (
                        "hold-joker",
                        "opening",
                        "hold-joker:openjoker=6",
                        "until turn 6",
                    ),
                    (
                        "hold-joker",
                        "opening-longer",
                        "hold-joker:openjoker=10",
                        "until turn 10",
                    ),
                    (
                        "hold-joker",
                        "opening-longer",
                        "hold-joker:openjoker=20",
                        "until turn 20",
                    ),
                    (
                        "hold-joker",
                        "opening-longer",
                        "hold-joker:openjoker=1000",
                        "for ever",
                    ),
                ],
            ),
        ],
    ),
    (
        "no-gain",
        &[(
            "Wins against greedy, 2 players",
            2,
            &[
                (
                    "delay-opening",
                    "plan",
                    "greedy:delay=1",
                    "opens a turn later",
                ),
                (
                    "delay-opening",
                    "plan",
                    "greedy:delay=3",
                    "three turns later",
                ),
                (
                    "delay-opening",
                    "plan",
                    "greedy:delay=8",
                    "eight turns later",
                ),
                (
                    "delay-opening",
                    "plan",
                    "greedy:delay=1000,until=opponent",
                    "after the other",
                ),
                (
                    "tiles-or-value",
                    "plan",
                    "value",
                    "most points, not most tiles",
                ),
                ("tiles-or-value", "plan", "dump", "high tiles first"),
                (
                    "keep-fourth-tile",
                    "plan",
                    "keep:spare=group",
                    "keeps fourth tiles of groups",
                ),
                (
                    "keep-fourth-tile",
                    "plan",
                    "keep:spare=run",
                    "keeps ends of runs",
                ),
                ("keep-fourth-tile", "plan", "keep", "keeps either"),
            ],
        )],
    ),
    (
        "league",
        &[(
            "Wins against all others of the league, 2 players (champion of version 2)",
            2,
            &[
                ("league", "plan", "champion:budget=fast", "champion"),
                ("league", "plan", "hold:h=0,empty=keep", "holds on"),
                ("league", "plan", "hold", "holds, then dumps"),
                ("league", "plan", "hold-joker", "keeps jokers alone"),
                ("league", "plan", "value", "most points"),
                ("league", "plan", "greedy", "most tiles"),
                ("league", "plan", "single", "one tile a turn"),
                ("league", "plan", "human", "changes two sets at most"),
                ("league", "plan", "random", "any legal play or a draw"),
            ],
        )],
    ),
];

/// The row of a result, with another label.
fn row(experiments: &Path, (folder, plan, bot, name): Shown) -> Row {
    let runs = runs(&experiments.join(folder));
    let run = runs.iter().find(|run| run.name == plan);
    let rows = run.unwrap_or_else(|| panic!("{folder}/{plan}")).rows();
    let found = rows.into_iter().find(|row| row.who == bot);
    let found = found.unwrap_or_else(|| panic!("{folder}/{plan} has no `{bot}`"));
    Row {
        who: name.to_owned(),
        ..found
    }
}

/// The folder of the figures, and the figures by the names of their files.
pub fn figures() -> (PathBuf, Vec<(String, String)>) {
    let experiments = folders()[0].join("..");
    let figure = |(name, panels): (&str, &[Panel])| {
        let charts = panels.iter().map(|(title, players, shown)| Chart {
            title: (*title).to_owned(),
            fair: 1.0 / f64::from(*players),
            rows: shown
                .iter()
                .map(|shown| row(&experiments, *shown))
                .collect(),
        });
        (format!("{name}.svg"), drawn(&charts.collect::<Vec<_>>()))
    };
    let figures = FIGURES.into_iter().map(figure).collect();
    (experiments.join("../docs/images/findings"), figures)
}
