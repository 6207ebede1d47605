//! Values of positions, compared with another program and with hand-made cases.

use super::{men, rules};
use quirkat_plain::{
    Board, ExactValue, LiteMap, P, Rank, Repetition, Rules, Side, Side::First, Side::Second, Solution, State, game,
};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn alquerque_has_the_counts_of_another_program() {
    let counts: Value = serde_json::from_str(include_str!("../../../search/tests/data/slices.json")).unwrap();
    for (variant, options) in [("walker", &[][..]), ("article", &[("capture", "optional"), ("chain", "optional")])] {
        let mut found: BTreeMap<String, [u64; 3]> = BTreeMap::new();
        Solution::new(&rules(options), 3).each(|state, value| {
            let (own, other) = (state.number_standing(state.to_move), state.number_standing(state.to_move.other()));
            let number = match value {
                ExactValue::Win(_) => 0,
                ExactValue::Loss(_) => 1,
                _ => 2,
            };
            // Each side to move has the same number of positions.
            found.entry(format!("{own},{other}")).or_default()[number] += u64::from(state.to_move == First);
        });
        assert_eq!(found.len(), 3);
        for (slice, found) in found {
            assert_eq!(
                counts[format!("alquerque:{variant}")][&slice],
                Value::from(found.to_vec()),
                "{variant} {slice}"
            );
        }
    }
}

/// Returns the value of a position, solved with its own number of pieces.
fn value(rules: &Rules, target: &State) -> ExactValue {
    let mut found = None;
    Solution::new(rules, target.pieces.len()).each(|state, value| {
        if state == target {
            found = Some(value);
        }
    });
    found.expect("the position is among them")
}

#[test]
fn plies_equal_those_of_best_play() {
    let rules = self::rules(&[]);
    // The second side has only a man on c3, with nothing behind it.
    assert_eq!(value(&rules, &rules.state(men(&[(1, 1)], &[(2, 2)]), First)), ExactValue::Win(1));
    // Wherever it steps, it is captured in the next ply.
    let small = Rules::new(Board::alq(3, 3), &[]).unwrap();
    let corner = small.state(men(&[(1, 1), (2, 2), (0, 2), (2, 0)], &[(0, 0)]), Second);
    assert_eq!(value(&small, &corner), ExactValue::Loss(2));
    // Where captures are optional, one man evades two forever.
    let free = self::rules(&[("capture", "optional")]);
    let far = free.state(men(&[(0, 0), (0, 1)], &[(4, 4)]), Second);
    assert_eq!(value(&free, &far), ExactValue::Draw);
    assert_eq!(value(&Rules { repetition: Repetition::Count, ..free }, &far), ExactValue::EndlessLoss);
}

/// draughts.md, Turkish.
#[test]
fn one_piece_each_is_judged_once_the_position_is_quiet() {
    let dama = game("dama", None, &[("draw_rules", "turkish")]).unwrap();
    let end = |first: (P, Rank), second: (P, Rank), to_move: Side| {
        dama.few_end(
            &dama.state(LiteMap::from_iter([(first.0, (First, first.1)), (second.0, (Second, second.1))]), to_move),
        )
    };
    assert_eq!(end(((0, 0), Rank::King), ((3, 3), Rank::King), First), Some(None));
    assert_eq!(end(((0, 0), Rank::King), ((3, 3), Rank::Man), First), Some(Some(Second)));
    assert_eq!(end(((0, 0), Rank::Man), ((3, 3), Rank::Man), First), None);
    // The king can be captured, by a man that is to move or will be next; the man can promote.
    assert_eq!(end(((4, 3), Rank::King), ((3, 3), Rank::Man), Second), None);
    assert_eq!(end(((4, 7), Rank::King), ((3, 7), Rank::Man), First), None);
    assert_eq!(end(((6, 6), Rank::King), ((3, 1), Rank::Man), Second), None);
    // A man under attack that is to move may step away.
    assert_eq!(end(((0, 7), Rank::King), ((0, 4), Rank::Man), Second), None);
    assert_eq!(end(((0, 7), Rank::King), ((1, 4), Rank::Man), First), Some(Some(Second)));
}
