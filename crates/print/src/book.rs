//! Lays out all games as one volume: a title, the contents, a chapter for each game, and a compendium of the
//! differences between rule sets.

use super::chapter::{Chapter, linked};
use super::flow::{Document, Flow, Frame, Frames, Overflow, Scale};
use super::inks::Inks;
use super::measure::{Area, Mm, Spot};
use super::order::{Order, PrintError};
use super::page::Page;
use super::shapes::Shape;
use super::story::{Block, Look, centred, paragraph};
use super::text::{Face, Span, Target, line};
use super::{Print, words};
use quirkat_rules::{CompileError, GameFile, Language, OptionKey, Ruleset, games};
use quirkat_words::{choices_in_words, citation_in_words, list_in_words};

/// White margin around the text and between columns.
const EDGE: Mm = Mm::whole(16);
const GAP: Mm = Mm::whole(8);
/// Minimum width of a column.
const MIN_COLUMN_WIDTH: Mm = Mm::whole(75);
/// Type size of running text.
const SIZE: Mm = Mm::hundredths(320);
/// Minimum height of the text on the last page of a chapter.
const MIN_LAST: Mm = Mm::whole(30);
/// Steps by which the other pages become shorter to fill the last one: a line of text, and the number of steps.
const SHORTENING: Mm = Mm::hundredths(435);
const MAX_SHORTENINGS: i32 = 8;

/// Lays out the book of all games. Of the order it uses the paper, the ink and the language.
///
/// # Errors
/// When a drawing fails, or does not fit the paper.
pub fn book(order: &Order) -> Result<Print, PrintError> {
    let inks = Inks::new(order.is_mono);
    let chapters = games().enumerate().map(|(number, file)| chapter(number, file, order));
    let chapters: Vec<ChapterText> = chapters.collect::<Result<_, _>>()?;
    let compendium = compendium(chapters.len(), order.language)?;
    let title = words::book(order.language);
    let cover = cover(title, order)?;
    // The page numbers are known after a first layout. The contents take the same number of pages whatever the numbers
    // are.
    let mut entries: Vec<(String, usize)> = chapters.iter().map(|text| (text.name.clone(), 0)).collect();
    entries.push((words::compendium(order.language).to_owned(), 0));
    let mut document = Document::default();
    for _ in 0..2 {
        document = Document::default();
        let mut press = Press { order, inks: &inks, document: &mut document };
        press.flow(&cover, 1, None)?;
        press.contents(&entries)?;
        for text in &chapters {
            press.chapter(text)?;
        }
        press.flow(&compendium, 1, None)?;
        for ((_, page), mark) in entries.iter_mut().zip(&document.structure.bookmarks) {
            *page = mark.page + 1;
        }
    }
    number(&mut document, &inks);
    let Document { pages, structure, .. } = document;
    Ok(Print { title: title.to_owned(), language: order.language, spacing: None, pages, structure })
}

/// Text of a chapter, before the width of the page is known.
struct ChapterText {
    name: String,
    head: Vec<Block>,
    story: Vec<Block>,
}

fn ruleset(file: &GameFile, variant: Option<&str>) -> Result<Ruleset, PrintError> {
    file.ruleset(variant, &[]).map_err(|error| PrintError::Rules(CompileError::Ruleset(error)))
}

/// Returns the title and below it the board of the first game.
fn cover(title: &str, order: &Order) -> Result<Vec<Block>, PrintError> {
    let ruleset = ruleset(games().next().unwrap(), None)?;
    let chapter = Chapter::new(&ruleset, order.language, order.palette())?;
    let mut story = vec![Block::Heading(1, title.to_owned(), None)];
    story.extend(words::book_lead(order.language).into_iter().map(|words| centred(words, Face::Italic)));
    story.push(Block::Filling(chapter.board()?));
    Ok(story)
}

fn chapter(number: usize, file: &GameFile, order: &Order) -> Result<ChapterText, PrintError> {
    let language = order.language;
    let ruleset = ruleset(file, None)?;
    let chapter = Chapter::new(&ruleset, language, order.palette())?;
    let name = file.name.get(language).to_owned();
    let mut head = vec![Block::Heading(1, name.clone(), Some(number))];
    head.extend(chapter.names());
    if let Some(gallery) = &file.gallery {
        let (place, time) = (gallery.place.get(language), gallery.time.get(language));
        head.push(centred(format!("{place} · {time}"), Face::Italic));
    }
    let mut story = chapter.about();
    story.push(Block::Pictures(vec![chapter.board()?]));
    story.push(Block::Heading(2, words::rules(ruleset.info.variant_name.get(language), language), None));
    story.extend(chapter.note());
    story.extend(chapter.rules(3)?);
    story.extend(variants(file, language)?);
    story.extend(chapter.sources(2));
    Ok(ChapterText { name, head, story })
}

/// Returns the rule sets of a game, each with its note and its source.
fn variants(file: &GameFile, language: Language) -> Result<Vec<Block>, PrintError> {
    let mut story = vec![Block::Heading(2, words::variants(language).to_owned(), None)];
    for id in file.variants() {
        let ruleset = ruleset(file, Some(id))?;
        let mut spans = vec![Span::new(ruleset.info.variant_name.get(language), Face::Bold)];
        spans.push(Span::new(format!(" ({})", ruleset.title()), Face::Regular));
        let note = ruleset.info.note.get(language);
        if !note.is_empty() {
            spans.push(Span::new(format!(". {note}"), Face::Regular));
        }
        let own = ruleset.info.sources.iter().filter(|source| !file.sources.contains(source));
        for source in own {
            spans.push(Span::new(" ", Face::Regular));
            let source = citation_in_words(source, language);
            spans.extend(linked(source).into_iter().map(|span| Span { face: Face::Italic, ..span }));
        }
        story.push(Block::Paragraph(spans, Look::Plain));
    }
    Ok(if file.variants().count() > 1 { story } else { vec![] })
}

/// Returns the differences between the rule sets of each game: for each rule the choices and the variants that make
/// them.
fn compendium(number: usize, language: Language) -> Result<Vec<Block>, PrintError> {
    let mut story = vec![
        Block::Heading(1, words::compendium(language).to_owned(), Some(number)),
        paragraph(words::compendium_lead(language)),
    ];
    for file in games() {
        let rulesets: Vec<Ruleset> = file.variants().map(|id| ruleset(file, Some(id))).collect::<Result<_, _>>()?;
        let rows = differences(&rulesets, language);
        if rows.is_empty() {
            continue;
        }
        story.push(Block::Heading(2, file.name.get(language).to_owned(), None));
        story.push(Block::Table(vec![1.1, 1.6, 2.0], words::heads(language).map(str::to_owned).to_vec(), rows));
    }
    Ok(story)
}

fn differences(rulesets: &[Ruleset], language: Language) -> Vec<Vec<Vec<Span>>> {
    let plain = |text: &str| vec![Span::new(text, Face::Regular)];
    let choices: Vec<_> = rulesets.iter().map(|ruleset| choices_in_words(ruleset, language)).collect();
    let mut rows = Vec::new();
    for key in 0..OptionKey::ALL.len() {
        // Choices in the order of their first appearance.
        let mut made: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for (ruleset, choices) in rulesets.iter().zip(&choices) {
            let Some(choice) = choices.get(key) else { continue };
            let name = ruleset.info.variant_name.get(language);
            match made.iter_mut().find(|(value, ..)| *value == choice.value) {
                Some((.., names)) => names.push(name),
                None => made.push((&choice.value, &choice.value_words, vec![name])),
            }
        }
        let about = choices.first().and_then(|choices| choices.get(key)).map_or("", |choice| &choice.key_words);
        if made.len() > 1 {
            for (number, (_, words, names)) in made.iter().enumerate() {
                let about = if number == 0 { about } else { "" };
                rows.push(vec![plain(about), plain(words), plain(&list_in_words(names, language))]);
            }
        }
    }
    rows
}

/// Layout state of a book.
struct Press<'a> {
    order: &'a Order,
    inks: &'a Inks,
    document: &'a mut Document,
}

impl Press<'_> {
    fn size(&self) -> (Mm, Mm) {
        self.order.paper.size()
    }

    /// Flows a story into columns, from the top of a new page or from `below` on the last page. If only a few lines are
    /// left for the last page, the others become shorter.
    fn flow(&mut self, story: &[Block], columns: i32, below: Option<Mm>) -> Result<Mm, PrintError> {
        let page = below.map(|_| self.document.pages.len() - 1);
        let first = page.unwrap_or(self.document.pages.len());
        let lay_out = |document: &mut Document, shortening: i32| -> Result<_, PrintError> {
            let (size, top) = (self.order.paper.size(), below.unwrap_or(EDGE));
            let mut frames = Columns { size, columns, page, top, column: 0, shortening: SHORTENING * shortening };
            let mut flow = Flow::new(Scale { size: SIZE, pictures: 1.0 }, self.inks, &mut frames, document);
            flow.flow(story).map_err(|Overflow| PrintError::TooSmall(self.order.paper))?;
            let bottom = flow.bottom();
            let is_sparse = frames.page > Some(first) && frames.column == 1 && bottom < EDGE + MIN_LAST;
            Ok((bottom, is_sparse))
        };
        let before = self.document.clone();
        let (bottom, is_sparse) = lay_out(self.document, 0)?;
        let shortenings = 1..=if is_sparse { MAX_SHORTENINGS } else { 0 };
        for shortening in shortenings {
            let mut fuller = before.clone();
            if let (bottom, false) = lay_out(&mut fuller, shortening)? {
                *self.document = fuller;
                return Ok(bottom);
            }
        }
        Ok(bottom)
    }

    fn contents(&mut self, entries: &[(String, usize)]) -> Result<(), PrintError> {
        let mut story = vec![Block::Heading(1, words::contents(self.order.language).to_owned(), None)];
        let entry = |(number, (name, page)): (usize, &(String, usize))| {
            Block::Entry(name.clone(), Target::Bookmark(number), page.to_string())
        };
        story.extend(entries.iter().enumerate().map(entry));
        self.flow(&story, 1, None).map(|_| ())
    }

    /// Starts a chapter on a new page, with its head across all columns.
    fn chapter(&mut self, text: &ChapterText) -> Result<(), PrintError> {
        let bottom = self.flow(&text.head, 1, None)?;
        let (width, _) = self.size();
        let columns = (width - EDGE * 2 + GAP).count() / (MIN_COLUMN_WIDTH + GAP).count();
        self.flow(&text.story, columns.max(1), Some(bottom + SIZE)).map(|_| ())
    }
}

/// Frames for columns, page by page.
struct Columns {
    size: (Mm, Mm),
    columns: i32,
    /// Index of the page being filled.
    page: Option<usize>,
    /// Upper end of the columns on that page.
    top: Mm,
    /// Index of the next column.
    column: i32,
    /// Length by which columns end above the margin.
    shortening: Mm,
}

impl Frames for Columns {
    fn next(&mut self, document: &mut Document) -> Option<Frame> {
        let page = match self.page.filter(|_| self.column < self.columns) {
            Some(page) => page,
            None => {
                if self.page.is_some() {
                    self.top = EDGE;
                }
                self.column = 0;
                document.pages.push(Page::empty(self.size));
                document.pages.len() - 1
            }
        };
        self.page = Some(page);
        let (width, height) = self.size;
        let all = width - EDGE * 2;
        let wide = (all - GAP * (self.columns - 1)).times(1.0 / f64::from(self.columns));
        let from = Spot::new(EDGE + (wide + GAP) * self.column, self.top);
        self.column += 1;
        Some(Frame { page, area: Area { from, to: Spot::new(from.x + wide, height - EDGE - self.shortening) } })
    }
}

/// Prints page numbers at the bottom, except on the first page.
fn number(document: &mut Document, inks: &Inks) {
    for (number, page) in document.pages.iter_mut().enumerate().skip(1) {
        let (width, height) = page.size;
        let at = Spot::new(width.half(), height - EDGE.half());
        let line = line(&(number + 1).to_string(), Face::Regular, SIZE.times(0.9));
        page.put(None, vec![Shape::centred(at, line, inks.line)]);
    }
}
