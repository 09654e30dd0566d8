//! A tile in terminal cells: its text, its colours, and the sign before it. Colour alone never
//! carries information: the letter is always shown, and every state of a tile has its own sign.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use rummilab::core::{Colour, Tile};

/// Cells from one tall tile to the next: a sign and three letters, the last of which is blank.
pub const TALL_STEP: u16 = 4;
/// Cells from one flat tile to the next: a sign, three letters, and a blank that separates the next
/// sign from this number.
pub const FLAT_STEP: u16 = 5;

/// The states of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TileState {
    /// Whether the cursor is on it.
    pub cursor: bool,
    /// Whether it is picked.
    pub picked: bool,
    /// Whether it is new in its place: laid on this turn, or just drawn.
    pub new: bool,
    /// Whether another player laid it since the person's last turn.
    pub fresh: bool,
}

impl TileState {
    /// The sign before the tile.
    pub fn sign(self) -> &'static str {
        match self {
            TileState {
                cursor: true,
                picked: true,
                ..
            } => "»",
            TileState { cursor: true, .. } => ">",
            TileState { picked: true, .. } => "*",
            TileState { new: true, .. } => "+",
            TileState { fresh: true, .. } => "·",
            _ => " ",
        }
    }
}

/// The colours of a tile's letters and background, from the 256 that most terminals have.
fn colours(tile: Tile) -> (u8, u8) {
    const IVORY: u8 = 230;
    match tile.colour() {
        Some(Colour::Red) => (160, IVORY),
        Some(Colour::Pink) => (163, IVORY),
        Some(Colour::Blue) => (20, IVORY),
        Some(Colour::Black) => (16, IVORY),
        Some(Colour::Orange) => (166, IVORY),
        Some(Colour::Yellow) => (100, IVORY),
        Some(Colour::Green) => (28, IVORY),
        Some(Colour::White) => (231, 240),
        None => (231, 54),
    }
}

/// The mark of a colour, as in the report.
fn mark(tile: Tile) -> char {
    match tile.colour() {
        Some(Colour::Red) => '●',
        Some(Colour::Pink) => '♥',
        Some(Colour::Blue) => '■',
        Some(Colour::Black) => '▲',
        Some(Colour::Orange) => '◆',
        Some(Colour::Yellow) => '▼',
        Some(Colour::White) => '○',
        Some(Colour::Green) => '✚',
        None => '★',
    }
}

fn style(tile: Tile, doing: TileState, coloured: bool) -> Style {
    let mut style = Style::new().add_modifier(Modifier::BOLD);
    if coloured {
        let (letters, ground) = colours(tile);
        let ground = if doing.picked { 226 } else { ground };
        let letters = match (doing.picked, tile.is_joker() || letters == 231) {
            (true, true) => 16,
            _ => letters,
        };
        style = style.fg(Color::Indexed(letters)).bg(Color::Indexed(ground));
    }
    if doing.picked || doing.new || doing.fresh {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if doing.cursor {
        style = style.add_modifier(Modifier::REVERSED);
    }
    style
}

/// Draws a tile, one line high, or two if there is room.
pub fn draw(
    buf: &mut Buffer,
    at: (u16, u16),
    tile: Tile,
    doing: TileState,
    tall: bool,
    coloured: bool,
) {
    let style = style(tile, doing, coloured);
    let (x, y) = at;
    let sign = Style::new().add_modifier(Modifier::BOLD);
    // The sign is beside the letter, because beside the number `+13` would read as one number.
    put(buf, x, y + u16::from(tall), doing.sign(), sign);
    if !tall {
        put(buf, x + 1, y, &format!("{:<3}", tile.to_string()), style);
        return;
    }
    let name = tile.to_string();
    let letter = &name[..1];
    let top = tile
        .value()
        .map_or_else(String::new, |value| value.to_string());
    put(buf, x + 1, y, &format!("{top:>2} "), style);
    put(
        buf,
        x + 1,
        y + 1,
        &format!("{}{letter} ", mark(tile)),
        style,
    );
}

/// Writes text, clipped at the edge.
pub fn put(buf: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let Rect {
        x: left,
        y: top,
        width,
        height,
    } = buf.area;
    let inside = (left..left + width).contains(&x) && (top..top + height).contains(&y);
    if inside {
        buf.set_stringn(x, y, text, usize::from(left + width - x), style);
    }
}
