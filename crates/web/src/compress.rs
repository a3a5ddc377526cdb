//! Answers made smaller: text that is longer than a packet goes out as gzip to whoever takes it. Streams of events stay as
//! they are, so that every event arrives at once.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Shorter answers fit into one packet anyway.
const SHORTEST: u64 = 1_400;

const TEXTS: [&str; 4] = ["application/json", "application/manifest+json", "text/", "image/svg"];

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        // A weight of zero is a refusal.
        is_gzip && parts.filter_map(|part| part.strip_prefix("q=")).all(|weight| weight.parse() != Ok(0.0_f32))
    })
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    !kind.starts_with("text/event-stream") && TEXTS.iter().any(|text| kind.starts_with(text))
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// What has a tag, as the files of the page have, stays the same as long as the program runs: it is compressed once.
static KEPT: Mutex<BTreeMap<Vec<u8>, Bytes>> = Mutex::new(BTreeMap::new());

fn compressed(tag: Option<&HeaderValue>, bytes: &[u8]) -> std::io::Result<Bytes> {
    let Some(tag) = tag else {
        return gzip(bytes).map(Bytes::from);
    };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(small) = kept.get(tag.as_bytes()) {
        return Ok(small.clone());
    }
    let small = Bytes::from(gzip(bytes)?);
    kept.insert(tag.as_bytes().to_vec(), small.clone());
    Ok(small)
}

pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let is_wanted = takes_gzip(request.headers());
    let mut response = next.run(request).await;
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let size = response.body().size_hint().exact();
    if !is_wanted || !is_text(response.headers()) || size.is_none_or(|size| size < SHORTEST) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The whole body is there already, and its size is known: nothing is waited for.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(small) = compressed(parts.headers.get(header::ETAG), &bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(small))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_taken_unless_its_weight_is_zero() {
        let takes = |accepted: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            takes_gzip(&headers)
        };
        for accepted in ["gzip", "br, GZIP;q=0.8", "deflate, gzip ; q=1", "gzip;q=0.001"] {
            assert!(takes(accepted), "{accepted}");
        }
        for accepted in ["", "br", "gzip;q=0", "gzip; q=0.000, br", "xgzip"] {
            assert!(!takes(accepted), "{accepted}");
        }
    }
}
