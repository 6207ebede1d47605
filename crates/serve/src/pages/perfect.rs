//! Perfect play from the start of a game, on the page of the game: for its variant, and for house rules with endgame tables.

use super::house_rule_sentences;
use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{Ruling, percent_encode, rules_query, start_path};
use crate::texts::Texts;
use quirkat_rules::{AnyGame, Dtw, GameValue, Side, Turn, Wdl, short_text};
use quirkat_search::{Library, TableReport};

/// Maximum rulings on a page.
const MAX_VIEWS: usize = 20;

/// Perfect play by one ruling.
pub struct PerfectView {
    /// House rules in words; empty for the plain variant.
    pub rules: Vec<String>,
    /// Value of the start for the side to move, in words.
    pub start: String,
    /// Moves of the start position, best first.
    pub turns: Vec<FirstTurn>,
    /// Commands that compute and probe it.
    pub commands: [String; 2],
    /// Address of the same values for programs.
    pub address: String,
    /// Address where a game against perfect play is started, where tables let the engine play perfectly.
    pub play: Option<String>,
}

/// A move of the start position.
pub struct FirstTurn {
    pub text: String,
    /// CSS class of its value.
    pub class: &'static str,
    /// Its value for the side to move, in words.
    pub worth: String,
    /// Address of the analysis after the move.
    pub address: String,
}

/// Returns perfect play from the start of a variant, by its own rules first. Takes the processor for a while: call it on a worker
/// thread.
///
/// # Errors
/// When a position has too many legal moves.
pub fn perfect_views(app: &App, plain: &Ruling, texts: Texts) -> Result<Vec<PerfectView>, Problem> {
    let Some(tables) = &app.tables else { return Ok(vec![]) };
    let mut rulings = vec![plain.clone()];
    for (title, rules) in tables.games().filter(|(title, _)| *title == plain.title()) {
        // Tables of another version of the game may name house rules that no longer exist.
        rulings.extend(Ruling::new(title, &rules).ok().filter(|ruling| !rulings.contains(ruling)));
    }
    let mut views = vec![];
    for ruling in rulings {
        let game = ruling.new_game();
        if let Some(certain) = tables.report(&game)?.filter(|certain| certain.position.is_some()) {
            let play = app.is_solved(&game).then(|| play_address(&ruling, texts));
            views.push(PerfectView { play, ..view(&ruling, &game, &certain, texts) });
        }
        if views.len() >= MAX_VIEWS {
            break;
        }
    }
    Ok(views)
}

fn view(ruling: &Ruling, game: &AnyGame, certain: &TableReport, texts: Texts) -> PerfectView {
    let title = ruling.title();
    let ruleset = game.ruleset();
    let turn = |(turn, known): &(Turn, Option<GameValue>)| {
        let text = turn.text(&ruleset.board);
        FirstTurn {
            class: class(*known),
            worth: known_in_words(*known, texts),
            address: texts.at(format_args!(
                "/analysis/{title}?{}turns={}",
                rules_before(ruling),
                percent_encode(&text)
            )),
            text: short_text(&**game, turn),
        }
    };
    let words: String = ruling.rules().iter().map(|rule| format!(" --rule {rule}")).collect();
    let distances = match certain.position.and_then(GameValue::signed_plies) {
        Some(_) => format!(" --distances {}", Side::BOTH.map(|side| ruleset.start.count(side)).iter().sum::<usize>()),
        None => String::new(),
    };
    PerfectView {
        rules: house_rule_sentences(ruleset, texts),
        start: known_in_words(certain.position, texts),
        turns: certain.turns.iter().map(turn).collect(),
        commands: [format!("quirkat solve {title}{words}{distances}"), format!("quirkat tables probe {title}{words}")],
        address: texts.at(format_args!("/tables/{title}{}", rules_query(ruling, '?'))),
        play: None,
    }
}

/// Returns the address where a game against perfect play is started.
fn play_address(ruling: &Ruling, texts: Texts) -> String {
    texts.at(format_args!("{}&opponent=engine&level=perfect", start_path(ruling)))
}

/// Returns the house rules as a query string before other fields.
fn rules_before(ruling: &Ruling) -> String {
    ruling.rules().iter().map(|rule| format!("rule={}&", percent_encode(rule))).collect()
}

fn class(known: Option<GameValue>) -> &'static str {
    match known {
        Some(GameValue { wdl: Wdl::Win, .. }) => "win",
        Some(GameValue { wdl: Wdl::Draw, .. }) => "draw",
        Some(GameValue { wdl: Wdl::Loss, .. }) => "loss",
        None => "unknown",
    }
}

/// Returns a value in words.
fn known_in_words(known: Option<GameValue>, texts: Texts) -> String {
    match known {
        Some(GameValue { wdl: Wdl::Win, dtw: Some(Dtw(plies)) }) => texts.counted("perfect_win_in", plies.into()),
        Some(GameValue { wdl: Wdl::Win, dtw: None }) => texts.get("perfect_win").to_owned(),
        Some(GameValue { wdl: Wdl::Draw, .. }) => texts.get("perfect_draw").to_owned(),
        Some(GameValue { wdl: Wdl::Loss, dtw: Some(Dtw(plies)) }) => texts.counted("perfect_loss_in", plies.into()),
        Some(GameValue { wdl: Wdl::Loss, dtw: None }) => texts.get("perfect_loss").to_owned(),
        None => texts.get("perfect_unknown").to_owned(),
    }
}
