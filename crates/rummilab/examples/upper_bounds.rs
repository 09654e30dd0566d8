//! What the hidden tiles are worth: the champion against a player that thinks ahead with knowledge
//! no player may have (experiments/upper-bounds). The cheats are not bots, so no roster can hold
//! them.
//!
//! `cargo run --release -p rummilab --example upper_bounds -- rack 100 2026`
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use rummilab::arena::{Draws, deal};
use rummilab::bot_api::{Bot, BotFault, PublicTurn, View};
use rummilab::bots::rollout::{Candidate, Wanted, candidates};
use rummilab::bots::{BotSpec, Player, roster};
use rummilab::chance::{Key, Stream};
use rummilab::core::{Action, BySeat, CouldPlay, Deal, Game, RuleSet, Seat, Tile, win_share};
use rummilab::playout::{Belief, HiddenTiles, Playout, Policies, middle_of};
use rummilab::stats::{BlockMeans, Interval, LEVEL, mean_interval, rate_interval};

type Failure = Box<dyn Error + Send + Sync>;

/// The bot that both play where they do not think ahead.
const CHAMPION: &str = "champion:budget=fast";
/// The bot that plays both seats in the games played on, unless another is named.
const MODEL: &str = "champion:budget=fast";
/// The seer thinks ahead while the pool holds at most this many tiles.
const POOL: usize = 6;
/// Plays tried besides the champion's turn and a draw.
const PLAYS: usize = 4;
/// Worlds in which each turn is tried, where the true world is not known.
const WORLDS: usize = 2;

/// What a player sees of the tiles that are hidden from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sight {
    /// Nothing: worlds are dealt at random. This is the control, not a cheat.
    Nothing,
    /// The other rack. The order of the pool is dealt at random.
    Rack,
    /// The other rack and the order of the pool.
    Order,
}

impl Sight {
    fn parse(word: &str) -> Option<Sight> {
        match word {
            "nothing" => Some(Sight::Nothing),
            "rack" => Some(Sight::Rack),
            "order" => Some(Sight::Order),
            _ => None,
        }
    }

    /// The game as it stands, or as it may stand in one world.
    fn world<'r>(
        self,
        game: &Game<'r>,
        view: &View<'r>,
        stream: &mut Stream,
    ) -> Result<Game<'r>, Failure> {
        let hidden = match self {
            Sight::Order => return Ok(game.clone()),
            Sight::Rack => {
                let mut pool: Vec<Tile> = game.pool().tiles().collect();
                stream.shuffle(&mut pool);
                let racks = BySeat::from_fn(game.players(), |seat| *game.rack(seat));
                HiddenTiles { racks, pool }
            }
            Sight::Nothing => {
                let (mut nobody, mut unused) =
                    (Policies::new(Vec::new(), stream.clone()), stream.clone());
                let outlook = Belief::new(0, 0).look(view, &mut nobody, &mut unused);
                outlook.ok_or("tiles do not add up")?.draw(stream).0
            }
        };
        Ok(Game::resume(view.rules, &middle_of(view, &hidden))?)
    }
}

/// A champion that tries its turns in games played on. It may see more than a player has a right
/// to.
struct Seer {
    sight: Sight,
    champion: Box<dyn Bot>,
    player: Player,
    /// One for each seat.
    models: Policies,
    judge: Box<dyn CouldPlay>,
}

impl Seer {
    fn new(sight: Sight, model: &str) -> Result<Seer, Failure> {
        let model: BotSpec = model.parse()?;
        let models = vec![model.make(), model.make()];
        let stream = Stream::new(Key::sample(0, "models", 0));
        Ok(Seer {
            sight,
            champion: CHAMPION.parse::<BotSpec>()?.make(),
            player: Player::new(roster::solver()),
            models: Policies::new(models, stream),
            judge: judge(),
        })
    }

    /// The champion's turn, or the first alternative that wins more often in the worlds tried.
    fn act(
        &mut self,
        game: &Game<'_>,
        history: &[PublicTurn],
        stream: &mut Stream,
    ) -> Result<Action, Failure> {
        let seat = game.to_move().ok_or("nobody is to move")?;
        let view = View::of(game, seat, history);
        let usual = self.champion.act(&view, stream)?;
        // With an empty pool nothing is hidden.
        if view.pool_len == 0 || view.pool_len > POOL {
            return Ok(usual);
        }
        let wanted = Wanted {
            plays: PLAYS,
            own: seat.index(),
            others: 0,
        };
        let tried = candidates(&view, &usual, wanted, &mut self.player, &mut self.models)?;
        if tried.len() < 2 {
            return Ok(usual);
        }
        let worlds = if self.sight == Sight::Order {
            1
        } else {
            WORLDS
        };
        let mut won = vec![0.0; tried.len()];
        for _ in 0..worlds {
            let world = self.sight.world(game, &view, stream)?;
            let key = Key::sample(stream.next_u64(), "world", 0);
            for (candidate, won) in tried.iter().zip(&mut won) {
                *won += self.play_on(world.clone(), history, candidate, key)?;
            }
        }
        let mut best = 0;
        for (at, share) in won.iter().enumerate() {
            if *share > won[best] {
                best = at;
            }
        }
        Ok(tried[best].action.clone())
    }

    /// The share of the win of the seat to move, if both seats follow the model after this turn.
    fn play_on(
        &mut self,
        mut game: Game<'_>,
        history: &[PublicTurn],
        candidate: &Candidate,
        key: Key,
    ) -> Result<f64, BotFault> {
        let seat = game.to_move().unwrap_or(Seat(0));
        let seats = BySeat::from_fn(2, Seat::index);
        self.models.begin(&seats, Stream::new(key));
        let mut history = history.to_vec();
        let mut playout = Playout {
            policies: &mut self.models,
            judge: self.judge.as_mut(),
            depth: 0,
        };
        playout.play(&mut game, &mut history, &candidate.action, &seats)?;
        let share = rummilab::playout::win_share(&game, seat, self.judge.as_mut());
        Ok(share.unwrap_or(0.5))
    }
}

fn judge() -> Box<dyn CouldPlay> {
    Box::new(roster::solver())
}

/// Plays a deal with the seer in this seat; returns its share of the win and its points.
fn play(
    rules: &RuleSet,
    deal: &Deal,
    seer: (&mut Seer, Seat),
    champion: &mut dyn Bot,
    mut streams: [Stream; 2],
) -> Result<(f64, f64), Failure> {
    let (seer, seat) = seer;
    seer.champion.new_game(seat);
    champion.new_game(seat.next(2));
    let mut judge = judge();
    let mut game = Game::new(rules, deal, Seat(0))?;
    let mut history = Vec::new();
    while let Some(to_move) = game.to_move() {
        let stream = &mut streams[to_move.index()];
        let action = match to_move == seat {
            true => seer.act(&game, &history, stream)?,
            false => champion.act(&View::of(&game, to_move, &history), stream)?,
        };
        let event = game.act(&action, judge.as_mut());
        let event = event.map_err(|why| why.to_string())?;
        history.push(PublicTurn::of(&event));
    }
    let results = game.results(judge.as_mut()).ok_or("the game is not over")?;
    let places = results.iter().map(|result| result.place);
    let own = &results[seat];
    Ok((win_share(own.place, places), f64::from(own.score)))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// A figure with its interval, one digit after the point, `-` where it does not exist.
fn with_ends(
    value: Option<f64>,
    interval: Option<Interval>,
    text: impl Fn(f64) -> String,
) -> String {
    let value = value.map_or("-".to_owned(), &text);
    match interval {
        Some(ends) => format!("{value} [{}, {}]", text(ends.low()), text(ends.high())),
        None => format!("{value} -"),
    }
}

fn run() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let word = words.next().unwrap_or_default();
    let sight =
        Sight::parse(&word).ok_or("usage: upper_bounds nothing|rack|order DEALS SEED [MODEL]")?;
    let deals: u64 = words.next().ok_or("how many deals?")?.parse()?;
    let seed: u64 = words.next().ok_or("which seed?")?.parse()?;
    let model = words.next().unwrap_or_else(|| MODEL.to_owned());
    let rules = RuleSet::preset("original").ok_or("no such rules")?;
    let mut seer = Seer::new(sight, &model)?;
    let mut champion = CHAMPION.parse::<BotSpec>()?.make();
    let (mut wins, mut points) = (BlockMeans::new(), BlockMeans::new());
    println!("deal,wins_first,wins_second,points_first,points_second");
    for number in 0..deals {
        let (dealt, _) = deal(&rules, 2, Draws::PerSeat, seed, number)?;
        let mut of_deal = Vec::new();
        for seat in Seat::all(2) {
            let stream = |seat: Seat| Stream::new(Key::bot(seed, CHAMPION, seat.index(), number));
            let streams = [stream(Seat(0)), stream(Seat(1))];
            let seated = (&mut seer, seat);
            of_deal.push(play(&rules, &dealt, seated, champion.as_mut(), streams)?);
        }
        let [(won, scored), (won_second, scored_second)] = of_deal[..] else {
            unreachable!("two seats");
        };
        println!("{number},{won},{won_second},{scored},{scored_second}");
        std::io::stdout().flush()?;
        wins.push(&[won, won_second]);
        points.push(&[scored, scored_second]);
    }
    let wins = with_ends(wins.mean(), rate_interval(&wins, LEVEL), |share| {
        format!("{:.1}", share * 100.0)
    });
    let interval = mean_interval(&points, LEVEL, seed);
    let points = with_ends(points.mean(), interval, |points| format!("{points:+.1}"));
    println!("# {word}: wins {wins} %, points {points} a game, {deals} deals");
    Ok(())
}
