//! `tournament`: plays bots against each other and prints the results; the match itself is in
//! `play`.

use rummilab::arena::{DEFAULT_DEALS, DEFAULT_MATCHUPS, MAX_ROUNDS, PlanSpec, RulesEntry};
use rummilab::bot_api::external::TimeControl;
use rummilab::bots::BotSpec;
use rummilab::core::MAX_PLAYERS;
use rummilab::runs::{NamedBot, RunsError, check_free, parse_axis, parse_list};
use rummilab::stats::SweepAxis;

use crate::error::{Error, Exit, remark};
use crate::numbers::whole;
use crate::play::{Options, play};
use crate::recipe;
use crate::rules_arg::{RulesArgs, quoted};
use crate::stop_args::StopArgs;
use crate::sweep::play_sweep;

/// Play bots against each other on the same deals and print who is better
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Bots, separated by commas: name or name:key=value[,key=value…] (`rummilab bots` lists them)
    #[arg(long, value_name = "BOTS")]
    bots: Option<String>,
    /// One more bot, such as `hold:h=3` or `cmd:python3 mybot.py`, a program that speaks the bot
    /// protocol; may be repeated. With a name before it, as in `mine=cmd:python3 mybot.py`, it is
    /// called so in tables and files
    #[arg(long, value_name = "BOT")]
    bot: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seats in every game; 2 unless given, 4 (or 3) with --format club
    #[arg(long, value_parser = whole(2, MAX_PLAYERS as u64))]
    players: Option<u64>,
    /// Deals of each match-up, each played in all seatings; 100 unless given. Not with --format
    /// club
    #[arg(long, value_parser = whole(1, u64::MAX))]
    deals: Option<u64>,
    /// With --format club: rounds of four games (of three at tables of three); 3 unless given
    #[arg(long, value_parser = whole(1, MAX_ROUNDS))]
    rounds: Option<u64>,
    /// With --format club: the best of one table play a final, which alone decides their order
    #[arg(long = "final")]
    with_final: bool,
    /// With --format club: the bot that completes the last table of every round without being
    /// placed; the last of the list unless given
    #[arg(long, value_name = "BOT")]
    reserve: Option<String>,
    /// Master seed: the same seed plays the same games
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Who meets whom. round-robin: every bot meets every other. gauntlet: the first bot meets each
    /// of the others. challenge: the same, but with more than 2 seats the first bot fills all seats
    /// but one. club: rounds at tables by results
    #[arg(
        long,
        default_value = "round-robin",
        value_parser = ["round-robin", "gauntlet", "challenge", "club"]
    )]
    format: String,
    /// A stream of tiles for each seat, or one shared by all
    #[arg(long, default_value = "per-seat", value_parser = ["per-seat", "shared"])]
    draws: String,
    /// What a bot's fault leads to: the end of the game, or the penalty of the rules (and the end
    /// after the third)
    #[arg(long, default_value = "end", value_parser = ["end", "rules"])]
    faults: String,
    /// Clock of bots that are programs: milliseconds a move and, after `+`, more for the game
    /// (1000+10000 unless given); game=60s,inc=0.5s: a time for the game, and more after each
    /// move; or none. Other bots have no clock
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// Most match-ups with more than 2 seats
    #[arg(long, default_value_t = DEFAULT_MATCHUPS, value_parser = whole(1, u64::MAX))]
    matchups: u64,
    /// The bot that strengths (ratings) are counted from; the first of the list unless given
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
    /// Play the match once with each of these values, and tell how the figures change with them:
    /// `hold.h=0,1,2` for a parameter of all bots called `hold`, `option.jokers=0,2,4` for a rule
    /// field, `players=2,3`. May be repeated: all combinations are played
    #[arg(long, value_name = "KEY=V,V,…")]
    sweep: Vec<String>,
    #[command(flatten)]
    stop: StopArgs,
    #[command(flatten)]
    options: Options,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold:h=1,greedy --deals 200 --seed 1
  rummilab tournament --bots hold:h=3,greedy --players 4 --rules tournament
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab tournament --format club --rules tournament --rounds 3 --final \\
    --bots greedy,value,single,hold,hold:h=3
  rummilab tournament --bots greedy,hold --option jokers=0 --json
  rummilab tournament --bots hold:h=1,greedy --deals 5000 --until-width 5
  rummilab tournament --bots hold:h=1,greedy --deals 5000 --sprt mu0=0,mu1=3
  rummilab tournament --bots hold:h=1,greedy --deals 5000 \\
    --sprt mu0=0,mu1=10,unit=elo,alpha=0.05,beta=0.1
  rummilab tournament --bots hold,greedy --sweep hold.h=0,1,2,4 --deals 200
  rummilab tournament --bots hold,greedy --sweep option.jokers=0,2,4
  rummilab bot new --lang python
  rummilab tournament --bot \"cmd:python3 mybot.py\" --bot greedy --deals 50 \\
    --clock 200+5000 --salt random
  rummilab tournament --bot \"mine=cmd:python3 mybot.py\" --bot greedy --deals 20

A club tournament plays rounds of four games at tables of four, every game with its own deal. Round
1 is drawn by lot, later rounds by the results so far with as few repeated pairs as can be. 4-3-1-0
placement points a game decide, then game points, better places, fewest minus points. It needs at
least one table of bots. If the number of bots does not divide into tables, reserve players complete
the last table of every round. Of equal players the one with the lower lot is first; lots.csv has
the lots.

The same command continues an interrupted tournament.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut bots = args.bots.as_deref().map_or(Ok(Vec::new()), parse_list)?;
    for bot in &args.bot {
        bots.push(bot.parse::<NamedBot>()?.to_string());
    }
    if bots.is_empty() {
        return Err(Error::Input(
            "no bots: give at least one with --bots, such as --bots hold:h=1,greedy; `rummilab \
             bots` lists them"
                .to_owned(),
        ));
    }
    let club = args.format == "club";
    if club && args.deals.is_some() {
        return Err(Error::Input(
            "--deals is not for --format club, where every game has a deal of its own: give \
             --rounds"
                .to_owned(),
        ));
    }
    if bots.len() == 1 && !club {
        remark("one bot: it plays against itself; more bots are separated by commas");
    }
    let spec = PlanSpec {
        programs: Vec::new(),
        bots,
        players: args.players.unwrap_or(if club { 4 } else { 2 }),
        deals: args.deals.unwrap_or(DEFAULT_DEALS),
        rounds: args.rounds,
        with_final: args.with_final,
        reserve: args.reserve.clone(),
        seed: args.seed,
        salt: None,
        format: args.format.clone(),
        draws: args.draws.clone(),
        faults: args.faults.clone(),
        clock: args.clock.map(|clock| clock.to_string()),
        listed: Vec::new(),
        matchups: args.matchups,
        anchor: args.anchor.clone(),
        question: None,
        prediction: None,
        stop: args.stop.spec(),
        rules: RulesEntry::from(&args.rules.read()?),
    };
    let recipe = recipe::tournament(&spec, args.rules.name(), &args.rules.options);
    if args.sweep.is_empty() {
        return play(spec, &args.options, &recipe);
    }
    let axes = args.sweep.iter().map(|text| parse_axis(text));
    let axes: Vec<SweepAxis> = axes.collect::<Result<_, _>>().map_err(RunsError::from)?;
    // As they were typed, since canonical names leave out defaults.
    let typed = args
        .bots
        .as_deref()
        .map(BotSpec::split_list)
        .unwrap_or_default();
    let written = PlanSpec {
        bots: [typed, args.bot.clone()].concat(),
        ..spec.clone()
    };
    check_free(&axes, &written, &args.rules.options, args.players.is_some())?;
    let sweeps = args
        .sweep
        .iter()
        .map(|text| format!(" --sweep {}", quoted(text)));
    let recipe = recipe + &sweeps.collect::<String>();
    play_sweep((spec, axes), &args.options, &recipe)
}
