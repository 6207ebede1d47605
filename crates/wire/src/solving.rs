//! Games solved: how many positions are won, lost and drawn, what tables and proofs hold, and whether they are true.

use crate::game::Subject;
use crate::names::Side;
use crate::position::Position;
use crate::tables::Category;
use quirkat_rules::GameValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many positions are won, lost and drawn, slice by slice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Solved"))]
#[serde(untagged)]
pub enum SolvedCounts {
    /// The sides do not move alike: for each to move.
    Each {
        /// The first side is to move.
        first: Slices,
        /// The second side is to move.
        second: Slices,
    },
    /// Each side moves as the other does: for either to move.
    Either(Slices),
}

/// The counts of slices.
pub type Slices = BTreeMap<Slice, SliceCounts>;

/// The positions with so many men of the side to move and of the other: `2,1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Slice {
    /// The men of the side to move.
    pub own: usize,
    /// The men of the other side.
    pub other: usize,
}

impl From<Slice> for String {
    fn from(Slice { own, other }: Slice) -> String {
        format!("{own},{other}")
    }
}

impl TryFrom<String> for Slice {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Slice, Self::Error> {
        let read = |(own, other): (&str, &str)| Some(Slice { own: own.parse().ok()?, other: other.parse().ok()? });
        text.split_once(',').and_then(read).ok_or("a slice is two numbers of men, such as `2,1`")
    }
}

/// How many placements of a slice are won, lost and drawn for the side to move, all that symmetries lay on one another counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SliceCounts {
    /// Won, lost, drawn.
    Results([u64; 3]),
    /// Won, lost, drawn; the plies of the longest win and of the longest loss, `null` where there is none.
    Distance(u64, u64, u64, Option<u32>, Option<u32>),
}

impl SliceCounts {
    /// Won, lost, drawn; the plies of the longest win and of the longest loss, as far as they are known.
    pub fn parts(self) -> ([u64; 3], [Option<u32>; 2]) {
        match self {
            SliceCounts::Results(counts) => (counts, [None; 2]),
            SliceCounts::Distance(won, lost, drawn, win, loss) => ([won, lost, drawn], [win, loss]),
        }
    }
}

/// The counts of endings by what the first side has and the second, men, princes, kings and what is in hand: `m1k1-k2`; with the
/// first side to move, and with the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SolvedEndings"))]
pub struct EndingCounts(pub BTreeMap<String, [SliceCounts; 2]>);

/// A file of tables, or of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// What it holds.
    pub kind: TableKind,
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The men of the first side; `null` of a proof and of endings.
    pub first_men: Option<usize>,
    /// The men of the second side, where it is of so many only.
    pub second_men: Option<usize>,
    /// What each side has, of an ending: `m1k1-k2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// The most plies until one of its positions is won or lost, where it holds distances.
    pub longest: Option<u32>,
    /// How many blocks it has.
    pub blocks: usize,
    /// How large it is.
    pub bytes: u64,
}

/// What a file of tables holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Who wins, for any men of the second side.
    Whole,
    /// What the first side wins, for any men of the second side.
    Wins,
    /// In how many plies.
    Distances,
    /// In how many plies, with the same pieces.
    Ending,
    /// The answers that prove what the start is worth.
    Proof,
}

/// A file of tables with what its positions follow from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// What it is.
    #[serde(flatten)]
    pub table: Table,
    /// The law that it follows from, and whatever else its text says, by the keys there.
    pub law: BTreeMap<String, String>,
}

/// A file in a folder of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Listed"))]
pub struct TableListing {
    /// Its name, behind that of its folder where it lies in one below.
    pub file: String,
    /// What it is; `null` where it cannot be used.
    pub table: Option<Table>,
    /// Why it cannot be used.
    pub fault: Option<String>,
}

/// What a position is truly worth to its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Worth"))]
pub struct ProvedValue {
    /// Who wins.
    pub category: Category,
    /// The plies to the end, where they are known: positive wins, negative loses, and zero has lost already.
    pub dtw: Option<i64>,
}

impl From<GameValue> for ProvedValue {
    fn from(known: GameValue) -> ProvedValue {
        ProvedValue { category: Category::of(Some(known)), dtw: known.signed_plies() }
    }
}

/// A position that was drawn from tables by chance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Drawn"))]
pub struct TableSample {
    /// The position.
    #[serde(flatten)]
    pub subject: Subject,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: ProvedValue,
}

/// What came of holding positions against those that follow them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Verified"))]
pub struct TableVerification {
    /// How many were looked at.
    pub positions: u64,
    /// Those of which tables say what cannot be true, ten at most.
    pub faults: Vec<TableContradiction>,
}

/// A position of which tables say what cannot be true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Untrue"))]
pub struct TableContradiction {
    /// The position.
    pub position: Position,
    /// What a table says.
    pub found: ProvedValue,
    /// What follows from what the tables say of the positions behind it.
    pub follows: ProvedValue,
}

/// What came of replaying a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Replayed"))]
pub struct ProofCheck {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position that the proof is of.
    pub position: Position,
    /// What is claimed of it.
    pub claims: Vec<ProofClaim>,
    /// What was gone through; `null` where the proof does not hold.
    pub proved: Option<ProofCounts>,
    /// Where it does not hold.
    pub fault: Option<ProofFault>,
}

/// What a side is claimed to have at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProofClaim {
    /// The side.
    pub side: Side,
    /// What it has: a win, or a draw.
    pub at_least: Category,
}

/// What was gone through to see that a proof holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Proved"))]
pub struct ProofCounts {
    /// The positions whose turns were gone through, for each claim by itself.
    pub positions: u64,
    /// Those at the ends, which tables hold or where the game is over.
    pub ends: u64,
}

/// Where a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Unproved"))]
pub struct ProofFault {
    /// The position.
    pub position: Position,
    /// Why, in words.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn slices_come_in_the_order_of_their_men_and_back() {
        let counts = |men: u64| SliceCounts::Results([men, 0, 1]);
        let slice = |own, other| Slice { own, other };
        let slices = Slices::from([(slice(10, 1), counts(10)), (slice(2, 1), counts(2)), (slice(2, 0), counts(0))]);
        let solved = SolvedCounts::Either(slices.clone());
        let text = serde_json::to_string(&solved).unwrap();
        assert_eq!(text, r#"{"2,0":[0,0,1],"2,1":[2,0,1],"10,1":[10,0,1]}"#);
        let each = SolvedCounts::Each { first: slices.clone(), second: slices };
        for solved in [solved, each] {
            assert_eq!(serde_json::from_value::<SolvedCounts>(serde_json::to_value(&solved).unwrap()).unwrap(), solved);
        }
        let distances = json!([5, 0, 2, 9, null]);
        let read: SliceCounts = serde_json::from_value(distances.clone()).unwrap();
        assert_eq!(read, SliceCounts::Distance(5, 0, 2, Some(9), None));
        assert_eq!(serde_json::to_value(read).unwrap(), distances);
        for wrong in [json!({ "2": [0, 0, 1] }), json!({ "2,x": [0, 0, 1] }), json!({ "2,1": [0, 0, 1, 1] })] {
            assert!(serde_json::from_value::<SolvedCounts>(wrong).is_err());
        }
    }
}
