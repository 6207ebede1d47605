//! Endings of games of all kinds, held against what comes of looking at every position again and again.

use super::files::rewrite;
use quirkat_rules::{
    Anatomy, AnyRules, Capture, Closing, DrawRules, History, Outcome, Piece, Placed, Point, Rank, Rules, RulesVisitor,
    Ruleset, Setup, Side, find_game,
};
use quirkat_solve::{AnyLaw, AnyTables, DoneEnding, Endings, Frame, Numbering, TableError, Verdict, Verify, Worth};
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::Arc;

/// Solves the endings with at most so many pieces.
pub fn solve(ruleset: &Ruleset, most: u32, threads: usize, folder: &Path) -> AnyTables {
    let rules = AnyRules::compile(ruleset.clone()).unwrap();
    let frame = Arc::new(Frame::of(ruleset).unwrap());
    let endings = Endings {
        rules: &rules,
        frame: &frame,
        title: &ruleset.title(),
        folder,
        threads,
        memory: 1 << 30,
        stop: &|| false,
    };
    for signature in frame.endings(most) {
        assert!(endings.solve(signature, &|_, _| {}).unwrap(), "nobody stops it");
    }
    AnyTables::open(AnyLaw::Endings(frame), folder).unwrap()
}

/// A position as it can be looked up: its side to move, its columns by point, from the top down, what is in hand, what
/// may be huffed, and what is closed.
type Seen = (Side, Vec<(u16, Vec<Piece>)>, [u8; 2], Vec<Point>, [u8; 4]);

fn seen(position: &Anatomy) -> Seen {
    let columns = position.pieces.chunk_by(|above, below| above.point == below.point);
    let mut columns: Vec<_> =
        columns.map(|column| (column[0].point.0, column.iter().map(|placed| placed.piece).collect())).collect();
    columns.sort_unstable_by_key(|&(point, _): &(u16, Vec<Piece>)| point);
    (position.to_move, columns, position.hand, position.huffable.clone(), position.closed)
}

/// All that stands on these points can stand there in any way: every arrangement of so many pieces, whatever they are.
fn arrangements(ruleset: &Ruleset, most: u32, ranks: &[Rank], hand: u8) -> Vec<Anatomy> {
    let points = ruleset.board.len() as u16;
    let has_towers = matches!(AnyRules::compile(ruleset.clone()).unwrap(), AnyRules::Towers(_) | AnyRules::Towers64(_));
    let kinds: Vec<Piece> =
        Side::BOTH.into_iter().flat_map(|side| ranks.iter().map(move |&rank| Piece { side, rank })).collect();
    // No board here has more than nine rows.
    let rows = if ruleset.options.closing == Closing::None { 0 } else { 8 };
    let closed = || (0..=rows).flat_map(|bottom| (0..=rows - bottom).map(move |top| [bottom, top, 0, 0]));
    let huffs = ruleset.options.capture == Capture::Huff;
    let mut all = vec![];
    let mut next: Vec<Vec<Placed>> = vec![vec![]];
    while let Some(pieces) = next.pop() {
        if pieces.len() < most as usize {
            for point in pieces.last().map_or(0, |last| last.point.0)..points {
                let depth = pieces.iter().filter(|placed| placed.point.0 == point).count() as u8;
                if depth > 0 && !has_towers {
                    continue;
                }
                for &piece in &kinds {
                    let mut pieces = pieces.clone();
                    pieces.push(Placed { point: Point(point), piece, depth });
                    next.push(pieces);
                }
            }
        }
        for first in 0..=hand {
            for second in 0..=hand {
                let hand = [first, second];
                let has = |side: Side| hand[side.index()] > 0 || pieces.iter().any(|placed| placed.piece.side == side);
                if Side::BOTH.into_iter().all(has) && pieces.len() as u32 + u32::from(first + second) <= most {
                    for to_move in Side::BOTH {
                        let others = pieces.iter().filter(|placed| placed.piece.side != to_move && huffs);
                        let owing: Vec<Point> = others.map(|placed| placed.point).collect();
                        for subset in 0..1 << owing.len() {
                            let chosen = owing.iter().enumerate().filter(|(bit, _)| subset >> bit & 1 != 0);
                            let huffable: Vec<Point> = chosen.map(|(_, &point)| point).collect();
                            let pieces = &pieces;
                            all.extend(closed().map(|closed| {
                                let (pieces, huffable) = (pieces.clone(), huffable.clone());
                                Anatomy { to_move, pieces, hand, huffable, closed, combat: false }
                            }));
                        }
                    }
                }
            }
        }
    }
    all
}

/// Finds what is true of positions by looking at all of them ply by ply.
struct Plainly(Vec<Anatomy>);

impl RulesVisitor for Plainly {
    type Output = HashMap<Seen, (Worth, Option<u32>)>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        let judged = rules.ruleset().options.draw_rules != DrawRules::None;
        let (mut known, mut open) = (HashMap::new(), vec![]);
        for anatomy in self.0 {
            let mut setup = Setup::empty(&rules.ruleset().board);
            anatomy.put(&mut setup);
            let Ok(position) = rules.position(&setup) else { continue };
            let judge = || History::new(&**rules, &position).ended(&**rules, &position).filter(|_| judged);
            if let Some(Outcome { winner, .. }) = rules.outcome(&position).or_else(judge) {
                let end = match winner {
                    None => (Worth::Drawn, None),
                    Some(winner) if winner == anatomy.to_move => (Worth::Won, Some(1)),
                    Some(_) => (Worth::Lost, Some(0)),
                };
                known.insert(seen(&anatomy), end);
                continue;
            }
            let mut after = vec![];
            let told = rules.each_turn(&position, &mut |turn, _| {
                let next = rules.play(&position, turn);
                let over = rules.outcome(&next).map(|end| end.winner.is_some());
                let goes_on = rules.to_move(&next) == anatomy.to_move;
                after.push((seen(&Anatomy::of(&**rules, &next)), goes_on, over));
                Continue(())
            });
            told.unwrap();
            open.push((seen(&anatomy), after));
        }
        for plies in 1.. {
            let before = open.len();
            // What a turn comes to for the side that makes it. Who goes on has not had a turn yet.
            let comes_to = |(after, goes_on, over): &(Seen, bool, Option<bool>)| {
                let (worth, plies) = match (known.get(after), over) {
                    (Some(&known), _) => known,
                    // Nothing is left of a side.
                    (None, Some(true)) => (Worth::Lost, Some(0)),
                    (None, Some(false)) => (Worth::Drawn, None),
                    (None, None) => return None,
                };
                let before = match worth {
                    Worth::Won => Worth::Lost,
                    Worth::Drawn => Worth::Drawn,
                    Worth::Lost => Worth::Won,
                };
                Some(if *goes_on { (worth, plies) } else { (before, plies.map(|plies| plies + 1)) })
            };
            let mut found = vec![];
            open.retain(|(position, after)| {
                let after: Vec<_> = after.iter().map(comes_to).collect();
                let wins = after.iter().flatten().filter(|(worth, _)| *worth == Worth::Won);
                let soonest = wins.filter_map(|&(_, of)| of).min().filter(|of| *of <= plies);
                let loses = after.iter().all(|after| matches!(after, Some((Worth::Lost, Some(of))) if *of <= plies));
                let end = match soonest {
                    Some(soonest) => (Worth::Won, Some(soonest)),
                    None if loses => (Worth::Lost, after.iter().flatten().filter_map(|&(_, of)| of).max()),
                    None => return true,
                };
                found.push((position.clone(), end));
                false
            });
            known.extend(found);
            if open.len() == before && plies > 60 {
                break;
            }
        }
        known.extend(open.into_iter().map(|(position, _)| (position, (Worth::Drawn, None))));
        known
    }
}

#[test]
fn every_position_is_worth_what_looking_at_all_of_them_says() {
    use Rank::{King, Man};
    for (game, variant, most, ranks, hand) in [
        ("english", None, 2, &[Man, King][..], 0),
        ("alquerque", Some("roman"), 2, &[Man, King], 0),
        ("fanorona", Some("telo_capture"), 4, &[Man], 0),
        ("alquerque-de-tres", None, 5, &[Man], 3),
        ("lasca", None, 2, &[Man, King], 0),
        ("dama", None, 2, &[Man, King], 0),
        ("queah", Some("at_once"), 3, &[Man], 1),
        ("tukvnanawopi", None, 2, &[Man], 0),
        ("alquerque", Some("wikipedia"), 3, &[Man], 0),
    ] {
        let ruleset = ruleset_of(game, variant);
        let folder = tempfile::tempdir().unwrap();
        let tables = solve(&ruleset, most, 2, folder.path());
        let all = arrangements(&ruleset, most, ranks, hand);
        let known = AnyRules::compile(ruleset.clone()).unwrap().visit(Plainly(all.clone()));
        let mut looked = 0;
        for position in all {
            let (Some(&(worth, plies)), Some(found)) =
                (known.get(&seen(&position)), tables.verdict(&position).unwrap())
            else {
                continue;
            };
            // A man does not stand where he would have been promoted; nobody asks for that.
            assert_eq!(found, Verdict { worth, plies }, "{game} {position:?}");
            looked += 1;
        }
        assert!(looked > 1000, "{game}: {looked}");
    }
}

fn ruleset_of(game: &str, variant: Option<&str>) -> Ruleset {
    find_game(game).unwrap().ruleset(variant, &[]).unwrap()
}

fn english() -> Ruleset {
    ruleset_of("english", None)
}

/// As many as those who first made tables of the game counted, one colour alone among them. Source: Schaeffer and others, *Checkers
/// Is Solved*, Science 317 (2007), which counts 6,972, 261,224, 7,092,774 and 148,688,232 for 2 to 5 pieces.
#[test]
fn positions_of_english_draughts_are_as_many_as_published() {
    let frame = Arc::new(Frame::of(&english()).unwrap());
    let mut both = [0; 4];
    for signature in frame.endings(3) {
        let numbering = Numbering::new(&frame, signature).unwrap();
        let mut position = Anatomy::empty();
        let used = numbering.of_side(Side::First).filter(|&number| numbering.position(number, &mut position));
        let placements: u64 = used.map(|number| numbering.size(number)).sum();
        let colours = if frame.exchanged(&signature) == Some(signature) { 1 } else { 2 };
        both[signature.pieces().iter().sum::<u32>() as usize] += colours * placements;
    }
    // Men stand on 28 points, kings on the others.
    let choose = |n: u64, k: u64| (0..k).fold(1, |sets, i| sets * (n - i) / (i + 1));
    let of_one_colour =
        |pieces: u64| (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>();
    assert_eq!(both[2] + 2 * of_one_colour(2), 6_972);
    assert_eq!(both[3] + 2 * of_one_colour(3), 261_224);
}

#[test]
fn any_number_of_threads_makes_the_same_files() {
    let [one, three] = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        solve(&english(), 3, threads, folder.path());
        folder
    });
    let frame = Frame::of(&english()).unwrap();
    for signature in frame.endings(3) {
        let read = |folder: &Path| fs::read(DoneEnding::path(folder, &signature)).unwrap();
        assert!(read(one.path()) == read(three.path()), "{}", signature);
    }
}

#[test]
fn tables_of_other_rules_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    solve(&english(), 2, 1, folder.path());
    let opened = |ruleset: &Ruleset| AnyTables::open(AnyLaw::of(ruleset).unwrap(), folder.path());
    assert!(matches!(opened(&ruleset_of("brazilian", None)), Err(TableError::Foreign { .. })));
    let path = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(&path, bytes).unwrap();
    assert!(matches!(opened(&english()), Err(TableError::Broken { .. })));
}

#[test]
fn a_verdict_that_is_planted_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let rules = AnyRules::compile(english()).unwrap();
    let faults = |tables: &AnyTables| {
        let verify = Verify { tables, positions: u64::MAX, seed: 1, threads: 2, stop: &|| false, tell: &|_| {} };
        verify.run(&rules).unwrap().faults
    };
    let tables = solve(&english(), 2, 2, folder.path());
    assert_eq!(faults(&tables), []);
    // A king against a king, next to each other: whoever is to move wins.
    let frame = Arc::new(Frame::of(&english()).unwrap());
    let kings = frame.endings(2).into_iter().find(|signature| signature.to_string() == "k1-k1").unwrap();
    let ending = DoneEnding::open(&frame, folder.path(), kings).unwrap();
    let king =
        |point: u16, side: Side| Placed { point: Point(point), piece: Piece { side, rank: Rank::King }, depth: 0 };
    let position = Anatomy {
        to_move: Side::First,
        pieces: vec![king(13, Side::First), king(17, Side::Second)],
        ..Anatomy::empty()
    };
    assert_eq!(tables.verdict(&position).unwrap(), Some(Verdict::in_plies(1)));
    let (number, numbers) = (ending.numbering.number(&position), ending.numbering.numbers());
    drop((ending, tables));
    rewrite(&DoneEnding::path(folder.path(), &kings), numbers, |_, block| block[number] = 3);
    let found = faults(&AnyTables::open(AnyLaw::of(&english()).unwrap(), folder.path()).unwrap());
    assert!(found.iter().any(|fault| fault.found == Verdict::in_plies(3) && fault.follows == Verdict::in_plies(1)));
}
