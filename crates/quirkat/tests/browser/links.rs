//! Tests links to analyses: the encoded tree, and its state in another browser.

use crate::browser::{Browser, keys};
use crate::play::texts;
use serde_json::{Value, json};

/// A record with glyphs, comments and nested variations.
const RECORD: &str = "[Variant \"alquerque:walker\"]\n[Result \"*\"]\n\n{Où l'on prend & où l'on perd: 5 > 3?}\n\
    1. b2-c3 $1 $14 {the usual} {and once more} ( 1. d2-c3 b4xd2 ( 1... d4xd2 2. d1xd3 {ñandú} ) 2. e1xc3 $4 ) \
    d4xb2 2. a1xc3 *\n";

/// The text of the tree in reading order, and the move whose position is on the board.
const TREE: &str = "[document.querySelector('#tree').innerText, \
    document.querySelector('#tree [aria-current]')?.textContent ?? null]";

/// Pastes a record into an analysis page.
fn paste(browser: &Browser, record: &str, turns: usize) {
    browser.click_words("[role=tab]", "Record");
    // Sets the text at once instead of typing it.
    browser.run("document.querySelector('#pdn').value = arguments[0]", json!([record]));
    browser.click("#pdn-load");
    browser.until(&format!("document.querySelectorAll('#tree .ana-turn').length === {turns}"));
}

/// Returns the link that the page copies.
fn copied(browser: &Browser) -> String {
    // Without access to the clipboard the link remains in the field.
    browser.run(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() }, configurable: true });
         const field = document.querySelector('#link');
         field.value = '';
         document.querySelector('#tab-share').click()",
        json!([]),
    );
    browser.click("#copy-link");
    browser.until("document.querySelector('#link').value").as_str().unwrap().to_owned()
}

pub fn a_link_contains_the_whole_tree() {
    let browser = Browser::new();
    browser.goto("/analysis/alquerque:walker");
    browser.until_words("#status", "White to move.");
    // A single line needs only its moves.
    browser.choose("d2");
    browser.choose("c3");
    browser.until("location.search.includes('turns=d2-c3') && location.hash === ''");
    paste(&browser, RECORD, 8);
    browser.click_words(".ana-variation .ana-turn", "e1xc3");
    browser.until("document.querySelector('#tree [aria-current]')?.textContent === 'e1xc3??'");
    browser.until("location.hash.startsWith('#tree=')");
    let (tree, link) = (browser.value(TREE), copied(&browser));
    assert_eq!(link, browser.text_of("location.href"), "the address is the link");
    assert!(link.len() < 600, "{link}");
    assert!(browser.console_errors().is_empty());

    let other = Browser::new();
    other.goto(&link);
    other.until("document.querySelectorAll('#tree .ana-turn').length === 8");
    other.until("document.querySelector('#tree [aria-current]')");
    assert_eq!(other.value(TREE), tree);
    other.until_piece("c3", Some("w"));
    // The tree can be navigated, in another language as well.
    other.press([keys::LEFT]);
    other.until("document.querySelector('#tree [aria-current]').textContent === 'b4xd2'");
    other.until("location.hash.startsWith('#tree=')");
    other.click("#languages summary");
    other.click("#languages [hreflang=es]");
    other.until("document.documentElement.lang === 'es' && document.querySelectorAll('#tree .ana-turn').length === 8");
    other.until("document.querySelector('#tree [aria-current]')?.textContent === 'b4xd2'");

    // A visitor with a stored tree can restore it by a button. A broken link is reported.
    other.goto("/analysis/alquerque:walker?turns=c2-c3");
    other.until("document.querySelectorAll('#tree .ana-turn').length === 1");
    other.click("#undo");
    other.until("document.querySelectorAll('#tree .ana-turn').length === 8");
    other.run("location.hash = '#tree=1nothing'", json!([]));
    other.until_words("#status", "El árbol de este enlace no se puede leer.");
    other.goto("/analysis/alquerque:walker?turns=d3-c3#tree=2abc");
    other.until_words("#status", "El árbol de este enlace no se puede leer.");
    assert_eq!(
        texts(&other.value("[...document.querySelectorAll('#tree .ana-turn')].map(one => one.textContent)")),
        ["d3-c3"]
    );
    assert!(other.console_errors().is_empty());
}

pub fn an_overlong_tree_gets_no_link() {
    let browser = Browser::new();
    browser.goto("/analysis/alquerque:walker");
    browser.until_words("#status", "White to move.");
    // Random letters cannot be compressed.
    let mut rng = fastrand::Rng::with_seed(17);
    let words: String = (0..12_000).map(|_| rng.alphanumeric()).collect();
    paste(&browser, &format!("[Variant \"alquerque:walker\"]\n\n1. d2-c3 {{{words}}} *"), 1);
    let link = copied(&browser);
    assert!(link.ends_with("/analysis/alquerque:walker") && !link.contains('#'), "{link}");
    browser.until_words("#copy-reply", "too long for a link");
}

pub fn random_trees_round_trip_through_links() {
    let browser = Browser::new();
    browser.goto("/analysis/alquerque:walker");
    let done = browser.run(
        "const [seed] = arguments;
         let state = seed;
         // Reproducible random numbers from a linear congruential generator.
         const lot = (below) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 8) % below };
         const letters = ['a', 'x', 'é', '{', '}', '(', ')', '\"', '\\\\', ' ', '#', '%', '☗', '𝔸', '\\n', '&', '<'];
         const word = () => Array.from({ length: lot(12) }, () => letters[lot(letters.length)]).join('');
         let number = 0;
         const line = (depth) => Array.from({ length: lot(5) + 1 }, () => ({
           text: `t${number++}, x${word().replaceAll('{', '')}`,
           glyphs: Array.from({ length: lot(3) }, () => lot(256)),
           comments: Array.from({ length: lot(3) }, word),
           variations: depth < 4 ? Array.from({ length: lot(5) === 0 ? lot(3) : 0 }, () => line(depth + 1)) : [],
         }));
         // The path to a random move.
         const way = (turns, before) => turns.flatMap(({ text, variations }, index) => {
           const here = [...before, ...turns.slice(0, index).map(turn => turn.text)];
           return [[...here, text], ...variations.flatMap(variation => way(variation, here))];
         });
         const script = document.querySelector('script[src*=\"/analysis.js\"]').src.replace('analysis.js', 'analysis-link.js');
         return (async () => {
           const { lineOf, pack, unpack } = await import(script);
           const faults = [];
           for (let tree = 0; tree < 200; tree += 1) {
             const record = { comments: Array.from({ length: lot(3) }, word), turns: lot(9) ? line(0) : [] };
             const ways = [[], ...way(record.turns, [])];
             const place = ways[lot(ways.length)];
             const hash = await pack(lineOf(record, place));
             if (hash === null) { faults.push('too long'); continue }
             if (!/^#tree=[\\w-]+$/.test(hash)) faults.push(hash);
             const found = await unpack(hash);
             if (JSON.stringify(found) !== JSON.stringify({ ...record, place })) faults.push(JSON.stringify([record, place, found]));
             // A changed link gives another tree or none.
             const at = 7 + lot(hash.length - 7);
             const changed = hash.slice(0, at) + 'AZ09-_'[lot(6)] + hash.slice(at + lot(3));
             await unpack(changed);
           }
           return faults;
         })()",
        json!([4711]),
    );
    let faults = done.as_array().unwrap();
    let long = faults.iter().filter(|fault| **fault == "too long").count();
    assert!(faults.len() == long && long < 20, "{faults:#?}");
}

pub fn invalid_trees_are_refused() {
    let browser = Browser::new();
    browser.goto("/analysis/alquerque:walker");
    let found = browser.run(
        "const script = document.querySelector('script[src*=\"/analysis.js\"]').src.replace('analysis.js', 'analysis-link.js');
         const packed = async (text) => {
           const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
           const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
           let letters = '';
           for (const byte of bytes) letters += String.fromCharCode(byte);
           return '#tree=1' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
         };
         return (async () => {
           const { pack, unpack } = await import(script);
           const wrong = [
             '', '{}', 'null', '3', '\"a\"', '[[]]', '[1]', '[true]', '[\"a\",{}]', '[\"a\",1.5]', '[\"a\",-1]', '[\"a\",null]',
             '[\"a\",[\"{x\"]]', '[\"a\",[1]]', '['.repeat(5000) + ']'.repeat(5000),
             '[\"a\"' + ',[\"a\"'.repeat(100) + ']'.repeat(101),
             // A few kilobytes that decompress to megabytes.
             JSON.stringify(['a', '{' + ' '.repeat(4 << 20)]),
           ];
           const read = [];
           for (const text of wrong) if (await unpack(await packed(text)) !== null) read.push(text.slice(0, 40));
           for (const hash of ['', '#tree=', '#tree=1', '#tree=1%', '#tree=1AAAA', '#tree=9AAAA', '#other', '#tree=1' + 'A'.repeat(9000)])
             if (await unpack(hash) !== null) read.push(hash.slice(0, 40));
           const kept = await unpack(await packed('[\"{of the start\",\"a\",6,\"{x\",[\"b\",true],\"c\"]'));
           return [read, kept, await pack(['a', '{' + ' '.repeat(4 << 20)])];
         })()",
        json!([]),
    );
    assert_eq!(found[0], json!([]), "these were taken for trees");
    assert_eq!(found[1]["place"], json!(["b"]));
    assert_eq!(found[1]["turns"].as_array().map(Vec::len), Some(2));
    assert_eq!(found[2], Value::Null, "what could not be unpacked is not packed");
}

pub fn a_finished_game_replaces_the_stored_analysis() {
    let browser = Browser::new();
    // A game from the same start was stored in this tab at another position.
    browser.goto("/analysis/alquerque:walker?turns=d3-c3;b3xd3");
    browser.until("document.querySelectorAll('#tree .ana-turn').length === 2");
    browser.begin("alquerque", &[("opponent", "here")]);
    browser.click("#call-off");
    browser.click("#analysis");
    // The link has no moves, so the page shows the start.
    browser.until_words("#status", "White to move.");
    assert_eq!(browser.value("document.querySelector('#tree [aria-current]')"), Value::Null);

    // The link keeps the start position, the house rules and all moves of the game: here a missed capture and a claimed
    // one.
    let games = [
        ("alquerque", ("opt_capture", "optional"), "W:Wa1,e1:Bb2,e5", &["e1-e2", "e5-e4"][..]),
        ("buruj", ("variant", "protest"), "W:Wa1:Bb2,e5", &["a1-a2", "claims a1xc3, e5-e4"]),
    ];
    for (game, rule, position, turns) in games {
        browser.begin(game, &[("opponent", "here"), rule, ("position", position)]);
        for turn in turns {
            if let Some((claim, turn)) = turn.split_once(", ") {
                browser.click_words("#claims button", &claim.replace("claims", "There is a longer capture:"));
                browser.play(turn);
            } else {
                browser.play(turn);
            }
        }
        browser.click("#resign");
        browser.click("#resign-yes");
        assert_eq!(browser.turns(), turns);
        browser.click("#analysis");
        // A reload shows the same.
        for _ in 0..2 {
            browser.until(&format!(
                "document.querySelector('#tree [aria-current]')?.textContent.replace(/[!?]+$/, '') === '{}'",
                turns[turns.len() - 1]
            ));
            // The judgement of the game adds variations and glyphs, if it is ready.
            let moves = "[...document.querySelectorAll('#tree .ana-turn')].filter(one => !one.closest('.ana-variation'))\
                .map(one => one.textContent.replace(/[!?]+$/, ''))";
            assert_eq!(texts(&browser.value(moves)), turns);
            browser
                .until("document.querySelector('#board').dataset.busy === 'false' && document.querySelector('.piece')");
            browser.reload();
        }
    }
    assert!(browser.console_errors().is_empty());
}
