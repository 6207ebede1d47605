//! The server under attack.

use crate::client::Client;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use thiserror::Error;

/// How the clients of a siege differ for the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClientAddress {
    /// All have the address of this machine.
    Shared,
    /// Each connects from its own loopback address.
    Loopback,
    /// Each is named by `X-Forwarded-For`, as by a trusted proxy; those of an attack are of one IPv6 network of 48 bits.
    Forwarded,
}

/// Address of the server under attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Host and port, as in the URL.
    pub authority: String,
    /// Base path without a slash at its end.
    pub base: String,
    /// Address to connect to.
    pub address: SocketAddr,
    /// How clients differ.
    pub clients: ClientAddress,
}

/// Reason why a URL names no server that can be attacked.
#[derive(Debug, Error)]
pub enum TargetError {
    /// The URL is not of the allowed form.
    #[error("`{0}` is no address of a server; allowed: http://HOST:PORT/PATH")]
    Syntax(String),
    /// The URL requires encryption.
    #[error("a siege speaks plain HTTP: name the server itself, behind its proxy, such as http://127.0.0.1:12830")]
    Encrypted,
    /// The host has no address.
    #[error("`{0}` has no address: {1}")]
    Unknown(String, std::io::Error),
}

impl Target {
    /// Finds the server of a URL.
    ///
    /// # Errors
    /// When the URL is invalid or its host has no address.
    pub async fn find(url: &str) -> Result<Target, TargetError> {
        if url.starts_with("https://") {
            return Err(TargetError::Encrypted);
        }
        let syntax = || TargetError::Syntax(url.to_owned());
        let rest = url.strip_prefix("http://").ok_or_else(syntax)?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        if host.is_empty() || host.contains('@') || path.contains(['?', '#']) {
            return Err(syntax());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let authority = if has_port { host.to_owned() } else { format!("{host}:80") };
        let found = tokio::net::lookup_host(&authority).await.map(|mut addresses| addresses.next());
        let address = found.map_err(|error| TargetError::Unknown(host.to_owned(), error))?.ok_or_else(syntax)?;
        let base = format!("/{path}").trim_end_matches('/').to_owned();
        let clients = match address.ip() {
            IpAddr::V4(ip) if ip.is_loopback() && cfg!(target_os = "linux") => ClientAddress::Loopback,
            _ => ClientAddress::Shared,
        };
        Ok(Target { authority, base, address, clients })
    }

    /// Returns whether the server is on this machine, and reached without the network.
    pub fn is_loopback(&self) -> bool {
        self.address.ip().to_canonical().is_loopback()
    }

    /// Returns the client with a number below 2²⁴. Clients have addresses of their own where the server can see them.
    pub fn client(&self, number: u32) -> Client {
        Client::new(self.clone(), number)
    }

    /// Returns the address of the client with a number.
    pub(crate) fn client_ip(&self, number: u32) -> Option<IpAddr> {
        let [_, a, b, c] = number.to_be_bytes();
        match self.clients {
            ClientAddress::Shared => None,
            ClientAddress::Loopback => Some(Ipv4Addr::new(127, a, b, c).into()),
            // The bystander is in another network of 48 bits.
            ClientAddress::Forwarded => {
                let network = 2 * (number >> 16) as u16 + u16::from(number & 0xffff >= 0xff00);
                Some(Ipv6Addr::new(0x2001, 0xdb8, network, number as u16, 0, 0, 0, 1).into())
            }
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}/", self.authority, self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn urls_name_servers_of_this_machine_or_others() {
        let target = Target::find("http://127.0.0.1:12830/quirkat/").await.unwrap();
        assert_eq!((target.base.as_str(), target.is_loopback()), ("/quirkat", true));
        assert_eq!(target.to_string(), "http://127.0.0.1:12830/quirkat/");
        assert!(!Target::find("http://192.0.2.1").await.unwrap().is_loopback());
        assert!(Target::find("http://[::1]:12830").await.unwrap().is_loopback());
        assert!(matches!(Target::find("https://127.0.0.1").await, Err(TargetError::Encrypted)));
        for wrong in ["", "127.0.0.1:12830", "http://", "http:///x", "ftp://127.0.0.1", "http://a@127.0.0.1/"] {
            assert!(matches!(Target::find(wrong).await, Err(TargetError::Syntax(_))), "{wrong}");
        }
    }
}
