//! What a reader of PDF sees: pages in millimetres, what is drawn on them, and what it is to those who hear it read.
//!
//! It knows nothing of the program's own shapes, and panics at whatever it does not understand: what it cannot judge must
//! not pass for right.

use super::tree::{self, Element};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{BTreeMap, HashMap};

/// Millimetres in a point.
pub const POINT: f64 = 25.4 / 72.0;

/// A place on a page: millimetres from the left, and down from the top.
pub type At = (f64, f64);

/// A document.
pub struct Read {
    pub pages: Vec<Page>,
    /// What it is read as, from the top.
    pub root: Element,
    pub title: String,
    pub language: String,
    /// The headings that a program shows beside the pages: their words and their pages.
    pub outline: Vec<(String, usize)>,
}

/// A page.
#[derive(Default)]
pub struct Page {
    pub width: f64,
    pub height: f64,
    pub texts: Vec<Text>,
    pub paths: Vec<Path>,
    /// The numbers of its marked contents, in the order of drawing.
    pub marks: Vec<i64>,
    pub links: Vec<Link>,
    /// For each number the element that the parent tree names.
    pub parents: Vec<ObjectId>,
}

/// Letters written in one go.
pub struct Text {
    pub letters: Vec<Letter>,
    /// The marked content that it is part of; none for what only helps the eye.
    pub mark: Option<i64>,
    /// The size of the type in millimetres.
    pub size: f64,
}

/// One glyph.
pub struct Letter {
    /// What it says.
    pub says: String,
    /// The left end of its foot.
    pub at: At,
    /// How far the next one stands.
    pub width: f64,
    /// Whether the face has nothing for it but an empty box.
    pub is_missing: bool,
}

/// Something that is no text.
pub struct Path {
    /// The parts that hang together, each a sequence of places.
    pub parts: Vec<Part>,
    pub is_filled: bool,
    /// The width of its line, if it has one.
    pub line: Option<f64>,
    pub mark: Option<i64>,
}

/// A part of a path.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Part {
    pub spots: Vec<At>,
    /// How many of its steps are bent.
    pub bends: usize,
    pub is_closed: bool,
}

/// A place on a page that leads elsewhere.
pub struct Link {
    pub id: ObjectId,
    /// From the upper left to the lower right.
    pub from: At,
    pub to: At,
    pub words: String,
    pub goal: Goal,
    /// The element that the parent tree names.
    pub parent: ObjectId,
}

/// Where a link leads.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    Address(String),
    /// A page, and how far down on it.
    Page(usize, f64),
}

impl Text {
    pub fn says(&self) -> String {
        self.letters.iter().map(|letter| letter.says.as_str()).collect()
    }

    /// The box around its letters, without blanks at its ends: as high as capitals, with room for what hangs down.
    pub fn bounds(&self) -> Option<[f64; 4]> {
        let inked: Vec<&Letter> = self.letters.iter().filter(|letter| !letter.says.trim().is_empty()).collect();
        let (first, last) = (inked.first()?, inked.last()?);
        let y = first.at.1;
        Some([first.at.0, y - 0.72 * self.size, last.at.0 + last.width, y + 0.2 * self.size])
    }
}

impl Path {
    pub fn spots(&self) -> impl Iterator<Item = At> {
        self.parts.iter().flat_map(|part| part.spots.iter().copied())
    }

    pub fn bounds(&self) -> [f64; 4] {
        let edge = self.line.unwrap_or(0.0) / 2.0;
        let none = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        let [left, top, right, bottom] =
            self.spots().fold(none, |[l, t, r, b], (x, y)| [l.min(x), t.min(y), r.max(x), b.max(y)]);
        [left - edge, top - edge, right + edge, bottom + edge]
    }

    /// The middle and the radius, if it is a circle.
    pub fn circle(&self) -> Option<(At, f64)> {
        let [part] = &self.parts[..] else { return None };
        let is_round = part.bends == 4 && part.is_closed && part.spots.len() == 13;
        let edge = self.line.unwrap_or(0.0) / 2.0;
        let [left, top, right, bottom] = self.bounds();
        let [left, top, right, bottom] = [left + edge, top + edge, right - edge, bottom - edge];
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        (is_round && (right - left - (bottom - top)).abs() < 0.02).then_some((middle, (right - left) / 2.0))
    }
}

impl Read {
    pub fn new(bytes: &[u8]) -> Read {
        let file = Document::load_mem(bytes).expect("a PDF");
        let catalog = file.catalog().expect("a catalog");
        let marked = dictionary(&file, catalog.get(b"MarkInfo").expect("mark info"));
        assert!(marked.get(b"Marked").and_then(Object::as_bool).expect("marked"), "the file is not marked as tagged");
        let shown = dictionary(&file, catalog.get(b"ViewerPreferences").expect("preferences"));
        let is_shown = shown.get(b"DisplayDocTitle").and_then(Object::as_bool);
        assert!(is_shown.expect("whether the title is shown"), "programs show the name of the file, not its title");
        let language = words(get(&file, catalog, b"Lang").expect("a language"));
        let about = dictionary(&file, file.trailer.get(b"Info").expect("an Info dictionary"));
        let title = words(get(&file, about, b"Title").expect("a title"));
        let numbers: HashMap<ObjectId, usize> = file.page_iter().enumerate().map(|(at, id)| (id, at)).collect();
        let root = dictionary(&file, catalog.get(b"StructTreeRoot").expect("a structure tree"));
        let parents = tree::parents(&file, root);
        let mut fonts = HashMap::new();
        let pages = file.page_iter().map(|id| page(&file, id, &numbers, &parents, &mut fonts)).collect();
        let outline = outline(&file, catalog, &numbers);
        Read { pages, root: tree::read(&file, root, &numbers), title, language, outline }
    }

    /// What an element says, in the order in which it is read.
    pub fn says(&self, element: &Element) -> String {
        element.marks().iter().map(|&(page, mark)| self.pages[page].says(mark)).collect()
    }
}

impl Page {
    pub fn says(&self, mark: i64) -> String {
        self.texts_of(mark).map(Text::says).collect()
    }

    pub fn texts_of(&self, mark: i64) -> impl Iterator<Item = &Text> {
        self.texts.iter().filter(move |text| text.mark == Some(mark))
    }

    pub fn paths_of(&self, mark: i64) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(move |path| path.mark == Some(mark))
    }
}

/// What is behind a reference.
pub fn deref<'a>(file: &'a Document, object: &'a Object) -> &'a Object {
    file.dereference(object).expect("an object").1
}

pub fn dictionary<'a>(file: &'a Document, object: &'a Object) -> &'a Dictionary {
    match deref(file, object) {
        Object::Dictionary(found) => found,
        Object::Stream(found) => &found.dict,
        other => panic!("{other:?} is no dictionary"),
    }
}

pub fn get<'a>(file: &'a Document, of: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    of.get(key).ok().map(|found| deref(file, found))
}

pub fn list<'a>(file: &'a Document, object: &'a Object) -> Vec<&'a Object> {
    match deref(file, object) {
        Object::Array(all) => all.iter().collect(),
        _ => vec![object],
    }
}

/// A string that people read.
pub fn words(object: &Object) -> String {
    let bytes = object.as_str().expect("a string");
    match bytes {
        [0xfe, 0xff, rest @ ..] => wide(rest),
        _ => {
            assert!(bytes.is_ascii(), "a string in an encoding that this reader does not know: {bytes:?}");
            String::from_utf8_lossy(bytes).into_owned()
        }
    }
}

fn wide(bytes: &[u8]) -> String {
    let units: Vec<u16> = bytes.chunks(2).map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1])).collect();
    String::from_utf16(&units).expect("UTF-16")
}

pub fn number(object: &Object) -> f64 {
    f64::from(object.as_float().expect("a number"))
}

fn outline(file: &Document, catalog: &Dictionary, numbers: &HashMap<ObjectId, usize>) -> Vec<(String, usize)> {
    fn walk(file: &Document, of: &Dictionary, numbers: &HashMap<ObjectId, usize>, found: &mut Vec<(String, usize)>) {
        let mut next = of.get(b"First").ok();
        while let Some(item) = next {
            let item = dictionary(file, item);
            let Goal::Page(page, _) = goal(file, item, numbers, &|_| 0.0) else { panic!("an outline off the file") };
            found.push((words(get(file, item, b"Title").expect("a title")), page));
            walk(file, item, numbers, found);
            next = item.get(b"Next").ok();
        }
    }
    let mut found = vec![];
    if let Ok(outlines) = catalog.get(b"Outlines") {
        walk(file, dictionary(file, outlines), numbers, &mut found);
    }
    found
}

fn goal(file: &Document, of: &Dictionary, numbers: &HashMap<ObjectId, usize>, height: &dyn Fn(usize) -> f64) -> Goal {
    let place = |found: &Object| {
        let parts = list(file, found);
        let page = numbers[&parts[0].as_reference().expect("a page")];
        Goal::Page(page, height(page) - number(parts[3]) * POINT)
    };
    if let Some(found) = get(file, of, b"Dest") {
        return place(found);
    }
    let action = dictionary(file, of.get(b"A").expect("where it leads"));
    match get(file, action, b"S").and_then(|kind| kind.as_name().ok()).expect("a kind of action") {
        b"URI" => {
            let address = get(file, action, b"URI").expect("an address").as_str().expect("an address");
            Goal::Address(String::from_utf8(address.to_vec()).expect("an address in UTF-8"))
        }
        b"GoTo" => place(get(file, action, b"D").expect("a destination")),
        other => panic!("action {}", String::from_utf8_lossy(other)),
    }
}

fn page(
    file: &Document,
    id: ObjectId,
    numbers: &HashMap<ObjectId, usize>,
    parents: &BTreeMap<i64, Vec<ObjectId>>,
    fonts: &mut HashMap<ObjectId, Font>,
) -> Page {
    let node = file.get_dictionary(id).expect("a page");
    let corners = |object: &Object| -> Vec<f64> { list(file, object).into_iter().map(number).collect() };
    let sheet = corners(node.get(b"MediaBox").expect("a media box"));
    assert_eq!(sheet[..2], [0.0, 0.0]);
    let (width, height) = (sheet[2] * POINT, sheet[3] * POINT);
    let key = |of: &Dictionary, key: &[u8]| of.get(key).and_then(Object::as_i64).expect("a key of the parent tree");
    let mut page = Page { width, height, ..Page::default() };
    if let Ok(all) = node.get(b"StructParents") {
        page.parents = parents[&all.as_i64().expect("a number")].clone();
    }
    let resources = node.get(b"Resources").map(|resources| dictionary(file, resources));
    let mut named = HashMap::new();
    if let Some(all) = resources.ok().and_then(|resources| get(file, resources, b"Font")) {
        for (name, font) in all.as_dict().expect("fonts") {
            let id = font.as_reference().expect("a font by reference");
            fonts.entry(id).or_insert_with(|| Font::new(file, dictionary(file, font)));
            named.insert(name.clone(), id);
        }
    }
    let content = file.get_page_content(id);
    let content = Content::decode_strict(&content).expect("a content stream");
    Drawer::new(&mut page, &named, fonts).draw(&content);
    for annotation in node.get(b"Annots").map_or(vec![], |all| list(file, all)) {
        let link = dictionary(file, annotation);
        assert_eq!(get(file, link, b"Subtype").and_then(|kind| kind.as_name().ok()), Some(&b"Link"[..]));
        let sheet = |page: usize| {
            let (&id, _) = numbers.iter().find(|(_, at)| **at == page).expect("a page");
            corners(file.get_dictionary(id).and_then(|page| page.get(b"MediaBox")).expect("a media box"))[3] * POINT
        };
        let rect = corners(link.get(b"Rect").expect("a place"));
        page.links.push(Link {
            id: annotation.as_reference().expect("an annotation by reference"),
            from: (rect[0] * POINT, height - rect[3] * POINT),
            to: (rect[2] * POINT, height - rect[1] * POINT),
            words: get(file, link, b"Contents").map_or(String::new(), words),
            goal: goal(file, link, numbers, &sheet),
            parent: parents[&key(link, b"StructParent")][0],
        });
    }
    page
}

/// A face: how wide its glyphs are, and what they say.
pub struct Font {
    widths: HashMap<u16, f64>,
    /// The width of all other glyphs.
    other: f64,
    says: HashMap<u16, String>,
}

impl Font {
    fn new(file: &Document, font: &Dictionary) -> Font {
        let name = |of: &Dictionary, key: &[u8]| -> String {
            String::from_utf8_lossy(get(file, of, key).and_then(|name| name.as_name().ok()).expect("a name")).into()
        };
        assert_eq!(name(font, b"Subtype"), "Type0");
        assert_eq!(name(font, b"Encoding"), "Identity-H");
        let below = list(file, font.get(b"DescendantFonts").expect("a face"));
        let below = dictionary(file, below[0]);
        let described = dictionary(file, below.get(b"FontDescriptor").expect("a description"));
        let data = [b"FontFile2", b"FontFile3"].into_iter().find_map(|key| get(file, described, key));
        let data = data.unwrap_or_else(|| panic!("{} is not embedded", name(font, b"BaseFont")));
        assert!(data.as_stream().is_ok_and(|data| !data.content.is_empty()));
        let mut widths = HashMap::new();
        let all = below.get(b"W").map_or(vec![], |all| list(file, all));
        let mut all = all.into_iter();
        while let Some(first) = all.next() {
            let first = first.as_i64().expect("a glyph") as u16;
            match all.next().expect("widths") {
                Object::Array(each) => {
                    widths.extend(each.iter().enumerate().map(|(at, width)| (first + at as u16, number(width))));
                }
                last => {
                    let (last, width) = (last.as_i64().expect("a glyph") as u16, all.next().expect("a width"));
                    widths.extend((first..=last).map(|glyph| (glyph, number(width))));
                }
            }
        }
        let says = get(file, font, b"ToUnicode").expect("what its glyphs say").as_stream().expect("a stream");
        let says = says.get_plain_content().expect("a map");
        let other = below.get(b"DW").map_or(1000.0, number);
        Font { widths, other, says: said(&String::from_utf8_lossy(&says)) }
    }
}

/// What a character map says: `<0001> <0041>` line by line, or `<0001> <0004> <0041>` for several in a row.
fn said(map: &str) -> HashMap<u16, String> {
    let mut said = HashMap::new();
    let mut values = 0;
    for line in map.lines() {
        values = match line.split_whitespace().last() {
            Some("beginbfchar") => 2,
            Some("beginbfrange") => 3,
            Some(word) if word.starts_with("endbf") => 0,
            _ => values,
        };
        let hex: Vec<Vec<u8>> = line.split(['<', '>']).skip(1).step_by(2).map(bytes).collect();
        let glyph = |bytes: &[u8]| u16::from(bytes[0]) << 8 | u16::from(bytes[1]);
        match (values, &hex[..]) {
            (2, [from, to]) => {
                said.insert(glyph(from), wide(to));
            }
            (3, [from, to, first]) => {
                let [.., last] = &first[..] else { panic!("{line}") };
                for (more, id) in (glyph(from)..=glyph(to)).enumerate() {
                    let mut bytes = first.clone();
                    *bytes.last_mut().expect("a byte") = last + more as u8;
                    said.insert(id, wide(&bytes));
                }
            }
            (2 | 3, [_, ..]) => panic!("{line}"),
            _ => {}
        }
    }
    said
}

fn bytes(hex: &str) -> Vec<u8> {
    let hex: Vec<char> = hex.chars().collect();
    hex.chunks(2).map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hex")).collect()
}

/// How places become others: x' = a x + c y + e, y' = b x + d y + f.
type Matrix = [f64; 6];

fn multiplied(m: Matrix, n: Matrix) -> Matrix {
    [
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    ]
}

#[derive(Clone)]
struct State {
    matrix: Matrix,
    line: f64,
    font: Option<ObjectId>,
    size: f64,
}

/// What is open between BDC and EMC.
#[derive(Clone)]
enum Open {
    Artifact,
    Mark(i64),
    /// Words to be read in the place of the glyphs, and whether they have been.
    Instead(Option<String>),
}

/// Carries out the operations of a page.
struct Drawer<'a> {
    page: &'a mut Page,
    named: &'a HashMap<Vec<u8>, ObjectId>,
    fonts: &'a HashMap<ObjectId, Font>,
    state: State,
    kept: Vec<State>,
    open: Vec<Open>,
    text: Matrix,
    path: Vec<Part>,
}

impl<'a> Drawer<'a> {
    fn new(page: &'a mut Page, named: &'a HashMap<Vec<u8>, ObjectId>, fonts: &'a HashMap<ObjectId, Font>) -> Self {
        let state = State { matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], line: 1.0, font: None, size: 0.0 };
        Drawer { page, named, fonts, text: state.matrix, state, kept: vec![], open: vec![], path: vec![] }
    }

    fn at(&self, x: f64, y: f64, matrix: Matrix) -> At {
        let across = x * matrix[0] + y * matrix[2] + matrix[4];
        let up = x * matrix[1] + y * matrix[3] + matrix[5];
        (across * POINT, self.page.height - up * POINT)
    }

    /// The marked content that is open. Nothing may be drawn outside of any.
    fn mark(&self) -> Option<i64> {
        let open = self.open.iter().find_map(|open| match open {
            Open::Artifact => Some(None),
            Open::Mark(mark) => Some(Some(*mark)),
            Open::Instead(_) => None,
        });
        open.expect("something is drawn that is neither content nor an artifact")
    }

    fn draw(&mut self, content: &Content) {
        for operation in &content.operations {
            let operands = &operation.operands;
            let n = |at: usize| number(&operands[at]);
            match operation.operator.as_str() {
                "q" => self.kept.push(self.state.clone()),
                "Q" => self.state = self.kept.pop().expect("a state that was kept"),
                "cm" => {
                    self.state.matrix = multiplied([n(0), n(1), n(2), n(3), n(4), n(5)], self.state.matrix);
                }
                "w" => self.state.line = n(0),
                "g" | "G" | "rg" | "RG" | "J" | "j" | "M" | "d" | "Tr" | "BT" | "ET" => {}
                "BMC" | "BDC" => self.begin(operands),
                "EMC" => {
                    self.open.pop().expect("something open");
                }
                "m" => {
                    let spots = vec![self.here(operands, 0)];
                    self.path.push(Part { spots, ..Part::default() });
                }
                "l" => self.go(operands, &[0]),
                "c" => {
                    self.go(operands, &[0, 2, 4]);
                    self.part().bends += 1;
                }
                "re" => {
                    let (x, y, width, height) = (n(0), n(1), n(2), n(3));
                    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
                    let spots = corners.map(|(x, y)| self.at(x, y, self.state.matrix)).to_vec();
                    self.path.push(Part { spots, bends: 0, is_closed: true });
                }
                "h" => self.part().is_closed = true,
                "S" => self.paint(false, true),
                "f" | "f*" => self.paint(true, false),
                "B" | "B*" => self.paint(true, true),
                "Tf" => {
                    self.state.font = Some(self.named[operands[0].as_name().expect("a font")]);
                    self.state.size = n(1);
                }
                "Tm" => self.text = [n(0), n(1), n(2), n(3), n(4), n(5)],
                "Tj" | "TJ" => self.write(&operands[0]),
                other => panic!("the reader does not know the operator {other}"),
            }
        }
        assert!(self.open.is_empty() && self.kept.is_empty(), "something is left open");
    }

    fn begin(&mut self, operands: &[Object]) {
        let name = operands[0].as_name().expect("a name");
        let about = operands.get(1).map(|about| about.as_dict().expect("properties within the stream"));
        let mark = about.and_then(|about| about.get(b"MCID").ok()).map(|mark| mark.as_i64().expect("a number"));
        let instead = about.and_then(|about| about.get(b"ActualText").ok()).map(words);
        let open = match (mark, instead) {
            (Some(mark), _) => {
                self.page.marks.push(mark);
                Open::Mark(mark)
            }
            (None, Some(instead)) => Open::Instead(Some(instead)),
            (None, None) if name == b"Artifact" => Open::Artifact,
            (None, None) => Open::Instead(None),
        };
        let is_inner = self.open.iter().any(|open| matches!(open, Open::Artifact | Open::Mark(_)));
        assert!(!is_inner || matches!(open, Open::Instead(_)), "marked content within marked content");
        self.open.push(open);
    }

    fn here(&self, operands: &[Object], from: usize) -> At {
        self.at(number(&operands[from]), number(&operands[from + 1]), self.state.matrix)
    }

    fn part(&mut self) -> &mut Part {
        self.path.last_mut().expect("a path")
    }

    fn go(&mut self, operands: &[Object], from: &[usize]) {
        let spots: Vec<At> = from.iter().map(|&from| self.here(operands, from)).collect();
        self.part().spots.extend(spots);
    }

    fn paint(&mut self, is_filled: bool, has_line: bool) {
        let matrix = self.state.matrix;
        let scale = (matrix[0] * matrix[3] - matrix[1] * matrix[2]).abs().sqrt();
        let line = has_line.then_some(self.state.line * scale * POINT);
        let path = Path { parts: std::mem::take(&mut self.path), is_filled, line, mark: self.mark() };
        self.page.paths.push(path);
    }

    fn write(&mut self, what: &Object) {
        let font = &self.fonts[&self.state.font.expect("a font")];
        let matrix = multiplied(self.text, self.state.matrix);
        let size = self.state.size;
        let instead = self.open.iter_mut().find_map(|open| match open {
            Open::Instead(words) => words.as_mut().map(std::mem::take),
            _ => None,
        });
        let mut letters = vec![];
        let mut x = 0.0;
        for part in match what {
            Object::Array(parts) => &parts[..],
            part => std::slice::from_ref(part),
        } {
            let Ok(bytes) = part.as_str() else {
                x -= number(part) / 1000.0 * size;
                continue;
            };
            for pair in bytes.chunks(2) {
                let glyph = u16::from(pair[0]) << 8 | u16::from(pair[1]);
                let width = font.widths.get(&glyph).unwrap_or(&font.other) / 1000.0 * size;
                let (at, end) = (self.at(x, 0.0, matrix), self.at(x + width, 0.0, matrix));
                let says = match &instead {
                    Some(_) => String::new(),
                    None => font.says.get(&glyph).cloned().unwrap_or_default(),
                };
                assert!((at.1 - end.1).abs() < 1e-6, "letters that do not stand upright");
                letters.push(Letter { says, at, width: end.0 - at.0, is_missing: glyph == 0 });
                x += width;
            }
        }
        if let (Some(words), Some(first)) = (instead, letters.first_mut()) {
            first.says = words;
        }
        // The text matrix goes on from here.
        self.text[4] += x * self.text[0];
        self.text[5] += x * self.text[1];
        let size = size * matrix[0].hypot(matrix[1]) * POINT;
        let mark = self.mark();
        self.page.texts.push(Text { letters, mark, size });
    }
}
