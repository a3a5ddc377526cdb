//! The page: files that are part of the program. Only what is in this list is ever served.

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Address and content, sorted by address.
pub(crate) static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The size of the whole page.
///
/// ```
/// assert!(melee_web::asset_bytes() < 550_000);
/// ```
pub fn total_bytes() -> usize {
    FILES.iter().map(|(_, bytes)| bytes.len()).sum()
}

fn find(path: &str) -> Option<&'static [u8]> {
    let path = if path == "/" { "/index.html" } else { path };
    let found = FILES.binary_search_by(|(url, _)| (*url).cmp(path)).ok()?;
    Some(FILES[found].1)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("html", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "text/html; charset=utf-8",
    }
}

/// The tag only has to change when the file does. It is a weak one, since the file may go out compressed.
fn tag(bytes: &[u8]) -> String {
    format!("W/\"{:016x}\"", hash(0, bytes))
}

/// FNV-1a of something that follows something else.
pub(crate) fn hash(before: u64, bytes: &[u8]) -> u64 {
    let begin = 0xcbf2_9ce4_8422_2325 ^ before;
    bytes.iter().fold(begin, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3_u64))
}

/// Answers with a file of the page.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if ![Method::GET, Method::HEAD].contains(&method) {
        let allowed = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "only GET\n").into_response();
    }
    let Some(bytes) = find(uri.path()) else {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    };
    let tag = tag(bytes);
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let about = [
        (header::CONTENT_TYPE, media_type(uri.path()).to_string()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::ETAG, tag),
    ];
    (about, bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_has_the_page() {
        assert!(FILES.is_sorted());
        assert!(find("/").is_some());
        assert!(find("/js/main.js").is_some());
    }
}
