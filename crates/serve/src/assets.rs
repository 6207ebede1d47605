//! Scripts, styles and the icon: inside the binary, with tags by which browsers keep them.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

macro_rules! assets {
    ($($name:literal)+) => {
        const ASSETS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../assets/", $name)))),+];
    };
}

assets! {
    "analysis-curve.js" "analysis-editor.css" "analysis-editor.js" "analysis-engine.css" "analysis-engine.js"
    "analysis-marks.js" "analysis-records.js" "analysis-session.js" "analysis-tree.css" "analysis-tree.js"
    "analysis-value.js" "analysis.css" "analysis.js" "base.css" "board-field.js" "board-gestures.js"
    "board-marks.js" "board-motion.js" "board-notes.js" "board-pieces.js" "board-scene.js" "board.css" "board.js"
    "cards.css" "embed.css" "embed.js" "entry.js" "error.css" "forms.css" "frame.css" "gallery.css" "gallery.js"
    "game.css" "icon.svg" "mine.css" "new.css" "new.js" "page.js" "play-clocks.js" "play-game.js" "play-live.js"
    "play-moves.js" "play-offers.js" "play-panel.js" "play-players.js" "play-sound.js" "play-turn.js"
    "play-words.js" "play.css" "play.js" "reading.css" "server.js" "theme.js"
}

/// A file by its name.
pub async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((name, text)) = ASSETS.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    kept(&headers, kind, text.as_bytes().to_vec())
}

/// Something that browsers may keep, and ask whether it is still the same.
pub fn kept(headers: &HeaderMap, kind: &'static str, bytes: Vec<u8>) -> Response {
    let digest = Sha256::digest(&bytes);
    let tag: String = std::iter::once("\"".to_owned())
        .chain(digest[..12].iter().map(|byte| format!("{byte:02x}")))
        .chain(std::iter::once("\"".to_owned()))
        .collect();
    let same =
        headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).is_some_and(|known| known.contains(&tag));
    let meta = [(ETAG, tag), (CACHE_CONTROL, "no-cache".to_owned()), (CONTENT_TYPE, kind.to_owned())];
    if same { (StatusCode::NOT_MODIFIED, meta).into_response() } else { (meta, bytes).into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_inside() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).unwrap();
        for entry in folder {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(ASSETS.iter().any(|(known, _)| *known == name), "{name}");
        }
    }

    /// The files that a text names between two words.
    fn named<'a>(text: &'a str, before: &str, after: &str) -> BTreeSet<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split_once(after)).map(|(name, _)| name).collect()
    }

    /// A script and all that it imports.
    fn reach<'a>(script: &'a str, known: &mut BTreeSet<&'a str>) {
        let (_, text) = ASSETS.iter().find(|(name, _)| *name == script).unwrap_or_else(|| panic!("no {script}"));
        for import in named(text, " \"./", "\";") {
            if known.insert(import) {
                reach(import, known);
            }
        }
    }

    #[test]
    fn pages_preload_what_their_scripts_import() {
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")).unwrap() {
            let path = entry.unwrap().path();
            let page = std::fs::read_to_string(&path).unwrap();
            let mut imports = BTreeSet::new();
            for script in named(&page, "<script type=\"module\" src=\"/assets/", "\"") {
                reach(script, &mut imports);
            }
            let preloads = named(&page, "<link rel=\"modulepreload\" href=\"/assets/", "\"");
            assert_eq!(preloads, imports, "{}", path.display());
        }
    }
}
