//! The threads that think, and the queue before them.
//!
//! A fixed number of threads, a queue of a fixed length. Who does not fit is told at once. Who goes
//! away before his turn leaves the queue. Of several threads one is kept for work that is soon done, so that
//! searches without a limit never keep somebody waiting who plays.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use melee_service::Span;

type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

struct Job {
    id: u64,
    span: Span,
    stop: Arc<AtomicBool>,
    work: Work,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    running: usize,
    /// How many of those are [long](Span::Long).
    long: usize,
    next_id: u64,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    workers: usize,
    longest: usize,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Work is done outside the lock, so nothing is ever half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Threads that search for the page, and the queue before them.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// The last holder closes the queue, and the threads end.
    _close: Arc<CloseOnDrop>,
}

struct CloseOnDrop(Arc<Shared>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.queue().closed = true;
        self.0.wake.notify_all();
    }
}

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// A place in the queue or at work. Whoever lets go of it stops the work.
pub(crate) struct Ticket {
    id: u64,
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

impl Ticket {
    /// How many are before this one; `None` when it is at work or done.
    pub(crate) fn ahead(&self) -> Option<usize> {
        let queue = self.shared.queue();
        queue.waiting.iter().position(|job| job.id == self.id)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.shared.queue().waiting.retain(|job| job.id != self.id);
    }
}

impl Pool {
    pub(crate) fn new(workers: usize, longest: usize) -> Self {
        let shared = Arc::new(Shared { queue: Mutex::default(), wake: Condvar::new(), workers, longest });
        for _ in 0..workers {
            let shared = shared.clone();
            thread::spawn(move || work(&shared));
        }
        Pool { _close: Arc::new(CloseOnDrop(shared.clone())), shared }
    }

    /// Puts work into the queue.
    pub(crate) fn submit(&self, span: Span, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Result<Ticket, Full> {
        let mut queue = self.shared.queue();
        let free = self.shared.workers.saturating_sub(queue.running);
        if queue.waiting.len() >= self.shared.longest + free {
            return Err(Full);
        }
        queue.next_id += 1;
        let (id, stop) = (queue.next_id, Arc::new(AtomicBool::new(false)));
        queue.waiting.push_back(Job { id, span, stop: stop.clone(), work: Box::new(work) });
        drop(queue);
        self.shared.wake.notify_one();
        Ok(Ticket { id, shared: self.shared.clone(), stop })
    }

    /// How many are at work, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.shared.queue();
        (queue.running, queue.waiting.len())
    }
}

impl Shared {
    /// The first job whose turn it is.
    fn next(&self, queue: &mut Queue) -> Option<Job> {
        let may_be_long = queue.long < self.workers.saturating_sub(1).max(1);
        let place = queue.waiting.iter().position(|job| may_be_long || job.span == Span::Short)?;
        queue.waiting.remove(place)
    }
}

fn work(shared: &Shared) {
    let mut queue = shared.queue();
    loop {
        if queue.closed {
            return;
        }
        let Some(job) = shared.next(&mut queue) else {
            let woken = shared.wake.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let long = usize::from(job.span == Span::Long);
        queue.running += 1;
        queue.long += long;
        drop(queue);
        if !job.stop.load(Ordering::Relaxed) {
            // What the work shared with its request is dropped with it: the request sees that the
            // answer will not come.
            let _ = catch_unwind(AssertUnwindSafe(|| (job.work)(&job.stop)));
        }
        queue = shared.queue();
        queue.running -= 1;
        queue.long -= long;
        // One that could not be taken while this was at work.
        if long > 0 {
            shared.wake.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    /// Keeps a worker busy until its ticket is dropped.
    fn endless(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    #[test]
    fn a_full_queue_refuses_and_a_dropped_ticket_makes_room() {
        let pool = Pool::new(1, 1);
        let running = pool.submit(Span::Short, endless).expect("a free worker");
        while pool.load() != (1, 0) {
            thread::yield_now();
        }
        let waiting = pool.submit(Span::Short, endless).expect("room in the queue");
        assert_eq!(waiting.ahead(), Some(0));
        assert!(pool.submit(Span::Short, endless).is_err());
        drop(waiting);
        assert_eq!(pool.load(), (1, 0));
        let (sender, receiver) = channel();
        let last = pool.submit(Span::Short, move |_| sender.send(()).expect("somebody waits"));
        assert!(last.is_ok());
        drop(running);
        receiver.recv_timeout(SOON).expect("the next one runs");
    }

    #[test]
    fn a_panic_costs_nobody_but_its_own_request() {
        let pool = Pool::new(1, 8);
        let _first = pool.submit(Span::Short, |_| std::panic::resume_unwind(Box::new("on purpose")));
        let (sender, receiver) = channel();
        let _second = pool.submit(Span::Short, move |_| sender.send(()).expect("somebody waits"));
        receiver.recv_timeout(SOON).expect("the thread lives");
    }

    #[test]
    fn of_several_workers_one_is_left_to_work_that_is_soon_done() {
        let pool = Pool::new(2, 8);
        let first = pool.submit(Span::Long, endless).expect("a free worker");
        let second = pool.submit(Span::Long, endless).expect("room in the queue");
        let (sender, receiver) = channel();
        let _short = pool.submit(Span::Short, move |_| sender.send(()).expect("somebody waits"));
        receiver.recv_timeout(SOON).expect("it runs beside the long one");
        while pool.load() != (1, 1) {
            thread::yield_now();
        }
        assert_eq!(second.ahead(), Some(0), "the other long one waits");
        drop(first);
        while second.ahead().is_some() {
            thread::yield_now();
        }
    }
}
