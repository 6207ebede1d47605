//! Formats the rules as plain text: wrapped lines, with the source of every rule in a note.

use super::TEXTS;
use super::texts::text;
use super::{Basis, RuleSentence, RulesText};
use quirkat_rules::{ClauseStanding, Language};
use std::fmt;
use textwrap::WordSplitter;

/// Default width of a text, in columns.
pub const WIDTH: usize = 80;
/// Space at which a line is not broken.
const KEEP: &str = "\u{a0}";
/// Minimum width in columns. Lines exceed a narrower requested width.
const NARROWEST: usize = 24;

impl fmt::Display for RulesText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain(WIDTH))
    }
}

impl RulesText {
    /// Returns the rules as plain text in lines of at most `width` columns, without colours or other terminal codes.
    ///
    /// The basis of each sentence follows it in brackets: the number of a source, or a word for a reconstruction, our
    /// own reading or a house rule.
    pub fn plain(&self, width: usize) -> String {
        let language = self.language;
        let say = |key| TEXTS.words(language, key);
        let mut page = Page::new(width);
        let mut notes = Notes::new(language);
        page.paragraph("", "", &self.title());
        page.rule(self.title().chars().count());
        if let Some(credit) = self.credit() {
            page.paragraph("", "", &credit);
        }
        for paragraph in [&self.about, &self.note] {
            if !paragraph.is_empty() {
                page.gap();
                page.paragraph("", "", paragraph);
            }
        }
        for section in &self.sections {
            page.heading(section.heading);
            for sentence in &section.sentences {
                page.paragraph("- ", "  ", &format!("{}{}", sentence.text, notes.mark(sentence)));
            }
        }
        if !self.house_rules.is_empty() {
            page.heading(say("plain.house_rules"));
            for rule in &self.house_rules {
                let slots = [
                    text("about", &rule.choice.key_words),
                    text("value", &rule.choice.value_words),
                    text("instead", &rule.instead_of),
                ];
                let text = TEXTS.say(language, "plain.house_rule", &slots);
                page.paragraph("- ", "  ", &text);
            }
        }
        if !notes.is_empty() {
            page.heading(say("plain.origins"));
            for (number, source) in (1..).zip(&notes.sources) {
                page.numbered(number, notes.sources.len(), source);
            }
            for meaning in notes.meanings() {
                page.paragraph("- ", "  ", meaning);
            }
        }
        if !self.sources.is_empty() {
            page.heading(say("plain.sources"));
            for source in &self.sources {
                page.paragraph("- ", "  ", source);
            }
        }
        page.text
    }
}

/// Collects the meanings of the marks after the sentences.
struct Notes {
    language: Language,
    sources: Vec<String>,
    /// Kinds of marks that occurred.
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reconstruction,
    Ours,
    HouseRule,
}

impl RuleSentence {
    /// Returns the sentence alone, with its basis in brackets: a source, a reconstruction, our own reading or a house
    /// rule.
    pub fn with_origins(&self, language: Language) -> String {
        let mut origins: Vec<String> = vec![];
        for ground in &self.grounds {
            let (kind, source) = match &ground.basis {
                Basis::Unstated => continue,
                Basis::HouseRule => (Some(Kind::HouseRule), ""),
                Basis::Stated { standing: ClauseStanding::Source, source } => (None, source.as_str()),
                Basis::Stated { standing: ClauseStanding::Reconstruction, source } => {
                    (Some(Kind::Reconstruction), source.as_str())
                }
                Basis::Stated { standing: ClauseStanding::Ours, source } => (Some(Kind::Ours), source.as_str()),
            };
            let parts = kind.map(|kind| kind.word(language).to_owned()).into_iter().chain([source.to_owned()]);
            for origin in parts.filter(|origin| !origin.is_empty()) {
                if !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
        }
        if origins.is_empty() { self.text.clone() } else { format!("{} [{}]", self.text, origins.join("; ")) }
    }
}

impl Kind {
    /// Returns the word in brackets.
    fn word(self, language: Language) -> &'static str {
        let key = match self {
            Kind::Reconstruction => "plain.reconstruction",
            Kind::Ours => "plain.ours",
            Kind::HouseRule => "plain.house",
        };
        TEXTS.words(language, key)
    }

    /// Returns the meaning of that word.
    fn meaning(self, language: Language) -> &'static str {
        let key = match self {
            Kind::Reconstruction => "plain.reconstruction_means",
            Kind::Ours => "plain.ours_means",
            Kind::HouseRule => "plain.house_means",
        };
        TEXTS.words(language, key)
    }
}

impl Notes {
    fn new(language: Language) -> Self {
        Notes { language, sources: vec![], kinds: vec![] }
    }

    fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.kinds.is_empty()
    }

    /// Returns the mark after a sentence: empty, or in brackets after a space.
    fn mark(&mut self, sentence: &RuleSentence) -> String {
        let mut kinds = vec![];
        let mut numbers = vec![];
        for ground in &sentence.grounds {
            match &ground.basis {
                Basis::HouseRule => kinds.push(Kind::HouseRule),
                Basis::Stated { standing, source } => {
                    match standing {
                        ClauseStanding::Source => {}
                        ClauseStanding::Reconstruction => kinds.push(Kind::Reconstruction),
                        ClauseStanding::Ours => kinds.push(Kind::Ours),
                    }
                    if !source.is_empty() {
                        numbers.push(self.number(source));
                    }
                }
                Basis::Unstated => {}
            }
        }
        let mut parts: Vec<String> = vec![];
        for kind in kinds {
            if !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
            parts.push(kind.word(self.language).to_owned());
        }
        numbers.sort_unstable();
        parts.extend(numbers.iter().map(usize::to_string));
        parts.dedup();
        if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join(", ").replace(' ', KEEP)) }
    }

    /// Returns the number of a source, and assigns the next number to a new one.
    fn number(&mut self, source: &str) -> usize {
        let known = self.sources.iter().position(|cited| cited == source);
        let at = known.unwrap_or_else(|| {
            self.sources.push(source.to_owned());
            self.sources.len() - 1
        });
        at + 1
    }

    /// Returns the meanings of the words in brackets that occurred.
    fn meanings(&self) -> impl Iterator<Item = &'static str> {
        let occurred = [Kind::Reconstruction, Kind::Ours, Kind::HouseRule];
        occurred.into_iter().filter(|kind| self.kinds.contains(kind)).map(|kind| kind.meaning(self.language))
    }
}

/// Text that is wrapped at a fixed width.
pub struct Page {
    pub text: String,
    width: usize,
}

impl Page {
    /// Creates an empty page with lines of at most `width` columns.
    pub fn new(width: usize) -> Page {
        Page { text: String::new(), width: width.max(NARROWEST) }
    }

    pub fn gap(&mut self) {
        self.text.push('\n');
    }

    pub fn heading(&mut self, heading: &str) {
        self.gap();
        self.paragraph("", "", heading);
    }

    fn rule(&mut self, length: usize) {
        self.text.push_str(&"=".repeat(length.min(self.width)));
        self.gap();
    }

    fn numbered(&mut self, number: usize, most: usize, text: &str) {
        let digits = most.to_string().len();
        self.paragraph(&format!("{number:digits$} "), &" ".repeat(digits + 1), text);
    }

    /// Appends wrapped words. The first line begins with `first`, the others with `others`, which has the same length.
    pub fn paragraph(&mut self, first: &str, others: &str, words: &str) {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(others)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        let words = words.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        for line in textwrap::wrap(&words, options) {
            self.text.push_str(&line.replace(KEEP, " "));
            self.gap();
        }
    }
}
