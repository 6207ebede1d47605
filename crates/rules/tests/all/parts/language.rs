//! Languages and texts in them.

use quirkat_rules::{Language, Words};

#[test]
fn codes_are_read_back() {
    for language in Language::ALL {
        assert_eq!(language.to_string().parse(), Ok(language));
    }
    let refused = "de".parse::<Language>().unwrap_err();
    assert_eq!(refused.to_string(), "unknown language; allowed: en, es, fr");
    assert!("EN".parse::<Language>().is_err() && "".parse::<Language>().is_err());
}

#[test]
fn english_replaces_a_missing_language() {
    let mut words = Words::default();
    assert_eq!(words.get(Language::Fr), "");
    words.set(Language::En, "man".to_owned());
    assert_eq!((words.get(Language::Fr), words.own(Language::Fr)), ("man", None));
    words.set(Language::Fr, "pion".to_owned());
    assert_eq!((words.get(Language::En), words.get(Language::Fr)), ("man", "pion"));
}
