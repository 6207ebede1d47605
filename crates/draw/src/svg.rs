//! Drawings in SVG, for pages, pictures and print.
//!
//! The point with the board coordinates (x, y) lies at (100·x, −100·y), or at the opposite position where the second
//! side sits at the bottom. The drawing consists of layers, each a group with its own class: `q-ground`, `q-field`,
//! `q-glint`, `q-lines`, `q-points`, `q-names`, `q-marks`, `q-pieces`, and where needed `q-hands` and `q-over`. A page
//! may add marks and pieces to an empty board: the shapes `q-w`, `q-p` and `q-W` are man, prince and king of the white
//! side, `q-b`, `q-q` and `q-B` those of the black side, and the attribute `data-piece` is their radius.
//!
//! Colours are custom properties with fallback values, or fixed values: see [`Palette`]. The drawings contain no style
//! sheets and no style attributes, because pages with a strict content security policy forbid both. No information
//! depends on colour alone, and all numbers are integers.
//!
//! # Examples
//! ```
//! use quirkat_draw::svg::{self, Materials, Palette};
//! use quirkat_draw::Scene;
//! use quirkat_words::position_in_words;
//! use quirkat_rules::{Language, Side, find_game};
//!
//! let walker = find_game("alquerque").unwrap().ruleset(None, &[])?;
//! let words = position_in_words(&walker, &walker.start, Language::En);
//! assert_eq!(words, "Alquerque. White to move. White: 12 men. Black: 12 men.");
//! let picture = svg::picture(&Scene::new(&walker, walker.start.clone()), &words, Palette::Fixed(Materials::default()));
//! assert!(picture.starts_with("<svg") && picture.contains("<title>Alquerque."));
//! assert_eq!(svg::frame(&walker.board, Side::First), [-94, -494, 588, 588]);
//! # Ok::<(), quirkat_rules::RulesetError>(())
//! ```

mod arrows;
mod curve;
mod field;
mod marks;
mod materials;
pub mod names;
pub mod paint;
pub mod pen;
mod pieces;
mod texture;

pub use curve::{ChanceCurve, curve};
pub use materials::{BoardMaterial, Materials, PieceMaterial};
pub use paint::{Palette, style_sheet};

use crate::figures::Figure;
use crate::scene::{Scene, men_of};
use paint::{Tint, escape};
use pen::Pen;
use pieces::Shape;
use quirkat_rules::{Board, Point, Ruleset, Side, Turn};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the frame of an empty board's drawing as a side sees it: left, top, width and height in units of 1/100 grid
/// step.
pub fn frame(board: &Board, bottom: Side) -> [i32; 4] {
    Pen::new(board, bottom, Palette::default()).frame()
}

/// Returns the frame of a position's drawing, with space for columns of pieces and for the men in hand. On paper there
/// is no space for names.
pub fn room(scene: &Scene, palette: Palette) -> [i32; 4] {
    pieces::room(&Pen::new(&scene.board, scene.bottom, palette), scene)
}

/// Draws the empty board as a side sees it, with definitions of all pieces for a page to use.
///
/// The words describe it to people who cannot see it. They are a label, because a title would appear beside the pointer
/// during play. On chequered boards the drawing also has a layer `q-other` with the names of the other notation, which the
/// page hides or shows instead of `q-names`.
pub fn board(ruleset: &Ruleset, bottom: Side, words: &str, palette: Palette) -> String {
    let pen = Pen::new(&ruleset.board, bottom, palette);
    let frame = pen.frame();
    let men = men_of(ruleset);
    let mut layers = ground(&pen, frame, &BTreeSet::new());
    layers.push(("q-other", names::other_names(&pen)));
    document(&pen, frame, AltText::Label(words), (men, Shape::all()), &layers)
}

/// Draws a position: the board, its marks, its pieces, and the men in hand beside it. The words are its title.
pub fn picture(scene: &Scene, words: &str, palette: Palette) -> String {
    figure(scene, &[], words, palette)
}

/// Draws a position with turns: an arrow along each path, crosses on captured pieces, and shadows of placed men. The
/// words are its title.
pub fn figure(scene: &Scene, turns: &[Turn], words: &str, palette: Palette) -> String {
    let pen = Pen::new(&scene.board, scene.bottom, palette);
    let frame = pieces::room(&pen, scene);
    let mut layers = ground(&pen, frame, &scene.closed);
    layers.extend(position(&pen, scene, turns));
    document(&pen, frame, AltText::Title(words), (scene.men, pieces::shapes(scene, turns)), &layers)
}

/// Draws the positions of an animation. Each has two pictures in one frame that all share: the board, and the pieces with
/// their marks. Equal boards are drawn once.
pub fn frames(scenes: &[Scene], palette: Palette) -> Vec<[Arc<str>; 2]> {
    let rooms = scenes.iter().map(|scene| room(scene, palette));
    let Some(frame) = rooms.reduce(union) else { return vec![] };
    let mut board: Option<(&BTreeSet<Point>, Arc<str>)> = None;
    let mut drawn = Vec::new();
    for scene in scenes {
        let pen = Pen::new(&scene.board, scene.bottom, palette);
        let svg = |layers: &[Layer]| {
            Arc::from(document(&pen, frame, AltText::Title(""), (scene.men, pieces::shapes(scene, &[])), layers))
        };
        let (_, below) = match board.take().filter(|(closed, _)| *closed == &scene.closed) {
            Some(same) => board.insert(same),
            None => board.insert((&scene.closed, svg(&ground(&pen, frame, &scene.closed)))),
        };
        drawn.push([Arc::clone(below), svg(&position(&pen, scene, &[]))]);
    }
    drawn
}

/// Returns the smallest frame that contains both.
fn union(one: [i32; 4], other: [i32; 4]) -> [i32; 4] {
    let [left, top] = [0, 1].map(|axis| one[axis].min(other[axis]));
    let [right, bottom] = [0, 1].map(|axis| (one[axis] + one[axis + 2]).max(other[axis] + other[axis + 2]));
    [left, top, right - left, bottom - top]
}

/// Draws everything above the board.
fn position(pen: &Pen<'_>, scene: &Scene, turns: &[Turn]) -> [Layer; 4] {
    [
        ("q-marks", marks::below(pen, scene)),
        ("q-pieces", pieces::standing(pen, scene)),
        ("q-hands", pieces::hands(pen, scene)),
        ("q-over", arrows::turns(pen, scene, turns) + &marks::above(pen, scene)),
    ]
}

type Layer = (&'static str, String);

/// Layers that every drawing has, even if empty.
const LAYERS: [&str; 8] = ["q-ground", "q-field", "q-glint", "q-lines", "q-points", "q-names", "q-marks", "q-pieces"];

/// Draws everything below marks and pieces.
fn ground(pen: &Pen<'_>, frame: [i32; 4], closed: &BTreeSet<Point>) -> Vec<Layer> {
    vec![
        ("q-ground", field::ground(pen, frame)),
        ("q-field", field::field(pen)),
        ("q-glint", field::glint(pen, closed)),
        ("q-lines", field::lines(pen, closed)),
        ("q-points", field::points(pen, closed)),
        ("q-names", names::names(pen)),
    ]
}

/// Accessible text of a drawing.
enum AltText<'a> {
    /// Label for people who cannot see it.
    Label(&'a str),
    /// Title, which is also shown beside the pointer.
    Title(&'a str),
}

fn document(
    pen: &Pen<'_>,
    [x, y, width, height]: [i32; 4],
    told: AltText<'_>,
    (men, shapes): ([Figure; 2], impl IntoIterator<Item = Shape>),
    layers: &[Layer],
) -> String {
    let (label, title) = match told {
        AltText::Label(words) => (format!(" aria-label=\"{}\"", escape(words)), String::new()),
        AltText::Title(words) => (String::new(), format!("<title>{}</title>\n", escape(words))),
    };
    let shapes: String = shapes.into_iter().map(|shape| pieces::defined(pen, shape, men)).collect();
    let materials =
        if pen.palette.is_solid() { texture::defined(pen) + &pieces::materials(pen) } else { String::new() };
    let missing = LAYERS.iter().filter(|name| layers.iter().all(|(layer, _)| layer != *name));
    let all = layers.iter().map(|(name, drawn)| (*name, drawn.as_str())).chain(missing.map(|name| (*name, "")));
    let groups: String = all
        .filter(|(name, drawn)| !drawn.is_empty() || LAYERS.contains(name))
        .map(|(name, drawn)| group(pen, name, drawn))
        .collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quirkat\" role=\"img\"{label} \
         viewBox=\"{x} {y} {width} {height}\" data-piece=\"{}\">\n{title}<defs>\n{materials}{shapes}</defs>\n{groups}</svg>\n",
        pen.radius
    )
}

/// Draws a layer with the attributes that most of its elements share.
fn group(pen: &Pen<'_>, name: &str, drawn: &str) -> String {
    let common = match name {
        "q-lines" => format!(
            " fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            pen.paint(Tint::Line),
            pen.palette.line_width()
        ),
        "q-glint" if drawn.is_empty() => String::new(),
        "q-glint" => format!(
            " fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" opacity=\".6\"",
            pen.paint(Tint::Glint)
        ),
        "q-points" => format!(" fill=\"{}\"", pen.paint(Tint::Line)),
        "q-names" | "q-other" | "q-hands" => format!(
            "{} fill=\"{}\" font-family=\"Georgia,'Liberation Serif',serif\" font-size=\"{}\" text-anchor=\"middle\"",
            notation_attribute(pen, name),
            pen.paint(Tint::Text),
            if name == "q-hands" { pieces::hand_size(pen) } else { pen.letter_size() }
        ),
        "q-marks" | "q-over" => " fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"".to_owned(),
        _ => String::new(),
    };
    if drawn.is_empty() {
        return format!("<g class=\"{name}\"{common}/>\n");
    }
    format!("<g class=\"{name}\"{common}>\n{drawn}</g>\n")
}

/// Returns the attribute that states the notation of the layer `q-other`.
fn notation_attribute(pen: &Pen<'_>, layer: &str) -> String {
    let notation = pen.board.notations().filter(|_| layer == "q-other").map(|[_, other]| other);
    notation.map_or_else(String::new, |notation| format!(" data-squares=\"{}\"", notation.names))
}
