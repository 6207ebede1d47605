//! Addresses of a static site: the file that each address of the router becomes, and the links between the files.

use super::{File, StaticSite};
use crate::assets::hex;
use quirkat_rules::{Language, find_game};
use sha2::{Digest, Sha256};

/// Base path of the rendered pages, which is replaced in every file.
pub const BASE: &str = "/quirkat-static-site";
/// Maximum length of a query in the name of a file; longer ones are replaced by a digest.
const MAX_QUERY_LEN: usize = 40;

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The file.
    pub file: File,
    /// Query that the script of the page reads, with its question mark.
    query: String,
}

/// The addresses of a site.
pub struct Addresses<'s> {
    site: &'s StaticSite,
}

impl<'s> Addresses<'s> {
    /// Returns the addresses of a site.
    pub fn new(site: &'s StaticSite) -> Addresses<'s> {
        Addresses { site }
    }

    /// Returns where an address leads in a page of a language; `None` if it is not part of the site.
    pub fn target(&self, address: &str, page: Language) -> Option<Target> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (chosen, pairs): (Vec<&str>, Vec<&str>) =
            query.split('&').filter(|pair| !pair.is_empty()).partition(|pair| pair.starts_with("lang="));
        let chosen = chosen.first().and_then(|pair| Language::from_code(pair.strip_prefix("lang=")?));
        let language = chosen.unwrap_or(page);
        if !self.site.languages.contains(&language) {
            return None;
        }
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let id = parts.get(1).and_then(|name| name.split([':', '.']).next()).unwrap_or_default();
        let has_game = id.is_empty() || self.site.games.is_empty() || self.site.games.contains(id);
        let local_file = || Some(Target::file(format!("{language}{path}"), language, path.to_owned()));
        match parts[..] {
            ["assets" | "icons" | "module", ..] => {
                Some(Target::file(path.trim_start_matches('/').to_owned(), language, path.to_owned()))
            }
            ["offline-worker.js"] => {
                let address = format!("{path}?language={language}");
                Some(Target::file(format!("offline-worker-{language}.js"), language, address))
            }
            // Pictures are the same in all languages, except for their description, which pages repeat.
            ["board" | "image", _] => {
                Some(Target::file(file_name(path, &pairs), self.site.languages[0], with_query(path, &pairs)))
            }
            ["print", _] if has_game => {
                let name = format!("{language}/{}", file_name(path, &pairs));
                let in_language = format!("lang={language}");
                let all: Vec<&str> = pairs.into_iter().chain([&*in_language]).collect();
                Some(Target::file(name, language, with_query(path, &all)))
            }
            ["manifest", _] | ["workshop", "example.toml" | "format.md"] => local_file(),
            ["workshop", name] if has_game && name.contains('.') => local_file(),
            ["study" | "solutions", _, _] if has_game => local_file(),
            [""] => Some(Target::page("", language, "/", &pairs)),
            ["games", game] if has_game => {
                let variant = pairs.iter().find_map(|pair| pair.strip_prefix("variant="));
                let page = match variant.filter(|variant| usual_variant(game) != Some(variant)) {
                    Some(variant) => format!("{path}:{variant}"),
                    None => path.to_owned(),
                };
                Some(Target::page(&page, language, &with_query(path, &pairs), &[]))
            }
            ["museum", title] if has_game && !has_rules(&pairs) => {
                let page = format!("/museum/{}", full_title(title));
                Some(Target::page(&page, language, &page, &pairs))
            }
            ["learn", title] if has_game && !has_rules(&pairs) => {
                let page = format!("/learn/{}", full_title(title));
                Some(Target::page(&page, language, &page, &[]))
            }
            ["analysis", title, ref position @ ..] if has_game => {
                let page = format!("/analysis/{}", full_title(title));
                // A position is part of the path; a file has it in the query.
                let position = position.first().map(|position| format!("position={position}"));
                let query: Vec<&str> = position.as_deref().into_iter().chain(pairs).collect();
                Some(Target::page(&page, language, &page, &query))
            }
            ["puzzles", _, _] | ["study" | "solutions" | "workshop", _] if has_game => {
                Some(Target::page(path, language, path, &[]))
            }
            ["family" | "known" | "puzzles" | "solutions" | "workshop"] => {
                Some(Target::page(path, language, path, &[]))
            }
            ["local"] | ["local", "play"] => Some(Target::page(path, language, path, &pairs)),
            _ => None,
        }
    }
}

/// Returns whether a query has house rules.
fn has_rules(pairs: &[&str]) -> bool {
    pairs.iter().any(|pair| pair.starts_with("rule="))
}

/// Returns the id of the variant that a page without one shows.
fn usual_variant(game: &str) -> Option<&'static str> {
    find_game(game)?.variants().next()
}

/// Returns a title with its variant.
fn full_title(title: &str) -> String {
    match usual_variant(title) {
        Some(variant) => format!("{title}:{variant}"),
        None => title.to_owned(),
    }
}

impl Target {
    fn file(name: String, language: Language, address: String) -> Target {
        Target { file: File { name, language, address }, query: String::new() }
    }

    /// Returns the target of a page, whose script reads a query.
    fn page(path: &str, language: Language, address: &str, query: &[&str]) -> Target {
        let name = format!("{language}{}/index.html", path.replace(':', "."));
        let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
        Target { file: File { name, language, address: address.to_owned() }, query }
    }

    /// Returns the link from a file to this target.
    fn link_from(&self, from: &str) -> String {
        let to = self.file.name.strip_suffix("index.html").unwrap_or(&self.file.name);
        let link = relative(from, to);
        format!("{}{}", if link.is_empty() { "./" } else { &link }, self.query)
    }
}

/// Returns the relative path from a file to a path of the site.
fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let parts: Vec<&str> = to.split('/').collect();
    let common = folders.iter().zip(&parts[..parts.len() - 1]).take_while(|(one, other)| one == other).count();
    "../".repeat(folders.len() - common) + &parts[common..].join("/")
}

fn with_query(path: &str, pairs: &[&str]) -> String {
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// Returns the name of a file with a query, which is part of the name.
fn file_name(path: &str, pairs: &[&str]) -> String {
    let path = path.trim_start_matches('/').replace(':', ".");
    if pairs.is_empty() {
        return path;
    }
    let query = pairs.join("-");
    let plain = query.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_=".contains(letter));
    let suffix = if plain && query.len() <= MAX_QUERY_LEN {
        query.replace('=', "-")
    } else {
        hex(&Sha256::digest(&query))[..12].to_owned()
    };
    let (stem, ending) = path.rsplit_once('.').unwrap_or((&path, ""));
    format!("{stem}-{suffix}.{ending}")
}

/// Replaces all addresses in a text by links from its file. Returns the text and the files to which it leads.
pub fn rewrite(text: &str, file: &File, addresses: &Addresses<'_>) -> (String, Vec<File>) {
    let mut targets = vec![];
    let mut parts = text.split(BASE);
    let mut written = parts.next().unwrap_or_default().to_owned();
    let home = format!("{}/", file.language);
    for part in parts {
        let end = part.find(|letter: char| "\"'<>\\`) \n".contains(letter)).unwrap_or(part.len());
        let (raw, rest) = part.split_at(end);
        let address = raw.replace("&#38;", "&");
        let (address, fragment) = address.find('#').map_or((&*address, ""), |at| address.split_at(at));
        if address.is_empty() {
            // The base of all addresses, without a slash at its end.
            let base = relative(&file.name, &home);
            written += if base.is_empty() { "." } else { base.trim_end_matches('/') };
            written += rest;
            continue;
        }
        match addresses.target(address, file.language) {
            Some(target) => {
                let link = target.link_from(&file.name) + fragment;
                written += &if raw.contains("&#38;") { link.replace('&', "&#38;") } else { link };
                written += rest;
                // The folder of the module is no file.
                if !target.file.name.ends_with('/') {
                    targets.push(target.file);
                }
            }
            None => {
                let rest = without_address(&mut written, rest);
                written += rest;
            }
        }
    }
    (written, targets)
}

/// Removes the attribute whose value would have been the address; elsewhere the address leads to its own page.
fn without_address<'r>(written: &mut String, rest: &'r str) -> &'r str {
    for attribute in [" href=\"", " action=\"", " formaction=\""] {
        if written.ends_with(attribute) {
            written.truncate(written.len() - attribute.len());
            return rest.strip_prefix('"').unwrap_or(rest);
        }
    }
    written.push('#');
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn site(games: &[&str]) -> StaticSite {
        StaticSite {
            folder: "site".into(),
            module: "module".into(),
            games: games.iter().map(|&id| id.to_owned()).collect::<BTreeSet<_>>(),
            languages: vec![Language::En, Language::Fr],
        }
    }

    #[test]
    fn links_are_relative_and_lead_to_files() {
        let site = site(&[]);
        let addresses = Addresses::new(&site);
        let link =
            |address: &str| Some(addresses.target(address, Language::En)?.link_from("en/games/lasca/index.html"));
        for (address, expected) in [
            ("/", "../../"),
            ("/games/lasca", "./"),
            ("/games/lasca?lang=fr", "../../../fr/games/lasca/"),
            ("/games/alquerque?variant=walker", "../alquerque/"),
            ("/games/alquerque?variant=article", "../alquerque.article/"),
            ("/learn/alquerque", "../../learn/alquerque.walker/"),
            ("/learn/alquerque:walker", "../../learn/alquerque.walker/"),
            ("/analysis/lasca:lasca?turns=a;b", "../../analysis/lasca.lasca/?turns=a;b"),
            ("/analysis/lasca/W:Wa1", "../../analysis/lasca.lasca/?position=W:Wa1"),
            ("/museum/lasca?level=2", "../../museum/lasca.lasca/?level=2"),
            ("/local?game=lasca", "../../local/?game=lasca"),
            ("/assets/1f/page.js", "../../../assets/1f/page.js"),
            ("/board/lasca:lasca.svg", "../../../board/lasca.lasca.svg"),
            ("/print/lasca.pdf?leaflet=1&lang=en", "../../print/lasca-leaflet-1.pdf"),
            ("/offline-worker.js?language=en", "../../../offline-worker-en.js"),
            ("/puzzles/lasca/2", "../../puzzles/lasca/2/"),
        ] {
            assert_eq!(link(address).as_deref(), Some(expected), "{address}");
        }
        for address in ["/open", "/mine", "/puzzles/any?game=lasca", "/learn/lasca?rule=capture=optional", "/?lang=es"]
        {
            assert_eq!(link(address), None, "{address}");
        }
    }

    #[test]
    fn a_small_site_has_no_other_games() {
        let site = site(&["lasca"]);
        let addresses = Addresses::new(&site);
        let has = |address: &str| addresses.target(address, Language::Fr).is_some();
        assert!(
            has("/local/play")
                && has("/games/lasca?variant=lasca")
                && has("/puzzles/lasca/1")
                && has("/workshop")
                && has("/family")
        );
        assert!(!has("/games/alquerque") && !has("/learn/alquerque:walker") && !has("/print/book.pdf"));
    }

    #[test]
    fn addresses_in_a_page_are_replaced() {
        let site = site(&["lasca"]);
        let page = File { name: "en/index.html".into(), language: Language::En, address: "/".into() };
        let text = format!(
            "<html data-base=\"{BASE}\"><a href=\"{BASE}/games/lasca?variant=lasca&#38;lang=fr#rules\">1</a>\
             <a href=\"{BASE}/games/dama\">2</a>{{\"svg\":\"{BASE}/board/lasca.svg\"}}"
        );
        let (written, targets) = rewrite(&text, &page, &Addresses::new(&site));
        let found: Vec<_> = targets.into_iter().map(|file| file.name).collect();
        assert_eq!(
            written,
            "<html data-base=\".\"><a href=\"../fr/games/lasca/#rules\">1</a><a>2</a>{\"svg\":\"../board/lasca.svg\"}"
        );
        assert_eq!(found, ["fr/games/lasca/index.html", "board/lasca.svg"]);
    }
}
