//! Makes deals from seeds. The order of everything here is fixed for ever, because a change would
//! alter every recorded game.

use rummilab_chance::{DealId, Key, Seed, Stream};
use rummilab_core::{BySeat, Deal, Redeal, RuleSet, Seat, Tile, TileCounts};
use serde::{Deserialize, Serialize};

use crate::error::HarnessError;

/// Number of deals that are tried before a redeal on pairs is given up.
pub const MAX_DEAL_ATTEMPTS: u32 = 10_000;

/// The arrangement of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// Each seat has a stream, so that the seatings of a block share more of their luck.
    #[default]
    PerSeat,
    /// One stream for all seats.
    Shared,
}

/// A deal, and the number of deals discarded before it.
///
/// All tiles, ascending, are shuffled with the deal's key. The first rack goes to seat 0, the next
/// to seat 1, and so on; the rest is dealt one by one to the streams. If each rack starts with
/// jokers, these are taken out before the shuffle. If the rules redeal on pairs, further attempts
/// follow while any rack has them.
///
/// # Errors
/// [`HarnessError::TooFew`] if the tiles do not suffice for that number of players;
/// [`HarnessError::Redeal`] after `MAX_DEAL_ATTEMPTS`.
pub fn deal(
    rules: &RuleSet,
    players: usize,
    draws: Draws,
    seed: impl Into<Seed>,
    id: impl Into<DealId>,
) -> Result<(Deal, u32), HarnessError> {
    let (seed, id) = (seed.into(), id.into());
    for attempt in 0..MAX_DEAL_ATTEMPTS {
        let deal = deal_attempt(rules, players, draws, seed, id, attempt)?;
        let redeal =
            rules.redeal == Redeal::Always && deal.racks.iter().any(|rack| has_pairs(rules, rack));
        if !redeal {
            return Ok((deal, attempt));
        }
    }
    Err(HarnessError::Redeal(MAX_DEAL_ATTEMPTS, rules.redeal_pairs))
}

/// The deal of one attempt, whatever pairs its racks hold.
///
/// # Errors
/// [`HarnessError::TooFew`] if the tiles do not suffice for that number of players.
pub fn deal_attempt(
    rules: &RuleSet,
    players: usize,
    draws: Draws,
    seed: impl Into<Seed>,
    id: impl Into<DealId>,
    attempt: u32,
) -> Result<Deal, HarnessError> {
    let dealt_jokers = usize::from(rules.jokers_dealt_each) * players;
    if dealt_jokers > usize::from(rules.copies_of(Tile::JOKER)) {
        return Err(HarnessError::TooFew("jokers", players));
    }
    if usize::from(rules.hand) * players > rules.tile_count() {
        return Err(HarnessError::TooFew("tiles", players));
    }
    let key = Key::deal(seed.into(), id.into(), attempt);
    Ok(deal_once(rules, players, draws, key))
}

/// Whether a rack has the pairs that allow a redeal, where the rules know one.
pub fn has_pairs(rules: &RuleSet, rack: &TileCounts) -> bool {
    rules.redeal_pairs > 0 && rack.pairs() >= u32::from(rules.redeal_pairs)
}

/// The place in the pool of a tile that `seat` puts back in a game with this deal: uniform over all
/// `places`. `returns` is the number of tiles that this seat has put back before in the game.
///
/// # Panics
/// If `places` is 0.
pub fn put_back_place(
    seed: impl Into<Seed>,
    deal: impl Into<DealId>,
    seat: Seat,
    returns: u32,
    places: usize,
) -> usize {
    Stream::new(Key::put_back(seed, deal, seat.index(), returns))
        .index(places)
        .expect("a pool has a place for a tile that goes back")
}

fn deal_once(rules: &RuleSet, players: usize, draws: Draws, key: Key) -> Deal {
    let each = usize::from(rules.jokers_dealt_each);
    let mut tiles = without_classic_jokers(rules, each * players);
    Stream::new(key).shuffle(&mut tiles);
    let shuffled_each = usize::from(rules.hand) - each;
    let (hands, rest) = tiles.split_at(shuffled_each * players);
    let rack = |seat: Seat| -> TileCounts {
        let hand = &hands[seat.index() * shuffled_each..][..shuffled_each];
        hand.iter()
            .copied()
            .chain(std::iter::repeat_n(Tile::JOKER, each))
            .collect()
    };
    let count = match draws {
        Draws::PerSeat => players,
        Draws::Shared => 1,
    };
    let stream = |index: usize| rest.iter().skip(index).step_by(count).copied().collect();
    Deal {
        racks: BySeat::from_fn(players, rack),
        streams: (0..count).map(stream).collect(),
    }
}

/// All tiles, ascending, without this many classic jokers. The jokers of other kinds stay.
fn without_classic_jokers(rules: &RuleSet, jokers: usize) -> Vec<Tile> {
    let mut tiles = rules.all_tiles();
    let first = tiles.partition_point(|tile| *tile < Tile::JOKER);
    tiles.drain(first..first + jokers);
    tiles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rules(preset: &str, options: &str) -> RuleSet {
        let options: Vec<&str> = options.split_whitespace().collect();
        let rules = RuleSet::preset(preset).unwrap();
        rules.with_options(&options).unwrap()
    }

    /// Rules with any tiles, jokers of every kind, and anything that a deal depends on.
    fn any_rules() -> impl Strategy<Value = RuleSet> {
        let tiles = (1_u8..=6, 3_u8..=15, 1_u8..=3);
        let jokers = (0_u8..=4, 0_u8..=4, 0_u8..=4, 0_u8..=4);
        let redeal = proptest::option::of(2_u8..=6);
        let deal = (0_u8..=2, 1_u8..=20, redeal);
        let rules = (tiles, jokers, deal).prop_filter_map("no such rules", |of| {
            let ((colours, values, copies), (j, d, c, m), (each, hand, redeal)) = of;
            let way = if redeal.is_some() { "always" } else { "never" };
            RuleSet::preset("original")
                .unwrap()
                .with_options(&[
                    format!("colours={colours}"),
                    format!("values={values}"),
                    format!("copies={copies}"),
                    format!("jokers={{ J = {j}, D = {d}, C = {c}, M = {m} }}"),
                    format!("jokers_dealt_each={each}"),
                    format!("hand={hand}"),
                    "opening_min=1".to_owned(),
                    format!("redeal={way}"),
                    format!("redeal_pairs={}", redeal.unwrap_or(0)),
                ])
                .ok()
        });
        rules.boxed()
    }

    proptest! {
        #[test]
        fn every_deal_is_one_the_referee_accepts(
            rules in any_rules(),
            players in 2_usize..=6,
            per_seat in any::<bool>(),
            seed in any::<u64>(),
            block in any::<u64>(),
        ) {
            let draws = if per_seat { Draws::PerSeat } else { Draws::Shared };
            let (deal, attempt) = match deal(&rules, players, draws, seed, block) {
                Ok(dealt) => dealt,
                Err(HarnessError::TooFew(..)) => {
                    prop_assert!(players > rules.max_players());
                    return Ok(());
                }
                // Some rules leave pairs on every rack.
                Err(error) => {
                    prop_assert!(matches!(error, HarnessError::Redeal(..)));
                    return Ok(());
                }
            };
            prop_assert_eq!(deal.check(&rules), Ok(()));
            prop_assert_eq!(deal.streams.len(), if per_seat { players } else { 1 });
            for rack in &deal.racks {
                prop_assert_eq!(rack.len(), usize::from(rules.hand));
                prop_assert!(rack.count(Tile::JOKER) >= rules.jokers_dealt_each);
            }
            if rules.redeal == Redeal::Always {
                let few = |rack: &TileCounts| rack.pairs() < u32::from(rules.redeal_pairs);
                prop_assert!(deal.racks.iter().all(few));
            } else {
                prop_assert_eq!(attempt, 0);
            }
        }

        #[test]
        fn both_ways_to_draw_hand_out_the_same_shuffle(
            players in 2_usize..=6,
            seed in any::<u64>(),
        ) {
            let rules = RuleSet::preset("original").unwrap();
            let (own, _) = deal(&rules, players, Draws::PerSeat, seed, 3).unwrap();
            let (shared, _) = deal(&rules, players, Draws::Shared, seed, 3).unwrap();
            prop_assert_eq!(own.racks, shared.racks);
            for (i, tile) in shared.streams[0].iter().enumerate() {
                prop_assert_eq!(own.streams[i % players][i / players], *tile);
            }
        }
    }

    /// The jokers given to each rack were taken off the end of the tiles, which holds special
    /// jokers if the game has any.
    #[test]
    fn each_rack_gets_its_classic_jokers_beside_special_ones() {
        let rules = rules("twist", "jokers_dealt_each=1");
        let (deal, _) = deal(&rules, 2, Draws::PerSeat, 1, 0).unwrap();
        assert_eq!(deal.check(&rules), Ok(()));
        assert!(deal.racks.iter().all(|rack| rack.count(Tile::JOKER) == 1));
    }

    #[test]
    fn golden_deal() {
        let rules = RuleSet::preset("original").unwrap();
        let (deal, attempt) = deal(&rules, 2, Draws::PerSeat, 1, 0).unwrap();
        assert_eq!(attempt, 0);
        let stream = |stream: &[Tile]| rummilab_core::Set::new(stream.iter().copied()).to_string();
        let [first, second] = [&deal.streams[0], &deal.streams[1]];
        let racks = [
            "R3 R3 B1 B5 B8 B10 B11 B13 K3 K3 K5 O3 O7 O7",
            "R2 R4 R11 B8 B9 K2 K6 K12 O1 O3 O5 O12 O13 J",
        ];
        assert!(deal.racks.iter().map(ToString::to_string).eq(racks));
        assert_eq!(stream(&first[..8]), "O12 B4 R13 O10 R6 K10 B11 B7");
        assert_eq!(stream(&second[..8]), "R10 K8 R8 O11 O10 O8 B3 O11");
        assert_eq!(stream(&first[37..]), "B10 O5");
        assert_eq!(stream(&second[37..]), "R7 O9");
    }

    /// Frozen, because it decides recorded games. The numbers come from an independent
    /// implementation, see `chance`.
    #[test]
    fn golden_places() {
        let places: Vec<usize> = (0..6)
            .map(|n| put_back_place(7, 42, Seat(1), n, 147))
            .collect();
        assert_eq!(places, [62, 67, 36, 47, 111, 140]);
        assert_eq!(put_back_place(7, 42, Seat(1), 0, 1), 0);
    }

    #[test]
    fn rules_that_always_deal_pairs_are_given_up() {
        let dealt = |options: &str, players| {
            let small = "colours=1 jokers=0 opening_min=6 redeal=always redeal_pairs=1";
            let rules = rules("original", &format!("{small} {options}"));
            deal(&rules, players, Draws::PerSeat, 1, 0)
        };
        assert!(dealt("values=3 hand=3", 2).is_ok());
        assert!(dealt("values=4 hand=4", 2).is_ok());
        let never = "copies=3 values=3 hand=4";
        assert!(matches!(dealt(never, 2), Err(HarnessError::Redeal(..))));
        assert!(matches!(dealt(never, 4), Err(HarnessError::TooFew(..))));
    }
}
