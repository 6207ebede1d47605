//! Writes a board, its counters and the leaflet of a game as PDF for A4, and prints a list of the pages.
//!
//! `cargo run -p quirkat-print --example sheets -- alquerque.pdf`; without a path it writes nothing.

use quirkat_print::{Mm, Order, Style, print};
use quirkat_rules::find_game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let alquerque = find_game("alquerque").ok_or("alquerque is not in the catalogue")?;
    let ruleset = alquerque.ruleset(Some("walker"), &[("capture", "optional")])?;
    let order = Order { board: Some(Style::Checked), has_counters: true, has_leaflet: true, ..Order::default() };
    let printed = print(&ruleset, &order)?;
    println!("{}", printed.title);
    if let Some(spacing) = printed.spacing {
        println!("points {spacing} mm apart");
    }
    for (number, page) in printed.pages.iter().enumerate() {
        let (width, height) = page.size;
        println!("sheet {}: {width} × {height} mm", number + 1);
    }
    let pdf = printed.pdf()?;
    println!("{} bytes of PDF", pdf.len());
    if let Some(path) = std::env::args_os().nth(1) {
        std::fs::write(path, pdf)?;
    }

    // An order that does not fit is refused with a reason.
    let huge = Order { spacing: Some(Mm::whole(200)), ..Order::default() };
    if let Err(refusal) = print(&ruleset, &huge) {
        println!("{refusal}");
    }
    Ok(())
}
