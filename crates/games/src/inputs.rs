//! What the games that can be learned share.

/// Inside `impl PlayableGame` of a game that has inputs and [`Learned`](melee_core::net::Learned) knowledge: the files of
/// the networks that come with it, a line for each.
macro_rules! learned {
    ($state:ty; $($file:literal),* $(,)?) => {
        fn inputs(&self) -> Option<&dyn melee_core::Inputs<$state>> {
            Some(self)
        }

        fn nets() -> &'static [&'static [u8]] {
            &[$(include_bytes!($file)),*]
        }

        fn with_net(
            knowledge: Self::Knowledge,
            net: std::sync::Arc<melee_core::net::Net>,
        ) -> Option<Self::Knowledge> {
            Some(knowledge.with_net(net))
        }
    };
}
pub(crate) use learned;

/// Symmetries of cells as symmetries of inputs: the cells come again in blocks of so many inputs each, and what lies
/// behind the blocks stays where it is.
pub(crate) fn of_blocks(cells: &[Vec<usize>], blocks: usize, inputs: usize) -> Vec<Vec<usize>> {
    let lift = |cells: &Vec<usize>| {
        let size = cells.len();
        let moved = (0..blocks * size).map(|input| input / size * size + cells[input % size]);
        moved.chain(blocks * size..inputs).collect()
    };
    cells.iter().map(lift).collect()
}

/// The symmetries of a square board, its cells row after row, but the identity.
pub(crate) fn of_square(side: usize) -> Vec<Vec<usize>> {
    let turn = |kind: usize| {
        let image = move |cell: usize| {
            let (mut row, mut column) = (cell / side, cell % side);
            if kind & 1 != 0 {
                column = side - 1 - column;
            }
            if kind & 2 != 0 {
                row = side - 1 - row;
            }
            if kind & 4 != 0 {
                (row, column) = (column, row);
            }
            row * side + column
        };
        (0..side * side).map(image).collect()
    };
    (1..8).map(turn).collect()
}
