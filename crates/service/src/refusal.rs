//! What went wrong, for the page: a status and one line.

/// A request that comes to nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// As HTTP has them.
    pub status: u16,
    /// What is wrong and where.
    pub message: String,
}

impl Refusal {
    /// The request cannot be understood or names something that is not there.
    pub fn bad(message: impl Into<String>) -> Self {
        Refusal { status: 400, message: message.into() }
    }

    /// JSON, but not that of this request.
    pub(crate) fn unreadable(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        Refusal { status: 422, message: format!("the request cannot be read: {error}") }
    }
}

impl From<melee::Error> for Refusal {
    fn from(error: melee::Error) -> Self {
        Refusal::bad(error.to_string())
    }
}
