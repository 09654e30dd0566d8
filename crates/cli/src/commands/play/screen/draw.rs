//! Draws the game: players, table, rack, messages, keys.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use rummilab::core::layout::Origin;
use rummilab::core::{Seat, count};
use rummilab::play::{LABEL, Places, Session, Spot, ToMove, bot_word, primer};

use super::state::{Popup, Screen};
use super::tiles::{self, FLAT_STEP, TALL_STEP, TileState, put};
use crate::letters;
use crate::visible::visible;

/// The smallest screen for a game.
const SMALLEST: (u16, u16) = (60, 16);
/// Width from which on the log is shown beside the table.
const WITH_LOG: u16 = 120;
const LOG_WIDTH: u16 = 44;

const KEYS: &[&str] = &[
    "space pick  enter put  n new  1-9 set  e end  d draw  u undo  h hint  ? help",
    "space pick  enter put  n new  1-9 set  x split  u undo  e end  d draw  s sort  h hint  b \
     best  ? help  q quit",
];

/// The keys when the game is over.
const KEYS_OVER: &str = "a another game  r review  l all turns  q leave";

/// The most important keys.
const FIRST_KEYS: &str = "\
Keys: arrows move the cursor >, space picks a tile, n lays what is picked as a new set, e ends \
your turn, d draws, \
h gives a hint, ? shows all keys.";

const HELP: &str = "\
arrows, tab   move the cursor > (tab: rack or table)
1 to 9        go to the set of this number (1 2: set 12)
space   esc   pick a tile (*), or let it go; let all go
enter         put what is picked where the cursor is; with nothing
              picked: lay the rack tile where it fits
n             put it into a new set
backspace     take a tile laid on this turn back to the rack
x             split the set before the cursor
u   r         undo the last change, or all of this turn
e   d         end your turn; lay nothing: draw, or pass
h   b         a hint, a second one; the best turn, put on the table
s   l         sort the rack by colour or value; show all turns
k             put the tile just drawn back, where the rules let you
t             type tiles and commands: R3 R4 R5, R6 > 2,
              R7 from 3 > 5, split 3 R6, join 2 5
q             stop; the game is saved
Before a tile: + just drawn or laid on this turn, · laid by others.
Behind the number of a set: ! not legal yet; + new or ~ changed
since your last turn. @1 is a group of seat 1.";

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, session: &Session, screen: &mut Screen) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let text = format!(
            "The game needs {width} columns and {height} lines; make the window larger, or use \
             --plain."
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let [body, side] = if area.width >= WITH_LOG {
        Layout::horizontal([Constraint::Min(0), Constraint::Length(LOG_WIDTH)]).areas(area)
    } else {
        [area, Rect::ZERO]
    };
    let seats = seat_lines(session, body.width);
    let rack = session.rack_shown();
    let inner = body.width - 2;
    let sets = session.draft().sets();
    let places = |step| Places::new(sets, &rack, (inner - 1, inner), step);
    let message = message(screen);
    let lines = wrapped(std::slice::from_ref(&message), usize::from(body.width)).len() as u16;
    let message_height = lines.clamp(2, if area.height < 24 { 2 } else { 5 });
    let fixed = 1 + seats.len() as u16 + 2 + message_height + 1;
    let free = area.height.saturating_sub(fixed + 2);
    // Tall tiles, if everything fits.
    screen.places = places(TALL_STEP);
    let tall = (screen.places.rows + screen.places.rack_rows) * 3 <= free;
    if !tall {
        screen.places = places(FLAT_STEP);
    }
    screen.cursor = screen.places.settled(screen.cursor);
    let rack_rows = screen.places.rack_rows;
    let rack_height = if tall { rack_rows * 3 - 1 } else { rack_rows };
    let [head_at, seats_at, table_at, rack_at, message_at, keys_at] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(seats.len() as u16),
        Constraint::Min(3),
        Constraint::Length(rack_height.min(free.saturating_sub(1)) + 2),
        Constraint::Length(message_height),
        Constraint::Length(1),
    ])
    .areas(body);
    frame.render_widget(Paragraph::new(head(session)), head_at);
    frame.render_widget(Paragraph::new(seats), seats_at);
    draw_table(frame, session, screen, table_at, tall);
    draw_rack(frame, session, screen, rack_at, tall);
    draw_message(frame, screen, &message, message_at);
    draw_keys(frame, session, screen, keys_at);
    if side.width > 0 {
        draw_log(frame, session, side);
    }
    draw_popup(frame, session, screen, area);
}

fn head(session: &Session) -> Line<'static> {
    let plan = session.setting().plan();
    let turn = session.game().own_turns(session.setting().person()) + 1;
    let state = match session.stage() {
        ToMove::Over => "the game is over".to_owned(),
        ToMove::Person => format!("your turn {turn}"),
        ToMove::Bot(seat) => format!("{} is thinking", visible(&session.who(seat))),
    };
    let last = if session.game().in_last_round() {
        " · last round"
    } else {
        ""
    };
    let mut text = format!(
        "Rummikub, {} · seed {} · {state} · pool {}{last}",
        plan.rules().name,
        plan.seed().master,
        session.game().pool_len()
    );
    if let (Some((points, needed)), ToMove::Person) = (session.opening_so_far(), session.stage()) {
        text += &format!(" · opening {points} of {needed}");
    }
    Line::from(Span::styled(text, bold()))
}

/// The other seats, in as many lines as needed.
fn seat_lines(session: &Session, width: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = Vec::new();
    let person = session.setting().person();
    for seat in Seat::all(session.game().players()).filter(|seat| *seat != person) {
        let who = session.who(seat);
        let who = if who.len() > 30 {
            format!("{} (seat {seat})", bot_word(&who))
        } else {
            who
        };
        let text = format!("{}: {}", visible(&who), session.seat_line(seat));
        match lines.last_mut() {
            Some(line) if line.len() + text.len() + 3 <= usize::from(width) => {
                *line += &format!("   {text}");
            }
            _ => lines.push(text),
        }
    }
    lines.into_iter().map(Line::from).collect()
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

fn draw_table(
    frame: &mut Frame<'_>,
    session: &Session,
    screen: &mut Screen,
    area: Rect,
    tall: bool,
) {
    let each = if tall { 3 } else { 1 };
    let shown = ((area.height.saturating_sub(2) + u16::from(tall)) / each).max(1);
    if let Some(row) = screen.places.row_of(screen.cursor) {
        screen.scroll = screen.scroll.clamp(row.saturating_sub(shown - 1), row);
    }
    let most = screen.places.rows.saturating_sub(shown);
    screen.scroll = screen.scroll.min(most);
    let sets = session.draft().sets().len();
    let mut title = format!(" Table: {} ", count(sets, "set"));
    if most > 0 {
        let (first, last) = (screen.scroll + 1, screen.scroll + shown);
        title += &format!("(rows {first} to {last} of {}) ", screen.places.rows);
    }
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let illegal = session.draft().illegal_sets(session.rules());
    let buf = frame.buffer_mut();
    let place = |(x, row): (u16, u16)| {
        let row = row.checked_sub(screen.scroll).filter(|row| *row < shown)?;
        Some((inner.x + x, inner.y + row * each))
    };
    for (number, set) in session.draft().sets().iter().enumerate() {
        let Some((x, y)) = place(screen.places.sets[number]) else {
            continue;
        };
        let (sign, style) = match (illegal.contains(&number), set.change) {
            (true, _) => ("!", warned(screen)),
            (false, Some(Origin::New)) => ("+", bold()),
            (false, Some(_)) => ("~", bold()),
            (false, None) => ("", Style::new()),
        };
        let label = format!("[{}]", number + 1);
        put(buf, x, y, &format!("{label:>4}{sign}"), style);
        for (at, tile) in set.tiles.iter().enumerate() {
            let spot = Spot::Tile { set: number, at };
            let doing = TileState {
                cursor: screen.cursor == spot,
                picked: screen.picked.contains(&spot),
                new: tile.laid,
                fresh: tile.fresh,
            };
            let x = x + LABEL + at as u16 * screen.places.step;
            tiles::draw(buf, (x, y), tile.tile, doing, tall, screen.coloured);
        }
        if let Some(owner) = set.owner {
            let x = x + LABEL + set.tiles.len() as u16 * screen.places.step;
            put(buf, x, y, &format!("@{owner}"), Style::new());
        }
    }
    if let (Some((x, y)), ToMove::Person) = (place(screen.places.new), session.stage()) {
        let on = screen.cursor == Spot::New;
        let style = if on {
            bold().add_modifier(Modifier::REVERSED)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        };
        let sign = if on { ">" } else { " " };
        put(buf, x + LABEL, y, sign, bold());
        put(buf, x + LABEL + 1, y, "new set", style);
    }
    if sets == 0 {
        let below = Rect {
            x: inner.x + 1,
            y: inner.y + 1,
            width: inner.width.saturating_sub(2),
            height: inner.height.saturating_sub(1),
        };
        let mut texts = primer(session.rules());
        texts.push(FIRST_KEYS.to_owned());
        let lines = wrapped(&texts, usize::from(below.width)).into_iter();
        let text: Text<'_> = lines.map(Line::from).collect();
        frame.render_widget(Paragraph::new(text), below);
    }
}

fn warned(screen: &Screen) -> Style {
    if screen.coloured {
        bold().fg(Color::Indexed(203))
    } else {
        bold()
    }
}

fn draw_rack(frame: &mut Frame<'_>, session: &Session, screen: &Screen, area: Rect, tall: bool) {
    let rack = session.rack_shown();
    let sorted = if session.by_value() {
        "value"
    } else {
        "colour"
    };
    let person = session.setting().person();
    let opened = if session.game().opened(person) {
        "opened"
    } else {
        "not opened"
    };
    let title = format!(
        " Your rack (seat {person}): {}, by {sorted}, {opened} ",
        count(rack.len(), "tile")
    );
    let block = Block::bordered().title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let buf: &mut Buffer = frame.buffer_mut();
    for (at, shown) in rack.iter().enumerate() {
        let (x, row) = screen.places.rack[at];
        let each = if tall { 3 } else { 1 };
        let (x, y) = (inner.x + x, inner.y + row * each);
        if y >= inner.bottom() {
            break;
        }
        let spot = Spot::Rack(at);
        let doing = TileState {
            cursor: screen.cursor == spot,
            picked: screen.picked.contains(&spot),
            new: shown.drawn,
            fresh: false,
        };
        tiles::draw(buf, (x, y), shown.tile, doing, tall, screen.coloured);
    }
}

/// The last message.
fn message(screen: &Screen) -> String {
    if screen.refused {
        format!("No: {}", screen.message)
    } else {
        screen.message.clone()
    }
}

fn draw_message(frame: &mut Frame<'_>, screen: &Screen, text: &str, area: Rect) {
    let style = if screen.refused {
        warned(screen)
    } else {
        Style::new()
    };
    let text = Paragraph::new(visible(text))
        .style(style)
        .wrap(Wrap { trim: true });
    frame.render_widget(text, area);
}

fn draw_keys(frame: &mut Frame<'_>, session: &Session, screen: &Screen, area: Rect) {
    if let Some(line) = &screen.typing {
        // The end of a long line shows what is being typed.
        let room = usize::from(area.width).saturating_sub(10);
        let skip = line.chars().count().saturating_sub(room);
        let tail: String = line.chars().skip(skip).collect();
        let text = format!("Type: {tail}");
        let column = area.x + text.chars().count() as u16;
        frame.render_widget(Paragraph::new(text).style(bold()), area);
        frame.set_cursor_position((column.min(area.right() - 1), area.y));
        return;
    }
    let fitting = KEYS
        .iter()
        .rev()
        .find(|keys| keys.len() <= usize::from(area.width));
    let keys = match session.stage() {
        ToMove::Over => KEYS_OVER,
        _ => fitting.copied().unwrap_or("? shows the keys  q quits"),
    };
    let style = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(keys).style(style), area);
}

/// The turns so far, the last ones at the bottom.
fn draw_log(frame: &mut Frame<'_>, session: &Session, area: Rect) {
    let block = Block::bordered().title(" Turns ");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let lines = wrapped(session.log(), usize::from(inner.width));
    let skip = lines.len().saturating_sub(usize::from(inner.height));
    let lines: Vec<Line<'_>> = lines[skip..]
        .iter()
        .map(|line| Line::from(line.as_str()))
        .collect();
    frame.render_widget(Paragraph::new(Text::from(lines)), inner);
}

/// Sentences as lines of at most `width` letters; continuation lines are indented by two.
fn wrapped(texts: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let mut line = String::new();
        for word in visible(text).split(' ') {
            let long = line.chars().count() + 1 + word.chars().count();
            if !line.trim().is_empty() && long > width {
                lines.push(std::mem::replace(&mut line, "  ".to_owned()));
            }
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines
}

fn draw_popup(frame: &mut Frame<'_>, session: &Session, screen: &mut Screen, area: Rect) {
    let Some(popup) = screen.popup else { return };
    let width = area.width.saturating_sub(4).min(76);
    let inside = usize::from(width.saturating_sub(4));
    let (title, lines) = match popup {
        Popup::Help => {
            let letters = format!("Letters: {}", letters::of(session.rules()));
            let keys = HELP.lines().map(str::to_owned);
            (" Keys ", keys.chain(wrapped(&[letters], inside)).collect())
        }
        Popup::Log => (" Turns so far ", wrapped(session.log(), inside)),
        Popup::Results => {
            let mut lines = wrapped(&screen.results, inside);
            lines.push(String::new());
            lines.push(
                "a  another game   r  review   l  all turns   esc  the table   q  leave".to_owned(),
            );
            (" The game is over ", lines)
        }
    };
    let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
    let room = usize::from(height.saturating_sub(2));
    let most = lines.len().saturating_sub(room) as u16;
    screen.popup_scroll = screen.popup_scroll.min(most);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let title = match most {
        0 => title.to_owned(),
        _ => format!("{title}(up and down scroll) "),
    };
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(title).title_style(bold());
    let inner = block.inner(place);
    frame.render_widget(block, place);
    let from = usize::from(screen.popup_scroll);
    let shown = lines.iter().skip(from).take(room);
    let shown: Vec<Line<'_>> = shown.map(|line| Line::from(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(Text::from(shown)), inner);
}
