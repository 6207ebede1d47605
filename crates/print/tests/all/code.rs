//! Reads the QR code of a leaflet from the rendered page with an independent decoder.

use quirkat_print::{Order, Paper, print};
use quirkat_rules::{Language, find_game};
use resvg::tiny_skia::Pixmap;

/// Returns the texts of the QR codes on a leaflet.
fn codes(order: &Order) -> Vec<String> {
    let ruleset = find_game("alquerque").unwrap().ruleset(Some("walker"), &[]).unwrap();
    let picture = print(&ruleset, order).unwrap().png().unwrap();
    let page = Pixmap::decode_png(&picture).unwrap();
    let grey = |x: usize, y: usize| page.pixel(x as u32, y as u32).unwrap().green();
    let mut page = rqrr::PreparedImage::prepare_from_greyscale(page.width() as usize, page.height() as usize, grey);
    page.detect_grids().iter().map(|code| code.decode().unwrap().1).collect()
}

#[test]
fn a_leaflet_shows_the_address_of_the_game() {
    let address = "https://games.example.org/quirkat/new/alquerque?variant=walker&opt_capture=optional";
    for (language, paper) in [(Language::En, Paper::A4), (Language::Es, Paper::A5), (Language::Fr, Paper::Letter)] {
        let address = Some(address.to_owned());
        let leaflet = Order { has_leaflet: true, language, paper, address: address.clone(), ..Order::default() };
        assert_eq!(codes(&leaflet), Vec::from_iter(address), "{language}");
    }
}

#[test]
fn a_leaflet_without_an_address_has_no_code() {
    assert!(codes(&Order { has_leaflet: true, ..Order::default() }).is_empty());
}

#[test]
fn an_address_that_is_too_long_for_a_code_is_printed_without_one() {
    let address = format!("https://games.example.org/{}", "long-".repeat(600));
    let leaflet = Order { has_leaflet: true, address: Some(address), ..Order::default() };
    assert!(codes(&leaflet).is_empty());
}
