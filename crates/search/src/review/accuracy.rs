//! Accuracy of the moves of a side.
//!
//! The measure is that of lichess: <https://lichess.org/page/accuracy> for a move, and
//! `modules/analyse/src/main/AccuracyPercent.scala` of lichess-org/lila for a game. The accuracy of a game is the mean
//! of two means of its moves: one weighted by the volatility of the game around each move, and the harmonic one, in
//! which many easy moves do not outweigh a blunder. Moves that were no choice do not count.

/// Returns the accuracy of a move, from 0 to 100, by its loss of expected score in percent.
fn of_move(loss: f64) -> f64 {
    (103.1668 * libm::exp(-0.04354 * loss) - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side, from 0 to 100. `expected` holds the expected score of each position in percent, for
/// either side; `losses` the loss of each move in percent, or `None` if it does not count.
pub fn of_side(expected: &[f64], losses: &[Option<f64>]) -> Option<f64> {
    let moves =
        losses.iter().enumerate().filter_map(|(number, loss)| Some((weight(expected, number), of_move((*loss)?))));
    let (mut count, mut weights, mut weighted, mut inverse) = (0.0, 0.0, 0.0, 0.0);
    for (weight, accuracy) in moves {
        count += 1.0;
        weights += weight;
        weighted += weight * accuracy;
        inverse += 1.0 / accuracy.max(1.0);
    }
    (count > 0.0).then(|| (weighted / weights + count / inverse) / 2.0)
}

/// Returns the weight of a move: the standard deviation of the expected scores around it.
fn weight(expected: &[f64], number: usize) -> f64 {
    let width = ((expected.len() - 1) / 10).clamp(2, 8);
    let from = (number + 2).saturating_sub(width);
    let window = &expected[from..expected.len().min(from + width)];
    let mean = window.iter().sum::<f64>() / window.len() as f64;
    let variance = window.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / window.len() as f64;
    variance.sqrt().clamp(0.5, 12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accuracy_of_a_move_falls_with_its_loss() {
        assert!(of_move(0.0) > 99.99 && of_move(100.0) < 1.0);
        // By the published formula: 63.6 % for a loss of 10, 40.1 % for one of 20.
        assert!((of_move(10.0) - 63.58).abs() < 0.01 && (of_move(20.0) - 40.02).abs() < 0.1, "{}", of_move(20.0));
    }

    #[test]
    fn easy_moves_do_not_outweigh_a_blunder_and_forced_moves_do_not_count() {
        let expected: Vec<f64> = (0..=20).map(|number| if number < 10 { 50.0 } else { 10.0 }).collect();
        let mut losses = vec![Some(0.0); 20];
        assert!(of_side(&expected, &losses).unwrap() > 99.99);
        losses[9] = Some(40.0);
        let with_blunder = of_side(&expected, &losses).unwrap();
        let mean = (19.0 * of_move(0.0) + of_move(40.0)) / 20.0;
        assert!(with_blunder < mean - 5.0, "{with_blunder} {mean}");
        losses[9] = None;
        assert!(of_side(&expected, &losses).unwrap() > 99.99);
        assert_eq!(of_side(&expected, &[None; 20]), None);
    }

    #[test]
    fn games_of_any_length_have_weights() {
        for turns in [1, 2, 19, 20, 45, 200] {
            let expected = vec![50.0; turns + 1];
            assert!((0..turns).all(|number| weight(&expected, number) == 0.5), "{turns}");
        }
    }
}
