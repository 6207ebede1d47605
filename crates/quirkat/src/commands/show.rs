//! `quirkat show GAME`: a position of a game or of a record.

use super::library::{TablesArgument, proved};
use super::{json_text, languages};
use crate::errors::bad_input;
use crate::play::record::selected_game;
use crate::preferences::{CharacterArgument, preferences};
use crate::source::records::RecordArguments;
use crate::source::{GameArguments, PositionArguments};
use crate::words::Words;
use clap::Args;
use quirkat_draw::{Scene, terminal};
use quirkat_endings::known;
use quirkat_rules::{Language, write_diagram, write_fen};
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
    records: RecordArguments,
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
    /// The language of the sentences
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
    /// Print JSON: the position, its outcome, the board
    #[arg(long, conflicts_with_all = ["fen", "diagram"])]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (game, ending) = selected_game(&arguments.game, &arguments.position, arguments.ply, &arguments.records)?;
    let ruleset = game.ruleset();
    let setup = game.setup();
    let fen = write_fen(ruleset, &setup);
    if arguments.fen {
        return Ok(format!("{fen}\n"));
    }
    if arguments.diagram {
        return Ok(write_diagram(&ruleset.board, ruleset.white(), &setup));
    }
    let of_tables = arguments.tables.open()?.report(&game).map_err(bad_input)?;
    if arguments.json {
        let subject = Subject::new(&game, Language::En);
        let (board, start) = (Board::from(&*ruleset.board), Position::start(ruleset));
        return Ok(json_text(&PositionOnBoard { subject, board, start, proved: proved(&game, of_tables) }));
    }
    let words = Words(arguments.lang);
    let state = match (game.outcome(), ending) {
        (Some(outcome), _) => quirkat_words::outcome_in_words(ruleset, outcome, arguments.lang),
        (None, Some(ending)) => words.ending(ruleset, ending),
        (None, None) => words.of_side("play.to_move", ruleset, setup.to_move),
    };
    let turn = words.last_turn(&game).map(|turn| turn + "\n").unwrap_or_default();
    let known = known(&game, of_tables).filter(|known| known.position.is_some() && game.outcome().is_none());
    let proved = known.map_or_else(String::new, |known| words.proved(&game, &known) + "\n");
    let picture = terminal::text(&Scene::new(ruleset, setup), arguments.characters.character_set(), arguments.lang);
    Ok(format!("{picture}\n{turn}{state}\n{proved}{fen}\n"))
}
