//! The pocket kit: a board on a napkin, played with two kinds of coin.

use super::board::{Clearance, Drawing, drawing, spots};
use super::faces::Face;
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{Order, PrintError, SPACINGS, Style};
use super::page::Sheet;
use super::shapes::{Paint, Shape};
use super::text::{Face as Type, Span, fitting, set};
use super::{MARGIN, words};
use quirkat_rules::{Board, Language, Ruleset};

/// Maximum width and height of the board, including its cutting line.
const NAPKIN: Mm = Mm::whole(150);
/// Maximum spacing; no coin needs more.
const MAX_SPACING: Mm = Mm::whole(30);
/// Distance from the board to the cutting line.
const AIR: Mm = Mm::whole(3);
/// Length of the fold marks, and their distance from the cutting line.
const FOLD: Mm = Mm::whole(3);
/// Height of the title.
const HEAD: Mm = Mm::whole(8);
/// Maximum width of the picture of the start position.
const PICTURE: Mm = Mm::whole(50);
/// Gap between the picture and the text.
const GUTTER: Mm = Mm::whole(6);
/// Type sizes to try for the text, in hundredths of a millimetre, largest first.
const TYPES: [i32; 5] = [360, 330, 300, 260, 220];

/// Lays out one page: the board to cut out and fold twice, and below it a list of the coins needed.
///
/// # Errors
/// When the points would lie too close together for play.
pub fn sheet(ruleset: &Ruleset, order: &Order, inks: &Inks) -> Result<Sheet, PrintError> {
    let size = order.paper.size();
    let room = Area::new(Spot::default(), size.0, size.1).wider(-MARGIN);
    let spacing = spacing(ruleset, order.style(), (room.width() - FOLD * 4).min(NAPKIN), inks)?;
    let title = words::title(ruleset, order.language);
    let mut sheet = Sheet::empty(size);
    let title = fitting(&title, Type::Regular, Mm::hundredths(450), room.width());
    let at = Spot::new(room.middle().x, room.from.y + Mm::whole(5));
    sheet.words.push(Shape::centred(at, title, inks.line));

    let board = drawing(&ruleset.board, spacing, order.style(), Clearance::Wide, inks);
    let cut = napkin(&ruleset.board, &board, spacing);
    let to = Spot::new(room.middle().x - cut.width().half(), room.from.y + HEAD + FOLD + FOLD.half());
    sheet.shapes.extend(board.shapes.iter().map(|shape| shape.moved(to - cut.from)));
    let cut = Area::new(to, cut.width(), cut.height());
    sheet.shapes.extend(edge(&cut, inks));

    let top = cut.to.y + FOLD * 3;
    let below = Area { from: Spot::new(room.from.x, top), to: room.to };
    lay_out_explanation(&mut sheet, ruleset, spacing, &below, order, inks)?;
    Ok(sheet)
}

/// Returns the largest spacing with which the board fits a square of the given side, in whole tenths of a millimetre.
fn spacing(ruleset: &Ruleset, style: Style, side: Mm, inks: &Inks) -> Result<Mm, PrintError> {
    let least = *SPACINGS.start();
    let fits = |spacing: Mm| {
        let area = napkin(&ruleset.board, &drawing(&ruleset.board, spacing, style, Clearance::Wide, inks), spacing);
        area.width() <= side && area.height() <= side
    };
    if !fits(least) {
        return Err(PrintError::TooLargeForPocket(side));
    }
    // Binary search between a spacing that fits and one that does not.
    let (mut fitting, mut too_large) = (least, MAX_SPACING + Mm::hundredths(10));
    while too_large - fitting > Mm::hundredths(10) {
        let middle = (fitting + (too_large - fitting).half()).tenths();
        if fits(middle) { fitting = middle } else { too_large = middle }
    }
    Ok(fitting)
}

/// Returns the area to cut out: the drawing, and room for coins on the outermost points.
fn napkin(board: &Board, drawn: &Drawing, spacing: Mm) -> Area {
    let coins = spots(board, spacing).into_iter().map(|spot| Area { from: spot, to: spot }.wider(spacing.half()));
    let all = drawn.shapes.iter().filter_map(Shape::bounds).chain(coins).reduce(|all, bounds| all.with(&bounds));
    all.unwrap_or(drawn.area).wider(AIR)
}

/// Draws the cutting line, and outside it the marks for folding in quarters.
fn edge(cut: &Area, inks: &Inks) -> Vec<Shape> {
    let (near, far) = (FOLD.half(), FOLD.half() + FOLD);
    let middle = cut.middle();
    let mark = |from: Spot, to: Spot| Shape::line(from, to, inks.help, HAIR * 3);
    let line = Shape::area(cut, Paint::line(inks.help, HAIR));
    let upright = [(cut.from.y - far, cut.from.y - near), (cut.to.y + near, cut.to.y + far)];
    let upright = upright.map(|(from, to)| mark(Spot::new(middle.x, from), Spot::new(middle.x, to)));
    let level = [(cut.from.x - far, cut.from.x - near), (cut.to.x + near, cut.to.x + far)];
    let level = level.map(|(from, to)| mark(Spot::new(from, middle.y), Spot::new(to, middle.y)));
    [line].into_iter().chain(upright).chain(level).collect()
}

/// Lays out the list of coins and the start position.
fn lay_out_explanation(
    sheet: &mut Sheet,
    ruleset: &Ruleset,
    spacing: Mm,
    room: &Area,
    order: &Order,
    inks: &Inks,
) -> Result<(), PrintError> {
    let mut left = room.from.x;
    if ruleset.start.columns.iter().any(|column| !column.is_empty()) {
        let most = PICTURE.min(room.height()).min(room.width().times(0.4));
        let picture = start(ruleset, most, inks);
        let bounds = picture.iter().filter_map(Shape::bounds).reduce(|all, bounds| all.with(&bounds));
        if let Some(bounds) = bounds {
            sheet.shapes.extend(picture.iter().map(|shape| shape.moved(room.from - bounds.from)));
            left = left + bounds.width() + GUTTER;
        }
    }
    let beside = Area { from: Spot::new(left, room.from.y), to: room.to };
    let words = words::pocket(ruleset, spacing, order.language);
    sheet.words.extend(paragraphs(&words, &beside, inks).ok_or(PrintError::TooSmall(order.paper))?);
    Ok(())
}

/// Draws the start position within the given width and height.
fn start(ruleset: &Ruleset, most: Mm, inks: &Inks) -> Vec<Shape> {
    let drawn = |spacing: Mm| {
        let mut shapes = drawing(&ruleset.board, spacing, Style::Engrave, Clearance::Wide, inks).shapes;
        let spots = spots(&ruleset.board, spacing);
        let standing = spots.iter().zip(&ruleset.start.columns);
        shapes.extend(standing.filter_map(|(&spot, column)| Some((spot, column.last()?))).flat_map(|(spot, piece)| {
            let face = Face::new(ruleset, piece.side, piece.rank, false, Language::En).small();
            face.shapes(spot, spacing.times(0.38), inks)
        }));
        shapes
    };
    let bounds = |shapes: &[Shape]| shapes.iter().filter_map(Shape::bounds).reduce(|all, bounds| all.with(&bounds));
    let trial = Mm::whole(10);
    let Some(area) = bounds(&drawn(trial)) else { return vec![] };
    let share = most.millimetres() / area.width().max(area.height()).millimetres().max(1.0);
    // Line widths are constant at every scale.
    drawn(trial.times(share * 0.97))
}

/// Sets paragraphs from the upper left corner, in the largest type that fits.
fn paragraphs(texts: &[String], room: &Area, inks: &Inks) -> Option<Vec<Shape>> {
    let set = |size: Mm| -> (Vec<Shape>, Mm) {
        let (mut shapes, mut y) = (Vec::new(), room.from.y);
        for text in texts {
            for line in set(&[Span::new(text.as_str(), Type::Regular)], size, Some(room.width())) {
                y = y + size.times(1.35);
                let at = Spot::new(room.from.x, y - size.times(0.3));
                shapes.push(Shape::Text { at, line, ink: inks.line });
            }
            y = y + size.times(0.5);
        }
        (shapes, y)
    };
    TYPES.map(Mm::hundredths).into_iter().map(set).find(|(_, y)| *y <= room.to.y).map(|(shapes, _)| shapes)
}
