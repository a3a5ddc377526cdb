//! `melee serve`; the server itself is tested in `melee-web`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use super::{melee, stderr};

#[test]
fn it_says_where_it_listens_and_serves_the_page() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_melee"));
    command.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let mut server = command.spawn().expect("it starts");
    let mut line = String::new();
    let output = server.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut line).expect("a line");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("no address in '{line}'"));
    assert!(address.starts_with("127.0.0.1:"), "{address}: not for others");
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("an answer");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Melee</title>"));
    server.kill().expect("it ends");
    server.wait().expect("it has ended");
}

#[test]
fn an_address_that_is_taken_or_none_is_refused_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let output = melee(&["serve", "--port", &port]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{said}");
    assert_eq!(said.lines().count(), 1);
    for wrong in [
        ["serve", "--port", "99999"],
        ["serve", "--address", "nowhere"],
        ["serve", "--workers", "0"],
        ["serve", "--longest", "soon"],
    ] {
        let output = melee(&wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert_eq!(stderr(&output).lines().count(), 1, "{wrong:?}");
    }
}
