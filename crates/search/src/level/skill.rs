//! One scale of weaker play for all games, and where the levels of each stand on it.

use super::Level;
use super::weakness::Weakness;
use quirkat_rules::Ruleset;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use thiserror::Error;

/// How well somebody plays who does not play as well as can be: a place on a scale from 0, where turns are hardly looked
/// at, to [`Skill::BEST`], which is what the best level does in 40,000 positions a turn; in tenths.
///
/// What a step on the scale is worth depends on the game: where a man more decides, it is a hundred Elo and more, and where the
/// opening does, half of that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Skill(u8);

/// What the whole numbers of the scale are, from 0.
const SCALE: [Weakness; 12] = [
    Weakness { nodes: 4, overlooks: 0.7, misjudges: 180 },
    Weakness { nodes: 11, overlooks: 0.54, misjudges: 123 },
    Weakness { nodes: 30, overlooks: 0.4, misjudges: 85 },
    Weakness { nodes: 80, overlooks: 0.28, misjudges: 58 },
    Weakness { nodes: 150, overlooks: 0.2, misjudges: 42 },
    Weakness { nodes: 280, overlooks: 0.135, misjudges: 31 },
    Weakness { nodes: 500, overlooks: 0.095, misjudges: 23 },
    Weakness { nodes: 1_000, overlooks: 0.06, misjudges: 16 },
    Weakness { nodes: 2_200, overlooks: 0.03, misjudges: 10 },
    Weakness { nodes: 5_000, overlooks: 0.012, misjudges: 5 },
    Weakness { nodes: 14_000, overlooks: 0.0, misjudges: 0 },
    Weakness { nodes: 40_000, overlooks: 0.0, misjudges: 0 },
];

/// The skills of levels 1 to 9 in games in which they have not been measured.
const USUAL: [Skill; Skill::LEVELS] =
    [Skill(20), Skill(30), Skill(40), Skill(50), Skill(60), Skill(70), Skill(80), Skill(90), Skill(100)];

/// The skills of levels 1 to 9 by game, as `quirkat levels` measured them.
const MEASURED: &str = include_str!("../../levels.csv");

impl Skill {
    /// How many levels are a skill: all below the best.
    pub const LEVELS: usize = 9;

    /// The end of the scale.
    pub const BEST: Skill = Skill(10 * (SCALE.len() as u8 - 1));

    /// The place on the scale of so many tenths.
    pub fn from_tenths(tenths: u8) -> Option<Skill> {
        Some(Skill(tenths)).filter(|&skill| skill <= Skill::BEST)
    }

    /// The place on the scale, in tenths.
    pub const fn tenths(self) -> u8 {
        self.0
    }

    /// What a level is in a game; none for those that play as well as the engine can.
    pub fn of_level(level: Level, ruleset: &Ruleset) -> Option<Skill> {
        static SKILLS: OnceLock<HashMap<&str, [Skill; Skill::LEVELS]>> = OnceLock::new();
        let skills = SKILLS.get_or_init(|| rows().filter_map(|(game, skills)| Some((game, skills?))).collect());
        let place = usize::from(level.number()?) - 1;
        skills.get(&*ruleset.game).unwrap_or(&USUAL).get(place).copied()
    }

    /// How somebody of this skill errs: between whole numbers, numbers of positions in geometrical steps and all else in equal
    /// ones.
    pub(crate) fn weakness(self) -> Weakness {
        let (below, tenth) = (usize::from(self.0 / 10), f64::from(self.0 % 10) / 10.0);
        let (low, high) = (SCALE[below], SCALE[(below + 1).min(SCALE.len() - 1)]);
        let between = |low: f64, high: f64| low + (high - low) * tenth;
        Weakness {
            nodes: between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64,
            overlooks: between(low.overlooks, high.overlooks),
            misjudges: between(low.misjudges.into(), high.misjudges.into()).round() as i32,
        }
    }
}

/// The games that were measured, each with the skills of its levels if they can be read.
fn rows() -> impl Iterator<Item = (&'static str, Option<[Skill; Skill::LEVELS]>)> {
    MEASURED.lines().skip(1).filter_map(|line| {
        let mut fields = line.splitn(Skill::LEVELS + 2, ',');
        let game = fields.next()?;
        let skills: Vec<_> = fields.take(Skill::LEVELS).map_while(|field| field.parse().ok()).collect();
        Some((game, skills.try_into().ok()))
    })
}

/// A text that names no skill.
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
    /// With one decimal: `4.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::find_game;

    #[test]
    fn every_game_that_was_measured_has_levels_that_rise() {
        for (game, skills) in rows() {
            assert!(find_game(game).is_some(), "{game} is no game");
            assert!(skills.is_some_and(|skills| skills.is_sorted_by(|low, high| low < high)), "{game}: {skills:?}");
        }
    }

    #[test]
    fn skill_never_errs_more_for_being_higher() {
        let all: Vec<_> = (0..=Skill::BEST.tenths()).map(|tenths| Skill(tenths).weakness()).collect();
        assert!(all.is_sorted_by(|low, high| {
            low.nodes <= high.nodes && low.overlooks >= high.overlooks && low.misjudges >= high.misjudges
        }));
        assert!((0..).zip(SCALE).all(|(whole, weakness)| Skill(10 * whole).weakness() == weakness));
    }

    #[test]
    fn skills_are_read_as_they_are_written() {
        for tenths in 0..=Skill::BEST.tenths() {
            assert_eq!(Skill(tenths).to_string().parse(), Ok(Skill(tenths)));
        }
        assert_eq!("7".parse(), Ok(Skill(70)));
        for wrong in ["", "11.1", "12", "-1", "+1", "1.", "1.25", ".5", "1e1", "300", "1.+5"] {
            assert_eq!(wrong.parse::<Skill>(), Err(ParseSkillError), "{wrong}");
        }
    }
}
