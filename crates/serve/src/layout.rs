//! Common parts of all pages: the frame around their content, the error page, and rendering.

use crate::site::Base;
use crate::texts::Texts;
use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use quirkat_rules::Language;

/// The frame of a page, as `base.html` uses it.
#[derive(Debug)]
pub struct Page {
    /// Language code of the page.
    pub lang: &'static str,
    /// Title in the browser's tab.
    pub title: String,
    /// Base path of the server.
    pub base: Base,
    /// The languages of the site, each with the address of this page in it.
    pub languages: Vec<(Language, String)>,
    /// Texts of the page's language, for the template.
    pub t: Texts,
    /// Texts of the scripts, as JSON.
    pub words: &'static str,
    /// Preview that other sites show for a link to this page.
    pub preview: Option<Preview>,
    /// File name of the icon in the browser's tab.
    pub icon: &'static str,
}

/// Link preview, in the terms of the Open Graph protocol. All addresses are absolute, since other sites show them.
#[derive(Debug)]
pub struct Preview {
    /// Absolute address of the page.
    pub url: String,
    /// Description of the page in a sentence.
    pub words: String,
    /// Absolute address of the picture, a PNG.
    pub picture: String,
}

impl Page {
    /// Makes the frame of a page; `path` is its path, or empty for the current address.
    pub fn new(texts: Texts, title: &str, path: &str) -> Page {
        let address = if path.is_empty() { String::new() } else { texts.at(path) };
        let joint = if address.contains('?') { '&' } else { '?' };
        let in_language = |&language: &Language| (language, format!("{address}{joint}lang={language}"));
        Page {
            lang: texts.code(),
            title: title.to_owned(),
            base: texts.1,
            preview: None,
            icon: "icon.svg",
            languages: texts.1.languages().iter().map(in_language).collect(),
            t: texts,
            words: texts.scripts(),
        }
    }

    /// Returns the page with a link preview.
    pub fn with_preview(self, preview: Preview) -> Page {
        // Files do not know their public address.
        Page { preview: Some(preview).filter(|_| !self.base.is_static()), ..self }
    }

    /// Returns the page with the number of games that await the visitor's move in its title and icon.
    pub fn with_awaiting(self, games: usize) -> Page {
        if games == 0 {
            return self;
        }
        Page { title: format!("({games}) {}", self.title), icon: "icon-turn.svg", ..self }
    }
}

/// The page of a [`Problem`](crate::errors::Problem).
#[derive(Debug, Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// Frame around the content of the page.
    pub page: Page,
    /// HTTP status code of the response.
    pub code: u16,
    /// Problem in a few words.
    pub heading: String,
    /// Problem and remedy in sentences; may be empty.
    pub message: String,
    /// Links to other pages: address and text.
    pub next: Vec<(String, String)>,
}

impl IntoResponse for ErrorPage {
    fn into_response(self) -> Response {
        render(&self)
    }
}

/// Renders a template as a response. Answers with status 500 if that fails.
pub fn render(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_links_to_itself_in_every_language() {
        for language in Language::ALL {
            let page = Page::new(Texts(language, Base::default(), None), "?", "/games/alquerque?variant=walker");
            let page =
                ErrorPage { page, code: 404, heading: String::new(), message: String::new(), next: vec![] }.render();
            let html = page.unwrap();
            assert!(html.contains(&format!("<html lang=\"{language}\"")));
            for other in Language::ALL {
                let (link, name) = (format!("variant=walker&#38;lang={other}\" lang=\"{other}\""), other.own_name());
                assert!(html.contains(&link) && html.contains(&format!(">{name}</a>")), "{html}");
            }
            assert_eq!(html.matches("aria-current").count(), 1, "{html}");
        }
    }

    #[test]
    fn pages_of_files_name_their_own_languages_alone() {
        let languages = |own: Vec<Language>| {
            let base = Base::default().of_files(own);
            Page::new(Texts(Language::Fr, base, None), "?", "/local").languages
        };
        assert_eq!(languages(vec![Language::Fr, Language::En]).len(), 2);
        assert_eq!(languages(vec![Language::Fr]), [(Language::Fr, "/local?lang=fr".to_owned())]);
    }
}
