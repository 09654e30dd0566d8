//! Hidden tiles that a bot is shown on purpose. A [`View`](crate::View) never holds them; only a
//! bot whose name says `sees=` gets a value of this type ([`Bot::reveal`](crate::Bot::reveal)).

use rummilab_core::{BySeat, Game, Seat, Sight, Tile, TileCounts};

/// Tiles that other players do not see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revealed {
    /// The rack of every seat; `None` if the bot does not see them.
    pub racks: Option<BySeat<TileCounts>>,
    /// The tiles that the seat draws next if nobody else draws, in their order. Fewer than the bot
    /// may see if the pool holds fewer.
    pub pool: Vec<Tile>,
}

impl Revealed {
    /// What `seat` is shown of this game with this sight.
    pub fn of(game: &Game, seat: Seat, sight: Sight) -> Revealed {
        let racks = || BySeat::from_fn(game.players(), |seat| *game.rack(seat));
        Revealed {
            racks: sight.racks.then(racks),
            pool: game.next_draws(seat, sight.pool),
        }
    }
}
