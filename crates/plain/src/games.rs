//! The games beside alquerque and their variants, with the options of each rules file. `far_games.rs` holds those that
//! are not played like alquerque.

use super::Rules;
use super::far_games::far_options;
use super::layouts::{LAYOUT_KEYS, layout};

pub type Options = Vec<(&'static str, &'static str)>;

/// Every game with its variants, the default one first.
pub const GAMES: [(&str, &[&str]); 41] = [
    ("buruj", &["max", "protest", "free"]),
    ("lasca", &["lasca"]),
    ("bashni", &["bashni", "michaelsen"]),
    ("damas", &["modern", "huff_max"]),
    ("shashki", &["russian"]),
    ("dama", &["turkish"]),
    ("international", &["fmjd", "killer", "breakthrough", "antidraughts"]),
    ("english", &["wcdf"]),
    ("brazilian", &["cbd"]),
    ("italian", &["fid"]),
    ("pinoy-dama", &["modern", "street", "culin1900"]),
    ("zamma", &["zamma", "srand", "monod", "wellouej", "crand"]),
    ("kharbaga", &["kharbaga", "standing", "crossings"]),
    ("kharberg", &["monod"]),
    ("tukvnanawopi", &["seed", "culin"]),
    ("tuknanavuhpi", &["seed", "culin", "ludii"]),
    ("aiyawatstani", &["seed", "reserve", "fanorona45", "eleven", "ludii"]),
    ("peralikatuma", &["seed", "parker", "wikipedia_old", "bead"]),
    ("sixteen-soldiers", &["seed", "parker", "bell"]),
    ("awithlaknannai", &["seed", "bell", "boardandpieces", "wikipedia", "ludii"]),
    ("awithlaknan-mosona", &["seed", "bent"]),
    ("fanorona", &["tsivy", "tsivy_mandatory", "vela", "dimyand", "telo_align", "telo_capture"]),
    ("konane", &["hawaii10", "six", "eight", "berkeley", "free"]),
    ("dablot", &["usual", "keyland", "compulsory", "royal", "winther"]),
    ("queah", &["walker", "navpil", "at_once", "mandatory"]),
    ("liebre", &["alfonso", "eleven", "ten", "single", "great_diagonals", "no_diagonals"]),
    ("bagh-chal", &["nepal", "four", "all", "chain"]),
    ("leopards", &["parker", "optional", "chain", "triangles2", "corners"]),
    ("alquerque-de-tres", &["alfonso", "moving", "flying", "tapatan", "dris"]),
    ("alquerque-de-nueve", &["alfonso", "modern", "unprotected", "dados"]),
    ("canadian", &["aqjd", "sri_lanka"]),
    ("portuguese", &["fpd"]),
    ("czech", &["cfd"]),
    ("pool", &["apca"]),
    ("unified-pool", &["unified"]),
    ("jamaican", &["jamaica"]),
    ("thai", &["makhos"]),
    ("spantsiretti", &["russian"]),
    ("frisian", &["wfd", "frysk"]),
    ("tama", &["armenian"]),
    ("dameo", &["freeling"]),
];

/// Returns the rules of a game's variant, by default the first, with further options.
pub fn game(game: &str, variant: Option<&str>, more: &[(&str, &str)]) -> Option<Rules> {
    let (_, variants) = GAMES.iter().find(|(name, _)| *name == game)?;
    let default = variants[0];
    let variant = variant.unwrap_or(default);
    let options = options_of(game, variant)?;
    let hunted = hunters_to_take(game, more);
    let implied = hunted.iter().map(|number| ("taken_to_win", number.as_str()));
    let all: Vec<(&str, &str)> = options.into_iter().chain(implied).chain(more.iter().copied()).collect();
    let layout = layout(game, variant, &all);
    let is_of_play = |(key, _): &(&str, &str)| LAYOUT_KEYS.iter().all(|(other, _)| other != key);
    let of_play: Vec<_> = all.iter().copied().filter(is_of_play).collect();
    let rules = Rules::new(layout.board, &of_play).unwrap_or_else(|error| panic!("{game}:{variant}: {error}"));
    Some(Rules { pieces_at_start: layout.pieces, hand_at_start: layout.hand, ..rules })
}

/// Returns the options of a variant that differ from `walker`: all directions, capture and chain compulsory, any
/// capture, removal leap by leap, no promotion.
pub fn options_of(game: &str, variant: &str) -> Option<Options> {
    let options = match (game, variant) {
        // buruj.md: the top piece goes under; `not_consecutive` is the author's practice.
        ("buruj", "max") => buruj("max"),
        ("buruj", "protest") => buruj("protest"),
        ("buruj", "free") => buruj("free"),
        // bashni-lasca.md, "Lasca".
        ("lasca", "lasca") => {
            let lasca = [("removal", "under"), ("rejump", "once"), ("promotion", "short"), ("promo_mid", "stop")];
            with(draughts("forward"), &lasca)
        }
        // bashni-lasca.md, "Bashni": as Russian draughts; nothing twice.
        ("bashni", "bashni") => with(russian(), &[("removal", "under"), ("rejump", "once")]),
        // Its disagreements 1 and 2, and the oracle's note: "options as Ludii reads the rules".
        ("bashni", "michaelsen") => {
            let ludii = [("removal", "under"), ("cap_dirs", "forward"), ("rejump", "not_consecutive")];
            with(with(russian(), &ludii), &[("promo_mid", "stop")])
        }
        // draughts.md, Spanish: quantity, then quality; a man that reaches the row stops.
        ("damas", "modern") => damas("max_quality"),
        // "makes the majority obligation a huff penalty".
        ("damas", "huff_max") => with(damas("max"), &[("capture", "huff")]),
        // draughts.md, Spantsiretti: "the same rules as Russian draughts" on another board.
        ("shashki" | "spantsiretti", "russian") => russian(),
        // draughts.md, Portuguese: the captures of the Spanish game.
        ("portuguese", "fpd") => damas("max_quality"),
        // draughts.md, Czech: men forward only, long kings that land where they can capture on; a king that can capture
        // must; no majority.
        ("czech", "cfd") => with(damas("by_king"), &[("king_landing", "any_but_further")]),
        // draughts.md, Pool: men capture forward and back and are crowned where the turn ends; no majority; a long king
        // lands where it can capture further.
        ("pool", "apca") | ("unified-pool", "unified") | ("jamaican", "jamaica") => {
            with(russian(), &[("promo_mid", "no")])
        }
        // draughts.md, Thai: men forward only, a long king that lands just behind, pieces leave leap by leap, no majority.
        ("thai", "makhos") => {
            let kings = [("promotion", "long"), ("king_landing", "next"), ("promo_mid", "stop")];
            with(draughts("forward"), &kings)
        }
        // draughts.md, Turkish: forward or sideways, majority, leap by leap, no turn of 180 degrees;
        // after promotion it may go on as a man.
        ("dama", "turkish") => vec![
            ("step_dirs", "no_back"),
            ("cap_dirs", "no_back"),
            ("choice", "max"),
            ("promotion", "long"),
            ("promo_mid", "as_man"),
            ("turning", "no_reversal"),
        ],
        // draughts.md, Armenian: captures along rows and columns only, and promotion within a capture.
        ("tama", "armenian") => vec![
            ("step_dirs", "no_back"),
            ("cap_dirs", "no_back"),
            ("capture_lines", "orthogonals"),
            ("choice", "max"),
            ("promotion", "long"),
            ("promo_mid", "as_king"),
            ("turning", "no_reversal"),
        ],
        // draughts.md, Dameo: linear movement, captures along rows and columns only, the rest as in international
        // draughts.
        ("dameo", "freeling") => with(flying_majority(), &[("line_steps", "yes"), ("capture_lines", "orthogonals")]),
        // draughts.md, Sri Lankan: the Canadian rules on the mirrored board.
        ("international", "fmjd") | ("brazilian", "cbd") | ("pinoy-dama", "modern") | ("canadian", _) => {
            flying_majority()
        }
        // Killer draughts: a king that takes a king last stops just behind it.
        ("international", "killer") => with(flying_majority(), &[("king_landing", "killer")]),
        // Breakthrough: the first king wins.
        ("international", "breakthrough") => with(flying_majority(), &[("promotion_wins", "yes")]),
        // Antidraughts: a side without pieces or moves wins.
        ("international", "antidraughts") => with(flying_majority(), &[("aim", "lose")]),
        // Frisian draughts: captures along rows and columns too, by value; three moves of a king in a row.
        ("frisian", _) => {
            let frisian = [("capture_lines", "with_orthogonals"), ("choice", "frisian"), ("king_move_limit", "3")];
            with(with(flying_majority(), &frisian), &[("draw_rules", "frisian")])
        }
        // draughts.md, English: forward, short kings, no majority, stops on the row.
        ("english", "wcdf") => {
            with(draughts("forward"), &[("removal", "end"), ("promotion", "short"), ("promo_mid", "stop")])
        }
        // draughts.md, "Italian".
        ("italian", "fid") => {
            let italian = [("choice", "italian"), ("take_higher", "no"), ("removal", "end")];
            with(with(draughts("forward"), &italian), &[("promotion", "short"), ("promo_mid", "stop")])
        }
        // pinoy-dama.md: capture is one of `mandatory_max, mandatory_free, optional, huff`.
        ("pinoy-dama", "street") => with(flying_majority(), &[("capture", "huff"), ("choice", "free")]),
        ("pinoy-dama", "culin1900") => {
            let culin = [("cap_dirs", "forward"), ("choice", "free"), ("turning", "straight")];
            with(with(flying_majority(), &culin), &OPTIONAL)
        }
        // zamma-kharbaga.md, "Rules" and "Options with sources".
        ("zamma", "zamma") => flying_majority(),
        ("zamma", "srand") => with(flying_majority(), &[("removal", "immediate")]),
        ("zamma", "monod") => with(flying_majority(), &[("choice", "free"), ("capture", "huff")]),
        ("zamma", "wellouej") => with(flying_majority(), &[("turning", "straight")]),
        ("zamma", "crand") => with(with(flying_majority(), &[("step_dirs", "straight")]), &SHORT_CAPTURE),
        // zamma-kharbaga.md, "Kharbaga".
        ("kharbaga", "kharbaga") => with(flying_majority(), &[("removal", "immediate")]),
        ("kharbaga", "standing") => flying_majority(),
        ("kharbaga", "crossings") => with(flying_majority(), &[("removal", "immediate"), ("centres", "crossings")]),
        // "Men move in all directions, huff, promotion to a sliding piece that captures by short leap."
        ("kharberg", "monod") => with(vec![("capture", "huff"), ("promotion", "long")], &SHORT_CAPTURE),
        // hopi-keres.md, "Common rules": majority; readings S1 and P1.
        ("tukvnanawopi", "seed") => vec![("choice", "max"), ("closing", "squares")],
        ("tuknanavuhpi", "seed") => vec![("choice", "max"), ("closing", "point_rows")],
        // Culin: jumps in any direction, nothing on obligation; a line that is empty is not used again (P2).
        ("tukvnanawopi", "culin") => with(vec![("closing", "squares")], &OPTIONAL),
        ("tuknanavuhpi", "culin") => with(vec![("closing", "drawn_lines")], &OPTIONAL),
        // Ludii: optional, single, no shrinking, the middle men on the left.
        ("tuknanavuhpi", "ludii") => with(vec![("middle", "left")], &SINGLE),
        // hopi-keres.md, A1 to A4.
        ("aiyawatstani", "seed") => vec![("choice", "max")],
        ("aiyawatstani", "reserve") => vec![("choice", "max"), ("reading", "reserve")],
        ("aiyawatstani", "fanorona45") => vec![("choice", "max"), ("reading", "board45")],
        ("aiyawatstani", "eleven") => vec![("choice", "max"), ("reading", "eleven")],
        ("aiyawatstani", "ludii") => with(vec![("middle", "alternating")], &SINGLE),
        // peralikatuma-sixteen.md.
        ("peralikatuma" | "sixteen-soldiers", "seed") => vec![],
        ("peralikatuma" | "sixteen-soldiers", "parker") => with(vec![], &OPTIONAL),
        ("peralikatuma", "wikipedia_old") => vec![("capture", "huff"), ("side_triangle", "right")],
        ("peralikatuma", "bead") => vec![("step_dirs", "no_back")],
        ("sixteen-soldiers", "bell") => vec![("capture", "huff")],
        // zuni.md: as alquerque `article`; "Elsewhere" for the others.
        ("awithlaknannai", "seed") => with(vec![], &OPTIONAL),
        ("awithlaknannai", "bell" | "wikipedia") => vec![("n", "16"), ("tips", "empty")],
        ("awithlaknannai", "boardandpieces") => vec![("capture", "huff")],
        ("awithlaknannai", "ludii") => with(vec![("middle", "left")], &SINGLE),
        ("awithlaknan-mosona", "seed") => with(vec![("outer", "no")], &OPTIONAL),
        ("awithlaknan-mosona", "bent") => with(vec![("outer", "no"), ("bent_leaps", "yes")], &OPTIONAL),
        _ => return far_options(game, variant),
    };
    Some(options)
}

/// Returns the option for a changed number of hunters: the hare wins when nine or fewer are left (hunt.md, "Cercar la
/// liebre"), unless the options say otherwise.
fn hunters_to_take(game: &str, options: &[(&str, &str)]) -> Option<String> {
    let (_, hunters) = options.iter().rev().find(|(key, _)| game == "liebre" && *key == "hunters")?;
    Some((hunters.parse::<usize>().ok()? - 9).to_string())
}

pub const OPTIONAL: [(&str, &str); 2] = [("capture", "optional"), ("chain", "optional")];
pub const SINGLE: [(&str, &str); 2] = [("capture", "optional"), ("chain", "none")];
/// Options of a king that slides but captures by short leap.
const SHORT_CAPTURE: [(&str, &str); 2] = [("king_reach", "adjacent"), ("king_landing", "next")];

/// Returns these options with some replaced or added.
pub fn with(mut options: Options, others: &[(&'static str, &'static str)]) -> Options {
    options.retain(|(key, _)| others.iter().all(|(other, _)| other != key));
    options.extend(others);
    options
}

fn buruj(choice: &'static str) -> Options {
    vec![("removal", "under"), ("rejump", "not_consecutive"), ("choice", choice)]
}

/// Options of draughts: men step forward.
fn draughts(cap_dirs: &'static str) -> Options {
    vec![("step_dirs", "forward"), ("cap_dirs", cap_dirs)]
}

/// draughts.md, Russian: no majority; a man crowns at once and goes on as a king; a king lands where it can capture
/// further.
fn russian() -> Options {
    let kings = [("promotion", "long"), ("king_landing", "any_but_further"), ("promo_mid", "as_king")];
    with(with(draughts("all"), &kings), &[("removal", "end")])
}

/// draughts.md, Spanish.
fn damas(choice: &'static str) -> Options {
    let kings = [("promotion", "long"), ("promo_mid", "stop"), ("removal", "end")];
    with(with(draughts("forward"), &kings), &[("choice", choice)])
}

/// draughts.md, International; also Brazilian, Filipino, zamma: men capture in all directions, the most must be taken,
/// captured pieces stand until the end, and a man promotes only where its turn ends.
fn flying_majority() -> Options {
    let kings = [("promotion", "long"), ("promo_mid", "no"), ("removal", "end")];
    with(with(draughts("all"), &kings), &[("choice", "max")])
}
