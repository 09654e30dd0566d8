//! The answering side of the protocol: a bot of ours answers the requests of another program. Only
//! `quit` and the end of the other program's output end it; no other input does.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, Ending, RuleSet, Seat, SeatResult, Tile};
use serde::Deserialize;

use crate::external::{ProgramOutput, read_capped, skip_line};
use crate::protocol::{
    BotReply, ErrorCode, GameFromMessages, GameResult, HelloAnswer, HiddenMessage, Hint,
    MAX_LINE_BYTES, NewGame, PublicEvent, Reply, Request, ResultEnd, State, VERSION, WireError,
    action_message, revealed_from, rules_from,
};
use crate::solve::{MakeOracle, Refusal, SolveSession};
use crate::{Bot, GameOver, View};

/// What the answering side needs from the program around it.
pub trait Host {
    /// The answer to `hello`.
    fn hello(&self) -> HelloAnswer;

    /// Checks that it plays these rules.
    ///
    /// # Errors
    /// The reason why it does not, for the other program.
    fn supports(&self, rules: &RuleSet) -> Result<(), String>;

    /// A bot for a new game.
    fn bot(&mut self) -> Box<dyn Bot>;

    /// What the bot would do and why, with up to `alternatives` other plays. A separate bot gives
    /// the advice, so that the playing bot plays the same with and without it.
    ///
    /// # Errors
    /// The reason why there is no advice, for the other program.
    fn hint(
        &mut self,
        view: &View<'_>,
        stream: &mut Stream,
        alternatives: usize,
    ) -> Result<Hint, String>;
}

/// Number of alternatives in a hint, unless the request gives one.
const ALTERNATIVES: usize = 3;

/// The minimum that a request contains, however wrong the rest is.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    id: Option<u64>,
    #[serde(default, rename = "type")]
    kind: String,
}

/// The known types of requests; a later version may have others.
const KINDS: [&str; 8] = [
    "hello", "newgame", "move", "putback", "hint", "solve", "gameover", "quit",
];

/// A game in progress.
struct ServedGame {
    bot: Box<dyn Bot>,
    stream: Stream,
    seen: GameFromMessages,
    seat: Seat,
}

impl ServedGame {
    fn reveal(&mut self, hidden: Option<&HiddenMessage>) -> Result<(), Refusal> {
        if let Some(hidden) = hidden {
            let hidden = revealed_from(hidden, self.seen.view().rules);
            self.bot.reveal(&hidden.map_err(|error| invalid(&error))?);
        }
        Ok(())
    }
}

/// Answers all requests until `quit` or the end of the input. `oracle` answers `solve`.
///
/// # Errors
/// If a pipe breaks.
pub fn serve(
    input: &mut impl BufRead,
    output: &mut impl Write,
    host: &mut dyn Host,
    oracle: MakeOracle,
) -> io::Result<()> {
    let mut served = None;
    let mut session = SolveSession::new(Some(oracle));
    loop {
        let heard = match read_capped(input) {
            ProgramOutput::Line(line, _) if line.iter().all(u8::is_ascii_whitespace) => continue,
            ProgramOutput::Line(line, _) => answer(&line, &mut served, host, &mut session),
            ProgramOutput::End(_) => Heard::Quit,
            ProgramOutput::Failed(error) => return Err(error),
            ProgramOutput::TooLong => {
                skip_line(input)?;
                let message = format!("a line is longer than {MAX_LINE_BYTES} bytes");
                refused(None, ErrorCode::Invalid, message)
            }
        };
        let (id, reply) = match heard {
            Heard::Quit => return Ok(()),
            Heard::Nothing => continue,
            Heard::Asked(id, reply) => (id, reply),
        };
        let mut text = serde_json::to_vec(&BotReply { id, reply })?;
        text.push(b'\n');
        output.write_all(&text)?;
        output.flush()?;
    }
}

enum Heard {
    Quit,
    /// A message without an id is no request and gets no answer.
    Nothing,
    Asked(u64, Reply),
}

/// An error as answer. The id is 0 if none could be read.
fn refused(id: Option<u64>, code: ErrorCode, message: String) -> Heard {
    Heard::Asked(id.unwrap_or(0), Reply::Error { code, message })
}

fn answer(
    line: &[u8],
    served: &mut Option<ServedGame>,
    host: &mut dyn Host,
    session: &mut SolveSession,
) -> Heard {
    let envelope: Envelope = match serde_json::from_slice(line) {
        Ok(envelope) => envelope,
        Err(error) => return refused(None, ErrorCode::Invalid, format!("no message: {error}")),
    };
    if envelope.kind == "quit" {
        return Heard::Quit;
    }
    let Some(id) = envelope.id else {
        return Heard::Nothing;
    };
    if !KINDS.contains(&envelope.kind.as_str()) {
        let message = format!(
            "`{}` is not a type of request in version {VERSION}",
            envelope.kind
        );
        return refused(Some(id), ErrorCode::Unsupported, message);
    }
    let request: Request = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return refused(Some(id), ErrorCode::Invalid, error.to_string()),
    };
    // A bot that panics gives an error as answer; the next game gets a new bot.
    let reply = catch_unwind(AssertUnwindSafe(|| match &request {
        Request::Solve(question) => session.answer(question).map(Reply::Solve),
        request => reply(request, served, host),
    }));
    match reply {
        Ok(Ok(reply)) => {
            session.after(&request);
            Heard::Asked(id, reply)
        }
        Ok(Err((code, message))) => refused(Some(id), code, message),
        Err(_) => {
            *served = None;
            refused(Some(id), ErrorCode::Internal, "the bot panicked".to_owned())
        }
    }
}

fn reply(
    request: &Request,
    served: &mut Option<ServedGame>,
    host: &mut dyn Host,
) -> Result<Reply, Refusal> {
    match request {
        Request::Hello { protocol, .. } if !protocol.contains(&VERSION) => Err((
            ErrorCode::Unsupported,
            format!("this program speaks version {VERSION} of the protocol"),
        )),
        Request::Hello { .. } => Ok(Reply::Hello(host.hello())),
        Request::NewGame(game) => {
            *served = Some(begin(game, host)?);
            Ok(Reply::Ready)
        }
        Request::Move {
            state,
            events,
            hidden,
            ..
        } => {
            let served = with_events(served, state, events)?;
            served.reveal(hidden.as_ref())?;
            let action = served.bot.act(&served.seen.view(), &mut served.stream);
            let action = action.map_err(|fault| (ErrorCode::Internal, fault.to_string()))?;
            Ok(Reply::Move {
                action: action_message(&action),
            })
        }
        Request::PutBack {
            tile,
            state,
            events,
            hidden,
            ..
        } => {
            let served = with_events(served, state, events)?;
            served.reveal(hidden.as_ref())?;
            let tile: Tile = tile
                .parse()
                .map_err(|_| (ErrorCode::Invalid, format!("`{tile}` is no tile")))?;
            let put_back = served
                .bot
                .put_back(&served.seen.view(), tile, &mut served.stream);
            Ok(Reply::PutBack { put_back })
        }
        Request::Hint {
            state,
            events,
            alternatives,
        } => {
            let served = with_events(served, state, events)?;
            let most = alternatives.unwrap_or(ALTERNATIVES);
            // Advice must not use up random numbers of the bot that plays.
            let mut stream = served.stream.clone();
            let view = served.seen.view();
            let hint = host.hint(&view, &mut stream, most);
            hint.map(Reply::Hint)
                .map_err(|why| (ErrorCode::Internal, why))
        }
        Request::GameOver {
            result,
            state,
            events,
        } => {
            let mut over = served.take();
            let served = with_events(&mut over, state, events)?;
            game_over(served, result)?;
            Ok(Reply::Ok)
        }
        // Both were handled before.
        Request::Solve(_) | Request::Quit => Ok(Reply::Ok),
    }
}

fn invalid(error: &WireError) -> Refusal {
    (ErrorCode::Invalid, error.to_string())
}

fn begin(game: &NewGame, host: &mut dyn Host) -> Result<ServedGame, Refusal> {
    let rules = rules_from(&game.rules).map_err(|error| invalid(&error))?;
    host.supports(&rules)
        .map_err(|why| (ErrorCode::Unsupported, why))?;
    let seen = GameFromMessages::new(rules, game.players, Seat(game.seat))
        .map_err(|error| invalid(&error))?;
    // A seed in another format is hashed to a key.
    let key = game.seed.parse::<Key>();
    let key = key.unwrap_or_else(|_| Key::bot(0, &game.seed, 0, 0));
    let mut bot = host.bot();
    bot.new_game(Seat(game.seat));
    Ok(ServedGame {
        bot,
        stream: Stream::new(key),
        seen,
        seat: Seat(game.seat),
    })
}

/// The game after the events of this message.
fn with_events<'p>(
    served: &'p mut Option<ServedGame>,
    state: &State,
    events: &[PublicEvent],
) -> Result<&'p mut ServedGame, Refusal> {
    let nothing = || (ErrorCode::Invalid, "no game has begun".to_owned());
    let served = served.as_mut().ok_or_else(nothing)?;
    served
        .seen
        .tell(state, events)
        .map_err(|error| invalid(&error))?;
    Ok(served)
}

fn game_over(served: &mut ServedGame, result: &GameResult) -> Result<(), Refusal> {
    let seat = || {
        let wrong = || (ErrorCode::Invalid, "`result` has no such seat".to_owned());
        let players = served.seen.view().players();
        let seat = result.seat.filter(|seat| *seat < players);
        seat.map(Seat).ok_or_else(wrong)
    };
    let ending = match result.end {
        ResultEnd::Out => Ending::WentOut(seat()?),
        ResultEnd::Empty => Ending::PoolEmpty,
        ResultEnd::Fault => Ending::Fault(seat()?),
        ResultEnd::Endless => Ending::Endless,
    };
    let results = result.scores.iter().zip(&result.places);
    let results: BySeat<SeatResult> = results
        .map(|(&score, &place)| SeatResult { score, place })
        .collect();
    let over = GameOver {
        ending,
        results: &results,
        fault: result
            .fault
            .as_deref()
            .filter(|_| ending == Ending::Fault(served.seat)),
    };
    served.bot.game_over(&served.seen.view(), &over);
    Ok(())
}
