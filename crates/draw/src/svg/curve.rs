//! Line chart of the chances in a game, position by position.

use super::paint::{Palette, Tint, escape};
use super::pen::Coordinates;

/// Contents of a chart of chances.
#[derive(Clone, Copy, Debug)]
pub struct ChanceCurve<'a> {
    /// Title of the chart, shown and read out.
    pub title: &'a str,
    /// Description of the chart for people who cannot see it.
    pub description: &'a str,
    /// Names of the sides, the first side first.
    pub sides: [&'a str; 2],
    /// Expected score of the first side in each position, from 0 to 1, the start included.
    pub expected: &'a [f64],
    /// Annotations of positions, such as `?` after a mistake: index of the position from 0, and sign.
    pub signs: &'a [(usize, &'a str)],
}

/// Height of the drawing in pixels.
const HEIGHT: i32 = 300;
/// Vertical positions of a certain win of the first side and of the second.
const TOP: i32 = 30;
const BOTTOM: i32 = 250;
/// Horizontal position of the start; the axis labels stand left of it.
const LEFT: i32 = 70;
/// Space at the right edge.
const MARGIN: i32 = 30;
/// Minimum and maximum width of the chart.
const WIDTHS: [i32; 2] = [400, 1400];
/// Preferred distance of two positions.
const STEP: i32 = 14;
/// Minimum distance of two turn numbers.
const NUMBERS_APART: i32 = 40;

/// Draws the chart as SVG: a polyline with a point for each position above the first side's area. The background is
/// opaque, so that the chart is legible on light and dark pages.
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

/// Mapping of positions to coordinates.
struct Plot {
    positions: usize,
    palette: Palette,
}

impl Plot {
    fn right(&self) -> i32 {
        let width = i32::try_from(self.positions).unwrap_or(i32::MAX).saturating_mul(STEP);
        LEFT + width.clamp(WIDTHS[0], WIDTHS[1])
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

    /// Draws the background, the first side's area below the line, the frame, and the line between the halves.
    fn field(&self, points: &[Coordinates]) -> String {
        let (right, middle) = (self.right(), self.height(0.5));
        let [ground, white, line] = [Tint::Field, Tint::White, Tint::Line].map(|tint| self.palette.paint(tint));
        let own = points_text(points);
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
            points_text(points)
        )
    }

    /// Draws the names of the sides, the axis labels, and the annotations with a dot each.
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
        for turn in self.labelled_turns() {
            write((self.across(2 * turn), BOTTOM + 40), "middle", &(turn + 1).to_string());
        }
        let signs: Vec<_> = curve.signs.iter().filter_map(|&(ply, sign)| Some((*points.get(ply)?, sign))).collect();
        for &((x, y), sign) in &signs {
            // Annotations stand above the line, or below it near the upper edge.
            write((x, if y < TOP + 30 { y + 24 } else { y - 12 }), "middle", sign);
        }
        let dots: String =
            signs.iter().map(|((x, y), _)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n")).collect();
        let ink = self.palette.paint(Tint::Text);
        format!(
            "<g fill=\"{ink}\" font-family=\"Georgia,'Liberation Serif',serif\" font-size=\"16\">\n{words}{dots}</g>\n"
        )
    }

    /// Returns the indices of the turns whose numbers are shown: every one, every second, every fifth and so on,
    /// depending on the space.
    fn labelled_turns(&self) -> impl Iterator<Item = usize> {
        let turns = self.positions.saturating_sub(1).div_ceil(2).max(1);
        let room = ((self.right() - LEFT) / NUMBERS_APART) as usize;
        let every = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
        let every = every.into_iter().find(|every| turns / every <= room).unwrap_or(turns);
        (0..turns).step_by(every)
    }
}

/// Formats positions as the points of a polyline.
fn points_text(points: &[Coordinates]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}
