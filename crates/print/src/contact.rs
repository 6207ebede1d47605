//! Lays out the contact sheet: every board and every leaflet as thumbnails, for looking at.

use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{Order, PrintError};
use super::page::{Page, Structure, Tag};
use super::shapes::{Paint, Shape};
use super::text::{Face, fitting};
use super::{MARGIN, Print, words};
use quirkat_rules::{CompileError, games};

/// Height of a thumbnail.
const HEIGHT: Mm = Mm::whole(25);
/// Gap between thumbnails, and between groups of them.
const GAP: Mm = Mm::whole(2);
const GROUP_GAP: Mm = Mm::whole(5);
/// Height and type size of the name below thumbnails.
const LABEL: Mm = Mm::whole(6);
const NAME: Mm = Mm::hundredths(260);
/// Height and type size of the title.
const HEAD: Mm = Mm::whole(12);
const TITLE: Mm = Mm::whole(6);

/// Lays out the boards and leaflets of all variants of all games as thumbnails. Of the order it uses the style of the
/// boards, the paper, the ink and the language.
///
/// # Errors
/// When a page does not fit the paper.
pub fn contact_sheet(order: &Order) -> Result<Print, PrintError> {
    let inks = Inks::new(order.is_mono);
    let title = words::contact_sheet(order.language);
    let mut sheet = ContactSheet::new(title, order, &inks);
    let each = Order { board: Some(order.style()), has_leaflet: true, spacing: None, address: None, ..order.clone() };
    let each = Order { has_counters: false, is_pocket: false, ..each };
    for file in games() {
        for variant in file.variants() {
            let ruleset = file.ruleset(Some(variant), &[]);
            let ruleset = ruleset.map_err(|error| PrintError::Rules(CompileError::Ruleset(error)))?;
            let printed = super::print(&ruleset, &each)?;
            sheet.add(&printed.title, &printed.pages);
        }
    }
    let ContactSheet { pages, structure, .. } = sheet;
    Ok(Print { title: title.to_owned(), language: order.language, spacing: None, pages, structure })
}

/// Pages that are filled with thumbnails from the upper left.
struct ContactSheet<'a> {
    size: (Mm, Mm),
    inks: &'a Inks,
    pages: Vec<Page>,
    structure: Structure,
    /// Upper left corner of the next thumbnail.
    next: Spot,
}

impl ContactSheet<'_> {
    fn new<'a>(title: &str, order: &Order, inks: &'a Inks) -> ContactSheet<'a> {
        let size = order.paper.size();
        let next = Spot::new(MARGIN, MARGIN + HEAD);
        let mut sheet =
            ContactSheet { size, inks, pages: vec![Page::empty(size)], structure: Structure::default(), next };
        let line = fitting(title, Face::Bold, TITLE, size.0 - MARGIN * 2);
        let heading = sheet.structure.leaf(Tag::Heading(1, title.to_owned()));
        let at = Spot::new(size.0.half(), MARGIN + TITLE);
        sheet.pages[0].put(heading, vec![Shape::centred(at, line, inks.line)]);
        sheet
    }

    /// Adds pages in rows that fit the paper, each with the common name below.
    fn add(&mut self, name: &str, pages: &[Page]) {
        let room = self.size.0 - MARGIN * 2;
        let mut rest = pages;
        while !rest.is_empty() {
            let fits = |count: &usize| width_of(&rest[..*count]) <= room;
            let count = (1..=rest.len()).take_while(fits).last().unwrap_or(1);
            let (row, others) = rest.split_at(count);
            self.add_row(name, row);
            rest = others;
        }
    }

    /// Adds a row of pages with their common name below.
    fn add_row(&mut self, name: &str, pages: &[Page]) {
        let width = width_of(pages);
        if self.next.x > MARGIN && self.next.x + width > self.size.0 - MARGIN {
            self.next = Spot::new(MARGIN, self.next.y + HEIGHT + LABEL);
        }
        if self.next.y + HEIGHT + LABEL > self.size.1 - MARGIN {
            self.pages.push(Page::empty(self.size));
            self.next = Spot::new(MARGIN, MARGIN);
        }
        let sheet = self.pages.last_mut().expect("there is a page from the start");
        let mut x = self.next.x;
        let mut shapes = Vec::new();
        for page in pages {
            let width = thumbnail_width(page);
            let corner = Spot::new(x, self.next.y);
            let scale = HEIGHT.millimetres() / page.size.1.millimetres();
            shapes.extend(page.shapes().map(|shape| shape.scaled(scale).moved(corner)));
            let edge = Area::new(corner, width, HEIGHT);
            shapes.push(Shape::area(&edge, Paint::line(self.inks.help, HAIR)));
            x = x + width + GAP;
        }
        sheet.put(self.structure.leaf(Tag::Figure(name.to_owned())), shapes);
        let line = fitting(name, Face::Regular, NAME, width);
        let at = Spot::new(self.next.x + width.half(), self.next.y + HEIGHT + NAME.times(1.3));
        sheet.put(self.structure.leaf(Tag::Paragraph), vec![Shape::centred(at, line, self.inks.line)]);
        self.next.x = self.next.x + width + GROUP_GAP;
    }
}

/// Returns the width of a page as a thumbnail.
fn thumbnail_width(page: &Page) -> Mm {
    page.size.0.times(HEIGHT.millimetres() / page.size.1.millimetres())
}

/// Returns the width of thumbnails beside one another.
fn width_of(pages: &[Page]) -> Mm {
    pages.iter().map(thumbnail_width).fold(GAP * (pages.len() as i32 - 1), |all, width| all + width)
}
