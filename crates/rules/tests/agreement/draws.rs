//! Draws by few remaining pieces after a number of moves.

use crate::factor;
use crate::pair::Pair;
use crate::positions::pick;
use crate::translate::{Way, outcome};
use fastrand::Rng;
use quirkat_plain::{LiteMap, P, Rank, Side, State};
use quirkat_rules::{AnyGame, Outcome, Reason};

/// Maximum number of plies of an ending.
const PLIES: usize = 30;

/// Returns an ending with one king of one side against one or two pieces of the other.
fn ending(pair: &Pair, rng: &mut Rng) -> State {
    let points: Vec<P> = pair.plain.board.points.iter().copied().collect();
    let lone = if rng.bool() { Side::First } else { Side::Second };
    let side = if rng.bool() { Side::First } else { Side::Second };
    let mut state = pair.plain.state(LiteMap::new(), side);
    for number in 0..rng.usize(1..3) {
        let rank = if number == 1 && rng.u8(..3) == 0 { Rank::Man } else { Rank::King };
        state.pieces.insert(pick(&points, rng), (lone.other(), rank));
    }
    state.pieces.insert(pick(&points, rng), (lone, Rank::King));
    state
}

/// Returns the ranks and sides of all pieces, in order.
fn material(state: &State) -> Vec<(Side, Rank)> {
    let mut material: Vec<_> = state.pieces.values().copied().collect();
    material.sort_unstable();
    material
}

/// Plays random turns in both engines, compares the outcomes, and returns whether the game was drawn by few pieces.
fn is_drawn_by_both(pair: &Pair, start: State, game: &mut AnyGame, rng: &mut Rng) -> bool {
    let (mut state, mut plies_since) = (start, 0);
    for _ in 0..PLIES {
        let turns = pair.plain.judge(&state);
        let is_drawn = pair.plain.moves_to_draw(&state).is_some_and(|moves| plies_since >= 2 * moves);
        let expected = match turns {
            Err(end) => Some(outcome(end)),
            Ok(_) if is_drawn => Some(Outcome { winner: None, reason: Reason::FewPieces }),
            Ok(_) => None,
        };
        assert_eq!(game.outcome(), expected, "{plies_since} plies since the material arose, {}", pair.describe(&state));
        let (Ok(turns), false) = (turns, is_drawn) else { return is_drawn };
        let turn = &turns[rng.usize(..turns.len())];
        let listed = game.turns().unwrap();
        let same = listed.iter().find(|fast| Way::of(fast) == pair.way(turn)).expect("both engines list the turn");
        game.play(same).unwrap();
        let after = pair.plain.play(&state, turn);
        plies_since = if material(&after) == material(&state) { plies_since + 1 } else { 0 };
        state = after;
    }
    false
}

#[test]
fn both_draw_frisian_endings_after_the_same_moves() {
    let pair = Pair::game("frisian", "wfd", &[]);
    let mut rng = Rng::with_seed(2011);
    let mut drawn = [0, 0];
    for _ in 0..600 * factor() {
        let start = ending(&pair, &mut rng);
        let Ok(mut game) = pair.fast.game(Some(&pair.setup(&start))) else { continue };
        let two = usize::from(start.pieces.len() == 3);
        drawn[two] += usize::from(is_drawn_by_both(&pair, start, &mut game, &mut rng));
    }
    assert!(drawn[0] > 20 && drawn[1] > 20, "{drawn:?}");
}
