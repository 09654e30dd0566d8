//! Win rate by seat, with intervals.

use rummilab_stats::summary::SeatSummary;

use super::{Area, CaptionedPlot, NAME, WIDTH, x_axis};
use crate::scale::Ticks;
use crate::svg::{Anchor, Svg, shortened};
use crate::words::{NONE, larger, percent, percent_interval};

/// Height of a row, and of the name above the rows of a bot.
const ROW: f64 = 19.0;

/// A row for each seat of each bot, over all opponents. `players` is the number of seats.
pub fn seats(players: usize, bots: &[(&str, &[SeatSummary])]) -> Option<CaptionedPlot> {
    let played = |rows: &[SeatSummary]| rows.iter().any(|seat| seat.games > 0);
    let bots: Vec<_> = bots.iter().filter(|(_, rows)| played(rows)).collect();
    let rows: usize = bots.iter().map(|(_, rows)| rows.len() + 1).sum();
    if rows == 0 || players == 0 {
        return None;
    }
    let height = 24.0 + ROW * rows as f64 + 44.0;
    let mut told = Vec::new();
    for (name, rows) in &bots {
        for row in *rows {
            let rate = percent(row.results.win_rate);
            told.push(format!("{name} in seat {} {rate} %.", row.seat));
        }
    }
    let mut svg = Svg::new("seats", WIDTH, height, "Win rate by seat", &told.join(" "));
    let area = Area::of(52.0..270.0, 22.0..height - 42.0);
    let rates = bots.iter().flat_map(|(_, rows)| *rows);
    let ends = rates.filter_map(|row| {
        let high = row.results.win_rate_ci.map(rummilab_stats::Interval::high);
        high.or(row.results.win_rate)
    });
    // The axis ends at a round percentage above the largest value, so that the plot uses its width.
    let most = larger(ends.fold(0.0, larger), 1.0 / players as f64) * 100.0;
    let most = ((most / 20.0).ceil() * 20.0).min(100.0);
    let x = area.x(0.0, most);
    x_axis(
        &mut svg,
        area,
        x,
        &Ticks::new(0.0, most, 5, true),
        true,
        "games won, %",
    );
    let fair = x.at(100.0 / players as f64);
    svg.line((fair, area.top), (fair, area.bottom), "zero");
    svg.text((fair, area.top - 8.0), Anchor::Middle, "hint", "fair share");
    let mut y = area.top;
    for (name, rows) in &bots {
        y += ROW;
        let name = shortened(name, NAME);
        svg.text((4.0, y - 4.0), Anchor::Start, "name halo", &name);
        for row in *rows {
            y += ROW;
            let middle = y - ROW / 2.0;
            let seat = format!("seat {}", row.seat);
            svg.text((area.left - 8.0, middle + 4.0), Anchor::End, "tick", &seat);
            if let Some(ends) = row.results.win_rate_ci {
                let (low, high) = (x.at(ends.low() * 100.0), x.at(ends.high() * 100.0));
                svg.line((low, middle), (high, middle), "error");
            }
            if let Some(rate) = row.results.win_rate {
                svg.circle((x.at(rate * 100.0), middle), 4.5, "mark");
            }
            let text = match row.results.win_rate {
                Some(_) => format!("{} %", percent(row.results.win_rate)),
                None => NONE.to_owned(),
            };
            svg.text(
                (area.right + 10.0, middle + 4.0),
                Anchor::Start,
                "value",
                &text,
            );
        }
    }
    let with_ends = bots.iter().flat_map(|(_, rows)| *rows);
    let with_ends = with_ends.filter(|row| percent_interval(row.results.win_rate_ci).is_some());
    let bars = if with_ends.count() > 0 {
        " Bars are 95 % intervals."
    } else {
        ""
    };
    Some(CaptionedPlot {
        heading: "Win rate by seat".to_owned(),
        caption: format!("Share of the games won from each seat, shared wins as shares.{bars}"),
        svgs: vec![svg.finish()],
    })
}

#[cfg(test)]
mod tests {
    use rummilab_core::Seat;
    use rummilab_stats::Interval;
    use rummilab_stats::summary::Results;

    use super::super::count;
    use super::*;

    #[test]
    fn a_mark_for_each_seat_and_a_bar_where_there_is_an_interval() {
        let row = |seat, rate, ends: Option<(f64, f64)>| SeatSummary {
            seat,
            games: 10,
            results: Results {
                win_rate: Some(rate),
                win_rate_ci: ends.and_then(|(low, high)| Interval::new(low, high)),
                win_rate_bound: None,
                mean_score: None,
                mean_score_ci: None,
            },
        };
        let rows = [
            row(Seat(0), 0.25, Some((0.2, 0.31))),
            row(Seat(1), 0.5, None),
            row(Seat(2), 0.0, None),
        ];
        let figure = seats(3, &[("a", &rows)]).unwrap();
        let count = |class| count(&figure.svgs[0], class);
        assert_eq!((count("mark"), count("error"), count("value")), (3, 1, 3));
        assert!(seats(2, &[]).is_none());
    }
}
