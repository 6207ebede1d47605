//! Expensive content: game files, positions, games and records.

use quirkat_rules::{AnyGame, AnyRules, find_game, split_option};
use std::fmt::Write;

/// A line of a published game, as the API names it.
#[derive(Clone, Debug)]
pub struct Line {
    pub game: &'static str,
    pub rules: &'static [&'static str],
    pub position: Option<&'static str>,
    pub turns: Vec<String>,
}

impl Line {
    /// Returns the request's body.
    pub fn body(&self) -> serde_json::Value {
        let mut body = serde_json::json!({ "game": self.game, "rules": self.rules, "turns": self.turns });
        if let Some(position) = self.position {
            body["position"] = position.into();
        }
        body
    }

    /// Returns the line as a record in PDN.
    pub fn record(&self) -> String {
        let mut record = format!("[Variant \"{}\"]\n[Rules \"{}\"]\n", self.game, self.rules.join(" "));
        if let Some(position) = self.position {
            let _ = writeln!(record, "[FEN \"{position}\"]");
        }
        record.push('\n');
        for (number, pair) in self.turns.chunks(2).enumerate() {
            let _ = write!(record, "{}. {} ", number + 1, pair.join(" "));
        }
        record + "*\n\n"
    }
}

/// Rules by which a position of zamma has few legal moves and a million hops: only the longest captures count.
pub const HEAVY_RULES: &[&str] = &["choice=max", "capture=optional", "repetition=none", "step_dirs=all"];
/// A king among men that it can capture in many ways: 70 ms in an optimised program.
const HEAVY_POSITION: &str = "W:WKa7:Ba2,a6,Ka9,b2,b4,b6,c5,Kc9,d7,d8,e2,e6,f5,f8,h4,h8,i1,Ki9";
/// A position with 504,061 legal moves by [`WIDE_RULE`].
pub const WIDE_POSITION: &str = "W:WKa7:Bh1,i1,a2,b2,e2,g3,b4,h4,c5,f5,a6,b6,e6,d7,d8,f8,h8,Ka9,Kc9,Ki9";
/// Rule of the position with too many moves.
pub const WIDE_RULE: &str = "choice=free";

/// Returns a game of zamma in which each position is expensive: the king and a man move back and forth.
pub fn heavy_line(plies: usize) -> Line {
    let walk = ["a7-a8", "a9-b9", "a8-a7", "b9-a9"];
    Line {
        game: "zamma",
        rules: HEAVY_RULES,
        position: Some(HEAVY_POSITION),
        turns: walk.iter().cycle().take(plies).map(|turn| (*turn).to_owned()).collect(),
    }
}

/// Returns a long game of random moves, which is not over.
pub fn long_line(plies: usize, rng: &mut fastrand::Rng) -> Line {
    let (game, rules) = ("dablot", &["first=first"]);
    loop {
        let turns = random_turns(game, rules, plies, rng);
        if turns.len() == plies {
            return Line { game, rules, position: None, turns };
        }
    }
}

/// Returns random moves from the start, up to the end of the game.
pub fn random_turns(game: &str, rules: &[&str], plies: usize, rng: &mut fastrand::Rng) -> Vec<String> {
    let Some(mut game) = start(game, rules) else { return vec![] };
    let mut texts = vec![];
    while texts.len() < plies && game.outcome().is_none() {
        let Ok(mut turns) = game.turns() else { break };
        if turns.is_empty() {
            break;
        }
        let turn = turns.swap_remove(rng.usize(..turns.len()));
        texts.push(turn.text(&game.ruleset().board));
        if game.play(&turn).is_err() {
            break;
        }
    }
    texts
}

/// Starts a game of a title, if there is one by these rules.
pub fn start(title: &str, rules: &[&str]) -> Option<AnyGame> {
    let (id, variant) = title.split_once(':').map_or((title, None), |(id, variant)| (id, Some(variant)));
    let rules: Vec<_> = rules.iter().filter_map(|rule| split_option(rule).ok()).collect();
    let ruleset = find_game(id)?.ruleset(variant, &rules).ok()?;
    let mut game = AnyRules::compile(ruleset).ok()?.new_game();
    game.limit_turns(MAX_TURNS);
    Some(game)
}

/// Maximum legal moves of a position that is generated here.
const MAX_TURNS: u64 = 5_000;

/// Returns a game file: board and setup, options, and tables of variants.
pub fn file(top: &str, options: &str, variants: &str) -> String {
    format!(
        "id = \"own\"\nversion = 1\ndefault = \"v0\"\n{top}\n\
        name = {{ en = \"x\", es = \"x\" }}\n\
        [sides]\n\
        first = {{ colour = \"white\", en = \"W\", es = \"W\" }}\n\
        second = {{ colour = \"black\", en = \"B\", es = \"B\" }}\n\
        [ranks]\n\
        man = {{ en = [\"a\", \"b\"], es = [\"el a\", \"los b\"] }}\n\
        king = {{ en = [\"k\", \"l\"], es = [\"el k\", \"los l\"] }}\n\
        [options]\n{options}\n{variants}"
    )
}

/// Returns `count` variants with the same keys.
pub fn variants(count: usize, keys: &str) -> String {
    let named = |number| format!("[variants.v{number}]\nname = {{ en = \"v\", es = \"v\" }}\n{keys}\n");
    (0..count).map(named).collect()
}

/// Returns a small file, distinct for each number.
pub fn small_file(number: u64) -> String {
    file("board = \"alq(5,5)\"\nsetup = \"filled\"", "", &variants(1, "")) + &format!("# {number}\n")
}

/// Returns a file with a board of 21 × 21 points full of men that step and capture in all directions.
pub fn large_file(number: u64) -> String {
    let options = "promotion = \"long\"\nchain = \"mandatory\"\ncapture = \"optional\"\nremoval = \"end\"";
    file("board = \"alq(21,21)\"\nsetup = \"filled\"", options, &variants(1, "")) + &format!("# {number}\n")
}

/// Returns the top of a file with flying kings among enemies at every second point of a square board.
fn flying_kings(board: &str, size: usize) -> String {
    let point = |x: usize, y: usize| match (x % 2, y % 2) {
        (1, 1) => "b",
        _ if y == 0 && x.is_multiple_of(4) => "W",
        _ => ".",
    };
    let rows = (0..size).rev().map(|y| (0..size).map(|x| point(x, y)).collect::<Vec<_>>().join(" "));
    format!("board = \"{board}\"\nsetup = \"\"\"\n{}\n\"\"\"", rows.collect::<Vec<_>>().join("\n"))
}

/// Returns a file with 100 variants of the largest grid, in each of which the captures of the start take a million hops.
pub fn many_variants() -> String {
    let options =
        "promotion = \"long\"\nking_landing = \"any\"\nchoice = \"max\"\ncapture = \"optional\"\nremoval = \"end\"";
    file(&flying_kings("grid(22,22,all_diagonals)", 22), options, &variants(100, ""))
}

/// Returns the most expensive files within the limits of length.
pub fn hostile_files() -> Vec<String> {
    // They may stop or turn anywhere.
    let flying = flying_kings("alq(21,21)", 21);
    let free =
        "promotion = \"long\"\nking_landing = \"any\"\nchain = \"optional\"\ncapture = \"optional\"\nremoval = \"end\"";
    let towers = "removal = \"under\"\nchain = \"optional\"\nrejump = \"allowed\"";
    let alquerque = "board = \"alq(21,21)\"\nsetup = \"filled\"";
    vec![
        format!("a = {}", "[".repeat(60_000)),
        format!("{} = 1", ["a"; 30_000].join(".")),
        "x".repeat(65_000),
        (0..6_000).map(|n| format!("k{n} = 1\n")).collect(),
        "#\n".repeat(32_000),
        many_variants(),
        file("board = \"alq(3,3)\"\nsetup = \"filled\"", "", &variants(100, alquerque)),
        file(&flying, free, &variants(1, "")),
        file(&flying, free, &variants(100, "")),
        file(alquerque, towers, &variants(1, "")),
        file(alquerque, towers, &variants(100, "")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{MissingFile, check_file, read_fen, read_turn};

    #[test]
    fn the_heavy_line_is_legal() {
        let line = heavy_line(8);
        let rules: Vec<_> = line.rules.iter().map(|rule| split_option(rule).unwrap()).collect();
        let ruleset = find_game(line.game).unwrap().ruleset(None, &rules).unwrap();
        let setup = read_fen(&ruleset, HEAVY_POSITION).unwrap();
        let mut game = AnyRules::compile(ruleset).unwrap().game(Some(&setup)).unwrap();
        for text in &line.turns {
            let turn = read_turn(&*game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            game.play(&turn).unwrap();
        }
    }

    #[test]
    fn own_files_are_sound() {
        for text in [small_file(1), large_file(1)] {
            let report = check_file("game.toml", &text, &|file| Err(MissingFile::Standalone(file.to_owned())));
            assert!(report.is_sound(), "{:?}", report.errors);
        }
    }

    #[test]
    fn random_games_have_the_length_that_is_asked_for() {
        let line = long_line(40, &mut fastrand::Rng::with_seed(1));
        assert_eq!(line.turns.len(), 40);
        assert!(line.record().starts_with("[Variant \"dablot\"]\n[Rules \"first=first\"]\n\n1. "));
    }
}
