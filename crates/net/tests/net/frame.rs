//! Tests of `frame`.

use std::io::{self, Read};

use melee_net::frame::*;

/// A stream that gives one byte at a time.
struct Drip<'a>(&'a [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

fn read(bytes: &[u8], expected: Expected) -> Result<Message, FrameError> {
    let message = FrameReader::default().read(&mut Drip(bytes), expected)?;
    Ok(message.expect("a stream that ends is never out of bytes for now"))
}

#[test]
fn every_message_of_a_server_reads_back_byte_by_byte() {
    let messages = [
        Message::Map(b"2 0 0 0 1 2 1 2".to_vec()),
        Message::Player(8),
        Message::MoveRequest { time: 70_000, depth: 3 },
        Message::MoveMade { x: 999, y: 258, special: 21, player: 7 },
        Message::Disqualified(2),
        Message::EndOfStones,
        Message::EndOfGame,
    ];
    for message in messages {
        let again = read(&message.to_bytes(), Expected::FromServer).expect("it reads back");
        assert_eq!(again, message);
    }
    let answer = Message::MoveAnswer { x: 300, y: 4, special: 20 };
    assert_eq!(read(&answer.to_bytes(), Expected::Answer).expect("a move"), answer);
    let group = Message::Group(6);
    assert_eq!(read(&group.to_bytes(), Expected::Group).expect("a group"), group);
}

/// A second look at a frame that was refused panicked.
#[test]
fn what_was_refused_stays_refused() {
    for bytes in [&[77, 0, 0, 0, 0][..], &[5, 0, 0, 0, 9], &[5, 0, 0], &[]] {
        let (mut reader, mut stream) = (FrameReader::default(), Drip(bytes));
        let mut refusal = || reader.read(&mut stream, Expected::Answer).expect_err("refused").to_string();
        assert_eq!(refusal(), refusal());
    }
}

#[test]
fn a_large_map_reads_back_in_pieces() {
    let map = Message::Map((0..200_000u32).map(|i| i as u8).collect());
    let again = FrameReader::default().read(&mut map.to_bytes().as_slice(), Expected::FromServer);
    assert_eq!(again.expect("it reads back"), Some(map));
}

#[test]
fn a_wrong_frame_is_refused_before_its_payload_is_read() {
    let refusal = |bytes: &[u8], expected| read(bytes, expected).expect_err("refused").to_string();
    let huge = [5, 255, 255, 255, 255];
    assert_eq!(refusal(&huge, Expected::Answer), "frame type 5 of 4294967295 bytes: expected 5");
    let huge_map = [2, 255, 255, 255, 255];
    assert!(refusal(&huge_map, Expected::FromServer).contains("expected 0 to 16777216"));
    assert_eq!(refusal(&[77, 0, 0, 0, 0], Expected::Answer), "frame type 77: expected 5, a move");
    assert_eq!(
        refusal(&[5, 0, 0, 0, 5, 1], Expected::Answer),
        "the connection was closed within a frame, 6 bytes of 10"
    );
    assert!(refusal(&[5, 0, 0], Expected::Answer).contains("3 bytes of 5"));
    assert_eq!(refusal(&[], Expected::Answer), "the connection was closed");
}
