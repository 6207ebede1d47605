//! Custodial captures with random options, on boards with different lines, hands, kings and sides.

use crate::games::catch;
use crate::pair::Pair;
use crate::statistics::Statistics;
use crate::{agree, factor};
use fastrand::Rng;

/// Values of the options that custodial captures allow in every game.
const VALUES: [(&str, &[&str]); 9] = [
    ("capture_by", &["custodial", "custodial_rows"]),
    ("step_dirs", &["all", "all", "no_back", "forward", "straight"]),
    ("capture_lines", &["board", "board", "orthogonals", "diagonals", "with_orthogonals"]),
    ("capture", &["optional", "mandatory"]),
    ("chain", &["none", "optional", "mandatory"]),
    ("promotion", &["none", "short", "long"]),
    ("king_move_limit", &["off", "2"]),
    ("aim", &["win", "lose"]),
    ("blocked", &["loss", "draw", "pass"]),
];

/// Values of the other options, whatever the game has by default.
const NEUTRAL: [(&str, &str); 17] = [
    ("cap_dirs", "all"),
    ("last_row", "normal"),
    ("line_steps", "no"),
    ("bent_leaps", "no"),
    ("choice", "free"),
    ("removal", "immediate"),
    ("take_higher", "yes"),
    ("return", "free"),
    ("promo_mid", "no"),
    ("closing", "none"),
    ("direction", "not_consecutive"),
    ("first_capture_single", "off"),
    ("vela", "off"),
    ("mills", "none"),
    ("promotion_wins", "no"),
    ("king_lost", "nothing"),
    ("taken_to_win", "all"),
];

/// A game, one of its variants and options with values that the game may have.
type Ground = (&'static str, &'static str, &'static [(&'static str, &'static [&'static str])]);

const GROUNDS: [Ground; 8] = [
    ("alquerque", "walker", &[("captors", &["both", "first"]), ("promotion", &["none"])]),
    ("fanorona", "tsivy", &[("taken_to_win", &["all", "3"])]),
    ("queah", "walker", &[("resupply", &["optional", "then_move", "is_the_turn", "at_once"])]),
    ("bagh-chal", "nepal", &[("captors", &["both", "first", "second"]), ("promotion", &["none"])]),
    ("alquerque-de-tres", "moving", &[("after_placing", &["move", "fly"]), ("fly_at_three", &["no", "yes"])]),
    ("dama", "turkish", &[("taken_to_win", &["all", "3"])]),
    ("frisian", "wfd", &[("promotion_wins", &["no", "yes"])]),
    ("peralikatuma", "bead", &[]),
];

#[test]
fn custodial_captures_agree_with_random_options() {
    let mut rng = Rng::with_seed(1836);
    let (mut faults, mut statistics) = (Vec::new(), Statistics::default());
    for number in 0..100 * factor() {
        let (name, variant, own) = GROUNDS[number % GROUNDS.len()];
        let mut options: Vec<(&str, &str)> = NEUTRAL.to_vec();
        for &(key, values) in VALUES.iter().chain(own) {
            options.retain(|&(other, _)| other != key);
            options.push((key, values[rng.usize(..values.len())]));
        }
        if let Err(fault) = catch(|| agree(&Pair::game(name, variant, &options), 2, 12, &mut rng, &mut statistics)) {
            faults.push(format!("{name} {options:?}: {fault}"));
        }
    }
    println!("{statistics:?}");
    assert!(faults.is_empty(), "{} faults: {}", faults.len(), faults[..faults.len().min(4)].join("\n"));
    assert!(statistics.positions > 5_000 * factor() && statistics.captures > 5_000, "{statistics:?}");
}
