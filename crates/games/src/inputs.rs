//! What the games that can be learned share.

/// Inside `impl PlayableGame` of a game that has inputs and [`Learned`](melee_core::net::Learned) knowledge: the files of
/// the networks that come with it, those that champions evaluate with and others.
///
/// In a browser every byte travels, so there only the champions have theirs.
macro_rules! learned {
    ($state:ty; best: [$($best:literal),* $(,)?], others: [$($other:literal),* $(,)?]) => {
        fn inputs(&self) -> Option<&dyn melee_core::Inputs<$state>> {
            Some(self)
        }

        fn nets() -> &'static [melee_core::net::ShippedNet] {
            &[
                $(melee_core::net::ShippedNet { file: include_bytes!($best), is_best: true },)*
                $(
                    #[cfg(not(target_family = "wasm"))]
                    melee_core::net::ShippedNet { file: include_bytes!($other), is_best: false },
                )*
            ]
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
