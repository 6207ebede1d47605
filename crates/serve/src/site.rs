//! Addresses of a server as its visitors see them: proxies may serve it under another name and below a base path.

use axum::http::Uri;
use quirkat_rules::Language;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Base path of a server, such as `/quirkat`; empty for the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BasePath(String);

/// Public address of a server, such as `https://games.example.org/quirkat`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    origin: String,
    path: BasePath,
}

/// An invalid base path or public address. The message describes the allowed form.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SiteError(&'static str);

const ALLOWED_PATH: &str = "allowed: a path of letters, digits and -._~ between slashes, such as /quirkat";
const ALLOWED_URL: &str =
    "allowed: an address with http or https, a host, and a path at most, such as https://games.example.org/quirkat";

impl FromStr for BasePath {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<BasePath, SiteError> {
        let path = text.strip_suffix('/').unwrap_or(text);
        let plain = |part: &str| {
            let is_name = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
            is_name && !matches!(part, "" | "." | "..")
        };
        let is_path = path.is_empty() || path.strip_prefix('/').is_some_and(|parts| parts.split('/').all(plain));
        if is_path { Ok(BasePath(path.to_owned())) } else { Err(SiteError(ALLOWED_PATH)) }
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicUrl {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<PublicUrl, SiteError> {
        let uri = Uri::from_str(text).map_err(|_| SiteError(ALLOWED_URL))?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
        let host = uri.authority().map(|authority| authority.as_str()).filter(|host| !host.contains('@'));
        let (Some(scheme), Some(host), None) = (scheme, host, uri.query()) else { return Err(SiteError(ALLOWED_URL)) };
        // `Uri` has dropped the fragment.
        if text.contains('#') {
            return Err(SiteError(ALLOWED_URL));
        }
        let path = uri.path().parse().map_err(|_| SiteError(ALLOWED_URL))?;
        Ok(PublicUrl { origin: format!("{scheme}://{}", host.to_ascii_lowercase()), path })
    }
}

impl PublicUrl {
    /// Returns the path of the address, which is the default base path.
    pub fn path(&self) -> &BasePath {
        &self.path
    }

    /// Returns scheme, host and port: `https://games.example.org`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns whether the address uses HTTPS.
    pub fn is_encrypted(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

/// Base path of a running server and what its pages offer, as a value that is cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Base {
    path: &'static str,
    /// Path of the module; `None` without one.
    module: Option<&'static str>,
    /// Languages of pages that are written to files; `None` on a server.
    languages: Option<&'static [Language]>,
}

impl Base {
    /// Returns the base of a path. Leaks the path, once per server.
    pub fn new(path: &BasePath) -> Base {
        Base { path: if path.0.is_empty() { "" } else { String::leak(path.0.clone()) }, ..Base::default() }
    }

    /// Returns the base of a server that serves the module at a path. Leaks the path, once per server.
    pub fn with_module(self, path: String) -> Base {
        Base { module: Some(path.leak()), ..self }
    }

    /// Returns the base of pages that are written to files in some languages, without a server. Leaks the languages, once per
    /// site.
    pub fn of_files(self, languages: Vec<Language>) -> Base {
        Base { languages: Some(languages.leak()), ..self }
    }

    /// Returns the address of the module, with which pages work without a network; `None` without one.
    pub fn module(self) -> Option<String> {
        self.module.map(|path| self.at(path))
    }

    /// Returns whether the pages are written to files, so that nothing may need the server.
    pub fn is_static(self) -> bool {
        self.languages.is_some()
    }

    /// Returns the languages of the pages.
    pub fn languages(self) -> &'static [Language] {
        self.languages.unwrap_or(&Language::ALL)
    }

    /// Returns whether the server is at the root.
    pub fn is_root(self) -> bool {
        self.path.is_empty()
    }

    /// Returns the address of a path, which begins with a slash.
    pub fn at(self, path: impl fmt::Display) -> String {
        format!("{}{path}", self.path)
    }

    /// Returns a request's URI relative to the base path; `None` if the URI is outside of it.
    pub fn strip(self, uri: &Uri) -> Option<Uri> {
        let rest = uri.path_and_query()?.as_str().strip_prefix(self.path)?;
        // After the base path only a slash or a query may follow: `/quirkats` is another path.
        match rest.chars().next() {
            Some('/') => Uri::from_str(rest).ok(),
            None | Some('?') => Uri::from_str(&format!("/{rest}")).ok(),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_path_is_stripped_from_uris_below_it() {
        let base = Base::new(&"/quirkat/".parse().unwrap());
        let strip = |uri: &str| base.strip(&uri.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(strip("/quirkat/play/x?y=/z"), Some("/play/x?y=/z".to_owned()));
        for root in ["/quirkat", "/quirkat/"] {
            assert_eq!(strip(root), Some("/".to_owned()));
        }
        assert_eq!(strip("/quirkat?lang=es"), Some("/?lang=es".to_owned()));
        assert_eq!([strip("/quirkats"), strip("/"), strip("/play/quirkat/")], [None, None, None]);
        assert_eq!(base.at("/mine"), "/quirkat/mine");
    }

    #[test]
    fn invalid_paths_and_addresses_are_rejected() {
        let path = |text: &str| text.parse::<BasePath>().map(|path| path.to_string());
        assert_eq!([path(""), path("/"), path("/a/b-c/")], [Ok(String::new()), Ok(String::new()), Ok("/a/b-c".into())]);
        for wrong in ["quirkat", "/a//b", "//a", "/a b", "/..", "/a/./b", "/%2e", "/a?b", "/ñ", "/\"", "//"] {
            assert!(path(wrong).is_err(), "{wrong}");
        }
        let url: PublicUrl = "https://Games.Example.org:8443/quirkat/".parse().unwrap();
        assert_eq!((url.origin(), url.path().to_string().as_str()), ("https://games.example.org:8443", "/quirkat"));
        assert!(url.is_encrypted() && !"http://localhost".parse::<PublicUrl>().unwrap().is_encrypted());
        for wrong in
            ["games.example.org", "ftp://a", "https://", "https://a/?b", "https://a/#b", "https://u@a", "/a", ""]
        {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
