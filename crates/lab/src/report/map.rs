//! The map of who is strongest: a line for each game and number of players, a column for each algorithm, and in each
//! cell a share for each time.

use std::fmt::Write;

use melee_arena::plot::Chart;

use super::markdown::sentence;
use super::{Cell, Grid, TableReport};
use crate::map::columns::{ALGORITHM, CHAMPION, GAME, LIMIT, PLAYERS};
use crate::{Estimate, MeasuredTable, Row};

/// The rows of a table by game, time and algorithm.
pub(super) struct StrengthMap<'t> {
    rows: &'t [Row],
    /// Games with their numbers of players, in the order of the table.
    games: Vec<[&'t str; 2]>,
    limits: Vec<&'t str>,
    algorithms: Vec<&'t str>,
}

impl<'t> StrengthMap<'t> {
    /// None where the table is another one.
    pub(super) fn of(table: &'t MeasuredTable) -> Option<Self> {
        let (mut games, mut limits, mut algorithms) = (Vec::new(), Vec::new(), Vec::new());
        let mut before: Option<([&str; 3], usize)> = None;
        for row in &table.rows {
            let [game, players, limit] = [row.more(GAME)?, row.more(PLAYERS)?, row.more(LIMIT)?];
            add(&mut games, [game, players]);
            add(&mut limits, limit);
            // New ones come behind those that stand before them in their own league.
            let league = [game, players, limit];
            let next = before.filter(|(known, _)| *known == league).map_or(0, |(_, place)| place + 1);
            let algorithm = row.more(ALGORITHM)?;
            let known = algorithms.iter().position(|known| *known == algorithm);
            let place = known.unwrap_or_else(|| {
                algorithms.insert(next, algorithm);
                next
            });
            before = Some((league, place));
        }
        (!games.is_empty()).then_some(StrengthMap { rows: &table.rows, games, limits, algorithms })
    }

    /// The rows of a league, in the order of the table.
    fn league(&self, [game, players]: [&'t str; 2], limit: &'t str) -> impl Iterator<Item = &'t Row> {
        let is_there = move |row: &&Row| {
            [row.more(GAME), row.more(PLAYERS), row.more(LIMIT)] == [Some(game), Some(players), Some(limit)]
        };
        self.rows.iter().filter(is_there)
    }

    /// Who has most in each league, and who cannot be told apart from him.
    fn grid(&self) -> Grid {
        let mut head = vec!["game".to_string(), "players".to_string(), "champion".to_string()];
        head.extend(self.limits.iter().copied().map(String::from));
        let line = |&game: &[&'t str; 2]| {
            let mut own = self.limits.iter().flat_map(|limit| self.league(game, limit));
            let champion = own.find(|row| row.more(CHAMPION).is_some()).and_then(|row| row.more(ALGORITHM));
            let mut cells: Vec<Cell> = game.map(Cell::from).into();
            cells.push(champion.unwrap_or_default().into());
            cells.extend(self.limits.iter().map(|limit| Cell::from(first_ones(self.league(game, limit)))));
            cells
        };
        Grid { rows: self.games.iter().map(line).collect(), head }
    }

    pub(super) fn svg(&self, title: &str) -> String {
        let (right, bottom) = (LEFT + CELL[0] * self.algorithms.len() as f64, TOP + CELL[1] * self.games.len() as f64);
        let mut chart = Chart::new(right + 24.0, bottom + 24.0, title);
        chart.headline(title);
        self.draw_legend(&mut chart);
        for (column, algorithm) in self.algorithms.iter().enumerate() {
            chart.text([LEFT + CELL[0] * (column as f64 + 0.5), TOP - 10.0], "middle", algorithm);
        }
        for (line, &game) in self.games.iter().enumerate() {
            let top = TOP + CELL[1] * line as f64;
            let middle = top + CELL[1] / 2.0;
            let [name, players] = game;
            chart.text([LEFT - 12.0, middle + 4.0], "end", &format!("{name} {players}"));
            chart.line([LEFT, middle], [right, middle], "class=\"grid\" stroke-dasharray=\"2 3\"");
            chart.line([LEFT, top], [right, top], "class=\"grid\"");
            for (place, limit) in self.limits.iter().enumerate() {
                for row in self.league(game, limit) {
                    let column = self.algorithms.iter().position(|known| Some(*known) == row.more(ALGORITHM));
                    let x = LEFT + CELL[0] * column.unwrap_or(0) as f64 + self.shift(place);
                    draw_share(&mut chart, row, x, top);
                }
            }
        }
        for column in 0..=self.algorithms.len() {
            let x = LEFT + CELL[0] * column as f64;
            chart.line([x, TOP], [x, bottom], "class=\"grid\"");
        }
        chart.line([LEFT, bottom], [right, bottom], "class=\"grid\"");
        chart.finish()
    }

    /// How far from the left edge of a cell the share of a time stands.
    fn shift(&self, place: usize) -> f64 {
        CELL[0] * (place as f64 + 1.0) / (self.limits.len() as f64 + 1.0)
    }

    fn draw_legend(&self, chart: &mut Chart) {
        let marks = [
            (Mark::Above, "more than an even share"),
            (Mark::Below, "less"),
            (Mark::Across, "the interval reaches across"),
        ];
        let mut x = LEFT;
        for (mark, about) in marks {
            chart.dot([x, 40.0], RADIUS, mark.dot(), about);
            chart.text([x + 10.0, 44.0], "start", about);
            x += 40.0 + 7.0 * about.len() as f64;
        }
        let limits = self.limits.join(", ");
        let how = format!(
            "In each cell from left to right: {limits} a move. The middle is an even share, the upper edge all points, the lower edge none; where nothing stands, nothing was played."
        );
        chart.text([12.0, 66.0], "start", &how);
    }
}

const LEFT: f64 = 170.0;
const TOP: f64 = 104.0;
/// Width and height of a cell.
const CELL: [f64; 2] = [76.0, 44.0];
const RADIUS: f64 = 3.0;
/// So far from its edges all points and none stand, so that dots do not lie on the lines.
const INSET: f64 = 5.0;

/// How a share stands to an even one; each has its colour and its shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Above,
    Below,
    Across,
}

impl Mark {
    fn of(share: Estimate, even: f64) -> Self {
        match share {
            Estimate { low, .. } if low > even => Mark::Above,
            Estimate { high, .. } if high < even => Mark::Below,
            _ => Mark::Across,
        }
    }

    fn dot(self) -> &'static str {
        match self {
            Mark::Above => "class=\"now\"",
            Mark::Below => "class=\"then\"",
            Mark::Across => "fill=\"currentColor\" fill-opacity=\".55\"",
        }
    }

    fn line(self) -> &'static str {
        match self {
            Mark::Above => "class=\"now\"",
            Mark::Below => "class=\"then\"",
            Mark::Across => "stroke=\"currentColor\" stroke-opacity=\".55\"",
        }
    }
}

fn draw_share(chart: &mut Chart, row: &Row, x: f64, top: f64) {
    let (Some(share), Some(sample)) = (row.measured_number, &row.sample) else {
        return;
    };
    let mark = Mark::of(share, sample.even);
    let height = |percent: f64| top + CELL[1] - INSET - (CELL[1] - 2.0 * INSET) * part_of_cell(percent, sample.even);
    chart.line([x, height(share.low)], [x, height(share.high)], mark.line());
    chart.dot([x, height(share.value)], RADIUS, mark.dot(), &format!("{}: {}", row.label, row.measured));
}

/// Up to an even share the lower half of a cell, beyond it the upper half: an even share stands in the middle however
/// many players there are.
fn part_of_cell(percent: f64, even: f64) -> f64 {
    if percent <= even { percent / even / 2.0 } else { 0.5 + (percent - even) / (100.0 - even) / 2.0 }
}

/// Whoever has most, and those whose intervals meet his.
fn first_ones<'t>(league: impl Iterator<Item = &'t Row>) -> String {
    /// So many are named with their shares.
    const NAMED: usize = 3;
    let mut played: Vec<(&str, Estimate)> = Vec::new();
    played.extend(league.filter_map(|row| Some((row.more(ALGORITHM)?, row.measured_number?))));
    played.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let Some(&(_, first)) = played.first() else {
        return "not played".to_string();
    };
    let near: Vec<String> = (played.iter().take_while(|(_, share)| share.high >= first.low))
        .map(|(name, Estimate { value, low, high })| format!("{name} {value:.0} ({low:.0}-{high:.0})"))
        .collect();
    let mut text = near[..near.len().min(NAMED)].join(", ");
    if near.len() > NAMED {
        let _ = write!(text, " and {} more", near.len() - NAMED);
    }
    text
}

fn add<T: PartialEq>(all: &mut Vec<T>, new: T) {
    if !all.contains(&new) {
        all.push(new);
    }
}

/// The page of the map, where it is among the results. The plot is looked for under `plots`, a path from where the page
/// will be.
pub fn map_page(reports: &[TableReport], plots: &str) -> Option<String> {
    let report = reports.iter().find(|report| report.is_map())?;
    let map = StrengthMap::of(&report.outcome)?;
    let mut text = format!(
        "# Who is strongest\n\nMade by `melee reproduce --out DIR --map FILE` from stored results; do not edit. The results are those of `{}`, {}.\n\n\
         Every search that can play a game sits down with all others, for each number of players and each time a move. There are more searches than seats: in a block \
         each sits on each seat equally often, and none twice in a game, so that a game tells something about everybody at the board, and no champion has to be named \
         beforehand. With two players a block is each against each on both seats. The price is that a share is one among these opponents, the weak ones too: it says who takes more from \
         this field, not who would win a match of two.\n\n\
         ![Shares of all searches in all games]({plots}/{}.svg)\n\n\
         In each cell of the table stands whoever has the largest share of the points, in percent with its 95 % interval, and behind it those whose intervals meet that one: \
         they are not told apart. The first of many is flattered by being the first. *Champion* is the search that `best` stands for.\n\n",
        report.command(),
        report.program,
        report.id
    );
    text += &map.grid().markdown();
    for note in report.notes() {
        let _ = writeln!(text, "\n{}", sentence(&note));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;
    use crate::{Blocks, Sample};

    fn share(game: &str, limit: &str, algorithm: &str, points: f64, games: u64) -> Row {
        let sample = Sample { points, games, even: 50.0, blocks: Blocks::Blocks(Vec::new()) };
        let columns = [(GAME, game), (PLAYERS, "2"), (LIMIT, limit), (ALGORITHM, algorithm)];
        let row = Row::share(format!("{game} {limit}: {algorithm}"), None, sample);
        columns.into_iter().fold(row, |row, (name, value)| row.with(name, value))
    }

    fn report() -> TableReport {
        let mut report = example();
        report.id = "map".to_string();
        report.outcome.rows = vec![
            share("nim", "1 ms", "weak", 1.0, 40),
            share("nim", "1 ms", "strong", 38.0, 40),
            share("nim", "1 ms", "stronger", 39.0, 40),
            share("nim", "5 ms", "weak", 0.0, 0),
            share("nim", "5 ms", "strong", 0.0, 0),
            share("go", "1 ms", "weak", 20.0, 40),
            share("go", "1 ms", "other", 20.0, 40),
            share("go", "1 ms", "strong", 0.0, 0),
        ];
        report
    }

    #[test]
    fn the_table_names_who_cannot_be_told_apart_and_what_was_not_played() {
        let page = map_page(&[report()], "plots").expect("a map");
        let line = |game: &str| page.lines().find(|line| line.starts_with(game)).unwrap_or_default().to_string();
        let nim = line("| nim |");
        assert!(nim.contains("stronger 98") && nim.contains(", strong 95") && !nim.contains("weak"), "{nim}");
        assert!(nim.ends_with("| not played |"), "{nim}");
        assert!(line("| go |").contains("weak 50"), "{page}");
        assert!(page.contains("(plots/map.svg)"));
        assert!(map_page(&[example()], "plots").is_none(), "a published table is none");
    }

    #[test]
    fn a_share_that_was_not_played_is_not_drawn() {
        let svg = report().svg().expect("a plot");
        // Three in the legend.
        assert_eq!(svg.matches("<circle").count(), 3 + 5);
        assert_eq!(svg.matches("<circle class=\"now\"").count(), 1 + 2);
        assert_eq!(svg.matches("<circle class=\"then\"").count(), 1 + 1);
    }

    #[test]
    fn algorithms_of_some_games_stand_between_their_neighbours() {
        let report = report();
        let map = StrengthMap::of(&report.outcome).expect("a map");
        assert_eq!(map.algorithms, ["weak", "other", "strong", "stronger"]);
    }

    #[test]
    fn an_even_share_stands_in_the_middle_however_many_play() {
        for even in [12.5, 25.0, 50.0] {
            for (percent, place) in [(0.0, 0.0), (even, 0.5), (100.0, 1.0)] {
                assert!((part_of_cell(percent, even) - place).abs() < 1e-9, "{percent} of {even}");
            }
        }
    }
}
