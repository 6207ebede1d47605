//! External perft counts: every entry of the oracle for games of the catalogue.
//!
//! `tests/data/perft.json` holds counts by other programs and by an independent program written from the rules alone. It is
//! never edited to fit.

use quirkat_rules::{
    AnyGame, AnyRules, GameFile, PerftMode, Piece, Place, Point, Rank, Reason, Ruleset, Setup, SetupMemory, Side,
    construct, find_game, read_fen,
};
use serde_json::Value;

fn oracle() -> Value {
    serde_json::from_str(include_str!("../data/perft.json")).unwrap()
}

/// Node limit that keeps the tests quick; `QUIRKAT_ORACLE_NODES` raises it.
fn most_nodes() -> u64 {
    std::env::var("QUIRKAT_ORACLE_NODES").map_or(1_000_000, |nodes| nodes.parse().unwrap())
}

/// Returns the ruleset of an entry.
fn ruleset(entry: &Value) -> Ruleset {
    let title = entry["game"].as_str().unwrap();
    let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
    let rules: Vec<(&str, String)> = entry["rules"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    let mut rules: Vec<_> = rules.iter().map(|(key, value)| (*key, value.as_str())).collect();
    if game == "awithlaknannai" && entry["source"] == "Ludii 2024-07" {
        let text = with_round_tips(include_str!("../../games/awithlaknannai.toml"));
        rules.retain(|(key, _)| !matches!(*key, "n" | "outer"));
        let file = GameFile::parse("round_tips.toml", &text, &|_| Err(String::new().into())).unwrap();
        return file.ruleset(variant, &rules).unwrap();
    }
    let file = find_game(game).unwrap_or_else(|| panic!("{title} is not in the catalogue"));
    file.ruleset(variant, &rules).unwrap()
}

fn counts(entry: &Value, key: &str) -> Vec<u64> {
    entry[key].as_array().map_or_else(Vec::new, |counts| counts.iter().map(|count| count.as_u64().unwrap()).collect())
}

fn agrees(game: &AnyGame, entry: &Value, what: &str) -> usize {
    let mut checked = 0;
    for (key, count) in [("moves", PerftMode::Moves), ("paths", PerftMode::Paths)] {
        for (depth, expected) in (1..).zip(counts(entry, key)) {
            if expected <= most_nodes() {
                let passes = if counts_forced_passes(entry) { blocked(game, depth - 1) } else { 0 };
                let found = match ends_inside_chains(entry) {
                    true => Ok(without_overkill(game, depth, count)),
                    false => game.perft(depth, count).map(|found| found + passes),
                };
                assert_eq!(found, Ok(expected), "{key} at depth {depth} of {what}");
                checked += 1;
            }
        }
    }
    checked
}

/// Ludii's kharbaga gives a blocked side one forced pass, counts it as a turn and stops. By every source a blocked side has
/// lost and has no turn; see games/kharbaga.toml.
fn counts_forced_passes(entry: &Value) -> bool {
    entry["game"] == "kharbaga" && entry["source"] == "Ludii 2024-07"
}

/// Ludii's hare wins in the middle of a chain, as soon as nine hunters are left. By our reading it may finish its turn: the
/// source mentions only the number of hunters.
fn ends_inside_chains(entry: &Value) -> bool {
    entry["game"] == "liebre" && entry["source"] == "Ludii 2024-07"
}

/// Returns the turns of a position without those that continue to capture when nine hunters are left.
fn without_overkill(game: &AnyGame, depth: u32, count: PerftMode) -> u64 {
    let hunters = game.setup().count(Side::First);
    let mut turns = game.turns().unwrap();
    turns.retain(|turn| turn.captures.is_empty() || hunters - (turn.captures.len() - 1) > 9);
    if count == PerftMode::Moves {
        turns.sort_by_key(|turn| turn.effect);
        turns.dedup_by_key(|turn| turn.effect);
    }
    if depth == 1 {
        return turns.len() as u64;
    }
    let below = |turn| {
        let mut next = game.clone();
        next.play(turn).map_or(0, |()| without_overkill(&next, depth - 1, count))
    };
    turns.iter().map(below).sum()
}

/// Ludii's strip lets men leap round its two ends, from a row over the tip to the other row; no source does (zuni.md and
/// games/awithlaknannai.toml). On a board with such lines, our counts equal Ludii's.
fn with_round_tips(text: &str) -> String {
    let board = construct("serpent(8,outer)").unwrap();
    let names = |line: &[Point]| line.iter().map(|&point| board.name(point)).collect::<Vec<_>>().join(" ");
    let is_at_a_tip = |line: &[Point]| line.len() == 2 && (names(line).contains("b1") || names(line).contains("b9"));
    let mut lines: Vec<_> = board.lines().iter().filter(|line| !is_at_a_tip(line)).map(|line| names(line)).collect();
    lines.extend(["a1 b1 c1".to_owned(), "a8 b9 c8".to_owned()]);
    let places = board.points().map(|point| {
        let Place { x, y } = board.place(point);
        format!("{} = [{x}, {y}]", board.name(point))
    });
    let places: Vec<_> = places.collect();
    let table = format!("{{ points = {{ {} }}, lines = {lines:?} }}", places.join(", "));
    let of_strips = |line: &&str| !["n =", "outer =", "tips =", "[layouts"].iter().any(|key| line.starts_with(key));
    let text: Vec<_> = text
        .replace("\"serpent({n},outer)\"", &table)
        .lines()
        .filter(of_strips)
        .filter(|line| !line.starts_with("board = \"serpent") && *line != "setup = \"filled but the tips\"")
        .map(str::to_owned)
        .collect();
    text.join("\n")
}

/// Counts the positions at a depth in which the side to move has pieces and no turn.
fn blocked(game: &AnyGame, depth: u32) -> u64 {
    let turns = game.turns().unwrap();
    if depth == 0 {
        return u64::from(game.outcome().is_some_and(|outcome| outcome.reason == Reason::Blocked));
    }
    let below = |turn| {
        let mut next = game.clone();
        next.play(turn).map_or(0, |()| blocked(&next, depth - 1))
    };
    turns.iter().map(below).sum()
}

fn entries<'o>(oracle: &'o Value, list: &str) -> Vec<(&'o Value, Ruleset)> {
    let all = oracle[list].as_array().unwrap();
    all.iter().map(|entry| (entry, ruleset(entry))).collect()
}

#[test]
fn starts_agree_with_other_programs_and_with_the_model() {
    let oracle = oracle();
    let mut checked = 0;
    for list in ["start", "model"] {
        for (entry, ruleset) in entries(&oracle, list) {
            let what = format!("{} {}", ruleset.title(), entry["rules"]);
            checked += agrees(&AnyRules::compile(ruleset).unwrap().new_game(), entry, &what);
        }
    }
    assert!(checked > 200, "only {checked} counts were compared");
}

/// Pool checkers differ from country to country only in colours and names of squares.
#[test]
fn pool_checkers_are_one_game_on_three_boards() {
    let count = |game: &str| {
        let rules = AnyRules::compile(find_game(game).unwrap().ruleset(None, &[]).unwrap()).unwrap();
        rules.new_game().perft(8, PerftMode::Moves)
    };
    assert_eq!(["unified-pool", "jamaican"].map(count), [const { Ok(929_896) }; 2]);
}

#[test]
fn draughts_positions_agree_with_other_programs() {
    let oracle = oracle();
    for entry in oracle["draughts_positions"].as_array().unwrap() {
        let rules = entry["rules"].as_str().unwrap();
        let (game, counting) = rules.split_once(' ').unwrap();
        let ruleset = find_game(game).unwrap().ruleset(None, &[]).unwrap();
        let setup = read_fen(&ruleset, entry["fen"].as_str().unwrap()).unwrap();
        let game = AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap();
        let count = if counting.starts_with("keep") { PerftMode::Paths } else { PerftMode::Moves };
        for (depth, expected) in (1..).zip(counts(entry, "counts")) {
            assert_eq!(game.perft(depth, count), Ok(expected), "{rules} at depth {depth}");
        }
    }
}

#[test]
fn positions_agree_with_the_model() {
    let oracle = oracle();
    let mut checked = 0;
    for (entry, ruleset) in entries(&oracle, "model") {
        let title = ruleset.title();
        let board = ruleset.board.clone();
        let rules = AnyRules::compile(ruleset).unwrap();
        for (number, position) in entry["positions"].as_array().unwrap().iter().enumerate() {
            let at = |value: &Value| -> Point {
                let place = Place { x: value[0].as_i64().unwrap() as i32, y: value[1].as_i64().unwrap() as i32 };
                board.points().find(|&point| board.place(point) == place).unwrap()
            };
            let mut setup = Setup::empty(&board);
            let rank = |word: &Value| match word.as_str() {
                Some("king" | "officer") => Rank::King,
                Some("prince") => Rank::Prince,
                _ => Rank::Man,
            };
            let sides = [("first", Side::First), ("second", Side::Second)];
            for (key, side) in sides {
                for piece in position[key].as_array().into_iter().flatten() {
                    setup.columns[at(piece).index()].push(Piece { side, rank: rank(&piece[2]) });
                }
            }
            for tower in position["towers"].as_array().into_iter().flatten() {
                for piece in tower[2].as_array().unwrap() {
                    let (_, side) = sides.into_iter().find(|(key, _)| piece[0] == *key).unwrap();
                    setup.columns[at(tower).index()].push(Piece { side, rank: rank(&piece[1]) });
                }
            }
            if position["to_move"] == "second" {
                setup.to_move = Side::Second;
            }
            let visited = position["may_not_return_to"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|entry| (at(&entry[0]), entry[1].as_array().unwrap().iter().map(at).collect()));
            let closed: Vec<_> =
                position["closed_rows_y"].as_array().into_iter().flatten().map(|y| y.as_i64().unwrap()).collect();
            let (_, high) = board.bounds();
            let middle = i64::from(high.y) / 2;
            let below = closed.iter().filter(|&&y| y < middle).count() as u8;
            setup.memory = SetupMemory {
                visited: visited.collect(),
                closed: [below, closed.len() as u8 - below, 0, 0],
                hand: ["first", "second"].map(|side| position["in_hand"][side].as_u64().unwrap_or(0) as u8),
                ..SetupMemory::default()
            };
            let game = rules.game(Some(&setup)).unwrap();
            checked += agrees(&game, position, &format!("position {number} of {title} {}", entry["rules"]));
        }
    }
    assert!(checked > 300, "only {checked} counts were compared");
}
