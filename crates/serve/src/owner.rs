//! Who has to answer for a request: an address, as far as it tells one household from another.

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Who has to answer for a request. An IPv4 address is one owner; of an IPv6 address the first 64 bits are, since whoever
/// has one has all that begin so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owner(IpAddr);

impl Owner {
    /// Of what is asked by nobody in particular: the games that were going on when the server began.
    pub const NOBODY: Owner = Owner(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The owner of an address.
    pub fn of(address: IpAddr) -> Owner {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                Owner(Ipv6Addr::from_bits(network).into())
            }
            address => Owner(address),
        }
    }

    /// Who asks through so many proxies of one's own, each of which adds to `X-Forwarded-For` whom it was asked by: the
    /// owner of the entry that the outermost of them has added. What stands before it is what the visitor claims. Where
    /// there is no such entry, or it is no address, whoever is connected has to answer.
    fn asking(headers: &HeaderMap, proxies: usize, connected: IpAddr) -> Owner {
        let forwarded = proxies.checked_sub(1).and_then(|before| address(entries(headers, FORWARDED_FOR).nth(before)?));
        Owner::of(forwarded.unwrap_or(connected))
    }

    /// Who asks by a request, through so many proxies of one's own.
    pub fn of_request(request: &Request, proxies: usize) -> Owner {
        let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let connected = connected.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(address)| address.ip());
        Owner::asking(request.headers(), proxies, connected)
    }

    /// Whether a request says that it came through a proxy.
    pub fn is_forwarded(headers: &HeaderMap) -> bool {
        headers.contains_key(FORWARDED_FOR)
    }
}

/// Whether whoever asks through so many proxies of one's own speaks HTTPS to the outermost of them. Inner ones may hand on
/// what it has said, or add nothing to it.
pub fn is_encrypted(headers: &HeaderMap, proxies: usize) -> bool {
    entries(headers, FORWARDED_PROTO).take(proxies).last() == Some("https")
}

/// The entries of a header that proxies add to, over all its lines, from the last to the first.
fn entries<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(name).iter().rev();
    lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')).map(str::trim)
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn address(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).or_else(bracketed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asking(lines: &[&str], proxies: usize) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        Owner::asking(&headers, proxies, [192, 0, 2, 99].into()).to_string()
    }

    #[test]
    fn a_network_of_64_bits_is_one_owner() {
        let owner = |text: &str| Owner::of(text.parse().unwrap()).to_string();
        assert_eq!(owner("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(owner("2001:db8:1:2:ffff::"), owner("2001:db8:1:2::1"));
        assert_ne!(owner("2001:db8:1:3::1"), owner("2001:db8:1:2::1"));
        assert_eq!(owner("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(owner("192.0.2.7"), owner("192.0.2.8"));
    }

    #[test]
    fn the_outermost_of_the_trusted_proxies_says_who_asks() {
        assert_eq!(asking(&["198.51.100.1"], 0), "192.0.2.99");
        assert_eq!(asking(&["198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(asking(&["10.0.0.1, 198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(asking(&["10.0.0.1", "198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(asking(&["10.0.0.1", "198.51.100.1,10.0.0.2"], 2), "198.51.100.1");
        assert_eq!(asking(&["10.0.0.1, 198.51.100.1", "10.0.0.2"], 2), "198.51.100.1");
    }

    #[test]
    fn ports_and_brackets_are_understood() {
        for (written, owner) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8::1", "2001:db8::"),
            ("[2001:db8::1]", "2001:db8::"),
            ("[2001:db8::1]:4711", "2001:db8::"),
        ] {
            assert_eq!(asking(&[written], 1), owner);
        }
    }

    #[test]
    fn whether_it_is_encrypted_is_said_by_proxies_alone() {
        let is_encrypted = |line: &str, proxies| {
            is_encrypted(&HeaderMap::from_iter([(FORWARDED_PROTO.parse().unwrap(), line.parse().unwrap())]), proxies)
        };
        assert!(is_encrypted("https", 1) && is_encrypted("https", 2) && is_encrypted("https, http", 2));
        assert!(!is_encrypted("https", 0) && !is_encrypted("https, http", 1) && !is_encrypted("http", 1));
    }

    #[test]
    fn whoever_says_nothing_or_nonsense_is_who_is_connected() {
        for lines in [&[][..], &[""], &["unknown"], &["198.51.100.1, _hidden"], &["\u{e9}"], &["198.51.100.1,"]] {
            assert_eq!(asking(lines, 1), "192.0.2.99", "{lines:?}");
        }
        assert_eq!(asking(&["198.51.100.1"], 2), "192.0.2.99", "there are fewer proxies than was said");
    }
}
