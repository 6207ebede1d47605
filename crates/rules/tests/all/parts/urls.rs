//! URLs in sentences.

use quirkat_rules::find_urls;

fn urls(text: &str) -> Vec<&str> {
    find_urls(text).into_iter().map(|range| &text[range]).collect()
}

#[test]
fn urls_end_where_the_sentence_continues() {
    for (text, address) in [
        ("D. Walker, Alquerque, 2011, http://boardgames.cynningstan.org.uk/", "http://boardgames.cynningstan.org.uk/"),
        ("See https://mundoenjuego.es/?p=1199, and more.", "https://mundoenjuego.es/?p=1199"),
        ("The end: https://a.es/b.html.", "https://a.es/b.html"),
        ("(at <http://a.es/b>)", "http://a.es/b"),
        ("[https://a.es/b]; more", "https://a.es/b"),
        ("(https://a.es/b_(c)).", "https://a.es/b_(c)"),
        ("«https://a.es/ñ»", "https://a.es/ñ"),
        ("HTTPS://A.ES", "HTTPS://A.ES"),
        ("ends\nhttps://a.es\nhere", "https://a.es"),
    ] {
        assert_eq!(urls(text), [address], "{text}");
    }
}

#[test]
fn all_urls_are_found_in_order() {
    assert_eq!(urls("http://a.es, https://b.es; http://c.es."), ["http://a.es", "https://b.es", "http://c.es"]);
    assert_eq!(urls("http://a.es/?to=http://b.es"), ["http://a.es/?to=http://b.es"]);
}

#[test]
fn text_without_urls_has_none() {
    for text in
        ["", "http", "http://", "https:// a.es", "http://.", "xhttp://a.es", "ftp://a.es", "a.es", "ñhttp://a.es"]
    {
        assert_eq!(urls(text), [""; 0], "{text}");
    }
}
