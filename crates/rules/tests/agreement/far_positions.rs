//! Random positions of games with other captures, hands, ranks or unequal sides.

use crate::positions::{pick, random_state, remember};
use fastrand::Rng;
use quirkat_plain::{
    CaptureBy, Combat, LiteMap, Mills, Opening, P, Rank, Resupply, Rules, Side, State, Switch, Throw, Truth,
};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A generator of random positions.
type Maker = fn(&Rules, &mut Rng) -> State;

/// Returns a random position by one of the generators that suit these rules.
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

/// Returns the generators that suit these rules, beside the one for other games.
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

/// Returns the ranks of a side's pieces at the start, those in hand last.
fn pieces_of(rules: &Rules, side: Side) -> Vec<Rank> {
    let standing = rules.pieces_at_start.values().filter(|piece| piece.0 == side).map(|piece| piece.1);
    let mut ranks: Vec<Rank> = standing.collect();
    ranks.extend(std::iter::repeat_n(Rank::Man, rules.hand_at_start[side.number()]));
    ranks
}

/// Returns how many pieces a side has lost and how many of the others are in hand, at a random stage of the game.
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

/// Places a random part of the start's pieces anywhere; some of those in hand are placed too.
fn thinned(rules: &Rules, rng: &mut Rng) -> State {
    let mut points: Vec<P> = rules.board.points.iter().copied().collect();
    rng.shuffle(&mut points);
    let mut pieces = LiteMap::new();
    let mut hands = [0, 0];
    for side in SIDES {
        let (lost, hand) = lost_and_in_hand(rules, side, rng);
        let mut ranks = pieces_of(rules, side);
        rng.shuffle(&mut ranks);
        let mut standing = ranks.len() - lost - hand;
        if rules.resupply != Resupply::Optional && rules.placing == Truth::No && hand > 0 {
            // A piece lost before the last turn has been replaced.
            standing = rules.number_at_start(side) - usize::from(rng.bool());
        }
        // Leaves one or two points empty.
        for rank in ranks.into_iter().take(standing.min(points.len().saturating_sub(3))) {
            pieces.extend(points.pop().map(|point| (point, (side, rank))));
        }
        hands[side.number()] = hand;
    }
    State { hand: hands, ..rules.state(pieces, side(rng)) }
}

/// Places complete and nearly complete rows of three of both sides.
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

/// Returns the state with an empty memory, since the pieces have moved.
fn rules_again(rules: &Rules, state: State) -> State {
    State { hand: state.hand, ..rules.state(state.pieces, state.to_move) }
}

/// Returns a chequered board with holes.
fn with_holes(rules: &Rules, rng: &mut Rng) -> State {
    let percent = rng.usize(3..85);
    let mut state = rules.start();
    state.pieces.retain(|_, _| rng.usize(..100) >= percent);
    state.to_move = side(rng);
    rules_again(rules, state)
}

/// Returns a chequered board with up to two holes.
fn opened(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = rules.start();
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    for _ in 0..rng.usize(..3) {
        state.pieces.remove(&pick(&points, rng));
    }
    state.to_move = side(rng);
    rules_again(rules, state)
}

/// Places few pieces of any rank.
fn few(rules: &Rules, rng: &mut Rng) -> State {
    let mut state = duel(rules, rng);
    let points = rules.empty_points(&state);
    for _ in 0..rng.usize(..4) {
        let piece = (side(rng), [Rank::Man, Rank::Prince, Rank::King][rng.usize(..3)]);
        // Each side has one king.
        if piece.1 != Rank::King || !state.pieces.values().any(|&other| other == piece) {
            state.pieces.insert(pick(&points, rng), piece);
        }
    }
    rules_again(rules, state)
}

/// Places one or two pieces that enemies shut in, with others behind them.
fn cornered(rules: &Rules, rng: &mut Rng) -> State {
    let ranks = [Rank::Man, Rank::Man, Rank::Man, Rank::Prince, Rank::King];
    let shut = side(rng);
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    let narrow: Vec<P> = points.iter().copied().filter(|&point| rules.board.neighbours(point).len() < 5).collect();
    let mut pieces = LiteMap::new();
    let mut inside = vec![];
    for _ in 0..rng.usize(1..3) {
        let at = pick(&narrow, rng);
        inside.push((at, ranks[rng.usize(..5)]));
        for direction in rules.board.directions(at) {
            for &point in rules.board.ray(at, direction).iter().take(2) {
                // Allows no second king.
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

/// Places one piece of each side, often of equal rank.
fn duel(rules: &Rules, rng: &mut Rng) -> State {
    let ranks = [Rank::Man, Rank::Man, Rank::Prince, Rank::Prince, Rank::King];
    let points: Vec<P> = rules.board.points.iter().copied().collect();
    let rank = ranks[rng.usize(..5)];
    let other = if rng.u8(..4) > 0 { rank } else { ranks[rng.usize(..5)] };
    let (a, b) = (pick(&points, rng), pick(&points, rng));
    let mut pieces = LiteMap::from_iter([(a, (Side::First, rank))]);
    pieces.entry(b).or_insert((Side::Second, other));
    rules.state(pieces, side(rng))
}

/// Places a few pieces among many enemies with room to move, for long chains by approach and withdrawal.
fn crowd(rules: &Rules, rng: &mut Rng) -> State {
    let own = side(rng);
    let percent = rng.usize(15..70);
    let mut pieces = LiteMap::new();
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

/// Places about as many men of the first side as a giver of véla may keep.
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
