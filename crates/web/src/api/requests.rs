//! The requests that need no server, over HTTP: what is soon done on the threads that set up positions, the rest on those
//! that think.

use axum::extract::State;
use melee_service::{Handler, REQUESTS};
use serde_json::Value;

use super::Json;
use super::routes::Routes;
use crate::events::{self, Client};
use crate::{ApiError, App};

pub(crate) fn routes() -> Routes {
    REQUESTS.iter().fold(Routes::default(), |routes, &(path, handler)| with(routes, &format!("/{path}"), handler))
}

fn with(routes: Routes, path: &str, handler: Handler) -> Routes {
    match handler {
        Handler::Get(answer) => {
            routes.get(path, move |State(app): State<App>| async move { Json(answer(&app.service)) })
        }
        Handler::Ask(answer) => routes.post(path, move |State(app): State<App>, Json(body): Json<Value>| async move {
            app.work(move |app| Ok(answer(&app.service, body)?)).await.map(Json)
        }),
        Handler::Wait(prepare) => {
            routes.post(path, move |State(app): State<App>, Json(body): Json<Value>| async move {
                let work = app.work(move |app| Ok(prepare(&app.service, body)?)).await?;
                let service = app.service.clone();
                let (_ticket, answer) = app.think(work.span, move |stop| work.run(&service, &Client::silent(stop)))?;
                let answer = answer.await.map_err(|_| ApiError::internal())?;
                answer.map(Json).map_err(ApiError::from)
            })
        }
        Handler::Watch(prepare) => {
            routes.post(path, move |State(app): State<App>, Json(body): Json<Value>| async move {
                let work = app.work(move |app| Ok(prepare(&app.service, body)?)).await?;
                events::think(&app, work)
            })
        }
    }
}
