//! Tunable numbers of the search, the evaluation and the clock.
//!
//! Each number has a meaning, a unit and a permitted range. A test checks that the value lies in its range; values at
//! the ends of the ranges give a working engine. Whether a value plays better is decided by matches (`quirkat match`),
//! never by taste. Numbers that fix a format or a data structure stay beside the code that they belong to.

macro_rules! params {
    ($($(#[$meta:meta])* $name:ident: $type:ident = $value:literal, $low:literal..=$high:literal;)*) => {
        $(
            $(#[$meta])*
            #[doc = concat!("\n\nRange: ", stringify!($low), " to ", stringify!($high), ".")]
            pub(crate) const $name: $type = $value;
        )*

        /// Name, value and permitted range of each number.
        #[cfg(test)]
        const ALL: &[(&str, f64, [f64; 2])] =
            &[$((stringify!($name), $name as f64, [$low as f64, $high as f64])),*];
    };
}

params! {
    // Depth and time

    /// Greatest depth of iterative deepening, in plies.
    MAX_DEPTH: u32 = 100, 1..=119;
    /// Greatest distance of a node from the root, in plies. Deeper nodes return their static evaluation.
    MAX_PLY: u32 = 120, 101..=1000;
    /// Nodes between two looks at the clock and at the stop flag.
    NODES_PER_CLOCK_CHECK: u64 = 512, 64..=8192;
    /// Capturing hops and listed turns between two looks at the clock: positions from users may take milliseconds each.
    WORK_PER_CLOCK_CHECK: u64 = 50_000, 1_000..=10_000_000;
    /// Part of the time limit that is kept for the work after the last look at the clock, in milliseconds.
    CLOCK_RESERVE_MS: u64 = 2, 0..=50;
    /// Moves of one side that a game without a move count is expected to last, besides those already made. Each move
    /// uses this share of the remaining time.
    EXPECTED_MOVES: u32 = 25, 10..=100;
    /// Reciprocal of the share of the remaining time that is never spent on one move.
    UNSPENT_SHARE: u32 = 10, 2..=100;
    /// Quarters of the increment that a move may spend.
    INCREMENT_QUARTERS: u32 = 3, 0..=4;
    /// Least time for a move, in milliseconds.
    MIN_MOVE_TIME_MS: u64 = 1, 1..=100;

    // Endgame tables

    /// Least depth at which endgame tables are probed, in plies. A probe costs as much time as a hundred nodes.
    TABLE_PROBE_DEPTH: u32 = 1, 0..=8;

    // Reverse futility

    /// Greatest depth of reverse futility, in plies.
    REVERSE_FUTILITY_DEPTH: u32 = 6, 0..=12;
    /// Margin above beta for each ply of depth, in hundredths of a man.
    REVERSE_FUTILITY_MARGIN: i32 = 60, 20..=300;

    // ProbCut

    /// Least depth of ProbCut, in plies.
    PROBCUT_DEPTH: u32 = 5, 3..=12;
    /// Depth of the ProbCut search, in tenths of the depth of the node.
    PROBCUT_DEPTH_TENTHS: u32 = 4, 1..=8;
    /// Margin above beta that the ProbCut search must reach, in hundredths of a man.
    PROBCUT_MARGIN: i32 = 50, 0..=300;

    // Futility and late move pruning

    /// Greatest depth of futility pruning, in plies.
    FUTILITY_DEPTH: u32 = 3, 0..=8;
    /// Margin below alpha at any depth, in hundredths of a man.
    FUTILITY_MARGIN: i32 = 40, 0..=300;
    /// Further margin for each ply of depth, in hundredths of a man.
    FUTILITY_MARGIN_PER_PLY: i32 = 60, 0..=300;
    /// Greatest depth of late move pruning, in plies.
    LATE_MOVE_PRUNING_DEPTH: u32 = 4, 0..=8;
    /// Moves that late move pruning keeps at any depth.
    LATE_MOVE_PRUNING_BASE: usize = 3, 1..=50;
    /// Further moves that it keeps, for each square ply of depth.
    LATE_MOVE_PRUNING_PER_SQUARE: u32 = 2, 0..=10;

    // Reductions

    /// Least depth of internal iterative reduction, in plies.
    INTERNAL_ITERATIVE_REDUCTION_DEPTH: u32 = 4, 2..=12;
    /// Least depth of late move reductions, in plies.
    LATE_MOVE_REDUCTION_DEPTH: u32 = 3, 1..=8;
    /// Moves that are searched to full depth before the first reduction.
    LATE_MOVE_REDUCTION_MOVES: usize = 2, 1..=10;
    /// Constant part of a late move reduction, in plies.
    LATE_MOVE_REDUCTION_BASE: f64 = 0.3, -1.0..=2.0;
    /// Divisor of ln(depth) * ln(move number) in a late move reduction.
    LATE_MOVE_REDUCTION_DIVISOR: f64 = 1.9, 1.0..=5.0;
    /// Reduction that a node with an open window withholds, in plies.
    LATE_MOVE_REDUCTION_OPEN_WINDOW: f64 = 0.7, 0.0..=2.0;
    /// Reduction that a killer or the move of the transposition table is spared, in plies.
    LATE_MOVE_REDUCTION_KILLER: f64 = 1.0, 0.0..=2.0;

    // Quiescence search: captures in a row

    /// Where captured pieces stay on the board (towers).
    QUIESCENCE_CAPTURES_TOWERS: u32 = 4, 0..=120;
    /// Where most moves capture (approach and withdrawal).
    QUIESCENCE_CAPTURES_APPROACH: u32 = 3, 0..=120;
    /// Where a piece from the hand enters in the same move.
    QUIESCENCE_CAPTURES_DROPS: u32 = 2, 0..=120;
    /// Where every move captures.
    QUIESCENCE_CAPTURES_ALWAYS: u32 = 0, 0..=120;

    // History

    /// Bonus of a move that causes a beta cutoff, for each square ply of depth.
    HISTORY_BONUS: u32 = 16, 1..=256;
    /// Greatest bonus of one cutoff.
    MAX_HISTORY_BONUS: u32 = 2000, 100..=16384;
    /// Bound of a history entry. Updates shrink as an entry comes near it.
    MAX_HISTORY: i32 = 16384, 1024..=16384;
    /// Least depth of a search whose cutoffs update the history of all threads, in plies. Writes to the memory of other
    /// threads cost more than cutoffs of shallower searches are worth.
    SHARED_HISTORY_DEPTH: u32 = 4, 1..=20;

    // Threads

    /// Least depth at which a thread defers moves that other threads are searching (ABDADA), and looks for ancestor
    /// cutoffs, in plies.
    ABDADA_DEPTH: u32 = 2, 1..=10;

    // Chance nodes

    /// Score of a decided game, and bound of every score, in a mean over throws of dice, in hundredths of a man. A
    /// chance to win is worth no more than a large lead.
    CHANCE_NODE_BOUND: i64 = 1500, 500..=10000;

    // Evaluation

    /// Penalty of a draw for the side that the engine plays, in hundredths of a man, so that it plays on in level
    /// positions. Analyses use none.
    CONTEMPT: i32 = 10, 0..=100;
    /// Reciprocal of the share of the contempt that each piece on the board adds for the side that avoids a draw.
    CONTEMPT_PIECES: i32 = 6, 1..=100;
    /// Greatest number of pieces in which a clear lead is rounded: small differences there only hide how the ending is
    /// won.
    ENDING_PIECES: u32 = 8, 0..=40;
    /// Least lead that is rounded, in hundredths of a man.
    ENDING_LEAD: i32 = 80, 0..=1000;
    /// Step to which it is rounded, in hundredths of a man.
    ENDING_GRAIN: i32 = 20, 1..=100;
    /// A man, in hundredths of a man.
    MAN_VALUE: i32 = 100, 100..=100;
    /// A king that moves one step.
    SHORT_KING_VALUE: i32 = 160, 100..=400;
    /// A flying king.
    FLYING_KING_VALUE: i32 = 300, 100..=600;
    /// All plain steps of the board while the opponent has none. The share of them counts.
    MOBILITY_VALUE: i32 = 40, 0..=200;
    /// The same where a game is won by shutting the opponent in.
    BLOCKADE_MOBILITY_VALUE: i32 = 400, 0..=1000;
    /// Greatest bonus for a material lead in a position with few pieces: the side ahead should exchange.
    EXCHANGE_BONUS: i32 = 150, 0..=400;
    /// Plies above a node whose accumulators may be nearer to its position than the last one at its own ply.
    ACCUMULATOR_ANCESTORS: usize = 2, 0..=8;

    // Training

    /// Damping of the first steps of a weight: a pattern that occurred a few times is not trusted at once.
    ADAGRAD_DAMPING: f32 = 1.0, 0.0..=100.0;
    /// Samples in a step of the network.
    ADAM_BATCH: u32 = 256, 1..=65536;
    /// Decay of the mean gradient in each step.
    ADAM_MEAN_DECAY: f32 = 0.1, 0.01..=0.5;
    /// Decay of the mean squared gradient in each step.
    ADAM_SQUARE_DECAY: f32 = 0.001, 0.0001..=0.1;
    /// Learning rate of the network, as a share of that of the pattern weights.
    ADAM_RATE: f32 = 0.05, 0.001..=1.0;
    /// Bound of an initial input weight of the network.
    INITIAL_INPUT_WEIGHT: f32 = 0.15, 0.0..=1.0;
    /// Initial bias of a neuron.
    INITIAL_BIAS: f32 = 0.2, 0.0..=1.0;
    /// Bound of an initial output weight of the network.
    INITIAL_OUTPUT_WEIGHT: f32 = 0.2, 0.0..=1.0;
    /// One game in this number validates the training and is not trained on.
    VALIDATION_GAMES: usize = 20, 2..=1000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_range() {
        for &(name, value, [low, high]) in ALL {
            assert!((low..=high).contains(&value), "{name} is {value}; allowed: {low} to {high}");
        }
    }
}
