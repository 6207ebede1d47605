//! Opening statistics: the moves that were played from a position, with the results of their games.

use include_dir::{Dir, include_dir};
use quirkat_endings::in_csv;
use quirkat_rules::{AnyGame, Side, write_fen};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

/// Number of plies at the beginning of a game that count in opening statistics.
pub const OPENING_PLIES: usize = 16;

/// Statistics of games of the engine against itself, one file for each game. `quirkat selfplay --openings FOLDER` writes
/// them.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/openings");

/// The openings of `FOLDER`, by the titles of rule sets.
static SHIPPED: LazyLock<HashMap<String, Openings>> = LazyLock::new(|| {
    let mut shipped: HashMap<String, Openings> = HashMap::new();
    for file in FOLDER.files() {
        let game = file.path().file_stem().unwrap_or_default().to_string_lossy();
        for row in csv::Reader::from_reader(file.contents()).into_deserialize() {
            let Row { variant, position, turn, first, draws, second } = row.expect("a test reads the embedded files");
            let openings = shipped.entry(format!("{game}:{variant}")).or_default();
            openings.0.insert((position, turn), MoveResults { first, draws, second });
        }
    }
    shipped
});

/// Hash of a position's FEN, the same on every machine and in every version: the first 8 bytes of its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey(pub u64);

/// Numbers of games in which a move was played, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveResults {
    /// Games that the first side won.
    pub first: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second side won.
    pub second: u64,
}

/// The moves of a rule set's openings: by position and notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings(BTreeMap<(PositionKey, String), MoveResults>);

/// A line of a file of openings.
#[derive(Serialize, Deserialize)]
struct Row {
    variant: String,
    position: PositionKey,
    #[serde(rename = "move")]
    turn: String,
    first: u64,
    draws: u64,
    second: u64,
}

impl PositionKey {
    /// Returns the key of a game's position after a number of plies.
    pub fn after(game: &AnyGame, plies: usize) -> PositionKey {
        let digest = Sha256::digest(write_fen(game.ruleset(), &game.setup_after(plies)));
        PositionKey(digest[..8].iter().fold(0, |key, byte| key << 8 | u64::from(*byte)))
    }
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for PositionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PositionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(PositionKey).map_err(de::Error::custom)
    }
}

impl MoveResults {
    /// Returns the number of games.
    pub fn games(self) -> u64 {
        self.first + self.draws + self.second
    }

    /// Counts a game; `None` is a draw.
    pub fn add(&mut self, winner: Option<Side>) {
        match winner {
            Some(Side::First) => self.first += 1,
            None => self.draws += 1,
            Some(Side::Second) => self.second += 1,
        }
    }
}

impl Openings {
    /// Returns the shipped openings of a rule set, from games of the engine against itself; `None` if there are none.
    pub fn shipped(title: &str) -> Option<&'static Openings> {
        SHIPPED.get(title)
    }

    /// Counts a finished game; `None` is a draw.
    ///
    /// # Examples
    /// ```
    /// use quirkat_play::{Openings, PositionKey, Ruling};
    /// use quirkat_rules::{Side, read_turn};
    /// let mut game = Ruling::new("alquerque", &[])?.game(None)?;
    /// let turn = read_turn(&*game, "d2-c3")?;
    /// game.play(&turn)?;
    /// let mut openings = Openings::default();
    /// openings.add(&game, Some(Side::Second));
    /// let moves = openings.moves(PositionKey::after(&game, 0));
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!((moves[0].0, moves[0].1.second), ("d2-c3", 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, game: &AnyGame, winner: Option<Side>) {
        for (position, turn) in opening_moves(game) {
            self.0.entry((position, turn)).or_default().add(winner);
        }
    }

    /// Returns the moves played from a position, in alphabetical order.
    pub fn moves(&self, position: PositionKey) -> Vec<(&str, MoveResults)> {
        let from = self.0.range((position, String::new())..);
        from.take_while(|((other, _), _)| *other == position)
            .map(|((_, turn), results)| (turn.as_str(), *results))
            .collect()
    }

    /// Removes moves that were played in fewer than `games` games.
    pub fn keep(&mut self, games: u64) {
        self.0.retain(|_, results| results.games() >= games);
    }

    /// Writes the openings of the variants of a game as CSV.
    pub fn csv<'o>(variants: impl IntoIterator<Item = (&'o str, &'o Openings)>) -> String {
        in_csv(variants.into_iter().flat_map(|(variant, openings)| {
            openings.0.iter().map(move |((position, turn), results)| {
                let MoveResults { first, draws, second } = *results;
                Row { variant: variant.to_owned(), position: *position, turn: turn.clone(), first, draws, second }
            })
        }))
    }
}

/// Returns the first moves of a game in notation, each with the position before it. Throws of dice are left out.
pub fn opening_moves(game: &AnyGame) -> Vec<(PositionKey, String)> {
    let board = &game.ruleset().board;
    let moves = game.history().into_iter().take(OPENING_PLIES).enumerate().filter(|(_, turn)| turn.roll.is_none());
    moves.map(|(ply, turn)| (PositionKey::after(game, ply), turn.text(board))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;
    use quirkat_rules::{game_ids, read_turn};
    use std::collections::BTreeSet;

    fn game(moves: &[&str]) -> AnyGame {
        let mut game = Ruling::new("alquerque-de-tres", &[]).unwrap().game(None).unwrap();
        for text in moves {
            let turn = read_turn(&*game, text).unwrap();
            game.play(&turn).unwrap();
        }
        game
    }

    #[test]
    fn transposed_moves_lead_to_the_same_position() {
        let mut openings = Openings::default();
        let [one, other] =
            [["drop @a1", "drop @c1", "drop @c3"], ["drop @c3", "drop @c1", "drop @a1"]].map(|moves| game(&moves));
        openings.add(&one, Some(Side::First));
        openings.add(&other, None);
        let start = openings.moves(PositionKey::after(&one, 0));
        assert_eq!(start.iter().map(|(turn, _)| *turn).collect::<Vec<_>>(), ["drop @a1", "drop @c3"]);
        assert_eq!(PositionKey::after(&one, 3), PositionKey::after(&other, 3));
        openings.keep(2);
        assert_eq!(openings, Openings::default(), "no move was played twice from one position");
    }

    #[test]
    fn csv_contains_every_move() {
        let mut openings = Openings::default();
        openings.add(&game(&["drop @b2", "drop @a1"]), Some(Side::Second));
        let csv = Openings::csv([("usual", &openings)]);
        assert_eq!(csv.lines().next(), Some("variant,position,move,first,draws,second"));
        assert_eq!(
            csv.lines().filter(|line| line.starts_with("usual,") && line.ends_with(",0,0,1")).count(),
            2,
            "{csv}"
        );
    }

    #[test]
    fn shipped_openings_contain_legal_moves_of_every_game() {
        for id in game_ids() {
            let game = Ruling::new(id, &[]).unwrap().game(None).unwrap();
            let openings = Openings::shipped(&game.ruleset().title()).unwrap_or_else(|| panic!("{id} has no openings"));
            let legal: BTreeSet<_> =
                game.turns().unwrap().iter().map(|turn| turn.text(&game.ruleset().board)).collect();
            let moves = openings.moves(PositionKey::after(&game, 0));
            assert!(!moves.is_empty() || game.is_chance_node(), "{id}");
            for (turn, results) in moves {
                assert!(legal.contains(turn) && results.games() > 0, "{id}: {turn}");
            }
        }
    }
}
