//! Writes a record with other names of squares.

use super::{Pdn, PdnTurn, written_game_type};
use crate::game::any::{AnyGame, AnyRules};
use crate::ground::board::{Board, SquareNotation};
use crate::ruleset::Ruleset;
use crate::text::turns::standard_text;
use crate::text::{rename_squares, write_fen};
use std::sync::Arc;

impl Ruleset {
    /// Returns the ruleset with squares named in another notation; `None` unless the board is chequered.
    pub fn in_notation(&self, notation: SquareNotation) -> Option<Ruleset> {
        Some(Ruleset { board: Arc::new(self.board.in_notation(notation)?), ..self.clone() })
    }
}

impl AnyGame {
    /// Returns the game with squares named in another notation; `None` unless the board is chequered.
    pub fn in_notation(&self, notation: SquareNotation) -> Option<AnyGame> {
        let rules = AnyRules::compile(self.ruleset().in_notation(notation)?).ok()?;
        let mut game = rules.game(Some(&self.setup_after(0))).ok()?;
        for turn in self.history() {
            game.play_on();
            game.play(turn).ok()?;
        }
        Some(game)
    }
}

impl Pdn {
    /// Names the squares of a record, of which `game` is the replay, as the board of `ruleset` does. The moves of the
    /// main line and the start are rewritten; in variations only the names are replaced.
    pub fn rename_squares(&mut self, game: &AnyGame, ruleset: &Ruleset) {
        let (from, to) = (&game.ruleset().board, &ruleset.board);
        for (written, turn) in self.turns.iter_mut().zip(game.history()) {
            written.text = standard_text(ruleset, turn);
            written.variations.iter_mut().for_each(|line| rename_line(line, from, to));
        }
        let position = write_fen(ruleset, &game.setup_after(0));
        for (name, value) in &mut self.tags {
            match (&name[..], &ruleset.info.game_type) {
                ("FEN", _) => value.clone_from(&position),
                ("GameType", Some(game_type)) => *value = written_game_type(game_type, ruleset),
                _ => {}
            }
        }
    }
}

/// Names the squares of a variation as another board does, without checking its moves.
fn rename_line(line: &mut [PdnTurn], from: &Board, to: &Board) {
    for turn in line {
        turn.text = rename_squares(&turn.text, from, to);
        turn.variations.iter_mut().for_each(|line| rename_line(line, from, to));
    }
}
