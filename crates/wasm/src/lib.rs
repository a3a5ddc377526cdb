//! The engine inside the browser: what [`melee_service`] answers, in a worker of the page.
//!
//! The page's worker and the engine have one memory and talk in JSON; there are no tools between them. To ask, the worker
//! calls `room` with the length of the request, writes it to where that points and calls `ask`. A request is
//! `{"path": "position", "body": {..}}`. While `ask` runs, the engine calls `host.tell` with a name and, as JSON, what there is to say:
//!
//! | name | data |
//! |---|---|
//! | `answer` | the answer to a request that is answered once |
//! | `refused` | `{"status": 400, "error": "one line"}` |
//! | `report`, `nodes`, `done`, `error` | as the events of the server |
//!
//! `host.now` is the clock. To stop a search the page ends the worker: nothing reaches it while it thinks.

mod host;

use std::cell::RefCell;

use host::{Page, send};
use melee::Registry;
use melee_service::{Handler, REQUESTS, Refusal, Service, Settings};
use serde_json::{Value, json};

/// Which version this is, for those who put it beside a page.
#[used]
#[unsafe(link_section = "melee-engine")]
static VERSION: [u8; melee_service::VERSION.len()] = {
    let Some(text) = melee_service::VERSION.as_bytes().first_chunk() else { unreachable!() };
    *text
};

/// A page has several engines, each with memory of its own that is never given back.
const SETTINGS: Settings = Settings { kept_bytes: 128 << 20, ..Settings::STANDARD };

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SERVICE: Service = {
        host::tell_panics();
        melee::search::lend_clock(host::time_with_news);
        Service::new(Registry::standard().clone(), SETTINGS)
    };
}

/// Where a request of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(len, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that was written.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let request = REQUEST.take();
    SERVICE.with(|service| {
        if let Err(Refusal { status, message }) = answer(service, &request) {
            send("refused", &json!({"status": status, "error": message}));
        }
    });
}

fn answer(service: &Service, request: &[u8]) -> Result<(), Refusal> {
    let mut request: Value = serde_json::from_slice(request).map_err(|error| Refusal::bad(error.to_string()))?;
    let body = request["body"].take();
    let path = request["path"].as_str().unwrap_or_default();
    let Some((_, handler)) = REQUESTS.iter().find(|(known, _)| *known == path) else {
        return Err(Refusal { status: 404, message: format!("there is no {path} without a server") });
    };
    match handler {
        Handler::Get(get) => send("answer", &get(service)),
        Handler::Ask(ask) => send("answer", &ask(service, body)?),
        Handler::Wait(prepare) => send("answer", &prepare(service, body)?.run(service, &Page::waiting())?),
        Handler::Watch(prepare) => match prepare(service, body)?.run(service, &Page::listening()) {
            Ok(found) => send("done", &found),
            Err(refusal) => send("error", &json!({"error": refusal.message})),
        },
    }
    Ok(())
}
