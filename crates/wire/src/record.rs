//! Game records as values.

use quirkat_rules::{Pdn, PdnTurn};
use serde::{Deserialize, Serialize};

/// Maximum nesting of variations in a record that is converted to PDN.
pub const MAX_RECORD_DEPTH: usize = 16;
/// Maximum number of moves in a record that is converted to PDN, with its variations.
pub const MAX_RECORD_NODES: usize = 20_000;

/// A game record. Positions and turns stand as they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Record {
    /// Tags in their order, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// Title of the game and its variant; empty where the record does not say.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Position before the first turn; `null` for the usual start.
    pub position: Option<String>,
    /// Comments before the first turn.
    pub comments: Vec<String>,
    /// Turns of the main line.
    pub turns: Vec<Node>,
    /// Result as written: `1-0`, `1/2-1/2`, `0-1`, or `*` for none.
    pub result: String,
    /// Reason why the record cannot be replayed, in words; `null` if it can.
    pub error: Option<String>,
    /// What was noticed while the record was replayed, in words.
    pub notes: Vec<String>,
}

/// A turn of a record with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Node {
    /// Turn in notation, as text.
    pub text: String,
    /// Numeric annotation glyphs of PGN: 1 is good, 2 is bad.
    pub glyphs: Vec<u16>,
    /// Comments that follow the turn, in their order.
    pub comments: Vec<String>,
    /// Alternatives to this turn, each with the turns that follow it.
    pub variations: Vec<Vec<Node>>,
}

impl Node {
    /// Converts a move of a PDN record. `clean` prepares each text.
    pub fn new(turn: &PdnTurn, clean: &dyn Fn(&str) -> String) -> Node {
        Node {
            text: clean(&turn.text),
            glyphs: turn.glyphs.clone(),
            comments: turn.comments.iter().map(|text| clean(text)).collect(),
            variations: turn
                .variations
                .iter()
                .map(|line| line.iter().map(|turn| Node::new(turn, clean)).collect())
                .collect(),
        }
    }

    /// Converts the move to PDN. `clean` prepares each text, `depth` is the nesting of the move, and `left` the number of moves
    /// that may follow. Returns `None` if [`MAX_RECORD_DEPTH`] or `left` is exceeded.
    pub fn to_turn(&self, clean: &dyn Fn(&str) -> String, depth: usize, left: &mut usize) -> Option<PdnTurn> {
        *left = left.checked_sub(1).filter(|_| depth <= MAX_RECORD_DEPTH)?;
        let one_line = |text: &String| clean(text).replace(['{', '}'], "");
        let mut line = |nodes: &Vec<Node>| nodes.iter().map(|node| node.to_turn(clean, depth + 1, left)).collect();
        Some(PdnTurn {
            text: one_line(&self.text),
            glyphs: self.glyphs.clone(),
            comments: self.comments.iter().map(one_line).collect(),
            variations: self.variations.iter().map(&mut line).collect::<Option<_>>()?,
        })
    }
}

impl Record {
    /// Converts a PDN record whose moves have been checked. `game` and `rules` are the title and the house rules of its game.
    ///
    /// # Examples
    /// ```
    /// use quirkat_rules::Pdn;
    /// use quirkat_wire::Record;
    ///
    /// let pdn = Pdn::read("[Variant \"alquerque:walker\"]\n[Result \"*\"]\n\n1. b2-c3 {a man} d4xb2 *")?.remove(0);
    /// let record = Record::new(&pdn, "alquerque:walker".to_owned(), vec![]);
    /// assert_eq!(record.turns[0].comments, ["a man"]);
    /// assert_eq!(record.to_pdn(), Some(pdn));
    /// # Ok::<(), quirkat_rules::PdnError>(())
    /// ```
    pub fn new(pdn: &Pdn, game: String, rules: Vec<String>) -> Record {
        Record {
            tags: pdn.tags.clone(),
            game,
            rules,
            position: pdn.tag("FEN").filter(|fen| !fen.is_empty()).map(str::to_owned),
            comments: pdn.comments.clone(),
            turns: pdn.turns.iter().map(|turn| Node::new(turn, &str::to_owned)).collect(),
            result: pdn.result.clone(),
            ..Record::default()
        }
    }

    /// Converts the record to PDN without checking its moves. The game, the house rules, the position and the result get tags
    /// unless `tags` has them. Returns `None` if the record exceeds [`MAX_RECORD_NODES`] or [`MAX_RECORD_DEPTH`].
    pub fn to_pdn(&self) -> Option<Pdn> {
        let mut left = MAX_RECORD_NODES;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let turns = self.turns.iter().map(|node| node.to_turn(&one_line, 0, &mut left)).collect::<Option<_>>()?;
        let comments = self.comments.iter().map(|text| one_line(text).replace(['{', '}'], "")).collect();
        let mut pdn = Pdn { tags: self.tags.clone(), comments, turns, result: self.result.clone() };
        let position = self.position.as_deref().unwrap_or_default();
        let rules = if pdn.tag("Variant").is_some() { String::new() } else { self.rules.join(" ") };
        for (name, value) in
            [("Variant", &self.game[..]), ("Rules", &rules), ("FEN", position), ("Result", &self.result)]
        {
            if !value.is_empty() && pdn.tag(name).is_none() {
                pdn.tags.push((name.to_owned(), value.to_owned()));
            }
        }
        Some(pdn)
    }
}

/// The records of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Records {
    /// Records in the order of the text; at most 500.
    pub records: Vec<Record>,
    /// Number of games in the text.
    pub count: usize,
}

/// A game of a collection in one line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordSummary {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// Line of the file in which the game begins, from 1.
    pub line: usize,
    /// Title of the game and its variant; what the tags say if they name no game of the catalogue; `null` if they say nothing.
    pub game: Option<String>,
    /// Name of White; empty if it is unknown.
    pub white: String,
    /// Name of Black; empty if it is unknown.
    pub black: String,
    /// Event; empty if it is unknown.
    pub event: String,
    /// Date as written; empty if it is unknown.
    pub date: String,
    /// Result: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is unknown.
    pub result: String,
    /// Number of moves of both sides.
    pub plies: usize,
    /// Reason why the record cannot be read or replayed, in words; `null` if it can.
    pub error: Option<String>,
    /// What was noticed while the record was replayed, in words.
    pub notes: Vec<String>,
}
