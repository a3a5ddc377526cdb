//! The facade's one implementation, generic over the game.

use std::any::Any;
use std::sync::Arc;

use melee_core::diagram::{Counter, Diagram, Gesture, MarkKind};
use melee_core::{
    Evaluator, Game, Knowledge, NotationError, Outcome, PlayableGame, Player, Record, Scores,
    Setup, Start, divide, perft, random_playout, seeded_rng,
};
use melee_search::{Engine, Limits, Ply, Report, SearchError, Spec, Watch};

use crate::facade::{ArenaError, Imagined, Position, Table, Thinker};
use crate::report::ThinkReport;
use crate::search_tree::{self, SearchTree};

/// A game behind the facade.
pub(crate) struct SeatedTable<G> {
    game: Arc<G>,
}

impl<G: PlayableGame> SeatedTable<G> {
    pub(crate) fn new(game: G) -> Self {
        SeatedTable {
            game: Arc::new(game),
        }
    }

    fn start(&self, name: &str) -> Result<String, ArenaError> {
        let starts = self.game.starts();
        match starts.iter().find(|s| s.name == name) {
            Some(start) => Ok(start.position.clone()),
            None => Err(ArenaError::UnknownStart {
                game: G::NAME,
                name: name.to_string(),
                known: starts
                    .iter()
                    .map(|s| s.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            }),
        }
    }
}

fn notation<G: Game>(error: NotationError) -> ArenaError {
    ArenaError::Notation {
        game: G::NAME,
        error,
    }
}

fn search<G: Game>(error: SearchError) -> ArenaError {
    ArenaError::Search {
        game: G::NAME,
        error,
    }
}

impl<G: PlayableGame> Table for SeatedTable<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn starts(&self) -> Vec<Start> {
        self.game.starts()
    }

    fn position(
        &self,
        text: Option<&str>,
        start: Option<&str>,
        moves: &[&str],
    ) -> Result<Box<dyn Position>, ArenaError> {
        let setup = match (text, start) {
            (Some(text), _) => self.game.parse_position(text).map_err(notation::<G>)?,
            (None, Some(name)) => {
                let position = self.start(name)?;
                self.game.parse_position(&position).map_err(notation::<G>)?
            }
            (None, None) => Setup::new(self.game.initial()),
        };
        let mut progress = Progress::new(self.game.clone(), setup);
        for (i, mv) in moves.iter().enumerate() {
            progress.push(mv).map_err(|error| ArenaError::MoveOfList {
                game: G::NAME,
                ply: i + 1,
                error,
            })?;
        }
        Ok(Box::new(progress))
    }

    fn thinker(&self, spec: &Spec, seed: u64) -> Result<Box<dyn Thinker>, ArenaError> {
        let engine = Engine::new(spec, self.game.as_ref(), seed).map_err(search::<G>)?;
        Ok(Box::new(GameThinker::<G> { engine }))
    }

    fn record(
        &self,
        spec: &Spec,
        position: &dyn Position,
        limits: Limits,
        most: usize,
        seed: u64,
        watch: Watch,
    ) -> Result<SearchTree, ArenaError> {
        let (game, start) = (self.game.as_ref(), Progress::<G>::of(position)?.state());
        let engine: Engine<G, G::Knowledge> = Engine::new(spec, game, seed).map_err(search::<G>)?;
        let recording = engine
            .record(game, start, limits, most, seed, watch)
            .map_err(search::<G>)?;
        Ok(search_tree::in_words(game, spec, start, &recording))
    }
}

/// A game in progress. All positions since the start are kept, so that undo is exact.
struct Progress<G: PlayableGame> {
    game: Arc<G>,
    start: G::State,
    plies: Vec<(G::Move, G::State)>,
}

impl<G: PlayableGame> Progress<G> {
    fn new(game: Arc<G>, setup: Setup<G>) -> Self {
        let mut progress = Progress {
            game,
            start: setup.start,
            plies: Vec::new(),
        };
        for mv in setup.moves {
            progress.make(mv);
        }
        progress
    }

    /// The position behind the facade.
    fn of(position: &dyn Position) -> Result<&Self, ArenaError> {
        let progress = position.as_any().downcast_ref();
        progress.ok_or(ArenaError::WrongGame { game: G::NAME })
    }

    fn setup(&self) -> Setup<G> {
        Setup {
            start: self.start.clone(),
            moves: self.plies.iter().map(|&(mv, _)| mv).collect(),
        }
    }

    fn state(&self) -> &G::State {
        self.plies.last().map_or(&self.start, |(_, state)| state)
    }

    /// The result, by the position or by the rules about the whole game.
    fn result(&self) -> Option<Outcome> {
        let by_position = self.game.outcome(self.state());
        by_position.or_else(|| {
            let (plies, times) = (self.plies.len(), self.occurrences());
            self.game.adjudicate(self.state(), plies, times)
        })
    }

    /// How often the position has occurred, now included.
    fn occurrences(&self) -> usize {
        let bare = |state: &G::State| {
            let mut state = state.clone();
            self.game.forget_past(&mut state);
            state
        };
        let now = bare(self.state());
        let past = self.plies.iter().map(|(_, state)| state);
        let all = std::iter::once(&self.start).chain(past);
        let key = self.game.key(&now);
        let alike = all.filter(|state| self.game.key(state) == key);
        alike.filter(|state| bare(state) == now).count()
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }

    fn push(&mut self, text: &str) -> Result<(), NotationError> {
        if self.is_over() {
            return Err(NotationError::new(format!(
                "no move '{text}': the game is over"
            )));
        }
        let mv = self.game.parse_move(self.state(), text)?;
        self.make(mv);
        Ok(())
    }

    fn make(&mut self, mv: G::Move) {
        let mut state = self.state().clone();
        self.game.play(&mut state, mv);
        self.plies.push((mv, state));
    }

    /// The position before ply `i`.
    fn before(&self, i: usize) -> &G::State {
        match i.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.plies[last].1,
        }
    }
}

fn default_knowledge<G: PlayableGame>(game: &G) -> G::Knowledge {
    G::Knowledge::named(game, None, None).expect("the default knowledge exists")
}

fn default_scores<G: PlayableGame>(game: &G, state: &G::State) -> Scores {
    default_knowledge(game).scores(game, state, game.to_move(state))
}

impl<G: PlayableGame> Position for Progress<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn to_move(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.game.to_move(self.state()))
    }

    fn moves(&self) -> Vec<String> {
        let text = |mv| self.game.move_text(self.state(), mv);
        self.legal_moves().into_iter().map(text).collect()
    }

    fn text(&self) -> String {
        self.game.setup_text(&self.setup())
    }

    fn read_record(&self, record: &str) -> Result<Record, ArenaError> {
        let read = self.game.read_record(self.state(), record);
        read.map_err(notation::<G>)
    }

    fn record(&self) -> String {
        let result = self.result();
        self.game.write_record(&self.setup(), result.as_ref())
    }

    fn play(&mut self, mv: &str) -> Result<(), ArenaError> {
        self.push(mv).map_err(notation::<G>)
    }

    fn undo(&mut self) -> bool {
        self.plies.pop().is_some()
    }

    fn plies(&self) -> Vec<String> {
        let text =
            |(i, &(mv, _)): (usize, &(G::Move, G::State))| self.game.move_text(self.before(i), mv);
        self.plies.iter().enumerate().map(text).collect()
    }

    fn movers(&self) -> Vec<Player> {
        let plies = 0..self.plies.len();
        plies.map(|i| self.game.to_move(self.before(i))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn diagram(&self, mark_legal: bool) -> Diagram {
        let mut diagram = self.game.diagram(self.state());
        if let Some(&(mv, _)) = self.plies.last() {
            let before = self.before(self.plies.len() - 1);
            diagram.mark(MarkKind::LastMove, self.game.move_cells(before, mv));
        }
        if mark_legal {
            for mv in self.legal_moves() {
                let target = self.game.move_cells(self.state(), mv).pop();
                diagram.mark(MarkKind::Legal, target);
            }
        }
        diagram
    }

    fn scores(&self) -> Scores {
        default_scores(self.game.as_ref(), self.state())
    }

    fn worth_of_win(&self) -> i32 {
        default_knowledge(self.game.as_ref()).worth_of_win()
    }

    fn gestures(&self) -> Vec<(String, Gesture)> {
        let (game, state) = (self.game.as_ref(), self.state());
        let moves = self.legal_moves().into_iter();
        moves
            .map(|mv| (game.move_text(state, mv), game.gesture(state, mv)))
            .collect()
    }

    fn last_route(&self) -> Vec<usize> {
        match self.plies.last() {
            Some(&(mv, _)) => {
                let before = self.before(self.plies.len() - 1);
                self.game.gesture(before, mv).route
            }
            None => Vec::new(),
        }
    }

    fn counters(&self) -> Vec<Counter> {
        self.game.counters(self.state())
    }

    fn alive(&self) -> Vec<bool> {
        Player::all(self.game.players())
            .map(|player| self.game.alive(self.state(), player))
            .collect()
    }

    fn imagine(&self, line: &[(Player, &str)]) -> Result<Imagined, ArenaError> {
        let game = self.game.as_ref();
        let mut state = self.state().clone();
        let (mut cells, mut route) = (Vec::new(), Vec::new());
        for (i, &(player, text)) in line.iter().enumerate() {
            let wrong = |error| ArenaError::MoveOfList {
                game: G::NAME,
                ply: i + 1,
                error,
            };
            let refuse = |what| Err(wrong(NotationError::new(format!("'{text}': {what}"))));
            if game.outcome(&state).is_some() {
                return refuse("the game is over");
            }
            if game.to_move(&state) != player {
                if player.index() >= game.players() || !game.can_act(&state, player) {
                    return refuse("that player cannot move");
                }
                game.hand_turn_to(&mut state, player);
            }
            let mv = game.parse_move(&state, text).map_err(wrong)?;
            cells = game.move_cells(&state, mv);
            route = game.gesture(&state, mv).route;
            game.play(&mut state, mv);
        }
        let mut diagram = game.diagram(&state);
        diagram.mark(MarkKind::LastMove, cells);
        let outcome = game.outcome(&state);
        Ok(Imagined {
            diagram,
            route,
            to_move: outcome.is_none().then(|| game.to_move(&state)),
            scores: default_scores(game, &state),
            outcome,
        })
    }

    fn perft(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> u64 {
        let mut start = self.state().clone();
        self.game.forget_past(&mut start);
        if depth < 2 || self.game.outcome(&start).is_some() {
            return perft(self.game.as_ref(), &start, depth);
        }
        let mut moves = Vec::new();
        self.game.moves(&start, &mut moves);
        let mut leaves = 0;
        for (done, &mv) in moves.iter().enumerate() {
            progress(done, moves.len());
            let mut child = start.clone();
            self.game.play(&mut child, mv);
            leaves += perft(self.game.as_ref(), &child, depth - 1);
        }
        leaves
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(self.game.as_ref(), self.state(), depth)
            .into_iter()
            .map(|(mv, leaves)| (self.game.move_text(self.state(), mv), leaves))
            .collect()
    }

    fn playouts(&self, games: u64, seed: u64, max_plies: u32) -> u64 {
        let mut rng = seeded_rng(seed);
        let mut buffer = Vec::new();
        let mut plies = 0;
        for _ in 0..games {
            let mut state = self.state().clone();
            let played = random_playout(
                self.game.as_ref(),
                &mut state,
                max_plies,
                &mut buffer,
                &mut rng,
            );
            plies += u64::from(played);
        }
        plies
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(Progress {
            game: self.game.clone(),
            start: self.start.clone(),
            plies: self.plies.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct GameThinker<G: PlayableGame> {
    engine: Engine<G, G::Knowledge>,
}

impl<G: PlayableGame> Thinker for GameThinker<G> {
    fn spec(&self) -> &Spec {
        self.engine.spec()
    }

    fn think(
        &mut self,
        position: &dyn Position,
        limits: Limits,
        watch: Watch,
        on_report: &mut dyn FnMut(&ThinkReport),
    ) -> Result<ThinkReport, ArenaError> {
        let progress = Progress::<G>::of(position)?;
        let (game, state) = (progress.game.as_ref(), progress.state());
        let report = self
            .engine
            .search(game, state, limits, watch, &mut |report| {
                on_report(&in_words(game, state, report));
            })
            .map_err(search::<G>)?;
        Ok(in_words(game, state, &report))
    }
}

fn in_words<G: PlayableGame>(game: &G, state: &G::State, report: &Report<G::Move>) -> ThinkReport {
    ThinkReport {
        depth: report.depth,
        partial: report.partial,
        value: report.value,
        values: report.values,
        best_move: game.move_text(state, report.best.mv),
        line: line_in_words(game, state.clone(), &report.line),
        counts: report.counts,
        elapsed: report.elapsed,
        proven: report.proven,
    }
}

/// Plays a line; where the search skipped players the turn is handed on as it did.
pub(crate) fn line_in_words<G: PlayableGame>(
    game: &G,
    mut state: G::State,
    line: &[Ply<G::Move>],
) -> Vec<(Player, String)> {
    let mut words = Vec::new();
    for ply in line {
        if game.to_move(&state) != ply.player {
            game.hand_turn_to(&mut state, ply.player);
        }
        words.push((ply.player, game.move_text(&state, ply.mv)));
        game.play(&mut state, ply.mv);
    }
    words
}
