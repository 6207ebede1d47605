//! Rounds in which workers tell one another things.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
use std::time::Duration;
use timely::ExchangeData;
use timely::dataflow::operators::vec::Input;
use timely::dataflow::operators::{Exchange, Inspect, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::progress::Stamp;
use timely::worker::Worker;

/// A worker that waits looks whether another is gone so often at least.
const PATIENCE: Duration = Duration::from_millis(100);

/// Messages of one kind: what is told in a round has come to those whom it is for when the round is over.
pub struct Rounds<M: ExchangeData + Copy> {
    input: InputHandleVec<u32, M>,
    probe: ProbeHandle<u32>,
    /// What was heard in even rounds and in odd ones: others may be a round ahead.
    received: Rc<RefCell<[Vec<M>; 2]>>,
    round: u32,
    /// For which worker a message is.
    receiver: Rc<dyn Fn(&M) -> usize>,
    /// The workers of this process; others are told through the network.
    here: std::ops::Range<usize>,
    /// The bytes that a message takes as timely packs it: those of its numbers, with nothing between.
    bytes: u64,
    /// The bytes of messages that other processes were told.
    pub sent: u64,
}

impl<M: ExchangeData + Copy> Rounds<M> {
    /// Every worker makes the same kinds in the same order.
    pub fn new(worker: &mut Worker, threads: usize, bytes: u64, receiver: impl Fn(&M) -> usize + 'static) -> Rounds<M> {
        let receiver: Rc<dyn Fn(&M) -> usize> = Rc::new(receiver);
        let received = Rc::new(RefCell::new([vec![], vec![]]));
        let mut input = InputHandleVec::new();
        let (to, into) = (Rc::clone(&receiver), Rc::clone(&received));
        let probe = worker.dataflow(|scope| {
            let messages_in = scope.input_from(&mut input).exchange(move |message: &M| to(message) as u64);
            let receive = move |event: Result<(&Stamp<u32>, &Vec<M>), &[u32]>| {
                if let Ok((round, messages)) = event {
                    into.borrow_mut()[*round.expect_singleton() as usize % 2].extend_from_slice(messages);
                }
            };
            messages_in.inspect_core(receive).probe().0
        });
        let first = worker.index() / threads * threads;
        Rounds { input, probe, received, round: 0, receiver, here: first..first + threads, bytes, sent: 0 }
    }

    /// Tells whom it is for something.
    pub fn send(&mut self, message: M) {
        if !self.here.contains(&(self.receiver)(&message)) {
            self.sent += self.bytes;
        }
        self.input.send(message);
    }

    /// Ends a round, when all others do too; gives what was told this worker.
    pub fn end(&mut self, worker: &mut Worker) -> Vec<M> {
        self.round += 1;
        self.input.advance_to(self.round);
        while self.probe.less_than(self.input.time()) {
            worker.step_or_park(Some(PATIENCE));
        }
        mem::take(&mut self.received.borrow_mut()[(self.round - 1) as usize % 2])
    }
}
