//! The one implementation behind the objects, generic over the game.

mod engine;
mod position;

use std::any::Any;
use std::sync::{Arc, OnceLock};

use melee_core::net::NetChoice;
use melee_core::{Description, Game, GameOptions, NotationError, PlayableGame, Start};
use melee_search::{
    AlgorithmInfo, BEST_EVALUATION, Catalogue, Configured, Engine as TypedEngine, Limits, Neighbours, SearchError, Spec,
};

use self::engine::GameEngine;
pub(crate) use self::engine::line_text;
use self::position::TypedPosition;
use crate::book::Books;
use crate::evaluations::{self, NetRun};
use crate::game::AnyGame;
use crate::history::History;
use crate::{Engine, Error, InputList, OpenGame, Position, actions, tables};

/// The knowledge with the network that comes with a game, once somebody has asked for it.
type KnowledgeWithNet<G> = Arc<OnceLock<Option<<G as PlayableGame>::Knowledge>>>;

/// A game of one type with its parameters and its searches.
pub(crate) struct TypedGame<G: PlayableGame> {
    game: Arc<G>,
    knowledge: G::Knowledge,
    /// The same with the best evaluation made by hand.
    by_hand: G::Knowledge,
    net: KnowledgeWithNet<G>,
    /// Do champions evaluate with a network? Known once somebody has asked.
    best_is_net: Arc<OnceLock<bool>>,
    books: Arc<Books>,
    description: Arc<Description>,
    options: GameOptions,
    catalogue: Arc<Catalogue<G, G::Knowledge>>,
}

impl<G: PlayableGame> TypedGame<G> {
    /// Builds the game, if its options are right.
    pub(crate) fn open(
        options: &GameOptions,
        description: Arc<Description>,
        catalogue: Arc<Catalogue<G, G::Knowledge>>,
    ) -> Result<OpenGame, Error> {
        let wrong = |error| Error::Option { game: G::NAME, error };
        description.check(options).map_err(wrong)?;
        let game = G::with_options(options).map_err(wrong)?;
        let knowledge = |name: Option<&str>| {
            let evaluation =
                || name.map_or_else(|| "a first evaluation".into(), |name| format!("the evaluation '{name}'"));
            game.knowledge(name, None).ok_or_else(|| Error::NoKnowledge { game: G::NAME, evaluation: evaluation() })
        };
        Ok(OpenGame(Arc::new(TypedGame {
            knowledge: knowledge(None)?,
            by_hand: knowledge(description.best_evaluation())?,
            net: KnowledgeWithNet::<G>::default(),
            best_is_net: Arc::default(),
            books: Arc::default(),
            game: Arc::new(game),
            description,
            options: options.clone(),
            catalogue,
        })))
    }

    fn configure(&self, spec: &Spec) -> Result<Configured<G, G::Knowledge>, Error> {
        let players = self.game.players();
        let configured = self.catalogue.configure_for(spec, &self.description, players);
        let configured = configured.map_err(|error| refused::<G>(error.into()))?;
        let configuration = &configured.configuration;
        configuration.check_players(players).map_err(refused::<G>)?;
        tables::provide(G::NAME, &self.description, &configuration.common.evaluation).map_err(refused::<G>)?;
        Ok(configured)
    }

    /// What chances follow by from the scores of an evaluation.
    fn chance_scale(&self, evaluation: &str) -> Option<f64> {
        let has_net = || *self.best_is_net.get_or_init(|| NetChoice::Best.net(&*self.game).is_ok());
        let is_by_hand = evaluation == BEST_EVALUATION && !has_net();
        let named = if is_by_hand { self.description.best_evaluation().unwrap_or_default() } else { evaluation };
        self.description.chance_scale(named, self.game.players())
    }

    fn at(&self, history: History<G>) -> Position {
        Position(Box::new(TypedPosition {
            opened: OpenGame(Arc::new(self.share())),
            history,
            knowledge: self.knowledge.clone(),
            by_hand: self.by_hand.clone(),
            net: self.net.clone(),
        }))
    }

    fn share(&self) -> Self {
        TypedGame {
            game: self.game.clone(),
            knowledge: self.knowledge.clone(),
            by_hand: self.by_hand.clone(),
            net: self.net.clone(),
            best_is_net: self.best_is_net.clone(),
            books: self.books.clone(),
            description: self.description.clone(),
            options: self.options.clone(),
            catalogue: self.catalogue.clone(),
        }
    }
}

fn unreadable<G: Game>(error: NotationError) -> Error {
    Error::Notation { game: G::NAME, error }
}

fn refused<G: Game>(error: SearchError) -> Error {
    Error::Search { game: G::NAME, error }
}

impl<G: PlayableGame> AnyGame for TypedGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn description(&self) -> &Description {
        &self.description
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn options(&self) -> &GameOptions {
        &self.options
    }

    fn identity(&self) -> *const () {
        Arc::as_ptr(&self.game).cast()
    }

    fn has_rules_of(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| self.game == other.game)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn books(&self) -> &Books {
        &self.books
    }

    fn reopen(&self, options: &GameOptions) -> Result<OpenGame, Error> {
        TypedGame::open(options, self.description.clone(), self.catalogue.clone())
    }

    fn starts(&self) -> Vec<Start> {
        self.game.starts()
    }

    fn all_starts(&self) -> Vec<Start> {
        crate::registry::all_starts::<G>()
    }

    fn algorithms(&self) -> Vec<AlgorithmInfo> {
        self.catalogue.algorithms()
    }

    fn start(&self) -> Position {
        self.at(History::new(self.game.clone()))
    }

    fn position(&self, text: &str) -> Result<Position, Error> {
        let setup = self.game.parse_position(text).map_err(unreadable::<G>)?;
        Ok(self.at(History::from_setup(self.game.clone(), setup)))
    }

    fn engine(&self, spec: &Spec, seed: u64) -> Result<Engine, Error> {
        let configured = self.configure(spec)?;
        let evaluation = &configured.configuration.common.evaluation;
        let chance_scale = self.chance_scale(evaluation);
        let engine = TypedEngine::configured(configured, self.game.clone(), seed).map_err(refused::<G>)?;
        Ok(Engine(Box::new(GameEngine { engine, chance_scale })))
    }

    fn check(&self, spec: &Spec, limits: Limits) -> Result<u64, Error> {
        let configuration = self.configure(spec)?.configuration;
        TypedEngine::<G, _>::knowledge_of(&configuration, &self.game).map_err(refused::<G>)?;
        configuration.limits(limits).map_err(refused::<G>)?;
        Ok(configuration.memory)
    }

    fn action_count(&self) -> usize {
        actions::count(&*self.game)
    }

    fn input_count(&self) -> Option<usize> {
        self.game.inputs().map(melee_core::Inputs::input_count)
    }

    fn neighbours(&self, spec: &Spec) -> Result<Vec<Neighbours>, Error> {
        self.catalogue.neighbours(spec, &self.description, self.players()).map_err(|error| refused::<G>(error.into()))
    }

    fn inputs(&self) -> Option<InputList> {
        let inputs = self.game.inputs()?;
        let (name, count) = (inputs.inputs_name(), inputs.input_count());
        Some(InputList { name, count, symmetries: inputs.input_symmetries() })
    }

    fn run_net(&self, evaluation: &str, positions: u64, from_scratch: bool) -> Result<NetRun, Error> {
        let refuse =
            |why: String| refused::<G>(SearchError::Other(format!("{}: {why}", melee_core::shortened(evaluation))));
        let choice = NetChoice::of(evaluation).ok_or_else(|| refuse("not a network".to_string()))?;
        evaluations::run(&*self.game, choice, positions, from_scratch).map_err(|error| refuse(error.to_string()))
    }
}
