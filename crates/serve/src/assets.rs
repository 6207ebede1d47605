//! Scripts, style sheets, icons and fonts. They are part of the binary, and their addresses contain a digest of their content, so
//! that browsers may cache them for ever.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

macro_rules! assets {
    ($($folder:literal: $($name:literal)+;)+) => {
        const ASSETS: &[(&str, &[u8])] = &[$($(($name, include_bytes!(concat!("../", $folder, "/", $name)))),+),+];
    };
}

assets! {
    "assets":
    "analysis-editor.css" "analysis-editor.js" "analysis-engine.css" "analysis-engine.js" "analysis-judge.js"
    "analysis-link.js" "analysis-marks.js" "analysis-openings.css" "analysis-openings.js" "analysis-perfect.css" "analysis-perfect.js" "analysis-records.js" "analysis-session.js" "analysis-tree.css" "analysis-tree.js" "analysis-turns.js"
    "analysis-value.js" "analysis.css" "analysis.js" "base.css" "board-field.js" "board-gestures.js"
    "board-marks.js" "board-motion.js" "board-notes.js" "board-pieces.js" "board-scene.js" "board.css"
    "board.js" "cards.css" "copying.js" "curve.js" "dates.js" "embed.css" "embed.js" "entry-board.js" "entry-extras.js" "entry.js" "error.css" "family.css" "finished.js"
    "forms.css" "frame.css" "fresh.js" "gallery.css" "gallery.js" "game.css" "icon-maskable.svg" "icon-turn.svg" "icon.svg" "join.css" "judging.css"
    "judging.js" "key.css" "key.js" "languages.js" "learn.css" "learn.js" "local-game.js" "local-games.js" "local-keep.js" "local-list.js" "local-start.js" "local.css" "local.js" "looks.css"
    "mine.css" "mine.js" "module.js" "museum.css" "museum.js" "new.css" "new.js" "offline-worker.js" "offline.js" "packing.js" "page.js" "play-alerts.js" "play-clocks.js" "play-end.css" "play-end.js" "play-game.js" "play-live.js" "play-moves.css"
    "play-moves.js" "play-offers.js" "play-panel.css" "play-panel.js" "play-players.css" "play-players.js" "play-review.js"
    "play-settings.js" "play-sound.js" "play-talk.js" "play-tools.css" "play-trainer.js" "play-turn.css" "play-turn.js"
    "play-words.js" "play.css" "play.js" "progress.js" "puzzle.css" "puzzle.js" "puzzles.css" "puzzles.js" "reading.css" "server.js"
    "sides.js" "study.css" "tabs.js" "terms.js" "theme.js" "workshop-draft.js" "workshop-editor.js" "workshop-files.js" "workshop-link.js" "workshop.css" "workshop.js";
    "fonts": "OFL.txt" "sans-bold.woff2" "sans-regular.woff2" "serif-bold.woff2";
}

/// Returns the base path of the files, which contains the digest of all of them.
pub fn base() -> &'static str {
    static BASE: LazyLock<String> = LazyLock::new(|| {
        let all =
            ASSETS.iter().fold(Sha256::new(), |all, (name, content)| all.chain_update(name).chain_update(content));
        format!("/assets/{}", hex(&all.finalize()))
    });
    &BASE
}

/// Returns the paths of all files.
pub fn paths() -> impl Iterator<Item = String> {
    ASSETS.iter().map(|(name, _)| format!("{}/{name}", base()))
}

/// Answers with a file. A page that was loaded from an older server may request it under another digest.
pub async fn asset(Path((state, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some((name, content)) = ASSETS.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "image/svg+xml",
    };
    let response = cacheable(&headers, kind, Bytes::from_static(content));
    if base().strip_prefix("/assets/") == Some(&state) { cached_for_ever(response) } else { response }
}

/// Returns a response that browsers may cache for ever, because its address contains a digest of its content.
pub fn cached_for_ever(mut response: Response) -> Response {
    let for_a_year = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(CACHE_CONTROL, for_a_year);
    response
}

/// Returns the first 12 bytes of a digest in hexadecimal.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the entity tag of a content.
pub fn entity_tag(bytes: &[u8]) -> String {
    format!("\"{}\"", hex(&Sha256::digest(bytes)))
}

/// Returns a response with an entity tag, or status 304 if the browser has the same content.
pub fn cacheable(headers: &HeaderMap, kind: &'static str, bytes: impl Into<Bytes>) -> Response {
    let bytes = bytes.into();
    cacheable_as(headers, kind, entity_tag(&bytes), bytes)
}

/// Returns a response as [`cacheable`] does, for content whose entity tag is known.
pub fn cacheable_as(headers: &HeaderMap, kind: &'static str, tag: String, bytes: Bytes) -> Response {
    let is_same =
        headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).is_some_and(|known| known.contains(&tag));
    let meta = [(ETAG, tag), (CACHE_CONTROL, "no-cache".to_owned()), (CONTENT_TYPE, kind.to_owned())];
    if is_same { (StatusCode::NOT_MODIFIED, meta).into_response() } else { (meta, bytes).into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_in_the_binary() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).unwrap();
        for entry in folder {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(ASSETS.iter().any(|(known, _)| *known == name), "{name}");
        }
    }

    #[test]
    fn all_fonts_together_are_small() {
        let fonts = ASSETS.iter().filter(|(name, _)| name.ends_with(".woff2"));
        let bytes: usize = fonts.map(|(_, content)| content.len()).sum();
        assert!(bytes > 10_000 && bytes < 26_000, "{bytes} bytes");
    }

    /// `QUIRKAT_BLESS=1` rewrites the style sheet.
    #[test]
    fn the_style_sheet_of_boards_matches_the_drawings() {
        let sheet = quirkat_draw::svg::style_sheet();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/looks.css");
        if std::env::var_os("QUIRKAT_BLESS").is_some() {
            std::fs::write(file, &sheet).unwrap();
        }
        assert_eq!(std::fs::read_to_string(file).unwrap(), sheet);
    }

    #[test]
    fn the_looks_of_the_theme_script_match_the_drawings() {
        use quirkat_draw::svg::{BoardMaterial, PieceMaterial};
        let theme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/theme.js")).unwrap();
        let list = |names: Vec<&str>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let boards = list(BoardMaterial::ALL.iter().map(|look| look.name()).collect());
        let pieces = list(PieceMaterial::ALL.iter().map(|look| look.name()).collect());
        assert!(theme.contains(&format!("board: [{boards}]")) && theme.contains(&format!("pieces: [{pieces}]")));
    }

    /// Returns the names between two strings in a text.
    fn names_between<'a>(text: &'a str, before: &str, after: &str) -> BTreeSet<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split_once(after)).map(|(name, _)| name).collect()
    }

    /// Adds the imports of a script, direct and indirect.
    fn add_imports<'a>(script: &'a str, imports: &mut BTreeSet<&'a str>) {
        let (_, text) = ASSETS.iter().find(|(name, _)| *name == script).unwrap_or_else(|| panic!("no {script}"));
        for import in names_between(std::str::from_utf8(text).unwrap(), " \"./", "\";") {
            if imports.insert(import) {
                add_imports(import, imports);
            }
        }
    }

    #[test]
    fn pages_preload_what_their_scripts_import() {
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")).unwrap() {
            let path = entry.unwrap().path();
            let read = |path: &std::path::Path| std::fs::read_to_string(path).unwrap();
            let mut page = read(&path);
            for part in names_between(&page.clone(), "{% include \"", "\"") {
                page += &read(&path.with_file_name(part));
            }
            // Included parts are read with their pages.
            if !page.contains("<html") && !page.contains("{% extends") {
                continue;
            }
            let mut imports = BTreeSet::new();
            for script in
                names_between(&page, "<script type=\"module\" src=\"{{ page.base }}{{ crate::assets::base() }}/", "\"")
            {
                add_imports(script, &mut imports);
            }
            let preloads = names_between(
                &page,
                "<link rel=\"modulepreload\" href=\"{{ page.base }}{{ crate::assets::base() }}/",
                "\"",
            );
            assert_eq!(preloads, imports, "{}", path.display());
        }
    }
}
