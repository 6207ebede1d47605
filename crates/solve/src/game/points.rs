//! Sets of points, and maps of the board onto itself.

/// Set of points; bit `i` is the point with the number `i`.
pub type PointSet = u32;

/// Map of the board onto itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointMap {
    /// Image of each point: `images[point]` is the point to which it is mapped.
    pub images: Vec<u8>,
    /// Images of the sets within one byte, by byte and value.
    of_bytes: Box<[[PointSet; 256]; 4]>,
}

impl PointMap {
    /// Returns the map with the given images. A point whose image is no point of a set has none: it vanishes from sets.
    pub fn new(images: Vec<u8>) -> PointMap {
        let image = |point: usize| images.get(point).and_then(|&image| 1_u32.checked_shl(image.into())).unwrap_or(0);
        let image_of =
            |byte: usize, set: usize| members(set as PointSet).fold(0, |images, bit| images | image(8 * byte + bit));
        let of_bytes = std::array::from_fn(|byte| std::array::from_fn(|set| image_of(byte, set)));
        PointMap { images, of_bytes: Box::new(of_bytes) }
    }

    /// Returns the image of a set.
    #[inline]
    pub fn set(&self, set: PointSet) -> PointSet {
        let bytes = set.to_le_bytes().into_iter().zip(&*self.of_bytes);
        bytes.fold(0, |images, (byte, of_byte)| images | of_byte[usize::from(byte)])
    }
}

/// Iterates over the points of a set, lowest first.
pub fn members(set: PointSet) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let point = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (point < PointSet::BITS).then_some(point as usize)
    })
}
