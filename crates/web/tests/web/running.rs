//! A server on a port of its own, and a client that sends whatever it likes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{panic, thread};

use melee_web::{Config, Server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// Panics of the server's threads; those of tests have the names of the tests.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = thread::current();
            if thread.name().is_none_or(|name| name.starts_with("tokio")) {
                PANICS.fetch_add(1, Ordering::Relaxed);
            }
            usual(info);
        }));
    });
}

/// A server on a port of its own, which ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Default for Running {
    fn default() -> Self {
        Running::start(Config::default())
    }
}

impl Running {
    pub(crate) fn start(config: Config) -> Self {
        count_panics();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(Config { address, ..config }).expect("a free port");
        let address = server.address();
        let (end, ended) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let served = server.run_until(async {
                let _ = ended.await;
            });
            served.expect("the server ends well");
        });
        Running { address, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a socket");
        stream
    }

    /// Sends bytes as they are and reads until the server closes.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        String::from_utf8_lossy(&self.bytes(request)).into_owned()
    }

    fn bytes(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // It may answer and close before all of it is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let host = self.address;
        let length = body.len();
        Answer::parse(&self.bytes(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            )
            .as_bytes(),
        ))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, "Content-Type: application/json\r\n", body)
    }

    /// How many searches run, and how many wait.
    pub(crate) fn load(&self) -> (u64, u64) {
        let load = self.get("/api/load").json();
        let number = |name: &str| load[name].as_u64().expect("a number");
        (number("running"), number("waiting"))
    }

    /// Waits until a load is reached.
    pub(crate) fn wait_for_load(&self, wanted: (u64, u64)) {
        let begin = Instant::now();
        while self.load() != wanted {
            assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", self.load());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.end.take());
        let ended = self.thread.take().map(thread::JoinHandle::join);
        if !thread::panicking() {
            assert!(ended.is_none_or(|ended| ended.is_ok()));
            assert_eq!(PANICS.load(Ordering::Relaxed), 0, "the server has panicked");
        }
    }
}

/// A request for a search.
pub(crate) fn think(game: &str, seat: &str) -> String {
    json!({"place": {"game": game}, "seat": seat}).to_string()
}

/// The names of all games.
pub(crate) fn games() -> impl Iterator<Item = &'static str> {
    let games = melee::Registry::standard().games().iter();
    games.map(|game| game.name)
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) body: String,
}

impl Answer {
    fn parse(answer: &[u8]) -> Self {
        let (head, body) = cut(answer, b"\r\n\r\n").unwrap_or((answer, b""));
        let head = String::from_utf8_lossy(head);
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        let head = head.to_lowercase();
        let bytes = if head.contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_vec() };
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: status.unwrap_or(0), head, bytes, body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    pub(crate) fn error(&self) -> String {
        let error = self.json()["error"].as_str().map(str::to_string);
        error.unwrap_or_else(|| panic!("no error: {}", self.body))
    }

    /// The events of a stream, in order.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let mut events = Vec::new();
        let mut name = "";
        for line in self.body.lines() {
            if let Some(text) = line.strip_prefix("event: ") {
                name = text;
            } else if let Some(data) = line.strip_prefix("data: ") {
                let data = serde_json::from_str(data).expect("JSON");
                events.push((name.to_string(), data));
            }
        }
        events
    }

    /// The data of the last event of this name.
    pub(crate) fn event(&self, name: &str) -> Value {
        let found = self.events().into_iter().rfind(|event| event.0 == name);
        found.unwrap_or_else(|| panic!("no {name}: {}", self.body)).1
    }
}

fn cut<'b>(bytes: &'b [u8], mark: &[u8]) -> Option<(&'b [u8], &'b [u8])> {
    let at = bytes.windows(mark.len()).position(|window| window == mark)?;
    Some((&bytes[..at], &bytes[at + mark.len()..]))
}

/// What was sent in chunks, as far as it has come.
fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some((length, rest)) = cut(body, b"\r\n") {
        let length = usize::from_str_radix(&String::from_utf8_lossy(length), 16).expect("the length of a chunk");
        whole.extend_from_slice(&rest[..length.min(rest.len())]);
        body = rest.get(length + 2..).unwrap_or_default();
    }
    whole
}
