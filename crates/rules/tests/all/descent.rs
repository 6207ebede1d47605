//! The family file: it has every game, and every statement cites a source.

use quirkat_rules::{DescentKind, Family, Language, Member, Words, family, games};
use std::collections::BTreeSet;

const FILE: &str = include_str!("../../family.toml");

fn members() -> impl Iterator<Item = &'static Member> {
    family().members.iter()
}

/// Returns all statements and questions, without names.
fn statements() -> Vec<&'static Words> {
    let descents = members().flat_map(|member| &member.descents).map(|descent| &descent.text);
    let sides = family().disputes.iter().flat_map(|dispute| &dispute.sides).map(|side| &side.text);
    let passage = &family().passage;
    let explained =
        passage.lines.iter().map(|line| &line.new).chain(passage.glossary.iter().map(|(_, text)| &text.text));
    descents.chain(sides).chain(explained).chain(family().disputes.iter().map(|dispute| &dispute.title)).collect()
}

#[test]
fn every_game_has_a_place_and_an_ancestor() {
    let known: Vec<_> = members().filter(|member| member.is_game).map(|member| member.id.as_str()).collect();
    assert_eq!(known, games().map(|game| game.id.as_str()).collect::<Vec<_>>());
    for member in members().filter(|member| member.is_game) {
        assert!(!member.descents.is_empty(), "{}", member.id);
        assert!(!member.place.get(Language::En).is_empty() && !member.time.get(Language::En).is_empty());
        // A game that no source dates is marked `of unknown age` or `traditional`.
        let is_vague = ["traditional", "of unknown age"].contains(&member.time.get(Language::En));
        assert!(is_vague || !member.date_sources.is_empty(), "{}: {:?}", member.id, member.time);
    }
}

#[test]
fn every_descent_and_every_side_of_a_dispute_has_a_source() {
    assert!(members().flat_map(|member| &member.descents).all(|descent| !descent.sources.is_empty()));
    assert!(family().disputes.iter().flat_map(|dispute| &dispute.sides).all(|side| !side.sources.is_empty()));
    assert!(family().passage.glossary.iter().all(|(_, text)| !text.sources.is_empty()));
    let kinds: BTreeSet<DescentKind> =
        members().flat_map(|member| &member.descents).map(|descent| descent.kind).collect();
    assert_eq!(kinds, BTreeSet::from(DescentKind::ALL), "all kinds are there");
    let listed = FILE.split_once("[sources]\n").unwrap().1.split_once("\n\n").unwrap().0.lines();
    for (word, _) in listed.map(|line| line.split_once(" = ").unwrap()) {
        assert!(FILE.matches(&format!("\"{word}\"")).count() > 0, "{word} is cited nowhere");
    }
}

#[test]
fn all_statements_exist_in_every_language() {
    for language in Language::ALL {
        for words in statements() {
            let text = words.own(language).unwrap_or_else(|| panic!("{language}: {words:?}"));
            assert!(!text.is_empty() && !text.contains("  "), "{text}");
            let is_loose = [" :", " ;", " !", " ?", " »", "« "].iter().any(|loose| text.contains(loose));
            assert!(language != Language::Fr || !is_loose, "{text}");
        }
    }
}

#[test]
fn every_place_on_the_map_has_a_member() {
    for (number, place) in family().places.iter().enumerate() {
        assert!(members().any(|member| member.places.contains(&number)), "{:?}", place.name);
    }
}

#[test]
fn the_passage_of_1283_is_unchanged() {
    let passage = family().passage.lines.iter().map(|line| line.old.as_str()).collect::<Vec<_>>().join(" ");
    assert!(
        passage
            .starts_with("Este es ell Alquerque de doze que iuega con todos sus trebeios E iuegasse en esta manera.")
    );
    assert!(passage.contains("Et si amos los iogadores lo sopieren iogar; communalmientre puede se mannar. Et esta"));
    assert!(passage.ends_with("& delos iuegos. & de como estan puestos en sus casas."));
    assert_eq!((passage.chars().count(), passage.split(' ').count()), (1306, 253));
    for (word, _) in &family().passage.glossary {
        assert!(passage.contains(word), "{word}");
    }
}

/// Returns the errors of the family file after a change.
fn faults(before: &str, after: &str) -> String {
    assert!(FILE.contains(before), "{before}");
    let faults = Family::parse("family.toml", &FILE.replace(before, after)).unwrap_err().to_string();
    // The tests of the reader cover the places of errors.
    faults.lines().map(|line| line.splitn(3, ':').nth(2).unwrap().trim()).collect::<Vec<_>>().join("\n")
}

#[test]
fn errors_list_the_allowed_values() {
    assert!(Family::parse("family.toml", FILE).is_ok());
    let misspelt = faults("games.lasca", "games.laska");
    assert!(
        misspelt.lines().any(|fault| fault == "games.laska: there is no game `laska` in the catalogue"),
        "{misspelt}"
    );
    assert!(misspelt.lines().any(|fault| fault == "the game `lasca` is missing"), "{misspelt}");
    let unknown = faults("whom = \"qurna\"", "whom = \"rome\"");
    assert!(unknown.starts_with("games.alquerque.from.1.whom: found `rome`; allowed: chess, draughts, "), "{unknown}");
    let uncited = faults("sources = [\"monod-1950\"]", "sources = []");
    assert_eq!(uncited, "games.kharberg.from.0.sources: found 0 entries; allowed: 1 to 200");
    let unread = faults("sources = [\"monod-1950\"]", "sources = [\"hearsay\"]");
    assert!(unread.contains("found `hearsay`; allowed: alfonso, "), "{unread}");
    let kind = faults("kind = \"likeness\"", "kind = \"likely\"");
    assert!(kind.contains("found `likely`; allowed: documented, claimed, disputed, likeness"), "{kind}");
    assert!(faults("at = [53, -2]", "at = [530, -2]").contains("a whole number from -90 to 90"));
    assert!(faults("at = [53, -2]", "at = [53]").contains("allowed: 2, degrees north and degrees east"));
    let circle = faults(
        "[forebears.chess]",
        "[[forebears.chess.from]]\nwhom = \"english\"\nkind = \"claimed\"\nsources = [\"walker\"]\nsays = { en = \"?\", es = \"?\" }\n\n[forebears.chess]",
    );
    assert!(circle.ends_with("descends from itself"), "{circle}");
}
