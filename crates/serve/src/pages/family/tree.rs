//! Layout of the tree of descent: boxes of the members, and lines between them.

use super::{Named, link};
use crate::texts::Texts;
use quirkat_rules::{Family, Member};

/// Distance of columns, in the drawing's units.
const COLUMN: f64 = 214.0;
/// Distance of rows.
const ROW: f64 = 46.0;
/// Height of a box in the drawing's units.
const BOX: f64 = 38.0;
/// Margin; lines that skip a column run in the top margin.
const MARGIN: f64 = 24.0;
/// Approximate width of a letter of a name.
const NAME_LETTER: f64 = 8.1;
/// Approximate width of a letter of a time.
const TIME_LETTER: f64 = 6.3;
/// Horizontal padding of a box.
const PADDING: f64 = 18.0;
/// Corner radius of a line.
const CORNER: f64 = 7.0;

/// Box of a member in the drawing.
pub struct Node {
    pub name: String,
    pub time: String,
    pub href: Option<String>,
    /// Left edge in the drawing's units.
    pub x: f64,
    /// Top edge in the drawing's units.
    pub y: f64,
    /// Width in the drawing's units.
    pub width: f64,
}

/// Line from an ancestor to a descendant.
pub struct Edge {
    pub bond: &'static str,
    /// Path of the line in SVG syntax.
    pub path: String,
}

/// The tree of descent after layout.
pub struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub width: f64,
    pub height: f64,
    /// Height of a box in the drawing's units.
    pub tall: f64,
}

/// A member with its column and row.
struct Placed<'f> {
    member: &'f Member,
    column: usize,
    row: f64,
}

impl Tree {
    /// Lays out the tree of a family.
    pub fn new(family: &Family, texts: Texts) -> Tree {
        let placed = place_all(family);
        let nodes: Vec<_> = placed.iter().map(|placed| node(placed, texts)).collect();
        let edges = placed.iter().zip(&nodes).flat_map(|(placed_child, child)| {
            placed_child.member.descents.iter().filter_map(|descent| {
                let parent = placed.iter().position(|other| other.member.id == descent.ancestor)?;
                let is_next = placed[parent].column + 1 >= placed_child.column;
                let path = if is_next { curve(&nodes[parent], child) } else { over_the_top(&nodes[parent], child) };
                Some(Edge { bond: descent.kind.word(), path })
            })
        });
        let edges = edges.collect();
        let most = |ends: fn(&Node) -> f64| nodes.iter().map(ends).fold(0.0, f64::max) + MARGIN / 4.0;
        let (width, height) = (most(|node| node.x + node.width), most(|node| node.y + BOX));
        Tree { nodes, edges, width, height, tall: BOX }
    }
}

fn place_all(family: &Family) -> Vec<Placed<'_>> {
    let mut placed = Vec::new();
    let mut rows = 0.0;
    let (trunks, others) = family.roots();
    for root in trunks {
        place(family, root, 0, &mut rows, &mut placed);
    }
    // A root that no member descends from first is placed before the member that names it, if there is room.
    for root in others {
        let named = placed.iter().find(|other| other.member.descents.iter().any(|descent| descent.ancestor == root.id));
        let (column, row) = named.map_or((0, rows), |child| (child.column.saturating_sub(1), child.row));
        let is_free = |row: f64| placed.iter().all(|other| other.column != column || (other.row - row).abs() >= 1.0);
        let steps = (0..).flat_map(|step| [f64::from(step), -f64::from(step)]);
        let row = steps.map(|step| row + step).find(|&row| row >= 0.0 && is_free(row)).unwrap_or(rows);
        placed.push(Placed { member: root, column, row });
    }
    placed
}

/// Places a member in the middle of its descendants, and returns its row.
fn place<'f>(
    family: &'f Family,
    member: &'f Member,
    column: usize,
    rows: &mut f64,
    placed: &mut Vec<Placed<'f>>,
) -> f64 {
    let under: Vec<f64> =
        family.children(&member.id).map(|child| place(family, child, column + 1, rows, placed)).collect();
    let row = match (under.first(), under.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => {
            *rows += 1.0;
            *rows - 1.0
        }
    };
    placed.push(Placed { member, column, row });
    row
}

fn node(placed: &Placed<'_>, texts: Texts) -> Node {
    let Placed { member, column, row } = placed;
    let (Named { name, href }, time) = (link(member, texts), member.time.get(texts.0).to_owned());
    let letters = |text: &str| text.chars().count() as f64;
    let width = PADDING + (NAME_LETTER * letters(&name)).max(TIME_LETTER * letters(&time)).ceil();
    Node { href, x: 2.0 + COLUMN * *column as f64, y: MARGIN + ROW * row, name, time, width }
}

/// Returns a line to the next column.
fn curve(parent: &Node, child: &Node) -> String {
    let ([x, y], [to_x, to_y]) = ([parent.x + parent.width, parent.y + BOX / 2.0], [child.x, child.y + BOX / 2.0]);
    let middle = (x + to_x) / 2.0;
    format!("M{x:.1} {y:.1}C{middle:.1} {y:.1} {middle:.1} {to_y:.1} {to_x:.1} {to_y:.1}")
}

/// Returns a line that skips columns: up in the gap behind the parent, through the top margin, and down in the gap before the
/// child, so that it crosses no box.
fn over_the_top(parent: &Node, child: &Node) -> String {
    let (x, y) = (parent.x + parent.width, parent.y + BOX / 2.0);
    let (gap, top) = (parent.x + COLUMN - 12.0, MARGIN / 3.0);
    let (down, to_x, to_y) = (child.x - 12.0, child.x, child.y + BOX / 2.0);
    let [before_gap, after_gap, before_down, after_down] = [gap - CORNER, gap + CORNER, down - CORNER, down + CORNER];
    let [above, below, above_end] = [y - CORNER, top + CORNER, to_y - CORNER];
    format!(
        "M{x:.1} {y:.1}H{before_gap:.1}Q{gap:.1} {y:.1} {gap:.1} {above:.1}V{below:.1}Q{gap:.1} {top:.1} {after_gap:.1} {top:.1}\
         H{before_down:.1}Q{down:.1} {top:.1} {down:.1} {below:.1}V{above_end:.1}Q{down:.1} {to_y:.1} {after_down:.1} {to_y:.1}H{to_x:.1}"
    )
}
