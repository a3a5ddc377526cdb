//! The JSON interface: what `melee-service` answers, and what only a server can do. Each area has its file and brings its own
//! routes; all errors are `ApiError`s: a status and `{"error": "one line"}`.

mod downloads;
mod matches;
mod requests;
mod routes;
mod server;

use axum::Router;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use self::routes::Routes;
use crate::{ApiError, App};

/// A JSON body; what is wrong with it comes back as JSON too.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let axum::Json(value) = axum::Json::from_request(request, state).await?;
        Ok(Json(value))
    }
}

impl<T: serde::Serialize> axum::response::IntoResponse for Json<T> {
    fn into_response(self) -> axum::response::Response {
        axum::Json(self.0).into_response()
    }
}

/// All routes below `/api`.
pub(crate) fn router() -> Router<App> {
    routes().router.fallback(unknown).method_not_allowed_fallback(wrong_method)
}

fn routes() -> Routes {
    requests::routes().merge(matches::routes()).merge(server::routes())
}

/// What there is at `/api/` itself.
pub(crate) async fn nothing() -> ApiError {
    ApiError::with(StatusCode::NOT_FOUND, "there is no /api/")
}

async fn unknown(request: Request) -> ApiError {
    let path = request.uri().path();
    ApiError::with(StatusCode::NOT_FOUND, format!("there is no /api{path}"))
}

async fn wrong_method(request: Request) -> ApiError {
    let (method, path) = (request.method(), request.uri().path());
    ApiError::with(StatusCode::METHOD_NOT_ALLOWED, format!("/api{path} does not take {method}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let description: Value = serde_json::from_str(super::server::OPENAPI).expect("JSON");
        assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
        let paths = description["paths"].as_object().expect("paths").iter();
        let described = paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        });
        let there = super::routes().names.into_iter().map(|name| name.replacen(' ', " /api", 1));
        assert_eq!(described.collect::<BTreeSet<String>>(), there.collect::<BTreeSet<String>>());
    }
}
