//! The presets of alquerque.md, as differences from `walker`.

/// Names of all presets of alquerque.
pub const PRESETS: [&str; 16] = [
    "walker",
    "article",
    "one_is_enough",
    "smith",
    "smith_bell",
    "bell_strict",
    "wikipedia",
    "murray",
    "covarrubias",
    "jocly",
    "jocly_bell",
    "jocly_roman",
    "brainking",
    "roman",
    "arabic",
    "ludii_alfonso",
];

/// Returns the option values of a preset that differ from `walker`.
pub fn preset(name: &str) -> Option<Vec<(&'static str, &'static str)>> {
    let options = match name {
        // 001; Murray's text in Ludii is the same ("Further presets").
        "walker" | "murray" => vec![],
        // 003 (g): optional, and one may stop at will. 002 says the same.
        "article" | "smith" => vec![("capture", "optional"), ("chain", "optional")],
        // 003, before its rules: compulsory, and one may be enough.
        "one_is_enough" => vec![("chain", "optional")],
        // 002 with Bell's rules: huff, nothing backward, the last row.
        "smith_bell" => bell("huff"),
        // 002, Bell's last rule.
        "bell_strict" => {
            let mut options = bell("huff");
            options.push(("return", "never"));
            options
        }
        // All directions and huff. The chain is compulsory: `wikipedia` says so, and where a source is silent, as in
        // `covarrubias`, it is (README, conventions).
        "wikipedia" | "covarrubias" => vec![("capture", "huff")],
        // One leap a turn.
        "ludii_alfonso" => vec![("capture", "optional"), ("chain", "none")],
        // Captured men are removed at the end of the chain.
        "jocly" => vec![("removal", "end")],
        // No backward, last-row freeze except captures, removal at the end; Bell's last rule weakened to the point just
        // left.
        "jocly_bell" => {
            let mut options = bell("mandatory");
            options.push(("removal", "end"));
            options.push(("return", "not_last"));
            options
        }
        // Majority rule.
        "brainking" => vec![("choice", "max")],
        // Men forward and sideways, short king at the end of the turn.
        "roman" => roman("short"),
        // The king takes an adjacent piece and may land on any free point beyond it.
        "jocly_roman" => {
            let mut options = roman("short");
            options.push(("king_landing", "any"));
            options
        }
        // As `roman`, but capture optional and a long king. No source says that the chain is optional too; only that
        // reproduces Jocly's counts (perft.json).
        "arabic" => {
            let mut options = roman("long");
            options.push(("capture", "optional"));
            options.push(("chain", "optional"));
            options
        }
        _ => return None,
    };
    Some(options)
}

/// Bell's rules in 002 except the last one.
fn bell(capture: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![("capture", capture), ("step_dirs", "no_back"), ("cap_dirs", "no_back"), ("last_row", "capture_sideways_only")]
}

/// Van der Stoep's family, with promotion.
fn roman(promotion: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![("step_dirs", "no_back"), ("cap_dirs", "no_back"), ("promotion", promotion), ("promo_mid", "no")]
}
