//! Counting turns with several threads.

use quirkat_rules::{AnyGame, CountOf, Game, GameVisitor, Rules, TooManyTurns, next_positions, perft};
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Counts the turns below a game's position, as `Play::perft`, with several threads, each taking the next of the positions
/// two turns deep.
///
/// # Errors
/// When a position on the way has too many turns.
pub fn perft_in_threads(game: &AnyGame, depth: u32, count: CountOf, threads: usize) -> Result<u64, TooManyTurns> {
    if threads == 1 || depth < 4 {
        return game.perft(depth, count);
    }
    struct InThreads(u32, CountOf, usize);
    impl GameVisitor for InThreads {
        type Output = Result<u64, TooManyTurns>;
        fn visit<G: Rules>(self, game: &Game<G>) -> Self::Output {
            let InThreads(depth, count, threads) = self;
            let rules = &**game.rules();
            let positions = split(rules, &split(rules, &[*game.position()], count)?, count)?;
            let next = AtomicUsize::new(0);
            let work = || {
                let mut total = 0;
                while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    total += perft(rules, position, depth - 2, count)?;
                }
                Ok(total)
            };
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                workers.into_iter().map(|worker| worker.join().expect("counting does not panic")).sum()
            })
        }
    }
    game.visit(InThreads(depth, count, threads))
}

/// The positions one turn further, one for each turn that is counted.
fn split<G: Rules>(rules: &G, positions: &[G::Position], count: CountOf) -> Result<Vec<G::Position>, TooManyTurns> {
    let mut next = Vec::new();
    for position in positions {
        match count {
            CountOf::Moves => next.extend(next_positions(rules, position)?),
            CountOf::Paths => rules.each_turn(position, &mut |turn, _| {
                next.push(rules.play(position, turn));
                Continue(())
            })?,
        }
    }
    Ok(next)
}
