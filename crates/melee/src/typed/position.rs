//! A game in progress of a known game behind its object.

use std::any::Any;

use melee_core::diagram::{Counter, Diagram, Gesture, Hand, MarkKind, Piece, Prompt};
use melee_core::net::NetChoice;
use melee_core::{
    Knowledge, Marks, NotationError, OrderView, Outcome, PlayableGame, Player, Record, Scores, divide, perft,
    perft_until, random_playout, seeded_rng,
};
use melee_search::proof::{Proof, Question, prove};
use melee_search::{Limits, Ply, SearchError, Watch, named_knowledge};

use super::{KnowledgeWithNet, refused, unreadable};
use crate::chances::{by_convention, weighed};
use crate::history::History;
use crate::position::{AnyPosition, LinePreview};
use crate::{Error, OpenGame, Position, actions, evaluations, tables};

/// A game in progress behind the object.
pub(super) struct TypedPosition<G: PlayableGame> {
    pub(super) opened: OpenGame,
    pub(super) history: History<G>,
    pub(super) knowledge: G::Knowledge,
    pub(super) by_hand: G::Knowledge,
    pub(super) net: KnowledgeWithNet<G>,
}

impl<G: PlayableGame> TypedPosition<G> {
    pub(super) fn state(&self) -> &G::State {
        self.history.state()
    }

    pub(super) fn rules(&self) -> &G {
        self.history.game()
    }

    /// The board in the colours of its seats.
    fn draw(&self, state: &G::State) -> Diagram {
        let mut diagram = self.rules().diagram(state);
        let seats = self.opened.description().seats.iter();
        diagram.colours = seats.map(|seat| seat.colour).collect();
        diagram
    }

    /// The last move, and the position before it.
    fn last(&self) -> Option<(&G::State, G::Move)> {
        let place = self.history.len().checked_sub(1)?;
        Some((self.history.before(place), self.history.played()[place]))
    }

    fn scores_of(&self, state: &G::State) -> Scores {
        let game = self.rules();
        self.knowledge.scores(game, state, game.to_move(state))
    }
}

impl<G: PlayableGame> AnyPosition for TypedPosition<G> {
    fn game(&self) -> OpenGame {
        self.opened.clone()
    }

    fn to_move(&self) -> Option<Player> {
        self.history.to_move()
    }

    fn moves(&self) -> Vec<String> {
        let text = |mv| self.rules().move_text(self.state(), mv);
        self.history.moves().into_iter().map(text).collect()
    }

    fn count_moves(&self) -> usize {
        if self.history.is_over() {
            return 0;
        }
        self.rules().count_moves(self.state(), &mut Vec::new())
    }

    fn moves_left(&self) -> Option<u32> {
        let plies = self.rules().plies_left(self.state());
        plies.map(|plies| plies.div_ceil(self.rules().players() as u32))
    }

    fn text(&self) -> String {
        self.rules().setup_text(&self.history.setup())
    }

    fn read_record(&self, record: &str) -> Result<Record, Error> {
        let read = self.rules().read_record(self.state(), record);
        read.map_err(unreadable::<G>)
    }

    fn record(&self) -> String {
        let result = self.history.result();
        self.rules().write_record(&self.history.setup(), result.as_ref())
    }

    fn play(&mut self, mv: &str) -> Result<(), Error> {
        self.history.play_text(mv).map_err(unreadable::<G>)
    }

    fn actions(&self) -> Vec<usize> {
        actions::of_moves(self.rules(), &self.history.moves())
    }

    fn play_action(&mut self, action: usize) -> bool {
        let mv = actions::find(self.rules(), &self.history.moves(), action);
        mv.map(|mv| self.history.push(mv)).is_some()
    }

    fn key(&self) -> u64 {
        self.rules().key(self.state())
    }

    fn play_nth(&mut self, place: usize) -> bool {
        let mv = self.history.moves().get(place).copied();
        mv.map(|mv| self.history.push(mv)).is_some()
    }

    fn undo(&mut self) -> bool {
        self.history.undo()
    }

    fn ply_count(&self) -> usize {
        self.history.len()
    }

    fn recurs(&self) -> bool {
        let key = self.key();
        (0..self.history.len()).any(|ply| self.rules().key(self.history.before(ply)) == key)
    }

    fn plies(&self) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.history.len());
        for (i, &mv) in self.history.played().iter().enumerate() {
            texts.push(self.rules().move_text(self.history.before(i), mv));
        }
        texts
    }

    fn movers(&self) -> Vec<Player> {
        let mut movers = Vec::with_capacity(self.history.len());
        for i in 0..self.history.len() {
            movers.push(self.rules().to_move(self.history.before(i)));
        }
        movers
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.result()
    }

    fn diagram(&self, mark_legal: bool) -> Diagram {
        let mut diagram = self.draw(self.state());
        if let Some((before, mv)) = self.last() {
            diagram.mark(MarkKind::LastMove, self.rules().move_cells(before, mv));
        }
        if mark_legal {
            for mv in self.history.moves() {
                diagram.mark(MarkKind::Legal, self.rules().target_cells(self.state(), mv));
            }
        }
        diagram
    }

    fn scores(&self) -> Scores {
        self.scores_of(self.state())
    }

    fn scores_by_hand(&self) -> Scores {
        let game = self.rules();
        self.by_hand.scores(game, self.state(), game.to_move(self.state()))
    }

    fn shares_by_hand(&self) -> Vec<f64> {
        let about = self.opened.description();
        let fitted = about.chance_scale(about.best_evaluation().unwrap_or_default(), self.rules().players());
        let scale = fitted.unwrap_or_else(|| by_convention(self.by_hand.worth_of_win()));
        weighed(self.scores_by_hand().as_slice(), scale)
    }

    fn net_shares(&self) -> Option<Vec<f64>> {
        let (game, state) = (self.rules(), self.state());
        let net = self.net.get_or_init(|| NetChoice::Shipped.knowledge(game, None).ok()).as_ref()?;
        (!self.history.is_over()).then(|| evaluations::shares(net, game, state))
    }

    fn worth_of_win(&self) -> i32 {
        self.knowledge.worth_of_win()
    }

    fn chance_scale(&self) -> Option<f64> {
        self.opened.description().chance_scale("", self.rules().players())
    }

    fn active_inputs(&self, viewer: Player) -> Vec<usize> {
        let Some(inputs) = self.rules().inputs().filter(|_| !self.history.is_over()) else {
            return Vec::new();
        };
        let mut marks = Marks::new(inputs.input_count());
        inputs.mark_inputs(self.state(), viewer, &mut marks);
        marks.iter().collect()
    }

    fn was_noisy(&self) -> bool {
        let Some((before, mv)) = self.last() else {
            return false;
        };
        let mut noisy = Vec::new();
        self.knowledge.noisy(self.rules(), before, OrderView::Own, 0, &mut noisy);
        noisy.contains(&mv)
    }

    fn gestures(&self) -> Vec<(String, Gesture)> {
        let (game, state) = (self.rules(), self.state());
        let moves = self.history.moves().into_iter();
        moves.map(|mv| (game.move_text(state, mv), game.gesture(state, mv))).collect()
    }

    fn last_route(&self) -> Vec<usize> {
        self.last().map_or_else(Vec::new, |(before, mv)| self.rules().gesture(before, mv).route)
    }

    fn counters(&self) -> Vec<Counter> {
        self.rules().counters(self.state())
    }

    fn prompt(&self) -> Prompt {
        self.rules().prompt(self.state())
    }

    fn hands(&self) -> Vec<Hand> {
        self.rules().hands(self.state())
    }

    fn kit(&self) -> Vec<(Option<Player>, char)> {
        self.rules().kit()
    }

    fn set_up(&self, pieces: &[Piece], to_move: Player) -> Result<String, Error> {
        let refuse = |problem: String| Err(unreadable::<G>(NotationError::new(problem)));
        let drawn = self.rules().diagram(self.state());
        let cells = drawn.cells.len();
        // What stands there may stay, also where its letter says more than that of the kit.
        let mut known = self.kit();
        known.extend(drawn.pieces.iter().map(|piece| (piece.owner, piece.glyph)));
        for (i, piece) in pieces.iter().enumerate() {
            if piece.cell >= cells {
                return refuse(format!("cell {}: the board has {cells}", piece.cell));
            }
            if !known.contains(&(piece.owner, piece.glyph)) {
                return refuse(format!("'{}' is no piece that can be put on the board", piece.glyph.escape_debug()));
            }
            if pieces[..i].iter().any(|other| other.cell == piece.cell) {
                return refuse(format!("two pieces on cell {}", piece.cell));
            }
        }
        let players = self.rules().players();
        if to_move.index() >= players {
            return refuse(format!("player {to_move} is to move: there are {players}"));
        }
        self.rules().set_up(self.state(), pieces, to_move).map_err(unreadable::<G>)
    }

    fn why_not(&self, cells: &[usize]) -> Option<String> {
        let count = self.rules().diagram(self.state()).cells.len();
        let is_known = !cells.is_empty() && cells.iter().all(|&cell| cell < count);
        if !is_known || self.history.is_over() {
            return None;
        }
        // What goes on is not forbidden.
        let gestures = self.gestures();
        if gestures.iter().any(|(_, gesture)| gesture.paths.iter().any(|path| path.starts_with(cells))) {
            return None;
        }
        self.rules().why_not(self.state(), cells)
    }

    fn ending(&self) -> &'static str {
        if self.history.is_over() { self.rules().ending(self.state(), self.history.len()) } else { "" }
    }

    fn recent_routes(&self) -> Vec<(Player, Vec<usize>)> {
        let game = self.rules();
        let own = game.to_move(self.state());
        let mut routes = Vec::new();
        for i in self.history.len().saturating_sub(game.players())..self.history.len() {
            let before = self.history.before(i);
            routes.push((game.to_move(before), game.gesture(before, self.history.played()[i]).route));
        }
        let last_own = routes.iter().rposition(|(player, _)| *player == own && !self.history.is_over());
        routes.drain(..last_own.map_or(0, |i| i + 1));
        routes
    }

    fn alive(&self) -> Vec<bool> {
        let mut alive = Vec::with_capacity(self.rules().players());
        for player in Player::all(self.rules().players()) {
            alive.push(self.rules().alive(self.state(), player));
        }
        alive
    }

    fn preview(&self, line: &[Ply<&str>]) -> Result<LinePreview, Error> {
        let game = self.rules();
        let mut state = self.state().clone();
        let (mut cells, mut route, mut skips) = (Vec::new(), Vec::new(), false);
        for (i, &Ply { player, mv: text }) in line.iter().enumerate() {
            let wrong = |error| Error::MoveOfList { game: G::NAME, ply: i + 1, error };
            let refuse = |what| {
                let text = melee_search::shortened(text);
                Err(wrong(NotationError::new(format!("'{text}': {what}"))))
            };
            if game.outcome(&state).is_some() {
                return refuse("the game is over");
            }
            if game.to_move(&state) != player {
                if player.index() >= game.players() || !game.can_act(&state, player) {
                    return refuse("that player cannot move");
                }
                game.hand_turn_to(&mut state, player);
                skips = true;
            }
            let mv = game.parse_move(&state, text).map_err(wrong)?;
            cells = game.move_cells(&state, mv);
            route = game.gesture(&state, mv).route;
            game.play(&mut state, mv);
        }
        let mut diagram = self.draw(&state);
        diagram.mark(MarkKind::LastMove, cells);
        let outcome = game.outcome(&state);
        Ok(LinePreview {
            diagram,
            route,
            skips,
            to_move: outcome.is_none().then(|| game.to_move(&state)),
            scores: self.scores_of(&state),
            outcome,
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.rules(), self.state(), depth)
    }

    fn perft_until(&self, depth: u32, is_to_stop: &dyn Fn() -> bool) -> Option<u64> {
        perft_until(self.rules(), self.state(), depth, is_to_stop)
    }

    fn divide(&self, depth: u32, told: &mut dyn FnMut(&str, u64, usize)) -> Vec<(String, u64)> {
        let counted = divide(self.rules(), self.state(), depth);
        let all = counted.len();
        let named = counted.map(|(mv, leaves)| {
            let mv = self.rules().move_text(self.state(), mv);
            told(&mv, leaves, all);
            (mv, leaves)
        });
        named.collect()
    }

    fn prove(
        &self,
        evaluation: Option<&str>,
        question: Question,
        limits: Limits,
        watch: Watch,
    ) -> Result<Proof<String>, Error> {
        if self.history.is_over() {
            return Err(refused::<G>(SearchError::GameOver));
        }
        let (game, state) = (self.rules(), self.state());
        let provided = tables::provide(G::NAME, self.opened.description(), evaluation.unwrap_or_default());
        let knowledge = provided.and_then(|()| named_knowledge(game, evaluation, None)).map_err(refused::<G>)?;
        let proof = prove(game, &knowledge, state, question, limits, watch).map_err(refused::<G>)?;
        Ok(proof.with_move(|mv| game.move_text(state, mv)))
    }

    fn playouts(&self, games: u64, seed: u64, max_plies: u32) -> u64 {
        let mut rng = seeded_rng(seed);
        let mut buffer = Vec::new();
        let mut plies = 0;
        for _ in 0..games {
            let mut state = self.state().clone();
            let played = random_playout(self.rules(), &mut state, max_plies, &mut buffer, &mut rng);
            plies += u64::from(played);
        }
        plies
    }

    fn boxed_clone(&self) -> Position {
        Position(Box::new(TypedPosition {
            opened: self.opened.clone(),
            history: self.history.clone(),
            knowledge: self.knowledge.clone(),
            by_hand: self.by_hand.clone(),
            net: self.net.clone(),
        }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
