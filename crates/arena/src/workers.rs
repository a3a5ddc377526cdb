//! Work that is shared out among threads, and taken in on one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Results of a thread that may wait to be taken: the disk is slower than short games, and takes many at once as fast as
/// one.
const WAITING: usize = 32;

/// Does `work` on all items, so many at a time; every thread keeps something of its own from item to item. `take` gets what has just been done, several at once if they ended
/// together, in no certain order; it says whether to go on.
pub fn do_all<I: Sync, T: Default, R: Send, E>(
    items: &[I],
    threads: usize,
    work: impl Fn(&I, &mut T) -> R + Sync,
    take: &mut dyn FnMut(Vec<R>) -> Result<bool, E>,
) -> Result<(), E> {
    let threads = threads.max(1);
    let (next, stop) = (&AtomicUsize::new(0), &AtomicBool::new(false));
    let work = &work;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(WAITING * threads);
        for _ in 0..threads {
            let send = send.clone();
            scope.spawn(move || {
                let mut kept = T::default();
                while !stop.load(Ordering::Relaxed)
                    && let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed))
                    && send.send(work(item, &mut kept)).is_ok()
                {}
            });
        }
        drop(send);
        while let Ok(first) = receive.recv() {
            let new = std::iter::once(first).chain(receive.try_iter()).collect();
            let taken = take(new);
            if !matches!(taken, Ok(true)) {
                stop.store(true, Ordering::Relaxed);
            }
            // Whoever waits to be taken is let go when we leave.
            taken?;
        }
        Ok(())
    })
}
