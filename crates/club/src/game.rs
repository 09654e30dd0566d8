//! The result of one game at a table: what people write down, its checks, and points and places by
//! the rules.

use rummilab_core::notation::{NotationError, typed_tiles};
use rummilab_core::placement::club_games;
use rummilab_core::{
    Booked, BySeat, EmptyPoolScore, Ending, RuleSet, Seat, SeatResult, Stalemate, Tile, TileCounts,
    score_booked,
};
use rummilab_words::{Language, Say, english_by_default, say};

use crate::racks::RackBounds;

/// Fewer players have no placement points (docs/rules.md#placement-points).
const FEWEST_PLAYERS: usize = 3;

/// Why results of a game cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameFault {
    /// A text is neither tiles nor points.
    Unreadable(NotationError),
    /// More of a tile on all racks than the game has.
    TooMany(Tile),
    /// More points on all racks than the game has.
    TooManyPoints {
        points: u64,
        most: u64,
    },
    /// No rack has these points, or none of so many tiles.
    NoRack {
        points: u64,
        tiles: Option<u32>,
    },
    /// So many results at a table of so many.
    Count {
        given: usize,
        players: usize,
    },
    TwoWentOut,
    /// Fewer players than a game needs, and not none.
    TooFew,
    /// Racks of some players and points of others.
    Mixed,
    /// Points that do not add up to zero.
    NotZero(i64),
    /// Players with the same result, whose order depends on their tiles.
    Equal,
    /// Under these rules points do not tell who is first.
    NeedsRacks,
}

english_by_default!(GameFault);

impl std::error::Error for GameFault {}

impl Say for GameFault {
    fn say(&self, language: Language) -> String {
        match self {
            GameFault::Unreadable(why) => {
                say!(language, "club-unreadable", why = why.say(language))
            }
            GameFault::TooMany(tile) => say!(language, "club-too-many", tile = tile),
            GameFault::TooManyPoints { points, most } => {
                say!(
                    language,
                    "club-too-many-points",
                    points = *points,
                    most = *most
                )
            }
            GameFault::NoRack { points, tiles } => {
                let tiles = tiles.map_or(String::new(), |tiles| format!(" ({tiles})"));
                say!(language, "club-no-rack", rack = format!("{points}{tiles}"))
            }
            GameFault::Count { given, players } => {
                say!(language, "club-count", given = *given, players = *players)
            }
            GameFault::TwoWentOut => say!(language, "club-two-went-out"),
            GameFault::TooFew => say!(language, "club-too-few"),
            GameFault::Mixed => say!(language, "club-mixed"),
            GameFault::NotZero(sum) => say!(language, "club-not-zero", sum = format!("{sum:+}")),
            GameFault::Equal => say!(language, "club-equal"),
            GameFault::NeedsRacks => say!(language, "club-needs-racks"),
        }
    }
}

/// What is written down for one player.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Written {
    /// The player went out.
    Out,
    Rack(TileCounts),
    /// The minus points of a rack or of a player who has not opened, and the number of tiles if it
    /// was noted.
    Counted(u32, Option<u32>),
    /// The points of the game, with their sign.
    Points(i32),
}

/// Whether a text is points of the game rather than a rack: a number with a sign.
pub(crate) fn is_points(text: &str) -> bool {
    signed(text).is_some()
}

/// Whether a text says that a player took no part in the game.
fn is_away(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("x")
}

fn signed(text: &str) -> Option<i32> {
    let text = text.trim().replace('\u{2212}', "-");
    let number = text.strip_prefix(['+', '-'])?.trim_start();
    let number: i32 = number.parse().ok().filter(|number| *number >= 0)?;
    Some(if text.starts_with('-') {
        -number
    } else {
        number
    })
}

/// `8`, or `8 (2)` with the number of tiles.
fn counted(text: &str) -> Option<(u32, Option<u32>)> {
    match text.split_once('(') {
        None => Some((text.parse().ok()?, None)),
        Some((points, tiles)) => {
            let tiles = tiles.trim_end().strip_suffix(')')?.trim();
            Some((points.trim().parse().ok()?, Some(tiles.parse().ok()?)))
        }
    }
}

fn read(text: &str, rules: &RuleSet) -> Result<Written, GameFault> {
    let text = text.trim();
    if let Some(points) = signed(text) {
        return Ok(Written::Points(points));
    }
    if matches!(text, "-" | "\u{2212}" | "\u{2013}" | "0") {
        return Ok(Written::Out);
    }
    match counted(text) {
        Some((0, None | Some(0))) => return Ok(Written::Out),
        Some((points, tiles)) => return Ok(Written::Counted(points, tiles)),
        None => {}
    }
    let tiles = typed_tiles(text, rules).map_err(GameFault::Unreadable)?;
    let rack = TileCounts::try_from_tiles(tiles).map_err(GameFault::TooMany)?;
    Ok(Written::Rack(rack))
}

/// Points and places of a game, by letters, from what was written down for each letter. The first
/// game of a table is game 0.
///
/// A text is `-` for who went out, the tiles of a rack, its minus points (`100` or `200` of a
/// player who has not opened; `8 (2)` with the number of tiles), or for all players the points of
/// the game with their signs. `x` is a player who took no part and gets no result; fewer than three
/// play no game, and then all are `x`.
///
/// # Errors
/// If the texts are no possible result.
pub fn game_results<T: AsRef<str>>(
    rules: &RuleSet,
    game: usize,
    texts: &[T],
) -> Result<Vec<Option<SeatResult>>, GameFault> {
    let players = texts.len();
    let games = club_games(players).unwrap_or_default();
    let given = filled(texts);
    let game = games.get(game).ok_or(GameFault::Count { given, players })?;
    results_at(rules, (&game.0, game.1), FEWEST_PLAYERS, texts)
}

fn filled<T: AsRef<str>>(texts: &[T]) -> usize {
    let given = texts.iter().filter(|text| !text.as_ref().trim().is_empty());
    given.count()
}

/// The same for players who sit so, each seat with its place in the texts, and the seat that
/// begins. Fewer than `fewest` play no game.
pub(crate) fn results_at<T: AsRef<str>>(
    rules: &RuleSet,
    (letters, starter): (&BySeat<usize>, Seat),
    fewest: usize,
    texts: &[T],
) -> Result<Vec<Option<SeatResult>>, GameFault> {
    let (given, players) = (filled(texts), letters.players());
    if given != players || texts.len() != players {
        return Err(GameFault::Count { given, players });
    }
    let plays = |letter: &usize| !is_away(texts[*letter].as_ref());
    let playing: Vec<usize> = (0..players).filter(plays).collect();
    if playing.is_empty() {
        return Ok(vec![None; players]);
    }
    if playing.len() < fewest {
        return Err(GameFault::TooFew);
    }
    let written = playing.iter().map(|at| read(texts[*at].as_ref(), rules));
    let written: Vec<Written> = written.collect::<Result<_, _>>()?;
    let points = written.iter().map(|own| match own {
        Written::Points(points) => Some(*points),
        _ => None,
    });
    let points: Vec<i32> = points.flatten().collect();
    let results = if points.len() == written.len() {
        by_points(rules, &points)
    } else if points.is_empty() {
        by_racks(rules, &seats_of(letters, starter, &playing), &written)
    } else {
        Err(GameFault::Mixed)
    };
    let mut results = results?.into_iter();
    let result = |letter: usize| playing.contains(&letter).then(|| results.next()).flatten();
    Ok((0..players).map(result).collect())
}

/// Those who play, as places in `playing`, clockwise from the one who begins: who was to begin, or
/// the next who plays.
fn seats_of(letters: &BySeat<usize>, starter: Seat, playing: &[usize]) -> BySeat<usize> {
    let before = letters.seats().take_while(|seat| *seat != starter).count();
    let clockwise = letters.iter().cycle().skip(before).take(letters.len());
    let place = |letter| playing.iter().position(|other| *other == letter);
    clockwise.filter_map(|letter| place(*letter)).collect()
}

fn by_points(rules: &RuleSet, points: &[i32]) -> Result<Vec<SeatResult>, GameFault> {
    if !rules.has_scores() || rules.stalemate != Stalemate::LowestRack {
        return Err(GameFault::NeedsRacks);
    }
    let sum: i64 = points.iter().map(|own| i64::from(*own)).sum();
    let best = points.iter().max();
    let all_lose = best.is_some_and(|best| *best < 0);
    // Where all racks count against their players nobody gains in a game without a winner.
    let no_winner = all_lose && all_may_lose(rules);
    if sum != 0 && !no_winner {
        return Err(GameFault::NotZero(sum));
    }
    if points.iter().filter(|own| Some(*own) == best).count() > 1 {
        return Err(GameFault::Equal);
    }
    if points.iter().filter(|own| **own > 0).count() > 1 {
        return Err(GameFault::TwoWentOut);
    }
    check_losses(rules, points, no_winner)?;
    let place = |own: &i32| points.iter().filter(|other| *other > own).count() as u8 + 1;
    let result = |score: &i32| SeatResult {
        score: *score,
        place: place(score),
    };
    Ok(points.iter().map(result).collect())
}

fn all_may_lose(rules: &RuleSet) -> bool {
    rules.empty_pool_score == EmptyPoolScore::OwnNegative
}

/// Whether the losses of a game can be those of racks.
fn check_losses(rules: &RuleSet, points: &[i32], no_winner: bool) -> Result<(), GameFault> {
    let bounds = RackBounds::new(rules);
    let lost = points.iter().filter(|own| no_winner || **own <= 0);
    let lost = lost.map(|own| u64::from(own.unsigned_abs()));
    // Losses may be differences of racks: then flat points cannot be told from others.
    let relative = rules.empty_pool_score == EmptyPoolScore::Relative;
    let of_racks: Vec<u64> = lost
        .filter(|own| relative || !bounds.is_flat(*own))
        .collect();
    let no_rack = |own: &&u64| !relative && !bounds.has_rack(**own, None);
    let flat = points.len() as u64 * bounds.most_flat();
    let most = bounds.most() + if relative { flat } else { 0 };
    check_sum(of_racks.iter().sum(), most)?;
    of_racks.iter().find(no_rack).map_or(Ok(()), |points| {
        let (points, tiles) = (*points, None);
        Err(GameFault::NoRack { points, tiles })
    })
}

fn check_sum(points: u64, most: u64) -> Result<(), GameFault> {
    let possible = points <= most;
    let too_many = || GameFault::TooManyPoints { points, most };
    possible.then_some(()).ok_or_else(too_many)
}

fn by_racks(
    rules: &RuleSet,
    letters: &BySeat<usize>,
    written: &[Written],
) -> Result<Vec<SeatResult>, GameFault> {
    check_racks(rules, written)?;
    let out: Vec<usize> = (0..written.len())
        .filter(|letter| written[*letter] == Written::Out)
        .collect();
    if out.len() > 1 {
        return Err(GameFault::TwoWentOut);
    }
    check_ties(rules, written, out.is_empty())?;
    let seat_of = |letter: usize| letters.seats().find(|seat| letters[*seat] == letter);
    let ending = match out.first().and_then(|letter| seat_of(*letter)) {
        Some(winner) => Ending::WentOut(winner),
        None => Ending::PoolEmpty,
    };
    let booked: BySeat<Booked> = letters
        .iter()
        .map(|at| booked(rules, &written[*at]))
        .collect();
    let by_seat = score_booked(rules, ending, &booked, Seat(0));
    let result = |letter: usize| by_seat[seat_of(letter).unwrap_or(Seat(0))];
    Ok((0..written.len()).map(result).collect())
}

fn booked(rules: &RuleSet, written: &Written) -> Booked {
    match written {
        Written::Rack(rack) => Booked {
            points: rules.rack_points(rack),
            tiles: rack.len() as u32,
        },
        Written::Counted(points, tiles) => Booked {
            points: *points,
            tiles: tiles.unwrap_or(0),
        },
        Written::Out | Written::Points(_) => Booked {
            points: 0,
            tiles: 0,
        },
    }
}

/// Whether all racks together can be of one game.
fn check_racks(rules: &RuleSet, written: &[Written]) -> Result<(), GameFault> {
    let (deck, bounds) = (rules.deck(), RackBounds::new(rules));
    let (mut all, mut points, mut tiles) = (Vec::new(), 0, 0_u32);
    for own in written {
        match own {
            Written::Rack(rack) => {
                all.extend(rack.tiles());
                points += u64::from(rules.rack_points(rack));
                tiles = tiles.saturating_add(rack.len() as u32);
            }
            Written::Counted(own, noted) if !bounds.is_flat(u64::from(*own)) => {
                points += u64::from(*own);
                tiles = tiles.saturating_add(noted.unwrap_or(1));
            }
            _ => {}
        }
    }
    let racks = TileCounts::try_from_tiles(all).map_err(GameFault::TooMany)?;
    if let Some(tile) = racks
        .tiles()
        .find(|tile| racks.count(*tile) > deck.count(*tile))
    {
        return Err(GameFault::TooMany(tile));
    }
    check_sum(points, bounds.most())?;
    let counted = written.iter().filter_map(|own| match own {
        Written::Counted(points, tiles) => Some((u64::from(*points), *tiles)),
        _ => None,
    });
    for (points, tiles) in counted {
        let flat = bounds.is_flat(points) && tiles.is_none_or(|tiles| bounds.has_tiles(tiles));
        if !flat && !bounds.has_rack(points, tiles) {
            return Err(GameFault::NoRack { points, tiles });
        }
    }
    // All racks together are one of the game too.
    let possible = bounds.least(tiles).is_some_and(|least| least <= points);
    let tiles = Some(tiles);
    let no_rack = || GameFault::NoRack { points, tiles };
    possible.then_some(()).ok_or_else(no_rack)
}

/// Whether the order of the players needs tiles that were not noted.
fn check_ties(rules: &RuleSet, written: &[Written], pool_empty: bool) -> Result<(), GameFault> {
    let unknown = |own: &Written| matches!(own, Written::Counted(_, None));
    let by_tiles = rules.stalemate == Stalemate::FewestTiles;
    let all_count = !rules.has_scores() || by_tiles;
    if !pool_empty && rules.has_scores() {
        return Ok(());
    }
    let points = |own: &Written| booked(rules, own).points;
    let best = written.iter().map(points).min();
    for own in written.iter().filter(|own| unknown(own)) {
        let same = written
            .iter()
            .filter(|other| points(other) == points(own))
            .count()
            > 1;
        if by_tiles || same && (all_count || Some(points(own)) == best) {
            return Err(GameFault::Equal);
        }
    }
    Ok(())
}
