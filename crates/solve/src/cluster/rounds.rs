//! Rounds of messages between workers.

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

/// Interval at which a waiting worker checks whether another is gone.
const PATIENCE: Duration = Duration::from_millis(100);

/// Messages of one kind. All messages of a round have arrived when the round ends.
pub struct Rounds<M: ExchangeData + Copy> {
    input: InputHandleVec<u32, M>,
    probe: ProbeHandle<u32>,
    /// Received messages of even and of odd rounds: other workers may be one round ahead.
    received: Rc<RefCell<[Vec<M>; 2]>>,
    round: u32,
    /// Worker that a message goes to.
    receiver: Rc<dyn Fn(&M) -> usize>,
    /// Workers of this process; others are reached through the network.
    here: std::ops::Range<usize>,
    /// Bytes of a packed message.
    bytes: u64,
    /// Bytes sent to other processes.
    pub sent: u64,
}

impl<M: ExchangeData + Copy> Rounds<M> {
    /// Creates the channel of a kind. All workers must create the same kinds in the same order.
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

    /// Sends a message to the worker that its receiver function names. It arrives at the end of the round.
    pub fn send(&mut self, message: M) {
        if !self.here.contains(&(self.receiver)(&message)) {
            self.sent += self.bytes;
        }
        self.input.send(message);
    }

    /// Ends a round when all workers do; returns the messages to this worker.
    pub fn end(&mut self, worker: &mut Worker) -> Vec<M> {
        self.round += 1;
        self.input.advance_to(self.round);
        while self.probe.less_than(self.input.time()) {
            worker.step_or_park(Some(PATIENCE));
        }
        mem::take(&mut self.received.borrow_mut()[(self.round - 1) as usize % 2])
    }
}
