//! Who sits where in `melee play`, and what their moves may cost.

use anyhow::{anyhow, bail};
use melee::core::levels::LEVELS;
use melee::search::Setting;
use melee::{EngineSeat, GameClock, Limits, OpenGame, Position, Seat, SeatSpec, Spec, Who};
use melee_arena::program::{Patience, ProgramCommand, ProgramSeat};

use super::{Args, DEFAULT_LIMITS};
use crate::interrupt::Interrupt;
use crate::numbers::counted;
use crate::options::{check_search, parse_player};

/// Who makes the moves of a player.
pub(super) enum Chair {
    Person,
    Player {
        /// As it was given.
        name: String,
        seat: Box<dyn Seat>,
        allowance: Allowance,
    },
}

/// What a move may cost.
pub(super) enum Allowance {
    PerMove(Limits),
    WholeGame(GameClock),
}

/// Seats everybody for a game that begins here.
pub(super) fn chairs(
    game: &OpenGame,
    start: &Position,
    args: &Args,
    interrupt: &Interrupt,
) -> anyhow::Result<Vec<Chair>> {
    let mut names: Vec<&str> = args.seats.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.push(Who::PERSON);
        names.resize(game.players(), game.description().strongest(game.players()));
    }
    if names.len() != game.players() {
        let given = counted(names.len() as u64, "seat", "seats");
        bail!("{given} given, {} has {}: repeat --seat once per player", game.name(), game.players());
    }
    let chair = |(i, name): (usize, &&str)| {
        let seed = args.seed.wrapping_add(i as u64);
        let spec = parse_player(game, "--seat", name)?;
        let level = LEVELS.iter().find(|level| **level == name.trim());
        chair(game, start, &spec, level.copied(), seed, args, interrupt)
    };
    names.iter().enumerate().map(chair).collect()
}

fn chair(
    game: &OpenGame,
    start: &Position,
    spec: &SeatSpec,
    level: Option<&str>,
    seed: u64,
    args: &Args,
    interrupt: &Interrupt,
) -> anyhow::Result<Chair> {
    let given = spec.limits.or(args.limits.limits());
    let allowance = |default: Limits| match args.clock {
        Some(clock) if given.is_none() && !default.is_none() => Allowance::WholeGame(clock),
        _ => Allowance::PerMove(given.or(default)),
    };
    let (name, mut seat, allowance): (String, Box<dyn Seat>, Allowance) = match &spec.who {
        Who::Person if spec.limits.is_none() => return Ok(Chair::Person),
        Who::Person => bail!("--seat {spec}: people take the time they want"),
        Who::Program(command) => {
            let name = spec.who.to_string();
            let command = ProgramCommand::parse(command)?;
            command.check()?;
            let seat = ProgramSeat::new(command, Patience::default(), true).stopping_on(interrupt.flag().clone());
            (name, Box::new(seat), allowance(DEFAULT_LIMITS))
        }
        Who::Search(spec) => {
            // A level is as strong as it was measured.
            let spec = if level.is_some() { spec.clone() } else { strengthened(game, spec.clone()) };
            check_search(game, &spec)?;
            let allowance = allowance(if takes_its_time(game, &spec) { Limits::NONE } else { DEFAULT_LIMITS });
            if let Allowance::PerMove(limits) = allowance {
                game.check(&spec, limits)?;
            }
            // One seed for all: equal algorithms play alike.
            let seat = EngineSeat::new(game, &spec, args.seed)?;
            (level.map_or_else(|| spec.to_string(), str::to_string), Box::new(seat), allowance)
        }
    };
    let begun = seat.begin(start, seed);
    begun.map_err(|error| anyhow!("--seat {name}: {error}"))?;
    Ok(Chair::Player { name, seat, allowance })
}

/// What a specification stands for, if it is a player that the game knows by name.
fn named_player(game: &OpenGame, spec: &Spec) -> Option<Spec> {
    let mut named = game.description().named_players.iter();
    let player = named.find(|player| player.name == spec.name)?;
    Some(player.spec.into())
}

/// A bare name in its strongest setting, where there is anything to set.
fn strengthened(game: &OpenGame, spec: Spec) -> Spec {
    const SET_BY_GAME: [&str; 4] = ["eval", "order", "noise", "blunders"];
    let algorithms = game.algorithms();
    let known = algorithms.iter().find(|known| known.name == spec.name);
    let is_fixed = known.is_some_and(|known| {
        let mut options = known.options.iter();
        known.exact || options.all(|option| SET_BY_GAME.contains(&option.name))
    });
    let stays = is_fixed || spec.name == "best" || named_player(game, &spec).is_some();
    if spec.options.is_empty() && !stays { spec.best() } else { spec }
}

/// Does it solve the game, or search once to a depth of its own? Then no time is set unless somebody
/// asks for it.
fn takes_its_time(game: &OpenGame, spec: &Spec) -> bool {
    let algorithms = game.algorithms();
    let meant = named_player(game, spec).unwrap_or_else(|| spec.clone());
    let deepens = meant.get("deepen") == Some("on") || meant.options.contains(&Setting::Best);
    algorithms.iter().any(|known| known.exact && known.name == meant.name) || (meant.get("depth").is_some() && !deepens)
}
