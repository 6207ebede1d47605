//! Variants of the games with other captures, hands, ranks or unequal sides.

use super::games::{OPTIONAL, Options, SINGLE, with};

/// Returns the options of a variant that differ from `walker`.
pub fn far_options(game: &str, variant: &str) -> Option<Options> {
    let options = match (game, variant) {
        // fanorona.md, "Turn": a capture must be made, going on is optional; a blocked side draws.
        ("fanorona", "tsivy" | "dimyand" | "telo_capture") => fanorona(),
        // "Masters: compulsory until none is possible."
        ("fanorona", "tsivy_mandatory") => with(fanorona(), &[("chain", "mandatory")]),
        // A giver that could not move would draw at once.
        ("fanorona", "vela") => with(fanorona(), &[("vela", "on"), ("blocked", "pass")]),
        // "Placed alternately on empty points, then moved one step along lines; three in a row on a
        // drawn line wins." A side without a move loses (README, rulings).
        ("fanorona", "telo_align") => row_game("move"),
        // konane.md: only captures, further leaps in the same direction.
        ("konane", "hawaii10") => konane(),
        ("konane", "six") => with(konane(), &[("size", "6x6")]),
        ("konane", "eight") => with(konane(), &[("size", "8x8")]),
        ("konane", "berkeley") => with(konane(), &[("size", "8x8"), ("opening", "centre")]),
        ("konane", "free") => with(konane(), &[("opening", "anywhere")]),
        // dablot.md, "Moves", "End", "Optional rules".
        ("dablot", "usual") => dablot(),
        ("dablot", "keyland") => with(dablot(), &[("blocked", "last_higher")]),
        ("dablot", "compulsory") => with(dablot(), &[("capture", "men")]),
        ("dablot", "royal") => with(dablot(), &[("king_lost", "loses")]),
        ("dablot", "winther") => {
            with(dablot(), &[("step_dirs", "forward"), ("capture", "men"), ("king_lost", "loses_or_alone")])
        }
        // queah.md, "Turn": one capture a turn, optional.
        ("queah", "walker") => with(SINGLE.to_vec(), &[("resupply", "then_move")]),
        ("queah", "navpil") => with(SINGLE.to_vec(), &[("resupply", "is_the_turn"), ("return", "not_last")]),
        ("queah", "at_once") => with(SINGLE.to_vec(), &[("resupply", "at_once")]),
        ("queah", "mandatory") => with(SINGLE.to_vec(), &[("resupply", "then_move"), ("capture", "mandatory")]),
        // hunt.md, 1: only the hare captures.
        ("liebre", "alfonso") => liebre(),
        ("liebre", "eleven") => with(liebre(), &[("hunters", "11"), ("taken_to_win", "2")]),
        ("liebre", "ten") => with(liebre(), &[("hunters", "10"), ("taken_to_win", "1")]),
        ("liebre", "single") => with(liebre(), &[("chain", "none")]),
        ("liebre", "great_diagonals") => with(liebre(), &[("board", "great_diagonals")]),
        ("liebre", "no_diagonals") => with(liebre(), &[("board", "no_diagonals")]),
        // hunt.md, 2: the goats are placed; the tigers may take one a turn.
        ("bagh-chal", "nepal") => bagh_chal("5"),
        ("bagh-chal", "four") => bagh_chal("4"),
        ("bagh-chal", "all") => bagh_chal("all"),
        ("bagh-chal", "chain") => with(bagh_chal("5"), &[("chain", "optional")]),
        // hunt.md, 3: all are placed; leopards must capture, one a turn.
        ("leopards", "parker") => leopards(),
        ("leopards", "optional") => with(leopards(), &[("capture", "optional")]),
        // "Ludii alternative: forced + chain".
        ("leopards", "chain") => with(leopards(), &[("chain", "mandatory")]),
        ("leopards", "triangles2") => with(leopards(), &[("board", "tri2")]),
        // The article, "Peralikatuma": also at the outer corners of the square.
        ("leopards", "corners") => with(leopards(), &[("board", "tri8")]),
        // morris.md, "Alquerque de tres".
        ("alquerque-de-tres", "alfonso") => row_game("end"),
        ("alquerque-de-tres", "moving") => row_game("move"),
        ("alquerque-de-tres", "flying") => row_game("fly"),
        ("alquerque-de-tres", "tapatan") => with(row_game("move"), &[("no_centre_opening", "yes")]),
        ("alquerque-de-tres", "dris") => with(row_game("move"), &[("diagonal_mills", "no")]),
        // morris.md, "Alquerque de nueve": a side with two men left, seven lost, has lost.
        ("alquerque-de-nueve", "alfonso") => nueve(),
        ("alquerque-de-nueve", "modern") => with(nueve(), &[("fly_at_three", "yes")]),
        ("alquerque-de-nueve", "unprotected") => with(nueve(), &[("mill_protected", "no")]),
        ("alquerque-de-nueve", "dados") => with(nueve(), &[("dice", "yes"), ("double_mill", "two")]),
        _ => return None,
    };
    Some(options)
}

fn fanorona() -> Options {
    vec![("capture_by", "approach"), ("chain", "optional"), ("blocked", "draw")]
}

fn konane() -> Options {
    vec![("step_dirs", "none"), ("chain", "straight"), ("opening", "centre_or_corner")]
}

fn dablot() -> Options {
    with(OPTIONAL.to_vec(), &[("take_higher", "no"), ("single_combat", "on_call")])
}

fn liebre() -> Options {
    with(OPTIONAL.to_vec(), &[("captors", "second"), ("hunters", "12"), ("taken_to_win", "3")])
}

fn bagh_chal(taken_to_win: &'static str) -> Options {
    with(SINGLE.to_vec(), &[("captors", "second"), ("placing", "yes"), ("taken_to_win", taken_to_win)])
}

fn leopards() -> Options {
    vec![("captors", "first"), ("placing", "yes"), ("chain", "none")]
}

/// Options of games in which three in a row win.
fn row_game(after_placing: &'static str) -> Options {
    vec![("capture_by", "none"), ("placing", "yes"), ("mills", "win"), ("after_placing", after_placing)]
}

fn nueve() -> Options {
    vec![("capture_by", "none"), ("placing", "yes"), ("mills", "take"), ("taken_to_win", "7")]
}
