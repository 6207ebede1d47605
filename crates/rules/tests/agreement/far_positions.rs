//! Random positions of the games with other captures, pieces in hand, ranks or unequal sides.

use crate::positions::{pick, random_state, remember};
use fastrand::Rng;
use quirkat_plain::{CaptureBy, Combat, Mills, Opening, P, Rank, Resupply, Rules, Side, State, Switch, Throw, Truth};
use std::collections::BTreeMap;

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A way to make positions up.
type Maker = fn(&Rules, &mut Rng) -> State;

/// A position of these rules, made up in one of the ways that suit them.
pub fn any_state(rules: &Rules, rng: &mut Rng) -> State {
    let makers = makers(rules);
    if makers.is_empty() {
        return random_state(rules, rng);
    }
    let number = rng.usize(..=makers.len());
    let make = makers.get(number).copied().unwrap_or(random_state);
    let mut state = make(rules, rng);
    if number < makers.len() && rng.bool() {
        remember(rules, &mut state, rng);
    }
    if rules.must_throw(&state) && rng.u8(..4) > 0 {
        state.thrown = Some(if rng.bool() { Throw::One } else { Throw::Three });
    }
    if rng.u8(..3) > 0 {
        state = rules.called(&state).unwrap_or(state);
    }
    state
}

/// The ways beside that of the games without any of this.
fn makers(rules: &Rules) -> Vec<Maker> {
    let mut makers: Vec<Maker> = vec![];
    let has_ranks = rules.pieces_at_start.values().any(|piece| piece.1 != Rank::Man);
    let is_uneven = rules.number_at_start(Side::First) != rules.number_at_start(Side::Second);
    if rules.hand_at_start != [0, 0] || rules.capture_by != CaptureBy::Leap || is_uneven {
        makers.extend([thinned as Maker, thinned]);
    }
    if rules.mills != Mills::None {
        makers.extend([in_rows as Maker, in_rows]);
    }
    if rules.opening != Opening::None {
        makers.extend([with_holes as Maker, with_holes, opened]);
    }
    if has_ranks {
        makers.extend([thinned as Maker, few, cornered]);
    }
    if has_ranks || rules.single_combat != Combat::Off {
        makers.push(duel);
    }
    if rules.capture_by == CaptureBy::Approach {
        makers.extend([crowd as Maker, crowd]);
    }
    if rules.vela == Switch::On {
        makers.extend([given as Maker, given]);
    }
    makers
}

fn side(rng: &mut Rng) -> Side {
    if rng.bool() { Side::First } else { Side::Second }
}

/// The pieces of a side at the start, those in hand at the end.
fn pieces_of(rules: &Rules, side: Side) -> Vec<Rank> {
    let standing = rules.pieces_at_start.values().filter(|piece| piece.0 == side).map(|piece| piece.1);
    let mut ranks: Vec<Rank> = standing.collect();
    ranks.extend(std::iter::repeat_n(Rank::Man, rules.hand_at_start[side.number()]));
    ranks
}

/// How many pieces a side has lost, and how many of the others are in its hand, at every stage of the game.
fn lost_and_in_hand(rules: &Rules, side: Side, rng: &mut Rng) -> (usize, usize) {
    let (all, in_hand) = (pieces_of(rules, side).len(), rules.hand_at_start[side.number()]);
    let lost = match rng.u8(..4) {
        0 => 0,
        1 => rng.usize(..=all.min(3)),
        2 => all.saturating_sub(rng.usize(1..4)),
        _ => rng.usize(..=all.saturating_sub(1)),
    };
    let left = (all - lost).min(in_hand);
    let hand = match rng.u8(..4) {
        0 | 1 => 0,
        2 => rng.usize(..=left.min(3)),
        _ => rng.usize(..=left),
    };
    (lost, hand)
}

/// Some pieces of the start, anywhere; of those in hand some were placed.
fn thinned(rules: &Rules, rng: &mut Rng) -> State {
    let mut points: Vec<P> = rules.board.points.iter().copied().collect();
    rng.shuffle(&mut points);
    let mut pieces = BTreeMap::new();
    let mut hands = [0, 0];
    for side in SIDES {
        let (lost, hand) = lost_and_in_hand(rules, side, rng);
        let mut ranks = pieces_of(rules, side);
        rng.shuffle(&mut ranks);
        let mut standing = ranks.len() - lost - hand;
        if rules.resupply != Resupply::Optional && rules.placing == Truth::No && hand > 0 {
            // What was lost before the last turn is there again.
            standing = rules.number_at_start(side) - usize::from(rng.bool());
        }
        // A point or two stay empty.
        for rank in ranks.into_iter().take(standing.min(points.len().saturating_sub(3))) {
            pieces.extend(points.pop().map(|point| (point, (side, rank))));
        }
        hands[side.number()] = hand;
    }
    State { hand: hands, ..rules.state(pieces, side(rng)) }
}

/// Rows of three, whole or all but whole, of both sides.
fn in_rows(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = thinned(rules, rng);
    let lines: Vec<Vec<P>> = rules.board.leaps().into_iter().map(Vec::from).collect();
    for side in SIDES {
        let mut left = state.number_standing(side);
        let may_move: Vec<P> =
            state.pieces.iter().filter(|(_, piece)| piece.0 == side).map(|(&point, _)| point).collect();
        for point in may_move {
            state.pieces.remove(&point);
        }
        for _ in 0..rng.usize(1..4) {
            let line = &lines[rng.usize(..lines.len())];
            let gap = rng.usize(..6);
            for (_, &point) in line.iter().enumerate().filter(|&(number, _)| number != gap) {
                if left > 0 && !state.pieces.contains_key(&point) {
                    state.pieces.insert(point, (side, Rank::Man));
                    left -= 1;
                }
            }
        }
        let empty = rules.empty_points(&state);
        for _ in 0..left {
            state.pieces.entry(pick(&empty, rng)).or_insert((side, Rank::Man));
        }
    }
    rules_again(rules, state)
}

/// The state with nothing remembered of pieces that were put elsewhere.
fn rules_again(rules: &Rules, state: State) -> State {
    State { hand: state.hand, ..rules.state(state.pieces, state.to_move) }
}

/// A chequered board with holes.
fn with_holes(rules: &Rules, rng: &mut Rng) -> State {
    let percent = rng.usize(3..85);
    let mut state = rules.start();
    state.pieces.retain(|_, _| rng.usize(..100) >= percent);
    state.to_move = side(rng);
    rules_again(rules, state)
}

/// A chequered board with none, one or two holes.
fn opened(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = rules.start();
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    for _ in 0..rng.usize(..3) {
        state.pieces.remove(&pick(&points, rng));
    }
    state.to_move = side(rng);
    rules_again(rules, state)
}

/// Few pieces of any rank.
fn few(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = duel(rules, rng);
    let points = rules.empty_points(&state);
    for _ in 0..rng.usize(..4) {
        let piece = (side(rng), [Rank::Man, Rank::Prince, Rank::King][rng.usize(..3)]);
        // Of kings there is one a side.
        if piece.1 != Rank::King || !state.pieces.values().any(|&other| other == piece) {
            state.pieces.insert(pick(&points, rng), piece);
        }
    }
    rules_again(rules, state)
}

/// A piece or two shut in by enemies with others behind them.
fn cornered(rules: &Rules, rng: &mut Rng) -> State {
    let ranks = [Rank::Man, Rank::Man, Rank::Man, Rank::Prince, Rank::King];
    let shut = side(rng);
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    let narrow: Vec<P> = points.iter().copied().filter(|&point| rules.board.neighbours(point).len() < 5).collect();
    let mut pieces = BTreeMap::new();
    let mut inside = vec![];
    for _ in 0..rng.usize(1..3) {
        let at = pick(&narrow, rng);
        inside.push((at, ranks[rng.usize(..5)]));
        for direction in rules.board.directions(at) {
            for &point in rules.board.ray(at, direction).iter().take(2) {
                // No two kings.
                pieces.insert(point, (shut.other(), ranks[rng.usize(..4)]));
            }
        }
    }
    for (at, rank) in inside {
        let piece = (shut, rank);
        let has_king = pieces.values().any(|&other| other == (shut, Rank::King));
        pieces.insert(at, if has_king { (shut, Rank::Man) } else { piece });
    }
    rules.state(pieces, if rng.u8(..4) > 0 { shut } else { shut.other() })
}

/// One piece of each side, often of the same rank.
fn duel(rules: &Rules, rng: &mut Rng) -> State {
    let ranks = [Rank::Man, Rank::Man, Rank::Prince, Rank::Prince, Rank::King];
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    let rank = ranks[rng.usize(..5)];
    let other = if rng.u8(..4) > 0 { rank } else { ranks[rng.usize(..5)] };
    let (a, b) = (pick(&points, rng), pick(&points, rng));
    let mut pieces = BTreeMap::from([(a, (Side::First, rank))]);
    pieces.entry(b).or_insert((Side::Second, other));
    rules.state(pieces, side(rng))
}

/// A few pieces among many of the enemy, with room to move: long chains by approach and withdrawal.
fn crowd(rules: &Rules, rng: &mut Rng) -> State {
    let own = side(rng);
    let percent = rng.usize(15..70);
    let mut pieces = BTreeMap::new();
    for &point in &rules.board.points {
        if rng.usize(..100) < percent {
            pieces.insert(point, (own.other(), Rank::Man));
        }
    }
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    for _ in 0..rng.usize(1..4) {
        pieces.insert(pick(&points, rng), (own, Rank::Man));
    }
    rules.state(pieces, own)
}

/// About as many men of the first side as it may keep.
fn given(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = thinned(rules, rng);
    let number = rng.usize(3..9);
    while state.number_standing(Side::First) > number {
        let own: Vec<P> =
            state.pieces.iter().filter(|(_, piece)| piece.0 == Side::First).map(|(&point, _)| point).collect();
        state.pieces.remove(&pick(&own, rng));
    }
    let points = rules.empty_points(&state);
    while state.number_standing(Side::First) < number {
        state.pieces.insert(pick(&points, rng), (Side::First, Rank::Man));
    }
    rules_again(rules, state)
}
