//! Files that the text of a player names, such as `eval=net:FILE`.
//!
//! Nothing here reads files. A front end whose user may name some says how they are read; where others give the names,
//! as on a server, it does not.

use std::sync::OnceLock;

/// Gives the bytes of a file, or says in a few words why it cannot.
type Reader = fn(&str) -> Result<Vec<u8>, String>;

static READER: OnceLock<Reader> = OnceLock::new();

/// From now on such files are read like this in this process. The first to say so is heard.
pub fn read_files_with(reader: Reader) {
    READER.get_or_init(|| reader);
}

/// The bytes of a file that somebody names; `None` if nobody said how files are read.
pub fn read_named_file(name: &str) -> Option<Result<Vec<u8>, String>> {
    READER.get().map(|read| read(name))
}
