//! Sets of points as bit masks.

use quirkat_rules::engine::{Bits, Wide};

fn behaves_as_a_set<B: Bits>() {
    let last = B::CAPACITY - 1;
    let set = B::bit(0) | B::bit(7) | B::bit(last);
    assert_eq!(set.count(), 3);
    assert_eq!(set.points().collect::<Vec<_>>(), [0, 7, last]);
    assert!(set.has(7) && !set.has(8));
    assert!((set & !set).is_empty() && B::EMPTY.is_empty());
    for by in [1, 5, 63, last as u32] {
        let moved: Vec<_> = set.rotate(by).points().collect();
        let mut expected: Vec<_> = set.points().map(|p| (p + by as usize) % B::CAPACITY).collect();
        expected.sort_unstable();
        assert_eq!(moved, expected, "rotated by {by}");
    }
    assert_ne!(B::bit(1).mix(0), B::bit(2).mix(0));
}

#[test]
fn every_width_behaves_as_a_set() {
    behaves_as_a_set::<u64>();
    behaves_as_a_set::<u128>();
    behaves_as_a_set::<Wide>();
}
