//! The picture of the game in README and guide: the contents of the test terminal as SVG.

use std::fmt::Write as _;
use std::path::Path;

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use super::tests::{TestScreen, session, setting};

/// Width and height of a cell in the picture, and the base line of its letters.
const CELL: (u16, u16, u16) = (8, 17, 13);
const LETTERS: &str = "#d8d8d8";
const GROUND: &str = "#1c1c1c";

/// One of the 256 terminal colours, from 16 on: a cube of six steps a side, then greys.
fn indexed(colour: u8) -> String {
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match colour {
        16..=231 => {
            let n = colour - 16;
            let (red, green, blue) = (step(n / 36), step(n / 6 % 6), step(n % 6));
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        232.. => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (colour - 232)),
        _ => panic!("the screen uses no colour that themes change: {colour}"),
    }
}

/// The foreground and background colours of a cell.
fn colours(cell: &Cell) -> (String, String) {
    let colour = |colour: Color, default: &str| match colour {
        Color::Indexed(colour) => indexed(colour),
        _ => default.to_owned(),
    };
    let (letters, ground) = (colour(cell.fg, LETTERS), colour(cell.bg, GROUND));
    if cell.modifier.contains(Modifier::REVERSED) {
        (ground, letters)
    } else {
        (letters, ground)
    }
}

/// The cells as SVG, each letter at its place in any font.
fn svg(buffer: &Buffer) -> String {
    let (wide, high, base) = CELL;
    let (width, height) = (buffer.area.width * wide, buffer.area.height * high);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"13\" text-anchor=\"middle\" \
         shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    for (at, cell) in buffer.content().iter().enumerate() {
        let (x, y) = buffer.pos_of(at);
        let (x, y) = (x * wide, y * high);
        let (letters, ground) = colours(cell);
        if ground != GROUND {
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{ground}\"/>"
            );
        }
        let symbol = cell.symbol().replace('&', "&amp;").replace('<', "&lt;");
        if !symbol.trim().is_empty() {
            let bold = if cell.modifier.contains(Modifier::BOLD) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let (x, y) = (x + wide / 2, y + base);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{letters}\"{bold}>{symbol}</text>"
            );
        }
    }
    svg + "</svg>\n"
}

/// `docs/images/play.svg` shows the current screen; `RUMMILAB_UPDATE=1` draws it again.
#[test]
fn the_picture_shows_the_screen() {
    let setting = setting("original", &["person", "greedy"], 11);
    let mut shown = TestScreen::new(session(&setting, 12), (80, 24), true);
    shown.press(KeyCode::Right);
    shown.letters(" ");
    let drawn = svg(shown.buffer());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/play.svg");
    if std::env::var_os("RUMMILAB_UPDATE").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(
        kept == drawn,
        "docs/images/play.svg shows an older screen: RUMMILAB_UPDATE=1"
    );
}
