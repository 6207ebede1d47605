//! The scale of playing strength that all games share, and the places of each game's levels on it.

use super::Level;
use super::weakness::Weakness;
use quirkat_rules::Ruleset;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use thiserror::Error;

/// A place on the scale of playing strength, in tenths: from 0, which hardly searches, to [`Skill::BEST`], which plays
/// as the best level does with 40,000 nodes per move.
///
/// A whole step is worth 100 Elo or more in games that a lead of one man decides, and half of that in games that the
/// opening decides.
///
/// # Examples
/// ```
/// use quirkat_rules::find_game;
/// use quirkat_search::{Level, Skill};
///
/// let skill: Skill = "4.5".parse()?;
/// assert_eq!(skill.tenths(), 45);
/// let dama = find_game("dama").unwrap().ruleset(None, &[])?;
/// assert_eq!(Skill::of_level(Level::new(1).unwrap(), &dama).unwrap().to_string(), "4.0");
/// assert_eq!(Skill::of_level(Level::BEST, &dama), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Skill(u8);

/// The weaknesses at the whole steps of the scale.
const SCALE: [Weakness; 12] = [
    Weakness { nodes: 4, oversight: 0.7, noise: 180 },
    Weakness { nodes: 11, oversight: 0.54, noise: 123 },
    Weakness { nodes: 30, oversight: 0.4, noise: 85 },
    Weakness { nodes: 80, oversight: 0.28, noise: 58 },
    Weakness { nodes: 150, oversight: 0.2, noise: 42 },
    Weakness { nodes: 280, oversight: 0.135, noise: 31 },
    Weakness { nodes: 500, oversight: 0.095, noise: 23 },
    Weakness { nodes: 1_000, oversight: 0.06, noise: 16 },
    Weakness { nodes: 2_200, oversight: 0.03, noise: 10 },
    Weakness { nodes: 5_000, oversight: 0.012, noise: 5 },
    Weakness { nodes: 14_000, oversight: 0.0, noise: 0 },
    Weakness { nodes: 40_000, oversight: 0.0, noise: 0 },
];

/// The skills of levels 1 to 9 in games without measured levels.
const DEFAULT: [Skill; Skill::LEVELS] =
    [Skill(20), Skill(30), Skill(40), Skill(50), Skill(60), Skill(70), Skill(80), Skill(90), Skill(100)];

/// The skills of levels 1 to 9 by game, measured by `quirkat levels`.
const MEASURED: &str = include_str!("../../levels.csv");

impl Skill {
    /// Number of levels that are a skill: all below the best one.
    pub const LEVELS: usize = 9;

    /// The upper end of the scale.
    pub const BEST: Skill = Skill(10 * (SCALE.len() as u8 - 1));

    /// Returns the skill of this number of tenths; `None` beyond the end of the scale.
    pub fn from_tenths(tenths: u8) -> Option<Skill> {
        Some(Skill(tenths)).filter(|&skill| skill <= Skill::BEST)
    }

    /// Returns the place on the scale, in tenths.
    pub const fn tenths(self) -> u8 {
        self.0
    }

    /// Returns the skill of a level in a game; `None` for [`Level::BEST`] and [`Level::PERFECT`], which have no
    /// weakness.
    pub fn of_level(level: Level, ruleset: &Ruleset) -> Option<Skill> {
        static SKILLS: OnceLock<HashMap<&str, [Skill; Skill::LEVELS]>> = OnceLock::new();
        let skills = SKILLS.get_or_init(|| rows().filter_map(|(game, skills)| Some((game, skills?))).collect());
        let place = usize::from(level.number()?) - 1;
        skills.get(&*ruleset.game).unwrap_or(&DEFAULT).get(place).copied()
    }

    /// Returns the weakness of this skill: between whole steps, nodes are interpolated geometrically, all else
    /// linearly.
    pub(crate) fn weakness(self) -> Weakness {
        let (step, tenth) = (usize::from(self.0 / 10), f64::from(self.0 % 10) / 10.0);
        let (low, high) = (SCALE[step], SCALE[(step + 1).min(SCALE.len() - 1)]);
        let between = |low: f64, high: f64| low + (high - low) * tenth;
        Weakness {
            nodes: libm::exp(between(libm::log(low.nodes as f64), libm::log(high.nodes as f64))).round() as u64,
            oversight: between(low.oversight, high.oversight),
            noise: between(low.noise.into(), high.noise.into()).round() as i32,
        }
    }
}

/// Returns the games with measured levels, and the skills of their levels if they can be parsed.
fn rows() -> impl Iterator<Item = (&'static str, Option<[Skill; Skill::LEVELS]>)> {
    MEASURED.lines().skip(1).filter_map(|line| {
        let mut fields = line.splitn(Skill::LEVELS + 2, ',');
        let game = fields.next()?;
        let skills: Vec<_> = fields.take(Skill::LEVELS).map_while(|field| field.parse().ok()).collect();
        Some((game, skills.try_into().ok()))
    })
}

/// Returned for a text that is no skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("allowed: 0 to {}, in tenths", Skill::BEST)]
pub struct ParseSkillError;

impl FromStr for Skill {
    type Err = ParseSkillError;

    fn from_str(text: &str) -> Result<Skill, ParseSkillError> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
        let number = |text: &str| text.parse::<u8>().ok().filter(|_| digits(text));
        let tenth = number(tenth).filter(|_| tenth.len() == 1).ok_or(ParseSkillError)?;
        let tenths = number(whole).and_then(|whole| whole.checked_mul(10)?.checked_add(tenth));
        tenths.and_then(Skill::from_tenths).ok_or(ParseSkillError)
    }
}

impl fmt::Display for Skill {
    /// Writes one decimal: `4.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn measured_levels_rise_in_every_game() {
        for (game, skills) in rows() {
            assert!(find_game(game).is_some(), "there is no game {game}");
            assert!(skills.is_some_and(|skills| skills.is_sorted_by(|low, high| low < high)), "{game}: {skills:?}");
        }
    }

    #[test]
    fn a_higher_skill_has_no_greater_weakness() {
        let all: Vec<_> = (0..=Skill::BEST.tenths()).map(|tenths| Skill(tenths).weakness()).collect();
        assert!(all.is_sorted_by(|low, high| {
            low.nodes <= high.nodes && low.oversight >= high.oversight && low.noise >= high.noise
        }));
        assert!((0..).zip(SCALE).all(|(whole, weakness)| Skill(10 * whole).weakness() == weakness));
    }

    #[test]
    fn skills_are_parsed_as_they_are_written() {
        for tenths in 0..=Skill::BEST.tenths() {
            assert_eq!(Skill(tenths).to_string().parse(), Ok(Skill(tenths)));
        }
        assert_eq!("7".parse(), Ok(Skill(70)));
        for wrong in ["", "11.1", "12", "-1", "+1", "1.", "1.25", ".5", "1e1", "300", "1.+5"] {
            assert_eq!(wrong.parse::<Skill>(), Err(ParseSkillError), "{wrong}");
        }
    }
}
