//! Games at a real table, told line by line: after each line the notebook knows what the player
//! saw; impossible lines are refused; few keys are needed.

use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_core::{Happened, RuleSet, Seat, Set, Table, Tile, TileCounts};
use rummilab_play::Adviser;
use rummilab_play::advise::{AdviseSession, Advisers, GameLine, Notebook};
use rummilab_play::review::{Decision, ReviewedGame};
use rummilab_record::RecordedGame;
use rummilab_runs::{Match, find_game, judge};
use rummilab_solver_suite::rules;

/// Tiles as a person types them who knows the short forms: runs and groups in one word.
fn typed(tiles: &TileCounts) -> String {
    let mut rest = *tiles;
    let mut words: Vec<String> = Vec::new();
    while let Some((tile, _)) = rest.kinds().next() {
        let (Some(colour), Some(value)) = (tile.colour(), tile.value()) else {
            words.push(tile.to_string());
            assert!(rest.remove(tile));
            continue;
        };
        let has =
            |tiles: &TileCounts, word: &str| word.parse().is_ok_and(|tile| tiles.count(tile) > 0);
        let letter = colour.letter();
        let last = (value..=13)
            .take_while(|v| has(&rest, &format!("{letter}{v}")))
            .last();
        let last = last.unwrap_or(value);
        let group: String = ["R", "B", "K", "O", "Y", "W", "G"]
            .into_iter()
            .filter(|letter| has(&rest, &format!("{letter}{value}")))
            .collect();
        let (word, spelled): (String, Vec<String>) = match (last - value, group.len()) {
            (2.., _) => (
                format!("{letter}{value}-{last}"),
                (value..=last).map(|v| format!("{letter}{v}")).collect(),
            ),
            (_, 2..) => (
                format!("{value}{group}"),
                group
                    .chars()
                    .map(|letter| format!("{letter}{value}"))
                    .collect(),
            ),
            _ => (tile.to_string(), vec![tile.to_string()]),
        };
        for tile in spelled {
            assert!(rest.remove(tile.parse().unwrap()));
        }
        words.push(word);
    }
    words.join(" ")
}

/// The lines that tell a recorded game from one seat, the turns that they precede, and what the
/// seat saw there.
struct ToldGame {
    lines: Vec<String>,
    own_turns: usize,
}

fn tell(game: &RecordedGame, me: Seat) -> ToldGame {
    let reviewed = ReviewedGame::of(game);
    let (decisions, _) = Decision::until(reviewed, usize::MAX, &mut judge(), |_, _| {}).unwrap();
    let deal = game.block.deal_of(game.game).unwrap();
    let mut lines = vec![format!("rack {}", typed(&deal.racks[me]))];
    for decision in &decisions {
        let own = decision.seat == me;
        // If turns begin with a draw, the own tile is told first.
        let first = decision.done.event.drawn_first.filter(|_| own);
        lines.extend(first.map(|tile| format!("d {tile}")));
        lines.push(match &decision.done.event.happened {
            Happened::Laid(turn) => typed(&turn.played),
            Happened::Drew(tile) if own => format!("d {tile}"),
            Happened::Drew(_) => "d".to_owned(),
            Happened::Passed => "p".to_owned(),
            Happened::Penalty(_) => panic!("a bot of the roster makes no fault"),
        });
    }
    ToldGame {
        lines,
        own_turns: decisions
            .iter()
            .filter(|decision| decision.seat == me)
            .count(),
    }
}

/// Recorded games of two to six players, typed in. After each line the notebook knows what the
/// seat saw. On average an own turn takes fewer than 30 keys, including what the others did.
#[test]
fn an_own_turn_takes_few_keys_and_the_table_is_the_one_that_was_seen() {
    let place = tempfile::tempdir().unwrap();
    let (mut keys, mut turns, mut games) = (0, 0, 0);
    for players in 2..=6 {
        let folder = place.path().join(players.to_string());
        let bots = Match::new(["greedy", "champion:budget=fast"]).players(players);
        bots.deals(2).seed(players).folder(&folder).play().unwrap();
        for number in 0..[4, 3, 3, 1, 1][players as usize - 2] {
            let (block, number) = (number / 2, number as usize % 2);
            let game = find_game(&folder, block, number).unwrap();
            let me = Seat(games % players as usize);
            let told = tell(&game, me);
            check(&game, me, &told.lines);
            keys += told.lines.iter().map(|line| line.len() + 1).sum::<usize>();
            turns += told.own_turns;
            games += 1;
        }
    }
    let mean = keys as f64 / turns as f64;
    assert_eq!(games, 12);
    assert!(mean < 30.0, "{mean} keys an own turn");
}

fn check(game: &RecordedGame, me: Seat, lines: &[String]) {
    let mut solver = judge();
    let rules = &game.header.rules;
    let reviewed = ReviewedGame::of(game);
    let found = Decision::until(reviewed, usize::MAX, &mut solver, |_, _| {}).unwrap();
    let (decisions, history) = found;
    let players = reviewed.record().seats.players();
    let mut notebook = Notebook::new(rules, players, me).unwrap();
    for (line, decision) in lines.iter().zip(&decisions) {
        let parsed = GameLine::parse(line, rules).unwrap();
        notebook
            .tell(parsed, solver.as_mut())
            .unwrap_or_else(|why| panic!("{line}: {why}"));
        let seen: &[PublicTurn] = &history[..decision.done.turn];
        let expected = View::of(&decision.game, me, seen);
        let table = notebook.table().unwrap();
        let view = table.view();
        assert_eq!(table.to_move(), Some(decision.seat));
        assert_eq!(
            (view.rack, view.pool_len),
            (expected.rack, expected.pool_len)
        );
        assert_eq!(view.table.counts(), expected.table.counts());
        assert_eq!(
            (view.opened, view.rack_sizes),
            (expected.opened, expected.rack_sizes)
        );
        assert_eq!(
            (view.last_round, view.history),
            (expected.last_round, expected.history)
        );
    }
    // A told game can be saved and resumed.
    let saved = notebook.to_json_lines("");
    let again = Notebook::from_json_lines(&saved, solver.as_mut()).unwrap();
    assert_eq!(again.to_json_lines(""), saved);
    let last = GameLine::parse(lines.last().unwrap(), rules).unwrap();
    notebook.tell(last, solver.as_mut()).unwrap();
    assert_eq!(
        notebook.table().unwrap().ending(),
        Some(reviewed.record().ending)
    );
}

fn original() -> RuleSet {
    rules("original", "")
}

fn session(rules: &RuleSet) -> AdviseSession {
    let advisers = Advisers {
        solver: judge(),
        bot: "champion:budget=fast".parse::<BotSpec>().unwrap().make(),
        adviser: Adviser::new(judge()),
    };
    AdviseSession::new(Notebook::new(rules, 2, Seat(0)).unwrap(), advisers)
}

/// The rack of every session here; it opens with R10-12.
const RACK: &str = "rack R10-12 R1 B2 B4 B9 K5 K5 K8 O3 O6 O6 O13";

#[test]
fn what_cannot_be_is_named_with_the_nearest_that_can() {
    // Accepted lines, the refused line, the reason, and the proposed line and words.
    let cases = "
        K5 => first your rack
        rack R1-3 => 14 are dealt
        rack 1RRR 2R-9 => expected
        RACK / Q7 => `Q7`
        RACK / d => which did you draw
        RACK / they drew => it is your turn
        RACK / table R1-3 => nothing lies on the table
        RACK / fix 9 d => there is no line 9
        RACK / O3 O6 O6 => 30 points are needed
        RACK / d K5 => all 2 of it => 2: drew R5
        RACK / R10-13 => R13 is not on your rack => 2: laid R10 R11 R12
        RACK / R10-12 / d K1 => nobody sees
        RACK / R10-12 / 10BKO / d K1 / B13 => do not fit => 5: laid R13
        RACK / R10-12 / 10BKO / d K1 / d / R8 => not on your rack
        RACK / R10-12 / 10BKO / d K9 / d / R9 => not on your rack => 4: drew R9
        RACK / R10-12 / 10BKO / d K1 / 10BKO / d K2 / B10 => all 2 of it => 7: laid R10
        rack R11 R11 R11 B2 REST R1 => all 2 of it => 1: rack B11 R11 R11 B2 REST R1
        rack R10-12 R12 R1 B2 B4 B9 K5 K5 O3 O6 O6 O13 / R10-12 / 10BKO / d K1 / R12 R13 \
            => all 2 of it => 5: laid R13
        rack R10-12 R1 B2 B4 B4 B9 K5 K5 K8 O3 O6 O13 / R10-12 / 10BKO / d K1 / B3 B5-6 \
            => do not fit => 5: laid B3 B5 B6 J
        rack R11 R11 R1 B2 REST B13 / d K1 / R10-12 \
            => all 2 of it => 1: rack B11 R11 R1 B2 REST B13";
    let cases = cases
        .replace("RACK", RACK)
        .replace("REST", "B4 B9 K5 K5 K8 O3 O6 O6 O13");
    let rules = original();
    for case in cases.trim().lines() {
        let parts: Vec<&str> = case.split("=>").map(str::trim).collect();
        let mut before: Vec<&str> = parts[0].split(" / ").collect();
        let (line, expected) = (before.pop().unwrap(), parts[1]);
        let meant = parts.get(2).map(|meant| {
            let (line, text) = meant.split_once(": ").unwrap();
            (line.parse().unwrap(), text)
        });
        let mut session = session(&rules);
        for line in &before {
            let reply = session.enter(line);
            assert!(reply.ok, "{line}: {:?}", reply.error);
        }
        let reply = session.enter(line);
        let error = reply.error.as_deref().unwrap_or_default();
        assert!(error.contains(expected), "{line}: {error}");
        let nearest = reply.nearest.as_ref();
        let nearest = nearest.map(|nearest| (nearest.line, nearest.text.as_str()));
        assert_eq!(nearest, meant, "{line}");
        assert_eq!(session.notebook().lines().len(), before.len(), "{line}");
        let shown = reply.text();
        assert_eq!(shown.contains("Did you mean"), meant.is_some(), "{shown}");
        // What is proposed can be typed as it is written.
        if let Some(nearest) = &reply.nearest {
            let command = &nearest.command;
            assert!(shown.contains(&format!(": {command}\n")), "{shown}");
            let reply = session.enter(command);
            assert!(reply.ok, "{command}: {:?}", reply.error);
            let again = nearest.again.then(|| session.enter(line));
            assert!(again.is_none_or(|reply| reply.ok), "{line} after {command}");
        }
    }
}

/// The number after the last one is that of the line that was refused.
#[test]
fn a_refused_line_can_be_fixed_by_its_number() {
    let rules = original();
    let mut session = session(&rules);
    let fixed = session.enter(&RACK.replace("rack", "fix 1 rack"));
    assert!(fixed.ok, "{:?}", fixed.error);
    assert!(session.enter("fix 2 R10-12").ok);
    assert_eq!(
        session.enter("fix 4 d").error.unwrap(),
        "there is no line 4; there are 2"
    );
}

#[test]
fn several_lines_are_taken_back_at_once() {
    let rules = original();
    let mut session = session(&rules);
    for line in [RACK, "R10-12", "10BKO", "d K1"] {
        assert!(session.enter(line).ok, "{line}");
    }
    for refused in ["undo 5", "undo 0", "undo rack"] {
        let error = session.enter(refused).error.unwrap();
        assert!(error.contains("expected how many lines"), "{error}");
    }
    assert_eq!(session.enter("undo 3").told.len(), 3);
    assert_eq!(session.notebook().lines().len(), 1);
}

/// Next to R1-3 and B7-9, of 99 unseen tiles R4, B6, B10 and the jokers go out alone: two of each.
#[test]
fn the_chance_of_a_small_rack_is_counted_and_that_of_a_large_one_is_estimated() {
    let rules = rules("original", "hand=4 opening_min=0");
    let mut session = session(&rules);
    let large = session.enter("rack R1-3 K9");
    assert!(!large.counsel.unwrap().choice.next_goes_out_exact);
    assert!(session.enter("R1-3").ok);
    let small = session.enter("B7-9");
    let waits = &small.counsel.as_ref().unwrap().best;
    assert!(waits.next_goes_out_exact && waits.tiles.is_empty());
    assert!(
        (waits.next_goes_out - 8.0 / 99.0).abs() < 1e-9,
        "{}",
        waits.next_goes_out
    );
    assert!(small.text().contains("goes out in 8 %"), "{}", small.text());
}

/// What goes out needs no word on the next player, nor on draws.
#[test]
fn a_turn_that_goes_out_says_nothing_of_what_comes_after() {
    let rules = rules("original", "hand=3 opening_min=0");
    let text = session(&rules).enter("rack R1-3").text();
    assert!(text.contains("Best: R1 R2 R3"), "{text}");
    for word in ["next player", "draw helps"] {
        assert!(!text.contains(word), "{text}");
    }
}

#[test]
fn help_has_the_letters_of_the_rules() {
    for (preset, words) in [
        ("twist", ["P (pink)", "D ("]),
        ("house", ["W (white)", "Y ("]),
    ] {
        let rules = rules(preset, "");
        let mut session = session(&rules);
        let help = session.enter("help").told.join("\n");
        for word in words {
            assert!(help.contains(word), "{preset}: {help}");
        }
        let colour = rules.colours()[0].letter();
        assert!(
            help.contains(&format!("table {colour}3-5")),
            "{preset}: {help}"
        );
    }
}

#[test]
fn any_line_can_be_corrected_and_what_came_after_stays() {
    let rules = original();
    let mut session = session(&rules);
    for line in [RACK, "R10-12", "10BKO", "d K1"] {
        assert!(session.enter(line).ok, "{line}");
    }
    let reply = session.enter("fix 3 11BKO");
    assert_eq!(reply.game.unwrap().table, "R10 R11 R12 ; B11 K11 O11");
    assert_eq!(session.notebook().lines().len(), 4);
    // The later lines no longer fit.
    assert!(session.enter("laid R11").ok, "they lay it to the group");
    let reply = session.enter("fix 3 10BKO");
    assert!(!reply.ok, "R11 fits no longer");
    assert!(
        reply.nearest.is_none(),
        "no other tile in line 3 makes R11 fit"
    );
    let rack = RACK.replace("O13", "O12");
    assert!(
        session.enter(&rack).ok,
        "a rack told again corrects the first"
    );
    assert_eq!(
        session.notebook().lines()[0].to_string(),
        format!("rack {}", rack_tiles(&rack, &rules))
    );
}

fn rack_tiles(line: &str, rules: &RuleSet) -> String {
    let parsed = GameLine::parse(line, rules).unwrap();
    let tiles = parsed.tiles().iter().map(ToString::to_string);
    tiles.collect::<Vec<_>>().join(" ")
}

#[test]
fn advice_says_what_to_do_and_takes_it() {
    let rules = original();
    let mut session = session(&rules);
    let reply = session.enter(RACK);
    let counsel = reply.counsel.as_ref().unwrap();
    assert_eq!(counsel.best.tiles, "R10 R11 R12");
    assert!(!counsel.choice.why.is_empty());
    assert!(
        counsel
            .draws
            .iter()
            .all(|draw| draw.chance > 0.0 && draw.tiles > 3)
    );
    let chances: f64 = counsel.draws.iter().map(|draw| draw.chance).sum();
    assert!(chances > 0.0 && chances < 1.0);
    assert_eq!(
        counsel.best.next_goes_out, 0.0,
        "14 tiles do not go out at once"
    );
    let text = reply.text();
    for part in ["Your turn.", "Best: R10 R11 R12. How: ", "A draw helps in"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let reply = session.enter("best");
    assert!(reply.ok && reply.counsel.is_none());
    assert_eq!(reply.game.unwrap().table, "R10 R11 R12");
    let reply = session.enter("undo");
    assert_eq!(reply.told, ["taken back: I laid R10 R11 R12"]);
    let reply = session.enter("lines");
    assert_eq!(reply.told.len(), 1);
    assert!(session.enter("quit").quit);
    let json = serde_json::to_value(session.enter("")).unwrap();
    assert_eq!(json["game"]["your_turn"], true);
    assert_eq!(json["counsel"]["best"]["tiles"], "R10 R11 R12");
}

/// House rules: six colours, runs that go round, groups with owners, a draw at the start of each
/// turn.
#[test]
fn a_game_of_the_house_variant_is_told_and_the_table_is_the_one_that_was_seen() {
    let place = tempfile::tempdir().unwrap();
    let rules = rules("house", "");
    let bots = Match::new(["greedy", "hold:h=1"]).rules(&rules);
    bots.deals(2).seed(11).folder(place.path()).play().unwrap();
    let (mut wraps, mut foreign) = (0, 0);
    for (block, number) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let game = find_game(place.path(), block, number).unwrap();
        let me = Seat(number);
        let mut lines = tell(&game, me).lines.into_iter();
        let mut solver = judge();
        let reviewed = ReviewedGame::of(&game);
        let found = Decision::until(reviewed, usize::MAX, &mut solver, |_, _| {}).unwrap();
        let (decisions, history) = found;
        let mut notebook = Notebook::new(&rules, 2, me).unwrap();
        let mut tell = |notebook: &mut Notebook, line: String| {
            let parsed = GameLine::parse(&line, &rules).unwrap();
            let done = notebook.tell(parsed, solver.as_mut());
            done.unwrap_or_else(|why| panic!("{line}: {why}"));
        };
        tell(&mut notebook, lines.next().unwrap());
        for decision in &decisions {
            let expected = View::of(&decision.game, me, &history[..decision.done.turn]);
            assert_eq!(notebook.table().unwrap().to_move(), Some(decision.seat));
            if decision.seat == me {
                if let Some(drawn) = decision.done.event.drawn_first {
                    assert!(notebook.table().unwrap().awaits_draw());
                    let line = lines.next().unwrap();
                    // The record does not hold the tiles put back; use tiles that the rack already
                    // has.
                    let back = decision.done.event.put_back as usize;
                    let mut told = match back {
                        0 => vec![line],
                        _ => again(&notebook, drawn)
                            .into_iter()
                            .cycle()
                            .take(back)
                            .collect(),
                    };
                    told.extend((back > 0).then(|| drawn.to_string()));
                    for (at, line) in told.iter_mut().enumerate().filter(|_| back > 0) {
                        *line = format!("{} {line}", if at == 0 { "d" } else { "back" });
                    }
                    told.into_iter().for_each(|line| tell(&mut notebook, line));
                }
                let view = notebook.table().unwrap().view();
                assert_eq!((view.rack, view.drawn), (expected.rack, expected.drawn));
                assert_eq!(
                    (view.pool_len, view.rack_sizes, view.opened),
                    (expected.pool_len, expected.rack_sizes, expected.opened)
                );
                assert_eq!(view.table.counts(), expected.table.counts());
                assert_eq!(view.history, expected.history);
            } else {
                for _ in 0..decision.done.event.put_back {
                    tell(&mut notebook, "back".to_owned());
                }
            }
            tell(&mut notebook, lines.next().unwrap());
            // The sets as they lay, with their owners, on a line of their own.
            let after = decision.done.table.clone();
            wraps += after.sets().iter().filter(|set| wraps_around(set)).count();
            foreign += after.owners().map_or(0, |owners| {
                owners
                    .iter()
                    .flatten()
                    .filter(|owner| usize::from(**owner) != me.index())
                    .count()
            });
            let line = GameLine::Table(after.clone()).to_string();
            if !after.sets().is_empty() {
                tell(&mut notebook, line);
            }
            let owned = |table: &Table| -> Vec<(String, Option<u8>)> {
                let sets = (0..table.sets().len())
                    .map(|at| (table.sets()[at].sorted().to_string(), table.owner(at)));
                let mut sets: Vec<_> = sets.collect();
                sets.sort();
                sets
            };
            assert_eq!(owned(notebook.table().unwrap().view().table), owned(&after));
        }
        let saved = notebook.to_json_lines("");
        let again = Notebook::from_json_lines(&saved, judge().as_mut()).unwrap();
        assert_eq!(again.to_json_lines(""), saved);
        assert_eq!(
            notebook.table().unwrap().ending(),
            Some(reviewed.record().ending)
        );
    }
    assert!(wraps > 0 && foreign > 0, "{wraps} {foreign}");
}

/// Two kinds of number tiles of the own rack that could be drawn once more, other than this one.
fn again(notebook: &Notebook, other: Tile) -> Vec<String> {
    let table = notebook.table().unwrap();
    let (rack, unseen) = (table.view().rack, table.unseen());
    let kinds = rack.kinds().map(|(tile, _)| tile);
    let kinds = kinds.filter(|tile| !tile.is_joker() && *tile != other && unseen.count(*tile) > 0);
    kinds.take(2).map(|tile| tile.to_string()).collect()
}

fn wraps_around(set: &Set) -> bool {
    let values: Vec<u8> = set.tiles().iter().filter_map(|tile| tile.value()).collect();
    values.contains(&13) && values.contains(&1) && set.tiles().len() < 13
}

#[test]
fn the_house_variant_is_advised_after_its_draw() {
    let rules = rules("house", "");
    let mut session = session(&rules);
    let reply = session.enter("rack R10-12 B2 B4 B9 K5 K5 G8 W3 W6 Y13");
    assert!(reply.ok && reply.counsel.is_none(), "{:?}", reply.error);
    assert!(
        reply.text().contains("begins with a draw"),
        "{}",
        reply.text()
    );
    for (line, why) in [
        ("R10-12", "which did you draw"),
        ("best", "which did you draw"),
        ("p", "which did you draw"),
        ("back K5", "nothing can go back"),
    ] {
        let reply = session.enter(line);
        assert!(
            reply.error.as_ref().unwrap().contains(why),
            "{line}: {reply:?}"
        );
    }
    // The second G8 may go back.
    let reply = session.enter("d G8");
    assert!(reply.game.as_ref().unwrap().may_put_back);
    assert_eq!(reply.counsel.as_ref().unwrap().best.tiles, "R10 R11 R12");
    assert!(!session.enter("back K5").ok, "both K5 are on the rack");
    let reply = session.enter("back R13");
    assert_eq!(
        reply.counsel.as_ref().unwrap().best.tiles,
        "R10 R11 R12 R13"
    );
    let reply = session.enter("best");
    assert_eq!(reply.game.as_ref().unwrap().table, "R10 R11 R12 R13");
    assert!(!session.enter("10BKO").ok, "O is no colour of the house");
    assert!(session.enter("10BKG").ok);
    let reply = session.enter("show");
    let game = reply.game.as_ref().unwrap();
    assert_eq!(game.owners, Some(vec![None, Some(1)]), "{}", game.table);
    assert!(
        reply.text().contains("Groups of player 2: B10 K10 G10."),
        "{}",
        reply.text()
    );
    // The owner of a group can be corrected; impossible corrections are refused.
    for (line, ok) in [
        ("table R10-13; 10BKG @0", true),
        ("table R10-13; 10BKG @2", false),
        ("table R10-13 @0; 10BKG", false),
        ("table R10-13; 10BKG @x", false),
        ("table R10-13; 10BKG @1", true),
    ] {
        assert_eq!(session.enter(line).ok, ok, "{line}");
    }
}

#[test]
fn games_that_cannot_be_told_are_refused() {
    for (options, players, seat, why) in [
        ("open_hands=true", 2, 0, "open_hands"),
        ("", 7, 0, "7"),
        ("", 2, 2, "2"),
    ] {
        let rules = rules("original", options);
        let refused = Notebook::new(&rules, players, Seat(seat)).err();
        let refused = refused.map_or_else(String::new, |refused| refused.to_string());
        assert!(refused.contains(why), "{options}: {refused}");
    }
}
