//! The rules a second time, as a reader of the rules would write them down: the board is scanned
//! for everything, nothing is remembered, stones are relabelled when they change hands.

use melee::games::reversixt::{Exit, Map};

const STEPS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

pub(crate) struct Naive {
    map: Map,
    cells: Vec<Vec<char>>,
    overrides: Vec<u8>,
    bombs: Vec<u8>,
    turn: Option<usize>,
    bombing: bool,
}

impl Naive {
    pub(crate) fn new(map: &Map) -> Self {
        let rows = map.cells.chunks(map.width);
        let mut naive = Naive {
            map: map.clone(),
            cells: rows.map(|row| row.iter().map(|c| c.to_char()).collect()).collect(),
            overrides: vec![map.overrides; map.players],
            bombs: vec![map.bombs; map.players],
            turn: None,
            bombing: false,
        };
        naive.next_turn(map.players - 1);
        naive
    }

    pub(crate) fn turn(&self) -> Option<usize> {
        self.turn
    }

    pub(crate) fn cells(&self) -> String {
        self.cells.iter().flatten().collect()
    }

    fn at(&self, x: usize, y: usize) -> char {
        self.cells[y][x]
    }

    fn step(&self, x: usize, y: usize, direction: usize) -> Option<(usize, usize, usize)> {
        let (dx, dy) = STEPS[direction];
        let (nx, ny) = (x as i32 + dx, y as i32 + dy);
        let is_inside = (0..self.map.width as i32).contains(&nx) && (0..self.map.height as i32).contains(&ny);
        if is_inside && self.at(nx as usize, ny as usize) != '-' {
            return Some((nx as usize, ny as usize, direction));
        }
        let here = Exit { x, y, direction };
        for &(a, b) in &self.map.transitions {
            let to = if a == here {
                b
            } else if b == here {
                a
            } else {
                continue;
            };
            if self.at(to.x, to.y) != '-' {
                return Some((to.x, to.y, (to.direction + 4) % 8));
            }
        }
        None
    }

    fn captured(&self, player: usize, x: usize, y: usize) -> Vec<(usize, usize)> {
        let own = char::from(b'1' + player as u8);
        let mut all = Vec::new();
        for direction in 0..8 {
            let mut run = Vec::new();
            let mut place = self.step(x, y, direction);
            while let Some((cx, cy, d)) = place {
                let cell = self.at(cx, cy);
                if (cx, cy) == (x, y) || "0cib-".contains(cell) {
                    break;
                }
                if cell == own {
                    all.append(&mut run);
                    break;
                }
                run.push((cx, cy));
                place = self.step(cx, cy, d);
            }
        }
        all
    }

    fn legal(&self, player: usize, x: usize, y: usize) -> bool {
        match self.at(x, y) {
            '-' => false,
            'x' => self.overrides[player] > 0,
            '1'..='8' if self.overrides[player] == 0 => false,
            _ => !self.captured(player, x, y).is_empty(),
        }
    }

    fn tiles(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.map.width, self.map.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn can_act(&self, player: usize) -> bool {
        if self.bombing {
            return self.bombs[player] > 0 && self.tiles().any(|(x, y)| self.at(x, y) != '-');
        }
        self.tiles().any(|(x, y)| self.legal(player, x, y))
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        let player = self.turn.expect("somebody's turn");
        let mut moves = Vec::new();
        for (x, y) in self.tiles() {
            if self.bombing {
                if self.at(x, y) != '-' {
                    moves.push(format!("{x},{y}"));
                }
                continue;
            }
            if !self.legal(player, x, y) {
                continue;
            }
            match self.at(x, y) {
                'c' => moves.extend((1..=self.map.players).map(|p| format!("{x},{y},{p}"))),
                'b' => moves.extend([20, 21].map(|s| format!("{x},{y},{s}"))),
                _ => moves.push(format!("{x},{y}")),
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, text: &str) {
        let player = self.turn.expect("somebody's turn");
        let numbers: Vec<usize> = text.split(',').map(|n| n.parse().expect("a number")).collect();
        let (x, y) = (numbers[0], numbers[1]);
        if self.bombing {
            self.bomb(x, y);
            self.bombs[player] -= 1;
        } else {
            self.place(player, x, y, numbers.get(2).copied().unwrap_or(0));
        }
        self.next_turn(player);
    }

    fn place(&mut self, player: usize, x: usize, y: usize, special: usize) {
        let was = self.at(x, y);
        let own = char::from(b'1' + player as u8);
        for (cx, cy) in self.captured(player, x, y) {
            self.cells[cy][cx] = own;
        }
        self.cells[y][x] = own;
        if "12345678x".contains(was) {
            self.overrides[player] -= 1;
        }
        let players = self.map.players as u8;
        for cell in self.cells.iter_mut().flatten().filter(|c| c.is_ascii_digit() && **c != '0') {
            let stone = *cell as u8 - b'0';
            let chosen = special as u8;
            *cell = char::from(match was {
                'i' => b'0' + stone % players + 1,
                'c' if stone == player as u8 + 1 => b'0' + chosen,
                'c' if stone == chosen => own as u8,
                _ => b'0' + stone,
            });
        }
        match (was, special) {
            ('b', 20) => self.bombs[player] += 1,
            ('b', _) => self.overrides[player] += 1,
            _ => {}
        }
    }

    fn bomb(&mut self, x: usize, y: usize) {
        let mut reached = vec![(x, y)];
        for _ in 0..self.map.radius {
            for (cx, cy) in reached.clone() {
                for direction in 0..8 {
                    if let Some((nx, ny, _)) = self.step(cx, cy, direction)
                        && !reached.contains(&(nx, ny))
                    {
                        reached.push((nx, ny));
                    }
                }
            }
        }
        for (cx, cy) in reached {
            self.cells[cy][cx] = '-';
        }
    }

    fn next_turn(&mut self, from: usize) {
        let players = self.map.players;
        for bombing in [self.bombing, true] {
            self.bombing = bombing;
            let mut order = (1..=players).map(|k| (from + k) % players);
            self.turn = order.find(|&p| self.can_act(p));
            if self.turn.is_some() {
                return;
            }
        }
    }
}
