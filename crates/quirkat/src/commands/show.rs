//! `quirkat show GAME`: a position of a game or of a record.

use super::json_text;
use super::library::TablesArgument;
use crate::errors::bad_input;
use crate::play::record::{first_game, named_record};
use crate::preferences::CharacterArgument;
use crate::source::{GameArguments, PositionArguments};
use crate::words::Words;
use clap::Args;
use quirkat_draw::{Scene, terminal};
use quirkat_endings::known;
use quirkat_play::Termination;
use quirkat_rules::{AnyGame, Language, write_diagram, write_fen};
use quirkat_search::Library;
use quirkat_wire::{Board, Position, PositionOnBoard, Subject};

/// Show a position: the start, the given one, or one from a record
#[derive(Debug, Args)]
#[command(
    after_help = "GAME may also be a record, `game.pdn`: the position shown is then that after its last move, or after \
    the number of plies given by --ply."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    position: PositionArguments,
    /// Show a record's position after this number of plies
    #[arg(long, value_name = "PLIES", conflicts_with = "position")]
    ply: Option<usize>,
    #[command(flatten)]
    tables: TablesArgument,
    /// Print only the FEN
    #[arg(long, conflicts_with = "diagram")]
    fen: bool,
    /// Print only the setup diagram
    #[arg(long)]
    diagram: bool,
    #[command(flatten)]
    characters: CharacterArgument,
    /// Print JSON: the position, its outcome, the board
    #[arg(long, conflicts_with_all = ["fen", "diagram"])]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (game, ending) = arguments.selected_game()?;
    let ruleset = game.ruleset();
    let setup = game.setup();
    let fen = write_fen(ruleset, &setup);
    if arguments.fen {
        return Ok(format!("{fen}\n"));
    }
    if arguments.diagram {
        return Ok(write_diagram(&ruleset.board, ruleset.white(), &setup));
    }
    if arguments.json {
        let subject = Subject::new(&game, Language::En);
        let (board, start) = (Board::from(&*ruleset.board), Position::start(ruleset));
        return Ok(json_text(&PositionOnBoard { subject, board, start }));
    }
    let to_move = ruleset.info.sides[setup.to_move.index()].name.get(Language::En).to_owned();
    let state = match (game.outcome(), ending) {
        (Some(outcome), _) => quirkat_words::outcome_in_words(ruleset, outcome, Language::En),
        (None, Some(ending)) => Words(Language::En).ending(ruleset, ending),
        (None, None) => format!("{to_move} to move"),
    };
    let turn = Words(Language::En).last_turn(&game).map(|turn| turn + "\n").unwrap_or_default();
    let known = known(&game, arguments.tables.open()?.report(&game).map_err(bad_input)?);
    let known = known.filter(|known| known.position.is_some() && game.outcome().is_none());
    let proved = known.map_or_else(String::new, |known| Words(Language::En).proved(&game, &known) + "\n");
    let picture = terminal::text(&Scene::new(ruleset, setup), arguments.characters.character_set(), Language::En);
    Ok(format!("{picture}\n{turn}{state}\n{proved}{fen}\n"))
}

impl Arguments {
    /// Returns the game up to the position to show. At the last ply it also returns the end of the game by other causes than
    /// the rules.
    fn selected_game(&self) -> anyhow::Result<(AnyGame, Option<Termination>)> {
        let Some(path) = named_record(&self.game.game) else {
            return match self.ply {
                Some(_) => Err(bad_input("--ply is for records: quirkat show game.pdn --ply 12")),
                None => Ok((self.game.game(&self.position)?, None)),
            };
        };
        if self.position.position.is_some() || !self.game.rules.is_empty() {
            return Err(bad_input("a record has its own start and rules: --position and --rule are for games"));
        }
        let (mut game, pdn) = first_game(path, Language::En)?;
        let plies = game.history().len();
        let ply = self.ply.unwrap_or(plies);
        if ply > plies {
            return Err(bad_input(format!("there is no ply {ply}; allowed: 0 to {plies}")));
        }
        (ply..plies).for_each(|_| drop(game.undo()));
        let ending = Termination::from_record(&pdn, game.ruleset().white()).filter(|_| ply == plies);
        Ok((game, ending))
    }
}
