//! A small game and a search from outside, in the registry with ours.

use melee::core::diagram::Diagram;
use melee::core::{
    Description, Draw, Game, GameOptions, NoKnowledge, Notation, NotationError, OptionError, Outcome, PlayableGame,
    Player, PlayerCounts, Setup, SmallGame, SmallState,
};
use melee::search::{
    Algorithm, AnyTimeSearch, Best, Method, Move, OnProgress, Opt, Pace, Search, SearchError, Stopped, Variant, Walk,
    World,
};
use melee::{Limits, Melee};

/// One heap; who takes the last stone wins.
#[derive(Clone, PartialEq)]
struct Nim {
    players: usize,
}

impl SmallGame for Nim {
    const NAME: &'static str = "nim";
    type Board = u8;
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }
    fn start(&self) -> u8 {
        10
    }
    fn moves(&self, stones: &u8, _player: Player, out: &mut Vec<u8>) {
        out.extend(1..=3.min(*stones));
    }
    fn play(&self, stones: &mut u8, _player: Player, taken: u8) {
        *stones -= taken;
    }
    fn result(&self, stones: &u8, to_move: Player) -> Option<Outcome> {
        let n = self.players;
        (*stones == 0).then(|| Outcome::win(to_move.previous(n), n))
    }
}

impl Notation for Nim {
    fn parse_position(&self, text: &str) -> Result<Setup<Self>, NotationError> {
        let stones = text.parse().ok().filter(|&stones: &u8| stones <= 10);
        let wrong = || NotationError::new(format!("'{text}': expected 0 to 10 stones"));
        let stones = stones.ok_or_else(wrong)?;
        Ok(Setup::new(SmallState::new(stones, Player::FIRST)))
    }
    fn position_text(&self, state: &SmallState<u8>) -> String {
        state.board.to_string()
    }
    fn move_text(&self, _state: &SmallState<u8>, taken: u8) -> String {
        taken.to_string()
    }
}

impl Draw for Nim {
    fn diagram(&self, _state: &SmallState<u8>) -> Diagram {
        Diagram::default()
    }
}

impl PlayableGame for Nim {
    type Knowledge = NoKnowledge;
    fn describe() -> Description {
        Description {
            players: PlayerCounts::of(&[2, 3, 5, 7]),
            ..Description::new("Nim", "who takes the last stone wins")
        }
    }
    fn with_options(options: &GameOptions) -> Result<Self, OptionError> {
        let players = options.players.unwrap_or(2);
        Ok(Nim { players })
    }
    fn knowledge(&self, _: Option<&str>, _: Option<&str>) -> Option<NoKnowledge> {
        // An author's mistake, of which he is told.
        (self.players != 7).then_some(NoKnowledge)
    }
}

/// Plays the last legal move, or the one with this place.
#[derive(Clone)]
struct Stubborn;

impl Algorithm for Stubborn {
    type Settings = usize;
    const PACE: Pace = Pace::AnyTime;
    fn variants(&self) -> Vec<Variant<usize>> {
        vec![Variant::new("stubborn", 0, "always the same place of the list")]
    }
    fn options(&self) -> Vec<Opt<usize>> {
        let summary = "which move from the end";
        vec![Opt::number("place", 0..=9, summary, |place: &mut usize| place)]
    }
}

impl Search for Stubborn {
    fn build<W: World>(&self, place: &usize, _game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        Ok(Method::AnyTime(Box::new(FromTheEnd(*place))))
    }
}

struct FromTheEnd(usize);

impl<W: World> AnyTimeSearch<W> for FromTheEnd {
    fn search(&mut self, walk: &mut Walk<W>, _progress: &mut OnProgress<W>) -> Result<Best<Move<W>>, Stopped> {
        walk.enter()?;
        let mut moves = Vec::new();
        walk.game.moves(&walk.state, &mut moves);
        let place = self.0.min(moves.len() - 1);
        Ok(Best::guess(0, vec![walk.step(moves[moves.len() - 1 - place])]))
    }
}

#[test]
fn a_game_without_the_knowledge_that_it_names_is_refused() {
    let registry = Melee::standard().with_game::<Nim>().registry();
    let error = registry.open("nim", &GameOptions::default().for_players(7)).expect_err("no knowledge");
    assert_eq!(error.to_string(), "nim: its description names a first evaluation, but the game does not have it");
}

#[test]
fn an_own_game_and_an_own_search_meet_each_other_and_all_of_ours() {
    let registry = Melee::standard().with_search(Stubborn).with_game::<Nim>().registry();
    let open = |name: &str| registry.open(name, &GameOptions::default()).expect(name);
    for name in registry.games().iter().map(|game| game.name) {
        let start = open(name).start();
        let report = start.search("stubborn", Limits::NONE).expect(name);
        assert_eq!(Some(&report.best().mv), start.moves().last(), "{name}");
    }
    let nim = open("nim").start();
    let report = nim.search("stubborn:place=2", Limits::NONE).expect("known");
    assert_eq!(report.best().mv, "1");
    for name in ["alphabeta", "pvs:best", "mtd(f)", "sss", "maxn", "paranoid:best", "brs+"] {
        // Two players: four stones left is lost, so two are taken of ten.
        let report = nim.search(name, Limits::depth(12)).expect(name);
        assert_eq!(report.best().mv, "2", "{name}");
    }
    let five = GameOptions::default().for_players(5);
    assert_eq!(registry.open("nim", &five).expect("a set of counts").players(), 5);
    let four = registry.open("nim", &GameOptions::default().for_players(4));
    let refusal = four.expect_err("not for four").to_string();
    assert_eq!(refusal, "nim: --players 4: the game is for 2, 3, 5 or 7 players");
}
