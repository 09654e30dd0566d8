//! Times of solvers on logarithmic axes: how many questions are answered within a time, and two
//! solvers against each other.

use super::{Area, CaptionedPlot, DIGIT, NAME, WIDTH, y_axis};
use crate::bench::SolverTimes;
use crate::frames::clean;
use crate::scale::{Scale, Ticks};
use crate::svg::{Anchor, Svg, shortened};
use crate::words::{larger, plural};

const HEIGHT: f64 = 230.0;
/// Most pairs of solvers with a scatter plot.
const PAIRS: usize = 15;
/// Two points of a drawing that are nearer are one.
const NEAR: f64 = 0.5;

/// A logarithmic axis of times from one power of ten to another.
#[derive(Debug, Clone, Copy)]
struct Decades {
    first: i32,
    last: i32,
}

impl Decades {
    /// The decades that hold all these times in microseconds; `None` without times.
    fn of(times: impl Iterator<Item = f64>) -> Option<Decades> {
        let (mut low, mut high) = (f64::INFINITY, 0.0);
        for time in times.map(|time| larger(time, SHORTEST)) {
            low = time.min(low);
            high = larger(high, time);
        }
        let first = low.log10().floor();
        (high > 0.0).then(|| Decades {
            first: first as i32,
            last: larger(high.log10().ceil(), first + 1.0) as i32,
        })
    }

    fn scale(self, from: f64, to: f64) -> Scale {
        Scale::new(f64::from(self.first), f64::from(self.last), from, to)
    }

    /// The powers that are labelled, some five of them.
    fn labelled(self) -> impl Iterator<Item = i32> {
        let step = (self.last - self.first) / 6 + 1;
        (self.first..=self.last).step_by(step as usize)
    }
}

/// The shortest time that is drawn, in microseconds.
const SHORTEST: f64 = 1e-3;

/// The place of a time.
fn place(scale: Scale, time: f64) -> f64 {
    scale.within(larger(time, SHORTEST).log10())
}

/// A power of ten of microseconds, such as `100 µs`.
fn label(power: i32) -> String {
    let (unit, base) = match power {
        ..0 => ("ns", -3),
        0..3 => ("µs", 0),
        3..6 => ("ms", 3),
        _ => ("s", 6),
    };
    format!("1{} {unit}", "0".repeat((power - base).max(0) as usize))
}

fn time_axis(svg: &mut Svg, area: Area, decades: Decades, scale: Scale, name: &str) {
    for power in decades.labelled() {
        let x = scale.at(f64::from(power));
        svg.line((x, area.top), (x, area.bottom + 4.0), "grid");
        let text = label(power);
        let half = DIGIT * text.chars().count() as f64 / 2.0;
        let at = (x.clamp(half, WIDTH - half), area.bottom + 16.0);
        svg.text(at, Anchor::Middle, "tick", &text);
    }
    svg.line((area.left, area.bottom), (area.right, area.bottom), "axis");
    let middle = f64::midpoint(area.left, area.right);
    svg.text((middle, area.bottom + 32.0), Anchor::Middle, "label", name);
}

/// The questions that each solver answers with a proof within a time (a cactus plot); a panel for
/// each, with the others in grey. `None` if nobody has a proof.
pub fn cactus(solvers: &[SolverTimes]) -> Option<CaptionedPlot> {
    let each: Vec<Vec<f64>> = solvers.iter().map(SolverTimes::proven).collect();
    let decades = Decades::of(each.iter().flatten().copied())?;
    let most = solvers.iter().map(|one| one.times.len()).max()?;
    let area = Area::of(52.0..WIDTH - 14.0, 30.0..HEIGHT - 42.0);
    let (x, y) = (
        decades.scale(area.left, area.right),
        area.y(0.0, most as f64),
    );
    let lines: Vec<Vec<(f64, f64)>> = each.iter().map(|times| steps(times, x, y)).collect();
    let panel = |number: usize, solver: &SolverTimes| {
        let name = clean(&solver.name);
        let desc = format!(
            "{name} proves {} of {}.",
            each[number].len(),
            plural(solver.times.len(), "answer")
        );
        let title = "Questions answered within a time";
        let mut svg = Svg::new(&format!("cactus-{number}"), WIDTH, HEIGHT, title, &desc);
        svg.text((8.0, 16.0), Anchor::Start, "name", &shortened(&name, NAME));
        y_axis(
            &mut svg,
            area,
            y,
            &Ticks::new(0.0, most as f64, 4, true),
            "",
        );
        time_axis(&mut svg, area, decades, x, "time of a question");
        for (_, line) in lines
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != number)
        {
            svg.polyline(line, "other");
        }
        svg.polyline(&lines[number], "series");
        svg.finish()
    };
    Some(CaptionedPlot {
        heading: "Questions answered within a time".to_owned(),
        caption: "Number of questions whose best answer is proven, by the time for each. Higher \
                  and further to the left is better; the other solvers are grey."
            .to_owned(),
        svgs: (0..)
            .zip(solvers)
            .map(|(number, solver)| panel(number, solver))
            .collect(),
    })
}

/// The line up through these ascending times.
fn steps(times: &[f64], x: Scale, y: Scale) -> Vec<(f64, f64)> {
    let mut line: Vec<(f64, f64)> = Vec::new();
    for (count, time) in times.iter().enumerate() {
        let (at, before, now) = (
            place(x, *time),
            y.at(count as f64),
            y.at(count as f64 + 1.0),
        );
        match line.last_mut() {
            Some(last) if count > 0 && at - last.0 < NEAR => last.1 = now,
            _ => line.extend([(at, before), (at, now)]),
        }
    }
    line
}

/// A point for each question that both of two solvers have a time for, a panel for each pair.
/// `None` if there is no such pair.
pub fn scatter(solvers: &[SolverTimes]) -> Option<CaptionedPlot> {
    let pairs = (0..solvers.len()).flat_map(|a| (a + 1..solvers.len()).map(move |b| (a, b)));
    let drawn = pairs.filter_map(|(a, b)| pair(&solvers[a], &solvers[b], &format!("{a}-{b}")));
    let svgs: Vec<String> = drawn.take(PAIRS).collect();
    (!svgs.is_empty()).then(|| CaptionedPlot {
        heading: "Two solvers, question by question".to_owned(),
        caption: "The time of each question. Below the dotted diagonal the solver named at the \
                  left is faster. Questions without an answer by one of them are missing; one that \
                  timed out stands at the limit or beyond it."
            .to_owned(),
        svgs,
    })
}

fn pair(down: &SolverTimes, across: &SolverTimes, id: &str) -> Option<String> {
    let both = down.times.iter().zip(&across.times);
    let points: Vec<(f64, f64)> = both
        .filter_map(|(down, across)| across.zip(*down))
        .collect();
    let decades = Decades::of(points.iter().flat_map(|(across, down)| [*across, *down]))?;
    let side = WIDTH - 62.0 - 14.0;
    let area = Area::of(62.0..WIDTH - 14.0, 30.0..30.0 + side);
    let (x, y) = (
        decades.scale(area.left, area.right),
        decades.scale(area.bottom, area.top),
    );
    let faster = points.iter().filter(|(across, down)| down < across).count();
    let (name, other) = (clean(&down.name), clean(&across.name));
    let desc = format!(
        "{name} is faster than {other} in {faster} of {}.",
        points.len()
    );
    let title = format!("{name} against {other}");
    let mut svg = Svg::new(
        &format!("scatter-{id}"),
        WIDTH,
        area.bottom + 42.0,
        &title,
        &desc,
    );
    svg.text((8.0, 16.0), Anchor::Start, "name", &shortened(&name, NAME));
    time_axis(&mut svg, area, decades, x, &shortened(&other, NAME));
    for power in decades.labelled() {
        let at = y.at(f64::from(power));
        svg.line((area.left, at), (area.right, at), "grid");
        svg.text(
            (area.left - 5.0, at + 4.0),
            Anchor::End,
            "tick",
            &label(power),
        );
    }
    svg.line((area.left, area.bottom), (area.right, area.top), "zero");
    let mut places: Vec<(f64, f64)> = points
        .iter()
        .map(|(across, down)| (place(x, *across), place(y, *down)))
        .collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    places.dedup_by(|a, b| (a.0 - b.0).abs() < NEAR && (a.1 - b.1).abs() < NEAR);
    places.iter().for_each(|at| svg.circle(*at, 2.5, "mark"));
    Some(svg.finish())
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;

    fn solver(name: &str, times: &[Option<f64>], is_proven: bool) -> SolverTimes {
        SolverTimes {
            name: name.to_owned(),
            times: times.to_vec(),
            is_proven: vec![is_proven; times.len()],
        }
    }

    #[test]
    fn a_panel_for_each_solver_and_each_pair() {
        let all = [
            solver("a<b", &[Some(1.0), Some(20.0), None], true),
            solver("slow", &[Some(1e3), Some(6e7), Some(5.0)], true),
            solver("heuristic", &[Some(0.0), None, None], false),
        ];
        let plot = cactus(&all).unwrap();
        assert_eq!(plot.svgs.len(), 3);
        assert_eq!(count(&plot.svgs[0], "series"), 1);
        assert!(plot.svgs[1].contains("slow proves 3 of 3 answers."));
        // One line of the two others that prove anything.
        assert_eq!(count(&plot.svgs[0], "other"), 1);
        let plot = scatter(&all).unwrap();
        assert_eq!(plot.svgs.len(), 3);
        assert_eq!(count(&plot.svgs[0], "mark"), 2);
        assert!(plot.svgs[0].contains("is faster than slow in 2 of 2."));
        assert!(plot.svgs[0].contains(">100 s<"), "{}", plot.svgs[0]);
        assert!(cactus(&all[2..]).is_none() && scatter(&all[..1]).is_none());
    }
}
