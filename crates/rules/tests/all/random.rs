//! Random games under all rules, for tests that need positions from play.

use fastrand::Rng;
use quirkat_rules::{AnyGame, AnyRules, Turn, find_game};

/// House rules that cover what the presets leave out.
const HOUSES: [&[(&str, &str)]; 6] = [
    &[("promotion", "long"), ("promo_mid", "as_king"), ("choice", "max_quality"), ("removal", "end")],
    &[("promotion", "short"), ("promo_mid", "as_man"), ("capture", "huff"), ("return", "never")],
    &[("capture", "huff"), ("chain", "optional"), ("return", "not_last"), ("blocked", "pass")],
    &[("promotion", "long"), ("king_landing", "any_but_further"), ("promo_mid", "stop"), ("return", "not_last")],
    &[("chain", "straight"), ("capture", "optional"), ("first", "second"), ("middle", "left")],
    &[("repetition", "forbidden"), ("last_row", "capture_only"), ("cap_dirs", "forward"), ("choice", "max")],
];

/// Every preset, then some house rules.
pub fn all_rules() -> Vec<AnyRules> {
    let file = find_game("alquerque").unwrap();
    let presets = file.variants().map(|variant| file.ruleset(Some(variant), &[]));
    let houses = HOUSES.iter().map(|house| file.ruleset(None, house));
    presets.chain(houses).map(|ruleset| AnyRules::compile(ruleset.unwrap()).unwrap()).collect()
}

/// Returns a game after at most this many random turns; fewer if it ends before.
pub fn random_game(rules: &AnyRules, plies: usize, rng: &mut Rng) -> AnyGame {
    let mut game = rules.new_game();
    for _ in 0..plies {
        let turns = game.turns().unwrap();
        if turns.is_empty() {
            break;
        }
        game.play(choose(&turns, rng)).unwrap();
    }
    game
}

/// Chooses a turn, with a preference for captures so that games progress.
pub fn choose<'t>(turns: &'t [Turn], rng: &mut Rng) -> &'t Turn {
    let taking: Vec<_> = turns.iter().filter(|turn| !turn.captures.is_empty()).collect();
    if !taking.is_empty() && rng.bool() { taking[rng.usize(..taking.len())] } else { &turns[rng.usize(..turns.len())] }
}
