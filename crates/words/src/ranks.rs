//! Ranks that pieces have from the start: their order, what each may do, single combat, and the loss of the king.

use super::capturing::everywhere;
use super::speech::{Rule, Speech};
use super::ways::along;
use super::{english, spanish};
use quirkat_rules::{Directions, KingLost, SingleCombat, YesNo};
use quirkat_rules::{Piece, Rank, Side};

/// The ranks from the lowest to the highest, with the names that the sides have for them; nothing where all pieces are
/// alike at the start.
pub fn order(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_ranks() {
        return None;
    }
    let ranks = Rank::ALL.into_iter().filter(|&rank| Side::BOTH.iter().any(|&side| count(say, side, rank) > 0));
    let (en, es): (Vec<_>, Vec<_>) = ranks.map(|rank| (en_rank(say, rank), es_rank(say, rank))).unzip();
    let (en, es): (Vec<_>, Vec<_>) = (en.iter().map(String::as_str).collect(), es.iter().map(String::as_str).collect());
    Some(say.rule(
        &[],
        &format!("From the lowest rank to the highest, the pieces are {}.", english::list(&en)),
        &format!("De la clase inferior a la superior, las piezas son {}.", spanish::list(&es)),
    ))
}

fn count(say: &Speech<'_>, side: Side, rank: Rank) -> usize {
    say.ruleset.start.columns.iter().flatten().filter(|&&piece| piece == Piece { side, rank }).count()
}

/// What pieces of a rank are called, and what each side calls its own.
fn en_rank(say: &Speech<'_>, rank: Rank) -> String {
    let mut own = vec![];
    for side in Side::BOTH.into_iter().filter(|&side| has_own_name(say, side, rank)) {
        let noun = english::rank(say.ruleset, Some(side), rank);
        own.push(format!("the {}", if count(say, side, rank) == 1 { noun.one } else { noun.many }));
    }
    own.dedup();
    let own: Vec<_> = own.iter().map(String::as_str).collect();
    let of_both = english::rank(say.ruleset, None, rank).many;
    if own.is_empty() { of_both } else { format!("{of_both} ({})", english::list(&own)) }
}

fn es_rank(say: &Speech<'_>, rank: Rank) -> String {
    let mut own = vec![];
    for side in Side::BOTH.into_iter().filter(|&side| has_own_name(say, side, rank)) {
        let noun = spanish::rank(say.ruleset, Some(side), rank);
        own.push(if count(say, side, rank) == 1 { noun.the() } else { noun.the_many() });
    }
    own.dedup();
    let own: Vec<_> = own.iter().map(String::as_str).collect();
    let of_both = spanish::rank(say.ruleset, None, rank).many;
    if own.is_empty() { of_both } else { format!("{of_both} ({})", spanish::list(&own)) }
}

fn has_own_name(say: &Speech<'_>, side: Side, rank: Rank) -> bool {
    say.ruleset.about.sides[side.index()].ranks[rank.index()].is_some() && count(say, side, rank) > 0
}

/// How the higher ranks step, where men do not go everywhere and no sentence on promotion says it.
pub fn steps(say: &Speech<'_>) -> Option<Rule> {
    if say.options.step_dirs == Directions::All || !say.has_kings() || say.has_promotion() {
        return None;
    }
    let ways = along(say);
    let (en, es) = if say.has_princes() {
        ("{A prince} or {a king}", "{Un príncipe} o {una dama}")
    } else {
        ("{A king}", "{Una dama}")
    };
    Some(say.rule(
        &["step_dirs"],
        &format!("{en} steps {} to the next {{point}}, which must be empty.", ways.en),
        &format!("{es} se mueve {} hasta {{el punto}} contigu{{o punto}}, que debe estar vací{{o punto}}.", ways.es),
    ))
}

/// In which directions the higher ranks capture, where men do not capture in all of them.
pub fn directions(say: &Speech<'_>) -> Option<Rule> {
    let is_told = [Directions::All, Directions::None].contains(&say.options.cap_dirs);
    if is_told || !say.has_kings() || say.has_promotion() {
        return None;
    }
    let (en, es) = everywhere(say);
    let (en_who, es_who) = if say.has_princes() {
        ("{Princes} and {kings}", "{Los príncipes} y {las damas}")
    } else {
        ("{Kings}", "{Las damas}")
    };
    Some(say.rule(&["cap_dirs"], &format!("{en_who} capture {en}."), &format!("{es_who} capturan {es}.")))
}

/// Which ranks a piece may take.
pub fn taking(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match (say.options.take_higher, say.has_kings(), say.has_princes()) {
        (_, false, _) | (YesNo::Yes, _, false) => return None,
        (YesNo::Yes, true, true) => (
            "{A piece} may take any other, whatever the ranks of the two.",
            "{Una pieza} puede capturar cualquier otr{o pieza}, sea cual sea la clase de cada un{o pieza}.",
        ),
        (YesNo::No, true, true) => (
            "{A piece} may take {pieces} of its own rank or of a lower one, never of a higher one: {men} take only {men}, {princes} \
             take {men} and {princes}, {kings} take all.",
            "{Una pieza} puede capturar l{os pieza} de su misma clase o de una inferior, nunca l{os pieza} de una superior: \
             {los peones} capturan solo {peones}; {los príncipes}, {peones} y {príncipes}; {las damas}, tod{os pieza}.",
        ),
        (YesNo::No, true, false) => ("{Men} may not capture {kings}.", "{Los peones} no pueden capturar {damas}."),
    };
    Some(say.rule(&["take_higher"], en, es))
}

/// The duel of the last two pieces, where there may be one.
pub fn single_combat(say: &Speech<'_>) -> Option<Rule> {
    let (en_call, es_call) = match say.options.single_combat {
        SingleCombat::Off => return None,
        // Whoever has no king has lost before that.
        _ if loses_by_king(say) => return None,
        SingleCombat::OnCall => (
            ", either player may, when it is their turn, call for single combat and then move. From then on",
            ", cualquiera de los jugadores puede, en su turno, pedir el combate singular, y después juega. Desde entonces",
        ),
        SingleCombat::Automatic => {
            (", they meet in single combat: from then on", ", se produce el combate singular: desde entonces")
        }
    };
    let (en_when, es_when) = match (say.has_kings(), say.has_princes()) {
        (false, _) => ("only one {piece} left", "no le queda más que {una pieza}"),
        (true, false) => ("nothing left but {a man}", "no le queda más que {un peón}"),
        (true, true) => (
            "only one {piece} left, and both are {men} or both are {princes}",
            "no le queda más que {una pieza} y l{os pieza} dos son {peones} o l{os pieza} dos son {príncipes}",
        ),
    };
    Some(say.rule(
        &["single_combat"],
        &format!(
            "When each side has {en_when}{en_call} a player who can capture must do so, and one who cannot must step so that \
             the two {{pieces}} come as near to each other as they can, counted along the lines."
        ),
        &format!(
            "Cuando a cada bando {es_when}{es_call}, quien puede capturar debe hacerlo, y quien no puede debe dar un paso que deje \
             l{{os pieza}} dos {{piezas}} lo más cerca posible un{{o pieza}} de otr{{o pieza}}, contando por las líneas."
        ),
    ))
}

/// Whether a side without a king has lost.
fn loses_by_king(say: &Speech<'_>) -> bool {
    match say.options.king_lost {
        KingLost::Nothing => false,
        KingLost::Loses | KingLost::LosesOrAlone => say.has_kings(),
    }
}

/// What the loss of the king means.
pub fn king_lost(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_kings() {
        return None;
    }
    let (en, es) = match say.options.king_lost {
        KingLost::Nothing => return None,
        KingLost::Loses => ("A player who has no {king} left loses.", "Pierde quien se queda sin {dama}."),
        KingLost::LosesOrAlone => (
            "A player who has no {king} left loses, and so does one who has nothing left but {kings}.",
            "Pierde quien se queda sin {dama}, y también quien se queda sin nada más que {damas}.",
        ),
    };
    Some(say.rule(&["king_lost"], en, es))
}

/// The king of a side as an outcome names it, with its article.
pub fn king_of(say: &Speech<'_>, side: Side) -> (String, String) {
    let (en, es) =
        (english::rank(say.ruleset, Some(side), Rank::King), spanish::rank(say.ruleset, Some(side), Rank::King));
    (format!("the {}", en.one), es.the())
}
