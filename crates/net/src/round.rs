//! One game: everybody is told everything in the same order, one player after the other is asked.
//!
//! It reads only from the player on turn, so what others send out of turn waits in the system's
//! buffers, which are bounded, and counts as their answer when they are asked: a second move sent
//! early answers the next request, garbage disqualifies then.
//!
//! Telling somebody something may fail. That never interrupts what is being told: who failed is
//! noted, and disqualified when everybody else has been told all of it ([`Round::settle`]), and not
//! while a player thinks. So all who stay get the map, their number, and then the same story.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use melee_core::{Game, Notation, Player};
use melee_games::reversixt::{ReversiXt, State};

use crate::connection::Connection;
use crate::frame::{Expected, FrameError, Message};
use crate::lobby::{Guest, Lobby};
use crate::record::{GameReport, Record};
use crate::server::{ServerSettings, TimeControl};

/// A move without time limit has to come within so many times the server's patience.
const UNLIMITED: u32 = 60;
/// The clock of a player who is slow to take what he was told before does not wait longer than this
/// for him to take his requests, all of a game together.
const GRACE: Duration = Duration::from_millis(500);
/// Who is out, and everybody at the end, has so long to take the last words.
const FAREWELL: Duration = Duration::from_millis(500);
/// Nobody delays the others by more than this beyond his own time.
const LONGEST_DELAY: Duration = Duration::from_secs(1);
// He may be granted both in a game.
const _: () = assert!(GRACE.as_millis() + FAREWELL.as_millis() <= LONGEST_DELAY.as_millis());

/// A client at the table.
struct Seat {
    connection: Connection,
    group: u8,
    /// What is left of his time.
    account: Duration,
    /// What is left of the moments that his clock waits for him.
    grace: Duration,
    standing: Standing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    In,
    /// He is to be disqualified when all is said that is being said.
    Failed,
    /// Disqualified, and told so; closed when that has left or at this time.
    Leaving(Instant),
    Gone,
}

/// One game in progress.
pub(crate) struct Round<'r> {
    game: &'r ReversiXt,
    state: State,
    seats: Vec<Seat>,
    /// Who is to be disqualified and why, in the order in which it came about.
    failures: VecDeque<(usize, String)>,
    record: Record,
    lobby: &'r mut Lobby,
    settings: &'r ServerSettings,
    is_bombing_announced: bool,
    log: &'r mut dyn FnMut(&str),
}

impl<'r> Round<'r> {
    pub(crate) fn new(
        game: &'r ReversiXt,
        name: &str,
        guests: Vec<Guest>,
        lobby: &'r mut Lobby,
        settings: &'r ServerSettings,
        log: &'r mut dyn FnMut(&str),
    ) -> Self {
        let groups: Vec<u8> = guests.iter().map(|guest| guest.group).collect();
        let seats = guests.into_iter().map(|Guest { connection, group, .. }| Seat {
            connection,
            group,
            account: Duration::ZERO,
            grace: GRACE,
            standing: Standing::In,
        });
        Round {
            state: game.initial(),
            seats: seats.collect(),
            failures: VecDeque::new(),
            record: Record::new(name, &groups),
            is_bombing_announced: false,
            game,
            lobby,
            settings,
            log,
        }
    }

    /// Sends everybody the map and his number.
    pub(crate) fn greet(&mut self, map_file: &[u8]) {
        self.tell_all(&Message::Map(map_file.to_vec()));
        for seat in 0..self.seats.len() {
            self.tell(seat, &Message::Player(seat as u8 + 1));
        }
    }

    pub(crate) fn play(&mut self) {
        loop {
            self.settle();
            if self.announce_bombing() {
                continue;
            }
            if self.game.outcome(&self.state).is_some() {
                return;
            }
            self.ask(self.game.to_move(&self.state));
        }
    }

    /// Asks the player on turn, and makes his move or notes that he has failed.
    fn ask(&mut self, player: Player) {
        let seat = player.index();
        let (time, depth, allowed) = self.allowance(seat);
        self.tell(seat, &Message::MoveRequest { time, depth });
        let (answer, took) = self.hear(seat, allowed);
        let account = &mut self.seats[seat].account;
        *account = account.saturating_sub(took);
        match answer {
            Ok(Message::MoveAnswer { x, y, special }) => self.make_move(player, (x, y, special), took),
            Ok(_) => self.fail(seat, "no move".to_string()),
            Err(error) => self.fail(seat, error.to_string()),
        }
    }

    /// What the player on turn is told of his time and depth, and how long he has.
    fn allowance(&mut self, seat: usize) -> (u32, u8, Duration) {
        match self.settings.time {
            TimeControl::Account(each) => {
                let account = &mut self.seats[seat].account;
                *account = account.saturating_add(each);
                // An account of less than a millisecond must not be read as "no limit".
                let time = account.as_millis().clamp(1, u128::from(u32::MAX));
                (time as u32, 0, *account)
            }
            TimeControl::Depth(depth) => (0, depth, self.settings.patience.saturating_mul(UNLIMITED)),
        }
    }

    /// Waits for a player's answer, and says how long he took.
    ///
    /// His clock starts when the request has left. If it cannot, because he has not taken what he was
    /// told before, it starts nevertheless after a moment of grace, of which there is one a game.
    fn hear(&mut self, seat: usize, allowed: Duration) -> (Result<Message, FrameError>, Duration) {
        let told = Instant::now();
        let mut asked = None;
        loop {
            let Seat { connection, grace, .. } = &mut self.seats[seat];
            if asked.is_none() && (connection.is_flushed() || told.elapsed() >= *grace) {
                asked = Some(Instant::now());
                *grace = grace.saturating_sub(told.elapsed());
            }
            let took = asked.map_or(Duration::ZERO, |asked| asked.elapsed());
            // First what he has said: he may have answered and then left.
            match connection.read(Expected::Answer) {
                Ok(Some(message)) => return (Ok(message), took),
                Err(error) => return (Err(error), took),
                Ok(None) if took >= allowed || self.seats[seat].standing != Standing::In => {
                    return (Err(FrameError::Timeout), took);
                }
                Ok(None) => {}
            }
            let left = match asked {
                Some(_) => allowed.saturating_sub(took),
                None => self.seats[seat].grace.saturating_sub(told.elapsed()),
            };
            self.wait(Some(seat), left);
        }
    }

    fn make_move(&mut self, player: Player, (x, y, special): (u16, u16, u8), took: Duration) {
        // The special byte of a bomb does not matter.
        let special = if self.state.is_bombing() { 0 } else { special };
        let mv = self.game.move_at(x.into(), y.into(), special);
        let Some(mv) = mv else {
            return self.fail(player.index(), format!("move {x},{y} outside the map"));
        };
        if let Some(fault) = self.game.fault_of(&self.state, mv) {
            let reason = format!("illegal move {x},{y},{special}: {fault:?}");
            return self.fail(player.index(), reason);
        }
        let text = self.game.move_text(&self.state, mv);
        (self.log)(&format!("player {player}: {text} in {} ms", took.as_millis()));
        self.record.add_move(player, &text, took);
        self.game.play(&mut self.state, mv);
        self.state.forget_past();
        let player = player.index() as u8 + 1;
        self.tell_all(&Message::MoveMade { x, y, special, player });
    }

    /// Tells everybody when the first phase is over, unless the game is, for want of players.
    fn announce_bombing(&mut self) -> bool {
        let players_in = Player::all(self.seats.len()).filter(|&p| !self.state.is_disqualified(p)).count();
        let is_due = self.state.is_bombing() && !self.is_bombing_announced && players_in > 1;
        if is_due {
            self.is_bombing_announced = true;
            self.tell_all(&Message::EndOfStones);
        }
        is_due
    }

    /// Disqualifies those who have failed. Telling the others of it may make more of them fail.
    fn settle(&mut self) {
        while let Some((seat, reason)) = self.failures.pop_front() {
            if self.game.outcome(&self.state).is_none() {
                self.disqualify(seat, &reason);
            }
        }
    }

    fn disqualify(&mut self, seat: usize, reason: &str) {
        let player = Player::new(seat);
        (self.log)(&format!("player {player} is disqualified: {reason}"));
        self.record.add_disqualification(player, reason);
        self.game.play(&mut self.state, self.game.disqualification(player));
        self.tell_all(&Message::Disqualified(seat as u8 + 1));
        // He may be gone already, or refuse to listen.
        self.seats[seat].standing = Standing::Leaving(Instant::now() + FAREWELL);
        self.flush(seat);
    }

    /// Notes that a player has to be disqualified.
    fn fail(&mut self, seat: usize, reason: String) {
        if self.seats[seat].standing == Standing::In {
            self.seats[seat].standing = Standing::Failed;
            self.failures.push_back((seat, reason));
        }
    }

    fn tell_all(&mut self, message: &Message) {
        let frame = message.to_bytes().into();
        for seat in 0..self.seats.len() {
            self.tell_frame(seat, &frame);
        }
    }

    fn tell(&mut self, seat: usize, message: &Message) {
        self.tell_frame(seat, &message.to_bytes().into());
    }

    /// Tells a player something, now or as soon as he takes it, unless he was told that he is out.
    fn tell_frame(&mut self, seat: usize, frame: &Arc<[u8]>) {
        if matches!(self.seats[seat].standing, Standing::In | Standing::Failed) {
            self.seats[seat].connection.queue(frame);
            self.flush(seat);
        }
    }

    /// Sends what a seat takes of what it was told.
    fn flush(&mut self, seat: usize) {
        let Seat { connection, standing, .. } = &mut self.seats[seat];
        let flushed = connection.flush(self.settings.patience);
        match (*standing, flushed) {
            (Standing::In, Err(error)) => self.fail(seat, format!("cannot be told: {error}")),
            (Standing::Leaving(deadline), flushed)
                if flushed.is_err() || connection.is_flushed() || Instant::now() >= deadline =>
            {
                connection.close();
                *standing = Standing::Gone;
            }
            _ => {}
        }
    }

    /// Lets all connections go on, and sleeps until there is something to do: to read from the
    /// player we listen to, for example.
    fn wait(&mut self, listens_to: Option<usize>, at_most: Duration) {
        let seats = self.seats.iter().enumerate();
        let interests = seats.filter_map(|(i, seat)| match seat.standing {
            Standing::In | Standing::Leaving(_) => seat.connection.interest(listens_to == Some(i)),
            Standing::Failed | Standing::Gone => None,
        });
        self.lobby.wait(interests.collect(), at_most, self.log);
        for seat in 0..self.seats.len() {
            if !matches!(self.seats[seat].standing, Standing::Failed | Standing::Gone) {
                self.flush(seat);
            }
        }
    }

    /// Says good-bye and sums up.
    pub(crate) fn finish(mut self, name: &str) -> GameReport {
        self.tell_all(&Message::EndOfGame);
        let began = Instant::now();
        let has_to_say = |seat: &Seat| match seat.standing {
            Standing::In => !seat.connection.is_flushed(),
            Standing::Leaving(_) => true,
            Standing::Failed | Standing::Gone => false,
        };
        while self.seats.iter().any(has_to_say) && began.elapsed() < FAREWELL {
            self.wait(None, FAREWELL.saturating_sub(began.elapsed()));
        }
        let outcome = self.game.outcome(&self.state).expect("a game is run until it is over");
        let players = Player::all(self.seats.len());
        GameReport {
            map: name.to_string(),
            groups: self.seats.iter().map(|seat| seat.group).collect(),
            outcome,
            stones: players.map(|player| self.state.stones(player)).collect(),
            disqualified: self.record.disqualified.clone(),
            plies: self.record.plies,
            slowest: self.record.slowest.clone(),
            record: self.record.into_text(),
        }
    }
}
