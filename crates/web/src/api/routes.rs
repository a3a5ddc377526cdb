//! Routes with a list of them, against which the description of the interface is held: a router does not tell what it has.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, get, post};

use crate::App;

#[derive(Default)]
pub(crate) struct Routes {
    pub(crate) router: Router<App>,
    /// Methods with paths below `/api`, such as `GET /games`.
    pub(crate) names: Vec<String>,
}

impl Routes {
    pub(crate) fn get<H: Handler<T, App>, T: 'static>(self, path: &str, handler: H) -> Self {
        self.add("GET", path, get(handler))
    }

    pub(crate) fn post<H: Handler<T, App>, T: 'static>(self, path: &str, handler: H) -> Self {
        self.add("POST", path, post(handler))
    }

    fn add(mut self, method: &str, path: &str, handler: MethodRouter<App>) -> Self {
        self.names.push(format!("{method} {path}"));
        Routes { router: self.router.route(path, handler), names: self.names }
    }

    pub(crate) fn merge(mut self, other: Routes) -> Self {
        self.names.extend(other.names);
        Routes { router: self.router.merge(other.router), names: self.names }
    }
}
