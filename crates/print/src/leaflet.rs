//! Leaflets: a game on two pages that fold to four.
//!
//! The outer page has the last panel on the left and the first on the right, the inner page the second and the third.
//! The sheet is printed on both sides, turned over its short edge, and folded in the middle. On small paper, where the
//! type would be too small, several sheets are nested.

use super::MARGIN;
use super::chapter::Chapter;
use super::code::code;
use super::flow::{Document, Flow, Frame, Frames, Scale};
use super::inks::{HAIR, Inks};
use super::measure::{Area, Mm, Spot};
use super::order::{Order, PrintError};
use super::page::Page;
use super::shapes::Shape;
use super::story::{Block, Captioned, Look, centred, paragraph};
use super::text::{Face, Span};
use super::words;
use quirkat_rules::{Language, Ruleset, find_game};

/// Half of the white margin along the fold.
const FOLD: Mm = Mm::whole(8);
/// Type sizes: the largest on a panel as wide as half an A4 sheet, the smallest, and the step between sizes.
const MAX_TYPE_SIZE: Mm = Mm::hundredths(410);
const MIN_TYPE_SIZE: Mm = Mm::hundredths(210);
const STEP: Mm = Mm::hundredths(6);
/// Reduction of pictures per step, and their smallest share of the usual size.
const PICTURE_STEP: f64 = 0.04;
const MIN_PICTURE_SHARE: f64 = 0.68;
/// Width of half an A4 sheet in millimetres.
const HALF: f64 = 148.5;
/// Maximum number of nested sheets.
const MAX_SHEETS: usize = 8;

/// Adds the pages of a leaflet to a document.
pub fn leaflet(ruleset: &Ruleset, order: &Order, inks: &Inks, document: &mut Document) -> Result<(), PrintError> {
    let story = story(ruleset, order)?;
    let (short, long) = order.paper.size();
    let largest = MAX_TYPE_SIZE.times(long.half().millimetres() / HALF);
    let steps = (largest - MIN_TYPE_SIZE).count() / STEP.count();
    let lay_out = |sheets: usize, step: i32| {
        let pictures = (1.0 - PICTURE_STEP * f64::from(step)).max(MIN_PICTURE_SHARE);
        let scale = Scale { size: largest - STEP * step, pictures };
        let mut trial = document.clone();
        let mut panels = Panels { sheet: (long, short), first: trial.pages.len(), sheets, given: 0 };
        Flow::new(scale, inks, &mut panels, &mut trial).flow(&story).ok()?;
        panels.finish(&mut trial, inks);
        Some(trial)
    };
    let smallest = |sheets: usize| Some((sheets, lay_out(sheets, steps)?));
    // A text too long for the maximum number of sheets is not tried on fewer.
    let most = || smallest(MAX_SHEETS);
    let fewest = smallest(1).or_else(|| most().map(|most| (2..MAX_SHEETS).find_map(smallest).unwrap_or(most)));
    let (sheets, mut best) = fewest.ok_or(PrintError::TooLong(MAX_SHEETS, order.paper))?;
    // Binary search for the largest type: `low` may be too large, `high` fits.
    let (mut low, mut high) = (0, steps);
    while low < high {
        let middle = (low + high) / 2;
        match lay_out(sheets, middle) {
            Some(larger) => (high, best) = (middle, larger),
            None => low = middle + 1,
        }
    }
    *document = best;
    Ok(())
}

/// Returns the text of the leaflet.
fn story(ruleset: &Ruleset, order: &Order) -> Result<Vec<Block>, PrintError> {
    let language = order.language;
    let chapter = Chapter::new(ruleset, language, order.palette())?;
    let mut story = vec![Block::Heading(1, words::game(ruleset, language), None)];
    story.extend(chapter.names());
    story.extend(chapter.credit());
    story.extend(words::variant(ruleset, language).map(|variant| centred(variant, Face::Italic)));
    story.extend(chapter.about());
    story.push(Block::Filling(chapter.board()?));
    story.push(Block::Break);
    story.extend(chapter.note());
    story.extend(chapter.rules(2)?);
    story.extend(chapter.house_rules(2));
    story.extend(chapter.sources(2));
    story.extend(order.address.as_deref().map(|address| online(address, language)).transpose()?);
    // The path of a game file from the user's own folder means nothing to other readers.
    if find_game(&ruleset.game).is_some() {
        let colophon = words::colophon(&ruleset.title(), &ruleset.house_rule_texts(), language);
        story.push(Block::Paragraph(vec![Span::new(colophon, Face::Italic)], Look::Small));
    }
    Ok(story)
}

/// Returns the address at which the game can be played, as text and as a QR code.
fn online(address: &str, language: Language) -> Result<Block, PrintError> {
    let caption = words::online(address, language);
    Ok(match code(address)? {
        Some(picture) => {
            Block::Pictures(vec![Captioned { picture, words: caption.clone(), caption, is_sequel: false }])
        }
        None => paragraph(caption),
    })
}

/// Panels of nested sheets in reading order.
struct Panels {
    /// Size of the sheet in landscape format.
    sheet: (Mm, Mm),
    /// Index of the first page.
    first: usize,
    sheets: usize,
    given: usize,
}

impl Panels {
    /// Returns the page of a panel, and whether the panel is on its right half.
    fn place(&self, panel: usize) -> (usize, bool) {
        // In reading order the leaves run down through the outer halves of the sheets and up through the other halves.
        let back = 4 * self.sheets - 1 - panel;
        let from_outside = panel.min(back);
        (from_outside, (panel < back) == from_outside.is_multiple_of(2))
    }

    fn area(&self, is_right: bool) -> Area {
        let (width, height) = self.sheet;
        let (from, to) = if is_right { (width.half() + FOLD, width - MARGIN) } else { (MARGIN, width.half() - FOLD) };
        Area { from: Spot::new(from, MARGIN), to: Spot::new(to, height - MARGIN) }
    }

    /// Adds the pages that no panel uses, and the fold marks.
    fn finish(&self, document: &mut Document, inks: &Inks) {
        self.fill(document, 2 * self.sheets - 1);
        let (width, height) = self.sheet;
        let tick =
            |y: Mm| Shape::line(Spot::new(width.half(), y), Spot::new(width.half(), y + Mm::whole(3)), inks.help, HAIR);
        for page in &mut document.pages[self.first..] {
            page.put(None, vec![tick(Mm::whole(6)), tick(height - Mm::whole(9))]);
        }
    }

    /// Adds pages up to the given one.
    fn fill(&self, document: &mut Document, last: usize) {
        while document.pages.len() <= self.first + last {
            document.pages.push(Page::empty(self.sheet));
        }
    }
}

impl Frames for Panels {
    fn next(&mut self, document: &mut Document) -> Option<Frame> {
        if self.given == 4 * self.sheets {
            return None;
        }
        let (page, is_right) = self.place(self.given);
        self.given += 1;
        self.fill(document, page);
        Some(Frame { page: self.first + page, area: self.area(is_right) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panels_of_folded_sheets_are_in_reading_order() {
        let places = |sheets: usize| {
            let panels = Panels { sheet: (Mm::whole(297), Mm::whole(210)), first: 0, sheets, given: 0 };
            (0..4 * sheets).map(|panel| panels.place(panel)).collect::<Vec<_>>()
        };
        assert_eq!(places(1), [(0, true), (1, false), (1, true), (0, false)]);
        let two = [(0, true), (1, false), (2, true), (3, false), (3, true), (2, false), (1, true), (0, false)];
        assert_eq!(places(2), two);
    }
}
