//! Small games, played by enumeration, that give the end positions of the tests.

use rummilab_bot_api::{PublicTurn, View, Visible};
use rummilab_bots::worlds::{Hidden, KnownGame, Turn};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Game, RuleSet, Seat, Tile, TileCounts, UnopenedPenalty};

use crate::common::enumeration::Enumeration;
use crate::common::plain::Line;

/// Far more than small games need.
pub const ENOUGH: u64 = 1_000_000;

/// The most turns that enumeration may play for a position; others are skipped.
pub const TURNS: usize = 30_000;

/// A position of a small game and its history.
pub struct Scene<'r> {
    pub line: Line<'r>,
    pub history: Vec<PublicTurn>,
    pub starter: Seat,
}

/// Moves three tiles that form a set to the front, if there are any.
fn bring_set(rules: &RuleSet, tiles: &mut [Tile]) {
    for third in 2..tiles.len() {
        for second in 1..third {
            for first in 0..second {
                let three = [tiles[first], tiles[second], tiles[third]];
                if rules.judge(&three).best().is_some() {
                    tiles.swap(0, first);
                    tiles.swap(1, second);
                    tiles.swap(2, third);
                    return;
                }
            }
        }
    }
}

/// Plays a game in which every seat makes any legal turn. Most games have a set on every rack, so
/// that much can be laid. Hands out every position with at most `pool` tiles in the pool.
pub fn play<'r>(
    rules: &'r RuleSet,
    players: usize,
    pool: usize,
    number: u64,
    judge: &mut Enumeration,
    mut look: impl FnMut(&Scene<'r>, &mut Enumeration),
) {
    let mut stream = Stream::new(Key::sample(7, "worlds", number));
    let mut tiles = rules.all_tiles();
    stream.shuffle(&mut tiles);
    let hand = usize::from(rules.hand);
    if !number.is_multiple_of(3) {
        for seat in 0..players {
            bring_set(rules, &mut tiles[seat * hand..]);
        }
    }
    let racks = tiles.chunks(hand).take(players);
    let racks = racks.map(|rack| rack.iter().copied().collect()).collect();
    let rest = tiles[hand * players..].to_vec();
    let starter = Seat(stream.index(players).unwrap());
    let line = Line::new(rules, racks, rest, starter);
    let mut scene = Scene {
        line,
        history: Vec::new(),
        starter,
    };
    while let Some(seat) = scene.line.game.to_move() {
        if scene.line.pool().len() <= pool {
            look(&scene, judge);
        }
        let game = &scene.line.game;
        let plays = judge.plays(rules, &game.position(seat));
        // Now and then a seat that could lay does not, where that is legal.
        let lazy = stream.index(3) == Some(0);
        let view = View::of(game, seat, &scene.history);
        let idle = view.idle();
        let forced = idle == Action::Pass && rules.must_play_when_empty.binds(view.has_opened());
        let action = match stream.pick(&plays).filter(|_| forced || !lazy) {
            Some(laid) => judge.action(game, laid),
            None => idle,
        };
        let mut before = scene.line.game.clone();
        let event = before.act(&action, judge).unwrap();
        scene.history.push(PublicTurn::of(&event));
        scene.line = scene.line.act(&action, judge).unwrap();
    }
}

/// The position with every tile known.
pub fn known(scene: &Scene<'_>) -> KnownGame {
    let game = &scene.line.game;
    let seat = game.to_move().unwrap();
    let hidden = Hidden::of(&View::of(game, seat, &scene.history)).unwrap();
    let others = Seat::all(game.players()).filter(|other| *other != seat);
    let mut parts: Vec<TileCounts> = others.map(|other| *game.rack(other)).collect();
    parts.push(scene.line.pool().iter().copied().collect());
    let mut known = hidden.dealt(&parts);
    let penalty = game.rules().unopened_penalty != UnopenedPenalty::Off;
    for (seat, drawn) in scene.line.last_drawn.with_seats() {
        known.drawn[seat.index()] = drawn.filter(|_| penalty && !game.opened(seat));
    }
    known
}

pub fn laid(turn: &Turn) -> Option<TileCounts> {
    match turn {
        Turn::Lay(tiles) => Some(*tiles),
        Turn::Draw | Turn::Pass => None,
    }
}

/// The tiles that an action lays.
pub fn tiles_of(game: &Game<'_>, action: &Action, judge: &mut Enumeration) -> Option<TileCounts> {
    let mut after = game.clone();
    let event = after.act(action, judge).unwrap();
    match PublicTurn::of(&event).visible {
        Visible::Laid(tiles) => Some(tiles),
        _ => None,
    }
}
