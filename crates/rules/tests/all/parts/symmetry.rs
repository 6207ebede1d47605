//! Symmetries of boards.

use quirkat_rules::construct;
use std::collections::BTreeSet;

#[test]
fn symmetries_form_a_group_of_the_expected_size() {
    let sizes = [
        ("alq(5,5)", 8),
        ("alq(9,5)", 4),
        ("cross(6,7)", 4),
        ("tri(2)", 4),
        ("tri(4)", 8),
        ("serpent(8,outer)", 4),
        ("checker(8,8,left)", 4),
        ("lasca7()", 8),
        ("mill24()", 8),
    ];
    for (call, size) in sizes {
        let group: BTreeSet<_> = construct(call).unwrap().symmetries().into_iter().collect();
        assert_eq!(group.len(), size, "{call}");
        for a in &group {
            for b in &group {
                assert!(group.contains(&a.then(b)), "{call} is closed");
            }
            assert!(group.iter().any(|b| a.then(b) == a.then(b).then(a).then(b)), "{call} has inverses");
        }
    }
}
