//! MP-Mix (Zuckerman, Felner and Kraus 2009): who stands how decides how to search.
//!
//! Before the search everybody's evaluation is compared. A root player who leads clearly expects all others against him
//! (paranoid); if another leads clearly, the root player holds him down (directed offence: at his own turns he looks for
//! the leader's lowest score, everybody else for his own highest); otherwise everybody plays for himself (max^n).
//!
//! What is clear is measured in what a won game is worth, so that the thresholds mean the same in every game.

use melee_core::{Game, Knowledge, Player, Policy, Value};

use crate::maxn::{MaxN, MaxNSettings, Pruning};
use crate::options::{Opt, TableSize};
use crate::ordering::HistoryKind;
use crate::tree::{TreeSearch, TreeSettings};
use crate::{
    Algorithm, Best, CommonSettings, DepthSearch, Method, Move, Pace, Search, SearchError, Stopped, Variant, Walk,
    World,
};

/// When a lead is clear, and what the searches remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MpMixSettings {
    /// The root player's lead from which he defends it, in thousandths of a won game.
    pub defend: u32,
    /// Somebody else's lead from which he is held down, likewise.
    pub attack: u32,
    /// A table, half of it for each of the two searches.
    pub table: Option<TableSize>,
}

/// The algorithm by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MpMixSearch;

impl Algorithm for MpMixSearch {
    type Settings = MpMixSettings;
    const PACE: Pace = Pace::ByDepth;

    fn variants(&self) -> Vec<Variant<MpMixSettings>> {
        let settings = MpMixSettings { defend: 100, attack: 100, table: None };
        let summary = "MP-Mix: paranoid if far ahead, against a leader who is, else max^n (Zuckerman et al. 2009)";
        vec![Variant::new("mpmix", settings, summary)]
    }

    fn options(&self) -> Vec<Opt<MpMixSettings>> {
        type S = MpMixSettings;
        vec![
            Opt::share(
                "defend",
                "the own lead, as a share of a won game, from which the search is paranoid",
                |s: &mut S| &mut s.defend,
            ),
            Opt::share(
                "attack",
                "somebody else's lead, as a share of a won game, from which the root player holds him down",
                |s: &mut S| &mut s.attack,
            ),
            Opt::table("tt", "transposition table, half of it for max^n and half for paranoid search", |s: &mut S| {
                &mut s.table
            }),
        ]
    }

    fn make_best(&self, settings: &mut MpMixSettings, common: &mut CommonSettings) {
        settings.table = Some(TableSize::STRONG);
        common.deepen = true;
    }

    fn memory(&self, settings: &MpMixSettings) -> u64 {
        settings.table.map_or(0, |table| table.bytes)
    }
}

impl Search for MpMixSearch {
    fn build<W: World>(&self, settings: &MpMixSettings, game: &W::Game, _seed: u64) -> Result<Method<W>, SearchError> {
        let table = settings.table.map(|size| size.of_bytes(size.bytes / 2));
        // What a table makes possible for paranoid search is part of its strong settings.
        let killers = if table.is_some() { 2 } else { 0 };
        let history = table.map(|_| HistoryKind::Relative);
        let paranoid = TreeSettings { table, killers, history, ..TreeSettings::plain(Policy::PARANOID) };
        let maxn = MaxNSettings { table, prune: Pruning::Speculative, ..MaxNSettings::PLAIN };
        Ok(Method::ByDepth(Box::new(MpMix {
            settings: *settings,
            maxn: MaxN::new(maxn)?,
            paranoid: TreeSearch::new::<W>(game, paranoid)?,
            strategy: Strategy::Own,
        })))
    }
}

/// How a position is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    Defend,
    Attack(Player),
    Own,
}

impl MpMixSettings {
    /// By the scores of those who have not lost yet.
    fn strategy(&self, mut standing: Vec<(Value, Player)>, root: Player, worth_of_win: Value) -> Strategy {
        standing.sort_by_key(|&(score, player)| (std::cmp::Reverse(score), player));
        let [(first, leader), (second, _), ..] = standing[..] else {
            return Strategy::Own;
        };
        let lead = i64::from(first) - i64::from(second);
        let is_clear = |permille: u32| lead * 1000 >= i64::from(permille) * i64::from(worth_of_win);
        match () {
            // Nobody leads.
            () if lead == 0 => Strategy::Own,
            () if leader == root && is_clear(self.defend) => Strategy::Defend,
            () if leader != root && is_clear(self.attack) => Strategy::Attack(leader),
            () => Strategy::Own,
        }
    }
}

struct MpMix<G: Game> {
    settings: MpMixSettings,
    maxn: MaxN<G>,
    paranoid: TreeSearch<G>,
    strategy: Strategy,
}

impl<W: World> DepthSearch<W> for MpMix<W::Game> {
    fn search(
        &mut self,
        walk: &mut Walk<W>,
        depth: u32,
        previous: Option<&Best<Move<W>>>,
    ) -> Result<Best<Move<W>>, Stopped> {
        let scores = walk.knowledge.scores(walk.game, &walk.state, walk.root);
        let playing = Player::all(walk.game.players()).filter(|&player| !walk.game.has_lost(&walk.state, player));
        let standing = playing.map(|player| (scores[player], player)).collect();
        self.strategy = self.settings.strategy(standing, walk.root, walk.knowledge.worth_of_win());
        let target = match self.strategy {
            Strategy::Defend => return self.paranoid.search(walk, depth, previous),
            Strategy::Attack(leader) => Some(leader),
            Strategy::Own => None,
        };
        self.maxn.set_target(target);
        self.maxn.search(walk, depth, previous)
    }

    fn proves(&self) -> bool {
        match self.strategy {
            Strategy::Defend => DepthSearch::<W>::proves(&self.paranoid),
            Strategy::Own => DepthSearch::<W>::proves(&self.maxn),
            Strategy::Attack(_) => false,
        }
    }

    fn partial(&self) -> Option<Best<Move<W>>> {
        match self.strategy {
            Strategy::Defend => DepthSearch::<W>::partial(&self.paranoid),
            Strategy::Attack(_) | Strategy::Own => None,
        }
    }

    fn forget(&mut self) {
        DepthSearch::<W>::forget(&mut self.maxn);
        DepthSearch::<W>::forget(&mut self.paranoid);
    }
}
