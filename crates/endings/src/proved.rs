//! Starts whose values are proved, by tables that are too large to ship or by search. `docs/results/solved.md` says how.

use quirkat_rules::{AnyGame, GameValue, Ruleset, Setup, Turn, Wdl, find_game};
use quirkat_search::TableReport;
use quirkat_solve::AnyLaw;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Value of a start and of its first moves, and how it was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedStart {
    /// Game and rule set, such as `alquerque:walker`.
    pub game: String,
    /// House rules as `key=value`, separated by spaces.
    pub rules: String,
    /// Value for the side to move: `win`, `draw` or `loss`.
    pub value: String,
    /// Plies of the win or loss under best play, where known.
    pub plies: Option<u32>,
    /// Values of first moves, separated by commas; `others` stands for the rest.
    pub moves: String,
    /// Method by which the value was found.
    pub method: ProofMethod,
    /// Number of positions that were solved, or visited by a search, where it was counted.
    pub positions: Option<u64>,
    /// Name of the proof in the folder `proofs`; empty without one.
    pub certificate: String,
    /// Command that finds the value again.
    pub command: String,
    /// Processor time of the command in seconds, where it was measured.
    pub seconds: Option<f64>,
    /// Publication that found the value first; empty where none is known.
    pub found_by: String,
}

/// Method by which the value of a start was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofMethod {
    /// All positions, set by set.
    Sets,
    /// All positions by retrograde analysis, with distances.
    Distances,
    /// All positions, level by level of placed pieces.
    Levels,
    /// Proof-number search from the start.
    Search,
}

impl ProofMethod {
    /// Returns the word for the method in files.
    pub fn word(self) -> &'static str {
        match self {
            ProofMethod::Sets => "sets",
            ProofMethod::Distances => "distances",
            ProofMethod::Levels => "levels",
            ProofMethod::Search => "search",
        }
    }
}

/// All proved starts.
static STARTS: LazyLock<Vec<ProvedStart>> = LazyLock::new(|| crate::solution::read(include_str!("../proved.csv")));

/// Returns all starts whose values are proved.
pub fn proved_starts() -> &'static [ProvedStart] {
    &STARTS
}

impl ProvedStart {
    /// Returns the rules of the start; `None` where the catalogue no longer has them.
    pub fn ruleset(&self) -> Option<Ruleset> {
        let (game, variant) = self.game.split_once(':')?;
        let rules: Vec<_> = self.rules.split_whitespace().filter_map(|rule| rule.split_once('=')).collect();
        find_game(game)?.ruleset(Some(variant), &rules).ok()
    }

    /// Returns whether a game by these rules begins with the proved start.
    fn is_of(&self, ruleset: &Ruleset, start: &Setup) -> bool {
        if self.game.split(':').next() != Some(&ruleset.game) {
            return false;
        }
        let Some(own) = self.ruleset().filter(|own| own.start == *start && own.board == ruleset.board) else {
            return false;
        };
        let law = |ruleset: &Ruleset| AnyLaw::of(ruleset).ok().map(|law| law.text());
        own.options == ruleset.options || law(&own).is_some_and(|text| Some(text) == law(ruleset))
    }

    /// Returns the value of a first move for the side that makes it.
    fn value_of(&self, turn: &str) -> Option<Wdl> {
        let of =
            |turn: &str| self.moves.split(", ").find_map(|part| wdl(part.strip_prefix(turn)?.strip_prefix(' ')?));
        of(turn).or_else(|| of("others"))
    }
}

fn wdl(word: &str) -> Option<Wdl> {
    Some(match word {
        "win" => Wdl::Win,
        "draw" => Wdl::Draw,
        "loss" => Wdl::Loss,
        _ => return None,
    })
}

/// Returns the proved values of a position and of its moves, as [`known`] does. Returns `None` if nothing is proved or
/// the game is over.
pub fn proved_values(game: &AnyGame, of_tables: Option<TableReport>) -> Option<TableReport> {
    let known = known(game, of_tables).filter(|_| game.outcome().is_none())?;
    (known.position.is_some() || known.turns.iter().any(|(_, value)| value.is_some())).then_some(known)
}

/// Returns the proved values of the start of a game and of its first moves, or of the position after the first move.
/// Returns `None` for other positions and games.
fn proved(game: &AnyGame) -> Option<TableReport> {
    let ruleset = game.ruleset();
    let played = game.history();
    if played.len() > 1 {
        return None;
    }
    let start = game.setup_after(0);
    let proved = STARTS.iter().find(|proved| proved.is_of(ruleset, &start))?;
    let text = |turn: &Turn| turn.text(&ruleset.board);
    let turns = game.turns().ok()?;
    if let [first] = played[..] {
        let value = proved.value_of(&text(first))?;
        let replier_is_other = game.to_move() != start.to_move;
        let value = if replier_is_other { value.reversed() } else { value };
        let turns = turns.into_iter().map(|turn| (turn, None)).collect();
        return Some(TableReport { position: Some(GameValue::from(value)), turns });
    }
    let mut turns: Vec<_> = turns.into_iter().map(|turn| (proved.value_of(&text(&turn)), turn)).collect();
    turns.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let turns = turns.into_iter().map(|(value, turn)| (turn, value.map(GameValue::from))).collect();
    Some(TableReport { position: wdl(&proved.value).map(GameValue::from), turns })
}

/// Returns the report of tables on a position if they have its value, else its proved value, else their report.
pub fn known(game: &AnyGame, of_tables: Option<TableReport>) -> Option<TableReport> {
    let has_value = of_tables.as_ref().is_some_and(|report| report.position.is_some());
    if has_value { of_tables } else { proved(game).or(of_tables) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{AnyRules, read_turn};

    fn game(title: &str, rules: &[(&str, &str)]) -> AnyGame {
        let (game, variant) = title.split_once(':').unwrap();
        AnyRules::compile(find_game(game).unwrap().ruleset(Some(variant), rules).unwrap()).unwrap().new_game()
    }

    #[test]
    fn every_proved_start_is_the_start_of_a_game_with_these_moves() {
        for start in &*STARTS {
            let ruleset = start.ruleset().unwrap_or_else(|| panic!("{start:?} is no game"));
            let game = AnyRules::compile(ruleset).unwrap().new_game();
            let report = proved(&game).unwrap_or_else(|| panic!("{start:?} is not found"));
            assert!(report.turns.iter().all(|(_, value)| value.is_some()), "{start:?}");
            assert_eq!(report.turns[0].1, report.position, "the best move has the value of the start: {start:?}");
            for part in start.moves.split(", ").filter(|part| !part.starts_with("others ")) {
                let (turn, _) = part.rsplit_once(' ').unwrap();
                assert!(report.turns.iter().any(|(legal, _)| legal.text(&game.ruleset().board) == turn), "{part}");
            }
        }
    }

    #[test]
    fn certificates_exist_and_distances_fit_the_values() {
        for start in &*STARTS {
            let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/");
            let exists = || std::path::Path::new(&format!("{proofs}{}", start.certificate)).is_file();
            assert!(start.certificate.is_empty() || exists(), "{start:?}");
            let fits = |plies: u32| start.value == if plies % 2 == 1 { "win" } else { "loss" };
            assert!(start.plies.is_none_or(fits), "{start:?}");
            assert!(start.command.starts_with("quirkat solve "), "{start:?}");
        }
    }

    /// Returns the rows of `docs/results/known.md`.
    fn rows() -> String {
        let row = |start: &ProvedStart| {
            let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
            let ProvedStart { game, rules, value, plies, moves, method, .. } = start;
            let certificate = match &*start.certificate {
                "" => String::new(),
                name => format!("[{name}](../../proofs/{name})"),
            };
            let plies = plies.map_or_else(String::new, |plies| plies.to_string());
            let positions = start.positions.map_or_else(String::new, quirkat_words::group_thousands);
            let seconds = start.seconds.map_or_else(String::new, |seconds| format!("{seconds} s"));
            let by = if start.found_by.is_empty() { "ours, not found in the literature" } else { &start.found_by };
            let cells = [
                format!("{} {}", code(game), code(rules)).trim_end().to_owned(),
                format!("**{value}**"),
                plies,
                moves.clone(),
                method.word().to_owned(),
                positions,
                certificate,
                code(&start.command),
                seconds,
                by.to_owned(),
            ];
            format!("| {} |\n", cells.join(" | "))
        };
        STARTS.iter().map(row).collect()
    }

    /// `QUIRKAT_BLESS=1` rewrites the rows.
    #[test]
    fn the_page_of_known_starts_has_a_row_for_each() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/known.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (begin, end) = ("<!-- rows from crates/endings/proved.csv -->\n", "<!-- end of rows -->\n");
        let (head, rest) = page.split_once(begin).unwrap();
        let (table, tail) = rest.split_once(end).unwrap();
        let title: String = table.lines().take(2).map(|line| format!("{line}\n")).collect();
        let fresh = format!("{head}{begin}{title}{}{end}{tail}", rows());
        if std::env::var_os("QUIRKAT_BLESS").is_some() {
            std::fs::write(path, &fresh).unwrap();
        } else {
            assert!(fresh == page, "docs/results/known.md is stale: run this test with QUIRKAT_BLESS=1");
        }
    }

    #[test]
    fn the_page_of_known_starts_says_of_each_rule_set_of_alquerque_what_is_known() {
        let page = include_str!("../../../docs/results/known.md");
        let (_, table) = page.split_once("## Alquerque, all rule sets\n").unwrap();
        let file = find_game("alquerque").unwrap();
        for variant in file.variants() {
            let row = table.lines().find(|row| row.starts_with(&format!("| `alquerque:{variant}` |"))).unwrap();
            let report = proved(&game(&format!("alquerque:{variant}"), &[]));
            let worth = match report.and_then(|report| report.position).map(|value| value.wdl) {
                Some(Wdl::Win) => "**won**",
                Some(Wdl::Draw) => "**drawn**",
                Some(Wdl::Loss) => "**lost**",
                None => "unknown",
            };
            assert!(row.contains(&format!("| {worth}")), "{row}");
        }
    }

    #[test]
    fn the_values_are_those_of_the_proofs() {
        let proofs = include_str!("../../../docs/results/data/proofs.csv");
        for proof in csv::Reader::from_reader(proofs.as_bytes()).records() {
            let proof = proof.unwrap();
            let sorted = |rules: &str| {
                let mut rules: Vec<_> = rules.split_whitespace().map(str::to_owned).collect();
                rules.sort();
                rules
            };
            let start = STARTS.iter().find(|start| start.game == proof[0] && sorted(&start.rules) == sorted(&proof[1]));
            assert_eq!(start.map(|start| &*start.value), Some(&proof[3]), "{proof:?}");
        }
    }

    #[test]
    fn the_value_of_the_start_is_known_until_the_second_move() {
        let mut game = game("alquerque:murray", &[]);
        let of = |game: &AnyGame| proved(game).and_then(|report| report.position).map(|value| value.wdl);
        assert_eq!(of(&game), Some(Wdl::Win), "the rules of Murray have the law of Walker's");
        let turn = read_turn(&*game, "c2-c3").unwrap();
        game.play(&turn).unwrap();
        assert_eq!(of(&game), Some(Wdl::Loss));
        let turn = game.turns().unwrap().remove(0);
        game.play(&turn).unwrap();
        assert_eq!(of(&game), None);
        assert_eq!(of(&super::tests::game("alquerque:walker", &[("capture", "optional")])), None);
    }
}
