//! Draws the game: players, table, rack, messages, keys.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use rummilab::core::Seat;
use rummilab::core::layout::Origin;
use rummilab::play::{LABEL, Places, Session, Spot, ToMove, bot_word, primer};
use rummilab::words::{Language, say};

use super::state::{Popup, Screen};
use super::tiles::{self, FLAT_STEP, TALL_STEP, TileState, put};
use crate::letters;
use crate::visible::visible;

/// The smallest screen for a game.
const SMALLEST: (u16, u16) = (60, 16);
/// Width from which on the log is shown beside the table.
const WITH_LOG: u16 = 120;
const LOG_WIDTH: u16 = 44;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, session: &Session, screen: &mut Screen) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (width, height) = SMALLEST;
        let text = say!(
            session.language(),
            "screen-too-small",
            width = width,
            height = height
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
    let message = message(session.language(), screen);
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
    let (stage, who) = match session.stage() {
        ToMove::Over => ("over", String::new()),
        ToMove::Person => ("person", String::new()),
        ToMove::Bot(seat) => ("bot", visible(&session.who(seat)).into_owned()),
    };
    let opening = session.opening_so_far();
    let opening = opening.filter(|_| session.stage() == ToMove::Person);
    let (points, needed) = opening.unwrap_or_default();
    let text = say!(
        session.language(),
        "screen-head",
        rules = plan.rules().name.as_str(),
        seed = plan.seed().master.to_string(),
        stage = stage,
        turn = turn,
        who = who,
        pool = session.game().pool_len(),
        last = session.game().in_last_round(),
        opening = opening.is_some(),
        points = points,
        needed = needed
    );
    Line::from(Span::styled(text, bold()))
}

/// The other seats, in as many lines as needed.
fn seat_lines(session: &Session, width: u16) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = Vec::new();
    let person = session.setting().person();
    for seat in Seat::all(session.game().players()).filter(|seat| *seat != person) {
        let who = session.who(seat);
        let who = if who.len() > 30 {
            let (name, number) = (bot_word(&who), seat.index() + 1);
            say!(
                session.language(),
                "player-named",
                name = name,
                number = number
            )
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
    let language = session.language();
    let mut title = format!(" {} ", say!(language, "screen-table", count = sets));
    if most > 0 {
        let rows = say!(
            language,
            "screen-rows",
            first = screen.scroll + 1,
            last = screen.scroll + shown,
            rows = screen.places.rows
        );
        title += &format!("{rows} ");
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
            put(
                buf,
                x,
                y,
                &format!("@{}", u32::from(owner) + 1),
                Style::new(),
            );
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
        let new = say!(language, "screen-new-set");
        put(buf, x + LABEL + 1, y, &new, style);
    }
    if sets == 0 {
        let below = Rect {
            x: inner.x + 1,
            y: inner.y + 1,
            width: inner.width.saturating_sub(2),
            height: inner.height.saturating_sub(1),
        };
        let mut texts = primer(language, session.rules());
        texts.push(say!(language, "screen-first-keys"));
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
    let person = session.setting().person();
    let title = say!(
        session.language(),
        "screen-rack",
        number = person.index() + 1,
        count = rack.len(),
        by_value = session.by_value(),
        opened = session.game().opened(person)
    );
    let block = Block::bordered().title(format!(" {title} "));
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
fn message(language: Language, screen: &Screen) -> String {
    if screen.refused {
        say!(language, "screen-no", why = screen.message.as_str())
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
        let text = say!(session.language(), "screen-type", line = tail);
        let column = area.x + text.chars().count() as u16;
        frame.render_widget(Paragraph::new(text).style(bold()), area);
        frame.set_cursor_position((column.min(area.right() - 1), area.y));
        return;
    }
    let language = session.language();
    let all = [
        say!(language, "screen-keys-long"),
        say!(language, "screen-keys-short"),
    ];
    let mut all = all.into_iter();
    let fitting = all.find(|keys| keys.chars().count() <= usize::from(area.width));
    let keys = match session.stage() {
        ToMove::Over => say!(language, "screen-keys-over"),
        _ => fitting.unwrap_or_else(|| say!(language, "screen-keys-least")),
    };
    let style = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Paragraph::new(keys).style(style), area);
}

/// The turns so far, the last ones at the bottom.
fn draw_log(frame: &mut Frame<'_>, session: &Session, area: Rect) {
    let block = Block::bordered().title(format!(" {} ", say!(session.language(), "screen-turns")));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let lines = wrapped(&session.log(), usize::from(inner.width));
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
    let language = session.language();
    let (title, lines) = match popup {
        Popup::Help => {
            let letters = letters::of(language, session.rules());
            let letters = say!(language, "screen-letters", letters = letters);
            let help = say!(language, "screen-help");
            let keys = help.lines().map(str::to_owned);
            let lines = keys.chain(wrapped(&[letters], inside)).collect();
            (say!(language, "screen-keys-title"), lines)
        }
        Popup::Log => (
            say!(language, "screen-turns-so-far"),
            wrapped(&session.log(), inside),
        ),
        Popup::Results => {
            let mut lines = wrapped(&screen.results, inside);
            lines.push(String::new());
            lines.push(say!(language, "screen-over-keys"));
            (say!(language, "screen-over"), lines)
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
        0 => format!(" {title} "),
        _ => format!(" {title} {} ", say!(language, "screen-scroll")),
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
