//! The rules in sentences that one can read aloud: one for each field, made from its value.

use super::{
    DupRedraw, EmptyPool, EmptyPoolScore, GroupAccess, JokerCounts, JokerGroup3, JokerPaidBy,
    JokerPoints, JokerReuse, JokerTake, MatchOrder, MirrorValue, MustPlay, OpeningTableAccess,
    Rearrange, Redeal, RuleSpec, Stalemate, UnopenedPenalty, UnopenedRankValue, Wrap,
};
use crate::explain::count;
use crate::tile::JokerKind;

/// What one field of a rule system says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The key of the field.
    pub key: &'static str,
    /// The heading under which it is read.
    pub heading: &'static str,
    /// A sentence, or two short ones. Another value of the field gives another text.
    pub text: String,
}

/// A field with its text.
type Said = (&'static str, String);

impl RuleSpec {
    /// What every field says, under a few headings, in an order in which one can read it aloud.
    ///
    /// ```
    /// use rummilab_core::RuleSpec;
    ///
    /// let original = RuleSpec::preset("original").unwrap();
    /// let sentences = original.sentences();
    /// let hand = sentences.iter().find(|said| said.key == "hand").unwrap();
    /// assert_eq!(hand.heading, "Deal");
    /// assert_eq!(hand.text, "Everybody begins with 14 tiles.");
    /// ```
    pub fn sentences(&self) -> Vec<Sentence> {
        let parts: [(&'static str, Vec<Said>); 10] = [
            ("Game", self.say_game()),
            ("Deal", self.say_deal()),
            ("Opening", self.say_opening()),
            ("Turn", self.say_turn()),
            ("Sets", self.say_sets()),
            (
                "Special jokers, if there are any",
                self.say_special_jokers(),
            ),
            ("Table", self.say_table()),
            ("Time and penalties", self.say_penalties()),
            ("End", self.say_end()),
            ("Scores", self.say_scores()),
        ];
        let said = parts.into_iter().flat_map(|(heading, part)| {
            part.into_iter()
                .map(move |(key, text)| Sentence { key, heading, text })
        });
        said.collect()
    }

    fn say_game(&self) -> Vec<Said> {
        let colours: Vec<&str> = self.colours.0.iter().map(|colour| colour.word()).collect();
        let each = match self.copies {
            1 => "There is 1 tile".to_owned(),
            n => format!("There are {n} tiles"),
        };
        vec![
            ("name", format!("These rules are called {}.", self.name)),
            ("about", format!("In a word: “{}”.", self.about)),
            (
                "colours",
                format!(
                    "The tiles come in {}: {}.",
                    count(colours.len(), "colour"),
                    list(&colours)
                ),
            ),
            (
                "values",
                format!("The numbers go from 1 to {}.", self.values),
            ),
            ("copies", format!("{each} of each number and colour.")),
            ("jokers", jokers(self.jokers)),
        ]
    }

    fn say_deal(&self) -> Vec<Said> {
        let given = match self.jokers_dealt_each {
            0 => "Jokers are dealt like other tiles.".to_owned(),
            n => format!("Everybody is sure to be dealt {}.", count(n, "joker")),
        };
        let poor = match self.redeal_pairs {
            0 => "No first rack is poor.".to_owned(),
            n => format!(
                "A first rack is poor if it holds {} or more, a pair being two tiles of the same \
                 number and colour.",
                count(n, "pair")
            ),
        };
        let redeal = match self.redeal {
            Redeal::Never => "A poor first rack is played as it is.",
            Redeal::Ask => {
                "A person with a poor first rack may ask that all tiles are dealt again."
            }
            Redeal::Always => "All tiles are dealt again as long as anybody has a poor first rack.",
        };
        let open = either(
            self.open_hands,
            "Everybody sees the tiles of all.",
            "Nobody sees the tiles of another.",
        );
        vec![
            (
                "hand",
                format!("Everybody begins with {}.", count(self.hand, "tile")),
            ),
            ("jokers_dealt_each", given),
            ("redeal_pairs", poor),
            ("redeal", redeal.to_owned()),
            ("open_hands", open.to_owned()),
        ]
    }

    fn say_opening(&self) -> Vec<Said> {
        let access = match self.opening_table_access {
            OpeningTableAccess::None => {
                "On the turn of a first play, the sets on the table are left as they are."
            }
            OpeningTableAccess::AfterThreshold => {
                "Once a first play has its points, the sets on the table may be used on that turn."
            }
        };
        let jokers = either(
            self.opening_jokers,
            "A first play may hold jokers, which count as the tiles they stand for.",
            "A first play may hold no joker.",
        );
        vec![
            (
                "opening_min",
                format!(
                    "A player's first play is of sets from the own rack, worth {} or more.",
                    count(self.opening_min, "point")
                ),
            ),
            ("opening_table_access", access.to_owned()),
            ("opening_jokers", jokers.to_owned()),
        ]
    }

    fn say_turn(&self) -> Vec<Said> {
        let first = either(
            self.draw_first,
            "Each turn begins with drawing a tile; then the player lays tiles or passes.",
            "On each turn a player lays tiles, or else draws one.",
        );
        let again = match self.dup_redraw {
            DupRedraw::Never => "A tile once drawn is kept.",
            DupRedraw::Optional => {
                "A player who already has the tile drawn may put it back and draw another."
            }
        };
        let until = either(
            self.draw_until_able,
            "A player who draws goes on drawing until a tile can be laid, and then lays on the \
                 same turn.",
            "A player draws no more than one tile on a turn, penalties apart.",
        );
        let rearranging = either(
            self.rearrange_then_draw,
            "Sets may also be rearranged without laying a tile, before a draw.",
            "Sets may be rearranged only to lay a tile from the rack.",
        );
        vec![
            ("draw_first", first.to_owned()),
            ("dup_redraw", again.to_owned()),
            (
                "must_play",
                must_play(self.must_play, "While there are tiles to draw"),
            ),
            ("draw_until_able", until.to_owned()),
            ("rearrange_then_draw", rearranging.to_owned()),
        ]
    }

    fn say_sets(&self) -> Vec<Said> {
        let after = match self.wrap {
            Wrap::Never => "1 is the lowest number and never follows the highest.",
            Wrap::End => "A run may end with 1 behind the highest number, but goes no further.",
            Wrap::Round => "After the highest number a run may go on with 1, 2 and so on.",
        };
        let step2 = either(
            self.step2,
            "Every second number in a row, such as 2 4 6, is a set too.",
            "Every second number in a row, such as 2 4 6, is no set.",
        );
        let jokers = match self.max_jokers_per_set.0 {
            None => "A set may hold any number of jokers beside a number tile.".to_owned(),
            Some(n) => format!("A set may hold {} at most.", count(n, "joker")),
        };
        let of = |longest: Option<u8>| match longest {
            None => "3 tiles or more".to_owned(),
            Some(3) => "3 tiles".to_owned(),
            Some(n) => format!("3 to {n} tiles"),
        };
        vec![
            (
                "group_max",
                format!(
                    "A group is {} of one number, each of another colour.",
                    of(self.group_max.0)
                ),
            ),
            (
                "max_run_len",
                format!(
                    "A run is {} of one colour, with numbers in a row.",
                    of(self.max_run_len.0)
                ),
            ),
            ("wrap", after.to_owned()),
            ("step2", step2.to_owned()),
            ("max_jokers_per_set", jokers),
        ]
    }

    fn say_special_jokers(&self) -> Vec<Said> {
        let value = match self.mirror_value {
            MirrorValue::Middle => "A mirror joker counts as the number in the middle of its set.",
            MirrorValue::Zero => "A mirror joker counts nothing.",
        };
        let valley = either(
            self.mirror_valley,
            "The numbers beside a mirror joker may rise or fall towards it.",
            "The numbers beside a mirror joker rise towards it.",
        );
        let most = match self.max_cc_per_run.0 {
            None => "A run may hold any number of colour-change jokers.".to_owned(),
            Some(n) => format!(
                "A run may hold {} at most.",
                count(n, "colour-change joker")
            ),
        };
        let adjacent = either(
            self.cc_adjacent,
            "Two colour-change jokers may lie side by side.",
            "Two colour-change jokers never lie side by side.",
        );
        let low_end = either(
            self.cc_at_low_end,
            "A colour-change joker may begin a run.",
            "A colour-change joker never begins a run.",
        );
        vec![
            ("mirror_value", value.to_owned()),
            ("mirror_valley", valley.to_owned()),
            (
                "mirror_min_half",
                format!(
                    "On each side of a mirror joker there is at least {}.",
                    count(self.mirror_min_half, "number")
                ),
            ),
            ("max_cc_per_run", most),
            ("cc_adjacent", adjacent.to_owned()),
            ("cc_at_low_end", low_end.to_owned()),
        ]
    }

    fn say_table(&self) -> Vec<Said> {
        let cap = match self.group_cap_per_player.0 {
            None => "A player may own any number of groups.".to_owned(),
            Some(n) => format!("A player may own {} at most.", count(n, "group")),
        };
        let access = match self.group_access {
            GroupAccess::Anyone => "Everybody may use the groups of all.",
            GroupAccess::AttachOnly => {
                "The others may add to a group, and only its owner may take."
            }
            GroupAccess::OwnerOnly => "Nobody but its owner may change a group.",
        };
        let mut said = self.say_taking_jokers();
        said.push(("group_cap_per_player", cap));
        said.push(("group_access", access.to_owned()));
        said
    }

    fn say_taking_jokers(&self) -> Vec<Said> {
        let rearrange = match self.rearrange {
            Rearrange::Free => "The sets of the table may be taken apart and laid anew.",
            Rearrange::Extend => {
                "A set of the table may be extended, at its ends if it is a run, but never \
                 taken apart."
            }
        };
        let take = match self.joker_take {
            JokerTake::Free if self.rearrange == Rearrange::Extend => {
                "A joker stays in its set, in its place."
            }
            JokerTake::Free => {
                "A joker may leave its set like any other tile, and lies in a set again at the end \
                 of the turn."
            }
            JokerTake::Replaced => {
                "A joker may leave its set only if a tile that it stands for takes its place. \
                 Until then tiles are only added to its set, at the ends."
            }
        };
        let never_leaves =
            self.joker_take == JokerTake::Free && self.rearrange == Rearrange::Extend;
        let paid_by = match (self.joker_take, self.joker_paid_by) {
            (JokerTake::Free, JokerPaidBy::Any) if never_leaves => "No tile takes its place.",
            (JokerTake::Free, JokerPaidBy::Any) => "No tile need take the place of a joker.",
            (JokerTake::Replaced, JokerPaidBy::Any) => {
                "The tile that takes its place comes from the rack or from the table."
            }
            (_, JokerPaidBy::Rack) => "The tile that takes its place comes from the rack.",
        };
        let group3 = match self.joker_group3 {
            JokerGroup3::One => {
                "In a group of three a joker stands for any colour that is missing."
            }
            JokerGroup3::Both => {
                "For a joker of a group of three, a tile of each missing colour must be laid."
            }
        };
        let reuse = match self.joker_reuse {
            JokerReuse::Anywhere if never_leaves => "So no joker comes free.",
            JokerReuse::Anywhere => "A joker that has left its set may lie in any set.",
            JokerReuse::NewSet => {
                "A joker that has left its set lies in a new set: one that holds no old set whole."
            }
            JokerReuse::NewSetRack => {
                "A joker that has left its set lies in a set of tiles from the rack, at least \
                 two of which took no joker's place."
            }
        };
        vec![
            ("rearrange", rearrange.to_owned()),
            ("joker_take", take.to_owned()),
            ("joker_paid_by", paid_by.to_owned()),
            ("joker_group3", group3.to_owned()),
            ("joker_reuse", reuse.to_owned()),
        ]
    }

    fn say_penalties(&self) -> Vec<Said> {
        let time = match self.turn_seconds.0 {
            None => "A turn has no time limit.".to_owned(),
            Some(n) => format!("A turn has a limit of {}.", count(n, "second")),
        };
        let claim = either(
            self.timeout_claim,
            "Time is up only when another player says so.",
            "Time is up as soon as the limit is reached.",
        );
        let keeps = either(
            self.timeout_keeps_legal_part,
            "When time runs out, sets that are legal stay and loose tiles go back.",
            "When time runs out, all that was laid on the turn goes back.",
        );
        vec![
            ("turn_seconds", time),
            ("timeout_claim", claim.to_owned()),
            ("timeout_keeps_legal_part", keeps.to_owned()),
            (
                "timeout_penalty",
                format!(
                    "If time runs out and nothing can stay, the penalty is {}.",
                    count(self.timeout_penalty, "tile")
                ),
            ),
            (
                "invalid_penalty",
                format!(
                    "A play that is not legal goes back, and the penalty is {}.",
                    count(self.invalid_penalty, "tile")
                ),
            ),
        ]
    }

    fn say_end(&self) -> Vec<Said> {
        let procedure = match self.empty_pool_procedure {
            EmptyPool::UntilAllPass => {
                "When nothing is left to draw, play goes on until nobody lays a tile any more."
            }
            EmptyPool::OneRoundFromDrawer => {
                "When the last tile is drawn, everybody has one more turn, first the one who drew \
                 it."
            }
            EmptyPool::OneRoundFromNext => {
                "When the last tile is drawn, everybody has one more turn, first the next player."
            }
            EmptyPool::Stop => "When the last tile is drawn, the game ends.",
        };
        let wins = match self.stalemate {
            Stalemate::LowestRack => "If nobody went out, the fewest points on the rack win.",
            Stalemate::FewestTiles => "If nobody went out, the fewest tiles on the rack win.",
        };
        vec![
            (
                "empty_pool_procedure",
                format!("Who has laid every tile goes out and wins. {procedure}"),
            ),
            (
                "must_play_when_empty",
                must_play(self.must_play_when_empty, "With nothing left to draw"),
            ),
            ("stalemate", wins.to_owned()),
        ]
    }

    fn say_scores(&self) -> Vec<Said> {
        let score = match self.empty_pool_score {
            EmptyPoolScore::Relative => {
                "Who goes out gains the points on the other racks, and each of the others loses \
                 the own. If nobody went out, each loses only what exceeds the rack of the winner."
            }
            EmptyPoolScore::Full => {
                "The winner gains the points on the other racks, and each of the others loses the \
                 own, whether somebody went out or not."
            }
            EmptyPoolScore::OwnNegative => {
                "Who goes out gains the points on the other racks, and each of the others loses \
                 the own. If nobody went out, everybody loses the own, the winner too."
            }
            EmptyPoolScore::None => "No scores are written; only the win counts.",
        };
        let unopened = match self.unopened_penalty {
            UnopenedPenalty::Off => {
                "A player who never made a first play loses the rack, as all others do.".to_owned()
            }
            UnopenedPenalty::Flat { could_not, could } => format!(
                "When another goes out, a player who never made a first play loses {} instead of \
                 the rack, or {could} if one was possible.",
                count(could_not, "point")
            ),
        };
        let rank = match self.unopened_rank_value {
            UnopenedRankValue::Flat => {
                "If nobody went out and everybody loses the own rack, the sum for no first play \
                 stands for the rack too."
            }
            UnopenedRankValue::Rack => "If nobody went out, the rack counts, first play or not.",
        };
        let order = match self.match_order {
            MatchOrder::Total => "Over several games the highest total wins.",
            MatchOrder::Placement => "Over several games the points for places in each game count.",
            MatchOrder::Wins => "Over several games the most games won count.",
        };
        vec![
            ("empty_pool_score", score.to_owned()),
            ("rack_penalty", left_over(self.rack_penalty)),
            ("unopened_penalty", unopened),
            ("unopened_rank_value", rank.to_owned()),
            ("match_order", order.to_owned()),
            (
                "tie_first_points",
                format!(
                    "If places count, those who share the first get {} each.",
                    count(self.tie_first_points, "point")
                ),
            ),
        ]
    }
}

/// What a switch says when it is on, and when it is off.
fn either(on: bool, yes: &'static str, no: &'static str) -> &'static str {
    if on { yes } else { no }
}

/// Things with commas and `and`.
fn list<S: AsRef<str>>(things: &[S]) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((only, _)) => (*only).to_owned(),
        None => "none".to_owned(),
    }
}

fn jokers(jokers: JokerCounts) -> String {
    let kinds = JokerKind::ALL.iter().filter(|kind| jokers.of(**kind) > 0);
    let each: Vec<String> = kinds
        .map(|kind| count(jokers.of(*kind), kind.words()))
        .collect();
    match (each.is_empty(), jokers.total()) {
        (true, _) => "There is no joker.".to_owned(),
        (_, 1) => format!("There is {}.", list(&each)),
        _ => format!("There are {}.", list(&each)),
    }
}

fn left_over(points: JokerPoints) -> String {
    let [first, rest @ ..] = points.by_kind();
    if rest.iter().all(|other| *other == first) {
        return format!("A joker left on the rack counts {}.", count(first, "point"));
    }
    let of = |kind: &JokerKind| format!("a {} {}", kind.words(), points.of(*kind));
    let each: Vec<String> = JokerKind::ALL.iter().map(of).collect();
    format!("Left on the rack, these points count: {}.", list(&each))
}

/// Who must lay, `when` saying in which part of the game.
fn must_play(must: MustPlay, when: &str) -> String {
    let who = match must {
        MustPlay::Nobody => "nobody has to lay a tile",
        MustPlay::Everybody => "whoever can lay a tile has to",
        MustPlay::Opened => "whoever can lay a tile has to, but nobody has to make a first play",
    };
    format!("{when}, {who}.")
}
