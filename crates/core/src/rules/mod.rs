//! Rule systems as data: a [`RuleSpec`] is a system as written, a [`RuleSet`] has passed every
//! check.

mod faults;
mod fields;
mod named;
mod per_rules;
mod spec;
mod template;
mod title;

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

pub use faults::{RuleError, RuleFault, RuleProblem, nearest};
pub use fields::{
    Colours, DupRedraw, EmptyPool, EmptyPoolScore, FieldKind, GroupAccess, JokerCounts,
    JokerGroup3, JokerPaidBy, JokerPoints, JokerReuse, JokerTake, Limit, MatchOrder, MirrorValue,
    MustPlay, OpeningTableAccess, PerJoker, Rearrange, Redeal, Stalemate, UnopenedPenalty,
    UnopenedRankValue, Wrap,
};
pub use named::{NamedRulesError, PlacedFault, line_and_column, rules_hint};
pub use per_rules::PerRules;
pub use spec::{FIELDS, FieldInfo, JOKER_RULES, RuleFileHead, RuleSpec};
pub use title::{FieldValue, RuleTitles};

use crate::counts::{MAX_COPIES, TileCounts};
use crate::set::Set;
use crate::tile::{Colour, JokerKind, MAX_VALUE, Tile};

/// The rule systems that ship, with their files.
const PRESETS: &[(&str, &str)] = &[
    ("original", include_str!("../../rules/original.toml")),
    ("tournament", include_str!("../../rules/tournament.toml")),
    ("twist", include_str!("../../rules/twist.toml")),
    ("house", include_str!("../../rules/house.toml")),
    (
        "tournament-2007",
        include_str!("../../rules/tournament-2007.toml"),
    ),
    ("reference", include_str!("../../rules/reference.toml")),
    ("six", include_str!("../../rules/six.toml")),
    ("leaflet", include_str!("../../rules/leaflet.toml")),
    ("sabra", include_str!("../../rules/sabra.toml")),
    ("pressman", include_str!("../../rules/pressman.toml")),
    ("german-1990", include_str!("../../rules/german-1990.toml")),
    ("beginners", include_str!("../../rules/beginners.toml")),
];

/// The names of the rule systems that ship.
pub const PRESET_NAMES: [&str; PRESETS.len()] = {
    let mut names = [""; PRESETS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = PRESETS[i].0;
        i += 1;
    }
    names
};

/// The most colours a rule set may have.
pub const MAX_COLOURS: usize = 6;
/// The most kinds of tile that a rule set may have, the four jokers included: each has a byte.
const MAX_KINDS: usize = u8::MAX as usize;
/// The most jokers of one kind that a rule set may have.
const MAX_JOKERS: u8 = 8;

/// A checked rule system. The fields of its [`RuleSpec`] are read through `Deref` and cannot be
/// changed. It is a shared handle: a clone costs a reference count, and whatever needs rules keeps
/// a clone. Two handles to the same rules compare at once, others field by field.
///
/// ```
/// use rummilab_core::RuleSet;
///
/// let rules = RuleSet::preset("tournament").unwrap();
/// assert_eq!(rules.opening_min, 30);
/// assert_eq!(rules.tile_count(), 106);
/// ```
#[derive(Debug, Clone)]
pub struct RuleSet(Arc<Checked>);

/// The specification, and what follows from it.
#[derive(Debug)]
struct Checked {
    spec: RuleSpec,
    deck: TileCounts,
    /// See [`RuleSet::with_free_sets`].
    free: OnceLock<RuleSet>,
}

impl Deref for RuleSet {
    type Target = RuleSpec;

    fn deref(&self) -> &RuleSpec {
        &self.0.spec
    }
}

impl Eq for RuleSet {}

impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.spec() == other.spec()
    }
}

impl RuleSet {
    /// Checks a rule system and reports all its faults.
    pub fn new(mut spec: RuleSpec) -> Result<RuleSet, RuleError> {
        let faults = faults_of(&spec);
        if !faults.is_empty() {
            return Err(RuleError::Faults(faults));
        }
        spec.colours.0.sort_unstable();
        Ok(RuleSet::of_checked(spec))
    }

    fn of_checked(spec: RuleSpec) -> RuleSet {
        let numbers = spec.number_kinds().map(|tile| (tile, spec.copies));
        let jokers = JokerKind::ALL.map(|kind| (Tile::joker(kind), spec.jokers.of(kind)));
        let deck = numbers
            .chain(jokers)
            .flat_map(|(tile, copies)| std::iter::repeat_n(tile, usize::from(copies)))
            .collect();
        RuleSet(Arc::new(Checked {
            spec,
            deck,
            free: OnceLock::new(),
        }))
    }

    /// Reads and checks a TOML file (see [`RuleSpec::from_toml`]).
    pub fn from_toml(text: &str) -> Result<RuleSet, RuleError> {
        RuleSet::new(RuleSpec::from_toml(text)?).map_err(|error| error.located(text))
    }

    /// The rule system that ships under this name, one of [`PRESET_NAMES`].
    pub fn preset(name: &str) -> Option<RuleSet> {
        RuleSet::new(RuleSpec::preset(name)?).ok()
    }

    /// This rule set with fields overridden (see [`RuleSpec::with_options`]).
    pub fn with_options<S: AsRef<str>>(&self, options: &[S]) -> Result<RuleSet, RuleError> {
        RuleSet::new(self.spec().clone().with_options(options)?)
    }

    /// The specification that it was made from.
    pub fn spec(&self) -> &RuleSpec {
        &self.0.spec
    }

    /// The colours, in printing order.
    pub fn colours(&self) -> &[Colour] {
        &self.colours.0
    }

    /// Every tile of the game, as a multiset.
    pub fn deck(&self) -> TileCounts {
        self.0.deck
    }

    /// The tiles of the deck, ascending, as a list to shuffle.
    pub fn all_tiles(&self) -> Vec<Tile> {
        self.0.deck.tiles().collect()
    }

    /// The deck without these tiles of a table and of a rack.
    pub fn unseen(&self, table: &TileCounts, rack: &TileCounts) -> TileCounts {
        self.deck().saturating_sub(table).saturating_sub(rack)
    }

    /// Whether tiles of this kind are in the game.
    pub fn has_kind(&self, tile: Tile) -> bool {
        self.copies_of(tile) > 0
    }

    /// Every kind in the game, ascending.
    pub fn kinds(&self) -> impl Iterator<Item = Tile> + use<> {
        self.0.deck.kinds().map(|(tile, _)| tile)
    }

    /// Number of tiles of this kind in the game.
    pub fn copies_of(&self, tile: Tile) -> u8 {
        self.0.deck.count(tile)
    }

    /// Number of tiles in the game.
    pub fn tile_count(&self) -> usize {
        self.spec().tile_count()
    }

    /// The first kind of which `counts` holds more copies than the game.
    pub fn excess(&self, counts: &TileCounts) -> Option<Tile> {
        if self.0.deck.contains(counts) {
            return None;
        }
        counts
            .kinds()
            .find(|(tile, count)| *count > self.copies_of(*tile))
            .map(|(tile, _)| tile)
    }

    /// Largest number of tiles in a group.
    pub fn largest_group(&self) -> usize {
        usize::from(self.group_max.or(u8::MAX)).min(self.colours().len())
    }

    /// Longest run that the values allow; if runs go round and there is no `max_run_len`, its
    /// length has no limit.
    pub fn longest_run(&self) -> usize {
        let longest = match self.wrap {
            Wrap::Never => self.values,
            Wrap::End => self.values + 1,
            Wrap::Round => u8::MAX,
        };
        usize::from(longest.min(self.max_run_len.or(u8::MAX)))
    }

    /// The number at this place of a row on which every run lies, counted from 0: the values, and
    /// what `wrap` adds behind the largest. `None` past its end.
    pub fn number_at(&self, place: usize) -> Option<u8> {
        let values = usize::from(self.values);
        let there = match self.wrap {
            Wrap::Never => place < values,
            Wrap::End => place <= values,
            Wrap::Round => true,
        };
        there.then_some((place % values) as u8 + 1)
    }

    /// The largest number at which a run of `len` slots in steps of `step` may begin, or none.
    pub(crate) fn last_start(&self, step: u8, len: usize) -> Option<u8> {
        let reach = usize::from(step) * len.checked_sub(1)?;
        let room = match self.wrap {
            Wrap::Round if step == 1 => return Some(self.values),
            Wrap::End if step == 1 => self.values + 1,
            _ => self.values,
        };
        room.checked_sub(u8::try_from(reach).ok()?)
    }

    /// Most jokers in one set.
    pub fn most_jokers_in_set(&self) -> u8 {
        let most = self.max_jokers_per_set.or(u8::MAX);
        most.min(self.jokers.total())
    }

    /// Whether jokers other than the classic one are in the game.
    pub fn has_special_jokers(&self) -> bool {
        self.jokers.total() > self.jokers.classic
    }

    /// Whether groups have owners, so that it matters which player laid a group
    /// (docs/rules.md#group-stacks).
    pub fn has_group_owners(&self) -> bool {
        self.group_cap_per_player != Limit::NONE || self.group_access != GroupAccess::Anyone
    }

    /// Whether every set of the table may be taken apart at will
    /// (docs/rules.md#taking-a-joker-back): sets are not only extended, and a joker is like any
    /// other tile of its set or can never lie there.
    pub fn sets_are_free(&self) -> bool {
        let never_laid = self.jokers.total() == 0 || self.most_jokers_in_set() == 0;
        self.rearrange == Rearrange::Free && (self.joker_take == JokerTake::Free || never_laid)
    }

    /// Whether this set of the table may not be taken apart at will: sets are only extended, or it
    /// holds a joker that must be replaced.
    pub fn binds(&self, set: &Set) -> bool {
        let holds = || set.tiles().iter().any(|tile| tile.is_joker());
        self.rearrange == Rearrange::Extend || (self.joker_take == JokerTake::Replaced && holds())
    }

    /// Whether no set of this table is bound on this turn: all are free, none lies there that could
    /// be bound, or the player has not opened and the opening may not use the table.
    pub fn sets_are_free_for(&self, table: &TileCounts, opened: bool) -> bool {
        let untouched = !opened && self.opening_table_access == OpeningTableAccess::None;
        let none = match self.rearrange {
            Rearrange::Free => table.jokers() == 0,
            Rearrange::Extend => table.is_empty(),
        };
        self.sets_are_free() || untouched || none
    }

    /// The same rules with free sets and free jokers, for questions that no set of the table
    /// concerns.
    pub fn with_free_sets(&self) -> &RuleSet {
        if self.joker_take == JokerTake::Free && self.rearrange == Rearrange::Free {
            return self;
        }
        let free = || {
            RuleSet::of_checked(RuleSpec {
                rearrange: Rearrange::Free,
                joker_take: JokerTake::Free,
                joker_paid_by: JokerPaidBy::Any,
                joker_group3: JokerGroup3::One,
                joker_reuse: JokerReuse::Anywhere,
                ..self.spec().clone()
            })
        };
        self.0.free.get_or_init(free)
    }

    /// Whether a player must lay if possible; `pool` tiles are left to draw, and `opened` says
    /// whether the player has opened (docs/rules.md#forced-play).
    pub fn must_lay(&self, pool: usize, opened: bool) -> bool {
        let must = match pool {
            0 => self.must_play_when_empty,
            _ => self.must_play,
        };
        must.binds(opened)
    }

    /// Whether games have scores; otherwise only the win counts (docs/rules.md#normal-end).
    pub fn has_scores(&self) -> bool {
        self.empty_pool_score != EmptyPoolScore::None
    }

    /// Whether own sets of this total value are enough to open
    /// (docs/rules.md#could-have-opened): at least one set, and the threshold.
    pub fn opens_with(&self, points: u32) -> bool {
        points >= u32::from(self.opening_min).max(1)
    }

    /// Points of the tiles left on a rack: face values, and `rack_penalty` for each joker.
    pub fn rack_points(&self, rack: &TileCounts) -> u32 {
        let jokers = rack.jokers_by_kind().into_iter();
        let penalties = self.rack_penalty.by_kind();
        let of_jokers = jokers
            .zip(penalties)
            .map(|(n, each)| u32::from(n) * u32::from(each));
        rack.face_sum() + of_jokers.sum::<u32>()
    }

    /// Largest number of players for whom the tiles suffice.
    pub fn max_players(&self) -> usize {
        let by_jokers = match self.jokers_dealt_each {
            0 => usize::MAX,
            each => usize::from(self.jokers.classic / each),
        };
        (self.tile_count() / usize::from(self.hand))
            .min(by_jokers)
            .min(crate::MAX_PLAYERS)
    }
}

impl RuleSpec {
    fn number_kinds(&self) -> impl Iterator<Item = Tile> + '_ {
        self.colours
            .0
            .iter()
            .flat_map(|colour| (1..=self.values).filter_map(|value| Tile::number(*colour, value)))
    }

    /// An upper bound on the points of all openings together: number tiles count their face value,
    /// jokers the largest value, a double joker twice that.
    fn most_opening_points(&self) -> u32 {
        let values = u32::from(self.values);
        let faces = values * (values + 1) / 2;
        let numbers = faces * self.colours.0.len() as u32 * u32::from(self.copies);
        let [classic, double, change, mirror] = self.jokers.by_kind().map(u32::from);
        numbers + (classic + 2 * double + change + mirror) * values
    }

    fn tile_count(&self) -> usize {
        self.colours.0.len() * usize::from(self.values) * usize::from(self.copies)
            + usize::from(self.jokers.total())
    }
}

/// Faults of all fields that are out of range.
fn faults_of(spec: &RuleSpec) -> Vec<RuleFault> {
    let mut faults = Vec::new();
    let mut check = |ok: bool, field: &str, found: &dyn ToString, expected: String| {
        if !ok {
            let found = found.to_string();
            let problem = RuleProblem::Range { found, expected };
            faults.push(RuleFault::new(field, problem));
        }
    };
    let colours = &spec.colours.0;
    let letters: String = colours.iter().map(|colour| colour.letter()).collect();
    let mut places = colours.iter().enumerate();
    let distinct = places.all(|(i, colour)| !colours[..i].contains(colour));
    let ok = distinct && (1..=MAX_COLOURS).contains(&colours.len());
    let expected = format!("1 to {MAX_COLOURS} different colours");
    check(ok, "colours", &format!("{letters:?}"), expected);
    let name = &spec.name;
    let ok = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '/');
    check(ok, "name", &format!("{name:?}"), "a word".to_owned());
    let kinds = (MAX_KINDS - JokerKind::ALL.len()) / colours.len().max(1);
    let most = kinds.min(usize::from(MAX_VALUE));
    let ok = (3..=most).contains(&usize::from(spec.values));
    check(ok, "values", &spec.values, format!("3 to {most}"));
    let ok = (1..=MAX_COPIES).contains(&spec.copies);
    check(ok, "copies", &spec.copies, format!("1 to {MAX_COPIES}"));
    let most = spec.jokers.by_kind().into_iter().max().unwrap_or(0);
    let expected = format!("0 to {MAX_JOKERS} of each kind");
    check(most <= MAX_JOKERS, "jokers", &most, expected);
    let half = spec.mirror_min_half;
    let ok = (1..=2).contains(&half);
    check(ok, "mirror_min_half", &half, "1 or 2".to_owned());
    let ok = spec.dup_redraw == DupRedraw::Never || spec.draw_first;
    let expected = "\"never\" where draw_first is off".to_owned();
    check(ok, "dup_redraw", &spec.dup_redraw, expected);
    // Who may draw though able would not know when to stop; who has drawn first draws no more.
    let may = spec.must_play == MustPlay::Everybody && !spec.draw_first;
    let ok = !spec.draw_until_able || may;
    let expected = "false unless must_play is true and draw_first is off".to_owned();
    check(ok, "draw_until_able", &spec.draw_until_able, expected);
    let tiles = spec.tile_count();
    let ok = spec.hand > 0 && 2 * usize::from(spec.hand) <= tiles;
    let most = tiles / 2;
    let expected = format!("1 to {most}, so that two racks can be dealt from {tiles} tiles");
    check(ok, "hand", &spec.hand, expected);
    let (each, most) = (spec.jokers_dealt_each, spec.jokers.classic / 2);
    let most = most.min(spec.hand);
    let expected = format!("0 to {most}, so that two players can have as many");
    check(each <= most, "jokers_dealt_each", &each, expected);
    let ok = spec.redeal == Redeal::Never || spec.redeal_pairs > 0;
    let expected = "at least 1 unless redeal is \"never\"".to_owned();
    check(ok, "redeal_pairs", &spec.redeal_pairs, expected);
    let (longest, expected) = (spec.max_run_len, "3 or more, or \"none\"".to_owned());
    check(longest.or(3) >= 3, "max_run_len", &longest.or(0), expected);
    let largest = spec.group_max;
    let expected = "3 or more, or \"none\" for as many as there are colours".to_owned();
    check(largest.or(3) >= 3, "group_max", &largest.or(0), expected);
    joker_faults(spec, &mut check);
    let points = spec.tie_first_points;
    check(
        points <= 4,
        "tie_first_points",
        &points,
        "0 to 4".to_owned(),
    );
    if faults.is_empty() {
        faults.extend(opening_fault(spec));
    }
    faults
}

/// Faults of the fields that bind sets of the table (docs/rules.md#taking-a-joker-back).
fn joker_faults(spec: &RuleSpec, check: &mut impl FnMut(bool, &str, &dyn ToString, String)) {
    let free = spec.joker_take == JokerTake::Free;
    let special = spec.jokers.total() > spec.jokers.classic;
    let classic = "\"free\", because special jokers are in the game".to_owned();
    let ok = spec.rearrange == Rearrange::Free || !special;
    check(ok, "rearrange", &spec.rearrange, classic.clone());
    check(free || !special, "joker_take", &spec.joker_take, classic);
    let first = |value: &str| format!("{value:?} where joker_take is \"free\"");
    let (paid_by, group3, reuse) = (spec.joker_paid_by, spec.joker_group3, spec.joker_reuse);
    let ok = !free || paid_by == JokerPaidBy::Any;
    check(ok, "joker_paid_by", &paid_by, first("any"));
    let ok = !free || group3 == JokerGroup3::One;
    check(ok, "joker_group3", &group3, first("one"));
    let ok = !free || reuse == JokerReuse::Anywhere;
    check(ok, "joker_reuse", &reuse, first("anywhere"));
}

/// The fault of a threshold that no player can reach.
fn opening_fault(spec: &RuleSpec) -> Option<RuleFault> {
    let most = spec.most_opening_points();
    let problem = RuleProblem::Range {
        found: spec.opening_min.to_string(),
        expected: format!("0 to {most}, as much as all tiles are worth"),
    };
    let unreachable = u32::from(spec.opening_min) > most;
    unreachable.then(|| RuleFault::new("opening_min", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_and_comes_back() {
        for name in PRESET_NAMES {
            let rules = RuleSet::preset(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(rules.name, name);
            assert_eq!(RuleSet::from_toml(&rules.to_toml()).unwrap(), rules);
        }
    }

    #[test]
    fn all_faults_are_reported_at_once_with_their_places() {
        let text = "base = \"original\"\nvalues = 70\ncopies = \"two\"\nopenning_min = 30\ncolours \
            = \"RRX\"\n";
        let RuleError::Faults(faults) = RuleSet::from_toml(text).unwrap_err() else {
            panic!()
        };
        let seen: Vec<_> = faults
            .iter()
            .map(|f| (f.field.as_str(), &text[f.span.clone().unwrap()]))
            .collect();
        assert_eq!(
            seen,
            [
                ("colours", "\"RRX\""),
                ("copies", "\"two\""),
                ("openning_min", "openning_min"),
                ("values", "70"),
            ]
        );
        assert!(faults[2].to_string().contains("did you mean `opening_min`"));
        assert!(faults[1].to_string().contains("expected a whole number"));

        let far = RuleSet::from_toml("base = \"original\"\nzzyzx = 1\n").unwrap_err();
        let far = far.to_string();
        let lists = "`zzyzx` is no field of a rule system; `rummilab rules original` lists";
        assert!(far.contains(lists), "{far}");

        let many: String = (0..500).map(|number| format!("x{number} = 1\n")).collect();
        let many = RuleSet::from_toml(&format!("base = \"original\"\n{many}values = 70\n"));
        let faults = many.unwrap_err().faults();
        assert_eq!(faults.len(), 21);
        assert!(
            faults
                .iter()
                .any(|(fault, _)| fault.starts_with("`values`"))
        );

        let spec = RuleSpec::preset("original")
            .unwrap()
            .with_options(&["values=70", "copies=9", "hand=0"])
            .unwrap();
        let RuleError::Faults(faults) = RuleSet::new(spec).unwrap_err() else {
            panic!()
        };
        assert_eq!(
            faults.iter().map(|f| f.field.as_str()).collect::<Vec<_>>(),
            ["values", "copies", "hand"]
        );
    }

    #[test]
    fn a_range_fault_of_a_file_has_its_place() {
        let text = "base = \"original\"\nvalues = 2\nhand = 0\n";
        let faults = RuleSet::from_toml(text).unwrap_err().faults();
        let seen: Vec<_> = faults
            .iter()
            .map(|(_, span)| span.clone().unwrap())
            .collect();
        assert_eq!(seen, [27..28, 36..37]);
    }

    #[test]
    fn values_go_as_far_as_kinds_have_a_byte() {
        let original = RuleSet::preset("original").unwrap();
        for colours in 1..=MAX_COLOURS {
            let most = ((255 - 4) / colours).min(usize::from(MAX_VALUE));
            let with = |values: usize| {
                let options = [format!("colours={colours}"), format!("values={values}")];
                original.with_options(&options)
            };
            assert!(with(most).is_ok(), "{colours} colours, {most} values");
            let error = with(most + 1).unwrap_err().to_string();
            assert!(error.contains(&format!("expected 3 to {most}")), "{error}");
        }
    }

    /// If nobody can ever open, no game ends.
    #[test]
    fn an_opening_of_more_than_all_tiles_is_refused_with_the_number() {
        let check = |options: &[&str], most: u32| {
            let original = RuleSet::preset("original").unwrap();
            let rules = original.with_options(options).unwrap();
            let with = |points: u32| rules.with_options(&[format!("opening_min={points}")]);
            assert!(with(most).is_ok(), "{options:?}");
            for points in [most + 1, 65535] {
                let error = with(points).unwrap_err().to_string();
                let expected = format!("`opening_min` is {points}; expected 0 to {most},");
                assert!(error.starts_with(&expected), "{error}");
            }
        };
        check(&[], 4 * 2 * 91 + 2 * 13);
        check(&["copies=1", "jokers={J=1,D=1,C=1,M=1}"], 4 * 91 + 5 * 13);
    }

    #[test]
    fn an_unknown_base_is_one_fault() {
        let faults = RuleSet::from_toml("base = \"orignal\"").unwrap_err();
        assert_eq!(faults.faults().len(), 1);
    }

    #[test]
    fn options_report_shapes_and_ranges_together() {
        let rules = RuleSet::preset("original").unwrap();
        let error = rules
            .with_options(&["values=70", "copies=two"])
            .unwrap_err();
        assert_eq!(error.faults().len(), 2, "{error}");
    }

    #[test]
    fn a_file_without_base_must_be_complete() {
        let RuleError::Faults(faults) = RuleSet::from_toml("name = \"mine\"").unwrap_err() else {
            panic!()
        };
        assert_eq!(faults.len(), FIELDS.len() - 1);
        assert!(
            faults
                .iter()
                .all(|fault| fault.problem == RuleProblem::Missing)
        );
    }

    #[test]
    fn options_take_every_shape_of_value() {
        let rules = RuleSet::preset("original").unwrap();
        let check = |option: &str| {
            rules
                .with_options(&[option])
                .unwrap_or_else(|e| panic!("{option}: {e}"))
        };
        assert_eq!(check("colours=3").colours().len(), 3);
        assert_eq!(check("colours=PBKY").tile_count(), 106);
        assert_eq!(check("jokers.J=1").jokers.classic, 1);
        assert_eq!(check("rack_penalty=30").rack_penalty.classic, 30);
        assert_eq!(check("max_run_len=none").max_run_len, Limit::NONE);
        assert_eq!(
            check("unopened_penalty=off").unopened_penalty,
            UnopenedPenalty::Off
        );
        let flat = UnopenedPenalty::Flat {
            could_not: 10,
            could: 20,
        };
        assert_eq!(check("unopened_penalty=10,20").unopened_penalty, flat);
        assert_eq!(check("unopened_penalty=[10, 20]").unopened_penalty, flat);
        assert_eq!(
            check("empty_pool_procedure = stop").empty_pool_procedure,
            EmptyPool::Stop
        );
        for (value, must) in [
            ("true", MustPlay::Everybody),
            ("false", MustPlay::Nobody),
            ("opened", MustPlay::Opened),
            ("\"opened\"", MustPlay::Opened),
        ] {
            let rules = check(&format!("must_play_when_empty={value}"));
            assert_eq!(rules.must_play_when_empty, must, "{value}");
            assert_eq!(RuleSet::from_toml(&rules.to_toml()).unwrap(), rules);
            let line = format!(
                "must_play_when_empty = {}\n",
                match must {
                    MustPlay::Opened => "\"opened\"",
                    _ => value,
                }
            );
            assert!(rules.to_toml().contains(&line), "{value}");
        }
        for bad in [
            "jokers",
            "jokers=",
            "jokers=9",
            "joker=2",
            "redeal=sometimes",
            "must_play_when_empty=always",
            "=3",
            "a b=3",
            "jokers=-1",
            "base=tournament",
            "jokers=1\nvalues=9",
        ] {
            assert!(rules.with_options(&[bad]).is_err(), "{bad}");
        }
    }
}
