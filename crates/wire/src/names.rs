//! Sides, and names in every language.

use quirkat_rules::{Board, Language, Point, Words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side that sits at the bottom.
    First,
    /// The side that sits at the top.
    Second,
}

impl From<quirkat_rules::Side> for Side {
    fn from(side: quirkat_rules::Side) -> Self {
        match side {
            quirkat_rules::Side::First => Side::First,
            quirkat_rules::Side::Second => Side::Second,
        }
    }
}

impl From<Side> for quirkat_rules::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => quirkat_rules::Side::First,
            Side::Second => quirkat_rules::Side::Second,
        }
    }
}

/// A name in every language by two-letter code. English replaces a missing translation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Names(pub BTreeMap<String, String>);

impl From<&Words> for Names {
    fn from(words: &Words) -> Self {
        Names::each(|language| words.get(language))
    }
}

impl Names {
    fn each<'n>(name: impl Fn(Language) -> &'n str) -> Names {
        Names(
            Language::ALL.into_iter().map(|language| (language.code().to_owned(), name(language).to_owned())).collect(),
        )
    }
}

/// Returns the names of points in the given order.
pub(crate) fn points<'p>(board: &Board, points: impl IntoIterator<Item = &'p Point>) -> Vec<String> {
    points.into_iter().map(|&point| board.name(point).to_owned()).collect()
}
