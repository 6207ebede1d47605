//! Hosts of a cluster, and how they connect.

use super::ClusterError;
use std::any::Any;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread::sleep;
use std::time::Duration;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

/// Maximum number of processes.
const MAX_HOSTS: usize = 256;
/// Interval between attempts to connect.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);
/// Timeout of a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// Addresses of a cluster's processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosts {
    addresses: Vec<String>,
    local: usize,
}

impl Hosts {
    /// Parses a list with one `address:port` per line; text after `#` is a comment. `process` is the number of this
    /// process, from 1.
    ///
    /// # Errors
    /// When a line or the number is invalid.
    pub fn parse(text: &str, process: usize) -> Result<Hosts, ClusterError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let addresses: Vec<String> = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let has_port =
            |address: &&String| address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let wrong = |what: String| Err(ClusterError::Hosts(what));
        if let Some(address) = addresses.iter().find(|address| !has_port(address)) {
            return wrong(format!("`{address}` is no address with a port; allowed: such as `10.0.0.7:2101`"));
        }
        if let Some((_, twice)) = addresses
            .iter()
            .zip(1..)
            .map(|(address, next)| (&addresses[next..], address))
            .find(|(rest, address)| rest.contains(address))
        {
            return wrong(format!("`{twice}` is listed twice: each process needs its own address"));
        }
        if !(1..=MAX_HOSTS).contains(&addresses.len()) {
            return wrong(format!("there are {} hosts; allowed: 1 to {MAX_HOSTS}", addresses.len()));
        }
        if !(1..=addresses.len()).contains(&process) {
            return wrong(format!("there is no process {process} of {} hosts; the first is 1", addresses.len()));
        }
        Ok(Hosts { addresses, local: process - 1 })
    }

    /// Returns the number of processes.
    pub fn count(&self) -> usize {
        self.addresses.len()
    }

    /// Returns the index of this process, from 0.
    pub fn local(&self) -> usize {
        self.local
    }

    /// Connects to all other processes: this one connects to those before it in the list and accepts connections from
    /// those after it.
    pub(super) fn connect(
        &self,
        greeting: Greeting,
        stop: &dyn Fn() -> bool,
        on_connected: &dyn Fn(usize),
    ) -> Result<(Vec<AllocatorBuilder>, Box<dyn Any + Send>), ClusterError> {
        let address = &self.addresses[self.local];
        let refused = |source| ClusterError::Listen { address: address.clone(), source };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let mut sockets: Vec<Option<TcpStream>> = self.addresses.iter().map(|_| None).collect();
        loop {
            for (process, on_connected) in
                sockets.iter_mut().enumerate().take(self.local).filter(|(_, on_connected)| on_connected.is_none())
            {
                // The other process may not have started yet.
                let Ok(mut socket) = reach(&self.addresses[process]) else { continue };
                let reply = greeting.send(&mut socket).and_then(|()| Greeting::receive(&mut socket));
                let Ok(other) = reply else { continue };
                greeting.check(&other, process)?;
                *on_connected = Some(socket);
            }
            while let Ok((mut socket, _)) = listener.accept() {
                // Connections from other programs are ignored.
                let Ok(other) = ready(&socket).and_then(|()| Greeting::receive(&mut socket)) else { continue };
                let process = other.process as usize;
                if process <= self.local || process >= self.count() || greeting.send(&mut socket).is_err() {
                    continue;
                }
                greeting.check(&other, process)?;
                sockets[process] = Some(socket);
            }
            let there = sockets.iter().flatten().count();
            on_connected(there);
            if there + 1 == self.count() {
                break;
            }
            if stop() {
                return Err(ClusterError::Stopped);
            }
            sleep(RETRY_INTERVAL);
        }
        for socket in sockets.iter().flatten() {
            socket.set_read_timeout(None).and_then(|()| socket.set_write_timeout(None)).map_err(refused)?;
        }
        let (threads, hooks) = (greeting.threads as usize, Hooks::default());
        let here = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
        let (builders, guard) =
            initialize_networking_from_sockets(here, sockets, self.local, threads, hooks).map_err(refused)?;
        Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
    }
}

fn reach(address: &str) -> io::Result<TcpStream> {
    let mut last = ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, HANDSHAKE_TIMEOUT) {
            Ok(socket) => return ready(&socket).map(|()| socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn ready(socket: &TcpStream) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
    socket.set_write_timeout(Some(HANDSHAKE_TIMEOUT))
}

/// First message between two processes: the sender's number, the counts of processes and threads, and the task, which
/// must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Greeting {
    process: u32,
    processes: u32,
    threads: u32,
    /// Checksum of the task.
    task: u32,
}

impl Greeting {
    const MAGIC: &[u8; 8] = b"quirkat1";
    const LENGTH: usize = 24;

    pub fn new(hosts: &Hosts, threads: usize, task: &str) -> Greeting {
        let [process, processes, threads] = [hosts.local, hosts.count(), threads].map(|of| of as u32);
        Greeting { process, processes, threads, task: crc32fast::hash(task.as_bytes()) }
    }

    fn send(&self, socket: &mut TcpStream) -> io::Result<()> {
        let mut bytes = Greeting::MAGIC.to_vec();
        [self.process, self.processes, self.threads, self.task]
            .iter()
            .for_each(|word| bytes.extend(word.to_le_bytes()));
        socket.write_all(&bytes)
    }

    fn receive(socket: &mut TcpStream) -> io::Result<Greeting> {
        let mut bytes = [0; Greeting::LENGTH];
        socket.read_exact(&mut bytes)?;
        let (magic, rest) = bytes.split_at(Greeting::MAGIC.len());
        if magic != Greeting::MAGIC {
            return Err(ErrorKind::InvalidData.into());
        }
        let word = |at: usize| u32::from_le_bytes(rest[4 * at..][..4].try_into().expect("four bytes"));
        Ok(Greeting { process: word(0), processes: word(1), threads: word(2), task: word(3) })
    }

    /// Checks that a process has the same task.
    fn check(&self, other: &Greeting, process: usize) -> Result<(), ClusterError> {
        let fits = *other == Greeting { process: process as u32, ..*self };
        if fits { Ok(()) } else { Err(ClusterError::Differs(process + 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_hosts_are_read() {
        let list = "127.0.0.1:2101  # here\n\n[::1]:2102\nfar.example:2103\n";
        let hosts = Hosts::parse(list, 2).unwrap();
        assert_eq!((hosts.count(), hosts.local()), (3, 1));
        for (list, process, reason) in [
            ("", 1, "0 hosts"),
            ("a:1\nb", 1, "`b` is no address with a port"),
            ("a:1\nb:99999", 1, "no address with a port"),
            ("a:1\na:1", 1, "`a:1` is listed twice"),
            ("a:1\nb:1", 3, "no process 3 of 2 hosts"),
            ("a:1\nb:1", 0, "no process 0"),
        ] {
            let error = Hosts::parse(list, process).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
