//! Frames: a type byte, a length of four bytes (big-endian) and the payload.
//!
//! | type | from | length | payload |
//! |---|---|---|---|
//! | 1 | client | 1 | group number |
//! | 2 | server | any | the map file |
//! | 3 | server | 1 | your player number |
//! | 4 | server | 5 | time in ms (4 bytes), depth |
//! | 5 | client | 5 | x, y (2 bytes each), special |
//! | 6 | server | 6 | x, y, special, player |
//! | 7 | server | 1 | disqualified player |
//! | 8 | server | 0 | end of the first phase |
//! | 9 | server | 0 | end of the game |

use std::io::{self, Read, Write};

/// The largest map that is sent or accepted.
pub const LARGEST_MAP: usize = 16 << 20;

const HEADER: usize = 5;

/// A payload takes up memory as it comes, not as it is announced.
const STEP: usize = 64 << 10;

/// A message of either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A client says which group it is of.
    Group(u8),
    /// The map, byte for byte the file.
    Map(Vec<u8>),
    /// The receiver's player number, from 1.
    Player(u8),
    /// A move is asked for.
    MoveRequest {
        /// The time account in milliseconds; 0 is no limit.
        time: u32,
        /// The depth to search to if there is no time limit.
        depth: u8,
    },
    /// A client's move.
    MoveAnswer {
        x: u16,
        y: u16,
        /// What was chosen on a choice or bonus tile.
        special: u8,
    },
    /// A move was made.
    MoveMade {
        x: u16,
        y: u16,
        /// What was chosen.
        special: u8,
        /// Who made it, from 1.
        player: u8,
    },
    /// A player is out of the game.
    Disqualified(u8),
    /// Bombs from now on.
    EndOfStones,
    /// The game is over.
    EndOfGame,
}

/// Why there is no message.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// A type that this side of the connection does not send.
    #[error("frame type {0}: expected {1}")]
    Type(u8, &'static str),
    /// A length that the type does not have.
    #[error("frame type {kind} of {length} bytes: expected {expected}")]
    Length {
        /// The first byte of the frame.
        kind: u8,
        /// As claimed.
        length: u32,
        /// What it should be.
        expected: String,
    },
    /// The other side closed the connection between two frames.
    #[error("the connection was closed")]
    Closed,
    /// The other side closed the connection within a frame.
    #[error("the connection was closed within a frame, {got} bytes of {expected}")]
    Cut {
        /// Bytes that came.
        got: usize,
        /// Bytes that should have.
        expected: usize,
    },
    /// The time was up.
    #[error("nothing came in time")]
    Timeout,
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Io(io::Error),
}

/// Which messages a reader expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A client's first message.
    Group,
    /// A client's move.
    Answer,
    /// Anything a server says.
    FromServer,
}

impl Expected {
    /// The lengths allowed for a type, before anything of the payload is read.
    fn lengths(self, kind: u8) -> Result<std::ops::RangeInclusive<usize>, FrameError> {
        match (self, kind) {
            (Expected::Group, 1) | (Expected::FromServer, 3 | 7) => Ok(1..=1),
            (Expected::Answer, 5) | (Expected::FromServer, 4) => Ok(5..=5),
            (Expected::FromServer, 2) => Ok(0..=LARGEST_MAP),
            (Expected::FromServer, 6) => Ok(6..=6),
            (Expected::FromServer, 8 | 9) => Ok(0..=0),
            (Expected::Group, _) => Err(FrameError::Type(kind, "1, the group")),
            (Expected::Answer, _) => Err(FrameError::Type(kind, "5, a move")),
            (Expected::FromServer, _) => Err(FrameError::Type(kind, "2 to 4 or 6 to 9")),
        }
    }
}

/// A frame that is being read, in however many pieces it comes.
///
/// ```
/// use melee_net::frame::{Expected, FrameReader, Message};
/// let bytes = Message::Group(6).to_bytes();
/// let message = FrameReader::default().read(&mut bytes.as_slice(), Expected::Group);
/// assert_eq!(message.unwrap(), Some(Message::Group(6)));
/// ```
#[derive(Default)]
pub struct FrameReader {
    header: [u8; HEADER],
    payload: Vec<u8>,
    /// Of the whole payload, once the header is one that may come.
    length: Option<usize>,
    got: usize,
}

impl FrameReader {
    /// Reads on; `None` if the rest has not come yet, which only a stream with a time-out or one that
    /// never blocks says. The length is checked before anything is read or stored for it. What was wrong stays wrong:
    /// who reads on after an error gets it again.
    pub fn read(&mut self, stream: &mut impl Read, expected: Expected) -> Result<Option<Message>, FrameError> {
        loop {
            if self.got == HEADER && self.length.is_none() {
                self.length = Some(self.announced(expected)?);
            }
            let buffer = match self.length {
                None => &mut self.header[self.got..],
                Some(length) if self.got == HEADER + length => {
                    let FrameReader { header: [kind, ..], payload, .. } = std::mem::take(self);
                    return Ok(Some(Message::decode(kind, payload)));
                }
                Some(length) => {
                    let got = self.got - HEADER;
                    if got == self.payload.len() {
                        self.payload.resize(length.min(got + STEP), 0);
                    }
                    &mut self.payload[got..]
                }
            };
            match stream.read(buffer) {
                Ok(0) if self.got == 0 => return Err(FrameError::Closed),
                Ok(0) => {
                    let expected = HEADER + self.length.unwrap_or(0);
                    return Err(FrameError::Cut { got: self.got, expected });
                }
                Ok(n) => self.got += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => return Ok(None),
                Err(e) => return Err(FrameError::Io(e)),
            }
        }
    }

    /// The length that the header claims, if it may.
    fn announced(&self, expected: Expected) -> Result<usize, FrameError> {
        let [kind, length @ ..] = self.header;
        let length = u32::from_be_bytes(length);
        let allowed = expected.lengths(kind)?;
        if !allowed.contains(&(length as usize)) {
            let (low, high) = (allowed.start(), allowed.end());
            let expected = if low == high { low.to_string() } else { format!("{low} to {high}") };
            return Err(FrameError::Length { kind, length, expected });
        }
        Ok(length as usize)
    }
}

impl Message {
    /// Reads a message of a server, however long it takes.
    pub fn read_from_server<R: Read>(stream: &mut R) -> Result<Message, FrameError> {
        let message = FrameReader::default().read(stream, Expected::FromServer)?;
        message.ok_or(FrameError::Timeout)
    }

    /// The message of a type and a payload of its length.
    fn decode(kind: u8, payload: Vec<u8>) -> Message {
        let short = |i: usize| u16::from_be_bytes([payload[i], payload[i + 1]]);
        match kind {
            1 => Message::Group(payload[0]),
            2 => Message::Map(payload),
            3 => Message::Player(payload[0]),
            4 => Message::MoveRequest {
                time: u32::from_be_bytes([payload[0], payload[1], payload[2], payload[3]]),
                depth: payload[4],
            },
            5 => Message::MoveAnswer { x: short(0), y: short(2), special: payload[4] },
            6 => Message::MoveMade { x: short(0), y: short(2), special: payload[4], player: payload[5] },
            7 => Message::Disqualified(payload[0]),
            8 => Message::EndOfStones,
            _ => Message::EndOfGame,
        }
    }

    /// The message as it goes over the wire: length, type, and what it says.
    ///
    /// ```
    /// use melee_net::frame::Message;
    /// assert_eq!(Message::Group(6).to_bytes(), [1, 0, 0, 0, 1, 6]);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        let mut put = |part: &[u8]| bytes.extend_from_slice(part);
        let kind = match self {
            Message::Group(number) => {
                put(&[*number]);
                1
            }
            Message::Map(map) => {
                put(map);
                2
            }
            Message::Player(number) => {
                put(&[*number]);
                3
            }
            Message::MoveRequest { time, depth } => {
                put(&time.to_be_bytes());
                put(&[*depth]);
                4
            }
            Message::MoveAnswer { x, y, special } => {
                put(&x.to_be_bytes());
                put(&y.to_be_bytes());
                put(&[*special]);
                5
            }
            Message::MoveMade { x, y, special, player } => {
                put(&x.to_be_bytes());
                put(&y.to_be_bytes());
                put(&[*special, *player]);
                6
            }
            Message::Disqualified(player) => {
                put(&[*player]);
                7
            }
            Message::EndOfStones => 8,
            Message::EndOfGame => 9,
        };
        let length = (bytes.len() - HEADER) as u32;
        bytes[0] = kind;
        bytes[1..HEADER].copy_from_slice(&length.to_be_bytes());
        bytes
    }

    /// Sends the frame in one go.
    pub fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        stream.write_all(&self.to_bytes())?;
        stream.flush()
    }
}
