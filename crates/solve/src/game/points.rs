//! Sets of points, and maps of the board onto itself.

/// A set of points, bit `i` the point of that number.
pub type PointSet = u32;

/// Where each point comes to lie when the board is laid on itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointMap {
    /// The place of each point.
    pub images: Vec<u8>,
    /// Where the sets come to lie whose points are all in one byte, for each byte of a set.
    of_bytes: Box<[[PointSet; 256]; 4]>,
}

impl PointMap {
    /// These places, by point.
    pub fn new(images: Vec<u8>) -> PointMap {
        let image = |point: usize| images.get(point).map_or(0, |image| 1 << image);
        let laid = |byte: usize, set: usize| members(set as PointSet).fold(0, |laid, bit| laid | image(8 * byte + bit));
        let of_bytes = std::array::from_fn(|byte| std::array::from_fn(|set| laid(byte, set)));
        PointMap { images, of_bytes: Box::new(of_bytes) }
    }

    /// Where a set comes to lie.
    #[inline]
    pub fn set(&self, set: PointSet) -> PointSet {
        let bytes = set.to_le_bytes().into_iter().zip(&*self.of_bytes);
        bytes.fold(0, |laid, (byte, of_byte)| laid | of_byte[usize::from(byte)])
    }
}

/// The points of a set, lowest first.
pub fn members(set: PointSet) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (point < PointSet::BITS).then_some(point as usize)
    })
}
