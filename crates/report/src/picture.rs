//! A position and its turn as one self-contained drawing: old table, rack, and new table with the
//! laid tiles marked.
//!
//! Colours and shapes of the marks come from the style sheet of the page, so that a tile looks the
//! same in both. They are written as plain colours and polygons, because image viewers hardly
//! support style sheets.

use rummilab_core::{Colour, JokerKind, Set, Tile};

use crate::css::{colour, polygon};
use crate::svg::{Anchor, Svg};

/// The contents of a drawing.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// The top line, which describes the turn.
    pub headline: String,
    /// A smaller line below it: the rules, and the strength of the claim.
    pub remark: String,
    /// The table before the turn; `None` if only its tiles are known.
    pub before: Option<Vec<PictureSet>>,
    /// The rack before the turn, with the laid tiles marked.
    pub rack: PictureSet,
    /// The table after the turn; `None` without a turn.
    pub after: Option<Vec<PictureSet>>,
    /// The table after a better turn, where the turn is one that was made and is judged.
    pub better: Option<Vec<PictureSet>>,
    /// The steps of the turn, numbered from 1 in the drawing.
    pub steps: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PictureSet {
    /// The tiles as they lie.
    pub tiles: Vec<Tile>,
    /// For each tile, whether it is laid on this turn; missing entries mean no.
    pub marked: Vec<bool>,
    /// Whether the turn changed it or made it.
    pub changed: bool,
    /// Whether the turn leaves it unchanged, so that it is drawn grey.
    pub kept: bool,
    /// The seat that owns it as a group.
    pub owner: Option<u8>,
}

impl PictureSet {
    pub fn still(set: &Set, owner: Option<u8>) -> PictureSet {
        PictureSet {
            tiles: set.tiles().to_vec(),
            owner,
            ..PictureSet::default()
        }
    }
}

const WIDTH: f64 = 720.0;
const MARGIN: f64 = 20.0;
const TILE: (f64, f64) = (34.0, 46.0);
/// Distance from one tile to the next.
const STEP: f64 = TILE.0 + 4.0;
/// Distance from one line of text to the next.
const LINE: f64 = 20.0;
/// Most characters in a line.
const LINE_CHARS: usize = 84;
/// Distance from one row of sets to the next: tile, frame, the arrow above a laid tile, the owner
/// below.
const ROW: f64 = TILE.1 + 32.0;
const SET_GAP: f64 = 20.0;

/// The drawing, ending with a line break. The same picture gives the same bytes.
///
/// ```
/// use rummilab_report::{Picture, PictureSet, picture};
///
/// let rack = PictureSet { tiles: vec!["R6".parse().unwrap()], ..PictureSet::default() };
/// let headline = "Nothing can be laid".into();
/// let drawn = picture(&Picture { headline, rack, ..Picture::default() });
/// assert!(drawn.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// ```
pub fn picture(picture: &Picture) -> String {
    let mut height = 74.0;
    let mut parts: Vec<(&str, Vec<Vec<&PictureSet>>, f64)> = Vec::new();
    let sections = [
        ("Table before", picture.before.as_deref()),
        ("Rack", Some(std::slice::from_ref(&picture.rack))),
        ("Table after", picture.after.as_deref()),
        ("Better", picture.better.as_deref()),
    ];
    // A set that is too long for a row is drawn in pieces.
    let cut: Vec<(&str, Vec<PictureSet>)> = sections
        .into_iter()
        .filter_map(|(name, sets)| Some((name, sets?.iter().flat_map(fitting).collect())))
        .collect();
    for (name, sets) in &cut {
        let rows = rows(sets);
        let tall = rows.len().max(1) as f64 * ROW;
        parts.push((name, rows, height));
        height += 26.0 + tall + 8.0;
    }
    let steps = step_lines(&picture.steps);
    let steps_top = height;
    if !steps.is_empty() {
        height += 26.0 + steps.len() as f64 * LINE;
    }
    let mut svg = Svg::new(
        "rummilab",
        WIDTH,
        height + 6.0,
        &picture.headline,
        &told(picture),
    );
    svg.rect((0.0, 0.0), (WIDTH, height + 6.0), "paper");
    svg.text((MARGIN, 34.0), Anchor::Start, "head", &picture.headline);
    svg.text((MARGIN, 56.0), Anchor::Start, "soft", &picture.remark);
    for (name, rows, top) in parts {
        svg.text((MARGIN, top + 17.0), Anchor::Start, "name", name);
        draw_rows(&mut svg, &rows, top + 26.0, name != "Rack");
    }
    if !steps.is_empty() {
        svg.text((MARGIN, steps_top + 17.0), Anchor::Start, "name", "Steps");
    }
    for (line, below) in steps.iter().zip(2..) {
        let y = steps_top + 2.0 + f64::from(below) * LINE;
        svg.text((MARGIN + line.indent, y), Anchor::Start, "", &line.text);
    }
    svg.stand_alone(&style()) + "\n"
}

/// A line of the list of steps.
struct StepLine {
    indent: f64,
    text: String,
}

/// The numbered steps, wrapped into lines.
fn step_lines(steps: &[String]) -> Vec<StepLine> {
    let mut lines = Vec::new();
    for (step, number) in steps.iter().zip(1..) {
        let mut line = StepLine {
            indent: 0.0,
            text: format!("{number}."),
        };
        for word in step.split(' ') {
            if line.text.chars().count() + word.chars().count() >= LINE_CHARS {
                let next = StepLine {
                    indent: LINE,
                    text: String::new(),
                };
                lines.push(std::mem::replace(&mut line, next));
            }
            let blank = if line.text.is_empty() { "" } else { " " };
            line.text += &format!("{blank}{word}");
        }
        lines.push(line);
    }
    lines
}

/// A description of the drawing for people who cannot see it.
fn told(picture: &Picture) -> String {
    let table = |sets: &Option<Vec<PictureSet>>| {
        let sets = sets.iter().flatten();
        let sets: Vec<String> = sets
            .map(|set| Set::new(set.tiles.iter().copied()).to_string())
            .collect();
        if sets.is_empty() {
            "no sets".to_owned()
        } else {
            sets.join(" ; ")
        }
    };
    let mut text = picture.remark.clone();
    if picture.before.is_some() {
        text += &format!(" Table before: {}.", table(&picture.before));
    }
    let rack = Set::new(picture.rack.tiles.iter().copied());
    text += &format!(" Rack: {rack}.");
    if picture.after.is_some() {
        text += &format!(" Table after: {}.", table(&picture.after));
    }
    if picture.better.is_some() {
        text += &format!(" Better: {}.", table(&picture.better));
    }
    for (step, number) in picture.steps.iter().zip(1..) {
        text += &format!(" Step {number}: {step}.");
    }
    text.trim().to_owned()
}

/// Most tiles in a row.
fn most_tiles() -> usize {
    ((WIDTH - 2.0 * MARGIN - SET_GAP) / STEP) as usize
}

/// The set, or its pieces if it is too long.
fn fitting(set: &PictureSet) -> Vec<PictureSet> {
    let mark = |at: usize| set.marked.get(at).copied().unwrap_or(false);
    let most = most_tiles();
    let pieces = set.tiles.chunks(most).enumerate();
    pieces
        .map(|(piece, tiles)| PictureSet {
            tiles: tiles.to_vec(),
            marked: (0..tiles.len()).map(|i| mark(piece * most + i)).collect(),
            changed: set.changed,
            kept: set.kept,
            owner: set.owner,
        })
        .collect()
}

fn width(set: &PictureSet) -> f64 {
    set.tiles.len() as f64 * STEP + SET_GAP
}

/// The sets in rows, in their order.
fn rows(sets: &[PictureSet]) -> Vec<Vec<&PictureSet>> {
    let mut rows: Vec<Vec<&PictureSet>> = Vec::new();
    let mut left = 0.0;
    for set in sets {
        let wide = width(set);
        match rows.last_mut() {
            Some(row) if wide <= left => row.push(set),
            _ => {
                rows.push(vec![set]);
                left = WIDTH - 2.0 * MARGIN;
            }
        }
        left -= wide;
    }
    rows
}

fn draw_rows(svg: &mut Svg, rows: &[Vec<&PictureSet>], top: f64, felt: bool) {
    let tall = rows.len().max(1) as f64 * ROW;
    let class = if felt { "felt" } else { "rack" };
    svg.rounded(
        (MARGIN - 8.0, top),
        (WIDTH - 2.0 * MARGIN + 16.0, tall),
        8.0,
        class,
    );
    if rows.is_empty() {
        svg.text(
            (WIDTH / 2.0, top + ROW / 2.0 + 5.0),
            Anchor::Middle,
            "soft",
            "The table is empty.",
        );
    }
    for (row, sets) in rows.iter().enumerate() {
        let mut left = MARGIN + 8.0;
        let y = top + row as f64 * ROW + 15.0;
        for set in sets {
            draw_set(svg, set, (left, y));
            left += width(set);
        }
    }
}

fn draw_set(svg: &mut Svg, set: &PictureSet, (left, top): (f64, f64)) {
    if set.changed {
        let wide = set.tiles.len() as f64 * STEP + 6.0;
        svg.rounded(
            (left - 5.0, top - 6.0),
            (wide, TILE.1 + 12.0),
            7.0,
            "changed",
        );
    }
    let tiles = |svg: &mut Svg| {
        for (at, tile) in set.tiles.iter().enumerate() {
            let laid = set.marked.get(at).copied().unwrap_or(false);
            draw_tile(svg, *tile, (left + at as f64 * STEP, top), laid);
        }
    };
    if set.kept {
        svg.group("kept", tiles)
    } else {
        tiles(svg)
    }
    if let Some(seat) = set.owner {
        let said = format!("seat {seat}");
        svg.text((left, top + TILE.1 + 15.0), Anchor::Start, "owner", &said);
    }
}

/// A tile: number or emblem on top, mark and letter of the colour below. A laid tile has a frame,
/// and an arrow above.
fn draw_tile(svg: &mut Svg, tile: Tile, (x, y): (f64, f64), laid: bool) {
    let letter = tile.to_string().chars().next().unwrap_or('?');
    let middle = x + TILE.0 / 2.0;
    let face = match letter {
        'W' => "grey",
        _ if tile.is_joker() => "dark",
        _ => "tile",
    };
    svg.rounded((x, y), TILE, 5.0, face);
    if laid {
        svg.rounded(
            (x - 1.5, y - 1.5),
            (TILE.0 + 3.0, TILE.1 + 3.0),
            6.0,
            "laid",
        );
        let tip = (middle, y - 3.0);
        svg.polygon(
            &[
                tip,
                (middle - 6.0, tip.1 - 8.0),
                (middle + 6.0, tip.1 - 8.0),
            ],
            "arrow",
        );
    }
    let class = format!("c{letter}");
    match (tile.value(), tile.joker_kind()) {
        (Some(value), _) => {
            svg.text(
                (middle, y + 22.0),
                Anchor::Middle,
                &format!("value {class}"),
                &value.to_string(),
            );
            draw_mark(svg, letter, (middle - 11.0, y + 29.5), 10.0);
            svg.text(
                (middle + 7.0, y + 39.0),
                Anchor::Middle,
                &format!("letter {class}"),
                &letter.to_string(),
            );
        }
        (None, kind) => {
            let kind = kind.unwrap_or(JokerKind::Classic);
            draw_emblem(svg, kind, (middle - 11.0, y + 5.0), 22.0);
            svg.text(
                (middle, y + 40.0),
                Anchor::Middle,
                "letter emblem",
                &letter.to_string(),
            );
        }
    }
}

/// The mark of a colour in a square with this corner and side.
fn draw_mark(svg: &mut Svg, letter: char, at: (f64, f64), side: f64) {
    let class = format!("c{letter}");
    let centre = (at.0 + side / 2.0, at.1 + side / 2.0);
    match (letter, polygon(&format!(".c{letter} i::before"))) {
        (_, Some(points)) => svg.polygon(&placed(&points, at, side), &class),
        ('W', None) => svg.circle(centre, side / 2.0 - 1.0, "ring"),
        ('B', None) => svg.rounded(at, (side, side), 1.0, &class),
        (_, None) => svg.circle(centre, side / 2.0, &class),
    }
}

/// The emblem of a joker in a square with this corner and side.
fn draw_emblem(svg: &mut Svg, kind: JokerKind, at: (f64, f64), side: f64) {
    let (radius, y) = (side / 2.0, at.1 + side / 2.0);
    match kind {
        JokerKind::Double => {
            svg.circle((at.0 + side * 0.27, y), side * 0.25, "emblem");
            svg.circle((at.0 + side * 0.75, y), side * 0.2, "ring");
        }
        JokerKind::ColourChange => {
            let middle = (at.0 + radius, y);
            let corners = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
            for (quarter, from) in corners.iter().enumerate() {
                let to = corners[(quarter + 1) % 4];
                let place = |(dx, dy): (f64, f64)| (middle.0 + dx * radius, middle.1 + dy * radius);
                let corner = place((from.0 + to.0, from.1 + to.1));
                let points = [middle, place(*from), corner, place(to)];
                svg.polygon(&points, &format!("quarter{quarter}"));
            }
        }
        JokerKind::Classic | JokerKind::Mirror => {
            let letter = kind.letter();
            let points = polygon(&format!(".j{letter} b"));
            let points = points.or_else(|| polygon(&format!(".t.j{letter} b")));
            svg.polygon(&placed(&points.unwrap_or_default(), at, side), "emblem");
        }
    }
}

/// Points of the unit square, mapped to a square with this corner and side.
fn placed(points: &[(f64, f64)], at: (f64, f64), side: f64) -> Vec<(f64, f64)> {
    let place = |(x, y): &(f64, f64)| (at.0 + x * side, at.1 + y * side);
    points.iter().map(place).collect()
}

/// The colour of the text on tiles of an unchanged set.
const KEPT: &str = "#5f656e";

/// The style of all elements.
fn style() -> String {
    let [paper, ink, soft] = ["paper", "ink", "soft"].map(colour);
    let [felt, felt_line] = ["felt", "felt-line"].map(colour);
    let [card, line, mark] = ["card", "line", "mark"].map(colour);
    let [tile, edge] = ["tile", "tile-edge"].map(colour);
    let mut style = format!(
        "text{{font-family:system-ui,'Segoe UI',Roboto,'DejaVu \
         Sans',sans-serif;fill:{ink};font-size:14px}}\
         .paper{{fill:{paper}}}.head{{font-size:19px;font-weight:700}}.name{{font-weight:600}}\
         .soft{{fill:{soft}}}.owner{{fill:{soft};font-size:11px}}\
         .felt{{fill:{felt};stroke:{felt_line}}}.rack{{fill:{card};stroke:{line}}}\
         .changed{{fill:none;stroke:{soft};stroke-width:1.5;stroke-dasharray:4 3}}\
         .tile{{fill:{tile};stroke:{edge}}}.dark{{fill:#2b2440;stroke:#120d22}}\
         .grey{{fill:#59626e;stroke:#3a414b}}\
         .laid{{fill:none;stroke:{mark};stroke-width:2.5}}.arrow{{fill:{mark}}}\
         .value{{font-size:19px;font-weight:700}}.letter{{font-size:11px;font-weight:700}}\
         .emblem,.cW{{fill:#fff}}.ring{{fill:none;stroke:#fff;stroke-width:2}}\
         .quarter0{{fill:#fff}}.quarter1{{fill:#e0a100}}.quarter2{{fill:#3aa0e8}}\
         .quarter3{{fill:#ef6f7b}}\
         .kept .tile,.kept .dark,.kept .grey{{fill:#e4e5e2;stroke:#b9bcb8}}\
         .kept text,.kept polygon,.kept circle{{fill:{KEPT}}}.kept .ring{{fill:none;stroke:{KEPT}}}"
    );
    for letter in ['R', 'P', 'B', 'K', 'O', 'Y', 'G'] {
        let word = Colour::from_letter(letter).map_or("black", Colour::word);
        style += &format!(
            ".c{letter}{{fill:{}}}.kept .c{letter}{{fill:{KEPT}}}",
            colour(word)
        );
    }
    style
}

#[cfg(test)]
mod tests {
    use rummilab_core::RuleSet;

    use super::*;

    fn drawn(letter: char) -> String {
        let mut svg = Svg::new("a", 9.0, 9.0, "t", "d");
        draw_mark(&mut svg, letter, (0.0, 0.0), 10.0);
        svg.finish()
    }

    /// Mark and letter identify a tile without its colour.
    #[test]
    fn every_colour_has_a_mark_of_its_own() {
        let mut all: Vec<String> = "RPBKOYWG"
            .chars()
            .map(|letter| drawn(letter).replace(&format!("c{letter}"), ""))
            .collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn everything_drawn_is_inside_and_well_formed() {
        for name in ["original", "twist", "house"] {
            let rules = RuleSet::preset(name).unwrap();
            let all: Vec<Tile> = rules.kinds().collect();
            let shown = picture(&Picture {
                headline: "<script>".to_owned(),
                remark: name.to_owned(),
                before: Some(vec![PictureSet::default()]),
                rack: PictureSet {
                    marked: vec![true; all.len()],
                    tiles: all.clone(),
                    changed: true,
                    kept: true,
                    owner: Some(3),
                },
                after: Some(Vec::new()),
                better: None,
                steps: vec!["lay ".to_owned() + &"R1 ".repeat(60), "split".to_owned()],
            });
            let doc = roxmltree::Document::parse(&shown).unwrap();
            let place = |node: roxmltree::Node<'_, '_>, name: &str| -> f64 {
                node.attribute(name).unwrap().parse().unwrap()
            };
            let (wide, high) = (
                place(doc.root_element(), "width"),
                place(doc.root_element(), "height"),
            );
            let rects = doc.descendants().filter(|n| n.has_tag_name("rect"));
            for rect in rects {
                let (x, y) = (place(rect, "x"), place(rect, "y"));
                assert!(x >= 0.0 && x + place(rect, "width") <= wide);
                assert!(y >= 0.0 && y + place(rect, "height") <= high);
            }
            let tiles = ["tile", "dark", "grey"];
            let faces = doc.descendants().filter(|n| {
                n.attribute("class")
                    .is_some_and(|class| tiles.contains(&class))
            });
            assert_eq!(faces.count(), all.len(), "{name}");
        }
    }
}
