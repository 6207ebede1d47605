//! Random game files, house rules and positions.

use quirkat_rules::{GameFile, OptionKey, game_toml, games};
use toml::{Table, Value};

/// Values of options that are numbers; those that an option does not allow are refused.
const NUMBERS: [&str; 9] = ["off", "all", "1", "2", "3", "10", "20", "8x8", "20x20"];

/// Maximum variants of a file.
const MAX_VARIANTS: usize = 100;

/// Rules that make long captures, of which there are many.
const COSTLY: [(&str, &str); 14] = [
    ("promotion", "long"),
    ("king_landing", "any"),
    ("removal", "end"),
    ("removal", "immediate"),
    ("removal", "under"),
    ("choice", "max"),
    ("choice", "free"),
    ("capture", "optional"),
    ("chain", "optional"),
    ("cap_dirs", "all"),
    ("step_dirs", "all"),
    ("turning", "free"),
    ("rejump", "allowed"),
    ("repetition", "none"),
];

/// Returns a random option with one of its values.
fn option(rng: &mut fastrand::Rng) -> (&'static str, String) {
    if rng.bool() {
        let (key, value) = COSTLY[rng.usize(..COSTLY.len())];
        return (key, value.to_owned());
    }
    let key = OptionKey::ALL[rng.usize(..OptionKey::ALL.len())];
    let words: Vec<_> = key.words().map(|(word, _)| word).collect();
    let value = rng.choice(if words.is_empty() { NUMBERS.to_vec() } else { words });
    (key.name(), value.unwrap_or_default().to_owned())
}

/// Returns up to six house rules. Most contradict nothing.
pub fn house_rules(game: &GameFile, variant: Option<&str>, rng: &mut fastrand::Rng) -> Vec<String> {
    let mut chosen: Vec<(&str, String)> = vec![];
    for _ in 0..rng.usize(..7) {
        let option = option(rng);
        if chosen.iter().any(|(key, _)| *key == option.0) {
            continue;
        }
        chosen.push(option);
        let rules: Vec<_> = chosen.iter().map(|(key, value)| (*key, value.as_str())).collect();
        // A contradiction is sent now and then.
        if game.ruleset(variant, &rules).is_err() && rng.u8(..20) > 0 {
            chosen.pop();
        }
    }
    chosen.into_iter().map(|(key, value)| format!("{key}={value}")).collect()
}

/// Returns a random board and a setup for it.
fn board(rng: &mut fastrand::Rng) -> (String, String) {
    let mut odd = || 3 + 2 * rng.usize(..10);
    let (w, h) = (odd(), odd());
    let diagonals = ["", ",great_diagonals", ",all_diagonals"][rng.usize(..3)];
    let (board, size) = match rng.u8(..8) {
        0..3 => (format!("alq({w},{h})"), Some((w, h))),
        3..5 => {
            let (w, h) = (2 + rng.usize(..21), 2 + rng.usize(..21));
            (format!("grid({w},{h}{diagonals})"), Some((w, h)))
        }
        5 => (format!("checker({},{},left)", 2 + rng.usize(..29), 2 + rng.usize(..29)), None),
        6 => (format!("cross({},{})", 2 + rng.usize(..15), 2 + rng.usize(..15)), None),
        _ => ("alq(21,21)".to_owned(), Some((21, 21))),
    };
    if let Some((w, h)) = size.filter(|_| rng.u8(..3) == 0) {
        return (board, hunt_diagram(w, h, rng));
    }
    let setups = ["filled", "filled", "filled", "chequered", "filled but the tips", "empty"];
    (board, setups[rng.usize(..setups.len())].to_owned())
}

/// Returns a diagram with few kings among many men, which they can capture in many ways.
fn hunt_diagram(w: usize, h: usize, rng: &mut fastrand::Rng) -> String {
    let (men, kings) = (0.1 + 0.3 * rng.f64(), 3.0 * rng.f64() / (w * h) as f64);
    let mut point = || match rng.f64() {
        share if share < kings => "W",
        share if share < kings + men => "b",
        _ => ".",
    };
    let rows = (0..h).map(|_| (0..w).map(|_| point()).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns a random game file: a published one with other options, variants, boards and setups.
pub fn file(rng: &mut fastrand::Rng) -> String {
    let all: Vec<_> = games().collect();
    let text = game_toml(&all[rng.usize(..all.len())].id).unwrap_or_default();
    if rng.u8(..10) == 0 {
        return mistaken(text, rng);
    }
    let Ok(mut table) = text.parse::<Table>() else { return mistaken(text, rng) };
    if rng.u8(..3) > 0 {
        let (board, setup) = board(rng);
        table.insert("board".to_owned(), board.into());
        table.insert("setup".to_owned(), setup.into());
        // Layouts, examples and boards of variants belong to the other board.
        table.remove("layouts");
        table.remove("shown");
        for variant in variants(&mut table) {
            variant.remove("board");
            variant.remove("setup");
        }
    }
    if rng.bool() {
        table.insert("hand".to_owned(), Value::Integer(rng.i64(0..=30)));
    }
    for _ in 0..rng.usize(..8) {
        let (key, value) = option(rng);
        set(&mut table, key, &value);
        for variant in variants(&mut table) {
            if let Some(Value::Table(options)) = variant.get_mut("options") {
                options.remove(key);
            }
        }
    }
    if rng.u8(..4) == 0
        && let Some(Value::Table(named)) = table.get_mut("variants")
        && let Some((_, first)) = named.iter().next().map(|(name, table)| (name.clone(), table.clone()))
    {
        let room = (60_000_usize.saturating_sub(text.len())) / first.to_string().len().max(1);
        for number in 0..rng.usize(..=MAX_VARIANTS.saturating_sub(named.len()).min(room)) {
            let mut copy = first.clone();
            if let Value::Table(copy) = &mut copy {
                let (key, value) = option(rng);
                set(copy, key, &value);
            }
            named.insert(format!("copy{number}"), copy);
        }
    }
    table.to_string()
}

/// Returns the tables of the variants.
fn variants(table: &mut Table) -> impl Iterator<Item = &mut Table> {
    let named = table.get_mut("variants").and_then(Value::as_table_mut);
    named.into_iter().flat_map(|named| named.iter_mut().filter_map(|(_, variant)| variant.as_table_mut()))
}

/// Sets an option of a game or a variant.
fn set(table: &mut Table, key: &str, value: &str) {
    let value = value.parse().map_or_else(|_| Value::String(value.to_owned()), Value::Integer);
    let options = table.entry("options").or_insert_with(|| Value::Table(Table::new()));
    if let Value::Table(options) = options {
        options.insert(key.to_owned(), value);
    }
}

/// Returns a text with some lines removed, repeated, swapped or changed.
fn mistaken(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.usize(1..4) {
        let (one, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match rng.u8(..5) {
            0 => drop(lines.remove(one)),
            1 => lines.insert(one, lines[other].clone()),
            2 => lines.swap(one, other),
            3 => lines[one] = lines[one].replace(|letter: char| letter.is_ascii_digit(), "9"),
            _ => lines[one] = lines[one].replace(['"', '.'], ""),
        }
    }
    lines.join("\n")
}

/// Returns a random position: pieces of a given one are removed, promoted, moved and change their side.
pub fn position(fen: &str, rng: &mut fastrand::Rng) -> String {
    let mut parts = fen.split(':');
    let to_move = parts.next().unwrap_or("W").to_owned();
    let mut pieces: Vec<(char, bool, String)> = vec![];
    for part in parts {
        let mut letters = part.chars();
        let Some(side @ ('W' | 'B')) = letters.next() else { continue };
        for piece in letters.as_str().split(',').filter(|piece| !piece.is_empty()) {
            let point = piece.strip_prefix('K');
            pieces.push((side, point.is_some(), point.unwrap_or(piece).to_owned()));
        }
    }
    let (fewer, crowned) = (rng.f64(), rng.f64());
    let points: Vec<_> = pieces.iter().map(|(_, _, point)| point.clone()).collect();
    pieces.retain(|_| rng.f64() < fewer);
    for piece in &mut pieces {
        piece.1 |= rng.f64() < crowned;
        if rng.u8(..4) == 0 {
            piece.0 = if piece.0 == 'W' { 'B' } else { 'W' };
        }
    }
    pieces.sort_by(|one, other| one.2.cmp(&other.2));
    pieces.dedup_by(|one, other| one.2 == other.2);
    if points.is_empty() {
        return fen.to_owned();
    }
    if rng.bool() {
        return hunt(&to_move, points, rng);
    }
    let side = |letter: char| {
        let of_side = pieces.iter().filter(|piece| piece.0 == letter);
        let texts: Vec<_> =
            of_side.map(|(_, king, point)| format!("{}{point}", if *king { "K" } else { "" })).collect();
        format!(":{letter}{}", texts.join(","))
    };
    to_move + &side('W') + &side('B')
}

/// Returns a position with few kings of one side among many men of the other.
fn hunt(to_move: &str, mut points: Vec<String>, rng: &mut fastrand::Rng) -> String {
    rng.shuffle(&mut points);
    let kings = 1 + rng.usize(..3.min(points.len()));
    let men = ((0.1 + 0.3 * rng.f64()) * points.len() as f64) as usize;
    let (kings, rest) = points.split_at(kings.min(points.len()));
    let kings: Vec<_> = kings.iter().map(|point| format!("K{point}")).collect();
    let men = rest[..men.min(rest.len())].join(",");
    let [own, other] = if to_move == "W" { ['W', 'B'] } else { ['B', 'W'] };
    format!("{to_move}:{own}{}:{other}{men}", kings.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{MissingFile, check_file};

    #[test]
    fn many_random_files_are_sound_and_equal_seeds_give_equal_files() {
        let mut rng = fastrand::Rng::with_seed(5);
        let files: Vec<_> = (0..60).map(|_| file(&mut rng)).collect();
        let is_sound = |text: &&String| {
            check_file("game.toml", text, &|file| Err(MissingFile::Standalone(file.to_owned()))).is_sound()
        };
        let sound = files.iter().filter(is_sound).count();
        assert!((6..60).contains(&sound), "{sound} of 60 files are sound");
        let mut again = fastrand::Rng::with_seed(5);
        assert!(files.iter().all(|text| *text == file(&mut again)));
    }

    #[test]
    fn positions_are_mutated_within_their_points() {
        let mut rng = fastrand::Rng::with_seed(6);
        let fen = "W:Wa1,b1,Kc1:Ba3,b3";
        let seen: Vec<_> = (0..50).map(|_| position(fen, &mut rng)).collect();
        assert!(seen.iter().any(|position| position != fen) && seen.iter().any(|position| position.contains("Ka")));
        assert!(seen.iter().all(|position| position.starts_with("W:W") && position.contains(":B")), "{seen:?}");
    }
}
