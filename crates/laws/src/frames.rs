//! The network game: frames by themselves, and a client that is told them.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use melee_net::Client;
use melee_net::frame::{Expected, FrameReader, Message};

use crate::games::SMALL_MAP;
use crate::input::{Input, one_line};

/// Bytes that arrive in pieces.
struct Pieces<'d> {
    left: &'d [u8],
    size: usize,
    is_there: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_there = !self.is_there;
        if !self.is_there && self.size > 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let most = if self.size == 0 { usize::MAX } else { self.size };
        let count = buffer.len().min(self.left.len()).min(most);
        buffer[..count].copy_from_slice(&self.left[..count]);
        self.left = &self.left[count..];
        Ok(count)
    }
}

/// However the bytes arrive, the same messages are read, and each has the bytes it was read from.
pub(crate) fn frames(data: &[u8]) {
    let mut input = Input(data);
    let expected = *input.one_of(&[Expected::Group, Expected::Answer, Expected::FromServer]);
    let size = usize::from(input.byte());
    let whole = read_all(Pieces { left: input.0, size: 0, is_there: false }, expected);
    assert_eq!(read_all(Pieces { left: input.0, size, is_there: false }, expected), whole, "in pieces of {size}");
    let written: Vec<u8> = whole.iter().flat_map(Message::to_bytes).collect();
    assert!(input.0.starts_with(&written), "{whole:?} are written otherwise than read");
}

fn read_all(mut bytes: Pieces, expected: Expected) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut reader = FrameReader::default();
    loop {
        match reader.read(&mut bytes, expected) {
            Ok(message) => messages.extend(message),
            Err(error) => {
                one_line(&error);
                return messages;
            }
        }
    }
}

/// A client comes to an end, whatever the server says before it leaves.
pub(crate) fn client(data: &[u8]) {
    let (near, mut far) = UnixStream::pair().expect("two ends");
    // What does not fit is not read either: nobody listens to the answers.
    far.set_nonblocking(true).expect("a socket");
    let _ = far.write(data);
    let _ = far.shutdown(Shutdown::Write);
    let stream = TcpStream::from(OwnedFd::from(near));
    let client = Client::on(stream, 1, &"random".into(), 0).expect("somebody listens");
    if let Err(error) = client.play(&mut |_| {}) {
        one_line(&error);
    }
}

fn stream(choices: &[u8], messages: &[Message]) -> Vec<u8> {
    let bytes = messages.iter().flat_map(Message::to_bytes);
    choices.iter().copied().chain(bytes).collect()
}

fn map() -> Message {
    Message::Map(SMALL_MAP.into())
}

fn game() -> Vec<Message> {
    vec![
        map(),
        Message::Player(1),
        Message::MoveRequest { time: 0, depth: 1 },
        Message::MoveMade { x: 0, y: 1, special: 0, player: 1 },
        Message::MoveMade { x: 3, y: 1, special: 0, player: 2 },
        Message::MoveRequest { time: 50, depth: 0 },
        Message::Disqualified(2),
        Message::EndOfStones,
        Message::EndOfGame,
    ]
}

pub(crate) fn frame_samples() -> Vec<Vec<u8>> {
    vec![
        stream(&[0, 1], &[Message::Group(6)]),
        stream(&[1, 3], &[Message::MoveAnswer { x: 1, y: 2, special: 20 }]),
        stream(&[2, 7], &game()),
    ]
}

pub(crate) fn client_samples() -> Vec<Vec<u8>> {
    let early = [Message::Disqualified(2), Message::Player(2), map(), Message::EndOfGame];
    vec![stream(&[], &game()), stream(&[], &early)]
}
