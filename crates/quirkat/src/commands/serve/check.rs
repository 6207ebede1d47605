//! `quirkat serve --check`: whether a server is alive, for containers without a shell.

use anyhow::{Context, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Time limit of connecting, of sending, and of each read.
const TIMEOUT: Duration = Duration::from_secs(4);

/// Maximum length of the first line of an answer, in bytes.
const MAX_LINE: u64 = 256;

/// Requests `/health` of the server that listens on an address, and returns a sentence about it.
///
/// # Errors
/// When no server answers within seconds, or its answer is not 200.
pub fn check(listening: SocketAddr) -> anyhow::Result<String> {
    let address = SocketAddr::new(reachable(listening.ip()), listening.port());
    let line = first_line(address).with_context(|| format!("no server answers at {address}"))?;
    let status = line.split_whitespace().nth(1);
    ensure!(status == Some("200"), "the server at {address} answers {:?}", line.trim_end());
    Ok(format!("the server at {address} is alive\n"))
}

/// Returns an address of this machine on which a server that listens on an address can be reached.
fn reachable(listening: IpAddr) -> IpAddr {
    match listening {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        other => other,
    }
}

/// Returns the first line of the answer to a request for `/health`.
fn first_line(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /health HTTP/1.0\r\n\r\n")?;
    let mut line = String::new();
    BufReader::new(stream.take(MAX_LINE)).read_line(&mut line)?;
    Ok(line)
}
