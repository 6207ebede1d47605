//! Entropy coding of weights: an adaptive binary arithmetic coder (M. Mahoney, "Adaptive weighing of context models for
//! lossless data compression", 2005) and a model of weights.
//!
//! Reading and writing share the model. [`BitCoder::code`] takes the next bit and returns it: a [`BitWriter`] encodes the given
//! bit, a [`BitReader`] ignores it and returns the decoded one.

use super::TaperedWeight;

/// Number of classes of numbers: the length of the absolute value in bits.
const CLASSES: usize = 17;
/// Bits of a class number.
const CLASS_BITS: u32 = 5;
/// Bits below the leading one that are modelled. The lower ones are noise.
const MODELLED_BITS: u32 = 2;
/// An even chance, in 1/65536.
const EVEN: u32 = 1 << 15;

/// Chance that a bit is 1, in 1/65536: a quick and a slow average of the bits so far.
#[derive(Clone, Copy)]
struct Chance([u16; 2]);

impl Chance {
    const EVEN: Chance = Chance([EVEN as u16; 2]);
    /// Shifts by which the averages approach a bit.
    const RATES: [u32; 2] = [4, 7];
    /// Bound of the chance of either bit, in 1/65536.
    const LEAST: u32 = 32;

    fn of_one(self) -> u32 {
        let [quick, slow] = self.0.map(u32::from);
        ((quick + slow) / 2).clamp(Chance::LEAST, (1 << 16) - Chance::LEAST)
    }

    fn learn(&mut self, bit: bool) {
        for (average, rate) in self.0.iter_mut().zip(Chance::RATES) {
            if bit {
                *average += (u16::MAX - *average) >> rate;
            } else {
                *average -= *average >> rate;
            }
        }
    }
}

/// Either direction of coding.
trait BitCoder {
    /// Codes a bit that is 1 with a chance in 1/65536. Returns the bit.
    fn code(&mut self, bit: bool, chance: u32) -> bool;
}

/// The numbers from `low` to `high`: those that begin with the bytes written so far and fit the bits since.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Interval = Interval { low: 0, high: u32::MAX };

    /// Returns the last number of the part for a bit of 1.
    fn split(&self, chance: u32) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(chance)) >> 16) as u32
    }

    /// Narrows the interval to the part for a bit. Calls `shift` with the first byte of all its numbers as long as they share it.
    fn narrow(&mut self, split: u32, bit: bool, mut shift: impl FnMut(u8)) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            shift((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = (self.high << 8) | 0xff;
        }
    }
}

/// Writes bits to bytes.
struct BitWriter {
    interval: Interval,
    bytes: Vec<u8>,
}

impl BitWriter {
    fn new(bytes: Vec<u8>) -> BitWriter {
        BitWriter { interval: Interval::WHOLE, bytes }
    }

    /// Returns the bytes, to which those of the last bits are added.
    fn finish(mut self) -> Vec<u8> {
        // A reader takes missing bytes for zeros, so that a number with this first byte is in the interval.
        self.bytes.extend(self.interval.high.to_be_bytes().first());
        self.bytes
    }
}

impl BitCoder for BitWriter {
    fn code(&mut self, bit: bool, chance: u32) -> bool {
        let split = self.interval.split(chance);
        self.interval.narrow(split, bit, |byte| self.bytes.push(byte));
        bit
    }
}

/// Reads bits from bytes.
struct BitReader<'b> {
    interval: Interval,
    /// The next four bytes.
    number: u32,
    rest: std::slice::Iter<'b, u8>,
    /// Number of bytes that were read beyond the end.
    missing: usize,
}

impl<'b> BitReader<'b> {
    fn new(bytes: &'b [u8]) -> BitReader<'b> {
        let mut reader = BitReader { interval: Interval::WHOLE, number: 0, rest: bytes.iter(), missing: 0 };
        (0..4).for_each(|_| {
            reader.number = reader.number << 8 | u32::from(next_byte(&mut reader.rest, &mut reader.missing))
        });
        reader
    }

    /// Returns whether the bits so far fill the bytes, neither more nor fewer.
    fn is_at_end(&self) -> bool {
        self.rest.len() == 0 && self.missing == 3
    }
}

/// Returns the next byte; zero beyond the end.
fn next_byte(rest: &mut std::slice::Iter<'_, u8>, missing: &mut usize) -> u8 {
    rest.next().copied().unwrap_or_else(|| {
        *missing += 1;
        0
    })
}

impl BitCoder for BitReader<'_> {
    fn code(&mut self, _: bool, chance: u32) -> bool {
        let split = self.interval.split(chance);
        let bit = self.number <= split;
        let BitReader { interval, number, rest, missing } = self;
        interval.narrow(split, bit, |_| *number = *number << 8 | u32::from(next_byte(rest, missing)));
        bit
    }
}

/// Chances of the bits of one kind of numbers.
struct NumberModel {
    /// Bits of a class, by the context and the bits above them.
    classes: Vec<[Chance; 1 << CLASS_BITS]>,
    /// Signs, by the signs of two other numbers.
    signs: [[Chance; 3]; 3],
    /// Bits below the leading one, by the class and the bits above them.
    mantissas: [[Chance; 1 << MODELLED_BITS]; CLASSES],
}

impl NumberModel {
    fn new() -> NumberModel {
        NumberModel {
            classes: vec![[Chance::EVEN; 1 << CLASS_BITS]; CLASSES * CLASSES],
            signs: [[Chance::EVEN; 3]; 3],
            mantissas: [[Chance::EVEN; 1 << MODELLED_BITS]; CLASSES],
        }
    }

    /// Codes a number after two others of which it depends: its class, its sign, and the bits below the leading one.
    fn code(&mut self, coder: &mut impl BitCoder, number: i16, [first, second]: [i16; 2]) -> i16 {
        let chances = &mut self.classes[class(first) * CLASSES + class(second)];
        let class = code_bits(coder, chances, class(number) as u32, CLASS_BITS).min(CLASSES as u32 - 1);
        if class == 0 {
            return 0;
        }
        let sign = |number: i16| usize::from(number > 0) + 2 * usize::from(number < 0);
        let is_negative = code_bit(coder, &mut self.signs[sign(first)][sign(second)], number < 0);
        let size = u32::from(number.unsigned_abs());
        let below = class - 1;
        let noise = below.saturating_sub(MODELLED_BITS);
        let chances = &mut self.mantissas[class as usize];
        let mut coded = 1 << (below - noise) | code_bits(coder, chances, size >> noise, below - noise);
        for place in (0..noise).rev() {
            coded = coded << 1 | u32::from(coder.code(size >> place & 1 == 1, EVEN));
        }
        let coded = coded as i16;
        if is_negative { coded.wrapping_neg() } else { coded }
    }
}

/// Returns the class of a number: the length of its absolute value in bits.
fn class(number: i16) -> usize {
    (u16::BITS - number.unsigned_abs().leading_zeros()) as usize
}

fn code_bit(coder: &mut impl BitCoder, chance: &mut Chance, bit: bool) -> bool {
    let bit = coder.code(bit, chance.of_one());
    chance.learn(bit);
    bit
}

/// Codes the lowest bits of a number, the highest first; each chance depends on the bits above.
fn code_bits(coder: &mut impl BitCoder, chances: &mut [Chance], number: u32, bits: u32) -> u32 {
    let mut coded = 1;
    for place in (0..bits).rev() {
        coded = coded << 1 | u32::from(code_bit(coder, &mut chances[coded as usize], number >> place & 1 == 1));
    }
    coded ^ 1 << bits
}

/// Codes weights and the numbers of a network in place, and then their checksum: a reader replaces them. Returns whether the
/// checksum is right.
fn code_all(coder: &mut impl BitCoder, weights: &mut [TaperedWeight], network: &mut [i16], neurons: usize) -> bool {
    let (mut endings, mut differences) = (NumberModel::new(), NumberModel::new());
    let (mut ending, mut difference) = (0, 0);
    for weight in &mut *weights {
        ending = endings.code(coder, weight[0], [ending, 0]);
        difference = differences.code(coder, weight[1].wrapping_sub(weight[0]), [ending, difference]);
        *weight = [ending, ending.wrapping_add(difference)];
    }
    let mut numbers = NumberModel::new();
    for place in 0..network.len() {
        let of_last_row = place.checked_sub(neurons).map_or(0, |last| network[last]);
        network[place] = numbers.code(coder, network[place], [of_last_row, 0]);
    }
    let all = weights.iter().flatten().chain(&*network);
    let sum = all.fold(0_u32, |sum, &number| sum.wrapping_mul(31).wrapping_add(number as u32));
    let coded =
        (0..u32::BITS).rev().fold(0, |coded, place| coded << 1 | u32::from(coder.code(sum >> place & 1 == 1, EVEN)));
    coded == sum
}

/// Appends the encoded weights and numbers of a network to bytes.
pub(super) fn write(bytes: Vec<u8>, weights: &[TaperedWeight], network: &[i16], neurons: usize) -> Vec<u8> {
    let mut writer = BitWriter::new(bytes);
    code_all(&mut writer, &mut weights.to_vec(), &mut network.to_vec(), neurons);
    writer.finish()
}

/// Reads numbers of weights and of a network. `None` if the bytes are too few, too many or corrupt.
pub(super) fn read(
    bytes: &[u8],
    weights: usize,
    network: usize,
    neurons: usize,
) -> Option<(Vec<TaperedWeight>, Vec<i16>)> {
    let (mut weights, mut network) = (vec![[0; 2]; weights], vec![0; network]);
    let mut reader = BitReader::new(bytes);
    let is_sound = code_all(&mut reader, &mut weights, &mut network, neurons);
    (is_sound && reader.is_at_end()).then_some((weights, network))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let extremes = [0, 1, -1, 2, i16::MAX, i16::MIN, -i16::MAX, 8192];
        let weights: Vec<TaperedWeight> = extremes.iter().flat_map(|&a| extremes.map(|b| [a, b])).collect();
        let network: Vec<i16> = (-3000..3000).map(|number: i16| number.wrapping_mul(number)).collect();
        for (weights, network) in [(&weights[..], &network[..]), (&[], &network), (&weights, &[]), (&[], &[])] {
            let bytes = write(vec![], weights, network, 32);
            let read = |bytes: &[u8]| read(bytes, weights.len(), network.len(), 32);
            assert!(read(&bytes) == Some((weights.to_vec(), network.to_vec())));
            assert!(read(&[&bytes[..], &[0]].concat()).is_none(), "a byte too many");
            assert!(read(&bytes[..bytes.len() - 1]).is_none(), "a byte too few");
            let changed = |place: usize| bytes.iter().enumerate().map(move |(at, byte)| byte ^ u8::from(at == place));
            assert!((0..bytes.len()).step_by(97).all(|place| read(&changed(place).collect::<Vec<_>>()).is_none()));
        }
    }

    #[test]
    fn zeros_take_almost_no_space() {
        assert!(write(vec![], &[[0; 2]; 10_000], &[], 0).len() < 100);
    }
}
