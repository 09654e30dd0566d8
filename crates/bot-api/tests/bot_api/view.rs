//! A view shows what a player sees, and nothing hidden.

use rummilab_bot_api::protocol::{HiddenMessage, revealed_from};
use rummilab_bot_api::{PublicTurn, Revealed, View, Visible};
use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, CouldPlay, Deal, Game, Position, RuleSet, Seat, Sight, Table, Tile, TileCounts,
    Unanswered,
};

struct Nobody;

impl CouldPlay for Nobody {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }
    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(0)
    }
}

fn tiles(text: &str) -> Vec<Tile> {
    text.split(' ').map(|tile| tile.parse().unwrap()).collect()
}

/// A deal in which seats 0 and 2 always have these tiles; `seed` shuffles everything else.
fn deal(rules: &RuleSet, seed: u64) -> Deal {
    let own = tiles("R10 B10 K10 O10 R1 R3 B5 B7 K2 K4 O6 O8 J R13");
    let first_draw = tiles("B1");
    let mut rest = rules.all_tiles();
    for tile in own.iter().chain(&first_draw) {
        let at = rest.iter().position(|t| t == tile).unwrap();
        rest.remove(at);
    }
    Stream::new(Key::sample(seed, "view", 0)).shuffle(&mut rest);
    let rack = |from: usize| {
        rest[from..from + 14]
            .iter()
            .copied()
            .collect::<TileCounts>()
    };
    let mut pool = rest[28..]
        .chunks(rest[28..].len().div_ceil(3))
        .map(<[Tile]>::to_vec);
    let mut streams: Vec<Vec<Tile>> = pool.by_ref().collect();
    streams[0].insert(0, first_draw[0]);
    // Pool sizes are equal for all seeds; only the order differs.
    Deal {
        racks: [own.into_iter().collect(), rack(0), rack(14)].into(),
        streams,
    }
}

/// Seat 0 draws, seats 1 and 2 draw, seat 0 opens, seats 1 and 2 draw.
fn played(rules: &RuleSet, deal: &Deal) -> (Game, Vec<PublicTurn>) {
    let opening = Table::new(vec![tiles("R10 B10 K10 O10").into_iter().collect()]);
    let mut game = Game::new(rules, deal, Seat(0)).unwrap();
    let mut history = Vec::new();
    for turn in 0..6 {
        let action = if turn == 3 {
            Action::Play(opening.clone())
        } else {
            Action::Draw
        };
        let event = game.act(&action, &mut Nobody).unwrap();
        history.push(PublicTurn::of(&event));
    }
    (game, history)
}

#[test]
fn states_that_differ_only_in_hidden_tiles_look_the_same() {
    let rules = RuleSet::preset("original").unwrap();
    let (one, one_history) = played(&rules, &deal(&rules, 1));
    for seed in 2..20 {
        let (other, history) = played(&rules, &deal(&rules, seed));
        assert_ne!(
            one.rack(Seat(1)),
            other.rack(Seat(1)),
            "the hidden tiles do differ"
        );
        let (a, b) = (
            View::of(&one, Seat(0), &one_history),
            View::of(&other, Seat(0), &history),
        );
        assert_eq!(a, b);
        // Everything a bot can read, also in the debug format.
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        // The seat that holds the tiles does see the difference.
        assert_ne!(
            View::of(&one, Seat(1), &one_history),
            View::of(&other, Seat(1), &history)
        );
    }
}

#[test]
fn a_view_shows_every_public_fact() {
    let rules = RuleSet::preset("original").unwrap();
    let (game, history) = played(&rules, &deal(&rules, 1));
    let view = View::of(&game, Seat(1), &history);
    assert_eq!(view.players(), 3);
    assert_eq!(view.rack, *game.rack(Seat(1)));
    assert_eq!(view.rack_sizes, [11, 16, 16].into());
    assert_eq!(view.smallest_opponent_rack(), 11);
    assert_eq!(view.opened, [true, false, false].into());
    assert_eq!(view.pool_len, 106 - 42 - 5);
    assert_eq!(view.table.to_string(), "R10 B10 K10 O10");
    assert_eq!(view.history.len(), 6);
    assert!(!view.last_round && !view.has_opened());
}

/// Two seats of a house game. Seat 0 has R7 and draws R7. `seed` decides seat 1's rack and the rest
/// of the pool.
fn house_deal(rules: &RuleSet, seed: u64) -> Deal {
    let own = tiles("R7 B10 K10 Y10 R1 R3 B5 B7 K2 K4 G6 G8");
    let first_draw = tiles("R7");
    let mut rest = rules.all_tiles();
    for tile in own.iter().chain(&first_draw) {
        let at = rest.iter().position(|t| t == tile).unwrap();
        rest.remove(at);
    }
    Stream::new(Key::sample(seed, "house view", 0)).shuffle(&mut rest);
    let pool = first_draw.into_iter().chain(rest.split_off(12));
    Deal {
        streams: vec![pool.collect()],
        racks: [
            own.into_iter().collect(),
            rest.into_iter().collect::<TileCounts>(),
        ]
        .into(),
    }
}

#[test]
fn the_tile_drawn_first_is_seen_by_its_owner_alone() {
    let rules = RuleSet::preset("house").unwrap();
    let view_of_other = |seed: u64| {
        let mut game = Game::new(&rules, &house_deal(&rules, seed), Seat(0)).unwrap();
        assert_eq!(View::of(&game, Seat(0), &[]).drawn, None, "not begun");
        game.start_turn();
        let view = View::of(&game, Seat(0), &[]);
        assert_eq!(
            (view.drawn, view.may_put_back),
            (Some(tiles("R7")[0]), true)
        );
        assert_eq!((view.rack.len(), &view.racks), (13, &None));
        assert_eq!(view.idle(), Action::Pass);
        let other = View::of(&game, Seat(1), &[]);
        assert_eq!((other.drawn, other.may_put_back), (None, false));
        let own = format!("{view:?}");
        // The tile goes to the end, so that the next tiles stay the same.
        game.put_back(game.put_back_places() - 1).unwrap();
        let event = game.act(&Action::Pass, &mut Nobody).unwrap();
        let public = PublicTurn::of(&event);
        let seen = PublicTurn {
            seat: Seat(0),
            drew_first: true,
            put_back: 1,
            visible: Visible::Passed,
        };
        assert_eq!(public, seen);
        own
    };
    let one = view_of_other(1);
    assert!((2..20).all(|seed| view_of_other(seed) == one));
}

#[test]
fn open_hands_are_seen_by_all() {
    let rules = RuleSet::preset("house").unwrap();
    let rules = rules.with_options(&["open_hands=true"]).unwrap();
    let game = Game::new(&rules, &house_deal(&rules, 1), Seat(0)).unwrap();
    let racks = Some([*game.rack(Seat(0)), *game.rack(Seat(1))].into());
    for seat in Seat::all(2) {
        assert_eq!(View::of(&game, seat, &[]).racks, racks);
    }
}

/// Views stay equal; only the type of its own shows what differs, and messages carry all of it.
#[test]
fn hidden_tiles_are_shown_by_a_type_of_their_own() {
    let rules = RuleSet::preset("original").unwrap();
    let shown = |seed: u64, sight: &str| {
        let (game, _) = played(&rules, &deal(&rules, seed));
        let hidden = Revealed::of(&game, Seat(0), sight.parse().unwrap());
        let line = serde_json::to_string(&HiddenMessage::from(&hidden)).unwrap();
        let message: HiddenMessage = serde_json::from_str(&line).unwrap();
        assert_eq!(revealed_from(&message, &rules).unwrap(), hidden);
        (game, hidden)
    };
    let (mut game, both) = shown(1, "racks+pool3");
    let racks = both.racks.as_ref().unwrap();
    assert!(Seat::all(3).all(|seat| racks[seat] == *game.rack(seat)));
    assert_eq!(both.pool.len(), 3);
    let before = *game.rack(Seat(0));
    game.act(&Action::Draw, &mut Nobody).unwrap();
    let drawn = game.rack(Seat(0)).checked_sub(&before).unwrap();
    assert_eq!(drawn, both.pool[..1].iter().copied().collect());
    assert_ne!(shown(2, "racks").1.racks, both.racks);
    assert_eq!(shown(1, "pool1").1.racks, None);
    assert_eq!(shown(1, "pool999").1.pool.len(), game.pool_len() + 1);
    assert_eq!(shown(1, "nothing").1, Revealed::default());
    assert_eq!(Sight::of_bot("spy"), Sight::NOTHING);
}
