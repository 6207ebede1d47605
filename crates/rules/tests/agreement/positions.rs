//! Random rules and positions for the comparison of the engines.

use fastrand::Rng;
use quirkat_plain::{Board, Closing, Duty, LiteMap, P, Promotion, Rank, Removal, Return, Rules, Side, State};
use std::collections::BTreeSet;

/// Values of the options that affect play in games without towers on a fixed board.
pub const VALUES: [(&str, &[&str]); 19] = [
    ("step_dirs", &["all", "no_back", "forward", "straight"]),
    ("line_steps", &["no", "yes"]),
    ("cap_dirs", &["all", "no_back", "forward", "straight"]),
    ("last_row", &["normal", "capture_only", "capture_sideways_only"]),
    ("capture_lines", &["board", "orthogonals", "diagonals"]),
    ("capture", &["optional", "mandatory", "huff"]),
    ("chain", &["none", "optional", "mandatory", "straight"]),
    ("choice", &["free", "max", "max_quality", "by_king", "king_first", "italian", "frisian"]),
    ("removal", &["immediate", "end"]),
    ("take_higher", &["yes", "no"]),
    ("return", &["free", "not_last", "not_start", "never"]),
    ("promotion", &["none", "short", "long"]),
    ("promo_mid", &["no", "as_man", "as_king", "stop"]),
    ("king_landing", &["next", "any", "any_but_further", "killer"]),
    ("king_reach", &["adjacent", "any"]),
    ("turning", &["free", "no_reversal", "straight"]),
    ("king_move_limit", &["off", "1", "3"]),
    ("aim", &["win", "lose"]),
    ("blocked", &["loss", "draw", "pass"]),
];

/// Values that make sense in some games only.
pub const ELSEWHERE: [(&str, &[&str]); 32] = [
    ("step_dirs", &["none"]),
    ("cap_dirs", &["none"]),
    ("capture_lines", &["with_orthogonals"]),
    ("capture_by", &["leap", "approach", "custodial", "custodial_rows", "none"]),
    ("captors", &["both", "first", "second"]),
    ("capture", &["men"]),
    ("direction", &["not_consecutive", "never_repeat_line", "free"]),
    ("first_capture_single", &["off", "first", "both"]),
    ("vela", &["off", "on"]),
    ("must_offer", &["off", "on"]),
    ("opening", &["none", "centre_or_corner", "centre", "anywhere"]),
    ("placing", &["no", "yes"]),
    ("no_centre_opening", &["no", "yes"]),
    ("dice", &["no", "yes"]),
    ("after_placing", &["move", "end", "fly"]),
    ("resupply", &["optional", "then_move", "is_the_turn", "at_once"]),
    ("mills", &["none", "win", "take"]),
    ("diagonal_mills", &["yes", "no"]),
    ("mill_protected", &["yes", "no"]),
    ("double_mill", &["one", "two"]),
    ("fly_at_three", &["no", "yes"]),
    ("taken_to_win", &["all", "1", "3"]),
    ("promotion_wins", &["no", "yes"]),
    ("king_lost", &["nothing", "loses", "loses_or_alone"]),
    ("single_combat", &["off", "on_call", "automatic"]),
    ("blocked", &["last_higher"]),
    ("removal", &["under"]),
    ("choice", &["protest"]),
    ("rejump", &["once", "not_consecutive", "allowed"]),
    ("bent_leaps", &["no", "yes"]),
    ("closing", &["none", "squares", "squares_early", "point_rows", "drawn_lines"]),
    ("closing_sides", &["ends", "all_four"]),
];

/// Options of tower games, beside `removal=under`.
pub const TOWERS: [(&str, &[&str]); 15] = [
    ("step_dirs", &["all", "no_back", "forward"]),
    ("cap_dirs", &["all", "no_back", "forward"]),
    ("capture", &["optional", "mandatory", "huff"]),
    ("chain", &["none", "optional", "mandatory", "straight"]),
    ("capture_lines", &["board", "with_orthogonals", "orthogonals", "diagonals"]),
    ("choice", &["free", "max", "max_quality", "by_king", "king_first", "frisian", "protest"]),
    ("rejump", &["once", "not_consecutive", "allowed"]),
    ("take_higher", &["yes", "no"]),
    ("promotion", &["none", "short", "long"]),
    ("promo_mid", &["no", "as_man", "as_king", "stop"]),
    ("king_landing", &["next", "any", "any_but_further", "killer"]),
    ("king_reach", &["adjacent", "any"]),
    ("turning", &["free", "no_reversal", "straight"]),
    ("aim", &["win", "lose"]),
    ("blocked", &["loss", "draw", "pass"]),
];

/// Returns a random value for every option that affects play; `return=never` only if the engine supports it.
pub fn random_options(rng: &mut Rng, may_forbid_return: bool) -> Vec<(&'static str, &'static str)> {
    pick_values(&VALUES, rng, may_forbid_return)
}

/// Returns a random value for every option of tower games.
pub fn random_tower_options(rng: &mut Rng) -> Vec<(&'static str, &'static str)> {
    let mut options = pick_values(&TOWERS, rng, false);
    options.push(("removal", "under"));
    options
}

fn pick_values(
    keys: &[(&'static str, &'static [&'static str])],
    rng: &mut Rng,
    may_forbid_return: bool,
) -> Vec<(&'static str, &'static str)> {
    keys.iter()
        .map(|&(key, values)| {
            let values = if key == "return" && !may_forbid_return { &values[..3] } else { values };
            (key, values[rng.usize(..values.len())])
        })
        .collect()
}

/// Returns a random position that need not be reachable: few pieces, many pieces, or chains to capture. Half of them
/// have some memory.
pub fn random_state(rules: &Rules, rng: &mut Rng) -> State {
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    let side = if rng.bool() { Side::First } else { Side::Second };
    let kings = if rules.promotion == Promotion::None { 0 } else { rng.usize(0..60) };
    let mut state = rules.state(LiteMap::new(), side);
    let mut put = |rng: &mut Rng, at: P, owner: Side| {
        let rank = if rng.usize(..100) < kings { Rank::King } else { Rank::Man };
        state.pieces.insert(at, (owner, rank));
    };
    match rng.u8(..3) {
        0 => {
            for _ in 0..rng.usize(2..7) {
                let owner = if rng.bool() { side } else { side.other() };
                let at = pick(&points, rng);
                put(rng, at, owner);
            }
        }
        1 => {
            let percent = rng.usize(30..96);
            for &at in &points {
                if rng.usize(..100) < percent {
                    let owner = if rng.bool() { side } else { side.other() };
                    put(rng, at, owner);
                }
            }
        }
        _ => chains(&rules.board, side, rng, &mut put),
    }
    state = rules.state(state.pieces, side);
    if rules.removal == Removal::Under {
        build(rules, &mut state, rng);
    }
    if rules.closing != Closing::None && rng.bool() {
        rules.close(&mut state);
    }
    if rules.hand_at_start != [0, 0] {
        state.hand = rules.hand_at_start.map(|most| rng.usize(..=most.min(2)));
    }
    if rng.bool() {
        remember(rules, &mut state, rng);
    }
    state
}

/// Adds prisoners and further pieces under some of the pieces. In a tower one side's block stands over the other's.
fn build(rules: &Rules, state: &mut State, rng: &mut Rng) {
    // A tower game holds at most 27 pieces of a side.
    let count = |side: Side| state.pieces.values().filter(|(owner, _)| *owner == side).count();
    let mut left = 26_usize.saturating_sub(count(Side::First).max(count(Side::Second))).min(24);
    let percent = rng.usize(..100);
    for (at, top) in state.pieces.clone() {
        if rng.usize(..100) >= percent || left < 6 {
            continue;
        }
        let rank = |rng: &mut Rng| {
            if rules.promotion != Promotion::None && rng.u8(..4) == 0 { Rank::King } else { Rank::Man }
        };
        let prisoners: Vec<_> = (0..rng.usize(..4)).map(|_| (top.0.other(), rank(rng))).collect();
        let own: Vec<_> = (0..rng.usize(..3)).map(|_| (top.0, rank(rng))).collect();
        left -= prisoners.len() + own.len();
        state.put_column(at, [prisoners, own, vec![top]].concat());
    }
}

pub fn pick(points: &[P], rng: &mut Rng) -> P {
    points[rng.usize(..points.len())]
}

/// Places a few pieces and many victims. A leap preserves the parity of both coordinates, so that victims on the other
/// points never block a landing.
fn chains(board: &Board, side: Side, rng: &mut Rng, put: &mut dyn FnMut(&mut Rng, P, Side)) {
    let parity = (rng.i32(0..2), rng.i32(0..2));
    let parity = if board.points.iter().any(|&(x, y)| (x.rem_euclid(2), y.rem_euclid(2)) == parity) {
        parity
    } else {
        let &(x, y) = board.points.first().expect("a board has points");
        (x.rem_euclid(2), y.rem_euclid(2))
    };
    let is_landing = |&(x, y): &P| (x.rem_euclid(2), y.rem_euclid(2)) == parity;
    // Large boards get fewer victims, which keeps the chains countable.
    let percent = if board.points.len() > 30 { rng.usize(5..30) } else { rng.usize(20..80) };
    for at in &board.points {
        if !is_landing(at) && rng.usize(..100) < percent {
            put(rng, *at, side.other());
        }
    }
    let landings: Vec<P> = board.points.iter().filter(|at| is_landing(at)).copied().collect();
    for _ in 0..rng.usize(1..4) {
        let at = pick(&landings, rng);
        put(rng, at, side);
    }
}

/// Adds random memory that the rules use: huffable pieces, starts of the last turns, visited points, moves of kings.
pub fn remember(rules: &Rules, state: &mut State, rng: &mut Rng) {
    let pieces: Vec<(P, Side)> = state.pieces.iter().map(|(&at, &(owner, _))| (at, owner)).collect();
    // No capture was possible before the first stones were removed.
    if rules.capture == Duty::Huff && rules.opening_turns(state).is_none() {
        let huffable = pieces.iter().filter(|(_, owner)| *owner != state.to_move && rng.usize(..3) == 0);
        state.huffable = huffable.map(|(at, _)| *at).collect();
    }
    if let Some(limit) = rules.king_move_limit {
        for side in [Side::First, Side::Second] {
            let kings: Vec<P> =
                state.pieces.iter().filter(|(_, piece)| **piece == (side, Rank::King)).map(|(&at, _)| at).collect();
            if !kings.is_empty() && state.has(side, Rank::Man) && rng.u8(..4) > 0 {
                state.king_moves.insert(side, (pick(&kings, rng), rng.usize(1..=limit)));
            }
        }
    }
    match rules.coming_back {
        Return::Free | Return::NotStart => {}
        Return::NotLast => {
            for side in [Side::First, Side::Second] {
                let own: Vec<P> = pieces.iter().filter(|(_, owner)| *owner == side).map(|(at, _)| *at).collect();
                if own.is_empty() {
                    continue;
                }
                let stands = pick(&own, rng);
                let near: Vec<P> =
                    rules.board.edges.iter().filter(|edge| edge.0 == stands).map(|edge| edge.1).collect();
                state.last.insert(side, (stands, pick(&near, rng)));
            }
        }
        Return::Never => {
            for (at, _) in &pieces {
                let visited: BTreeSet<P> = rules.board.points.iter().filter(|_| rng.usize(..8) == 0).copied().collect();
                state.visited.entry(*at).or_default().extend(visited);
            }
        }
    }
}
