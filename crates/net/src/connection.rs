//! A connection that never waits: what it has to say stands in a queue until the other side takes
//! it, and it is asked again and again what the other side has said.
//!
//! The queue has a bound, and taking from it a deadline: who stops reading fails, and costs nobody
//! else time or memory.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

use crate::frame::{Expected, FrameError, FrameReader, Message};

/// The most frames that may wait for one reader. All but the map are a few bytes long, and the map
/// is shared by all.
const LONGEST_QUEUE: usize = 1024;

/// Why nothing can be said to the other side any more.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unheard {
    #[error("{0}")]
    Io(io::Error),
    #[error("nothing was read for {} ms", .0.as_millis())]
    Stuck(Duration),
    #[error("{LONGEST_QUEUE} messages were not read")]
    Full,
}

pub(crate) struct Connection {
    stream: TcpStream,
    reader: FrameReader,
    queue: VecDeque<Arc<[u8]>>,
    /// Bytes of the first frame in the queue that are sent.
    sent: usize,
    /// Since when the first frame waits for any of it to be taken.
    waits_since: Instant,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            reader: FrameReader::default(),
            queue: VecDeque::new(),
            sent: 0,
            waits_since: Instant::now(),
        })
    }

    /// What to wait for: a chance to write what is queued, and, if somebody `listens`, to read.
    pub(crate) fn interest(&self, listens: bool) -> Option<PollFd<'_>> {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::OUT, !self.queue.is_empty());
        flags.set(PollFlags::IN, listens);
        (!flags.is_empty()).then(|| PollFd::new(&self.stream, flags))
    }

    /// The message that the other side has sent, if all of it is there.
    pub(crate) fn read(&mut self, expected: Expected) -> Result<Option<Message>, FrameError> {
        self.reader.read(&mut self.stream, expected)
    }

    /// Is the other side still there? Nothing that it has said is read.
    pub(crate) fn is_open(&self) -> bool {
        match self.stream.peek(&mut [0]) {
            Ok(said) => said > 0,
            Err(e) => matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
        }
    }

    /// Queues a frame; [`flush`](Self::flush) sends it.
    pub(crate) fn queue(&mut self, frame: &Arc<[u8]>) {
        if self.queue.is_empty() {
            self.waits_since = Instant::now();
        }
        self.queue.push_back(frame.clone());
    }

    /// Is all sent that was queued?
    pub(crate) fn is_flushed(&self) -> bool {
        self.queue.is_empty()
    }

    /// Sends as much as the other side takes now. It fails if it has taken nothing for as long as our
    /// patience lasts, or if too much has piled up.
    pub(crate) fn flush(&mut self, patience: Duration) -> Result<(), Unheard> {
        while let Some(frame) = self.queue.front() {
            match self.stream.write(&frame[self.sent..]) {
                Ok(0) => return Err(Unheard::Io(io::ErrorKind::WriteZero.into())),
                Ok(n) => {
                    self.waits_since = Instant::now();
                    self.sent += n;
                    if self.sent == frame.len() {
                        self.queue.pop_front();
                        self.sent = 0;
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    if self.queue.len() > LONGEST_QUEUE {
                        return Err(Unheard::Full);
                    }
                    let is_stuck = self.waits_since.elapsed() >= patience;
                    return if is_stuck { Err(Unheard::Stuck(patience)) } else { Ok(()) };
                }
                Err(e) => return Err(Unheard::Io(e)),
            }
        }
        Ok(())
    }

    /// Says no more, not even what is queued.
    pub(crate) fn close(&mut self) {
        self.queue.clear();
        // The other side may have closed it already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// A connection whose other side reads nothing, with more to say than the system keeps.
    fn unread() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let other = TcpStream::connect(listener.local_addr().expect("bound")).expect("connected");
        let (stream, _) = listener.accept().expect("the other side");
        let mut connection = Connection::new(stream).expect("set up");
        connection.queue(&vec![0; 64 << 20].into());
        (connection, other)
    }

    #[test]
    fn who_does_not_read_fails_when_our_patience_is_over() {
        let (mut connection, _other) = unread();
        connection.flush(Duration::MAX).expect("there is time");
        assert!(matches!(connection.flush(Duration::ZERO), Err(Unheard::Stuck(_))));
    }

    #[test]
    fn a_queue_has_a_bound() {
        let (mut connection, _other) = unread();
        let frame = Message::EndOfGame.to_bytes().into();
        for _ in 1..LONGEST_QUEUE {
            connection.queue(&frame);
        }
        connection.flush(Duration::MAX).expect("not too many");
        connection.queue(&frame);
        assert!(matches!(connection.flush(Duration::MAX), Err(Unheard::Full)));
    }
}
