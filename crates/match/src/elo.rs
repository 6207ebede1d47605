//! Elo differences with error bars, and the sequential probability ratio test.

use std::str::FromStr;

/// Numbers of openings from whose two games a player scored 0, ½, 1, 1½ and 2 points: pentanomial frequencies.
pub type PairCounts = [u32; 5];

/// Returns the score, from 0 to 1, and its standard error, which is that of the mean over the pairs. Both are NaN without
/// pairs.
pub fn score(pairs: &PairCounts) -> (f64, f64) {
    let count = pairs.iter().sum::<u32>() as f64;
    let each = || (0..).zip(pairs).map(|(points, &pairs)| (f64::from(points) / 4.0, f64::from(pairs)));
    let mean = each().map(|(score, pairs)| score * pairs).sum::<f64>() / count;
    let spread = each().map(|(score, pairs)| pairs * (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (spread / count).sqrt())
}

/// Returns the interval of the score, from 0 to 1: two standard errors to each side. Where all pairs had the same result, the
/// standard error is 0 and says nothing. Another result can then still have a probability at which this number of pairs is
/// without it in 5 % of all matches, and the interval allows for that.
pub fn interval(pairs: &PairCounts) -> (f64, f64) {
    let (mean, error) = score(pairs);
    if error > 0.0 {
        return (mean - 2.0 * error, mean + 2.0 * error);
    }
    let unseen = 1.0 - 0.05_f64.powf(1.0 / f64::from(pairs.iter().sum::<u32>()));
    (mean * (1.0 - unseen), mean + (1.0 - mean) * unseen)
}

/// Converts a score from 0 to 1 to a difference in Elo, which is infinite at 0 and at 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Converts a difference in Elo to the expected score.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Sequential probability ratio test (SPRT) between two differences in Elo.
///
/// It is the generalised test on pentanomial frequencies, as Stockfish's fishtest runs it (M. Van den Bergh, "A practical
/// introduction to the GSPRT"): the likelihood of a hypothesis is that of the maximum-likelihood distribution of pairs with
/// the hypothesis' expected score. Differences are in logistic Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower difference (H0) and the higher one (H1), in Elo.
    pub elos: [f64; 2],
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The lower difference is accepted.
    Lower,
    /// The higher difference is accepted.
    Higher,
    /// Neither is accepted yet.
    Undecided,
}

impl Sprt {
    /// Bound of the log-likelihood ratio that decides the test, with the same negative bound: ln((1 - β) / α), where the
    /// error probabilities α and β are 5 % each.
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// Returns the log-likelihood ratio of the higher difference to the lower one.
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        // A result that has not occurred yet still has a small probability.
        let counts = pairs.map(|count| f64::from(count).max(1e-3));
        let [lower, higher] = self.elos.map(|elo| Fitted::new(&counts, expected_score(elo)));
        (0..).zip(counts).map(|(points, count)| count * (lower.weight(points) / higher.weight(points)).ln()).sum()
    }

    /// Returns what the pairs decide.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= Self::BOUND => Verdict::Higher,
            llr if llr <= -Self::BOUND => Verdict::Lower,
            _ => Verdict::Undecided,
        }
    }
}

/// Maximum-likelihood distribution of pairs with a given mean: the observed frequencies, each divided by a weight.
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
        // Between these bounds all weights are positive, and the error decreases through zero.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = Fitted { mean, tilt: (low + high) / 2.0 };
            if error(&middle) > 0.0 { low = middle.tilt } else { high = middle.tilt }
        }
        Fitted { mean, tilt: (low + high) / 2.0 }
    }

    /// Converts the half points of a pair to a score from 0 to 1.
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
        assert!((expected_score(elo(0.9)) - 0.9).abs() < 1e-12);
        assert_eq!([elo(1.0), elo(0.0), elo(1.2)], [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn the_standard_error_is_that_of_the_mean_over_pairs() {
        assert_eq!(score(&[0, 0, 7, 0, 0]), (0.5, 0.0));
        // 0, 1 and 2 points: the mean ½, the variance ¼, the standard error the root of ¼ / 3.
        let (mean, error) = score(&[1, 0, 1, 0, 1]);
        assert!((mean - 0.5).abs() < 1e-12 && (error - (0.25_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn equal_results_leave_an_interval() {
        // Of ten pairs that are won, another result can have a probability of 26 %.
        let (low, high) = interval(&[0, 0, 0, 0, 10]);
        assert!((low - 0.05_f64.powf(0.1)).abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "{low} {high}");
        let (low, high) = interval(&[0, 0, 2, 0, 0]);
        assert!((low + high - 1.0).abs() < 1e-12 && low < 0.15, "{low} {high}");
        let more = interval(&[0, 0, 0, 0, 1000]).0;
        assert!(more > 0.99 && more < 1.0, "{more}");
        let (low, high) = interval(&[1, 0, 1, 0, 1]);
        assert!((high - low - 4.0 * (0.25_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    /// PairCounts, bounds and LLR of tests of 2020 and 2021 as fishtest published them (Stockfish's pull requests 2950, 2951, 2971,
    /// 3209 and 3331).
    #[test]
    fn log_likelihood_ratios_agree_with_published_tests_of_fishtest() {
        let published: [(PairCounts, &str, f64); 7] = [
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
    fn a_test_is_decided_only_beyond_its_bounds() {
        let sprt: Sprt = "0, 50".parse().unwrap();
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Undecided);
        assert_eq!(sprt.verdict(&[0, 0, 10, 30, 60]), Verdict::Higher);
        assert_eq!(sprt.verdict(&[60, 30, 10, 0, 0]), Verdict::Lower);
        assert_eq!(sprt.verdict(&[5, 10, 20, 10, 5]), Verdict::Undecided);
        assert!((Sprt::BOUND - (0.95_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn sprt_bounds_must_be_two_ascending_numbers() {
        for wrong in ["", "5", "5,5", "10,0", "0,x", "0,NaN", "0,inf", "0,2000", "0,1,2"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
