//! The client that a request counts against: an IP address, or the network of an IPv6 address.
//!
//! A provider may give one customer a network of 48 bits, with 65,536 networks of 64 bits. So a network of 48 bits has limits
//! too, [`NETWORK_SHARE`] times those of a client.

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// Address that rate limits, connection limits and job queues count by. An IPv4 address is one client. Of an IPv6 address
/// only the first 64 bits count, since a household usually has all addresses of its network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddr(IpAddr);

impl ClientAddr {
    /// Client of work that no request asked for, such as continuing games after a restart.
    pub const UNSPECIFIED: ClientAddr = ClientAddr(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// Returns the client of an address.
    pub fn from_ip(address: IpAddr) -> ClientAddr {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                ClientAddr(Ipv6Addr::from_bits(network).into())
            }
            address => ClientAddr(address),
        }
    }

    /// Returns the network of 48 bits that an IPv6 client belongs to.
    pub fn network(self) -> Option<Network> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(address) => Some(Network((address.to_bits() >> 80) as u64)),
        }
    }

    /// Returns whether two clients belong to the same network of 48 bits.
    pub fn shares_network(self, other: ClientAddr) -> bool {
        self.network().is_some_and(|network| other.network() == Some(network))
    }

    /// Returns the client behind `proxies` trusted proxies. Each proxy appends its peer's address to `X-Forwarded-For`; the
    /// entry that the outermost proxy appended names the client, and earlier entries are only claims of the client. Falls back
    /// to the address of the connection if that entry is missing or is no address.
    fn behind_proxies(headers: &HeaderMap, proxies: usize, connected: IpAddr) -> ClientAddr {
        let forwarded = proxies.checked_sub(1).and_then(|before| address(entries(headers, FORWARDED_FOR).nth(before)?));
        ClientAddr::from_ip(forwarded.unwrap_or(connected))
    }

    /// Returns the client of a request that came through `proxies` trusted proxies.
    pub fn from_request(request: &Request, proxies: usize) -> ClientAddr {
        let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let connected = connected.map_or(Ipv4Addr::UNSPECIFIED.into(), |ConnectInfo(address)| address.ip());
        ClientAddr::behind_proxies(request.headers(), proxies, connected)
    }

    /// Returns whether a request claims to have come through a proxy.
    pub fn is_forwarded(headers: &HeaderMap) -> bool {
        headers.contains_key(FORWARDED_FOR)
    }
}

/// A network of 48 bits, by these bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network(u64);

/// The limits of a network as a multiple of those of a client.
pub const NETWORK_SHARE: u32 = 4;

/// Whose limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitScope {
    /// That of the client.
    Client,
    /// That of the client's network of 48 bits.
    Network,
    /// That of the server.
    Server,
}

/// Numbers of something by client and by network, with a maximum per client.
#[derive(Debug)]
pub struct Tally {
    max_per_client: usize,
    clients: HashMap<ClientAddr, usize>,
    networks: HashMap<Network, usize>,
}

impl Tally {
    /// Returns a tally without entries.
    pub fn new(max_per_client: usize) -> Tally {
        Tally { max_per_client, clients: HashMap::new(), networks: HashMap::new() }
    }

    /// Checks whether `more` may be added to the number of a client.
    ///
    /// # Errors
    /// When the client or its network would exceed its maximum.
    pub fn check(&self, client: ClientAddr, more: usize) -> Result<(), LimitScope> {
        let would_exceed = |count: Option<&usize>, max| count.copied().unwrap_or_default().saturating_add(more) > max;
        if would_exceed(self.clients.get(&client), self.max_per_client) {
            return Err(LimitScope::Client);
        }
        let max = self.max_per_client.saturating_mul(NETWORK_SHARE as usize);
        match client.network() {
            Some(network) if would_exceed(self.networks.get(&network), max) => Err(LimitScope::Network),
            _ => Ok(()),
        }
    }

    /// Adds to the number of a client.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing is added then.
    pub fn add(&mut self, client: ClientAddr, more: usize) -> Result<(), LimitScope> {
        self.check(client, more)?;
        *self.clients.entry(client).or_default() += more;
        if let Some(network) = client.network() {
            *self.networks.entry(network).or_default() += more;
        }
        Ok(())
    }

    /// Subtracts from the number of a client what was added to it.
    pub fn subtract(&mut self, client: ClientAddr, less: usize) {
        subtract(&mut self.clients, client, less);
        if let Some(network) = client.network() {
            subtract(&mut self.networks, network, less);
        }
    }

    /// Returns the sum over all clients.
    pub fn total(&self) -> usize {
        self.clients.values().sum()
    }
}

fn subtract<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K, less: usize) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= less;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

/// Returns whether the client speaks HTTPS to the outermost of `proxies` trusted proxies. Inner proxies may repeat the
/// header or add nothing to it.
pub fn is_encrypted(headers: &HeaderMap, proxies: usize) -> bool {
    entries(headers, FORWARDED_PROTO).take(proxies).last() == Some("https")
}

/// Returns the entries of a list header over all its lines, from the last to the first.
fn entries<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    let lines = headers.get_all(name).iter().rev();
    lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')).map(str::trim)
}

impl fmt::Display for ClientAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Parses an address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn address(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).or_else(bracketed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(lines: &[&str], proxies: usize) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        ClientAddr::behind_proxies(&headers, proxies, [192, 0, 2, 99].into()).to_string()
    }

    #[test]
    fn an_ipv6_network_of_64_bits_is_one_client() {
        let client = |text: &str| ClientAddr::from_ip(text.parse().unwrap()).to_string();
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(client("2001:db8:1:2:ffff::"), client("2001:db8:1:2::1"));
        assert_ne!(client("2001:db8:1:3::1"), client("2001:db8:1:2::1"));
        assert_eq!(client("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(client("192.0.2.7"), client("192.0.2.8"));
    }

    #[test]
    fn a_network_of_48_bits_may_have_four_times_as_much_as_a_client() {
        let client = |text: &str| ClientAddr::from_ip(text.parse().unwrap());
        let mut tally = Tally::new(2);
        for number in 0..4 {
            let one = client(&format!("2001:db8:1:{number}::1"));
            assert_eq!((tally.add(one, 2), tally.add(one, 1)), (Ok(()), Err(LimitScope::Client)));
        }
        assert_eq!(tally.add(client("2001:db8:1:9::1"), 1), Err(LimitScope::Network));
        assert_eq!(tally.add(client("2001:db8:2::1"), 2), Ok(()), "another network");
        tally.subtract(client("2001:db8:1:3::1"), 2);
        assert_eq!(tally.add(client("2001:db8:1:9::1"), 2), Ok(()));
        assert_eq!((tally.add(client("192.0.2.1"), 2), tally.total()), (Ok(()), 12));
    }

    #[test]
    fn the_outermost_trusted_proxy_names_the_client() {
        assert_eq!(client(&["198.51.100.1"], 0), "192.0.2.99");
        assert_eq!(client(&["198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(client(&["10.0.0.1, 198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(client(&["10.0.0.1", "198.51.100.1"], 1), "198.51.100.1");
        assert_eq!(client(&["10.0.0.1", "198.51.100.1,10.0.0.2"], 2), "198.51.100.1");
        assert_eq!(client(&["10.0.0.1, 198.51.100.1", "10.0.0.2"], 2), "198.51.100.1");
    }

    #[test]
    fn addresses_with_ports_and_brackets_are_parsed() {
        for (written, expected) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8::1", "2001:db8::"),
            ("[2001:db8::1]", "2001:db8::"),
            ("[2001:db8::1]:4711", "2001:db8::"),
        ] {
            assert_eq!(client(&[written], 1), expected);
        }
    }

    #[test]
    fn only_trusted_proxies_decide_whether_a_request_is_encrypted() {
        let is_encrypted = |line: &str, proxies| {
            is_encrypted(&HeaderMap::from_iter([(FORWARDED_PROTO.parse().unwrap(), line.parse().unwrap())]), proxies)
        };
        assert!(is_encrypted("https", 1) && is_encrypted("https", 2) && is_encrypted("https, http", 2));
        assert!(!is_encrypted("https", 0) && !is_encrypted("https, http", 1) && !is_encrypted("http", 1));
    }

    #[test]
    fn a_missing_or_invalid_header_falls_back_to_the_connection() {
        for lines in [&[][..], &[""], &["unknown"], &["198.51.100.1, _hidden"], &["\u{e9}"], &["198.51.100.1,"]] {
            assert_eq!(client(lines, 1), "192.0.2.99", "{lines:?}");
        }
        assert_eq!(client(&["198.51.100.1"], 2), "192.0.2.99", "fewer proxies than configured");
    }
}
