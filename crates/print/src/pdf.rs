//! Writes pages as PDF, tagged for screen readers (PDF/UA). The file contains no creation time: the same pages give the
//! same bytes.

use super::measure::{Area, Mm, Spot};
use super::order::PrintError;
use super::page::{Bookmark, Child, Content, Element, Page, Structure, Tag};
use super::shapes::{Ink, Paint, Shape, Stroke};
use super::text::{Line, Run, Target};
use crate::fonts::{FILES, Font};
use krilla::Document;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target as Goal};
use krilla::color::{luma, rgb};
use krilla::configure::{Accessibility, ConfigurationBuilder, PdfVersion};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Paint as Colour, Stroke as Pen};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, BBox, ContentTag, Identifier, ListNumbering, Node, SpanTag, TableHeaderScope,
    Tag as PdfTag, TagGroup, TagKind, TagTree,
};
use krilla::text::{Font as PdfFont, GlyphId, KrillaGlyph};
use quirkat_rules::Language;
use std::collections::HashMap;
use std::num::NonZeroU16;

/// The last version for which krilla leaves out the entry `Suspects`: it writes the default value, and poppler reports
/// that value as an error.
const VERSION: PdfVersion = PdfVersion::Pdf15;

/// Occurrences of a content element on the pages.
#[derive(Default)]
struct Leaf {
    /// Identifiers of its parts with their reading order.
    parts: Vec<(usize, Identifier)>,
    /// Bounding box on the last page that shows it.
    place: Option<BBox>,
}
type Leaves = HashMap<Content, Leaf>;
type Fonts = [PdfFont; FILES.len()];

/// Writes the pages as one PDF.
pub fn pdf(title: &str, language: Language, pages: &[Page], structure: &Structure) -> Result<Vec<u8>, PrintError> {
    let broken = |what: &str| PrintError::Broken(what.to_owned());
    let fonts: Vec<PdfFont> = FILES.iter().filter_map(|file| PdfFont::new((*file).into(), 0)).collect();
    let fonts: Fonts = fonts.try_into().map_err(|_| broken("an embedded face is not a font"))?;
    let configuration =
        ConfigurationBuilder::new().with_version(VERSION).with_accessibility_validator(Accessibility::UA1).finish();
    let configuration = configuration.map_err(|error| PrintError::Broken(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    document.set_metadata(Metadata::new().title(title.to_owned()).language(language.code().to_owned()));
    let mut leaves = Leaves::new();
    for (number, page) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(page.size.0.points(), page.size.1.points());
        let mut sheet = document.start_page_with(settings.ok_or_else(|| broken("a page has no size"))?);
        for link in &page.links {
            let words = match &link.target {
                Target::Address(address) => address.clone(),
                Target::Bookmark(number) => {
                    bookmark(structure, *number).map_or(String::new(), |mark| mark.text.clone())
                }
            };
            let Some((area, goal)) = rect(&link.area).zip(goal(&link.target, structure)) else { continue };
            let annotation = Annotation::new_link(LinkAnnotation::new(area, goal), Some(words));
            // A link annotation precedes its text.
            leaves.entry(link.content).or_default().parts.push((0, sheet.add_tagged_annotation(annotation)));
        }
        let mut surface = sheet.surface();
        for part in &page.parts {
            let is_text = |shape: &Shape| matches!(shape, Shape::Text { .. });
            let tag = match part.content {
                None => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
                Some(_) if part.shapes.iter().all(is_text) => ContentTag::Span(SpanTag::empty()),
                Some(_) => ContentTag::Other,
            };
            let identifier = surface.start_tagged(tag);
            if let Some(content) = part.content {
                let leaf = leaves.entry(content).or_default();
                leaf.parts.push((part.order, identifier));
                let bounds = part.shapes.iter().filter_map(Shape::bounds).reduce(|all, bounds| all.with(&bounds));
                leaf.place = bounds.as_ref().and_then(rect).map(|rect| BBox::new(number, rect));
            }
            for shape in &part.shapes {
                draw(&mut surface, shape, &fonts);
            }
            surface.end_tagged();
        }
        surface.finish();
        sheet.finish();
    }
    let mut tree = TagTree::new().with_lang(Some(language.code().to_owned()));
    for element in &structure.elements {
        tree.push(group(element, &mut leaves));
    }
    document.set_tag_tree(tree);
    document.set_outline(outline(&structure.bookmarks));
    document.finish().map_err(|error| PrintError::Broken(format!("{error:?}")))
}

fn bookmark(structure: &Structure, number: usize) -> Option<&Bookmark> {
    structure.bookmarks.iter().find(|mark| mark.number == number)
}

fn destination(mark: &Bookmark) -> XyzDestination {
    XyzDestination::new(mark.page, Point::from_xy(0.0, mark.y.points()))
}

fn goal(target: &Target, structure: &Structure) -> Option<Goal> {
    match target {
        Target::Address(address) => Some(Goal::Action(Action::Link(LinkAction::new(address.clone())))),
        Target::Bookmark(number) => Some(Goal::Destination(destination(bookmark(structure, *number)?).into())),
    }
}

fn outline(bookmarks: &[Bookmark]) -> Outline {
    let mut outline = Outline::new();
    nodes(bookmarks).into_iter().for_each(|node| outline.push_child(node));
    outline
}

/// Nests the headings: each below the last heading of a higher level.
fn nodes(mut bookmarks: &[Bookmark]) -> Vec<OutlineNode> {
    let mut all = Vec::new();
    while let [first, after @ ..] = bookmarks {
        let below = after.iter().take_while(|mark| mark.level > first.level).count();
        let mut node = OutlineNode::new(first.text.clone(), destination(first));
        nodes(&after[..below]).into_iter().for_each(|child| node.push_child(child));
        all.push(node);
        bookmarks = &after[below..];
    }
    all
}

/// Converts an element to a PDF structure node with its content on the pages.
fn group(element: &Element, leaves: &mut Leaves) -> Node {
    let place = element.children.iter().find_map(|child| match child {
        Child::Content(content) => leaves.get(content)?.place,
        Child::Element(_) => None,
    });
    let mut group = TagGroup::new(kind(&element.tag, place));
    for child in &element.children {
        match child {
            Child::Element(element) => group.push(self::group(element, leaves)),
            Child::Content(content) => {
                let mut parts = leaves.remove(content).unwrap_or_default().parts;
                parts.sort_by_key(|(order, _)| *order);
                parts.into_iter().for_each(|(_, identifier)| group.push(identifier));
            }
        }
    }
    group.into()
}

fn kind(tag: &Tag, place: Option<BBox>) -> TagKind {
    match tag {
        Tag::Heading(level, words) => {
            PdfTag::Hn(NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN), Some(words.clone())).into()
        }
        Tag::Paragraph => PdfTag::P.into(),
        Tag::List => PdfTag::L(ListNumbering::Decimal).into(),
        Tag::Item => PdfTag::LI.into(),
        Tag::Label => PdfTag::Lbl.into(),
        Tag::Body => PdfTag::LBody.into(),
        Tag::Figure(words) => PdfTag::Figure(Some(words.clone())).with_bbox(place).into(),
        Tag::Link => PdfTag::Link.into(),
        Tag::Table => PdfTag::Table.into(),
        Tag::Row => PdfTag::TR.into(),
        Tag::Head => PdfTag::TH(TableHeaderScope::Column).into(),
        Tag::Cell => PdfTag::TD.into(),
    }
}

fn draw(surface: &mut Surface<'_>, shape: &Shape, fonts: &Fonts) {
    match shape {
        Shape::Polyline { spots, is_closed, paint } => {
            let mut builder = PathBuilder::new();
            for (number, &spot) in spots.iter().enumerate() {
                let Point { x, y } = at(spot);
                if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            if *is_closed {
                builder.close();
            }
            draw_path(surface, builder.finish(), paint, LineCap::Butt);
        }
        Shape::Circle { middle, radius, paint } => draw_path(surface, circle(*middle, *radius), paint, LineCap::Butt),
        Shape::Curve { strokes, paint } => draw_path(surface, curve(strokes), paint, LineCap::Round),
        Shape::Text { at, line, ink } => {
            surface.set_stroke(None);
            surface.set_fill(Some(Fill { paint: colour(*ink), ..Fill::default() }));
            line.runs.iter().for_each(|run| write(surface, *at, line, run, fonts));
        }
    }
}

fn write(surface: &mut Surface<'_>, from: Spot, line: &Line, run: &Run, fonts: &Fonts) {
    let glyph = |glyph: &super::text::Glyph| {
        KrillaGlyph::new(GlyphId::new(glyph.id), glyph.advance, glyph.x, glyph.y, 0.0, glyph.bytes.clone(), None)
    };
    let glyphs: Vec<_> = run.glyphs.iter().map(glyph).collect();
    let start = at(from + Spot::new(run.x, Mm::ZERO));
    let font = fonts[Font::index(run.font)].clone();
    surface.draw_glyphs(start, &glyphs, font, &run.text, line.size.points(), false);
}

/// Draws a path with its paint. A path without length draws nothing.
fn draw_path(surface: &mut Surface<'_>, path: Option<Path>, paint: &Paint, ends: LineCap) {
    let Some(path) = path else { return };
    surface.set_fill(paint.fill.map(|ink| Fill { paint: colour(ink), ..Fill::default() }));
    surface.set_stroke(paint.line.map(|(ink, width)| Pen {
        paint: colour(ink),
        width: width.points(),
        line_cap: ends,
        line_join: LineJoin::Round,
        ..Pen::default()
    }));
    surface.draw_path(&path);
}

fn curve(strokes: &[Stroke]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for stroke in strokes {
        match stroke {
            Stroke::Move(to) => {
                let Point { x, y } = at(*to);
                builder.move_to(x, y);
            }
            Stroke::Line(to) => {
                let Point { x, y } = at(*to);
                builder.line_to(x, y);
            }
            Stroke::Bend(a, b, to) => {
                let [a, b, to] = [a, b, to].map(|spot| at(*spot));
                builder.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
            }
            Stroke::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Approximates a circle by four cubic curves, accurate enough for print.
fn circle(middle: Spot, radius: Mm) -> Option<Path> {
    const BEND: f32 = 0.552_285;
    let (Point { x, y }, radius) = (at(middle), radius.points());
    let bend = radius * BEND;
    let mut builder = PathBuilder::new();
    builder.move_to(x + radius, y);
    builder.cubic_to(x + radius, y + bend, x + bend, y + radius, x, y + radius);
    builder.cubic_to(x - bend, y + radius, x - radius, y + bend, x - radius, y);
    builder.cubic_to(x - radius, y - bend, x - bend, y - radius, x, y - radius);
    builder.cubic_to(x + bend, y - radius, x + radius, y - bend, x + radius, y);
    builder.close();
    builder.finish()
}

fn at(spot: Spot) -> Point {
    Point::from_xy(spot.x.points(), spot.y.points())
}

fn rect(area: &Area) -> Option<Rect> {
    let (from, to) = (at(area.from), at(area.to));
    Rect::from_ltrb(from.x, from.y, to.x, to.y)
}

/// Writes greys in a grey colour space, so that printers use only black ink for them.
fn colour(Ink(red, green, blue): Ink) -> Colour {
    if red == green && green == blue { luma::Color::new(red).into() } else { rgb::Color::new(red, green, blue).into() }
}
