//! The site as files, for servers of files and for devices without a network: the pages of the router, rendered in process, with
//! addresses relative to each page.
//!
//! Pages are in a folder for each language; scripts, the module, icons and pictures are shared. A page is the `index.html` of a
//! folder whose name has dots for colons. Pages are found by their links, from the gallery on. A link to a page that is not written
//! loses its address.

mod addresses;

use crate::assets;
use crate::site::BasePath;
use crate::{ClientLimits, Options, ServeError, open, router, serve_error};
use addresses::{Addresses, BASE, rewrite};
use askama::Template;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::Request;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
use quirkat_play::puzzles;
use quirkat_rules::{Language, find_game, games};
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::net::Ipv4Addr;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tower::ServiceExt;

/// Maximum size of a file in bytes, far above that of the module.
const MAX_FILE_LEN: usize = 256 << 20;

/// Configuration of a static site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticSite {
    /// Folder of the site, which must be empty or missing.
    pub folder: PathBuf,
    /// Folder of the npm package `quirkat`.
    pub module: PathBuf,
    /// Ids of the games that have pages; empty for all.
    pub games: BTreeSet<String>,
    /// Languages of the pages; the first one is that of visitors whose languages are not among them.
    pub languages: Vec<Language>,
}

/// A file that is to be written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct File {
    /// Path in the folder of the site.
    name: String,
    /// Language and address at the router.
    language: Language,
    address: String,
}

/// The page at the root, which leads to the pages in the visitor's language.
#[derive(Template)]
#[template(path = "languages.html")]
struct LanguagesPage<'l> {
    assets: &'static str,
    languages: &'l [Language],
}

/// Writes a site as files. Calls `report` with the number of files that are written and known so far; it may stop the work.
///
/// # Errors
/// When a game is unknown, the folder is not empty or cannot be written, there is no module, a page cannot be rendered, or
/// `report` stopped the work. An incomplete site is removed.
pub fn write_site(site: &StaticSite, report: impl FnMut(usize, usize) -> ControlFlow<()>) -> Result<usize, ServeError> {
    if let Some(unknown) = site.games.iter().find(|id| find_game(id).is_none()) {
        return Err(ServeError(format!("there is no game `{unknown}`; `quirkat games` lists all")));
    }
    if fs::read_dir(&site.folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(ServeError(format!("{} is not empty: name another folder", site.folder.display())));
    }
    let data = tempfile::tempdir().map_err(|error| serve_error(&error))?;
    let options = Options {
        module: Some(site.module.clone()),
        limits: ClientLimits::Disabled,
        base_path: Some(BASE.parse::<BasePath>().map_err(|error| serve_error(&error))?),
        ..Options::new((Ipv4Addr::LOCALHOST, 0).into(), data.path().to_owned())
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| serve_error(&error))?;
    let written = runtime.block_on(async {
        let (app, _) = open(&options, Some(site)).await?;
        let module = app.module.as_ref().expect("the options name a module");
        let files = assets::paths().chain(module.paths().map(|path| format!("{}{path}", module.path())));
        let shared: Vec<_> = files.map(|address| shared_file(&address)).collect();
        Writer { site, router: router(app), addresses: Addresses::new(site) }.write(shared, report).await
    });
    runtime.shutdown_background();
    if written.is_err() {
        // The next attempt needs an empty folder, as this one found it.
        let _ = fs::remove_dir_all(&site.folder);
    }
    written
}

/// Returns a file that is the same in all languages.
fn shared_file(address: &str) -> File {
    File { name: address.trim_start_matches('/').to_owned(), language: Language::En, address: address.to_owned() }
}

struct Writer<'s> {
    site: &'s StaticSite,
    router: Router,
    addresses: Addresses<'s>,
}

impl Writer<'_> {
    /// Writes files, the first pages, and everything to which these lead. Returns the number of files.
    async fn write(
        &self,
        shared: Vec<File>,
        mut report: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<usize, ServeError> {
        let mut known: BTreeSet<String> = shared.iter().map(|file| file.name.clone()).collect();
        let mut waiting: VecDeque<File> = shared.into();
        for &language in &self.site.languages {
            for address in self.first_pages(language) {
                let Some(target) = self.addresses.target(&address, language) else { continue };
                if known.insert(target.file.name.clone()) {
                    waiting.push_back(target.file);
                }
            }
        }
        let mut written = 0;
        while let Some(file) = waiting.pop_front() {
            let (kind, bytes) = self.fetch(&file).await?;
            let is_text =
                ["text/html", "application/manifest", "text/javascript"].iter().any(|text| kind.starts_with(text));
            let bytes = match std::str::from_utf8(&bytes) {
                Ok(text) if is_text => {
                    let (text, targets) = rewrite(text, &file, &self.addresses);
                    waiting.extend(targets.into_iter().filter(|target| known.insert(target.name.clone())));
                    Bytes::from(text)
                }
                _ => bytes,
            };
            self.save(&file.name, &bytes)?;
            written += 1;
            if report(written, written + waiting.len()).is_break() {
                return Err(ServeError("interrupted: the incomplete site is removed".to_owned()));
            }
        }
        let languages = LanguagesPage { assets: assets::base(), languages: &self.site.languages };
        self.save("index.html", languages.render().map_err(|error| serve_error(&error))?.as_bytes())?;
        Ok(written + 1)
    }

    /// Returns the addresses that no link leads to, and the gallery.
    fn first_pages(&self, language: Language) -> Vec<String> {
        let fixed = ["/", "/local", "/local/play", "/workshop", "/puzzles", "/family"].map(str::to_owned);
        let worker = format!("/offline-worker.js?language={language}");
        let puzzles = puzzles().iter().flat_map(|set| {
            (1..=set.grades().count()).map(|number| format!("/puzzles/{}/{number}", set.game())).collect::<Vec<_>>()
        });
        let files = games().map(|file| format!("/workshop/{}.toml", file.id));
        let museum = games().flat_map(|file| file.variants().map(|variant| format!("/museum/{}:{variant}", file.id)));
        let single = [worker, "/workshop/example.toml".to_owned()];
        fixed.into_iter().chain(single).chain(puzzles).chain(files).chain(museum).collect()
    }

    /// Renders a file, and returns its media type and content.
    async fn fetch(&self, file: &File) -> Result<(String, Bytes), ServeError> {
        let request = Request::get(format!("{BASE}{}", file.address))
            .header(ACCEPT_LANGUAGE, file.language.code())
            .body(Body::empty())
            .map_err(|error| serve_error(&error))?;
        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let status = response.status();
        let kind =
            response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let bytes = to_bytes(response.into_body(), MAX_FILE_LEN).await.map_err(|error| serve_error(&error))?;
        if !status.is_success() {
            return Err(ServeError(format!("{} cannot be rendered: status {status}", file.address)));
        }
        Ok((kind, bytes))
    }

    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), ServeError> {
        let path = self.site.folder.join(name);
        let folder = path.parent().unwrap_or(&self.site.folder);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| ServeError(format!("cannot write {}: {error}", path.display())))
    }
}
