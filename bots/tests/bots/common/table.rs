//! Whole games between bots, observed turn by turn.

use rummilab_bot_api::{Bot, GameOver, PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Deal, Game, RuleSet, Seat, win_share};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// Plays a game of these bots with this seed until it is over or has had this many turns. Before
/// each turn, `see` gets the game and the view of the seat to move. Returns the public history.
pub fn play(
    rules: &RuleSet,
    bots: &[&str],
    seed: u64,
    turns: usize,
    mut see: impl FnMut(&Game, &View<'_>),
) -> Vec<PublicTurn> {
    let deal = deal(rules, bots.len(), seed);
    let mut game = Game::new(rules, &deal, Seat(0)).unwrap();
    let mut judge: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut history = Vec::new();
    let mut seats: Vec<(Box<dyn Bot>, Stream)> = Vec::new();
    for (seat, bot) in Seat::all(bots.len()).zip(bots) {
        let mut bot = bot.parse::<BotSpec>().unwrap().make();
        bot.new_game(seat);
        // A seat's random numbers do not depend on the name of its bot.
        seats.push((bot, Stream::new(Key::bot(seed, "seat", seat.index(), 0))));
    }
    while let Some(seat) = game.to_move() {
        if history.len() == turns {
            break;
        }
        game.start_turn();
        let view = View::of(&game, seat, &history);
        see(&game, &view);
        let (bot, stream) = &mut seats[seat.index()];
        let action: Action = bot.act(&view, stream).unwrap();
        let event = game.act(&action, &mut judge);
        let event = event.unwrap_or_else(|why| panic!("{}: {action:?}: {why}", bots[seat.index()]));
        history.push(PublicTurn::of(&event));
    }
    history
}

/// A shuffled deal, with a draw stream for each seat.
pub fn deal(rules: &RuleSet, players: usize, seed: u64) -> Deal {
    let mut tiles = rules.all_tiles();
    Stream::new(Key::deal(seed, 0, 0)).shuffle(&mut tiles);
    let hand = usize::from(rules.hand);
    let racks = BySeat::from_fn(players, |_| tiles.drain(..hand).collect());
    let mut streams = vec![Vec::new(); players];
    for (at, tile) in tiles.into_iter().enumerate() {
        streams[at % players].push(tile);
    }
    Deal { racks, streams }
}

/// Plays a whole game between bots that are made already, which may have played before. Returns
/// the public history and each seat's share of the win.
pub fn play_to_the_end(
    rules: &RuleSet,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
) -> (Vec<PublicTurn>, Vec<f64>) {
    let mut game = Game::new(rules, &deal(rules, bots.len(), seed), Seat(0)).unwrap();
    let mut judge: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut history = Vec::new();
    let mut streams = Vec::new();
    for (seat, bot) in Seat::all(bots.len()).zip(bots.iter_mut()) {
        bot.new_game(seat);
        streams.push(Stream::new(Key::bot(seed, "seat", seat.index(), 0)));
    }
    while let Some(seat) = game.to_move() {
        game.start_turn();
        let view = View::of(&game, seat, &history);
        let action = bots[seat.index()]
            .act(&view, &mut streams[seat.index()])
            .unwrap();
        let event = game.act(&action, &mut judge).unwrap();
        history.push(PublicTurn::of(&event));
    }
    let results = game.results(&mut judge).unwrap();
    let over = GameOver {
        ending: game.ending().unwrap(),
        results: &results,
        fault: None,
    };
    for (seat, bot) in Seat::all(bots.len()).zip(bots.iter_mut()) {
        bot.game_over(&View::of(&game, seat, &history), &over);
    }
    let places: Vec<u8> = results.iter().map(|result| result.place).collect();
    let share = |own: &u8| win_share(*own, places.iter().copied());
    (history, places.iter().map(share).collect())
}
