//! Published variants: the whole texts, which are recorded, and the short ones.

use quirkat_rules::{Language, find_game, games};
use quirkat_words::rules_in_words;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Games and variants whose rules are recorded in full.
const RECORDED: [(&str, &[&str]); 42] = [
    ("alquerque", &["walker", "article", "smith_bell", "bell_strict", "roman", "arabic"]),
    ("buruj", &["max", "protest"]),
    ("lasca", &["lasca"]),
    ("bashni", &["bashni"]),
    ("damas", &["modern"]),
    ("shashki", &["russian"]),
    ("dama", &["turkish"]),
    ("tama", &["armenian"]),
    ("international", &["fmjd", "killer", "breakthrough", "antidraughts"]),
    ("english", &["wcdf"]),
    ("brazilian", &["cbd"]),
    ("italian", &["fid"]),
    ("pinoy-dama", &["modern"]),
    ("canadian", &["aqjd"]),
    ("frisian", &["wfd", "frysk"]),
    ("dameo", &["freeling"]),
    ("portuguese", &["fpd"]),
    ("czech", &["cfd"]),
    ("pool", &["apca"]),
    ("unified-pool", &["unified"]),
    ("jamaican", &["jamaica"]),
    ("thai", &["makhos"]),
    ("spantsiretti", &["russian"]),
    ("zamma", &["zamma"]),
    ("kharbaga", &["kharbaga"]),
    ("kharberg", &["monod"]),
    ("tukvnanawopi", &["seed"]),
    ("tuknanavuhpi", &["seed"]),
    ("aiyawatstani", &["reserve"]),
    ("peralikatuma", &["seed"]),
    ("sixteen-soldiers", &["seed"]),
    ("awithlaknannai", &["seed"]),
    ("awithlaknan-mosona", &["bent"]),
    ("fanorona", &["tsivy", "vela", "telo_align"]),
    ("konane", &["hawaii10", "free"]),
    ("dablot", &["usual", "keyland", "compulsory", "winther"]),
    ("queah", &["walker", "navpil", "at_once"]),
    ("liebre", &["alfonso", "no_diagonals"]),
    ("bagh-chal", &["nepal", "all"]),
    ("leopards", &["parker", "chain"]),
    ("alquerque-de-tres", &["alfonso", "tapatan", "flying"]),
    ("alquerque-de-nueve", &["alfonso", "modern", "dados"]),
];

#[test]
fn short_rules_say_how_to_play_and_how_to_win_in_a_minute() {
    for game in games() {
        for variant in game.variants() {
            let ruleset = game.ruleset(Some(variant), &[]).unwrap();
            let text = rules_in_words(&ruleset, Language::En);
            let names: Vec<_> = text.in_short().map(|sentence| sentence.name).collect();
            let has = |parts: &[&str]| names.iter().any(|name| parts.iter().any(|part| name.starts_with(part)));
            assert!(has(&["setting."]), "{game:?}: {names:?}", game = game.id);
            assert!(has(&["moving.", "placing.", "opening.", "runs."]), "{}: {names:?}", game.id);
            assert!(has(&["ending.", "hunt.", "mills.win", "ranks.king_lost"]), "{}: {names:?}", game.id);
            let words: usize = text.in_short().map(|sentence| sentence.text.split_whitespace().count()).sum();
            assert!((30..=300).contains(&words), "{}:{variant}: {words} words", game.id);
        }
    }
}

#[test]
fn texts_of_published_variants_match_the_golden_files() {
    let missing: Vec<_> = games().filter(|game| RECORDED.iter().all(|(name, _)| *name != game.id)).collect();
    assert!(missing.is_empty(), "add a variant or two to RECORDED: {:?}", missing.iter().map(|game| &game.id));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/words");
    let mut differing = vec![];
    for (game, variants) in RECORDED {
        for variant in variants {
            let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
            for language in Language::ALL {
                let path = folder.join(format!("{game}-{variant}.{language}.txt"));
                let text = rules_in_words(&ruleset, language).to_string();
                if std::env::var_os("QUIRKAT_BLESS").is_some() {
                    fs::write(&path, &text).unwrap();
                }
                let recorded = fs::read_to_string(&path).unwrap_or_default();
                if recorded != text {
                    let old: HashSet<_> = recorded.lines().collect();
                    let new: Vec<_> = text.lines().filter(|line| !old.contains(line)).collect();
                    differing.push(format!("{}\n{}", path.display(), new.join("\n")));
                }
            }
        }
    }
    assert!(
        differing.is_empty(),
        "these words are new; run this test with QUIRKAT_BLESS=1 and read what has changed:\n{}",
        differing.join("\n\n")
    );
}
