//! Where clients wait until their game begins.
//!
//! A newcomer has to say its group. Nobody waits for anybody in particular: all newcomers are heard
//! at once, before and during games, and where there are too many the oldest of the address that
//! has sent most makes room. So a crowd that says nothing costs a bounded number of connections, and
//! delays nobody who does.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::connection::Connection;
use crate::frame::{Expected, Message};

/// Newcomers that may be heard at once, and clients that may wait for a game.
const MOST_NEWCOMERS: usize = 256;
const MOST_WAITING: usize = 64;
/// So many may wait to be accepted, if the system lets them.
const LONGEST_QUEUE: i32 = 4096;
/// So many connections are accepted before others get their turn.
const ACCEPTED_AT_ONCE: usize = 64;
/// Group numbers are below this.
const GROUPS: u8 = 100;
/// Deadlines other than that of a player on turn are looked at so often.
const TICK: Duration = Duration::from_millis(100);
/// So many who are turned away between two games are told of one by one.
const TOLD: usize = 20;

/// Somebody who has not said his group.
struct Newcomer {
    connection: Connection,
    from: SocketAddr,
    came: Instant,
    /// Has he said something that is not heard yet?
    speaks: bool,
}

/// A client that can play.
pub(crate) struct Guest {
    pub(crate) connection: Connection,
    pub(crate) group: u8,
    pub(crate) from: SocketAddr,
}

pub(crate) struct Lobby {
    listener: TcpListener,
    patience: Duration,
    /// The oldest first.
    newcomers: VecDeque<Newcomer>,
    guests: VecDeque<Guest>,
    turned_away: usize,
    /// Why nobody can be let in.
    trouble: Option<io::Error>,
}

impl Lobby {
    pub(crate) fn new(listener: TcpListener, patience: Duration) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        // Who finds the system's queue full tries again a second later, and that is too late.
        rustix::net::listen(&listener, LONGEST_QUEUE)?;
        let (newcomers, guests) = (VecDeque::new(), VecDeque::new());
        Ok(Lobby { listener, patience, newcomers, guests, turned_away: 0, trouble: None })
    }

    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until so many clients are there, and gives them away in the order in which they came.
    pub(crate) fn gather(&mut self, players: usize, log: &mut dyn FnMut(&str)) -> io::Result<Vec<Guest>> {
        // What went wrong during the last game may be over, and who waited for it to end may have left. Who leaves from
        // here on has a seat, and is disqualified in the game.
        self.trouble = None;
        self.guests.retain(|guest| {
            let is_there = guest.connection.is_open();
            if !is_there {
                log(&format!("group {} from {} has left", guest.group, guest.from));
            }
            is_there
        });
        let (mut told, mut is_short) = (0, false);
        loop {
            for guest in self.guests.iter().take(players).skip(told) {
                told += 1;
                log(&format!("player {told}: group {} from {}", guest.group, guest.from));
            }
            if told == players {
                break;
            }
            self.wait(Vec::new(), TICK, log);
            match self.trouble.take() {
                // Others on this machine may give some back, and the games that were played are not lost for that.
                Some(error) if is_short_of_sockets(&error) => {
                    if !std::mem::replace(&mut is_short, true) {
                        log(&format!("nobody can be let in for the moment: {error}"));
                    }
                    std::thread::sleep(TICK);
                }
                Some(error) => return Err(error),
                None => {}
            }
        }
        if self.turned_away > TOLD {
            log(&format!("{} others turned away", self.turned_away - TOLD));
        }
        self.turned_away = 0;
        Ok(self.guests.drain(..players).collect())
    }

    /// Sleeps until one of these or of our own sockets has something to do, but not for longer than
    /// said, and never for long. Nothing blocks, so that whoever calls simply tries everything then.
    pub(crate) fn wait(&mut self, others: Vec<PollFd<'_>>, at_most: Duration, log: &mut dyn FnMut(&str)) {
        let first = others.len();
        let mut fds = others;
        fds.extend(self.newcomers.iter().filter_map(|newcomer| newcomer.connection.interest(true)));
        if self.trouble.is_none() {
            fds.push(PollFd::new(&self.listener, PollFlags::IN));
        }
        let time = Timespec::try_from(at_most.min(TICK)).expect("a tick is a short time");
        if poll(&mut fds, Some(&time)).is_err() {
            // A signal, or no memory for the moment.
            std::thread::sleep(Duration::from_millis(1));
        }
        let events: Vec<PollFlags> = fds[first..].iter().map(PollFd::revents).collect();
        drop(fds);
        for (newcomer, event) in self.newcomers.iter_mut().zip(events) {
            newcomer.speaks = !event.is_empty();
        }
        // Who has spoken is heard before he might have to make room.
        self.hear(log);
        self.let_in(log);
    }

    /// Accepts who wants to come in.
    fn let_in(&mut self, log: &mut dyn FnMut(&str)) {
        for _ in 0..ACCEPTED_AT_ONCE {
            if self.trouble.is_some() {
                return;
            }
            match self.listener.accept() {
                Ok((stream, from)) => {
                    if self.newcomers.len() == MOST_NEWCOMERS {
                        self.make_room(log);
                    }
                    let came = Instant::now();
                    match Connection::new(stream) {
                        Ok(connection) => self.newcomers.push_back(Newcomer { connection, from, came, speaks: false }),
                        Err(error) => self.turn_away(from, &error.to_string(), log),
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                // The system may look for a socket before it looks for somebody.
                Err(e) if is_short_of_sockets(&e) && !self.is_called() => return,
                Err(e) if is_short_of_sockets(&e) && !self.newcomers.is_empty() => self.make_room(log),
                Err(e) if is_of_the_newcomer(&e) => {}
                Err(e) => self.trouble = Some(e),
            }
        }
    }

    /// Does somebody want to come in?
    fn is_called(&self) -> bool {
        let mut door = [PollFd::new(&self.listener, PollFlags::IN)];
        !matches!(poll(&mut door, Some(&Timespec::default())), Ok(0))
    }

    /// Turns away the oldest newcomer of the address that has sent most.
    fn make_room(&mut self, log: &mut dyn FnMut(&str)) {
        let mut crowds = HashMap::new();
        for newcomer in &self.newcomers {
            *crowds.entry(newcomer.from.ip()).or_insert(0) += 1;
        }
        let largest = crowds.values().max().copied();
        let oldest = self.newcomers.iter().position(|n| crowds.get(&n.from.ip()).copied() == largest);
        if let Some(newcomer) = oldest.and_then(|i| self.newcomers.remove(i)) {
            self.turn_away(newcomer.from, "no group yet, and too many others", log);
        }
    }

    /// Reads what newcomers have said.
    fn hear(&mut self, log: &mut dyn FnMut(&str)) {
        for mut newcomer in std::mem::take(&mut self.newcomers) {
            let heard = if newcomer.speaks { newcomer.connection.read(Expected::Group) } else { Ok(None) };
            let refusal = match heard {
                Ok(Some(Message::Group(group))) if group < GROUPS => {
                    if self.guests.len() < MOST_WAITING {
                        let Newcomer { connection, from, .. } = newcomer;
                        self.guests.push_back(Guest { connection, group, from });
                        continue;
                    }
                    format!("{MOST_WAITING} clients are waiting already")
                }
                Ok(Some(Message::Group(group))) => format!("group {group}: expected a number below {GROUPS}"),
                Ok(Some(_)) => "expected a group".to_string(),
                Ok(None) if newcomer.came.elapsed() < self.patience => {
                    self.newcomers.push_back(newcomer);
                    continue;
                }
                Ok(None) => "no group in time".to_string(),
                Err(error) => error.to_string(),
            };
            self.turn_away(newcomer.from, &refusal, log);
        }
    }

    fn turn_away(&mut self, from: SocketAddr, reason: &str, log: &mut dyn FnMut(&str)) {
        self.turned_away += 1;
        if self.turned_away <= TOLD {
            log(&format!("{from} turned away: {reason}"));
        }
    }
}

/// An error of one newcomer, not of the listener.
fn is_of_the_newcomer(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::Interrupted
    )
}

fn is_short_of_sockets(error: &io::Error) -> bool {
    let shortages = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|errno| shortages.contains(&errno))
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn the_largest_crowd_makes_room_its_oldest_first() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let mut lobby = Lobby::new(listener, Duration::MAX).expect("a lobby");
        // One from afar came first, then a crowd.
        for from in ["10.0.0.1:1", "10.0.0.2:2", "10.0.0.2:3", "10.0.0.2:4"] {
            let stream = TcpStream::connect(address).expect("connected");
            let connection = Connection::new(stream).expect("set up");
            let from = from.parse().expect("an address");
            lobby.newcomers.push_back(Newcomer { connection, from, came: Instant::now(), speaks: false });
        }
        let mut turned_away = Vec::new();
        for _ in 0..2 {
            lobby.make_room(&mut |line| turned_away.push(line.to_string()));
        }
        assert!(turned_away[0].starts_with("10.0.0.2:2 ") && turned_away[1].starts_with("10.0.0.2:3 "));
        let ports: Vec<u16> = lobby.newcomers.iter().map(|newcomer| newcomer.from.port()).collect();
        assert_eq!(ports, [1, 4]);
    }
}
