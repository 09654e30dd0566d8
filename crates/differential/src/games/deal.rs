//! Whether a recorded deal is one of the rules (docs/rules.md#deal).

use super::record::Deal;
use crate::field::Redeal;
use crate::rules::Rules;
use crate::tile::{Joker, Tile, sorted};

/// What is wrong with a deal for this number of players; `None` if nothing is.
pub fn fault(rules: &Rules, deal: &Deal, players: usize) -> Option<String> {
    if deal.racks.len() != players || ![1, players].contains(&deal.streams.len()) {
        return Some("wrong number of racks or streams".to_owned());
    }
    let kinds = rules.kinds();
    let all = kinds
        .iter()
        .flat_map(|(tile, copies)| std::iter::repeat_n(*tile, usize::from(*copies)));
    let dealt: Vec<Tile> = [deal.racks.concat(), deal.streams.concat()].concat();
    if sorted(&dealt) != sorted(&all.collect::<Vec<_>>()) {
        return Some("the deal does not hold every tile of the game once".to_owned());
    }
    for (seat, rack) in deal.racks.iter().enumerate() {
        let jokers = rack
            .iter()
            .filter(|tile| **tile == Tile::Joker(Joker::Classic));
        if rack.len() != usize::from(rules.hand) {
            return Some(format!("seat {seat} is dealt {} tiles", rack.len()));
        }
        if jokers.count() < usize::from(rules.jokers_dealt_each) {
            return Some(format!("seat {seat} is dealt too few jokers"));
        }
        if rules.redeal == Redeal::Always && pairs(rack) >= usize::from(rules.redeal_pairs) {
            return Some(format!("seat {seat} has the pairs of a redeal"));
        }
    }
    None
}

/// Kinds of number tiles that the rack holds at least twice.
fn pairs(rack: &[Tile]) -> usize {
    let numbers: Vec<Tile> = rack
        .iter()
        .copied()
        .filter(|tile| !tile.is_joker())
        .collect();
    let tiles = sorted(&numbers);
    tiles
        .chunk_by(|a, b| a == b)
        .filter(|equal| equal.len() >= 2)
        .count()
}
