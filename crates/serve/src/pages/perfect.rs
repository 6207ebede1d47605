//! What perfect play comes to from the start of a game, on its page: by the rules of a variant, and by house rules of which the
//! server has tables.

use crate::app::App;
use crate::errors::Problem;
use crate::rulings::{Ruling, percent_encode, rules_query};
use crate::texts::Texts;
use quirkat_rules::{AnyGame, Dtw, GameValue, Side, Turn, Wdl};
use quirkat_search::TableReport;
use quirkat_words::choices_in_words;

/// No more sets of rules are told.
const MOST: usize = 20;

/// What perfect play comes to by some rules.
pub struct PerfectView {
    /// The house rules in words; empty for the variant as it is.
    pub rules: Vec<String>,
    /// What the start is worth to whoever begins.
    pub start: String,
    /// The first turns, the best one first.
    pub turns: Vec<FirstTurn>,
    /// The commands that find it.
    pub commands: [String; 2],
    /// Where programs find it.
    pub address: String,
}

/// A first turn.
pub struct FirstTurn {
    pub text: String,
    /// What it is worth, as a word of style sheets and in words.
    pub class: &'static str,
    pub worth: String,
    /// Its analysis.
    pub address: String,
}

/// What is known of a variant's start, by its own rules first. It takes the processor for a while.
///
/// # Errors
/// When a position has too many turns.
pub fn perfect_views(app: &App, plain: &Ruling, texts: Texts) -> Result<Vec<PerfectView>, Problem> {
    let Some(tables) = &app.tables else { return Ok(vec![]) };
    let mut rulings = vec![plain.clone()];
    for (title, rules) in tables.games().filter(|(title, _)| *title == plain.title()) {
        // Tables of other versions of the game may name rules that it does not have any more.
        rulings.extend(Ruling::new(title, &rules).ok().filter(|ruling| !rulings.contains(ruling)));
    }
    let mut views = vec![];
    for ruling in rulings {
        let game = ruling.new_game();
        if let Some(certain) = app.probe_tables(&game)?.filter(|certain| certain.position.is_some()) {
            views.push(view(&ruling, &game, &certain, texts));
        }
        if views.len() >= MOST {
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
            text,
        }
    };
    let words: String = ruling.rules().iter().map(|rule| format!(" --rule {rule}")).collect();
    let distances = match certain.position.and_then(GameValue::signed_plies) {
        Some(_) => format!(" --distances {}", Side::BOTH.map(|side| ruleset.start.count(side)).iter().sum::<usize>()),
        None => String::new(),
    };
    PerfectView {
        rules: choices_in_words(ruleset, texts.0)
            .into_iter()
            .filter(|choice| ruleset.house_rules.iter().any(|(key, _)| key.name() == choice.key))
            .map(|choice| format!("{}: {}", choice.key_words, choice.value_words))
            .collect(),
        start: known_in_words(certain.position, texts),
        turns: certain.turns.iter().map(turn).collect(),
        commands: [format!("quirkat solve {title}{words}{distances}"), format!("quirkat tables probe {title}{words}")],
        address: texts.at(format_args!("/tables/{title}{}", rules_query(ruling, '?'))),
    }
}

/// The house rules in an address, with what comes before more.
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

/// What a position or a turn is truly worth to who is to move.
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
