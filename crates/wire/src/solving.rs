//! Results of solving: counts of tables, table files, verification and proofs.

use crate::game::Subject;
use crate::names::Side;
use crate::position::Position;
use crate::tables::Category;
use quirkat_rules::GameValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers of won, lost and drawn positions by slice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SolvedCounts {
    /// Counts for each side to move, where the sides move differently.
    Each {
        /// Counts with the first side to move.
        first: Slices,
        /// Counts with the second side to move.
        second: Slices,
    },
    /// Counts for either side to move, where both sides move alike.
    Either(Slices),
}

/// Counts of a table, by slice.
pub type Slices = BTreeMap<Slice, SliceCounts>;

/// Slice of a table by the men of the side to move and of its opponent; written `2,1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Slice {
    /// Number of men of the side to move.
    pub own: usize,
    /// Number of men of the other side.
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

/// Numbers of won, lost and drawn positions of a slice for the side to move. Symmetric positions count separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SliceCounts {
    /// Numbers of won, lost and drawn positions.
    Results([u64; 3]),
    /// Numbers of won, lost and drawn positions, then the longest win and the longest loss in plies; `null` where there
    /// is none.
    Distance(u64, u64, u64, Option<u32>, Option<u32>),
}

impl SliceCounts {
    /// Returns the numbers of won, lost and drawn positions, and the longest win and loss in plies as far as they are
    /// known.
    pub fn parts(self) -> ([u64; 3], [Option<u32>; 2]) {
        match self {
            SliceCounts::Results(counts) => (counts, [None; 2]),
            SliceCounts::Distance(won, lost, drawn, win, loss) => ([won, lost, drawn], [win, loss]),
        }
    }

    /// Returns whether there are no positions: where men are placed in turn, one side alone can be to move.
    pub fn is_empty(self) -> bool {
        self.parts().0 == [0; 3]
    }
}

/// Counts by material of the first and the second side, such as `m1k1-k2` (men, princes, kings, men in hand): with the
/// first side to move, then with the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingCounts(pub BTreeMap<String, [SliceCounts; 2]>);

/// A table file or a proof file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Kind of contents of the file.
    pub kind: TableKind,
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Number of men of the first side; `null` for proofs and for tables by material.
    pub first_men: Option<usize>,
    /// Number of men of the second side; `null` where the file holds all numbers.
    pub second_men: Option<usize>,
    /// Material of both sides of a table by material, such as `m1k1-k2`; the number of placed pieces, such as `7 placed`, in
    /// games of mills with that of one side's men, `7 placed, men of one side: 3`; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Longest distance to win in plies; `null` where the file holds no distances.
    pub longest: Option<u32>,
    /// Number of compressed blocks in the file.
    pub blocks: usize,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Kind of contents of a table file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Win, draw or loss, for any number of men of the second side.
    Whole,
    /// Wins of the first side, for any number of men of the second side.
    Wins,
    /// Distances to win, by numbers of men.
    Distances,
    /// Distances to win, by material.
    Ending,
    /// Win, draw or loss after a number of pieces were placed, with the side to move that does not place.
    Placed,
    /// Wins of one side in a game of mills, after a number of men were placed, with a number of its men on the board.
    Mills,
    /// A proof of the value of the start.
    Proof,
}

/// A table file with its header.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// Description of the file's contents.
    #[serde(flatten)]
    pub table: Table,
    /// Header of the file: the rules it follows from and further entries, by key.
    pub law: BTreeMap<String, String>,
}

/// A file in a folder of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableListing {
    /// Path of the file relative to the folder.
    pub file: String,
    /// Description of the file; `null` where it cannot be used.
    pub table: Option<Table>,
    /// Reason why the file cannot be used; `null` where it can.
    pub fault: Option<String>,
}

/// Proved value of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedValue {
    /// Win, draw or loss for the side to move.
    pub category: Category,
    /// Distance to win in plies, where it is known: positive is a win, negative a loss, zero a game already lost.
    pub dtw: Option<i64>,
}

impl From<GameValue> for ProvedValue {
    fn from(known: GameValue) -> ProvedValue {
        ProvedValue { category: Category::of(Some(known)), dtw: known.signed_plies() }
    }
}

/// A position sampled at random from a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableSample {
    /// Game, rules and position of this answer.
    #[serde(flatten)]
    pub subject: Subject,
    /// Value that the table holds for the position.
    #[serde(flatten)]
    pub worth: ProvedValue,
}

/// Result of comparing table positions with their successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableVerification {
    /// Number of positions that were compared.
    pub positions: u64,
    /// Inconsistent positions, at most ten.
    pub faults: Vec<TableContradiction>,
}

/// A position whose table value contradicts its successors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableContradiction {
    /// Position with the inconsistent value.
    pub position: Position,
    /// Value that the table holds for the position.
    pub found: ProvedValue,
    /// Value that follows from the successors.
    pub follows: ProvedValue,
}

/// Result of checking a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofCheck {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Position that the proof is about.
    pub position: Position,
    /// Claims of the proof, one for each side it speaks of.
    pub claims: Vec<ProofClaim>,
    /// Size of the checked proof; `null` where the proof fails.
    pub proved: Option<ProofCounts>,
    /// First fault; `null` where the proof holds.
    pub fault: Option<ProofFault>,
}

/// Minimum result that a proof claims for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProofClaim {
    /// Side that the claim is about.
    pub side: Side,
    /// Minimum result: a win or a draw.
    pub at_least: Category,
}

/// Size of a checked proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofCounts {
    /// Number of expanded positions, summed over the claims.
    pub positions: u64,
    /// Number of leaves: positions in tables and finished games.
    pub ends: u64,
}

/// Fault of a proof: where and why it fails.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofFault {
    /// Position at which the proof fails.
    pub position: Position,
    /// Reason for the fault, in words.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn slices_sort_by_men_and_survive_a_round_trip() {
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
