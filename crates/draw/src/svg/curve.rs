//! The curve of a game: who was how near to winning, position by position.

use super::paint::{Palette, Tint, escape};
use super::pen::Coordinates;

/// What a curve shows.
#[derive(Clone, Copy, Debug)]
pub struct ChanceCurve<'a> {
    /// What it is: its title.
    pub title: &'a str,
    /// What is to be seen in it, for those who cannot see it.
    pub description: &'a str,
    /// What the sides are called, the first one first.
    pub sides: [&'a str; 2],
    /// The score that the first side may expect in each position, from 0 to 1, the start among them.
    pub expected: &'a [f64],
    /// Signs beside positions, such as `?` where a mistake led: the number of the position, from 0, and the sign.
    pub signs: &'a [(usize, &'a str)],
}

/// The height of the drawing.
const HEIGHT: i32 = 300;
/// Where the first side is certain to win, and where the second.
const TOP: i32 = 30;
const BOTTOM: i32 = 250;
/// Where the start lies; left of it are the words of the axis.
const LEFT: i32 = 70;
/// The space at the right.
const MARGIN: i32 = 30;
/// How wide the curve is at least and at most.
const WIDTHS: [i32; 2] = [400, 1400];
/// The distance of positions where there is room.
const STEP: i32 = 14;
/// Numbers of turns stand at least so far apart.
const NUMBERS_APART: i32 = 40;

/// The curve as SVG: one polyline with a point for each position; the field below it is the first side's. It has a ground of
/// its own, so that it can be seen on light pages and on dark ones.
pub fn curve(curve: &ChanceCurve<'_>, palette: Palette) -> String {
    let plot = Plot { positions: curve.expected.len(), palette };
    let points: Vec<Coordinates> = curve.expected.iter().enumerate().map(|(ply, &share)| plot.at(ply, share)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quirkat-curve\" role=\"img\" \
         viewBox=\"0 0 {} {HEIGHT}\">\n<title>{}</title>\n<desc>{}</desc>\n{}{}{}</svg>\n",
        plot.right() + MARGIN,
        escape(curve.title),
        escape(curve.description),
        plot.field(&points),
        plot.line(&points),
        plot.words(curve, &points),
    )
}

/// The paper of a curve: where positions lie on it.
struct Plot {
    positions: usize,
    palette: Palette,
}

impl Plot {
    fn right(&self) -> i32 {
        let wanted = i32::try_from(self.positions).unwrap_or(i32::MAX).saturating_mul(STEP);
        LEFT + wanted.clamp(WIDTHS[0], WIDTHS[1])
    }

    fn across(&self, ply: usize) -> i32 {
        let last = self.positions.saturating_sub(1).max(1) as f64;
        LEFT + (f64::from(self.right() - LEFT) * ply as f64 / last).round() as i32
    }

    fn height(&self, share: f64) -> i32 {
        BOTTOM - (f64::from(BOTTOM - TOP) * share.clamp(0.0, 1.0)).round() as i32
    }

    fn at(&self, ply: usize, share: f64) -> Coordinates {
        (self.across(ply), self.height(share))
    }

    /// The ground, the first side's field below the curve, the frame, and the line between the halves.
    fn field(&self, points: &[Coordinates]) -> String {
        let (right, middle) = (self.right(), self.height(0.5));
        let [ground, white, line] = [Tint::Field, Tint::White, Tint::Line].map(|tint| self.palette.paint(tint));
        let own = listed(points);
        format!(
            "<rect width=\"{}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>\n\
             <polygon points=\"{LEFT},{BOTTOM} {own} {right},{BOTTOM}\" fill=\"{white}\"/>\n\
             <path d=\"M{LEFT} {TOP}H{right}V{BOTTOM}H{LEFT}Z\" fill=\"none\" stroke=\"{line}\"/>\n\
             <path d=\"M{LEFT} {middle}H{right}\" stroke=\"{line}\" stroke-dasharray=\"6 6\"/>\n",
            right + MARGIN
        )
    }

    fn line(&self, points: &[Coordinates]) -> String {
        let ink = self.palette.paint(Tint::Text);
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>\n",
            listed(points)
        )
    }

    /// The names of the sides where each is certain to win, the axes, and the signs with a dot each.
    fn words(&self, curve: &ChanceCurve<'_>, points: &[Coordinates]) -> String {
        let mut words = String::new();
        let mut write = |(x, y): Coordinates, anchor: &str, text: &str| {
            words += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{}</text>\n", escape(text));
        };
        write((LEFT, TOP - 8), "start", curve.sides[0]);
        write((LEFT, BOTTOM + 20), "start", curve.sides[1]);
        for (share, text) in [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")] {
            write((LEFT - 8, self.height(share) + 5), "end", text);
        }
        for turn in self.numbered() {
            write((self.across(2 * turn), BOTTOM + 40), "middle", &(turn + 1).to_string());
        }
        let signs: Vec<_> = curve.signs.iter().filter_map(|&(ply, sign)| Some((*points.get(ply)?, sign))).collect();
        for &((x, y), sign) in &signs {
            // Above the line, and below it where that is near the top.
            write((x, if y < TOP + 30 { y + 24 } else { y - 12 }), "middle", sign);
        }
        let dots: String =
            signs.iter().map(|((x, y), _)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n")).collect();
        let ink = self.palette.paint(Tint::Text);
        format!(
            "<g fill=\"{ink}\" font-family=\"Georgia,'Liberation Serif',serif\" font-size=\"16\">\n{words}{dots}</g>\n"
        )
    }

    /// The turns, from 0, below which their number stands: all, every second, every fifth and so on, as there is room.
    fn numbered(&self) -> impl Iterator<Item = usize> {
        let turns = self.positions.saturating_sub(1).div_ceil(2).max(1);
        let room = ((self.right() - LEFT) / NUMBERS_APART) as usize;
        let every = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
        let every = every.into_iter().find(|every| turns / every <= room).unwrap_or(turns);
        (0..turns).step_by(every)
    }
}

/// Places as the data of a polyline.
fn listed(points: &[Coordinates]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}
