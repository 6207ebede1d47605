//! The page of a game: its story, its rules in words with their sources, example turns, its variants side by side.

use super::gallery::Card;
use super::new::variant_name;
use super::{Page, picture_address, render};
use crate::errors::Problem;
use crate::rulings::{Ruling, encoded};
use crate::texts::Texts;
use crate::visitor::Visitor;
use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use quirkat_rules::{
    AnyGame, GameFile, Ground, KEYS, Rank, RulesTopic, Ruleset, Turn, choices_in_words, find_game, rules_in_words,
    write_fen,
};
use std::collections::HashMap;

struct VariantChoice {
    id: String,
    name: String,
    note: String,
    href: String,
    play_href: String,
    chosen: bool,
}

struct Cite {
    label: String,
    standing: &'static str,
    text: String,
}

struct Sentence {
    text: String,
    cites: Vec<Cite>,
}

struct Figure {
    caption: String,
    steps: Vec<String>,
    alts: Vec<String>,
}

struct Section {
    heading: &'static str,
    sentences: Vec<Sentence>,
    figures: Vec<Figure>,
}

struct Cell {
    text: String,
    differs: bool,
}

struct Row {
    label: String,
    cells: Vec<Cell>,
}

struct Differences {
    columns: Vec<String>,
    rows: Vec<Row>,
}

struct GameView {
    id: String,
    name: String,
    about: Vec<String>,
    sources: Vec<String>,
    picture: String,
    variant: VariantChoice,
    variants: Vec<VariantChoice>,
    sections: Vec<Section>,
    differences: Differences,
    facts: Card,
}

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    page: Page,
    game: GameView,
}

/// The page of a game.
pub async fn game(Path(id): Path<String>, Query(query): Query<HashMap<String, String>>, visitor: Visitor) -> Response {
    let texts = visitor.texts;
    let Some(file) = find_game(&id) else { return Problem::NotFound.page(texts) };
    let title = query.get("variant").map_or_else(|| id.clone(), |variant| format!("{id}:{variant}"));
    let ruling = match Ruling::new(&title, &[]) {
        Ok(ruling) => ruling,
        Err(error) => return Problem::Bad(error).page(texts),
    };
    match view(file, &ruling, texts) {
        Ok(game) => render(&GamePage {
            page: Page::new(texts, &game.name.clone(), &format!("/games/{id}?variant={}", game.variant.id)),
            game,
        }),
        Err(error) => Problem::broken(error).page(texts),
    }
}

fn view(file: &GameFile, ruling: &Ruling, texts: Texts) -> Result<GameView, String> {
    let game = ruling.compiled()?.new_game();
    let ruleset = game.ruleset();
    let words = rules_in_words(ruleset, texts.0);
    let mut figures = figures(&game, ruling, texts);
    let sections = words
        .sections
        .into_iter()
        .map(|section| Section {
            heading: section.heading,
            sentences: section
                .sentences
                .into_iter()
                .map(|sentence| Sentence { text: sentence.text, cites: cites(&sentence.grounds, texts) })
                .collect(),
            figures: figures.remove(&section.topic).unwrap_or_default(),
        })
        .collect();
    let choice = |id: &str| -> Option<VariantChoice> {
        let other = file.ruleset(Some(id), &[]).ok()?;
        Some(VariantChoice {
            id: id.to_owned(),
            name: variant_name(file, id, texts),
            note: other.note.get(texts.0).to_owned(),
            href: format!("/games/{}?variant={id}", file.id),
            play_href: format!("/new/{}?variant={id}", file.id),
            chosen: id == ruleset.variant,
        })
    };
    Ok(GameView {
        id: file.id.clone(),
        name: file.name.get(texts.0).to_owned(),
        about: file.about.get(texts.0).split("\n\n").map(|paragraph| paragraph.trim().to_owned()).collect(),
        sources: words.sources,
        picture: picture_address(ruling, &write_fen(ruleset, &ruleset.start)),
        variant: choice(&ruleset.variant).ok_or("the variant is gone")?,
        variants: file.variants().filter_map(choice).collect(),
        sections,
        differences: differences(file, texts),
        facts: Card::new(file, texts).ok_or("the game cannot be played")?,
    })
}

/// What a sentence rests on, where that is contested: each source once.
fn cites(grounds: &[Ground], texts: Texts) -> Vec<Cite> {
    let mut cites: Vec<Cite> = Vec::new();
    for ground in grounds {
        let standing = match ground.basis.word() {
            "unstated" => continue,
            "house_rule" => "house",
            stated => stated,
        };
        let (key, source) = (format!("standing_{standing}"), ground.basis.source());
        let text = if source.is_empty() { texts.get(&format!("{key}_meaning")).to_owned() } else { source.to_owned() };
        if cites.iter().all(|known| known.text != text || known.standing != standing) {
            cites.push(Cite { label: texts.get(&key).to_owned(), standing, text });
        }
    }
    cites
}

/// Example turns of a random game by these rules, the first and clearest of each kind, with the section that they belong to.
fn figures(game: &AnyGame, ruling: &Ruling, texts: Texts) -> HashMap<RulesTopic, Vec<Figure>> {
    type IsOfKind = fn(&AnyGame, &Turn) -> bool;
    /// The kinds of turns, each with its section and its caption.
    const KINDS: [(RulesTopic, &str, IsOfKind); 7] = [
        (RulesTopic::Opening, "figure_drop", |_, turn| !turn.drops.is_empty()),
        (RulesTopic::Moving, "figure_step", |_, turn| {
            turn.path.len() == 2 && turn.captures.is_empty() && is_plain(turn)
        }),
        (RulesTopic::Capturing, "figure_capture", |_, turn| {
            !turn.captures.is_empty() && turn.path.len() > 1 && is_plain(turn)
        }),
        (RulesTopic::Promotion, "figure_king", |game, turn| {
            turn.path.len() > 1 && is_plain(turn) && by_king(game, turn)
        }),
        (RulesTopic::Huffing, "figure_huff", |_, turn| turn.huff.is_some()),
        (RulesTopic::Capturing, "figure_claim", |_, turn| turn.claim.is_some()),
        (RulesTopic::Capturing, "figure_removal", |_, turn| !turn.removed.is_empty()),
    ];
    let mut best: [Option<(usize, Figure)>; KINDS.len()] = Default::default();
    // The same examples at every visit.
    let mut rng = fastrand::Rng::with_seed(1283);
    for _ in 0..3 {
        let mut game = game.clone();
        for _ in 0..80 {
            let Some(turns) = game.turns().ok().filter(|turns| !turns.is_empty()) else { break };
            for (number, (_, caption, is)) in KINDS.iter().enumerate() {
                for turn in turns.iter().filter(|turn| is(&game, turn)) {
                    // More hops tell more, up to three.
                    let worth = turn.path.len().min(4);
                    if best[number].as_ref().is_none_or(|(known, _)| *known < worth) {
                        best[number] = Some((worth, figure(&game, turn, ruling, caption, texts)));
                    }
                }
            }
            let turn = turns[rng.usize(..turns.len())].clone();
            if game.play(&turn).is_err() {
                break;
            }
        }
    }
    let mut figures: HashMap<RulesTopic, Vec<Figure>> = HashMap::new();
    for ((topic, _, _), found) in KINDS.iter().zip(best) {
        figures.entry(*topic).or_default().extend(found.map(|(_, figure)| figure));
    }
    figures
}

/// Whether nothing is claimed or huffed first.
fn is_plain(turn: &Turn) -> bool {
    turn.claim.is_none() && turn.huff.is_none()
}

fn by_king(game: &AnyGame, turn: &Turn) -> bool {
    let piece = turn.path.first().and_then(|&start| game.setup().top(start));
    piece.is_some_and(|piece| piece.rank > Rank::Man)
}

fn figure(game: &AnyGame, turn: &Turn, ruling: &Ruling, caption: &str, texts: Texts) -> Figure {
    let ruleset: &Ruleset = game.ruleset();
    let text = turn.text(&ruleset.board);
    let before = picture_address(ruling, &write_fen(ruleset, &game.setup()));
    let mut played = game.clone();
    // The turn is one of the legal ones.
    let after = match played.play(turn) {
        Ok(()) => picture_address(ruling, &write_fen(ruleset, &played.setup())),
        Err(_) => before.clone(),
    };
    Figure {
        caption: texts.with(caption, &[("turn", text.clone())]),
        steps: vec![format!("{before}&turn={}", encoded(&text)), after],
        alts: ["figure_before", "figure_after"].map(|key| format!("{text}: {}", texts.get(key))).to_vec(),
    }
}

/// The options in which the variants of a game differ.
fn differences(file: &GameFile, texts: Texts) -> Differences {
    let rulesets: Vec<_> = file.variants().filter_map(|id| file.ruleset(Some(id), &[]).ok()).collect();
    let columns = rulesets.iter().map(|ruleset| ruleset.variant_name.get(texts.0).to_owned()).collect();
    let choices: Vec<_> = rulesets.iter().map(|ruleset| choices_in_words(ruleset, texts.0)).collect();
    let row = |number: usize| {
        let cells: Vec<_> = choices.iter().filter_map(|choices| choices.get(number)).collect();
        let first = cells.first()?;
        cells.iter().any(|cell| cell.value != first.value).then(|| Row {
            label: first.key_words.clone(),
            cells: cells
                .iter()
                .map(|cell| Cell { text: cell.value_words.clone(), differs: cell.value != first.value })
                .collect(),
        })
    };
    Differences { columns, rows: (0..KEYS.len()).filter_map(row).collect() }
}
