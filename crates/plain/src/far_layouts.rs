//! Boards and starts of the games in `far_games.rs`.

use litemap::LiteMap;
use std::collections::BTreeSet;

use super::layouts::{Layout, Pieces, men};
use super::{Board, Diagonals, P, Rank, Side};

/// Returns the layout of a variant; `value` returns the options that affect layouts.
pub fn far_layout<'a>(game: &str, variant: &str, value: impl Fn(&str) -> &'a str) -> Layout {
    match (game, variant) {
        ("fanorona", "dimyand") => fanorona(Board::alq(5, 5), 2, &[1, 4]),
        // "South y=0 and (2,1); North y=2 and (0,1)."
        ("fanorona", "telo_capture") => fanorona(Board::alq(3, 3), 1, &[2]),
        ("fanorona", "telo_align") | ("alquerque-de-tres", _) => in_hand(Board::alq(3, 3), [3, 3]),
        ("fanorona", _) => fanorona(Board::alq(9, 5), 2, &[1, 3, 6, 8]),
        ("konane", _) => konane(value("size")),
        ("dablot", _) => dablot(),
        ("queah", _) => queah(),
        ("liebre", _) => liebre(value("board"), value("hunters")),
        // hunt.md, 2: four tigers on the corners.
        ("bagh-chal", _) => {
            let corners = BTreeSet::from([(0, 0), (4, 0), (0, 4), (4, 4)]);
            Layout { pieces: men(&BTreeSet::new(), &corners), ..in_hand(Board::alq(5, 5), [20, 0]) }
        }
        ("leopards", _) => match value("board") {
            "usual" | "tri4" => in_hand(Board::tri(4), [2, 24]),
            "tri2" => in_hand(Board::tri(2), [2, 24]),
            "tri8" => in_hand(Board::cornered(), [2, 24]),
            other => panic!("no board {other}"),
        },
        ("alquerque-de-nueve", _) => in_hand(Board::mill24(), [9, 9]),
        _ => panic!("no game {game}"),
    }
}

/// Returns an empty board with these hands.
fn in_hand(board: Board, hand: [usize; 2]) -> Layout {
    Layout { board, pieces: Pieces::new(), hand }
}

fn of_men(board: Board, first: &BTreeSet<P>, second: &BTreeSet<P>) -> Layout {
    Layout { pieces: men(first, second), ..in_hand(board, [0, 0]) }
}

/// Returns a layout in which South holds the rows before the middle one and these points of it, and North the rest
/// except the centre (fanorona.md, "Setup").
fn fanorona(board: Board, middle: i32, of_south: &[i32]) -> Layout {
    let all = board.points.iter().copied().filter(|&point| point != board.centre());
    let (south, north) = all.partition(|&(x, y)| y < middle || (y == middle && of_south.contains(&x)));
    of_men(board, &south, &north)
}

/// Returns a full board: the first side's stones where x + y is even (konane.md, "Board").
fn konane(size: &str) -> Layout {
    let (width, height) = size.split_once('x').expect("a size");
    let number = |word: &str| word.parse::<i32>().ok().filter(|number| (4..=20).contains(number));
    let sides = number(width).zip(number(height));
    let (width, height) = sides.unwrap_or_else(|| panic!("no size {size}"));
    let board = Board::grid(width, height, Diagonals::None);
    let (black, white) = board.points.iter().partition(|&(x, y)| (x + y) % 2 == 0);
    of_men(board, &black, &white)
}

/// Returns five half-rows of men, with the prince and the king at the right of the two rows behind them, and the other
/// side by a half turn (dablot.md, "Setup").
fn dablot() -> Layout {
    let board = Board::cross(6, 7);
    let mut south: LiteMap<P, Rank> =
        board.points.iter().filter(|point| point.1 <= 4).map(|&point| (point, Rank::Man)).collect();
    south.extend([((9, 5), Rank::Prince), ((10, 6), Rank::King)]);
    let mut pieces = Pieces::new();
    for ((x, y), rank) in south {
        pieces.insert((x, y), (Side::First, rank));
        pieces.insert((10 - x, 12 - y), (Side::Second, rank));
    }
    Layout { board, pieces, hand: [0, 0] }
}

/// Returns four squares of the near zigzag on the right, with six pieces in hand (queah.md, "Setup").
fn queah() -> Layout {
    let south = BTreeSet::from([(2, -2), (1, -1), (0, -2), (-1, -1)]);
    let north = south.iter().map(|&(x, y)| (-x, -y)).collect();
    Layout { hand: [6, 6], ..of_men(Board::queah13(), &south, &north) }
}

/// Returns the hare in the middle and the hunters, of whom those on y = 2 are left out first (hunt.md, 1). The source
/// does not say which of the two stays when there are eleven; here it is the one on the left.
fn liebre(board: &str, hunters: &str) -> Layout {
    let board = match board {
        "usual" => Board::alq(5, 5),
        "great_diagonals" => Board::grid(5, 5, Diagonals::Great),
        "no_diagonals" => Board::grid(5, 5, Diagonals::None),
        other => panic!("no board {other}"),
    };
    let mut south: BTreeSet<P> = board.points.iter().copied().filter(|point| point.1 < 2).collect();
    match hunters {
        "12" => south.extend([(0, 2), (4, 2)]),
        "11" => south.extend([(0, 2)]),
        "10" => {}
        other => panic!("no number of hunters {other}"),
    }
    of_men(board, &south, &BTreeSet::from([(2, 2)]))
}
