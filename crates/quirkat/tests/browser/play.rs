//! Tests the play page and its board as players use them.

use crate::browser::{Browser, keys};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Selects the points marked as choices.
const MARKED: &str = "
    (() => {
      const place = circle => `${circle.getAttribute('cx')},${circle.getAttribute('cy')}`;
      const points = new Map([...document.querySelectorAll('.q-hits circle')].map(hit => [place(hit), hit.dataset.point]));
      const marks = document.querySelectorAll('.mark-target, .mark-choice, .mark-movable');
      return [...marks].map(mark => points.get(place(mark))).sort();
    })()";
/// Selects the point under the board's cursor.
const CURSOR: &str = "
    (() => {
      const box = document.querySelector('.cursor');
      const middle = side => Number(box.getAttribute(side)) + Number(box.getAttribute('width')) / 2;
      const [x, y] = [middle('x'), middle('y')];
      return [...document.querySelectorAll('.q-hits circle')]
        .find(hit => Math.hypot(hit.getAttribute('cx') - x, hit.getAttribute('cy') - y) < 1)?.dataset.point;
    })()";

/// Returns the selector of a point.
pub fn point(name: &str) -> String {
    format!(".q-hits [data-point='{name}']")
}

/// Returns the points named in a move such as `a1xc3xe5`.
pub fn points_of(turn: &str) -> Vec<String> {
    let words = turn.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .flat_map(|word| word.split('x'))
        .filter(|name| name.ends_with(|end: char| end.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

impl Browser {
    /// Fills in the form of a new game and submits it.
    pub fn begin(&self, game: &str, fields: &[(&str, &str)]) {
        let pairs = fields.iter().map(|(key, value)| format!("{key}={}", value.replace(',', "%2C")));
        self.goto(&format!("/new/{game}?{}", pairs.collect::<Vec<_>>().join("&")));
        self.click(".submit button");
        self.until_play();
    }

    /// Waits until the play page is connected and shows its board.
    pub fn until_play(&self) {
        self.until(
            "location.pathname.includes('/play/') && document.body.dataset.connected === 'true' \
             && document.querySelectorAll('.q-hits circle').length > 0",
        );
    }

    /// Returns the moves in the list.
    pub fn turns(&self) -> Vec<String> {
        texts(&self.value("[...document.querySelectorAll('#moves [data-ply]')].map(turn => turn.textContent)"))
    }

    /// Waits until the list has exactly `count` moves.
    pub fn until_turns(&self, count: usize) {
        self.until(&format!("document.querySelectorAll('#moves [data-ply]').length === {count}"));
    }

    /// Waits until the list has at least `count` moves.
    pub fn until_turns_from(&self, count: usize) {
        self.until(&format!("document.querySelectorAll('#moves [data-ply]').length >= {count}"));
    }

    /// Returns the pieces on the board by point, from bottom to top.
    pub fn pieces(&self) -> BTreeMap<String, String> {
        let pairs =
            self.value("[...document.querySelectorAll('.piece')].map(one => [one.dataset.at, one.dataset.code])");
        serde_json::from_value::<Vec<(String, String)>>(pairs).expect("pairs").into_iter().collect()
    }

    pub fn until_piece(&self, name: &str, code: Option<&str>) {
        let found = format!("document.querySelector(\".piece[data-at='{name}']\")?.dataset.code");
        let code = code.map_or("undefined".to_owned(), |code| format!("'{code}'"));
        // A moving piece has not arrived yet.
        self.until(&format!("document.querySelector('#board').dataset.busy === 'false' && {found} === {code}"));
    }

    /// Returns the points marked as choices.
    pub fn marked(&self) -> Vec<String> {
        texts(&self.value(MARKED))
    }

    pub fn until_marked(&self, names: &[&str]) {
        self.wait(&format!("marks on {names:?}"), || {
            let marked = self.marked();
            if marked == names { Ok(()) } else { Err(format!("{marked:?}")) }
        });
    }

    /// Clicks a point once it is marked as a choice.
    pub fn choose(&self, name: &str) {
        self.wait(&format!("a mark on {name}"), || {
            let marked = self.marked();
            if marked.iter().any(|known| known == name) { Ok(()) } else { Err(format!("{marked:?}")) }
        });
        self.click(&point(name));
    }

    /// Plays a move by clicks, point by point, as the page marks them.
    pub fn play(&self, turn: &str) {
        let before = self.turns().len();
        for name in points_of(turn) {
            self.choose(&name);
        }
        self.finish(before);
    }

    /// Waits until a move is in the list. Ends an open move by its button.
    fn finish(&self, before: usize) {
        let is_open = "document.querySelector('#done').checkVisibility()";
        let over = format!("document.querySelectorAll('#moves [data-ply]').length > {before}");
        self.until(&format!("{over} || {is_open}"));
        if self.value(&over) != true {
            self.click("#done");
            self.until(&over);
        }
    }

    /// Plays a move with the arrow keys and Enter on the focused board.
    pub fn play_by_keys(&self, turn: &str) {
        let before = self.turns().len();
        for name in points_of(turn) {
            self.wait(&format!("a mark on {name}"), || {
                let marked = self.marked();
                if marked.contains(&name) { Ok(()) } else { Err(format!("{marked:?}")) }
            });
            self.steer(&name);
            self.press([keys::ENTER]);
        }
        self.finish(before);
    }

    /// Moves the cursor to a point: first to its row, then along it.
    pub fn steer(&self, name: &str) {
        for _ in 0..40 {
            let here = self.text_of(CURSOR);
            if here == name {
                return;
            }
            let way = self.run(
                "const at = name => ['cx', 'cy'].map(key => Number(
                   document.querySelector(`.q-hits [data-point='${name}']`).getAttribute(key)));
                 const [[x, y], [u, v]] = [at(arguments[0]), at(arguments[1])];
                 return v > y ? 'down' : v < y ? 'up' : u > x ? 'right' : 'left'",
                json!([here, name]),
            );
            self.press([match way.as_str() {
                Some("down") => keys::DOWN,
                Some("up") => keys::UP,
                Some("right") => keys::RIGHT,
                _ => keys::LEFT,
            }]);
        }
        panic!("the arrow keys do not reach {name}");
    }

    /// Waits for the board's message about a refused choice.
    pub fn until_refused(&self, part: &str) {
        self.until_words(".board-bubble", part);
    }
}

/// Converts a JSON list to texts.
pub fn texts(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| panic!("not a list of texts: {value}"))
}
