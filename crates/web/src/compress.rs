//! Answers made smaller: text that is longer than a packet goes out as gzip to whoever takes it. Streams of events stay as
//! they are, so that every event arrives at once.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Shorter answers fit into one packet anyway.
const SHORTEST: u64 = 1_400;

const TEXTS: [&str; 5] =
    ["application/json", "application/schema+json", "application/manifest+json", "text/", "image/svg"];

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| one.trim().split(';').next() == Some("gzip"))
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

pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let is_wanted = takes_gzip(request.headers());
    let response = next.run(request).await;
    let size = response.body().size_hint().exact();
    if !is_wanted || !is_text(response.headers()) || size.is_none_or(|size| size < SHORTEST) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The whole body is there already, and its size is known: nothing is waited for.
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(small) = gzip(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(small))
}
