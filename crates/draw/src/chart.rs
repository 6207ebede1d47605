//! Charts of statistics as SVG: stacked bars and box plots. Each has an opaque background, so that it is legible on
//! light and dark pages.

use crate::svg::paint::escape;
use plotters::coord::Shift;
use plotters::coord::ranged1d::SegmentedCoord;
use plotters::coord::types::{RangedCoordf64, RangedCoordusize};
use plotters::prelude::*;

/// Title and description of a chart.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// Title of the chart, shown and read out.
    pub title: &'a str,
    /// Description of the chart for people who cannot see it.
    pub description: &'a str,
}

/// Chart of stacked bars, one for each item, whose three parts add up to the whole.
#[derive(Clone, Copy, Debug)]
pub struct ShareChart<'a> {
    /// Title and description of the chart.
    pub caption: Caption<'a>,
    /// Names of the three parts, in the order in which they are stacked.
    pub parts: [&'a str; 3],
    /// Name of each item with its three shares, from 0 to 1.
    pub bars: &'a [(String, [f64; 3])],
}

/// Box plot: for each item a box from the first to the third quartile, with the median and the maximum.
#[derive(Clone, Copy, Debug)]
pub struct BoxPlot<'a> {
    /// Title and description of the chart.
    pub caption: Caption<'a>,
    /// Name of the measured quantity, for the axis.
    pub measure: &'a str,
    /// Name of each item with its first quartile, median, third quartile and maximum.
    pub boxes: &'a [(String, [f64; 4])],
}

/// Width of a chart in pixels, so that its text is legible on a phone, and height of a row.
const WIDTH: u32 = 540;
const ROW: u32 = 26;
/// Space for the names of the items, for the axis, below it, and for the legend.
const NAMES: u32 = 210;
const AXIS: u32 = 46;
const BELOW: u32 = 8;
const LEGEND: u32 = 30;
/// Free space above and below a bar within its row.
const FREE: u32 = 4;

const GROUND: RGBColor = RGBColor(250, 247, 240);
const INK: RGBColor = RGBColor(43, 38, 32);
const FAINT: RGBColor = RGBColor(214, 206, 190);
/// Colours of the first side's wins, of draws, and of the second side's wins.
const PARTS: [RGBColor; 3] = [RGBColor(226, 178, 92), RGBColor(190, 184, 172), RGBColor(92, 64, 51)];

type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;
type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, SegmentedCoord<RangedCoordusize>>>;
type ChartResult<T> = Result<T, DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

/// Draws stacked bars as an SVG document.
pub fn share_chart(chart: &ShareChart<'_>) -> String {
    let names: Vec<_> = chart.bars.iter().map(|(name, _)| name.as_str()).collect();
    document(chart.caption, names.len(), LEGEND, |area| {
        for (part, (name, colour)) in chart.parts.iter().zip(PARTS).enumerate() {
            let left = (10 + part as u32 * WIDTH / 3) as i32;
            area.draw(&Rectangle::new([(left, 8), (left + 14, 22)], colour.filled()))?;
            area.draw(&Text::new((*name).to_owned(), (left + 20, 10), words()))?;
        }
        let mut plane = plane(area, &names, 100.0, "%", LEGEND)?;
        for (row, (_, share_chart)) in chart.bars.iter().rev().enumerate() {
            let mut from = 0.0;
            for (share, colour) in share_chart.iter().zip(PARTS) {
                plane.draw_series([bar(row, [from, from + share * 100.0], colour)])?;
                from += share * 100.0;
            }
        }
        Ok(())
    })
}

/// Draws a box plot as an SVG document.
pub fn box_plot(chart: &BoxPlot<'_>) -> String {
    let names: Vec<_> = chart.boxes.iter().map(|(name, _)| name.as_str()).collect();
    let most = chart.boxes.iter().map(|(_, [.., most])| *most).fold(1.0, f64::max);
    document(chart.caption, names.len(), 0, |area| {
        let mut plane = plane(area, &names, most, chart.measure, 0)?;
        for (row, (_, [lower, median, upper, most])) in chart.boxes.iter().rev().enumerate() {
            let middle = [0.0, *most].map(|at| (at, SegmentValue::CenterOf(row)));
            plane.draw_series([PathElement::new(middle, INK.stroke_width(1))])?;
            plane.draw_series([bar(row, [*lower, *upper], PARTS[0])])?;
            let across = [row, row + 1].map(|edge| (*median, SegmentValue::Exact(edge)));
            plane.draw_series([PathElement::new(across, INK.stroke_width(3))])?;
        }
        Ok(())
    })
}

/// Creates the document of a chart with a number of rows and a heading above them.
fn document(caption: Caption<'_>, rows: usize, above: u32, draw: impl FnOnce(&Area<'_>) -> ChartResult<()>) -> String {
    let height = above + rows as u32 * ROW + AXIS + BELOW;
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        let all = area.fill(&GROUND).and_then(|()| draw(&area)).and_then(|()| area.present());
        all.expect("a drawing to memory cannot fail");
    }
    let (_, inside) = text.split_once('\n').expect("a document of several lines");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quirkat-chart\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\">\n\
        <title>{}</title>\n<desc>{}</desc>\n{inside}",
        escape(caption.title),
        escape(caption.description),
    )
}

/// Creates the axes: names from top to bottom, and a scale from 0 to the maximum.
fn plane<'a, 'b>(
    area: &'a Area<'b>,
    names: &[&str],
    most: f64,
    measure: &str,
    above: u32,
) -> ChartResult<Plane<'a, 'b>> {
    let mut plane = ChartBuilder::on(area)
        .margin_top(above)
        .margin_bottom(BELOW)
        .margin_right(24)
        .x_label_area_size(AXIS)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(0.0..most, (0..names.len()).into_segmented())?;
    let name = |segment: &SegmentValue<usize>| match segment {
        SegmentValue::CenterOf(row) => names.iter().rev().nth(*row).map_or_else(String::new, |&name| name.to_owned()),
        _ => String::new(),
    };
    plane
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(GROUND)
        .bold_line_style(FAINT)
        .axis_style(FAINT)
        .x_labels(6)
        .x_desc(measure)
        .x_label_formatter(&|number| format!("{number:.0}"))
        .y_labels(names.len())
        .y_label_formatter(&name)
        .label_style(words())
        .draw()?;
    Ok(plane)
}

/// Returns the text style of labels.
fn words() -> TextStyle<'static> {
    ("sans-serif", 13).into_font().color(&INK)
}

fn bar(row: usize, [from, to]: [f64; 2], colour: RGBColor) -> Rectangle<(f64, SegmentValue<usize>)> {
    let corners = [(from, SegmentValue::Exact(row)), (to, SegmentValue::Exact(row + 1))];
    let mut bar = Rectangle::new(corners, colour.filled());
    bar.set_margin(FREE, FREE, 0, 0);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_is_a_document_with_its_names_and_words() {
        let caption = Caption { title: "Who wins", description: "walker < article & so on" };
        let bars = [("walker".to_owned(), [0.5, 0.2, 0.3]), ("article & <more>".to_owned(), [0.0, 1.0, 0.0])];
        let boxes = [("walker".to_owned(), [20.0, 31.0, 44.0, 120.0]), ("article".to_owned(), [0.0; 4])];
        let parts = ["first", "drawn", "second"];
        let texts = [
            share_chart(&ShareChart { caption, parts, bars: &bars }),
            box_plot(&BoxPlot { caption, measure: "plies", boxes: &boxes }),
        ];
        for text in &texts {
            let document = roxmltree::Document::parse(text).unwrap();
            let label =
                |tag: &str| document.descendants().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
            assert_eq!((label("title"), label("desc")), (Some("Who wins"), Some("walker < article & so on")));
            assert!(
                document.descendants().any(|node| node.text().is_some_and(|words| words.trim() == "walker")),
                "{text}"
            );
        }
        // The parts of the first bar have the right widths: half, a fifth and three tenths of the plot.
        let document = roxmltree::Document::parse(&texts[0]).unwrap();
        let widths = |colour: &str| {
            let bars = document.descendants().filter(|node| node.attribute("fill") == Some(colour));
            let width = bars.filter_map(|bar| bar.attribute("width")?.parse::<f64>().ok());
            width.filter(|width| *width > 14.0).fold(0.0, f64::max)
        };
        let ratio = widths("#E2B25C") / widths("#5C4033");
        assert!((ratio - 5.0 / 3.0).abs() < 0.05, "{ratio}");
    }

    #[test]
    fn an_empty_chart_is_a_valid_document() {
        let caption = Caption { title: "", description: "" };
        roxmltree::Document::parse(&share_chart(&ShareChart { caption, parts: [""; 3], bars: &[] })).unwrap();
    }
}
