//! The page without a server: the same files, and the engine as WebAssembly beside them.
//!
//! Two of the files are told where they are: `index.html` which engine stands in for the server, and `worker.js`, which
//! keeps the site for times without a connection, what belongs to it. All addresses are relative, so that a site can be in any folder.

use std::borrow::Cow;

use serde_json::json;

use crate::assets::{FILES, hash};

/// The engine that was there when the program was built, if any (`MELEE_WASM`).
static BUILT_IN: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));

/// The engine as it is beside the page. Hosts pack what they send, and better than we could: browsers unpack only gzip by
/// themselves, whose sight is too short for what the searches of different games have in common.
const ENGINE: &str = "engine.wasm";

/// A file of a site: its name, with `/` between folders, and its content.
pub type SiteFile = (String, Cow<'static, [u8]>);

/// Why there is no site.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SiteError {
    /// Nobody has given an engine, and none was built in.
    #[error("this program was built without an engine for the browser: scripts/site builds one")]
    NoEngine,
    /// A file that is something else.
    #[error("no engine for the browser: expected what crates/wasm builds")]
    NotAnEngine,
    /// An engine that may not understand this page.
    #[error("an engine of Melee {found}, expected {}", melee_service::VERSION)]
    OtherVersion {
        /// Whose engine it is.
        found: String,
    },
}

/// All files of the page without a server, with the engine that is given or was built in.
pub fn site(engine: Option<&[u8]>) -> Result<Vec<SiteFile>, SiteError> {
    let engine = engine.or(BUILT_IN).ok_or(SiteError::NoEngine)?;
    check_version(engine)?;
    let mut files: Vec<SiteFile> =
        FILES.iter().map(|&(url, bytes)| (url.trim_start_matches('/').to_string(), bytes.into())).collect();
    files.push((ENGINE.to_string(), engine.to_vec().into()));
    let page = (r#"<html lang="en">"#, format!(r#"<html lang="en" data-engine="{ENGINE}">"#));
    write_into(&mut files, "index.html", page);
    let version = files.iter().fold(0, |all, (name, bytes)| hash(all, name.as_bytes()) ^ hash(all, bytes));
    let kept = files.iter().map(|(name, _)| name.as_str()).filter(|name| *name != WORKER);
    let kept = json!({"version": format!("{version:016x}"), "files": kept.chain(["./"]).collect::<Vec<_>>()});
    write_into(&mut files, WORKER, ("const SITE = null;", format!("const SITE = {kept};")));
    Ok(files)
}

const WORKER: &str = "worker.js";

/// Writes something into a file of the page.
fn write_into(files: &mut [SiteFile], name: &str, (place, text): (&str, String)) {
    let (_, bytes) = files.iter_mut().find(|(known, _)| known == name).expect("a file of the page");
    let old = String::from_utf8_lossy(bytes);
    assert!(old.contains(place), "{name} has a place for it");
    *bytes = old.replacen(place, &text, 1).into_bytes().into();
}

/// The section in which an engine says its version.
const SECTION: &[u8] = b"melee-engine";

fn check_version(engine: &[u8]) -> Result<(), SiteError> {
    match version(engine) {
        None => Err(SiteError::NotAnEngine),
        Some(found) if found == melee_service::VERSION.as_bytes() => Ok(()),
        Some(found) => Err(SiteError::OtherVersion { found: String::from_utf8_lossy(found).into_owned() }),
    }
}

/// Looks through the sections of a WebAssembly module (WebAssembly core specification, 5.5).
fn version(engine: &[u8]) -> Option<&[u8]> {
    let mut rest = engine.strip_prefix(b"\0asm\x01\0\0\0")?;
    while let Some((&kind, after)) = rest.split_first() {
        let (len, after) = number(after)?;
        let (section, after) = after.split_at_checked(len)?;
        if kind == 0 {
            let (len, named) = number(section)?;
            let (name, content) = named.split_at_checked(len)?;
            if name == SECTION {
                return Some(content);
            }
        }
        rest = after;
    }
    None
}

/// An unsigned LEB128 number of at most 32 bits.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0;
    for (i, byte) in bytes.iter().take(5).enumerate() {
        value |= ((byte & 0x7f) as u64) << (7 * i);
        if byte & 0x80 == 0 {
            return Some((usize::try_from(value).ok()?, &bytes[i + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of nothing but a section with a version.
    fn engine(version: &str) -> Vec<u8> {
        let mut section = vec![SECTION.len() as u8];
        section.extend(SECTION);
        section.extend(version.bytes());
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        // Another section before it, of more bytes than fit into one digit.
        module.extend([1, 0xc8, 0x01]);
        module.extend([0; 200]);
        module.extend([0, section.len() as u8]);
        module.extend(section);
        module
    }

    fn text(files: &[SiteFile], name: &str) -> String {
        let (_, bytes) = files.iter().find(|(known, _)| known == name).expect(name);
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn a_site_is_the_page_and_an_engine_and_keeps_all_of_it() {
        let files = site(Some(&engine(melee_service::VERSION))).expect("a site");
        assert_eq!(files.len(), FILES.len() + 1);
        assert!(text(&files, "index.html").contains(r#"data-engine="engine.wasm""#));
        let worker = text(&files, WORKER);
        for (name, _) in files.iter().filter(|(name, _)| name != WORKER) {
            assert!(worker.contains(&format!("\"{name}\"")), "{name} is kept");
        }
    }

    #[test]
    fn another_site_has_another_version() {
        let version = |engine: &[u8]| {
            let files = site(Some(engine)).expect("a site");
            text(&files, WORKER).split("\"version\":\"").nth(1).expect("a version")[..16].to_string()
        };
        let one = engine(melee_service::VERSION);
        let other = [&one[..], &[1, 0]].concat();
        assert_eq!(version(&one), version(&one));
        assert_ne!(version(&one), version(&other));
    }

    #[test]
    fn what_is_no_engine_of_this_version_is_refused() {
        let found = "0.0.1".to_string();
        assert_eq!(site(Some(&engine("0.0.1"))), Err(SiteError::OtherVersion { found }));
        let whole = engine(melee_service::VERSION);
        for bytes in [&b""[..], b"\0asm", b"\0asm\x01\0\0\0", b"a text", &whole[..whole.len() - 1], &whole[..100]] {
            assert_eq!(site(Some(bytes)), Err(SiteError::NotAnEngine), "{bytes:?}");
        }
    }

    #[test]
    fn nothing_of_the_page_is_asked_for_from_the_top_of_the_host() {
        for name in ["index.html", "manifest.webmanifest", "js/styles.js"] {
            let files = site(Some(&engine(melee_service::VERSION))).expect("a site");
            let text = text(&files, name);
            for quote in ['"', '\'', '`'] {
                // What ends an element is no address.
                let is_address = |after: &str| after.starts_with('/') && !after.starts_with("/>");
                assert!(!text.split(quote).skip(1).any(is_address), "{name} has {quote}/");
            }
        }
    }
}
