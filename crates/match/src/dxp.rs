//! Connections of two programs that speak DamExchange: messages that end with a zero byte.
//!
//! A message and the wait for it are bounded, so that the other program can neither fill the memory nor block the caller.

use crate::protocol::dxp::{MAX_MESSAGE, Message, MessageError};
use quirkat_search::Stop;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Time for a connection, for sending a message, and for the confirmation of a game's end.
pub const SHORT_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval at which a wait checks whether it is stopped.
const POLL: Duration = Duration::from_millis(20);
/// Maximum number of texts and requests to take moves back, which are passed over, before an awaited message.
const MAX_PASSED_OVER: usize = 100;

/// A connection to another program.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    /// Bytes that have been received and not read.
    unread: Vec<u8>,
}

/// Reason why no message is received.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConnectionError {
    /// The other program has closed the connection.
    #[error("the connection is closed")]
    Closed,
    /// No message came within this time.
    #[error("no message came in {} s", .0.as_secs_f64())]
    Silent(Duration),
    /// A message has no end.
    #[error("a message has more than {MAX_MESSAGE} bytes")]
    Long,
    /// A message is malformed.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// A message comes at the wrong time.
    #[error("`{}` is not expected here", quirkat_rules::clip(.0))]
    Unexpected(String),
}

impl Connection {
    /// Connects to another program.
    ///
    /// # Errors
    /// When it does not accept the connection.
    pub fn open(address: SocketAddr) -> io::Result<Connection> {
        Connection::new(TcpStream::connect_timeout(&address, SHORT_TIMEOUT)?)
    }

    /// Uses a connection that was opened or accepted.
    ///
    /// # Errors
    /// When the operating system refuses its settings.
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(POLL))?;
        stream.set_write_timeout(Some(SHORT_TIMEOUT))?;
        Ok(Connection { stream, unread: vec![] })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the connection is closed.
    pub fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        let bytes = format!("{message}\0").into_bytes();
        self.stream.write_all(&bytes).map_err(|_| ConnectionError::Closed)
    }

    /// Receives the next message within `timeout`. Texts are passed over, and requests to take moves back are declined.
    /// When `stop` is set, allows only a short time.
    ///
    /// # Errors
    /// When none comes in time or the next one is malformed.
    pub fn receive(&mut self, timeout: Duration, stop: &Stop) -> Result<Message, ConnectionError> {
        let began = Instant::now();
        let mut deadline = began + timeout;
        let mut is_stopped = false;
        let mut passed_over = 0;
        loop {
            if stop.is_stopped() && !is_stopped {
                is_stopped = true;
                deadline = deadline.min(Instant::now() + SHORT_TIMEOUT);
            }
            let Some(text) = self.next()? else {
                if Instant::now() >= deadline {
                    return Err(ConnectionError::Silent(deadline - began));
                }
                self.fill()?;
                continue;
            };
            match Message::read(&text)? {
                Message::Chat(_) => {}
                Message::BackRequest => self.send(&Message::BackAnswer(false))?,
                message => return Ok(message),
            }
            passed_over += 1;
            if passed_over > MAX_PASSED_OVER {
                return Err(ConnectionError::Unexpected(text));
            }
        }
    }

    /// Takes the first message that was received. Bytes that are not ASCII become question marks: some programs send
    /// them in texts and names.
    fn next(&mut self) -> Result<Option<String>, ConnectionError> {
        let end = self.unread.iter().take(MAX_MESSAGE + 1).position(|&byte| byte == 0);
        match end {
            Some(end) => {
                let bytes: Vec<_> = self.unread.drain(..=end).collect();
                let letter = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '?' };
                Ok(Some(bytes[..end].iter().map(letter).collect()))
            }
            None if self.unread.len() > MAX_MESSAGE => Err(ConnectionError::Long),
            None => Ok(None),
        }
    }

    /// Waits a short time for more bytes.
    fn fill(&mut self) -> Result<(), ConnectionError> {
        let mut bytes = [0; MAX_MESSAGE + 1];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(ConnectionError::Closed),
            Ok(count) => {
                self.unread.extend_from_slice(&bytes[..count]);
                Ok(())
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) =>
            {
                Ok(())
            }
            Err(_) => Err(ConnectionError::Closed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::dxp::{End, EndReason};
    use std::net::TcpListener;
    use std::thread;

    const END: Message = Message::End(End { reason: EndReason::None, is_last: false });

    /// Returns a connection whose other end has sent these bytes and is still open.
    fn after(bytes: &[u8]) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let connection = Connection::new(listener.accept().unwrap().0).unwrap();
        other.write_all(bytes).unwrap();
        (connection, other)
    }

    fn receive(bytes: &[u8]) -> Result<Message, ConnectionError> {
        let (mut connection, _other) = after(bytes);
        connection.receive(Duration::from_millis(300), &Stop::default())
    }

    #[test]
    fn messages_are_split_at_zero_bytes_however_they_arrive() {
        let (mut connection, mut other) = after(b"E00\0E0");
        let sender = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            other.write_all(b"0\0CWhat do you think\xe9?\0E00\0").unwrap();
            other
        });
        for _ in 0..3 {
            assert_eq!(connection.receive(Duration::from_secs(20), &Stop::default()), Ok(END));
        }
        drop(sender.join());
        assert_eq!(connection.receive(Duration::from_secs(20), &Stop::default()), Err(ConnectionError::Closed));
    }

    #[test]
    fn a_request_to_take_moves_back_is_declined() {
        let (mut connection, mut other) = after(b"B005Z\0E00\0");
        assert_eq!(connection.receive(Duration::from_secs(20), &Stop::default()), Ok(END));
        let mut answer = [0; 3];
        other.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"K1\0");
    }

    #[test]
    fn garbage_silence_and_floods_are_errors() {
        assert_eq!(receive(b"E0"), Err(ConnectionError::Silent(Duration::from_millis(300))));
        assert_eq!(receive(&[b'C'; MAX_MESSAGE + 1]), Err(ConnectionError::Long));
        assert!(receive(&[&[b'C'; MAX_MESSAGE][..], b"\0E00\0"].concat()).is_ok());
        for garbage in [&b"\0"[..], b"GET / HTTP/1.1\r\n\r\n\0", b"\xff\xfe\0", b"M00\0"] {
            assert!(matches!(receive(garbage), Err(ConnectionError::Message(_))), "{garbage:?}");
        }
        assert_eq!(receive(&b"Chi\0".repeat(MAX_PASSED_OVER + 1)), Err(ConnectionError::Unexpected("Chi".to_owned())));
    }

    #[test]
    fn a_stopped_wait_ends_soon() {
        let (mut connection, _other) = after(b"");
        let (stop, began) = (Stop::default(), Instant::now());
        stop.stop();
        let silent = connection.receive(Duration::from_secs(3600), &stop);
        assert!(matches!(silent, Err(ConnectionError::Silent(_))) && began.elapsed() < 3 * SHORT_TIMEOUT);
    }
}
