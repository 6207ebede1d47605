//! Places boards on pages: fitted to one page, or spread over several that overlap.

use super::board::{Drawing, drawing};
use super::clip::clipped;
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{MAX_PAGES, Order, PrintError, SPACINGS, Style};
use super::page::{Page, Structure, Tag};
use super::shapes::Shape;
use super::text::{Face, fitting};
use super::{MARGIN, words};
use quirkat_rules::Ruleset;

/// Overlap of neighbouring pages.
const OVERLAP: Mm = Mm::whole(10);
/// Height of the title above a board and of the ruler below it.
const HEAD: Mm = Mm::whole(9);
const FOOT: Mm = Mm::whole(12);
/// Minimum and maximum of spacings chosen to fit the paper, for comfortable play.
const FITTED: [Mm; 2] = [Mm::whole(12), Mm::whole(40)];
/// Length of the ruler, and distance between its marks.
const RULER: Mm = Mm::whole(50);

/// Returns the area for a board on a page of the given size.
fn room((width, height): (Mm, Mm)) -> Area {
    let room = Area::new(Spot::default(), width, height).wider(-MARGIN);
    Area { from: room.from + Spot::new(Mm::ZERO, HEAD), to: room.to - Spot::new(Mm::ZERO, FOOT) }
}

/// Returns the ordered spacing, or one that fits the paper.
pub fn spacing(ruleset: &Ruleset, order: &Order, inks: &Inks) -> Result<Mm, PrintError> {
    if let Some(spacing) = order.spacing {
        return if SPACINGS.contains(&spacing) { Ok(spacing) } else { Err(PrintError::Spacing(spacing)) };
    }
    let size = |spacing: Mm| drawing(&ruleset.board, spacing, order.style(), inks).area;
    let trial = Mm::whole(20);
    let area = size(trial);
    let share = |(width, height): (Mm, Mm)| {
        let room = room((width, height));
        let [across, down] = [(room.width(), area.width()), (room.height(), area.height())]
            .map(|(room, board)| room.millimetres() / board.millimetres().max(1.0));
        across.min(down)
    };
    let share = order.paper.orientations().map(share).into_iter().fold(0.0, f64::max);
    let [least, most] = FITTED;
    let mut fitted = trial.times(share).tenths().clamp(least, most);
    // Line widths are constant and letters have a maximum size, so the last tenths are found by trial.
    let fits = |spacing: Mm| {
        let area = size(spacing);
        let holds = |room: Area| area.width() <= room.width() && area.height() <= room.height();
        order.paper.orientations().map(room).into_iter().any(holds)
    };
    for _ in 0..20 {
        if fitted <= least || fits(fitted) {
            break;
        }
        fitted = (fitted - Mm::hundredths(10)).max(least);
    }
    Ok(fitted)
}

/// Arrangement of a board on several pages.
struct Spread {
    size: (Mm, Mm),
    across: i32,
    down: i32,
}

impl Spread {
    fn new(size: (Mm, Mm), area: &Area) -> Spread {
        let room = room(size);
        let number = |board: Mm, page: Mm| {
            let step = (page - OVERLAP).count().max(1);
            ((board - OVERLAP).count() + step - 1).div_euclid(step).max(1)
        };
        Spread { size, across: number(area.width(), room.width()), down: number(area.height(), room.height()) }
    }

    fn pages(&self) -> usize {
        (self.across as usize).saturating_mul(self.down as usize)
    }
}

/// Lays out the pages of the board.
pub fn pages(
    ruleset: &Ruleset,
    spacing: Mm,
    order: &Order,
    inks: &Inks,
    structure: &mut Structure,
) -> Result<Vec<Page>, PrintError> {
    let board = drawing(&ruleset.board, spacing, order.style(), inks);
    let [upright, lying] = order.paper.orientations().map(|size| Spread::new(size, &board.area));
    let spread = if lying.pages() < upright.pages() { lying } else { upright };
    if spread.pages() > MAX_PAGES {
        return Err(PrintError::TooManyPages(spread.pages()));
    }
    let title = words::title(ruleset, order.language);
    let mut pages = Vec::new();
    for row in 0..spread.down {
        for column in 0..spread.across {
            let words = match spread.pages() {
                1 => title.clone(),
                _ => words::tile(&title, [column + 1, spread.across, row + 1, spread.down], order.language),
            };
            let mut page = Page::empty(spread.size);
            head(&mut page, &words, order, inks, structure);
            let (shapes, marks) = tile(&board, &spread, column, row, inks);
            page.put(structure.leaf(Tag::Figure(words::board(&words, order.language))), shapes);
            page.put(None, marks);
            foot(&mut page, spacing, order, inks, structure);
            pages.push(page);
        }
    }
    Ok(pages)
}

/// Draws the part of a board on one page, and the marks that align it with its neighbours.
fn tile(board: &Drawing, spread: &Spread, column: i32, row: i32, inks: &Inks) -> (Vec<Shape>, Vec<Shape>) {
    let room = room(spread.size);
    // The pages share the board evenly.
    let even = |length: Mm, number: i32| {
        let all = length + OVERLAP * (number - 1);
        Mm::hundredths((all.count() + number - 1).div_euclid(number.max(1)))
    };
    let (width, height) = (even(board.area.width(), spread.across), even(board.area.height(), spread.down));
    let start = board.area.from + Spot::new((width - OVERLAP) * column, (height - OVERLAP) * row);
    let area = Area::new(start, width, height);
    let to = room.from + Spot::new((room.width() - width).half(), (room.height() - height).half());
    let part = |shape: &Shape| clipped(shape, &area).into_iter().map(|shape| shape.moved(to - start));
    let shapes: Vec<Shape> = board.shapes.iter().flat_map(part).collect();
    let place = Area::new(to, width, height);
    let is_inner = [column > 0, column + 1 < spread.across, row > 0, row + 1 < spread.down];
    (shapes, meeting(&place, is_inner, inks))
}

/// Draws marks in the margins: at the edge of the neighbouring page, and at the cutting line.
fn meeting(place: &Area, [left, right, above, below]: [bool; 4], inks: &Inks) -> Vec<Shape> {
    let (near, far) = (Mm::whole(1), Mm::whole(4));
    let mut shapes = Vec::new();
    let mut mark = |a: Spot, b: Spot| shapes.push(Shape::line(a, b, inks.help, HAIR * 2));
    let columns =
        [(left, place.from.x), (left, place.from.x + OVERLAP), (right, place.to.x - OVERLAP), (right, place.to.x)];
    for (_, x) in columns.into_iter().filter(|(is_inner, _)| *is_inner) {
        mark(Spot::new(x, place.from.y - far), Spot::new(x, place.from.y - near));
        mark(Spot::new(x, place.to.y + near), Spot::new(x, place.to.y + far));
    }
    let rows =
        [(above, place.from.y), (above, place.from.y + OVERLAP), (below, place.to.y - OVERLAP), (below, place.to.y)];
    for (_, y) in rows.into_iter().filter(|(is_inner, _)| *is_inner) {
        mark(Spot::new(place.from.x - far, y), Spot::new(place.from.x - near, y));
        mark(Spot::new(place.to.x + near, y), Spot::new(place.to.x + far, y));
    }
    shapes
}

/// Prints the title above the board. Engraved pages have hairlines only and no text.
fn head(page: &mut Page, words: &str, order: &Order, inks: &Inks, structure: &mut Structure) {
    if order.style() == Style::Engrave {
        return;
    }
    let sheet = Area::new(Spot::default(), page.size.0, page.size.1).wider(-MARGIN);
    let line = fitting(words, Face::Regular, Mm::hundredths(450), sheet.width());
    let at = Spot::new(sheet.middle().x, sheet.from.y + Mm::hundredths(450));
    let tag = Tag::Heading(1, words.to_owned());
    page.put(structure.leaf(tag), vec![Shape::centred(at, line, inks.line)]);
}

/// Prints the ruler below the board with its explanation. Engraved pages have neither.
fn foot(page: &mut Page, spacing: Mm, order: &Order, inks: &Inks, structure: &mut Structure) {
    if order.style() == Style::Engrave {
        return;
    }
    let sheet = Area::new(Spot::default(), page.size.0, page.size.1).wider(-MARGIN);
    page.put(None, ruler(Spot::new(sheet.from.x, sheet.to.y - Mm::whole(2)), inks));
    let beside = sheet.from.x + RULER + Mm::whole(5);
    let room = sheet.to.x - beside;
    let line = fitting(&words::scale(spacing, order.language), Face::Regular, Mm::hundredths(300), room);
    let at = Spot::new(beside + room.half(), sheet.to.y - Mm::hundredths(250));
    page.put(structure.leaf(Tag::Paragraph), vec![Shape::centred(at, line, inks.line)]);
}

/// Draws a line of fifty millimetres with a mark every ten.
fn ruler(from: Spot, inks: &Inks) -> Vec<Shape> {
    let along = |length: Mm| from + Spot::new(length, Mm::ZERO);
    let mark = |number: i32| {
        let height = Mm::hundredths(if number % 5 == 0 { 400 } else { 250 });
        let at = along(RULER.times(f64::from(number) / 5.0));
        Shape::line(at, at - Spot::new(Mm::ZERO, height), inks.line, HAIR)
    };
    [Shape::line(from, along(RULER), inks.line, HAIR)].into_iter().chain((0..=5).map(mark)).collect()
}
