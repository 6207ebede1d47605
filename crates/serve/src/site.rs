//! Where a server is, as its visitors see it: proxies may know it by another name, and put it below a path.

use axum::http::Uri;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A path below which everything of a server is: `/quirkat`; the empty one is the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BasePath(String);

/// The address at which visitors find a server: `https://games.example.org/quirkat`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    origin: String,
    path: BasePath,
}

/// An address or a path that cannot be a server's, in words that say what can.
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
        // A fragment is nothing that servers hear of, and lost by now.
        if text.contains('#') {
            return Err(SiteError(ALLOWED_URL));
        }
        let path = uri.path().parse().map_err(|_| SiteError(ALLOWED_URL))?;
        Ok(PublicUrl { origin: format!("{scheme}://{}", host.to_ascii_lowercase()), path })
    }
}

impl PublicUrl {
    /// The path in it.
    pub fn path(&self) -> &BasePath {
        &self.path
    }

    /// What comes before the path: `https://games.example.org`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether visitors speak HTTPS to it.
    pub fn is_encrypted(&self) -> bool {
        self.origin.starts_with("https:")
    }
}

/// The path of a server that runs, as it is handed to whatever writes addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Base(&'static str);

impl Base {
    /// It stays for as long as the program runs: there is one for each server.
    pub fn of(path: &BasePath) -> Base {
        Base(if path.0.is_empty() { "" } else { String::leak(path.0.clone()) })
    }

    /// Whether it is the root.
    pub fn is_root(self) -> bool {
        self.0.is_empty()
    }

    /// The address of a path of the server, which begins with a slash.
    pub fn at(self, path: impl fmt::Display) -> String {
        format!("{}{path}", self.0)
    }

    /// What is asked for below it; `None` where that is somewhere else.
    pub fn below(self, asked: &Uri) -> Option<Uri> {
        let rest = asked.path_and_query()?.as_str().strip_prefix(self.0)?;
        // A query begins where the path ends; whatever else goes on without a slash is another path.
        match rest.chars().next() {
            Some('/') => Uri::from_str(rest).ok(),
            None | Some('?') => Uri::from_str(&format!("/{rest}")).ok(),
            Some(_) => None,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_below_its_base_or_is_not() {
        let base = Base::of(&"/quirkat/".parse().unwrap());
        let below = |asked: &str| base.below(&asked.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(below("/quirkat/play/x?y=/z"), Some("/play/x?y=/z".to_owned()));
        for root in ["/quirkat", "/quirkat/"] {
            assert_eq!(below(root), Some("/".to_owned()));
        }
        assert_eq!(below("/quirkat?lang=es"), Some("/?lang=es".to_owned()));
        assert_eq!([below("/quirkats"), below("/"), below("/play/quirkat/")], [None, None, None]);
        assert_eq!(base.at("/mine"), "/quirkat/mine");
    }

    #[test]
    fn paths_and_addresses_are_plain() {
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
