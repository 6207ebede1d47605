//! Replay of a proof by the rules that games are played by.

use super::proof::{CanonicalPosition, Proof, ProofClaim, canonical, endless_has};
use crate::game::MenPosition;
use crate::probe::MenTables;
use crate::store::TableError;
use quirkat_rules::{AnyRules, Outcome, Rules, RulesVisitor, Wdl};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// Size of a proof that was replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckStats {
    /// Number of positions whose moves were replayed, up to symmetry, summed over the claims.
    pub positions: u64,
    /// Number of positions that tables covered, or in which the game was over.
    pub leaves: u64,
}

/// Reason why a proof fails, with the position up to symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ProofError {
    /// The proof has no answer and no table covers the position.
    #[error("there is no answer, and no table covers the position")]
    Unanswered(MenPosition),
    /// The answer is no legal move.
    #[error("the answer is not a legal move")]
    NoTurn(MenPosition),
    /// Play repeats, and endless play gives less than the claim.
    #[error("play repeats, which gives less than the claim")]
    Circle(MenPosition),
    /// The position has a lower value than claimed.
    #[error("the position has a lower value than claimed")]
    Less(MenPosition),
}

impl ProofError {
    /// Returns the position in which the proof fails.
    pub fn position(&self) -> MenPosition {
        match *self {
            ProofError::Unanswered(position)
            | ProofError::NoTurn(position)
            | ProofError::Circle(position)
            | ProofError::Less(position) => position,
        }
    }
}

/// Replays a proof: all moves of the other side and the answers to them, down to positions that the tables cover.
/// Returns `None` when stopped. `on_progress` is called with the number of positions.
///
/// # Errors
/// When a table is damaged.
pub fn check_proof(
    rules: &AnyRules,
    tables: &MenTables,
    proof: &Proof,
    stop: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Option<Result<CheckStats, ProofError>>, TableError> {
    rules.visit(CheckVisitor { tables, proof, stop, on_progress })
}

struct CheckVisitor<'a> {
    tables: &'a MenTables,
    proof: &'a Proof,
    stop: &'a dyn Fn() -> bool,
    on_progress: &'a mut dyn FnMut(u64),
}

/// Position whose moves are replayed, with the moves that are left.
struct OpenPosition {
    position: CanonicalPosition,
    answers: bool,
    left: Vec<CanonicalPosition>,
}

impl RulesVisitor for CheckVisitor<'_> {
    type Output = Result<Option<Result<CheckStats, ProofError>>, TableError>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        let CheckVisitor { tables, proof, stop, on_progress } = self;
        let mut checked = CheckStats::default();
        for claim in &proof.claims {
            // Whether a position is verified (`true`) or on the path (`false`).
            let mut known: HashMap<(CanonicalPosition, bool), bool> = HashMap::new();
            let start = canonical(tables.law(), proof.start);
            let mut path: Vec<OpenPosition> = vec![];
            let mut next = Some((start, proof.start.to_move == claim.side));
            loop {
                if let Some((position, answers)) = next.take() {
                    match known.get(&(position, answers)) {
                        Some(true) => {}
                        Some(false) => {
                            let side = if answers { position.to_move } else { position.to_move.other() };
                            if !endless_has(tables.law(), position, side, claim.wdl) {
                                return Ok(Some(Err(ProofError::Circle(position))));
                            }
                        }
                        None => match behind(&**rules, tables, proof, claim, position, answers)? {
                            Err(fault) => return Ok(Some(Err(fault))),
                            Ok(None) => {
                                checked.leaves += 1;
                                known.insert((position, answers), true);
                            }
                            Ok(Some(left)) => {
                                checked.positions += 1;
                                on_progress(checked.positions);
                                known.insert((position, answers), false);
                                path.push(OpenPosition { position, answers, left });
                            }
                        },
                    }
                }
                let Some(open) = path.last_mut() else { break };
                match open.left.pop() {
                    Some(after) => next = Some((after, !open.answers)),
                    None => {
                        known.insert((open.position, open.answers), true);
                        path.pop();
                    }
                }
                if stop() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Ok(checked)))
    }
}

/// Returns the moves to replay: none where the value is known to satisfy the claim, else the answer or all moves of the
/// other side.
fn behind<G: Rules>(
    rules: &G,
    tables: &MenTables,
    proof: &Proof,
    claim: &ProofClaim,
    position: CanonicalPosition,
    answers: bool,
) -> Result<Result<Option<Vec<CanonicalPosition>>, ProofError>, TableError> {
    let law = tables.law();
    let fits = |wdl: Wdl| match (claim.wdl, answers) {
        (Wdl::Draw, true) => wdl != Wdl::Loss,
        (Wdl::Draw, false) => wdl != Wdl::Win,
        (_, true) => wdl == Wdl::Win,
        (_, false) => wdl == Wdl::Loss,
    };
    let there = rules.position(&position.setup(law.points)).expect("men on free points are a position of the game");
    let over = rules.outcome(&there).map(|Outcome { winner, .. }| match winner {
        None => Wdl::Draw,
        Some(winner) if winner == position.to_move => Wdl::Win,
        Some(_) => Wdl::Loss,
    });
    let wdl = match over {
        Some(wdl) => Some(wdl),
        None => tables.wdl_up_to(position, proof.table_men)?,
    };
    if let Some(wdl) = wdl {
        return Ok(if fits(wdl) { Ok(None) } else { Err(ProofError::Less(position)) });
    }
    let answer = proof.answers.get(&position);
    if answers && answer.is_none() {
        return Ok(Err(ProofError::Unanswered(position)));
    }
    let mut turns = vec![];
    let result = rules.for_each_turn(&there, &mut |turn, _| {
        let after = rules.play(&there, turn);
        let mut men = [0; 2];
        rules.for_each_piece(&after, |placed| men[placed.piece.side.index()] |= 1 << placed.point.index());
        turns.push(MenPosition { men, to_move: rules.to_move(&after) });
        ControlFlow::Continue(())
    });
    result.expect("men on so few points have few turns");
    if answers {
        turns.retain(|turn| Some(&turn.men) == answer);
        turns.truncate(1);
        if turns.is_empty() {
            return Ok(Err(ProofError::NoTurn(position)));
        }
    }
    Ok(Ok(Some(turns.into_iter().map(|turn| canonical(law, turn)).collect())))
}
