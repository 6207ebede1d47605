//! Describes the family of games: their descent and how certain it is.

use super::TEXTS;
use super::plain::Page;
use super::texts::{Slot, text};
use quirkat_rules::{DescentKind, Family, Language, Member};

/// Returns a word for the certainty of a descent.
pub fn bond_in_words(bond: DescentKind, language: Language) -> &'static str {
    let key = match bond {
        DescentKind::Documented => "family.documented",
        DescentKind::Claimed => "family.claimed",
        DescentKind::Disputed => "family.disputed",
        DescentKind::Likeness => "family.likeness",
    };
    TEXTS.words(language, key)
}

/// Returns the meaning of that word, as a sentence.
pub fn bond_meaning(bond: DescentKind, language: Language) -> &'static str {
    let key = match bond {
        DescentKind::Documented => "family.documented_meaning",
        DescentKind::Claimed => "family.claimed_meaning",
        DescentKind::Disputed => "family.disputed_meaning",
        DescentKind::Likeness => "family.likeness_meaning",
    };
    TEXTS.words(language, key)
}

/// Returns the tree of descent as plain text. Each member is one line under its ancestor, with the certainty of its
/// descent. The disagreements of the sources follow. Lines have at most `width` columns.
pub fn family_in_words(family: &Family, language: Language, width: usize) -> String {
    let mut page = Page::new(width);
    for (member, depth) in family.tree_order() {
        let bond = member.descents.first().map(|descent| format!(" ({})", bond_in_words(descent.kind, language)));
        let indent = "  ".repeat(depth);
        let line = heading(member, language) + &bond.unwrap_or_default();
        page.paragraph(&indent, &format!("{indent}  "), &line);
    }
    page.gap();
    for bond in DescentKind::ALL {
        let slots = [text("bond", bond_in_words(bond, language)), text("meaning", bond_meaning(bond, language))];
        page.paragraph("", "  ", &TEXTS.say(language, "family.kind", &slots));
    }
    for dispute in &family.disputes {
        page.heading(dispute.title.get(language));
        for side in &dispute.sides {
            let slots = [text("says", side.text.get(language)), sources(&side.sources)];
            page.paragraph("- ", "  ", &TEXTS.say(language, "family.side", &slots));
        }
    }
    page.text
}

/// Returns a member as plain text: place and time, sources, and each descent with its sources. Lines have at most `width`
/// columns.
pub fn member_in_words(family: &Family, member: &Member, language: Language, width: usize) -> String {
    let mut page = Page::new(width);
    page.paragraph("", "", &heading(member, language));
    if !member.date_sources.is_empty() {
        page.paragraph("", "", &TEXTS.say(language, "family.dated", &[sources(&member.date_sources)]));
    }
    for descent in &member.descents {
        let whom = family.member(&descent.ancestor).map_or(&*descent.ancestor, |whom| whom.name.get(language));
        let bond = text("bond", bond_in_words(descent.kind, language));
        let slots = [bond, text("whom", whom), text("says", descent.text.get(language)), sources(&descent.sources)];
        page.gap();
        page.paragraph("", "", &TEXTS.say(language, "family.tie", &slots));
    }
    page.text
}

fn sources(sources: &[String]) -> Slot {
    text("sources", sources.join("; "))
}

/// Returns a member's name with its place and time.
fn heading(member: &Member, language: Language) -> String {
    let parts = [&member.name, &member.place, &member.time].map(|words| words.get(language));
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
