//! Which requests are listened to.
//!
//! The server is for the person at this machine. A page from elsewhere that is open in the same
//! browser can send requests here too, and by a name that resolves to this machine even read the
//! answers; so the `Host` must be an address or `localhost`, and an `Origin` must be this server.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::ApiError;

/// Refuses requests that come from other pages, and says to the browser what ours may do.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match check(request.headers()).and_then(|()| measure(request.headers())) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

const HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The largest body of a request: a map of the largest size and a long game.
pub(crate) const LARGEST_BODY: usize = 512 << 10;

/// A body that says it is too large is not read at all.
fn measure(headers: &HeaderMap) -> Result<(), ApiError> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > LARGEST_BODY as u64) {
        let said = format!("a body of more than {LARGEST_BODY} bytes");
        return Err(ApiError::with(StatusCode::PAYLOAD_TOO_LARGE, said));
    }
    Ok(())
}

fn check(headers: &HeaderMap) -> Result<(), ApiError> {
    who(headers).map_err(|what| ApiError::with(StatusCode::FORBIDDEN, what))
}

fn who(headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name| headers.get(name).map(HeaderValue::to_str);
    let Some(Ok(host)) = text(header::HOST) else {
        return Err("the request names no host");
    };
    if !is_local_name(host) {
        return Err("the host must be localhost or an address");
    }
    match text(header::ORIGIN) {
        None => {}
        Some(Ok(origin)) if origin.strip_prefix("http://") == Some(host) => {}
        Some(_) => return Err("requests of other pages are not obeyed"),
    }
    match text(header::HeaderName::from_static("sec-fetch-site")) {
        None | Some(Ok("same-origin" | "none")) => Ok(()),
        // A link from elsewhere may open the page; nothing else comes of it.
        Some(Ok(_))
            if text(header::HeaderName::from_static("sec-fetch-mode"))
                .is_some_and(|mode| mode.is_ok_and(|mode| mode == "navigate")) =>
        {
            Ok(())
        }
        Some(_) => Err("requests of other pages are not obeyed"),
    }
}

/// An address or `localhost`, with or without a port: not a name that somebody else controls.
fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, port)) if port.is_empty() || is_port(port) => name,
            _ => return false,
        },
        None => match host.split_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => name,
            Some(_) => return false,
            None => host,
        },
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

fn is_port(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_and_addresses_are_hosts() {
        let good = "localhost LOCALHOST:8080 127.0.0.1:1 [::1]:80 [::1] 10.0.0.2:80";
        for host in good.split(' ') {
            assert!(is_local_name(host), "{host}");
        }
        let bad = " evil.example localhost.evil.example:80 127.0.0.1.evil [::1 [::1]x 127.0.0.1:99999 a@127.0.0.1";
        for host in bad.split(' ') {
            assert!(!is_local_name(host), "{host}");
        }
    }

    #[test]
    fn the_origin_must_be_the_host() {
        let check = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            check(&headers).is_ok()
        };
        assert!(check(&[("host", "127.0.0.1:80")]));
        assert!(check(&[("host", "127.0.0.1:80"), ("origin", "http://127.0.0.1:80")]));
        assert!(!check(&[("host", "127.0.0.1:80"), ("origin", "http://127.0.0.1:81")]));
        assert!(!check(&[("host", "127.0.0.1:80"), ("origin", "http://localhost:80")]));
        assert!(!check(&[("host", "127.0.0.1:80"), ("origin", "null")]));
        assert!(!check(&[("host", "127.0.0.1:80"), ("sec-fetch-site", "cross-site")]));
        assert!(check(&[("host", "127.0.0.1:80"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(!check(&[]));
    }
}
