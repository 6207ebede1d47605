//! Quirkat-ul-Buruj with all 24 pieces in one column of each side: no piece ever leaves the board.

use crate::{compiled, ruleset};
use quirkat_rules::{Piece, Rank, Rules, RulesVisitor, Setup, Side};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Men of each side at the start.
const MEN: usize = 12;

/// Visitor that solves the positions with one column of each side. Returns the numbers won, lost and drawn for the
/// first side to move, and the plies of the longest win.
struct OneColumnEach;

impl RulesVisitor for OneColumnEach {
    type Output = ([usize; 3], u32);

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        let positions = positions(&**rules);
        let numbers: HashMap<u64, usize> = positions.iter().map(|position| rules.key(position)).zip(0..).collect();
        assert_eq!(numbers.len(), positions.len(), "the keys are different");
        let ends: Vec<_> = positions.iter().map(|position| ends(&**rules, &numbers, position)).collect();
        // Plies to the end, odd for wins of the side to move.
        let mut plies: Vec<Option<u32>> = vec![None; positions.len()];
        for ply in 0.. {
            let is_found = |(number, ends): (usize, &Vec<End>)| {
                let known = |end: &End| match end {
                    End::Over(loses) => Some(u32::from(!loses)),
                    End::Position(number) => plies[*number],
                };
                let is_won = ply % 2 == 1 && ends.iter().any(|end| known(end) == Some(ply - 1));
                let all_lose = || ends.iter().all(|end| known(end).is_some_and(|plies| plies % 2 == 1));
                (plies[number].is_none() && (is_won || ply % 2 == 0 && all_lose())).then_some(number)
            };
            let found: Vec<usize> = ends.iter().enumerate().filter_map(is_found).collect();
            if found.is_empty() && ply > 1 {
                break;
            }
            found.iter().for_each(|&number| plies[number] = Some(ply));
        }
        let first = positions.iter().zip(&plies).filter(|(position, _)| rules.to_move(position) == Side::First);
        let (mut counts, mut longest) = ([0; 3], 0);
        for (_, plies) in first {
            counts[plies.map_or(2, |plies| usize::from(plies % 2 == 0))] += 1;
            longest = longest.max(plies.filter(|plies| plies % 2 == 1).unwrap_or(0));
        }
        (counts, longest)
    }
}

/// Position after a move.
enum End {
    /// The game is over; whether the side that would move has lost.
    Over(bool),
    /// Number of the position.
    Position(usize),
}

fn ends<G: Rules>(rules: &G, numbers: &HashMap<u64, usize>, position: &G::Position) -> Vec<End> {
    let mut ends = vec![];
    rules
        .for_each_turn(position, &mut |turn, _| {
            let after = rules.play(position, turn);
            ends.push(match rules.outcome(&after) {
                Some(outcome) => End::Over(outcome.winner == Some(rules.to_move(position))),
                None => End::Position(numbers[&rules.key(&after)]),
            });
            ControlFlow::Continue(())
        })
        .unwrap();
    ends
}

/// Returns all positions with one column of each side.
fn positions<G: Rules>(rules: &G) -> Vec<G::Position> {
    let points = rules.ruleset().board.len();
    let mut positions = vec![];
    for to_move in Side::BOTH {
        // Own pieces above prisoners, in the first side's column.
        for (own, prisoners) in (1..=MEN).flat_map(|own| (0..MEN).map(move |prisoners| (own, prisoners))) {
            for (one, other) in (0..points).flat_map(|one| (0..points).map(move |other| (one, other))) {
                if one == other {
                    continue;
                }
                let column = |top: Side, above: usize, below: usize| -> Vec<Piece> {
                    let pieces = |side: Side, count: usize| std::iter::repeat_n(Piece { side, rank: Rank::Man }, count);
                    pieces(top.other(), below).chain(pieces(top, above)).collect()
                };
                let mut columns = vec![vec![]; points];
                columns[one] = column(Side::First, own, prisoners);
                columns[other] = column(Side::Second, MEN - prisoners, MEN - own);
                let setup = Setup { to_move, columns, memory: Default::default() };
                positions.push(rules.position(&setup).unwrap());
            }
        }
    }
    positions
}

/// Issue 61.
#[test]
fn half_of_the_positions_with_one_column_each_are_drawn() {
    let (counts, longest) = compiled(&ruleset("buruj:max", &[])).visit(OneColumnEach);
    assert_eq!((counts, longest), ([22_032, 20_688, 43_680], 35));
    assert_eq!(counts.iter().sum::<usize>(), 86_400);
}
