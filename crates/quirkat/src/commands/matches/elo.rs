//! What a score says of strength: Elo, and the test that ends a match as soon as it has said enough.

use std::str::FromStr;

/// How many pairs of games that share an opening brought a player 0, ½, 1, 1½ and 2 points.
pub type Pairs = [u32; 5];

/// The score, from 0 to 1, and its standard error: that of the mean of the pairs.
pub fn score(pairs: &Pairs) -> (f64, f64) {
    let count = pairs.iter().sum::<u32>() as f64;
    let each = || (0..).zip(pairs).map(|(points, &pairs)| (f64::from(points) / 4.0, f64::from(pairs)));
    let mean = each().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
    let spread = each().map(|(score, pairs)| pairs * (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (spread / count).sqrt())
}

/// By how much a player with this score, from 0 to 1, is the stronger one; infinite at the ends.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected of a player who is the stronger one by so much.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is a player stronger by the first difference in Elo, or by the second?
///
/// The likelihoods are those of the distributions of pairs that fit best what was seen and have the expected score: the
/// generalised test on pentanomial frequencies, as Stockfish's fishtest runs it (M. Van den Bergh, "A practical
/// introduction to the GSPRT"). Differences are in plain (logistic) Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower difference, and the higher one.
    pub elos: [f64; 2],
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The lower difference is accepted.
    Lower,
    /// The higher difference is accepted.
    Higher,
    /// Neither yet.
    Undecided,
}

impl Sprt {
    /// A logarithm of the likelihood ratio beyond this, or below its negative, decides: ln((1 - β) / α), where α and β, the
    /// chances of a wrong verdict either way, are 5 % each.
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// The logarithm of how much likelier the pairs are by the higher difference than by the lower one.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        // What was not seen yet is not impossible.
        let counts = pairs.map(|count| f64::from(count).max(1e-3));
        let [lower, higher] = self.elos.map(|elo| Fitted::new(&counts, expected(elo)));
        (0..).zip(counts).map(|(points, count)| count * (lower.weight(points) / higher.weight(points)).ln()).sum()
    }

    /// What these pairs decide.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= Self::BOUND => Verdict::Higher,
            llr if llr <= -Self::BOUND => Verdict::Lower,
            _ => Verdict::Undecided,
        }
    }
}

/// The likeliest distribution of pairs with a given mean: each frequency that was seen, divided by a weight.
struct Fitted {
    mean: f64,
    tilt: f64,
}

impl Fitted {
    /// Finds the tilt at which the frequencies, each divided by its weight, have the mean.
    fn new(counts: &[f64; 5], mean: f64) -> Fitted {
        let error = |fitted: &Fitted| -> f64 {
            let each = (0..).zip(counts);
            each.map(|(points, count)| count * (Fitted::share(points) - mean) / fitted.weight(points)).sum()
        };
        // Between these all weights are positive, and the error falls from above zero to below it.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = Fitted { mean, tilt: (low + high) / 2.0 };
            if error(&middle) > 0.0 { low = middle.tilt } else { high = middle.tilt }
        }
        Fitted { mean, tilt: (low + high) / 2.0 }
    }

    /// The share of a pair's points, from 0 to 1.
    fn share(points: u32) -> f64 {
        f64::from(points) / 4.0
    }

    fn weight(&self, points: u32) -> f64 {
        1.0 + self.tilt * (Fitted::share(points) - self.mean)
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let elos = text.split_once(',').and_then(|(lower, higher)| {
            let elo = |text: &str| text.trim().parse().ok().filter(|elo| (-1000.0..=1000.0).contains(elo));
            Some([elo(lower)?, elo(higher)?])
        });
        elos.filter(|[lower, higher]| lower < higher)
            .map(|elos| Sprt { elos })
            .ok_or_else(|| "allowed: two differences from -1000 to 1000, the lower one first, such as 0,10".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_has_the_sign_of_the_score() {
        assert_eq!(format!("{:+}", elo(0.5)), "+0");
        assert!((elo(0.75) - 190.85).abs() < 0.01 && (elo(0.25) + 190.85).abs() < 0.01);
        assert!((expected(elo(0.9)) - 0.9).abs() < 1e-12);
        assert_eq!([elo(1.0), elo(0.0), elo(1.2)], [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn the_error_is_that_of_the_pairs() {
        assert_eq!(score(&[0, 0, 7, 0, 0]), (0.5, 0.0));
        // 0, 1 and 2 points: the mean ½, the variance ¼, the standard error the root of ¼ / 3.
        let (mean, error) = score(&[1, 0, 1, 0, 1]);
        assert!((mean - 0.5).abs() < 1e-12 && (error - (0.25_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    /// Pairs, bounds and LLR of tests of 2020 and 2021 as fishtest published them (Stockfish's pull requests 2950, 2951, 2971,
    /// 3209 and 3331).
    #[test]
    fn the_test_agrees_with_those_that_fishtest_published() {
        let published: [(Pairs, &str, f64); 7] = [
            ([17, 253, 1042, 337, 39], "-0.5,1.5", 2.96),
            ([11, 407, 3238, 513, 11], "0.25,1.75", 2.93),
            ([133, 1751, 5094, 1849, 165], "-0.5,1.5", 2.94),
            ([59, 754, 2467, 865, 75], "-0.5,1.5", 2.95),
            ([253, 4282, 17604, 4431, 286], "-0.25,1.25", 2.94),
            ([58, 3302, 33130, 3518, 84], "0.25,1.25", 2.97),
            ([14, 1030, 14318, 1163, 19], "0.25,1.25", 2.93),
        ];
        for (pairs, elos, llr) in published {
            let sprt: Sprt = elos.parse().unwrap();
            assert!((sprt.llr(&pairs) - llr).abs() < 0.005, "{pairs:?}: {}", sprt.llr(&pairs));
        }
    }

    #[test]
    fn a_test_is_decided_beyond_its_bounds_alone() {
        let sprt: Sprt = "0, 50".parse().unwrap();
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Undecided);
        assert_eq!(sprt.verdict(&[0, 0, 10, 30, 60]), Verdict::Higher);
        assert_eq!(sprt.verdict(&[60, 30, 10, 0, 0]), Verdict::Lower);
        assert_eq!(sprt.verdict(&[5, 10, 20, 10, 5]), Verdict::Undecided);
        assert!((Sprt::BOUND - (0.95_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn differences_are_read_in_their_order() {
        for wrong in ["", "5", "5,5", "10,0", "0,x", "0,NaN", "0,inf", "0,2000", "0,1,2"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
