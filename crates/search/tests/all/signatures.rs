//! Signatures of all games: the results of searches of fixed depth and of random games with fixed seeds.
//!
//! `tests/data/signatures.txt` describes its lines, the meaning of a change, and how the file is rewritten.

use fastrand::Rng;
use quirkat_rules::{AnyGame, AnyRules, Outcome, Side, find_game, games, read_fen, split_option, write_fen};
use quirkat_search::{Analysis, Engine, Evaluation, Limits, Random, Stop, random_games};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Greatest length of a game, in plies.
const MAX_PLIES: u32 = 300;

/// One line of the data, without the result.
struct Signature<'t> {
    kind: &'t str,
    /// A variant and house rules: `konane:free size=12x12`.
    rules: &'t str,
    /// The work: `depth 4 from W:Wa1:Bb2`, `nodes 3000`, `seed 3`.
    work: &'t str,
}

impl<'t> Signature<'t> {
    fn read(line: &'t str) -> Self {
        let columns: Vec<_> = line.split('|').map(str::trim).collect();
        let [kind, rules, work, _] = columns[..] else {
            panic!("`{line}` does not have four columns; a new line ends with `|`")
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

    /// Returns the line with its current result.
    fn updated(&self) -> String {
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
            _ => panic!("unknown work `{} | {}`", self.kind, self.work),
        }
    }
}

/// Returns the result of a search: its depth, its nodes, the best move and its score.
fn search(game: &AnyGame, limits: Limits) -> String {
    // The table has room for every position, so that the result does not depend on replacement.
    let analysis = Engine::new(16)
        .with_evaluation(Evaluation::Classical)
        .analyse(game, limits, 1, &Stop::default(), &mut |_| {})
        .unwrap();
    let Analysis { depth, nodes, lines, .. } = &analysis;
    let turn = lines[0].turns.first().map_or("throw".to_owned(), |turn| turn.text(&game.ruleset().board));
    format!("depth {depth}, {nodes} nodes, {turn}, {}", lines[0].score)
}

/// Returns the result of a random game: its length, its outcome, and a checksum of its moves and last position. Moves
/// are drawn from a list that is sorted by text, so that the result does not depend on the order of generation.
fn random_game(rules: &AnyRules, seed: u64) -> String {
    let ruleset = rules.ruleset();
    let mut rng = Rng::with_seed(seed);
    let mut game = rules.new_game();
    let mut checksum = Checksum::new();
    for _ in 0..MAX_PLIES {
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

/// The FNV-1a hash (Fowler, Noll and Vo).
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

/// Returns the result of random games of the search crate: their total length and their outcomes.
fn random_ends(rules: &AnyRules, seed: u64) -> String {
    const GAMES: u32 = 20;
    let (mut plies, mut ends) = (0, [0; 4]);
    random_games(rules, MAX_PLIES, &mut Random::with_seed(seed), &mut |played| {
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
    let update = |line| if is_signature(&line) { Signature::read(line).updated() } else { line.to_owned() };
    let updated: Vec<String> = data.lines().map(update).collect();
    if std::env::var_os("QUIRKAT_BLESS").is_some() {
        fs::write(path(), updated.join("\n") + "\n").unwrap();
        return;
    }
    let changed: Vec<_> = data.lines().zip(&updated).filter(|(was, is)| was != is).collect();
    let differences: String = changed.iter().map(|(was, is)| format!("was {was}\nis  {is}\n")).collect();
    assert!(changed.is_empty(), "{} signatures have changed:\n{differences}", changed.len());
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
                assert!(is_signed, "write the line `{kind} | {title} | {work} |` and rewrite the file");
            }
        }
    }
}
