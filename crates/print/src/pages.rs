//! Places boards on pages: fitted to one page, or spread over several that overlap.

use super::board::{Clearance, Drawing, drawing};
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

/// Returns the area for a board on a page of the given size. Engraved pages have no text.
fn room((width, height): (Mm, Mm), style: Style) -> Area {
    let room = Area::new(Spot::default(), width, height).wider(-MARGIN);
    let [head, foot] = if style == Style::Engrave { [Mm::ZERO; 2] } else { [HEAD, FOOT] };
    Area { from: room.from + Spot::new(Mm::ZERO, head), to: room.to - Spot::new(Mm::ZERO, foot) }
}

/// Returns the ordered spacing, or the largest comfortable one at which the board and counters on it fit the paper.
pub fn spacing(ruleset: &Ruleset, order: &Order, inks: &Inks) -> Result<Mm, PrintError> {
    if let Some(spacing) = order.spacing {
        return if SPACINGS.contains(&spacing) { Ok(spacing) } else { Err(PrintError::Spacing(spacing)) };
    }
    let fits = |spacing: Mm| {
        let table = drawing(&ruleset.board, spacing, order.style(), Clearance::Wide, inks).table;
        let holds = |room: Area| table.width() <= room.width() && table.height() <= room.height();
        order.paper.orientations().map(|size| room(size, order.style())).into_iter().any(holds)
    };
    let [mut fitting, most] = FITTED;
    // Binary search between a spacing that fits, or the least, and one that does not fit, in tenths of a millimetre.
    let tenth = Mm::hundredths(10);
    let mut too_large = most + tenth;
    while too_large - fitting > tenth {
        let middle = (fitting + (too_large - fitting).half()).tenths();
        if fits(middle) { fitting = middle } else { too_large = middle }
    }
    Ok(fitting)
}

/// Arrangement of a board on several pages.
struct Spread {
    board: Drawing,
    size: (Mm, Mm),
    room: Area,
    /// Part of the drawing's plane that the pages show, with counters at its edges if they fit one page.
    area: Area,
    across: i32,
    down: i32,
}

impl Spread {
    /// Returns the arrangement on the fewest pages. If several need as few, names have space around them, and the paper
    /// is upright.
    fn new(ruleset: &Ruleset, spacing: Mm, order: &Order, inks: &Inks) -> Spread {
        let [wide, narrow] = [Clearance::Wide, Clearance::Narrow].map(|clearance| {
            let board = || drawing(&ruleset.board, spacing, order.style(), clearance, inks);
            order.paper.orientations().map(|size| Spread::on(size, order.style(), board()))
        });
        let all = wide.into_iter().chain(narrow);
        all.min_by_key(Spread::pages).expect("four arrangements")
    }

    fn on(size: (Mm, Mm), style: Style, board: Drawing) -> Spread {
        let room = room(size, style);
        let has_room = board.table.width() <= room.width() && board.table.height() <= room.height();
        let area = if has_room { board.table } else { board.area };
        let number = |board: Mm, page: Mm| {
            let step = (page - OVERLAP).count().max(1);
            ((board - OVERLAP).count() + step - 1).div_euclid(step).max(1)
        };
        let (across, down) = (number(area.width(), room.width()), number(area.height(), room.height()));
        Spread { board, size, room, area, across, down }
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
    let spread = Spread::new(ruleset, spacing, order, inks);
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
            let (shapes, marks) = tile(&spread, column, row, inks);
            page.put(structure.leaf(Tag::Figure(words::board(&words, order.language))), shapes);
            page.put(None, marks);
            foot(&mut page, spacing, order, inks, structure);
            pages.push(page);
        }
    }
    Ok(pages)
}

/// Draws the part of a board on one page, and the marks that align it with its neighbours.
fn tile(spread: &Spread, column: i32, row: i32, inks: &Inks) -> (Vec<Shape>, Vec<Shape>) {
    let Spread { board, room, area, .. } = spread;
    // The pages share the board evenly.
    let even = |length: Mm, number: i32| {
        let all = length + OVERLAP * (number - 1);
        Mm::hundredths((all.count() + number - 1).div_euclid(number.max(1)))
    };
    let (width, height) = (even(area.width(), spread.across), even(area.height(), spread.down));
    let start = area.from + Spot::new((width - OVERLAP) * column, (height - OVERLAP) * row);
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
