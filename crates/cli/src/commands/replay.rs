//! `replay`: steps through a recorded game as text, after the referee has confirmed it.

use std::borrow::Cow;

use rummilab::core::{Ending, Event, Seat, Table, count as counted};
use rummilab::play::review::ReviewedGame;
use rummilab::record::{
    Block, FaultLine, GameRecord, Header, ReplayLine, ReplayedTurn, replay, what_happened,
};
use rummilab::runs::judge;

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::recorded_game::{GameArgs, TurnArgs};
use crate::tables::{hanging, wrapped};
use crate::visible::visible;

/// Step through a recorded game as text
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    #[command(flatten)]
    only: TurnArgs,
    /// One JSON record a finished turn, or the named one
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab replay runs/league
  rummilab replay runs/league --block 7 --game 1
  rummilab replay runs/league --block 7 --game 1 --turn 9
  rummilab replay runs/league --block 7 --game 1 --own-turn 0:5

A named turn is shown alone, with all racks. Of a turn that was refused or that broke off the game
the reason is shown, the refused action, and rack and table with which the bot decided. Each line
begins with the turn of the game, from 0, and with seat and own turn, from 1.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let (header, block, chosen) = (&chosen.header, &chosen.block, ReviewedGame::of(&chosen));
    let steps = replay(header, block, chosen.game, &mut judge());
    let mut steps = steps.map_err(|error| chosen.replay_failed(error))?;
    let only = args.only.find(chosen)?;
    if only.is_some() || !args.json {
        steps.extend(chosen.broken_off(&mut judge())?.map(|found| found.turn));
    }
    if only.is_some_and(|turn| turn >= steps.len()) {
        return Err(chosen.no_such_turn().into());
    }
    Show {
        chosen,
        header,
        block,
        game: chosen.record(),
        out: Out::new(),
    }
    .steps(only, args.json, &steps)?;
    Ok(Exit::Done)
}

/// The draw at the start of a turn, as text.
fn drawn_first(event: &Event) -> String {
    let first = event.drawn_first.map(|tile| match event.put_back {
        0 => format!(" after drawing {tile}"),
        1 => format!(" after putting a tile back and drawing {tile}"),
        more => format!(" after putting {more} tiles back and drawing {tile}"),
    });
    first.unwrap_or_default()
}

struct Show<'a> {
    chosen: ReviewedGame<'a>,
    header: &'a Header,
    block: &'a Block,
    game: &'a GameRecord,
    out: Out,
}

impl Show<'_> {
    fn steps(
        &mut self,
        only: Option<usize>,
        json: bool,
        steps: &[ReplayedTurn],
    ) -> Result<(), Error> {
        if !json {
            self.opening()?;
        }
        let mut before = Table::default();
        for step in steps {
            let wanted = only.is_none_or(|turn| turn == step.turn);
            if wanted && json {
                self.json(step)?;
            } else if wanted {
                self.text(step, &before, only.is_some())?;
            }
            before = step.table.clone();
        }
        if !json && only.is_none() {
            self.result()?;
        }
        Ok(())
    }

    fn bot(&self, seat: Seat) -> Cow<'_, str> {
        visible(self.chosen.bot(seat))
    }

    fn opening(&mut self) -> Result<(), Error> {
        let title = self.header.rules.title();
        let rules = visible(&title);
        let head = format!(
            "{rules}, block {}, game {}, seed {}",
            self.block.block, self.chosen.game, self.header.seed
        );
        self.out.text(&wrapped(&head))?;
        if self.game.starter > Seat(0) {
            let starter = self.game.starter;
            let text = format!("seat {starter} ({}) starts", self.bot(starter));
            self.out.text(&wrapped(&text))?;
        }
        let racks = self.block.deal_of(self.chosen.game).map(|deal| &deal.racks);
        for (seat, rack) in racks.into_iter().flatten().enumerate() {
            let text = format!("seat {seat} ({}): {rack}", self.bot(Seat(seat)));
            self.out.text(&hanging(8, &text))?;
        }
        self.out.text("")
    }

    fn text(&mut self, step: &ReplayedTurn, before: &Table, with_racks: bool) -> Result<(), Error> {
        let seat = step.event.seat;
        let (action, tiles) = what_happened(self.game, step);
        let left = step.racks[seat].len();
        let head = format!(
            "{:>3}  {seat}:{:<3} seat {seat} ({}) {action} {tiles}",
            step.turn,
            step.own_turn,
            self.bot(seat)
        );
        let first = drawn_first(&step.event);
        let head = head.trim_end();
        let turn = format!("{head}{first}  [rack {left}, pool {}]", step.pool_len);
        self.out.text(&hanging(11, &turn))?;
        if let Some(fault) = self.game.fault_on(step.turn) {
            self.fault(&fault.into(), step)?;
        }
        for set in step.table.sets_not_in(before) {
            self.out.text(&hanging(9, &format!("       + {set}")))?;
        }
        for set in before.sets_not_in(&step.table) {
            self.out.text(&hanging(9, &format!("       - {set}")))?;
        }
        if with_racks {
            self.out
                .text(&hanging(11, &format!("     table {}", step.table)))?;
            for (seat, rack) in step.racks.iter().enumerate() {
                let text = format!("     seat {seat} ({}) {rack}", self.bot(Seat(seat)));
                self.out.text(&hanging(12, text.trim_end()))?;
            }
        }
        Ok(())
    }

    /// Why the turn is a fault, what was refused, and the position in which the bot decided.
    fn fault(&mut self, fault: &FaultLine, step: &ReplayedTurn) -> Result<(), Error> {
        let seat = step.event.seat;
        let mut rack = step.racks[seat];
        rack = rack.saturating_sub(&step.event.drawn().iter().copied().collect());
        let refused = fault.refused.as_deref().unwrap_or("nothing that is kept");
        let (rack, table) = (rack.to_string(), step.table.to_string());
        for (head, text) in [
            ("why", fault.to_string().as_str()),
            ("refused", refused),
            ("rack", &rack),
            ("table", &table),
        ] {
            let line = format!("     {head:7} {}", visible(text));
            self.out.text(&hanging(13, line.trim_end()))?;
        }
        Ok(())
    }

    fn json(&mut self, step: &ReplayedTurn) -> Result<(), Error> {
        let (chosen, seat) = (self.chosen, step.event.seat);
        let bot = chosen.bot(seat);
        let line = ReplayLine::of(&self.header.rules, self.game, bot, step);
        self.out.record(&line)
    }

    fn result(&mut self) -> Result<(), Error> {
        self.out.text("")?;
        if let Some(fault) = &self.game.fault {
            let text = format!(
                "seat {} ({}) broke off: {}",
                fault.seat,
                self.bot(fault.seat),
                visible(&fault.detail)
            );
            self.out.text(&wrapped(&text))?;
        }
        if self.game.ending == Ending::Endless {
            let turns = self.game.turns.len();
            self.out
                .text(&format!("endless: given up after {turns} turns"))?;
        }
        for (seat, result) in self.game.seats.with_seats() {
            let points = if self.header.rules.has_scores() {
                format!(", {:+} points", result.score)
            } else {
                String::new()
            };
            let text = format!(
                "seat {seat} ({}): place {}{points}, {} left",
                self.bot(seat),
                result.place,
                counted(result.tiles_left, "tile")
            );
            self.out.text(&wrapped(&text))?;
        }
        Ok(())
    }
}
