//! Options and their values.

use quirkat_rules::{KingLanding, KingReach, OptionError, OptionKey, Options};

/// Returns sample values of an option: every word, or the smallest, the largest and another number, taken from the
/// description of the allowed values.
fn values(key: OptionKey) -> Vec<String> {
    let words: Vec<_> = key.words().map(|(word, _)| word.to_owned()).collect();
    if !words.is_empty() {
        return words;
    }
    let allowed = key.allowed();
    let numbers: Vec<&str> = allowed.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).collect();
    match (key, &numbers[..]) {
        (OptionKey::Size, [low, high, width, height]) => {
            let sizes = [(low, low), (low, high), (high, low), (high, high), (width, height)];
            sizes.map(|(width, height)| format!("{width}x{height}")).to_vec()
        }
        (_, [low, high]) => {
            let word = allowed.split(", ").filter(|word| !word.contains(' '));
            word.chain([*low, "8", *high]).map(str::to_owned).collect()
        }
        (_, numbers) => numbers.iter().map(|&number| number.to_owned()).collect(),
    }
}

#[test]
fn every_value_is_read_back() {
    for key in OptionKey::ALL {
        let values = values(key);
        assert!(values.len() > 1, "{key}");
        for value in values {
            let options = Options::default().with([(key, value.as_str())]).unwrap();
            assert_eq!(key.value(&options), value, "{key}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (key, values) in [
        (OptionKey::N, &["0", "1", "7", "102", "-2", "", "eight"][..]),
        (OptionKey::Size, &["3x4", "4x21", "10", "10x", "x10", "10X10", "10x10x10"]),
        (OptionKey::Hunters, &["9", "13"]),
        (OptionKey::TakenToWin, &["0", "513", "off"]),
        (OptionKey::NoCaptureLimit, &["0", "1001", "all"]),
    ] {
        for &value in values {
            let refused = OptionError::UnknownValue { key, found: value.to_owned() };
            assert_eq!(Options::default().with([(key, value)]), Err(refused));
        }
    }
}

#[test]
fn keys_are_read_back() {
    for key in OptionKey::ALL {
        assert_eq!(key.to_string().parse(), Ok(key));
        assert!(key == key.name());
    }
}

#[test]
fn promotion_sets_the_kings_reach_in_any_order() {
    let a = Options::default().with([("king_landing", "next"), ("promotion", "long")]).unwrap();
    assert_eq!((a.king_reach, a.king_landing), (KingReach::Any, KingLanding::Next));
    assert_eq!(a, Options::default().with([("promotion", "long"), ("king_landing", "next")]).unwrap());
}

#[test]
fn errors_list_the_allowed_values() {
    let refuse = |key, word| Options::default().with([(key, word)]).unwrap_err().to_string();
    assert_eq!(
        refuse("capture", "maybe"),
        "option `capture` cannot be `maybe`; allowed: optional, mandatory, huff, men"
    );
    assert!(
        refuse("cature", "huff")
            .starts_with("there is no option `cature` here; similar: capture; allowed: first, step_dirs")
    );
    assert!(refuse("no_capture_limit", "0").contains("from 1 to 1000"));
    assert!(refuse(&"k".repeat(1000), "x").len() < 1000);
    assert_eq!(
        Options::default().with([("chain", "none"), ("chain", "none")]).unwrap_err(),
        OptionError::Duplicate(OptionKey::Chain)
    );
}
