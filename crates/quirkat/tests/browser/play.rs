//! The play page and its board, as a person sees and uses them.

use crate::browser::{Browser, keys};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The points of the board that are marked: where something can be chosen now.
const MARKED: &str = "
    (() => {
      const place = circle => `${circle.getAttribute('cx')},${circle.getAttribute('cy')}`;
      const points = new Map([...document.querySelectorAll('.q-hits circle')].map(hit => [place(hit), hit.dataset.point]));
      const marks = document.querySelectorAll('.mark-target, .mark-choice, .mark-movable');
      return [...marks].map(mark => points.get(place(mark))).sort();
    })()";
/// The point under the cursor of the board.
const CURSOR: &str = "
    (() => {
      const box = document.querySelector('.cursor');
      const middle = side => Number(box.getAttribute(side)) + Number(box.getAttribute('width')) / 2;
      const [x, y] = [middle('x'), middle('y')];
      return [...document.querySelectorAll('.q-hits circle')]
        .find(hit => Math.hypot(hit.getAttribute('cx') - x, hit.getAttribute('cy') - y) < 1)?.dataset.point;
    })()";

/// The selector of a point.
pub fn point(name: &str) -> String {
    format!(".q-hits [data-point='{name}']")
}

/// The points that a turn names: `a1xc3xe5`.
pub fn points_of(turn: &str) -> Vec<String> {
    let words = turn.split(|letter: char| !letter.is_ascii_alphanumeric());
    words
        .flat_map(|word| word.split('x'))
        .filter(|name| name.ends_with(|end: char| end.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

impl Browser {
    /// Opens the form of a new game with its fields filled in, and starts.
    pub fn begin(&self, game: &str, fields: &[(&str, &str)]) {
        let pairs = fields.iter().map(|(key, value)| format!("{key}={}", value.replace(',', "%2C")));
        self.goto(&format!("/new/{game}?{}", pairs.collect::<Vec<_>>().join("&")));
        self.click(".submit button");
        self.until_play();
    }

    /// Waits until the play page is connected and its board is there.
    pub fn until_play(&self) {
        self.until(
            "location.pathname.includes('/play/') && document.body.dataset.connected === 'true' \
             && document.querySelectorAll('.q-hits circle').length > 0",
        );
    }

    /// The turns in the list, as they are written.
    pub fn turns(&self) -> Vec<String> {
        texts(&self.value("[...document.querySelectorAll('#moves [data-ply]')].map(turn => turn.textContent)"))
    }

    /// Waits until so many turns are in the list.
    pub fn until_turns(&self, count: usize) {
        self.until(&format!("document.querySelectorAll('#moves [data-ply]').length === {count}"));
    }

    /// Waits until at least so many turns are in the list.
    pub fn until_turns_from(&self, count: usize) {
        self.until(&format!("document.querySelectorAll('#moves [data-ply]').length >= {count}"));
    }

    /// What stands on the board: points and pieces from bottom to top.
    pub fn pieces(&self) -> BTreeMap<String, String> {
        let pairs =
            self.value("[...document.querySelectorAll('.piece')].map(one => [one.dataset.at, one.dataset.code])");
        serde_json::from_value::<Vec<(String, String)>>(pairs).expect("pairs").into_iter().collect()
    }

    pub fn until_piece(&self, name: &str, code: Option<&str>) {
        let found = format!("document.querySelector(\".piece[data-at='{name}']\")?.dataset.code");
        let code = code.map_or("undefined".to_owned(), |code| format!("'{code}'"));
        // A piece on its way is not there yet.
        self.until(&format!("document.querySelector('#board').dataset.busy === 'false' && {found} === {code}"));
    }

    /// The points that are marked as choices.
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

    /// Plays a turn by clicks, point by point, each where the page has marked it.
    pub fn play(&self, turn: &str) {
        let before = self.turns().len();
        for name in points_of(turn) {
            self.choose(&name);
        }
        self.finish(before);
    }

    /// Waits until a turn is in the list; one that could go on is ended by the button.
    fn finish(&self, before: usize) {
        let is_open = "document.querySelector('#done').checkVisibility()";
        let over = format!("document.querySelectorAll('#moves [data-ply]').length > {before}");
        self.until(&format!("{over} || {is_open}"));
        if self.value(&over) != true {
            self.click("#done");
            self.until(&over);
        }
    }

    /// Plays a turn by the arrow keys and Enter, with the focus on the board.
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

    /// Takes the cursor of the board to a point: first to its row, then along it.
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
        panic!("the arrow keys do not come to {name}");
    }

    /// What the board says to a choice that it refuses.
    pub fn until_refused(&self, part: &str) {
        self.until_words(".board-bubble", part);
    }
}

/// A list of texts.
pub fn texts(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| panic!("not a list of texts: {value}"))
}
