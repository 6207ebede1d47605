//! Proofs: true values are proved, wrong proofs fail.

use crate::{compiled, ruleset, solve};
use fastrand::Rng;
use quirkat_rules::{Ruleset, Side, Wdl};
use quirkat_solve::{
    MenLaw, MenPosition, MenTables, Proof, ProofClaim, ProofError, Prover, TableFile, check_proof, prove_draw,
};
use std::path::Path;

fn strip(endless: &str) -> Ruleset {
    ruleset("awithlaknannai:seed", &[("n", "4"), ("repetition", endless)])
}

fn checked(ruleset: &Ruleset, tables: &MenTables, proof: &Proof) -> Result<(), ProofError> {
    check_proof(&compiled(ruleset), tables, proof, &|| false, &mut |_| {})
        .unwrap()
        .expect("it is not interrupted")
        .map(|_| ())
}

#[test]
fn proved_values_agree_with_tables_and_proofs_pass_the_check() {
    for endless in ["draw", "count"] {
        let ruleset = strip(endless);
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let all = solve(&ruleset, 12, 2, folders[0].path());
        let few = solve(&ruleset, 1, 2, folders[1].path());
        let mut rng = Rng::with_seed(5);
        let mut proved = 0;
        for _ in 0..200 {
            let position = all.sample(&mut rng).unwrap();
            let mut prover = Prover::new(&few, 1, 1 << 20, &|| false);
            let Some(found) = prover.prove(position, 6, &mut |_| {}).unwrap().wdl() else { continue };
            proved += 1;
            assert_eq!(all.wdl(position).unwrap(), Some(found), "{position:?}, endless play {endless}");
            let proof = prover.proof(position, found);
            assert_eq!(checked(&ruleset, &few, &proof), Ok(()), "{position:?}, endless play {endless}");
        }
        assert!(proved > 100, "{proved} of 200 positions, endless play {endless}");
    }
}

#[test]
fn proofs_of_draws_from_complete_tables_pass_the_check() {
    for endless in ["draw", "count"] {
        let ruleset = strip(endless);
        let folder = tempfile::tempdir().unwrap();
        let all = solve(&ruleset, 12, 2, folder.path());
        let mut rng = Rng::with_seed(7);
        let mut answered = 0;
        for _ in 0..300 {
            let position = all.sample(&mut rng).unwrap();
            if all.wdl(position).unwrap() != Some(Wdl::Draw) {
                continue;
            }
            let proof = prove_draw(&all, 1, position, 1 << 28, &|| false, &mut |_| {}).unwrap().unwrap();
            assert_eq!(checked(&ruleset, &all, &proof), Ok(()), "{position:?}, endless play {endless}");
            answered += proof.answers.len();
            // Neither side wins by the answers of a draw.
            let claims = Side::BOTH.map(|side| ProofClaim { side, wdl: Wdl::Win });
            for claim in claims.into_iter().filter(|_| !proof.answers.is_empty()) {
                assert!(checked(&ruleset, &all, &Proof { claims: vec![claim], ..proof.clone() }).is_err());
            }
        }
        assert!(answered > 100, "{answered} answers, endless play {endless}");
    }
}

#[test]
fn proofs_survive_a_round_trip_and_wrong_proofs_fail() {
    let ruleset = strip("draw");
    let folder = tempfile::tempdir().unwrap();
    let tables = solve(&ruleset, 3, 2, folder.path());
    let start = MenPosition::of(&ruleset.start);
    let mut prover = Prover::new(&tables, 3, 1 << 28, &|| false);
    let wdl = prover.prove(start, 60, &mut |_| {}).unwrap().wdl().unwrap();
    let proof = prover.proof(start, wdl);
    let file = folder.path().join("strip.proof");
    proof.write(tables.law(), &ruleset.title(), &file).unwrap();
    let read = |law: &MenLaw| Proof::read(law, &TableFile::open(&file).unwrap());
    assert_eq!(read(tables.law()).unwrap(), proof);
    assert!(read(&MenLaw::of(&strip("count")).unwrap()).is_err(), "a proof by other rules");
    let table = TableFile::open(&folder.path().join("whole-01.table")).unwrap();
    assert!(Proof::read(tables.law(), &table).is_err(), "a table is no proof");

    let with = |change: &dyn Fn(&mut Proof)| {
        let mut wrong = proof.clone();
        change(&mut wrong);
        checked(&ruleset, &tables, &wrong)
    };
    assert!(matches!(with(&|proof| proof.answers.clear()), Err(ProofError::Unanswered(_))));
    let none = with(&|proof| proof.answers.values_mut().for_each(|[_, second]| *second ^= 1));
    assert!(matches!(none, Err(ProofError::NoTurn(_))), "{none:?}");
    let too_much = with(&|proof| proof.claims = vec![ProofClaim { side: Side::First, wdl: Wdl::Win }]);
    assert!(too_much.is_err(), "a draw is no win");
}

/// Shipped proof: its file, game and house rules, and the value of the start.
struct Shipped(&'static str, &'static str, &'static [(&'static str, &'static str)], Wdl);

const INNER: (&str, &str) = ("outer", "no");
const ENDLESS_DRAWN: (&str, &str) = ("repetition", "draw");
const STRIP: &str = "awithlaknannai:seed";

const SHIPPED: [Shipped; 14] = [
    Shipped("alquerque.article", "alquerque:article", &[], Wdl::Draw),
    Shipped("alquerque.one-is-enough", "alquerque:one_is_enough", &[], Wdl::Win),
    Shipped("alquerque.walker", "alquerque:walker", &[], Wdl::Win),
    Shipped("alquerque.walker.blocked-draws", "alquerque:walker", &[("blocked", "draw")], Wdl::Win),
    Shipped("awithlaknannai.seed.n4", STRIP, &[("n", "4")], Wdl::Loss),
    Shipped("awithlaknannai.seed.n4.inner", STRIP, &[("n", "4"), INNER], Wdl::Loss),
    Shipped("awithlaknannai.seed.n4.endless-drawn", STRIP, &[("n", "4"), ENDLESS_DRAWN], Wdl::Draw),
    Shipped("awithlaknannai.seed.n4.inner.endless-drawn", STRIP, &[("n", "4"), INNER, ENDLESS_DRAWN], Wdl::Draw),
    Shipped("awithlaknannai.seed.n6", STRIP, &[("n", "6")], Wdl::Draw),
    Shipped("awithlaknannai.seed.n6.inner", STRIP, &[("n", "6"), INNER], Wdl::Draw),
    Shipped("awithlaknannai.seed.n6.endless-drawn", STRIP, &[("n", "6"), ENDLESS_DRAWN], Wdl::Draw),
    Shipped("awithlaknannai.seed.n6.inner.endless-drawn", STRIP, &[("n", "6"), INNER, ENDLESS_DRAWN], Wdl::Draw),
    Shipped("awithlaknannai.seed.n8", STRIP, &[], Wdl::Draw),
    Shipped("awithlaknannai.seed.n8.inner", STRIP, &[INNER], Wdl::Draw),
];

#[test]
fn the_shipped_proofs_pass_the_check() {
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    for Shipped(name, title, rules, wdl) in SHIPPED {
        let ruleset = ruleset(title, rules);
        let law = MenLaw::of(&ruleset).unwrap();
        let proof = Proof::read(&law, &TableFile::open(&proofs.join(format!("{name}.proof"))).unwrap()).unwrap();
        assert_eq!(proof.start, MenPosition::of(&ruleset.start), "{name}");
        assert_eq!(proof.claims, Proof::claims(proof.start, wdl), "{name}");
        let folder = tempfile::tempdir().unwrap();
        if law.points < 15 {
            assert_eq!(
                checked(&ruleset, &solve(&ruleset, proof.table_men, 2, folder.path()), &proof),
                Ok(()),
                "{name}"
            );
            continue;
        }
        // The tables of a larger board take minutes; `quirkat proof check` makes use of them.
        let without_tables = MenTables::open(law, folder.path()).unwrap();
        let Err(ProofError::Unanswered(end)) = checked(&ruleset, &without_tables, &proof) else {
            panic!("{name}: without tables no line comes to an end")
        };
        let is_held = end.men.iter().any(|men| men.count_ones() as usize <= proof.table_men);
        assert!(is_held, "{name}, {end:?}: it goes down to small tables");
    }
    assert_eq!(proofs.read_dir().unwrap().count(), SHIPPED.len(), "each proof is looked at");
}
