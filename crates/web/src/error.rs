//! What went wrong, for the page: a status and one line.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use melee_arena::tournament::{MatchError, StoreError};
use melee_service::Refusal;
use serde_json::json;

/// A refusal: `{"error": "one line"}` with a status.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// What is wrong and where.
    pub(crate) message: String,
}

impl ApiError {
    /// The request cannot be understood or names something that is not there.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::with(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::with(StatusCode::TOO_MANY_REQUESTS, message)
    }

    pub(crate) fn with(status: StatusCode, message: impl Into<String>) -> Self {
        ApiError { status, message: message.into() }
    }

    /// A bug of ours.
    pub(crate) fn internal() -> Self {
        Self::with(StatusCode::INTERNAL_SERVER_ERROR, "an error inside melee; the server goes on")
    }
}

impl From<Refusal> for ApiError {
    fn from(Refusal { status, message }: Refusal) -> Self {
        ApiError::with(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST), message)
    }
}

impl From<melee::Error> for ApiError {
    fn from(error: melee::Error) -> Self {
        ApiError::bad(error.to_string())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let status = match error {
            StoreError::Locked(_) | StoreError::OtherMatch { .. } => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        ApiError::with(status, error.to_string())
    }
}

impl From<MatchError> for ApiError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Store(error) => error.into(),
            other => ApiError::bad(other.to_string()),
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        ApiError::with(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.message }));
        (self.status, body).into_response()
    }
}
