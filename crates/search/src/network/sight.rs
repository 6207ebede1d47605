//! What a search sees by a network: the views of the positions on its line, kept up to date.

use super::eyes::{Eyes, pieces};
use super::{Network, View};
use quirkat_rules::{Change, Rules, Side};

/// A position as a network sees it.
#[derive(Clone)]
struct Sight<P> {
    position: P,
    views: [View; 2],
}

/// A network with the positions that it looked at last, one for each ply: what comes next at the same ply differs from it
/// by a few pieces.
pub(crate) struct Learned<'n, G: Rules> {
    network: &'n Network,
    eyes: &'n Eyes,
    empty: View,
    sights: Vec<Option<Sight<G::Position>>>,
}

impl<'n, G: Rules> Learned<'n, G> {
    /// What to look with at the positions that such eyes see; `None` where the network was made for other ones.
    pub fn new(network: &'n Network, eyes: &'n Eyes) -> Option<Self> {
        let fits = eyes.shape == network.shape;
        fits.then(|| Learned { network, eyes, empty: View::new(network), sights: Vec::new() })
    }

    /// What a position is worth to its side to move, in hundredths of a man, and the number of its pieces.
    pub fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32) -> (i32, u32) {
        let ply = ply as usize;
        if self.sights.len() <= ply {
            self.sights.resize_with(ply + 1, || None);
        }
        let Learned { network, eyes, empty, sights } = self;
        let sight = sights[ply].get_or_insert_with(|| all_new(network, eyes, empty, rules, position));
        renew(network, eyes, rules, sight, position);
        let mover = rules.to_move(position);
        let [own, other] = [mover, mover.other()].map(|side| &sight.views[side.index()]);
        let features = rules.features(position);
        let steps = [mover, mover.other()].map(|side| features.mobility[side.index()]);
        let pieces = pieces(&features);
        (network.judge([own, other], steps, eyes.stage(pieces)), pieces)
    }
}

fn all_new<G: Rules>(
    network: &Network,
    eyes: &Eyes,
    empty: &View,
    rules: &G,
    position: &G::Position,
) -> Sight<G::Position> {
    let mut views = [empty.clone(), empty.clone()];
    rules.each_piece(position, |placed| {
        let number = eyes.number(placed);
        for side in Side::BOTH {
            views[side.index()].add(&network.rows[eyes.row(number, side)]);
        }
    });
    if eyes.has_hands {
        each_hand(&mut views, network, eyes, rules.material(position).hand, View::add);
    }
    Sight { position: *position, views }
}

/// Turns the views of one position into those of another.
fn renew<G: Rules>(network: &Network, eyes: &Eyes, rules: &G, sight: &mut Sight<G::Position>, position: &G::Position) {
    let views = &mut sight.views;
    rules.each_change(&sight.position, position, |change, placed| {
        let number = eyes.number(placed);
        for side in Side::BOTH {
            let row = &network.rows[eyes.row(number, side)];
            match change {
                Change::Ceases => views[side.index()].subtract(row),
                Change::Becomes => views[side.index()].add(row),
            }
        }
    });
    if eyes.has_hands {
        let (before, after) = (rules.material(&sight.position).hand, rules.material(position).hand);
        let more = [0, 1].map(|side| after[side].saturating_sub(before[side]));
        let less = [0, 1].map(|side| before[side].saturating_sub(after[side]));
        each_hand(views, network, eyes, more, View::add);
        each_hand(views, network, eyes, less, View::subtract);
    }
    sight.position = *position;
}

/// Does to the views what so many men in each hand do.
fn each_hand(
    views: &mut [View; 2],
    network: &Network,
    eyes: &Eyes,
    men: [u8; 2],
    act: impl Fn(&mut View, &super::Row),
) {
    for (from, of) in Side::BOTH.into_iter().flat_map(|from| Side::BOTH.map(|of| (from, of))) {
        for _ in 0..men[of.index()] {
            act(&mut views[from.index()], &network.rows[eyes.hand_row(of, from)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Random, index, share};
    use crate::training::Model;
    use quirkat_rules::{AnyRules, Game, GameVisitor, find_game};

    /// Looks at a position again and again at the same ply, and at each position anew.
    struct Compare<'t> {
        kept: &'t mut [i32],
        ply: u32,
        network: &'t Network,
        model: &'t Model,
    }

    impl GameVisitor for Compare<'_> {
        type Output = ();
        fn visit<G: Rules>(self, game: &Game<G>) {
            let rules = &**game.rules();
            let mut random = Random::with_seed(7);
            let eyes = Eyes::new(rules);
            let learned = || Learned::<G>::new(self.network, &eyes).expect("it was made for these rules");
            let mut kept = learned();
            let mut position = *game.position();
            for worth in self.kept {
                let mut turns = vec![];
                rules.list_turns(&position, &mut turns).expect("few turns");
                if turns.is_empty() {
                    return;
                }
                position = rules.play(&position, &turns[index(&mut random, turns.len())]);
                let anew = learned().evaluate(rules, &position, 0);
                assert_eq!(kept.evaluate(rules, &position, self.ply), anew, "{}", rules.ruleset().title());
                *worth = anew.0;
                let real = self.model.judge_position(rules, &position) * 100.0;
                assert!((f64::from(anew.0) - f64::from(real)).abs() < 5.0, "{} against {real}", anew.0);
            }
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_is_seen_anew_and_what_was_learned() {
        for title in ["international", "bagh-chal", "lasca", "peralikatuma", "konane", "alquerque-de-nueve:modern"] {
            let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
            let mut random = Random::with_seed(3);
            let model = Model::of(&rules, || share(&mut random));
            let network = model.network(title.to_owned(), String::new(), 100);
            assert_eq!(Network::read(&network.write()).as_ref(), Ok(&network));
            let mut seen = [0; 60];
            rules.new_game().visit(Compare { kept: &mut seen, ply: 3, network: &network, model: &model });
            assert!(seen.iter().filter(|&&worth| worth != seen[0]).count() > 5, "{title}: {seen:?}");
        }
    }
}
