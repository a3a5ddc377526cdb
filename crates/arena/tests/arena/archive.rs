//! Records in one archive, read as POSIX describes it.

use melee_arena::export::{RecordFile, write_tar};

/// The files of an archive, each with its name and text; what is not as it should be panics.
fn read(archive: &[u8]) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| {
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        String::from_utf8(bytes[..end].to_vec()).expect("text")
    };
    let octal = |bytes: &[u8]| usize::from_str_radix(text(bytes).trim(), 8).expect("an octal number");
    let (mut at, mut files) = (0, Vec::new());
    while archive[at..at + 512].iter().any(|&byte| byte != 0) {
        let head = &archive[at..at + 512];
        let sum = |(i, &byte): (usize, &u8)| usize::from(if (148..156).contains(&i) { b' ' } else { byte });
        assert_eq!(octal(&head[148..156]), head.iter().enumerate().map(sum).sum::<usize>());
        assert_eq!((&head[257..265], head[156]), (&b"ustar\x0000"[..], b'0'));
        let length = octal(&head[124..136]);
        let body = &archive[at + 512..at + 512 + length];
        files.push((text(&head[..100]), String::from_utf8(body.to_vec()).expect("text")));
        at += 512 + length.next_multiple_of(512);
    }
    assert_eq!(archive.len(), at + 1024, "two empty blocks are the end");
    files
}

#[test]
fn what_was_put_into_an_archive_is_in_it() {
    for lengths in [vec![], vec![0], vec![1, 511, 512, 513, 5000]] {
        let name = |i: usize| format!("game-{:04}.txt", i + 1);
        let files: Vec<(String, String)> =
            lengths.iter().enumerate().map(|(i, &length)| (name(i), "x".repeat(length))).collect();
        let records = files.iter().cloned().map(|(name, text)| Ok(RecordFile { name, text }));
        let mut archive = Vec::new();
        write_tar(records, &mut archive).expect("memory");
        assert_eq!(read(&archive), files);
    }
}
