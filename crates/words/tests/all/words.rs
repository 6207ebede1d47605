//! Rules in words: every option changes the text in every language, the grammar is correct for all options and names,
//! and published variants match recorded texts.
//!
//! The golden files are under `tests/data/words`. After a deliberate change of the wording, rewrite them with
//! `QUIRKAT_BLESS=1 cargo test -p quirkat-words --test all words::`, and read them.

use quirkat_rules::{
    AUTOMATIC_COUNT_TURNS, Blocked, Capture, Chain, ClauseStanding, Closing, Directions, DrawRules, EndCount, GameFile,
    KingLost, Language, OptionKey, Options, Outcome, Precedence, Promotion, PromotionInside, Reason, Removal,
    Repetition, Return, Ruleset, Side, Sides, TakenToWin, YesNo, find_game, games,
};
use quirkat_words::{Basis, RulesTopic, choices_in_words, option_value_in_words, outcome_in_words, rules_in_words};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Languages in which this file compares single texts.
const WRITTEN: [Language; 2] = [Language::En, Language::Es];

fn ruleset(variant: &str, house_rules: &[(&str, &str)]) -> Ruleset {
    find_game("alquerque").unwrap().ruleset(Some(variant), house_rules).unwrap()
}

/// Returns the sentences of the rules, without the names of options.
fn sentences(ruleset: &Ruleset, language: Language) -> Vec<String> {
    let text = rules_in_words(ruleset, language);
    text.sections.into_iter().flat_map(|section| section.sentences).map(|sentence| sentence.text).collect()
}

/// Returns the values of an option, or a sample of them for a numeric option.
pub fn values(key: OptionKey) -> Vec<String> {
    let mut values: Vec<_> = key.allowed().split(", ").filter(|word| !word.contains(' ')).map(str::to_owned).collect();
    match key.name() {
        "no_capture_limit" => values.extend(["1", "6", "7", "40"].map(str::to_owned)),
        "king_move_limit" => values.extend(["1", "3"].map(str::to_owned)),
        "n" => values.extend(["4", "8", "16"].map(str::to_owned)),
        "size" => values.extend(["4x4", "5x7", "6x5", "10x10", "20x20"].map(str::to_owned)),
        "taken_to_win" => values.extend(["1", "5", "11"].map(str::to_owned)),
        _ => (),
    }
    values
}

/// Options that change the board or the setup of other games. Alquerque refuses them.
const OF_OTHER_BOARDS: [&str; 10] =
    ["board", "size", "hunters", "n", "outer", "tips", "reading", "side_triangle", "centres", "corner"];

/// Options of games that do not capture by leaping or that have pieces in hand. They have no effect at alquerque.
const OF_OTHER_GAMES: [&str; 18] = [
    "capture_lines",
    "capture_by",
    "direction",
    "first_capture_single",
    "vela",
    "must_offer",
    "opening",
    "placing",
    "no_centre_opening",
    "dice",
    "after_placing",
    "resupply",
    "mills",
    "diagonal_mills",
    "mill_protected",
    "double_mill",
    "fly_at_three",
    "single_combat",
];

/// Returns the options of alquerque with their values.
fn choices() -> impl Iterator<Item = (OptionKey, Vec<String>)> {
    OptionKey::ALL
        .into_iter()
        .filter(|key| !OF_OTHER_BOARDS.contains(&key.name()) && !OF_OTHER_GAMES.contains(&key.name()))
        .map(|key| {
            let mut values = values(key);
            match key.name() {
                // The setup of alquerque is a diagram.
                "middle" => values.retain(|value| value != "alternating"),
                // A game needs captures.
                "cap_dirs" => values.retain(|value| value != "none"),
                _ => (),
            }
            (key, values)
        })
}

/// Returns random values for all options.
fn random_house_rules(random: &mut fastrand::Rng) -> Vec<(&'static str, String)> {
    choices().map(|(key, values)| (key.name(), values[random.usize(..values.len())].clone())).collect()
}

fn with(rules: &[(&'static str, String)]) -> Ruleset {
    let rules: Vec<_> = rules.iter().map(|(key, value)| (*key, value.as_str())).collect();
    ruleset("walker", &rules)
}

/// Returns the effect of an option beside the others. Values with equal effects need no distinct sentences.
fn effect(key: &str, value: &str, options: &Options) -> String {
    let promotion = options.promotion != Promotion::None;
    let one_leap = options.chain == Chain::None;
    // Where the first king wins, it moves no more unless its capture continues.
    let kings =
        promotion && (options.promotion_wins == YesNo::No || options.promo_mid == PromotionInside::AsKing && !one_leap);
    let protest = options.choice == Precedence::Protest;
    let towers = options.removal == Removal::Under;
    // If men do not step and there are no kings, every turn is a capture.
    let captures_only = options.step_dirs == Directions::None && !kings;
    let effect = match (key, value) {
        ("aim", _) if !is_aim_mentioned(options, kings, captures_only) => "nothing is reversed",
        ("promotion_wins", _) if !promotion => "no kings",
        ("line_steps", _) if options.step_dirs == Directions::None => "no steps",
        ("promotion", "short" | "long") if !kings => "no king moves",
        ("king_move_limit", _) if !kings || towers => "off",
        ("king_lost", _) if !kings => "no kings",
        ("draw_rules", "lone_kings") if options.king_lost == KingLost::LosesOrAlone => "none",
        ("blocked", "last_higher") if !kings => "pass",
        ("taken_to_win", _) if towers => "no column",
        // A man that never steps can lose only backward captures on its last row.
        ("last_row", "capture_only") if options.step_dirs == Directions::None => "normal",
        ("last_row", "capture_sideways_only")
            if options.step_dirs == Directions::None && options.cap_dirs != Directions::All =>
        {
            "normal"
        }
        ("capture", "optional" | "mandatory" | "men") if captures_only => "no other move",
        ("repetition", _) if captures_only => "never repeated",
        ("no_capture_limit", _) if captures_only => "off",
        ("end_count", "automatic") if captures_only => "by_agreement",
        ("repetition", "captor_wins") if options.captors == Sides::Both && options.returning != Return::Never => "draw",
        // Without promotion there are no kings; without further leaps there is no position inside a chain.
        ("king_reach" | "king_landing", _) if !kings => "no kings",
        ("promo_mid", _) if !promotion || one_leap => "no difference",
        ("king_landing", "any_but_further") if one_leap => "any",
        ("take_higher", _) if !kings => "no kings",
        ("turning", _) if !kings || one_leap || options.chain == Chain::Straight => "no turning",
        // One leap captures one piece, and without kings all pieces have equal rank.
        ("choice", "max_quality" | "king_first" | "italian" | "frisian") if !kings => effect_of_max(one_leap),
        ("choice", "max") => effect_of_max(one_leap),
        ("choice", "by_king") if !kings => "free",
        ("choice", "king_first") if one_leap => "by_king",
        // If the opponent claims captures, no other rule enforces them.
        ("capture", "optional" | "mandatory" | "men") if protest => "claimed",
        ("capture", "men") if !kings => "mandatory",
        // Only a chain with turns returns to a column, and only columns stay when they are leapt.
        ("rejump", _) if options.removal != Removal::Under || one_leap || options.chain == Chain::Straight => {
            "never back"
        }
        ("closing_sides", _) if options.closing == Closing::None => "open",
        // A single leap or a straight chain never returns.
        ("return", "not_start") if one_leap || options.chain == Chain::Straight => "free",
        // The other counts require kings.
        ("draw_rules", value) if !kings && value != "english" => "none",
        // A man that captures only forward has nothing to capture on its last row.
        ("last_row", "capture_sideways_only")
            if [Directions::Forward, Directions::Straight].contains(&options.cap_dirs) =>
        {
            "capture_only"
        }
        // Every step makes a new position.
        ("repetition", _) if options.returning == Return::Never => "never repeated",
        // The lower of the two limits ends the game.
        ("end_count", "automatic") if options.no_capture_limit.0.is_some_and(|turns| turns < 7) => "by_agreement",
        ("no_capture_limit", turns)
            if options.end_count == EndCount::Automatic && turns.parse().is_ok_and(|turns: u16| turns >= 7) =>
        {
            "off"
        }
        (_, value) => value,
    };
    effect.to_owned()
}

/// Returns whether a result that the aim of the game reverses is mentioned in a game of this file.
fn is_aim_mentioned(options: &Options, kings: bool, captures_only: bool) -> bool {
    let is_blocking_decisive = match options.blocked {
        Blocked::Loss => true,
        Blocked::LastHigher => kings,
        Blocked::Draw | Blocked::Pass => false,
    };
    let may_be_barred =
        options.repetition == Repetition::Forbidden && options.returning != Return::Never && !captures_only;
    let may_lose_all = options.removal == Removal::Under || options.taken_to_win == TakenToWin(None);
    may_lose_all || is_blocking_decisive || may_be_barred
}

fn effect_of_max(one_leap: bool) -> &'static str {
    if one_leap { "free" } else { "max" }
}

#[test]
fn every_value_of_every_option_changes_the_text() {
    assert_eq!(AUTOMATIC_COUNT_TURNS, 7);
    let mut random = fastrand::Rng::with_seed(7);
    let mut covered = HashSet::new();
    for _ in 0..150 {
        let base = random_house_rules(&mut random);
        for (key, values) in choices() {
            let rulesets: Vec<(String, String, Ruleset)> = values
                .into_iter()
                .map(|value| {
                    let mut rules = base.clone();
                    rules.iter_mut().find(|(name, _)| *name == key.name()).unwrap().1.clone_from(&value);
                    let ruleset = with(&rules);
                    (effect(key.name(), &value, &ruleset.options), value, ruleset)
                })
                .collect();
            for language in Language::ALL {
                let wordings: Vec<_> = rulesets
                    .iter()
                    .map(|(effect, value, ruleset)| (effect, value, sentences(ruleset, language)))
                    .collect();
                for (effect, value, text) in &wordings {
                    for (other_effect, other_value, other_text) in &wordings {
                        assert_eq!(
                            effect == other_effect,
                            text == other_text,
                            "{} {value} {other_value} {base:?}",
                            key.name()
                        );
                        if effect != other_effect {
                            covered.insert((key.name(), (*value).clone(), (*other_value).clone()));
                        }
                    }
                }
            }
        }
    }
    for (key, values) in choices() {
        for value in &values {
            for other in values.iter().filter(|other| *other != value) {
                assert!(
                    covered.contains(&(key.name(), value.clone(), other.clone())),
                    "{} {value} {other}",
                    key.name()
                );
            }
        }
    }
}

/// Checks each sentence once: many rulesets share it.
fn check_sentences(wordings: HashSet<(Language, String)>) {
    wordings.iter().for_each(|(language, sentence)| check_sentence(sentence, *language));
}

/// Checks a sentence for errors that are never correct in its language.
fn check_sentence(sentence: &str, language: Language) {
    let fault = |what: &str| panic!("{what}: {sentence}");
    if sentence.contains(['{', '}']) {
        fault("an empty slot");
    }
    if !sentence.starts_with(char::is_uppercase) && !sentence.starts_with(|c: char| c.is_ascii_digit()) {
        fault("no capital");
    }
    if !sentence.ends_with('.') || sentence.contains("..") {
        fault("no full stop, or too many");
    }
    for wrong in ["  ", " ,", " .", " ;", ": .", "( "] {
        if sentence.contains(wrong) {
            fault("bad spacing");
        }
    }
    let padded = format!(" {} ", sentence.to_lowercase());
    let wrong: &[&str] = match language {
        Language::En => {
            &[" a a", " a e", " a i", " a o", " an m", " an k", " an p", " the the ", " a an ", "men's men"]
        }
        Language::Es => &[" de el ", " a el ", " el la ", " un una ", " y i", " los las ", " peón pieza "],
        Language::Fr => {
            &[" de le ", " de les ", " à le ", " à les ", " si il", " le les ", " un une ", " qu'le", " qu'la"]
        }
    };
    if language == Language::Fr {
        check_french(sentence);
    }
    for wrong in wrong {
        // "a one" would be correct, but no rule contains it.
        if padded.contains(wrong) {
            fault(wrong);
        }
    }
}

/// Checks French text for a missing elision or a missing space before punctuation.
fn check_french(text: &str) {
    let padded = format!(" {}", text.to_lowercase());
    for short in ["le", "la", "de", "ne", "que", "se", "jusque"] {
        for (at, found) in padded.match_indices(&format!(" {short} ")) {
            let next = &padded[at + found.len()..];
            // *Onze* takes no elision.
            let elides = next.starts_with(|next| "aàâeéèêiîoôuû".contains(next)) && !next.starts_with("onze");
            assert!(!elides, "{short}: {text}");
        }
    }
    let signs: Vec<char> = text.chars().collect();
    for pair in signs.windows(2) {
        match pair[1] {
            ':' => assert_eq!(pair[0], '\u{a0}', "{text}"),
            ';' | '!' | '?' => assert_eq!(pair[0], '\u{202f}', "{text}"),
            _ => (),
        }
    }
}

#[test]
fn sentences_are_correct_for_random_options() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut wordings = HashSet::new();
    for _ in 0..3000 {
        let ruleset = with(&random_house_rules(&mut random));
        for language in Language::ALL {
            let text = rules_in_words(&ruleset, language);
            let sentences = text.sections.iter().flat_map(|section| &section.sentences);
            wordings.extend(sentences.map(|sentence| (language, sentence.text.clone())));
            for choice in choices_in_words(&ruleset, language) {
                assert!(!format!("{}{}", choice.key_words, choice.value_words).contains(['{', '}']), "{choice:?}");
            }
            for line in text.plain(60).lines() {
                assert!(line.chars().count() <= 60, "{line}");
            }
        }
    }
    check_sentences(wordings);
}

#[test]
fn no_sentence_contradicts_another() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..2000 {
        let ruleset = with(&random_house_rules(&mut random));
        let options = &ruleset.options;
        let text = sentences(&ruleset, Language::En).join(" ");
        let says = |words: &str| text.contains(words);
        assert_eq!(says("huff"), options.capture == Capture::Huff, "{text}");
        assert_eq!(says("king"), options.promotion != Promotion::None, "{text}");
        if ![Precedence::Free, Precedence::ByKing, Precedence::Protest].contains(&options.choice) {
            assert!(!says("stop after any leap"), "{text}");
        }
        if options.chain == Chain::None {
            assert!(!says("leap on") && !says("leaps on") && !says("go on in the same turn"), "{text}");
        }
        if options.returning == Return::Never {
            assert!(!says("third time") && !says("however often") && !says("bring back"), "{text}");
        }
        let towers = options.removal == Removal::Under;
        if !towers {
            assert!(!says("commander") && !says("prisoner"), "{text}");
        }
        if options.promotion == Promotion::None && !towers {
            assert!(!says("piece"), "{text}");
        }
        if options.draw_rules == DrawRules::None {
            assert!(text.matches("without a capture").count() <= 1, "{text}");
        }
    }
}

#[test]
fn sentences_carry_their_basis() {
    let find = |ruleset: &Ruleset, key: &str| {
        let text = rules_in_words(ruleset, Language::En);
        let mut grounds = text.sections.into_iter().flat_map(|section| section.sentences).flat_map(|s| s.grounds);
        grounds.find(|ground| ground.key == key).unwrap()
    };
    let walker = ruleset("walker", &[]);
    assert_eq!(find(&walker, "capture").value, "mandatory");
    let by_walker = Basis::Stated { standing: ClauseStanding::Source, source: "Walker, rule 6".to_owned() };
    assert_eq!(find(&walker, "capture").basis, by_walker);
    assert!(matches!(find(&walker, "blocked").basis, Basis::Stated { standing: ClauseStanding::Ours, .. }));
    assert_eq!(find(&walker, "middle").basis, Basis::Unstated);
    let ours = ruleset("walker", &[("capture", "huff")]);
    assert_eq!(find(&ours, "capture").basis, Basis::HouseRule);
    assert_eq!(find(&ours, "chain").value, "mandatory");
    let article = ruleset("article", &[]);
    assert!(matches!(
        find(&article, "repetition").basis,
        Basis::Stated { standing: ClauseStanding::Reconstruction, .. }
    ));
    let plain = rules_in_words(&ours, Language::En).plain(200);
    assert!(plain.contains("one who does not may be huffed. [house rule]\n"), "{plain}");
    assert!(plain.contains("Who starts is drawn by lot or agreed by the players. [1]\n"), "{plain}");
    assert!(plain.contains(
        "Duty to capture: a player who can capture and does not may be huffed (instead of: a player who can capture must)."
    ));
}

#[test]
fn the_sections_come_in_the_customary_order() {
    for variant in find_game("alquerque").unwrap().variants() {
        let text = rules_in_words(&ruleset(variant, &[]), Language::Es);
        let order = |topic: RulesTopic| RulesTopic::ALL.iter().position(|&at| at == topic).unwrap();
        assert!(text.sections.is_sorted_by(|a, b| order(a.topic) < order(b.topic)));
        assert!(text.house_rules.is_empty());
    }
}

#[test]
fn every_value_has_distinct_words() {
    let roman = ruleset("roman", &[]);
    for language in Language::ALL {
        let keys: HashSet<_> = choices_in_words(&roman, language).into_iter().map(|choice| choice.key_words).collect();
        assert_eq!(keys.len(), OptionKey::ALL.len());
        for (key, choice) in OptionKey::ALL.into_iter().zip(choices_in_words(&roman, language)) {
            assert_eq!(key.name(), choice.key);
            let words = |value: &String| option_value_in_words(&roman, key.name(), value, language).unwrap();
            let wordings: HashSet<_> = values(key).iter().map(words).collect();
            assert_eq!(wordings.len(), values(key).len(), "{}", key.name());
        }
    }
    assert!(option_value_in_words(&roman, "capture", "maybe", Language::En).is_err());
}

/// Returns the same game with other names: a feminine man, a masculine king, a singular and a plural side.
fn renamed() -> Ruleset {
    let text = include_str!("../../../rules/games/alquerque.toml")
        .replace(r#"["man", "men"]"#, r#"["elder", "elders"]"#)
        .replace(r#"["el peón", "los peones"]"#, r#"["la torre", "las torres"]"#)
        .replace(r#"["la dama", "las damas"]"#, r#"["el águila", "las águilas"]"#)
        .replace("en = \"White\"\nes = \"Blancas\"", "en = \"Tigers\"\nes = \"Tigres\"")
        .replace("en = \"Black\"\nes = \"Negras\"", "en = \"Hare\"\nes = \"la Liebre\"");
    let game = GameFile::parse("renamed.toml", &text, &|_| Err(String::new().into())).unwrap();
    let rules = [("first", "first"), ("capture", "huff"), ("chain", "mandatory"), ("choice", "max")];
    game.ruleset(Some("arabic"), &rules).unwrap()
}

#[test]
fn genders_and_numbers_agree_with_the_names() {
    let ruleset = renamed();
    let en = sentences(&ruleset, Language::En).join("\n");
    let es = sentences(&ruleset, Language::Es).join("\n");
    for wanted in
        ["Tigers start.", "An elder captures a neighbouring enemy piece", "from the Tigers' side", "Hare's on a3"]
    {
        assert!(en.contains(wanted), "{wanted}: {en}");
    }
    for wanted in [
        "Empiezan los Tigres.",
        "Una torre captura una pieza enemiga contigua",
        "se convierte en águila",
        "Un águila se mueve",
        "las de la Liebre",
        "una de las piezas que podían",
        "Hay dos bandos, los Tigres y la Liebre, con doce torres cada uno.",
    ] {
        assert!(es.contains(wanted), "{wanted}: {es}");
    }
    let lost = Outcome { winner: Some(Side::Second), reason: Reason::NoPieces };
    assert_eq!(outcome_in_words(&ruleset, lost, Language::En), "Hare wins: the Tigers have no pieces left.");
    assert_eq!(outcome_in_words(&ruleset, lost, Language::Es), "Gana la Liebre: los Tigres se han quedado sin piezas.");
}

#[test]
fn the_apex_of_a_triangle_is_at_the_top_or_at_the_bottom() {
    let corner = |points: &str, rows: &str| {
        let board = format!("board = {{ points = {{ {points} }}, lines = [\"a b c\", \"c d e\", \"e f a\"] }}");
        let text = include_str!("../../../rules/games/alquerque.toml");
        let start = text.find("setup = ").unwrap();
        let end = text.find("aliases").unwrap();
        let text =
            format!("{}setup = \"{rows}\"\n{}", &text[..start], &text[end..]).replace("board = \"alq5\"", &board);
        let game = GameFile::parse("triangle.toml", &text, &|_| Err(String::new().into())).unwrap();
        let sentence = sentences(&game.ruleset(None, &[]).unwrap(), Language::En).swap_remove(0);
        sentence.split_once(" Seen from White's side, ").unwrap().1.to_owned()
    };
    assert_eq!(
        corner("a = [0, 0], b = [1, 1], c = [2, 2], d = [3, 1], e = [4, 0], f = [2, 0]", "b\\n. .\\nw . w"),
        "c is at the top, a at the bottom left and e at the bottom right."
    );
    assert_eq!(
        corner("a = [0, 2], b = [1, 1], c = [2, 0], d = [3, 1], e = [4, 2], f = [2, 2]", "b . b\\n. .\\nw"),
        "c is at the bottom, a at the top left and e at the top right."
    );
}

#[test]
fn outcomes_include_their_reason() {
    let walker = ruleset("walker", &[("no_capture_limit", "20")]);
    let wordings = |winner: Option<Side>, reason| {
        WRITTEN.map(|language| outcome_in_words(&walker, Outcome { winner, reason }, language))
    };
    assert_eq!(
        wordings(Some(Side::Second), Reason::Blocked),
        ["Black wins: White has no legal move.", "Ganan las Negras: las Blancas no tienen ninguna jugada legal."]
    );
    assert_eq!(
        wordings(Some(Side::First), Reason::RepetitionCount),
        [
            "White wins: the position came up for the third time, and White has more men.",
            "Ganan las Blancas: la posición se ha dado por tercera vez y las Blancas tienen más peones.",
        ]
    );
    assert_eq!(
        wordings(None, Reason::AgreedCount),
        [
            "Draw: the players agreed to count, and both sides have as many men.",
            "Tablas: los jugadores han acordado contar y los dos bandos tienen el mismo número de peones.",
        ]
    );
    assert_eq!(
        wordings(None, Reason::NoCapture),
        ["Draw: 20 turns each without a capture.", "Tablas: 20 turnos de cada bando sin capturas."]
    );
    assert_eq!(wordings(None, Reason::Agreement), ["Draw by agreement.", "Tablas de común acuerdo."]);
    for reason in Reason::ALL {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            for language in Language::ALL {
                check_sentence(&outcome_in_words(&walker, Outcome { winner, reason }, language), language);
            }
        }
    }
}

#[test]
fn a_mirrored_setup_is_described_as_it_stands() {
    let text = sentences(&ruleset("walker", &[("middle", "left"), ("first", "second")]), Language::En).join("\n");
    assert!(text.contains("on its left-hand side: White's on a3 and b3, Black's on d3 and e3."), "{text}");
    assert!(text.contains("Black starts."), "{text}");
}

#[test]
fn options_that_change_the_board_or_the_setup_change_the_text() {
    let covered = [
        ("awithlaknannai", "n"),
        ("awithlaknannai", "outer"),
        ("awithlaknannai", "tips"),
        ("awithlaknannai", "middle"),
        ("aiyawatstani", "reading"),
        ("peralikatuma", "side_triangle"),
        ("kharbaga", "centres"),
        ("pinoy-dama", "corner"),
    ];
    for (game, key) in covered {
        for language in Language::ALL {
            let values = values(OptionKey::from_name(key).unwrap());
            let text = |value: &String| {
                sentences(&find_game(game).unwrap().ruleset(None, &[(key, value)]).unwrap(), language).join("\n")
            };
            let wordings: HashSet<_> = values.iter().map(text).collect();
            assert_eq!(wordings.len(), values.len(), "{game} {key}");
        }
    }
}

#[test]
fn sentences_of_every_game_are_correct() {
    for game in games() {
        for variant in game.variants() {
            for (key, value) in
                [("capture", "mandatory"), ("capture", "huff"), ("choice", "protest"), ("choice", "italian")]
            {
                let ruleset = game.ruleset(Some(variant), &[(key, value)]).unwrap();
                for language in Language::ALL {
                    for sentence in sentences(&ruleset, language) {
                        check_sentence(&sentence, language);
                    }
                }
            }
        }
    }
}

/// Options of games that do not capture by leaping, that place pieces or that have several ranks: game, variant and
/// option for which each has an effect.
const HEARD: [(&str, &str, &str); 51] = [
    ("fanorona", "tsivy", "capture_by"),
    ("fanorona", "tsivy", "capture"),
    ("fanorona", "tsivy", "direction"),
    ("fanorona", "tsivy", "first_capture_single"),
    ("fanorona", "tsivy", "vela"),
    ("fanorona", "tsivy", "blocked"),
    ("fanorona", "vela", "must_offer"),
    ("fanorona", "tsivy", "middle"),
    ("konane", "hawaii10", "opening"),
    ("konane", "hawaii10", "size"),
    ("konane", "hawaii10", "chain"),
    ("konane", "hawaii10", "blocked"),
    ("dablot", "usual", "step_dirs"),
    ("dablot", "usual", "cap_dirs"),
    ("dablot", "usual", "capture"),
    ("dablot", "usual", "take_higher"),
    ("dablot", "usual", "single_combat"),
    ("dablot", "usual", "king_lost"),
    ("dablot", "usual", "blocked"),
    ("dablot", "usual", "king_reach"),
    ("dablot", "usual", "king_landing"),
    ("dablot", "usual", "promotion"),
    ("frisian", "wfd", "capture_lines"),
    ("frisian", "wfd", "king_move_limit"),
    ("tama", "armenian", "capture_lines"),
    ("dameo", "freeling", "line_steps"),
    ("international", "breakthrough", "promotion_wins"),
    ("international", "antidraughts", "aim"),
    ("lasca", "lasca", "aim"),
    ("bagh-chal", "nepal", "aim"),
    ("queah", "walker", "resupply"),
    ("queah", "walker", "return"),
    ("queah", "walker", "placing"),
    ("liebre", "alfonso", "captors"),
    ("liebre", "alfonso", "taken_to_win"),
    ("liebre", "alfonso", "hunters"),
    ("liebre", "alfonso", "chain"),
    ("liebre", "alfonso", "blocked"),
    ("liebre", "alfonso", "repetition"),
    ("bagh-chal", "nepal", "captors"),
    ("bagh-chal", "nepal", "taken_to_win"),
    ("leopards", "parker", "capture"),
    ("alquerque-de-tres", "moving", "mills"),
    ("alquerque-de-tres", "moving", "after_placing"),
    ("alquerque-de-tres", "moving", "no_centre_opening"),
    ("alquerque-de-tres", "moving", "diagonal_mills"),
    ("alquerque-de-nueve", "alfonso", "mill_protected"),
    ("alquerque-de-nueve", "alfonso", "double_mill"),
    ("alquerque-de-nueve", "alfonso", "fly_at_three"),
    ("alquerque-de-nueve", "alfonso", "dice"),
    ("alquerque-de-nueve", "alfonso", "taken_to_win"),
];

/// Returns the value that has the same effect in that game.
fn same_effect(game: &str, key: &str, value: &str) -> String {
    let effect = match (game, key, value) {
        // Approach excludes huffing, and without kings all pieces must capture.
        ("fanorona", "capture", "huff" | "men") => "mandatory",
        ("leopards", "capture", "men") => "mandatory",
        // All lines of the one board are diagonals; on the other rows and columns are drawn.
        ("frisian", "capture_lines", "diagonals") | ("tama", "capture_lines", "with_orthogonals") => "board",
        ("fanorona" | "konane" | "liebre", "blocked", "last_higher") => "pass",
        // A side has fewer than eleven men.
        ("alquerque-de-nueve", "taken_to_win", "11") => "all",
        (_, _, value) => value,
    };
    effect.to_owned()
}

#[test]
fn options_of_other_games_change_their_text() {
    for (game, variant, key) in HEARD {
        for language in Language::ALL {
            let text = |value: &String| {
                let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[(key, value)]).ok()?;
                Some((same_effect(game, key, value), sentences(&ruleset, language)))
            };
            let wordings: Vec<_> = values(OptionKey::from_name(key).unwrap()).iter().filter_map(text).collect();
            assert!(wordings.len() > 1, "{game} {key}");
            for (effect, text) in &wordings {
                for (other_effect, other_text) in &wordings {
                    assert_eq!(
                        effect == other_effect,
                        text == other_text,
                        "{game}:{variant} {key} {effect} {other_effect}"
                    );
                }
            }
        }
    }
}

#[test]
fn rules_without_effect_are_left_out() {
    let absent: [(&str, &str, &[&str]); 14] = [
        ("international", "fmjd", &["row or column", "moves in a row", "left wins"]),
        ("international", "breakthrough", &["kings", "king moves", "king captures", "capturing king"]),
        ("fanorona", "tsivy", &["by leaping", "promotion", "last row", "hand"]),
        ("fanorona", "telo_align", &["captur", "stones left", "leap", "off the board"]),
        ("konane", "hawaii10", &["step", "must capture", "is optional", "third time", "promotion", "forward means"]),
        ("dablot", "usual", &["promotion", "last row", "hand", "becomes"]),
        ("dablot", "winther", &["last row", "becomes", "combat", "one king left"]),
        ("queah", "walker", &["go on in the same turn", "kings", "promotion"]),
        ("liebre", "alfonso", &["king", "promotion", "no pieces left", "enemy", "hand"]),
        ("bagh-chal", "nepal", &["king", "promotion", "no pieces left", "enemy", "third time"]),
        ("leopards", "parker", &["king", "promotion", "no pieces left", "enemy"]),
        ("alquerque-de-tres", "alfonso", &["captur", "leap", "step", "third time", "cannot move", "men left"]),
        ("alquerque-de-tres", "flying", &["captur", "leap", "along a line", "cannot move"]),
        ("alquerque-de-nueve", "alfonso", &["captur", "leap", "diagonal", "no men left", "enemy"]),
    ];
    for (game, variant, words) in absent {
        let text = sentences(&find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap(), Language::En).join("\n");
        for word in words {
            assert!(!text.contains(word), "{game}:{variant} {word}: {text}");
        }
    }
}

#[test]
fn sentences_of_every_game_are_correct_for_random_options() {
    let mut random = fastrand::Rng::with_seed(33);
    let mut wordings = HashSet::new();
    for game in games() {
        for _ in 0..60 {
            let options = OptionKey::ALL
                .into_iter()
                .filter(|key| !OF_OTHER_BOARDS.contains(&key.name()) && key.name() != "middle");
            let mut rules: Vec<_> = options.map(|key| (key.name(), values(key))).collect();
            // A few departures test a variant better than many, which leave little of it.
            random.shuffle(&mut rules);
            rules.truncate(random.usize(..12));
            let rules: Vec<_> =
                rules.iter().map(|(key, values)| (*key, values[random.usize(..values.len())].as_str())).collect();
            let variants: Vec<_> = game.variants().collect();
            let ruleset = game.ruleset(Some(variants[random.usize(..variants.len())]), &rules).unwrap();
            for language in Language::ALL {
                wordings.extend(sentences(&ruleset, language).into_iter().map(|sentence| (language, sentence)));
                for reason in Reason::ALL {
                    for winner in [None, Some(Side::First), Some(Side::Second)] {
                        wordings.insert((language, outcome_in_words(&ruleset, Outcome { winner, reason }, language)));
                    }
                }
            }
        }
    }
    check_sentences(wordings);
}

#[test]
fn outcomes_name_the_sides_of_the_game() {
    let wordings = |game: &str, variant: &str, winner: Option<Side>, reason| {
        let ruleset = find_game(game).unwrap().ruleset(Some(variant), &[]).unwrap();
        WRITTEN.map(|language| outcome_in_words(&ruleset, Outcome { winner, reason }, language))
    };
    let (first, second) = (Some(Side::First), Some(Side::Second));
    assert_eq!(
        wordings("bagh-chal", "nepal", second, Reason::Toll),
        ["The Tigers win: the Goats have lost five goats.", "Ganan los Tigres: las Cabras han perdido cinco cabras."]
    );
    assert_eq!(
        wordings("leopards", "parker", first, Reason::NoPieces),
        ["The Leopards win: the Cows have no cows left.", "Ganan los Leopardos: las Vacas se han quedado sin vacas."]
    );
    assert_eq!(
        wordings("liebre", "alfonso", second, Reason::Toll),
        [
            "The Hare wins: the Hunters have lost three hunters or more.",
            "Gana la Liebre: los Cazadores han perdido tres cazadores o más."
        ]
    );
    assert_eq!(
        wordings("liebre", "alfonso", first, Reason::Blocked),
        [
            "The Hunters win: the Hare has no legal move.",
            "Ganan los Cazadores: la Liebre no tiene ninguna jugada legal."
        ]
    );
    assert_eq!(
        wordings("liebre", "alfonso", second, Reason::RepetitionWon),
        [
            "The Hare wins: the position came up for the third time.",
            "Gana la Liebre: la posición se ha dado por tercera vez."
        ]
    );
    assert_eq!(
        wordings("international", "antidraughts", first, Reason::NoPieces),
        ["White wins: White has no pieces left.", "Ganan las Blancas: las Blancas se han quedado sin piezas."]
    );
    assert_eq!(
        wordings("international", "antidraughts", first, Reason::Blocked),
        ["White wins: White has no legal move.", "Ganan las Blancas: las Blancas no tienen ninguna jugada legal."]
    );
    assert_eq!(
        wordings("international", "breakthrough", second, Reason::Promotion),
        ["Black wins: Black has made a king.", "Ganan las Negras: las Negras han conseguido una dama."]
    );
    assert_eq!(
        wordings("alquerque-de-tres", "alfonso", first, Reason::ThreeInARow),
        ["White wins: White has three men in a row.", "Ganan las Blancas: las Blancas tienen tres fichas en raya."]
    );
    assert_eq!(
        wordings("alquerque-de-tres", "alfonso", None, Reason::Placed),
        [
            "Draw: all men are placed, and neither side has three in a row.",
            "Tablas: se han colocado todas las fichas y nadie tiene tres en raya."
        ]
    );
    assert_eq!(
        wordings("dablot", "royal", first, Reason::KingLost),
        [
            "The Warriors win: the Farmers have lost the landowner.",
            "Ganan los Guerreros: los Granjeros han perdido el terrateniente."
        ]
    );
    assert_eq!(
        wordings("dablot", "winther", second, Reason::KingLost),
        [
            "The Farmers win: the Warriors have lost the king or everything else.",
            "Ganan los Granjeros: los Guerreros han perdido el rey o todo lo demás."
        ]
    );
    assert_eq!(
        wordings("dablot", "keyland", None, Reason::Blocked),
        ["Draw: neither side has a legal move.", "Tablas: ningún bando tiene jugadas legales."]
    );
}

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
