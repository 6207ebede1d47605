//! The pocket kit: a board on a napkin, played with coins of two kinds.

use super::board::{Drawing, drawing, spots};
use super::faces::Face;
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{Order, PrintError, SPACINGS, Style};
use super::page::Sheet;
use super::shapes::{Paint, Shape};
use super::text::{Face as Type, Span, fitting, set};
use super::{MARGIN, words};
use quirkat_rules::{Board, Language, Ruleset};

/// The widest and the highest that the board may be, its cut line included.
const NAPKIN: Mm = Mm::whole(150);
/// The largest spacing: no coin needs more.
const WIDEST: Mm = Mm::whole(30);
/// From the board to the line on which it is cut out.
const AIR: Mm = Mm::whole(3);
/// The length of the marks where it is folded, and their distance from the line.
const FOLD: Mm = Mm::whole(3);
/// The room for the title.
const HEAD: Mm = Mm::whole(8);
/// The largest width of the picture of the start.
const PICTURE: Mm = Mm::whole(50);
/// The space between the picture and the words.
const GUTTER: Mm = Mm::whole(6);
/// The sizes of type that are tried for the words, in hundredths of a millimetre, the largest first.
const TYPES: [i32; 5] = [360, 330, 300, 260, 220];

/// One page: the board to be cut out and folded twice, and below it what is needed.
///
/// # Errors
/// When the points would lie closer together than anybody can play.
pub fn sheet(ruleset: &Ruleset, order: &Order, inks: &Inks) -> Result<Sheet, PrintError> {
    let size = order.paper.size();
    let room = Area::new(Spot::default(), size.0, size.1).wider(-MARGIN);
    let spacing = spacing(ruleset, order.style(), (room.width() - FOLD * 4).min(NAPKIN), inks)?;
    let title = words::title(ruleset, order.language);
    let mut sheet = Sheet::empty(size);
    let title = fitting(&title, Type::Regular, Mm::hundredths(450), room.width());
    let at = Spot::new(room.middle().x, room.from.y + Mm::whole(5));
    sheet.words.push(Shape::centred(at, title, inks.line));

    let board = drawing(&ruleset.board, spacing, order.style(), inks);
    let cut = napkin(&ruleset.board, &board, spacing);
    let to = Spot::new(room.middle().x - cut.width().half(), room.from.y + HEAD + FOLD + FOLD.half());
    sheet.shapes.extend(board.shapes.iter().map(|shape| shape.moved(to - cut.from)));
    let cut = Area::new(to, cut.width(), cut.height());
    sheet.shapes.extend(edge(&cut, inks));

    let top = cut.to.y + FOLD * 3;
    let below = Area { from: Spot::new(room.from.x, top), to: room.to };
    explained(&mut sheet, ruleset, spacing, &below, order, inks)?;
    Ok(sheet)
}

/// The largest spacing with which the board fits a square of this side, in whole tenths of a millimetre.
fn spacing(ruleset: &Ruleset, style: Style, side: Mm, inks: &Inks) -> Result<Mm, PrintError> {
    let least = *SPACINGS.start();
    let fits = |spacing: Mm| {
        let area = napkin(&ruleset.board, &drawing(&ruleset.board, spacing, style, inks), spacing);
        area.width() <= side && area.height() <= side
    };
    if !fits(least) {
        return Err(PrintError::TooLargeForPocket(side));
    }
    // Between what fits and what does not, halved until they are neighbours.
    let (mut fitting, mut too_large) = (least, WIDEST + Mm::hundredths(10));
    while too_large - fitting > Mm::hundredths(10) {
        let middle = (fitting + (too_large - fitting).half()).tenths();
        if fits(middle) { fitting = middle } else { too_large = middle }
    }
    Ok(fitting)
}

/// What is cut out: everything drawn, and room for the coins on the outermost points.
fn napkin(board: &Board, drawn: &Drawing, spacing: Mm) -> Area {
    let coins = spots(board, spacing).into_iter().map(|spot| Area { from: spot, to: spot }.wider(spacing.half()));
    let all = drawn.shapes.iter().filter_map(Shape::bounds).chain(coins).reduce(|all, bounds| all.with(&bounds));
    all.unwrap_or(drawn.area).wider(AIR)
}

/// The line on which the board is cut out, and beyond it the marks where it is folded in quarters.
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

/// What is needed and where it stands at the start.
fn explained(
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

/// The board at the start, no wider and no higher than this.
fn start(ruleset: &Ruleset, most: Mm, inks: &Inks) -> Vec<Shape> {
    let drawn = |spacing: Mm| {
        let mut shapes = drawing(&ruleset.board, spacing, Style::Engrave, inks).shapes;
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
    // Lines keep their width, however small the rest is.
    drawn(trial.times(share * 0.97))
}

/// Paragraphs from the upper left on, in the largest type with which they fit.
fn paragraphs(texts: &[String], room: &Area, inks: &Inks) -> Option<Vec<Shape>> {
    let told = |size: Mm| -> (Vec<Shape>, Mm) {
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
    TYPES.map(Mm::hundredths).into_iter().map(told).find(|(_, y)| *y <= room.to.y).map(|(shapes, _)| shapes)
}
