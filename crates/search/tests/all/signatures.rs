//! The signatures of all games: what a search of fixed depth and random games of fixed seeds come to.
//!
//! `tests/data/signatures.txt` says how its lines are written, what a change of one means, and how they are written anew.

use fastrand::Rng;
use quirkat_rules::{AnyGame, AnyRules, Outcome, Side, find_game, games, read_fen, split_option, write_fen};
use quirkat_search::{Analysis, Engine, Evaluation, Limits, Random, Stop, random_games};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A game that goes on is broken off after so many turns.
const MOST_PLIES: u32 = 300;

/// One line of the data, but for what came of it.
struct Signature<'t> {
    kind: &'t str,
    /// A variant and house rules: `konane:free size=12x12`.
    rules: &'t str,
    /// What is done: `depth 4 from W:Wa1:Bb2`, `nodes 3000`, `seed 3`.
    work: &'t str,
}

impl<'t> Signature<'t> {
    fn read(line: &'t str) -> Self {
        let columns: Vec<_> = line.split('|').map(str::trim).collect();
        let [kind, rules, work, _] = columns[..] else {
            panic!("`{line}` has not four columns; a new line ends with `|`")
        };
        Signature { kind, rules, work }
    }

    fn compile(&self) -> AnyRules {
        let mut words = self.rules.split(' ');
        let title = words.next().unwrap_or_default();
        let (game, variant) = title.split_once(':').unwrap_or_else(|| panic!("`{title}` names no variant"));
        let house_rules: Vec<_> = words.map(|rule| split_option(rule).unwrap()).collect();
        let file = find_game(game).unwrap_or_else(|| panic!("there is no game `{game}`"));
        AnyRules::compile(file.ruleset(Some(variant), &house_rules).unwrap()).unwrap()
    }

    /// The line as it would be written now.
    fn renewed(&self) -> String {
        let Signature { kind, rules, work } = self;
        format!("{kind} | {rules} | {work} | {}", self.compute())
    }

    fn compute(&self) -> String {
        let rules = self.compile();
        let (work, fen) = self.work.split_once(" from ").map_or((self.work, None), |(work, fen)| (work, Some(fen)));
        let (word, number) = work.split_once(' ').unwrap_or_default();
        let number: u32 = number.parse().unwrap_or_else(|_| panic!("`{work}` has no number"));
        let game = || rules.game(fen.map(|fen| read_fen(&rules.ruleset(), fen).unwrap()).as_ref()).unwrap();
        match (self.kind, word) {
            ("search", "depth") => search(&game(), Limits { depth: Some(number), ..Limits::default() }),
            ("search", "nodes") => search(&game(), Limits { nodes: Some(number.into()), ..Limits::default() }),
            ("game", "seed") => random_game(&rules, number.into()),
            ("playouts", "seed") => random_ends(&rules, number.into()),
            _ => panic!("what is `{} | {}`?", self.kind, self.work),
        }
    }
}

/// What a search comes to: its depth, its nodes, the best turn and its score.
fn search(game: &AnyGame, limits: Limits) -> String {
    // Every position has room in the table, so that nothing depends on which of them share a place there.
    let analysis = Engine::new(16)
        .with_evaluation(Evaluation::Classical)
        .analyse(game, limits, 1, &Stop::default(), &mut |_| {})
        .unwrap();
    let Analysis { depth, nodes, lines, .. } = &analysis;
    let turn = lines[0].turns.first().map_or("throw".to_owned(), |turn| turn.text(&game.ruleset().board));
    format!("depth {depth}, {nodes} nodes, {turn}, {}", lines[0].score)
}

/// A random game as its players see it: its length, its end, and a checksum of its turns and last position. The turns of
/// each position are sorted by their texts first, so that the order in which they are generated has no part in it.
fn random_game(rules: &AnyRules, seed: u64) -> String {
    let ruleset = rules.ruleset();
    let mut rng = Rng::with_seed(seed);
    let mut game = rules.new_game();
    let mut checksum = Checksum::new();
    for _ in 0..MOST_PLIES {
        let turns = game.turns().unwrap();
        let mut turns: Vec<_> = turns.iter().map(|turn| (turn.text(&ruleset.board), turn)).collect();
        turns.sort_by(|a, b| a.0.cmp(&b.0));
        let Some((text, turn)) = rng.choice(&turns) else { break };
        checksum.add(text);
        game.play(turn).unwrap();
    }
    checksum.add(&write_fen(&ruleset, &game.setup()));
    let end = match game.outcome() {
        None => "broken off".to_owned(),
        Some(Outcome { winner, reason }) => {
            let winner = match winner {
                None => "drawn",
                Some(Side::First) => "first",
                Some(Side::Second) => "second",
            };
            format!("{winner} {}", reason.word())
        }
    };
    format!("{} plies, {end}, {:016x}", game.history().len(), checksum.0)
}

/// Fowler, Noll and Vo's hash (FNV-1a), which is the same everywhere and for ever.
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The random games of the search crate, from a seed: how many turns they had together, and how they ended.
fn random_ends(rules: &AnyRules, seed: u64) -> String {
    const GAMES: u32 = 20;
    let (mut plies, mut ends) = (0, [0; 4]);
    random_games(rules, MOST_PLIES, &mut Random::with_seed(seed), &mut |played| {
        let played = played.unwrap();
        plies += played.plies;
        ends[match played.outcome.map(|outcome| outcome.winner) {
            Some(Some(winner)) => winner.index(),
            Some(None) => 2,
            None => 3,
        }] += 1;
        ends.iter().sum::<u32>() < GAMES
    });
    let [first, second, drawn, broken_off] = ends;
    format!("{plies} plies, first {first}, second {second}, drawn {drawn}, broken off {broken_off}")
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signatures.txt")
}

fn is_signature(line: &&str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[test]
fn no_signature_has_changed() {
    let data = fs::read_to_string(path()).unwrap();
    let renew = |line| if is_signature(&line) { Signature::read(line).renewed() } else { line.to_owned() };
    let renewed: Vec<String> = data.lines().map(renew).collect();
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(path(), renewed.join("\n") + "\n").unwrap();
        return;
    }
    let changed: Vec<_> = data.lines().zip(&renewed).filter(|(was, is)| was != is).collect();
    let told: String = changed.iter().map(|(was, is)| format!("was {was}\nis  {is}\n")).collect();
    assert!(changed.is_empty(), "{} signatures have changed:\n{told}", changed.len());
}

#[test]
fn every_variant_has_its_signatures() {
    let data = fs::read_to_string(path()).unwrap();
    let signed: HashSet<_> =
        data.lines().filter(is_signature).map(Signature::read).map(|line| (line.kind, line.rules)).collect();
    for file in games() {
        for title in file.variants().map(|variant| format!("{}:{variant}", file.id)) {
            for (kind, work) in [("search", "depth 4"), ("game", "seed 1"), ("playouts", "seed 1")] {
                let is_signed = signed.contains(&(kind, title.as_str()));
                assert!(is_signed, "write the line `{kind} | {title} | {work} |` and renew the file");
            }
        }
    }
}
