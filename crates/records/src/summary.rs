//! A game in one line.

use quirkat_rules::{Pdn, PdnEntry};
use std::fmt;
use std::str::FromStr;

/// Result of a game, whatever points its tournament gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won: `1-0`, `2-0`, `12-0`, `7-3`.
    White,
    /// Black won: `0-1`, `0-2`, `4-6`.
    Black,
    /// Draw: `1/2-1/2`, `1-1`, `6-6`.
    Draw,
    /// Unknown or unfinished.
    Unknown,
}

impl GameResult {
    /// Returns the result of a record: that of its tag, or that after its last move.
    pub fn of(pdn: &Pdn) -> GameResult {
        let stated = [pdn.tag("Result").unwrap_or_default(), &pdn.result].map(GameResult::read);
        stated.into_iter().flatten().find(|result| *result != GameResult::Unknown).unwrap_or(GameResult::Unknown)
    }

    /// Parses a result with any points; `None` if the text is not a result.
    fn read(text: &str) -> Option<GameResult> {
        let text = text.trim();
        match text {
            "*" | "?" => return Some(GameResult::Unknown),
            "½" | "1/2" => return Some(GameResult::Draw),
            _ => {}
        }
        let points = |text: &str| match text.trim() {
            "½" | "1/2" => Some(0.5),
            text => text.replace(',', ".").parse::<f64>().ok(),
        };
        let (white, black) = text.split_once(['-', '–', ':'])?;
        let (white, black) = (points(white)?, points(black)?);
        Some(match white.total_cmp(&black) {
            // Both players forfeited the game.
            std::cmp::Ordering::Equal if white == 0.0 => GameResult::Unknown,
            std::cmp::Ordering::Equal => GameResult::Draw,
            std::cmp::Ordering::Greater => GameResult::White,
            std::cmp::Ordering::Less => GameResult::Black,
        })
    }
}

impl fmt::Display for GameResult {
    /// Writes `1-0`, `0-1`, `1/2-1/2` or `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = String;

    /// Reads a result with any points, `white`, `black` or `draw`.
    fn from_str(text: &str) -> Result<GameResult, String> {
        match text {
            "white" => Ok(GameResult::White),
            "black" => Ok(GameResult::Black),
            "draw" => Ok(GameResult::Draw),
            _ => GameResult::read(text)
                .ok_or_else(|| format!("`{text}` is no result; allowed: 1-0, 0-1, 1/2-1/2, *, white, black, draw")),
        }
    }
}

/// Players, event, result and length of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// White's name; empty if it is unknown.
    pub white: String,
    /// Black's name; empty if it is unknown.
    pub black: String,
    /// Event; empty if it is unknown.
    pub event: String,
    /// Date as written; empty if it is unknown.
    pub date: String,
    /// Result.
    pub result: GameResult,
    /// Number of moves of both sides.
    pub plies: usize,
}

impl GameSummary {
    /// Describes a game. Italian files name the players `Bianco` and `Nero`.
    pub fn new(entry: &PdnEntry) -> GameSummary {
        let tag = |names: &[&str]| {
            let mut stated = names.iter().filter_map(|name| entry.pdn.tag(name)).map(str::trim);
            stated.find(|value| !matches!(*value, "" | "?" | "????.??.??")).unwrap_or_default().to_owned()
        };
        GameSummary {
            number: entry.number,
            white: tag(&["White", "Bianco"]),
            black: tag(&["Black", "Nero"]),
            event: tag(&["Event"]),
            date: tag(&["Date", "Anno"]),
            result: GameResult::of(&entry.pdn),
            plies: entry.pdn.turns.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_whatever_points_they_give() {
        for (text, result) in [
            ("1-0", GameResult::White),
            ("2-0", GameResult::White),
            ("12-0", GameResult::White),
            ("4-6", GameResult::Black),
            ("0 - 1", GameResult::Black),
            ("1/2-1/2", GameResult::Draw),
            ("½-½", GameResult::Draw),
            ("½", GameResult::Draw),
            ("0,5-0,5", GameResult::Draw),
            ("1-1", GameResult::Draw),
            ("0-0", GameResult::Unknown),
            ("*", GameResult::Unknown),
        ] {
            assert_eq!(GameResult::read(text), Some(result), "{text}");
        }
        assert_eq!(GameResult::read("won"), None);
        assert!("won".parse::<GameResult>().unwrap_err().contains("allowed"));
    }
}
