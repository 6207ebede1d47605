//! Accuracy: how near the turns of a side came to the best ones.
//!
//! The measure is lichess's: that of a turn is published at <https://lichess.org/page/accuracy>, that of a game in
//! `modules/analyse/src/main/AccuracyPercent.scala` of lichess-org/lila. It is the mean of two: of a mean by which turns
//! count more where the game was open, and of the harmonic mean, which does not forgive a blunder for a hundred easy turns.
//! Here turns that were not chosen do not count.

/// The accuracy of a turn that lost so many percent of the score to be expected: from 0 to 100.
fn of_turn(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a side: `expected` has the expected score of each position in percent, whoever's, and `losses` for each
/// turn what it lost, in percent, if it counts.
pub fn of_side(expected: &[f64], losses: &[Option<f64>]) -> Option<f64> {
    let turns =
        losses.iter().enumerate().filter_map(|(number, loss)| Some((weight(expected, number), of_turn((*loss)?))));
    let (mut count, mut weights, mut weighted, mut inverse) = (0.0, 0.0, 0.0, 0.0);
    for (weight, accuracy) in turns {
        count += 1.0;
        weights += weight;
        weighted += weight * accuracy;
        inverse += 1.0 / accuracy.max(1.0);
    }
    (count > 0.0).then(|| (weighted / weights + count / inverse) / 2.0)
}

/// How much the turn of a number counts: by how far the expected scores around it spread.
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
    fn the_accuracy_of_a_turn_falls_with_what_it_loses() {
        assert!(of_turn(0.0) > 99.99 && of_turn(100.0) < 1.0);
        // By the published formula: 63.6 % for a loss of 10, 40.1 % for one of 20.
        assert!((of_turn(10.0) - 63.58).abs() < 0.01 && (of_turn(20.0) - 40.02).abs() < 0.1, "{}", of_turn(20.0));
    }

    #[test]
    fn a_blunder_is_not_forgiven_for_easy_turns_and_forced_turns_do_not_count() {
        let expected: Vec<f64> = (0..=20).map(|number| if number < 10 { 50.0 } else { 10.0 }).collect();
        let mut losses = vec![Some(0.0); 20];
        assert!(of_side(&expected, &losses).unwrap() > 99.99);
        losses[9] = Some(40.0);
        let with_blunder = of_side(&expected, &losses).unwrap();
        let mean = (19.0 * of_turn(0.0) + of_turn(40.0)) / 20.0;
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
