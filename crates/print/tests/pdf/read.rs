//! A PDF reader for tests: pages in millimetres, the shapes on them, and the structure for screen readers.
//!
//! It shares no code with the printer, and panics at everything that it does not understand, so that nothing unknown
//! passes a test.

use super::tree::{self, Element};
use flate2::read::ZlibDecoder;
use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Array, Dict, MaybeRef, Object, ObjectIdentifier, Stream};
use hayro_syntax::xref::XRef;
use hayro_syntax::{Filter, Pdf, page as leaf};
use std::collections::{BTreeMap, HashMap};
use std::io::Read as _;

/// Millimetres per point.
pub const POINT: f64 = 25.4 / 72.0;

/// A place on a page: millimetres from the left and from the top.
pub type At = (f64, f64);

/// A document.
pub struct Read {
    pub pages: Vec<Page>,
    /// Root of the structure tree.
    pub root: Element,
    pub title: String,
    pub language: String,
    /// Outline: the text and the page of each heading.
    pub outline: Vec<(String, usize)>,
}

/// A page.
#[derive(Default)]
pub struct Page {
    pub width: f64,
    pub height: f64,
    pub texts: Vec<Text>,
    pub paths: Vec<Path>,
    /// Identifiers of its marked contents, in drawing order.
    pub marks: Vec<i64>,
    pub links: Vec<Link>,
    /// Structure element of each identifier, from the parent tree.
    pub parents: Vec<ObjectIdentifier>,
}

/// Letters of one text operation.
pub struct Text {
    pub letters: Vec<Letter>,
    /// Marked content that contains it. `None` for decoration.
    pub mark: Option<i64>,
    /// Type size in millimetres.
    pub size: f64,
}

/// One glyph.
pub struct Letter {
    /// Text of the glyph.
    pub says: String,
    /// Left end of its baseline.
    pub at: At,
    /// Distance to the next glyph.
    pub width: f64,
    /// Whether the font has only an empty box for it.
    pub is_missing: bool,
}

/// A shape other than text.
pub struct Path {
    /// Connected parts, each a sequence of places.
    pub parts: Vec<Part>,
    pub is_filled: bool,
    /// Width of its outline, if it has one.
    pub line: Option<f64>,
    pub mark: Option<i64>,
}

/// A connected part of a path.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Part {
    pub spots: Vec<At>,
    /// Number of curved steps.
    pub bends: usize,
    pub is_closed: bool,
}

/// An area of a page that links to another place.
pub struct Link {
    pub id: ObjectIdentifier,
    /// Upper left and lower right corner.
    pub from: At,
    pub to: At,
    pub words: String,
    pub goal: Goal,
    /// Structure element from the parent tree.
    pub parent: ObjectIdentifier,
}

/// Destination of a link.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    Address(String),
    /// A page and the distance from its top.
    Page(usize, f64),
}

impl Text {
    pub fn says(&self) -> String {
        self.letters.iter().map(|letter| letter.says.as_str()).collect()
    }

    /// Returns the box around the letters without outer blanks: as high as capitals, with room for descenders.
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

    /// Returns centre and radius of a circle.
    pub fn circle(&self) -> Option<(At, f64)> {
        let [part] = &self.parts[..] else { return None };
        let is_round = part.bends == 4 && part.is_closed && part.spots.len() == 13;
        let edge = self.line.unwrap_or(0.0) / 2.0;
        let [left, top, right, bottom] = self.bounds();
        let [left, top, right, bottom] = [left + edge, top + edge, right - edge, bottom - edge];
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        (is_round && (right - left - (bottom - top)).abs() < 0.03).then_some((middle, (right - left) / 2.0))
    }
}

impl Read {
    pub fn new(bytes: &[u8]) -> Read {
        let file = Pdf::new(bytes.to_vec()).expect("a PDF");
        let catalog: Dict = file.xref().get(file.xref().root_id()).expect("a catalog");
        let is_set = |set: &str, key: &str| {
            let set = dictionary(&catalog, set).expect("settings");
            get(&set, key).and_then(Object::into_bool).expect("whether it is so")
        };
        assert!(is_set("MarkInfo", "Marked"), "the file is not marked as tagged");
        let is_shown = is_set("ViewerPreferences", "DisplayDocTitle");
        assert!(is_shown, "programs show the name of the file, not its title");
        let language = text(&catalog, "Lang").expect("a language");
        let title = words(file.metadata().title.as_ref().expect("a title"));
        let ids = file.pages().iter().map(|page| page.raw().obj_id().expect("a page by reference"));
        let numbers: HashMap<ObjectIdentifier, usize> = ids.enumerate().map(|(at, id)| (id, at)).collect();
        let root = dictionary(&catalog, "StructTreeRoot").expect("a structure tree");
        let parents = tree::parents(file.xref(), &root);
        let mut fonts = HashMap::new();
        let pages = file.pages().iter().map(|leaf| page(&file, leaf, &numbers, &parents, &mut fonts)).collect();
        let outline = outline(&catalog, &numbers);
        Read { pages, root: tree::read(file.xref(), &root, &numbers), title, language, outline }
    }

    /// Returns the text of an element in reading order.
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

/// Resolves a reference.
pub fn deref<'a>(file: &'a XRef, object: MaybeRef<Object<'a>>) -> Object<'a> {
    match object {
        MaybeRef::Ref(found) => file.get(found.into()).expect("an object"),
        MaybeRef::NotRef(found) => found,
    }
}

/// Returns the identifier of a reference.
pub fn id(object: &MaybeRef<Object>) -> Option<ObjectIdentifier> {
    object.as_obj_ref().map(ObjectIdentifier::from)
}

/// Returns the value of a key. A present value must be readable.
pub fn get<'a>(of: &Dict<'a>, key: &str) -> Option<Object<'a>> {
    of.contains_key(key).then(|| of.get(key).expect("an object"))
}

pub fn dictionary<'a>(of: &Dict<'a>, key: &str) -> Option<Dict<'a>> {
    get(of, key).map(|found| found.into_dict().expect("a dictionary"))
}

pub fn name(of: &Dict, key: &str) -> Option<String> {
    get(of, key).map(|found| found.into_name().expect("a name").as_str().to_owned())
}

pub fn text(of: &Dict, key: &str) -> Option<String> {
    get(of, key).map(|found| words(&found.into_string().expect("a string")))
}

/// Returns the values of a key, one or several.
pub fn list<'a>(of: &Dict<'a>, key: &str) -> Vec<MaybeRef<Object<'a>>> {
    match get(of, key) {
        Some(Object::Array(all)) => all.raw_iter().collect(),
        _ => of.get_raw(key).into_iter().collect(),
    }
}

pub fn numbers(of: &Dict, key: &str) -> Option<Vec<f64>> {
    let all = get(of, key)?.into_array().expect("an array");
    Some(all.iter().map(|found: Object| number(&found)).collect())
}

/// Decodes a text string.
pub fn words(bytes: &[u8]) -> String {
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
    let Object::Number(found) = object else { panic!("{object:?} is no number") };
    found.as_f64()
}

pub fn whole(object: &Object) -> i64 {
    let Object::Number(found) = object else { panic!("{object:?} is no number") };
    found.to_string().parse().expect("a whole number")
}

/// Returns the bytes of a stream. Unlike usual readers it rejects a wrong length and wrong compression.
fn plain(stream: &Stream) -> Vec<u8> {
    let raw = stream.raw_data();
    assert_eq!(get(stream.dict(), "Length").map(|length| whole(&length)), Some(raw.len() as i64));
    match stream.filters()[..] {
        [] => raw.into_owned(),
        [Filter::FlateDecode] => {
            let mut plain = vec![];
            ZlibDecoder::new(&raw[..]).read_to_end(&mut plain).expect("a packed stream");
            plain
        }
        ref other => panic!("the reader does not know the filters {other:?}"),
    }
}

/// Returns the content stream of a page.
fn content(file: &XRef, page: &leaf::Page) -> Vec<u8> {
    let parts = list(page.raw(), "Contents").into_iter();
    let parts: Vec<_> = parts.map(|part| plain(&deref(file, part).into_stream().expect("a content stream"))).collect();
    parts.join(&b'\n')
}

/// Calls `work` for each operation of a page with its operands.
pub fn each_operation(file: &XRef, page: &leaf::Page, mut work: impl FnMut(&str, &[&Object])) {
    let content = content(file, page);
    let mut operations = UntypedIter::new(&content);
    let mut count = 0;
    while let Some(operation) = operations.next() {
        let operands: Vec<&Object> = operation.operands().collect();
        work(str::from_utf8(operation.operator).expect("an operator"), &operands);
        count += 1;
    }
    assert_eq!(count, operators(&content), "operations that are not understood");
}

/// Returns the number of operators in a content stream. Unlike usual readers it panics at anything unreadable.
fn operators(content: &[u8]) -> usize {
    let mut count = 0;
    let mut depth = 0;
    let mut at = 0;
    while at < content.len() {
        let rest = &content[at..];
        let to = |is_end: fn(&u8) -> bool| rest[1..].iter().position(is_end).map_or(rest.len(), |length| length + 1);
        at += match rest {
            [sign, ..] if sign.is_ascii_whitespace() => 1,
            [b'(', ..] => string(rest),
            [b'<', b'<', ..] | [b'>', b'>', ..] => {
                depth += if rest[0] == b'<' { 1 } else { -1 };
                2
            }
            [b'[' | b']', ..] => {
                depth += if rest[0] == b'[' { 1 } else { -1 };
                1
            }
            [b'<', ..] => {
                let end = to(|sign| !sign.is_ascii_hexdigit());
                assert_eq!(rest.get(end), Some(&b'>'), "a string does not end");
                end + 1
            }
            [b'/', ..] => to(is_delimiter),
            [b'a'..=b'z' | b'A'..=b'Z', ..] => {
                assert_eq!(depth, 0, "an operator among operands");
                count += 1;
                to(is_delimiter)
            }
            _ => {
                let word = String::from_utf8_lossy(&rest[..to(is_delimiter)]);
                let is_number = !word.contains(char::is_alphabetic) && word.parse::<f64>().is_ok();
                assert!(is_number, "`{word}` is neither operator nor operand");
                word.len()
            }
        };
    }
    assert_eq!(depth, 0, "operands do not end");
    count
}

/// Returns whether a character ends a name, a number or an operator.
fn is_delimiter(sign: &u8) -> bool {
    matches!(sign, b' ' | b'\t' | b'\n' | b'\r' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// Returns the length of the string that starts here.
fn string(content: &[u8]) -> usize {
    let mut depth = 0;
    let mut is_escaped = false;
    let end = content.iter().position(|sign| {
        match sign {
            _ if is_escaped => {}
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        is_escaped = !is_escaped && *sign == b'\\';
        depth == 0
    });
    end.expect("the end of a string") + 1
}

fn outline(catalog: &Dict, pages: &HashMap<ObjectIdentifier, usize>) -> Vec<(String, usize)> {
    fn walk(of: &Dict, pages: &HashMap<ObjectIdentifier, usize>, found: &mut Vec<(String, usize)>) {
        let mut next = dictionary(of, "First");
        while let Some(item) = next {
            let Goal::Page(page, _) = goal(&item, pages, &|_| 0.0) else { panic!("an outline off the file") };
            found.push((text(&item, "Title").expect("a title"), page));
            walk(&item, pages, found);
            next = dictionary(&item, "Next");
        }
    }
    let mut found = vec![];
    if let Some(outlines) = dictionary(catalog, "Outlines") {
        walk(&outlines, pages, &mut found);
    }
    found
}

fn goal(of: &Dict, pages: &HashMap<ObjectIdentifier, usize>, height: &dyn Fn(usize) -> f64) -> Goal {
    let place = |found: Object| {
        let parts: Vec<_> = found.into_array().expect("a place").raw_iter().collect();
        let page = pages[&id(&parts[0]).expect("a page")];
        let MaybeRef::NotRef(up) = &parts[3] else { panic!("a place behind a reference") };
        Goal::Page(page, height(page) - number(up) * POINT)
    };
    if let Some(found) = get(of, "Dest") {
        return place(found);
    }
    let action = dictionary(of, "A").expect("where it leads");
    match name(&action, "S").expect("a kind of action").as_str() {
        "URI" => {
            let address = get(&action, "URI").and_then(Object::into_string).expect("an address");
            Goal::Address(String::from_utf8(address.to_vec()).expect("an address in UTF-8"))
        }
        "GoTo" => place(get(&action, "D").expect("a destination")),
        other => panic!("action {other}"),
    }
}

fn page(
    file: &Pdf,
    leaf: &leaf::Page,
    pages: &HashMap<ObjectIdentifier, usize>,
    parents: &BTreeMap<i64, Vec<ObjectIdentifier>>,
    fonts: &mut HashMap<ObjectIdentifier, Font>,
) -> Page {
    let node = leaf.raw();
    let sheet = |node: &Dict| numbers(node, "MediaBox").expect("a media box");
    let corners = sheet(node);
    assert_eq!(corners[..2], [0.0, 0.0]);
    let (width, height) = (corners[2] * POINT, corners[3] * POINT);
    let mut page = Page { width, height, ..Page::default() };
    if let Some(all) = get(node, "StructParents") {
        page.parents = parents[&whole(&all)].clone();
    }
    let mut named = HashMap::new();
    if let Some(all) = dictionary(node, "Resources").and_then(|resources| dictionary(&resources, "Font")) {
        for (name, font) in all.entries() {
            let id = id(&font).expect("a font by reference");
            fonts.entry(id).or_insert_with(|| Font::new(&deref(file.xref(), font).into_dict().expect("a font")));
            named.insert(name.to_vec(), id);
        }
    }
    Drawer::new(&mut page, &named, fonts).draw(file.xref(), leaf);
    for annotation in list(node, "Annots") {
        let id = id(&annotation).expect("an annotation by reference");
        let link = deref(file.xref(), annotation).into_dict().expect("an annotation");
        assert_eq!(name(&link, "Subtype").as_deref(), Some("Link"));
        let height_of = |page: usize| sheet(file.pages()[page].raw())[3] * POINT;
        let rect = numbers(&link, "Rect").expect("a place");
        let parent = whole(&get(&link, "StructParent").expect("a key of the parent tree"));
        page.links.push(Link {
            id,
            from: (rect[0] * POINT, height - rect[3] * POINT),
            to: (rect[2] * POINT, height - rect[1] * POINT),
            words: text(&link, "Contents").unwrap_or_default(),
            goal: goal(&link, pages, &height_of),
            parent: parents[&parent][0],
        });
    }
    page
}

/// A font: widths and texts of its glyphs.
pub struct Font {
    widths: HashMap<u16, f64>,
    /// Width of all other glyphs.
    other: f64,
    says: HashMap<u16, String>,
}

impl Font {
    fn new(font: &Dict) -> Font {
        assert_eq!(name(font, "Subtype").as_deref(), Some("Type0"));
        assert_eq!(name(font, "Encoding").as_deref(), Some("Identity-H"));
        let below: Array = get(font, "DescendantFonts").and_then(Object::into_array).expect("a face");
        let below: Dict = below.iter().next().expect("a face");
        let described = dictionary(&below, "FontDescriptor").expect("a description");
        let data = ["FontFile2", "FontFile3"].into_iter().find_map(|key| get(&described, key));
        let data = data.unwrap_or_else(|| panic!("{} is not embedded", name(font, "BaseFont").expect("a name")));
        assert!(data.into_stream().is_some_and(|data| !data.raw_data().is_empty()));
        let mut widths = HashMap::new();
        let all = get(&below, "W").map_or_else(Array::default, |all| all.into_array().expect("widths"));
        let mut all = all.iter();
        while let Some(first) = all.next() {
            let first = whole(&first) as u16;
            match all.next().expect("widths") {
                Object::Array(each) => {
                    let each = each.iter().map(|width: Object| number(&width));
                    widths.extend(each.enumerate().map(|(at, width)| (first + at as u16, width)));
                }
                last => {
                    let (last, width) = (whole(&last) as u16, number(&all.next().expect("a width")));
                    widths.extend((first..=last).map(|glyph| (glyph, width)));
                }
            }
        }
        let says = get(font, "ToUnicode").and_then(Object::into_stream).expect("the ToUnicode map");
        let other = get(&below, "DW").map_or(1000.0, |width| number(&width));
        Font { widths, other, says: character_map(&String::from_utf8_lossy(&plain(&says))) }
    }
}

/// Parses a character map: `<0001> <0041>` per line, or `<0001> <0004> <0041>` for a range.
fn character_map(map: &str) -> HashMap<u16, String> {
    let mut texts = HashMap::new();
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
                texts.insert(glyph(from), wide(to));
            }
            (3, [from, to, first]) => {
                let [.., last] = &first[..] else { panic!("{line}") };
                for (more, id) in (glyph(from)..=glyph(to)).enumerate() {
                    let mut bytes = first.clone();
                    *bytes.last_mut().expect("a byte") = last + more as u8;
                    texts.insert(id, wide(&bytes));
                }
            }
            (2 | 3, [_, ..]) => panic!("{line}"),
            _ => {}
        }
    }
    texts
}

fn bytes(hex: &str) -> Vec<u8> {
    let hex: Vec<char> = hex.chars().collect();
    hex.chunks(2).map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hex")).collect()
}

/// Affine map of places: x' = a x + c y + e, y' = b x + d y + f.
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
    font: Option<ObjectIdentifier>,
    size: f64,
}

/// An open sequence between BDC and EMC.
#[derive(Clone)]
enum Open {
    Artifact,
    Mark(i64),
    /// Replacement text for the glyphs, until it is used.
    Instead(Option<String>),
}

/// Interpreter of the operations of a page.
struct Drawer<'a> {
    page: &'a mut Page,
    named: &'a HashMap<Vec<u8>, ObjectIdentifier>,
    fonts: &'a HashMap<ObjectIdentifier, Font>,
    state: State,
    saved: Vec<State>,
    open: Vec<Open>,
    text: Matrix,
    path: Vec<Part>,
}

impl<'a> Drawer<'a> {
    fn new(
        page: &'a mut Page,
        named: &'a HashMap<Vec<u8>, ObjectIdentifier>,
        fonts: &'a HashMap<ObjectIdentifier, Font>,
    ) -> Self {
        let state = State { matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], line: 1.0, font: None, size: 0.0 };
        Drawer { page, named, fonts, text: state.matrix, state, saved: vec![], open: vec![], path: vec![] }
    }

    fn at(&self, x: f64, y: f64, matrix: Matrix) -> At {
        let across = x * matrix[0] + y * matrix[2] + matrix[4];
        let up = x * matrix[1] + y * matrix[3] + matrix[5];
        (across * POINT, self.page.height - up * POINT)
    }

    /// Returns the open marked content. Nothing may be drawn outside of one.
    fn mark(&self) -> Option<i64> {
        let open = self.open.iter().find_map(|open| match open {
            Open::Artifact => Some(None),
            Open::Mark(mark) => Some(Some(*mark)),
            Open::Instead(_) => None,
        });
        open.expect("something is drawn that is neither content nor an artifact")
    }

    fn draw(&mut self, file: &XRef, page: &leaf::Page) {
        each_operation(file, page, |operator, operands| {
            let n = |at: usize| number(operands[at]);
            match operator {
                "q" => self.saved.push(self.state.clone()),
                "Q" => self.state = self.saved.pop().expect("a state that was saved"),
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
                    let Object::Name(name) = operands[0] else { panic!("{:?} is not a font", operands[0]) };
                    self.state.font = Some(self.named[name.as_ref()]);
                    self.state.size = n(1);
                }
                "Tm" => self.text = [n(0), n(1), n(2), n(3), n(4), n(5)],
                "Tj" | "TJ" => self.write(operands[0]),
                other => panic!("the reader does not know the operator {other}"),
            }
        });
        assert!(self.open.is_empty() && self.saved.is_empty(), "something is left open");
    }

    fn begin(&mut self, operands: &[&Object]) {
        let Object::Name(name) = operands[0] else { panic!("{:?} is not a name", operands[0]) };
        let about = operands.get(1).map(|about| match about {
            Object::Dict(about) => about,
            other => panic!("{other:?} are no properties within the stream"),
        });
        let mark = about.and_then(|about| get(about, "MCID")).map(|mark| whole(&mark));
        let instead = about.and_then(|about| text(about, "ActualText"));
        let open = match (mark, instead) {
            (Some(mark), _) => {
                self.page.marks.push(mark);
                Open::Mark(mark)
            }
            (None, Some(instead)) => Open::Instead(Some(instead)),
            (None, None) if name.as_str() == "Artifact" => Open::Artifact,
            (None, None) => Open::Instead(None),
        };
        let is_inner = self.open.iter().any(|open| matches!(open, Open::Artifact | Open::Mark(_)));
        assert!(!is_inner || matches!(open, Open::Instead(_)), "marked content within marked content");
        self.open.push(open);
    }

    fn here(&self, operands: &[&Object], from: usize) -> At {
        self.at(number(operands[from]), number(operands[from + 1]), self.state.matrix)
    }

    fn part(&mut self) -> &mut Part {
        self.path.last_mut().expect("a path")
    }

    fn go(&mut self, operands: &[&Object], from: &[usize]) {
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
        let parts: Vec<Object> = match what {
            Object::Array(parts) => parts.iter().collect(),
            part => vec![part.clone()],
        };
        for part in &parts {
            let Object::String(bytes) = part else {
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
        // The next text starts here.
        self.text[4] += x * self.text[0];
        self.text[5] += x * self.text[1];
        let size = size * matrix[0].hypot(matrix[1]) * POINT;
        let mark = self.mark();
        self.page.texts.push(Text { letters, mark, size });
    }
}

#[test]
fn the_reader_rejects_faults_that_usual_readers_ignore() {
    assert_eq!(operators(br"q /a<</b(\)(Q))>>BDC [(Q)-1.5<0a>]TJ EMC Q"), 5);
    for wrong in ["q 12a Q", "q ) Q", "[q] Q", "[1 Q", "(Q", "<0g>Tj"] {
        assert!(std::panic::catch_unwind(|| operators(wrong.as_bytes())).is_err(), "{wrong}");
    }
}
