//! Tests the analysis page.

use crate::browser::{Browser, keys};
use crate::play::texts;
use crate::stage::SOLVED;
use serde_json::{Value, json};

const RECORD: &str = "[Event \"Friday\"]\n[Variant \"alquerque:walker\"]\n[Result \"*\"]\n\n\
    1. d2-c3 $1 {the usual} b4xd2 ( 1... d4xd2 2. d1xd3 ) 2. e1xc3 *\n";

/// Returns the moves of the tree in reading order.
fn tree(browser: &Browser) -> Vec<String> {
    texts(&browser.value("[...document.querySelectorAll('#tree .ana-turn')].map(turn => turn.textContent)"))
}

/// Waits until the position after `turn` is on the board.
fn until_at(browser: &Browser, turn: &str) {
    browser.until(&format!("document.querySelector('#tree [aria-current]')?.textContent === '{turn}'"));
}

pub fn records_of_other_programs_are_read_as_games_of_the_page() {
    let browser = Browser::new();
    browser.goto("/analysis/english");
    browser.until_words("#status", "Black to move.");
    browser.click_words("[role=tab]", "Record");
    browser.write("#pdn", "1. 09-14 22- 18 2. - -");
    browser.click("#pdn-load");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 2");
    // A file in Latin-1 of more than a megabyte is read in parts.
    let script = r##"const game = '[White "Andr\u00e9"]\n[Black "B"]\n\n1. 11-15 23-19 *\n\n';
        const filler = '[White "C"]\n[Black "D"]\n\n{' + 'x'.repeat(5000) + '} 1. 11-15 *\n\n';
        const text = game + filler.repeat(250) + game;
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'old.pdn'));
        const input = document.querySelector('#pdn-file');
        input.files = files.files;
        input.dispatchEvent(new Event('change'));"##;
    browser.run(script, json!([]));
    browser.until_words("#records", "1. André – B");
    browser.until_words("#records", "More games");
    assert!(browser.text_of("document.querySelector('#pdn-reply').textContent").contains("more than"));
    browser.click_words("#records button", "More games");
    browser.until_words("#records", "252. André – B");
    assert!(browser.text_of("document.querySelector('#pdn-reply').textContent").contains("252 games"));
    browser.click_words("#records button", "252. André – B");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 2");
}

pub fn a_record_is_pasted_walked_through_continued_and_exported() {
    let browser = Browser::new();
    browser.goto("/analysis/alquerque:walker");
    browser.until_words("#status", "White to move.");
    // The tools are tabs, reachable by keys and by clicks.
    let pane = "document.querySelector('[role=tabpanel]:not([hidden])').id";
    assert_eq!(browser.text_of(pane), "pane-position");
    browser.run("document.querySelector('#tab-position').focus()", json!([]));
    browser.press([keys::LEFT]);
    assert_eq!(browser.text_of(pane), "pane-share");
    browser.press([keys::RIGHT, keys::RIGHT]);
    assert_eq!(browser.text_of(pane), "pane-marks");
    assert_eq!(browser.text_of("document.activeElement.getAttribute('aria-selected')"), "true");
    browser.click_words("[role=tab]", "Record");
    browser.write("#pdn", RECORD);
    browser.click("#pdn-load");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 5");
    assert_eq!(tree(&browser), ["d2-c3!", "b4xd2", "d4xd2", "d1xd3", "e1xc3"]);
    assert_eq!(browser.value("document.querySelectorAll('#tree .ana-variation .ana-turn').length"), 2);
    browser.until_words("#tree", "the usual");

    // Navigation by a button, a key and a click on a move of the variation.
    browser.click("#go-on");
    until_at(&browser, "d2-c3!");
    browser.until_piece("c3", Some("w"));
    browser.until_words("#status", "White: man on d2 to c3. Black to move.");
    browser.press([keys::RIGHT]);
    until_at(&browser, "b4xd2");
    browser.until_piece("d2", Some("b"));
    browser.until_piece("c3", None);
    browser.click_words(".ana-variation .ana-turn", "d4xd2");
    until_at(&browser, "d4xd2");
    browser.until_piece("d3", None);
    browser.until_piece("c3", Some("w"));

    // Another move from the start becomes a variation.
    browser.click("#go-first");
    browser.choose("d3");
    browser.choose("c3");
    until_at(&browser, "d3-c3");
    assert_eq!(tree(&browser).len(), 6);
    // An illegal move is refused with its reason.
    browser.write("#turn", "a5-e1");
    browser.click_words("#turn-form button", "Play");
    browser.until(
        "document.querySelector('#turn-reply').textContent.length > 0 && document.querySelector('#turn').value === 'a5-e1'",
    );
    assert_eq!(tree(&browser).len(), 6);

    // The engine shows its lines, and a click plays its move.
    browser.click("#engine-toggle");
    browser.until_words("#engine-note", "depth");
    browser.until("document.querySelector('#lines button:not(:disabled) b')?.textContent");
    browser.until("document.querySelector('#eval-score').textContent !== '–'");
    browser.click("#lines button");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 7");
    browser.click("#engine-toggle");
    let before = tree(&browser);

    browser.click("#pdn-export");
    browser.until("document.querySelector('#pdn').value.includes('( 1. d3-c3')");
    let record = browser.text_of("document.querySelector('#pdn').value");
    for part in ["[Event \"Friday\"]", "1. d2-c3 $1 {the usual}", "( 1... d4xd2 2. d1xd3 )", "2. e1xc3"] {
        assert!(record.contains(part), "{part} is not in\n{record}");
    }

    let place = browser.text_of("document.querySelector('#tree [aria-current]').textContent");
    browser.reload();
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 7");
    assert_eq!(tree(&browser), before);
    until_at(&browser, &place);
}

pub fn the_editor_offers_the_pieces_of_its_game() {
    let browser = Browser::new();
    for (game, pieces) in
        [("alquerque:walker", "w b"), ("lasca", "w W b B"), ("international", "w W b B"), ("dablot", "w p W b q B")]
    {
        browser.goto(&format!("/analysis/{game}"));
        browser.click("#editor-toggle");
        browser.until("document.querySelector('#palette input')");
        let tools = browser.text_of(
            "[...document.querySelectorAll('#palette input:not([value=erase])')].map(tool => tool.value).join(' ')",
        );
        assert_eq!(tools, pieces, "{game}");
        let words = browser.text_of("[...document.querySelectorAll('#palette label')].map(tool => tool.title).join()");
        assert!(!words.contains("null") && words.contains(": "), "{words}");
    }
}

pub fn moves_of_solved_games_show_their_value() {
    let browser = Browser::new();
    for fen in ["W:Wc2,b1,a1:Bc4", "B:Wc2:Bc1", "W:Wa1:Bc4"] {
        let tables = browser.stage.tables(fen);
        let (game, rules) = SOLVED.split_once('?').unwrap();
        browser.goto(&format!("/analysis/{game}/{fen}?{rules}"));
        browser.until("!document.querySelector('#perfect').hidden");
        let side = if fen.starts_with('W') { "White" } else { "Black" };
        let here = worth(&tables["category"], &tables["dtw"]);
        assert_eq!(
            browser.text_of("document.querySelector('.perfect-here').textContent"),
            format!("Perfect play ({side}): {here}")
        );
        let moves = tables["moves"].as_array().unwrap();
        let shown = texts(
            &browser.value("[...document.querySelectorAll('#perfect-turns button')].map(turn => turn.innerText)"),
        );
        let turn_text = |turn: &Value| {
            // A table value belongs to the side to move after the move, one ply later.
            let category = match turn["category"].as_str().unwrap() {
                "win" => "loss",
                "loss" => "win",
                other => other,
            };
            let plies = turn["dtw"].as_i64().map(|plies| plies.abs() + 1);
            format!("{} {}", turn["text"].as_str().unwrap(), worth(&json!(category), &json!(plies)))
        };
        assert_eq!(
            shown.iter().map(|turn| turn.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>(),
            moves.iter().map(turn_text).collect::<Vec<_>>()
        );
    }
    // A click plays a move, and the panel continues from there.
    let turn = browser.text_of("document.querySelector('#perfect-turns button').dataset.turn");
    browser.click("#perfect-turns button");
    until_at(&browser, &turn);
    browser.until("document.querySelector('.perfect-here').textContent.startsWith('Perfect play (Black)')");
}

pub fn the_opening_explorer_lists_moves_and_plays_them() {
    let browser = Browser::new();
    browser.goto("/analysis/lasca");
    browser.until("!document.querySelector('#openings').hidden");
    browser.until_words("#openings-note", "games of the engine");
    let rows = "document.querySelectorAll('#openings-moves li')";
    let first = browser.text_of("document.querySelector('#openings-moves b').textContent");
    let words = browser.text_of("document.querySelector('#openings-moves button').title");
    assert!(words.starts_with("White ") && words.contains("draws"), "{words}");
    let widths = "[...document.querySelectorAll('#openings-moves li:first-child i')].map(bar => bar.offsetWidth)";
    let widths: Vec<_> =
        browser.value(widths).as_array().unwrap().iter().map(|width| width.as_u64().unwrap()).collect();
    assert!(widths.len() == 3 && widths.iter().sum::<u64>() > 30, "{widths:?}");
    assert!(browser.value(&format!("{rows}.length")).as_u64().unwrap() >= 3);
    browser.click("#openings-moves button");
    until_at(&browser, &first);
    // The replies to the move have their own numbers.
    browser.until(&format!(
        "!document.querySelector('#openings.stale') && {rows}[0].querySelector('b').textContent !== '{first}'"
    ));
    // House rules have no statistics.
    browser.goto("/analysis/lasca?rule=capture=optional");
    browser.until("document.querySelector('#tree') && !document.querySelector('#openings.stale')");
    assert_eq!(browser.value("document.querySelector('#openings').hidden"), true);
    assert!(browser.console_errors().is_empty());
}

/// Returns the value of a position in the words of the page.
fn worth(category: &Value, plies: &Value) -> String {
    let category = category.as_str().unwrap();
    match plies.as_i64().map(i64::abs) {
        Some(1) if category == "win" => "win at once".to_owned(),
        Some(plies) if category != "draw" => format!("{category} in {plies} plies"),
        _ => category.to_owned(),
    }
}
