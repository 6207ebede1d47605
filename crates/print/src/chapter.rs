//! Builds the stories about a game: its head, its rules with drawn examples, and its sources.

use super::counters::has_towers;
use super::order::PrintError;
use super::picture::Picture;
use super::story::{Block, Captioned, Look, centred, paragraph};
use super::text::{Face, Span, Target};
use super::words;
use quirkat_draw::Scene;
use quirkat_draw::examples::{Example, ExampleKind, examples};
use quirkat_draw::svg::Palette;
use quirkat_rules::{AnyRules, ClauseStanding, Language, MAX_USER_HOPS, Ruleset, Setup, Turn, find_urls};
use quirkat_words::{Basis, RulesText, RulesTopic, move_in_words, position_in_words, rules_in_words};

/// A game's rules, the language and the inks of its story.
pub struct Chapter<'a> {
    ruleset: &'a Ruleset,
    language: Language,
    palette: Palette,
    text: RulesText,
    examples: Vec<Example>,
}

impl<'a> Chapter<'a> {
    /// Plays the examples and puts the rules into words.
    ///
    /// # Errors
    /// When the rules contradict one another.
    pub fn new(ruleset: &'a Ruleset, language: Language, palette: Palette) -> Result<Chapter<'a>, PrintError> {
        let rules = AnyRules::compile_bounded(ruleset.clone(), MAX_USER_HOPS)?;
        let examples = examples(&rules.new_game());
        Ok(Chapter { ruleset, language, palette, text: rules_in_words(ruleset, language), examples })
    }

    /// Returns the names of the game in its home languages.
    pub fn names(&self) -> Option<Block> {
        let known = self.ruleset.info.name.get(self.language).to_lowercase();
        let names = self.ruleset.info.native.iter().map(|native| native.name.as_str());
        let names: Vec<_> = names.filter(|name| name.to_lowercase() != known).collect();
        (!names.is_empty()).then(|| centred(names.join(" · "), Face::Regular))
    }

    /// Returns the sentence that names the inventor, if there is one.
    pub fn credit(&self) -> Option<Block> {
        self.text.credit().map(|words| centred(words, Face::Italic))
    }

    /// Returns the paragraphs on the game and its origin.
    pub fn about(&self) -> Vec<Block> {
        paragraphs(&self.text.about).collect()
    }

    /// Returns the note on the variant alone.
    pub fn note(&self) -> Option<Block> {
        let note = self.text.note.as_str();
        (!note.is_empty()).then(|| Block::Paragraph(vec![Span::new(note, Face::Italic)], Look::Plain))
    }

    /// Draws the empty board.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn board(&self) -> Result<Captioned, PrintError> {
        let words = words::board(&words::title(self.ruleset, self.language), self.language);
        let scene = Scene::new(self.ruleset, Setup::empty(&self.ruleset.board));
        let picture = self.picture(&scene, &[], &words)?;
        Ok(Captioned { picture, words, caption: String::new(), is_sequel: false })
    }

    fn setup(&self) -> Result<Captioned, PrintError> {
        self.position(&self.ruleset.start, words::setup(self.language))
    }

    fn position(&self, setup: &Setup, caption: &str) -> Result<Captioned, PrintError> {
        let words = position_in_words(self.ruleset, setup, self.language);
        let picture = self.picture(&Scene::new(self.ruleset, setup.clone()), &[], &words)?;
        Ok(Captioned { picture, words, caption: caption.to_owned(), is_sequel: false })
    }

    fn picture(&self, scene: &Scene, turns: &[Turn], words: &str) -> Result<Picture, PrintError> {
        Picture::of_scene(scene, turns, words, self.palette)
    }

    fn example(&self, example: &Example) -> Result<Vec<Captioned>, PrintError> {
        let Example { before, turn, after, .. } = example;
        let words = [
            position_in_words(self.ruleset, before, self.language),
            move_in_words(self.ruleset, before, turn, after, self.language),
        ]
        .join(" ");
        let scene = Scene::new(self.ruleset, before.clone());
        let picture = self.picture(&scene, std::slice::from_ref(turn), &words)?;
        let caption = example.caption(&self.ruleset.board, self.language);
        let mut pictures = vec![Captioned { picture, words, caption, is_sequel: false }];
        // An arrow does not show the towers that a capture leaves.
        if has_towers(self.ruleset) && example.kind == ExampleKind::Capture {
            let after = self.position(after, words::afterwards(self.language))?;
            pictures.push(Captioned { is_sequel: true, ..after });
        }
        Ok(pictures)
    }

    /// Returns the rules, their sentences numbered throughout, with pictures of legal moves.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub fn rules(&self, level: u16) -> Result<Vec<Block>, PrintError> {
        let mut story = Vec::new();
        let mut number = 0;
        let mut marks = Vec::new();
        for section in &self.text.sections {
            story.push(Block::Heading(level, section.heading.to_owned(), None));
            for sentence in &section.sentences {
                number += 1;
                let standing = sentence.grounds.iter().filter_map(|ground| mark(&ground.basis)).min();
                marks.extend(standing);
                let mut spans = vec![Span::new(sentence.text.as_str(), Face::Regular)];
                spans.extend(standing.map(|mark| Span::new(mark.to_string(), Face::Regular)));
                story.push(Block::Item(format!("{number}."), spans));
            }
            let mut pictures = Vec::new();
            if section.topic == RulesTopic::Setup {
                pictures.push(self.setup()?);
            }
            for example in self.examples.iter().filter(|example| example.topic == section.topic) {
                pictures.extend(self.example(example)?);
            }
            if !pictures.is_empty() {
                story.push(Block::Pictures(pictures));
            }
        }
        marks.sort_unstable();
        marks.dedup();
        let notes = marks.into_iter().map(|mark| words::standing(mark, self.language));
        story.extend(notes.map(|words| Block::Paragraph(vec![Span::new(words, Face::Regular)], Look::Small)));
        Ok(story)
    }

    /// Returns the differences from the rules of the variant.
    pub fn house_rules(&self, level: u16) -> Vec<Block> {
        let rules = &self.text.house_rules;
        let heading = Block::Heading(level, words::house_rules(self.language).to_owned(), None);
        let items = rules.iter().map(|rule| {
            paragraph(words::house_rule(
                &rule.choice.key_words,
                &rule.choice.value_words,
                &rule.instead_of,
                self.language,
            ))
        });
        (!rules.is_empty()).then_some(heading).into_iter().chain(items).collect()
    }

    /// Returns the sources of the rules and the literature of the game.
    pub fn sources(&self, level: u16) -> Vec<Block> {
        let heading = Block::Heading(level, words::sources(self.language).to_owned(), None);
        let items = self.text.sources.iter().map(|source| Block::Paragraph(linked(source), Look::Small));
        (!self.text.sources.is_empty()).then_some(heading).into_iter().chain(items).collect()
    }
}

/// Splits a text into paragraphs at empty lines.
pub fn paragraphs(text: &str) -> impl Iterator<Item = Block> + '_ {
    text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(paragraph)
}

/// Returns a text whose web addresses are links.
pub fn linked(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut from = 0;
    for range in find_urls(text) {
        spans.push(Span::new(&text[from..range.start], Face::Regular));
        let address = &text[range.clone()];
        let target = Some(Target::Address(address.to_owned()));
        spans.push(Span { target, ..Span::new(address, Face::Regular) });
        from = range.end;
    }
    spans.push(Span::new(&text[from..], Face::Regular));
    spans.retain(|span| !span.text.is_empty());
    spans
}

/// Returns the mark behind a sentence that no source states. Our own readings take precedence over reconstructions.
fn mark(basis: &Basis) -> Option<char> {
    match basis {
        Basis::Stated { standing: ClauseStanding::Ours, .. } => Some(words::OURS),
        Basis::Stated { standing: ClauseStanding::Reconstruction, .. } => Some(words::RECONSTRUCTION),
        Basis::Stated { standing: ClauseStanding::Source, .. } | Basis::HouseRule | Basis::Unstated => None,
    }
}
