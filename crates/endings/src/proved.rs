//! Starts whose values are proved, by tables that are too large to ship or by search. `docs/results/solved.md` says how.

use quirkat_rules::{AnyGame, GameValue, Ruleset, Setup, Turn, Wdl, find_game};
use quirkat_search::TableReport;
use quirkat_solve::AnyLaw;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Value of a start and of its first moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvedStart {
    /// Game and rule set, such as `alquerque:walker`.
    game: String,
    /// House rules as `key=value`, separated by spaces.
    rules: String,
    /// Value for the side to move: `win`, `draw` or `loss`.
    value: String,
    /// Values of first moves, separated by commas; `others` stands for the rest.
    moves: String,
}

/// All proved starts.
static STARTS: LazyLock<Vec<ProvedStart>> = LazyLock::new(|| crate::solution::read(include_str!("../proved.csv")));

impl ProvedStart {
    fn ruleset(&self) -> Option<Ruleset> {
        let (game, variant) = self.game.split_once(':')?;
        let rules: Vec<_> = self.rules.split_whitespace().filter_map(|rule| rule.split_once('=')).collect();
        find_game(game)?.ruleset(Some(variant), &rules).ok()
    }

    /// Whether a game by these rules begins with the proved start.
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

/// Returns what is proved of the start of a game and of its first moves, or of the position after the first move. Returns
/// `None` for other positions and games.
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

/// Returns what tables report of a position if they have its value, else what is proved of it, else their report.
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
                let turn = part.split(' ').next().unwrap();
                assert!(report.turns.iter().any(|(legal, _)| legal.text(&game.ruleset().board) == turn), "{part}");
            }
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
