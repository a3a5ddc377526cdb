//! Maps made at random, the same for the same seed.

use melee_core::{Rng, Xoshiro256PlusPlus, seeded_rng};

use super::board::{Board, NONE};
use super::map::{DIRECTIONS, Exit, Joined, MAX_SIDE, Map};
use super::{Cell, ReversiXt};

/// What a random map shall be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    pub players: usize,
    pub width: usize,
    pub height: usize,
    /// Override stones of each player.
    pub overrides: u8,
    /// Bombs of each player.
    pub bombs: u8,
    /// The radius of bombs.
    pub radius: u8,
    /// Holes, in percent of the grid.
    pub holes: u8,
    /// Special tiles and expansion stones, in percent of the grid.
    pub specials: u8,
    pub transitions: usize,
    /// Other seeds, other maps.
    pub seed: u64,
}

impl Recipe {
    /// One for a seed: maps of all kinds, from small and plain to large and full of everything.
    ///
    /// ```
    /// use melee_games::reversixt::generator::{Recipe, generate};
    /// assert!((2..=8).all(|players| generate(&Recipe::drawn(players, 7)).is_ok()));
    /// assert_ne!(Recipe::drawn(2, 1), Recipe::drawn(2, 2));
    /// ```
    pub fn drawn(players: usize, seed: u64) -> Self {
        let mut rng = seeded_rng(seed);
        let mut up_to = |most: usize| below(&mut rng, most + 1);
        // Room for a square of stones each.
        let side = if players > 4 { 3 * CAMP } else { 2 * CAMP };
        Recipe {
            players,
            width: side + up_to(8),
            height: side + up_to(8),
            overrides: up_to(4) as u8,
            bombs: up_to(4) as u8,
            radius: up_to(3) as u8,
            holes: up_to(12) as u8,
            specials: up_to(8) as u8,
            transitions: up_to(12),
            seed,
        }
    }
}

/// Why a map cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(String);

/// A square of stones takes so many columns and rows, with room round it.
const CAMP: usize = 4;

fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// Makes a map.
///
/// Every two neighbouring players share a square of four stones; the squares are spread over the
/// grid, the rest is strewn with holes and special tiles, and transitions join exits at random.
///
/// ```
/// use melee_games::reversixt::generator::{Recipe, generate};
/// let recipe = Recipe {
///     players: 8, width: 30, height: 30, overrides: 2, bombs: 2, radius: 2,
///     holes: 5, specials: 3, transitions: 20, seed: 1,
/// };
/// let map = generate(&recipe).unwrap();
/// assert_eq!(generate(&recipe), Ok(map));
/// ```
pub fn generate(recipe: &Recipe) -> Result<Map, RecipeError> {
    let Recipe { players, width, height, .. } = *recipe;
    if !(2..=8).contains(&players) {
        return Err(RecipeError(format!("{players} players: expected 2 to 8")));
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(RecipeError(format!("size {width}x{height}: expected at most {MAX_SIDE}x{MAX_SIDE}")));
    }
    if recipe.holes > 60 || recipe.specials > 30 {
        return Err(RecipeError("expected at most 60 % holes and 30 % special tiles".to_string()));
    }
    let camps = if players == 2 { 1 } else { players };
    let (columns, rows) = (width / CAMP, height / CAMP);
    if columns * rows < camps {
        return Err(RecipeError(format!(
            "size {width}x{height}: {camps} squares of stones need {CAMP}x{CAMP} tiles each"
        )));
    }
    let mut rng = seeded_rng(recipe.seed);
    let mut map = Map {
        players,
        overrides: recipe.overrides,
        bombs: recipe.bombs,
        radius: recipe.radius,
        height,
        width,
        cells: vec![Cell::EMPTY; width * height],
        transitions: Vec::new(),
    };
    strew(&mut map, recipe, &mut rng);
    let mut seats: Vec<usize> = (0..players).collect();
    for i in (1..players).rev() {
        seats.swap(i, below(&mut rng, i + 1));
    }
    for camp in 0..camps {
        // The squares of a grid of camps, as far apart as their number allows.
        let spot = (2 * camp + 1) * columns * rows / (2 * camps);
        let (x0, y0) = (
            (spot % columns) * width / columns + (width / columns - CAMP) / 2,
            (spot / columns) * height / rows + (height / rows - CAMP) / 2,
        );
        pitch(&mut map, (x0, y0), [seats[camp], seats[(camp + 1) % players]]);
    }
    join_exits(&mut map, recipe.transitions, &mut rng);
    debug_assert!(!ReversiXt::new(map.clone()).initial.tally.is_over);
    Ok(map)
}

/// Strews holes and special tiles.
fn strew(map: &mut Map, recipe: &Recipe, rng: &mut Xoshiro256PlusPlus) {
    const SPECIALS: [Cell; 6] =
        [Cell::BONUS, Cell::BONUS, Cell::EXPANSION, Cell::EXPANSION, Cell::CHOICE, Cell::INVERSION];
    for cell in &mut map.cells {
        let roll = below(rng, 100);
        if roll < usize::from(recipe.holes) {
            *cell = Cell::HOLE;
        } else if roll < usize::from(recipe.holes + recipe.specials) {
            *cell = SPECIALS[below(rng, SPECIALS.len())];
        }
    }
}

/// Sets up a square of four stones with free tiles round it.
fn pitch(map: &mut Map, (x0, y0): (usize, usize), pair: [usize; 2]) {
    for dy in 0..CAMP {
        for dx in 0..CAMP {
            let is_stone = (1..3).contains(&dx) && (1..3).contains(&dy);
            map.cells[(y0 + dy) * map.width + x0 + dx] =
                if is_stone { Cell::stone(pair[(dx + dy) % 2]) } else { Cell::EMPTY };
        }
    }
}

/// Joins exits in pairs chosen at random.
fn join_exits(map: &mut Map, count: usize, rng: &mut Xoshiro256PlusPlus) {
    let board = Board::new(map);
    let mut exits: Vec<usize> = (0..board.next.len())
        .filter(|&slot| map.cells[slot / DIRECTIONS] != Cell::HOLE && board.next[slot] == NONE)
        .collect();
    let mut joined = Joined::new();
    let mut draw = |exits: &mut Vec<usize>| {
        let slot = exits.swap_remove(below(rng, exits.len()));
        let tile = slot / DIRECTIONS;
        Exit { x: tile % map.width, y: tile / map.width, direction: slot % DIRECTIONS }
    };
    let mut pairs = Vec::new();
    while pairs.len() < count && exits.len() >= 2 {
        pairs.push((draw(&mut exits), draw(&mut exits)));
    }
    for (one, other) in pairs {
        let is_new = map.join(&mut joined, one, other).is_ok();
        debug_assert!(is_new, "every exit is drawn once");
    }
}
