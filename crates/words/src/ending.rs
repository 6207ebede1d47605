//! The end of the game: how it is won, lost and drawn.

use super::speech::{Rule, Speech, total};
use super::{counts, english, hunt, mills, placing, ranks, spanish};
use crate::Choose;
use quirkat_rules::COUNT_AFTER;
use quirkat_rules::Side;
use quirkat_rules::{AfterPlacing, Blocked, EndCount, Limit, Repetition, Return};

/// How the game is won and lost, and by what it ends.
pub fn end(say: &Speech<'_>) -> Vec<Rule> {
    let losses: Vec<_> = losses(say).into_iter().chain(ranks::king_lost(say)).collect();
    let blocked = hunt::shut_in(say).unwrap_or_else(|| blocked(say, !losses.is_empty()));
    mills::win(say)
        .into_iter()
        .chain(hunt::toll(say))
        .chain(losses)
        .chain(may_be_blocked(say).then_some(blocked))
        .chain(counts::wins(say))
        .chain(hunt::repetition(say))
        .chain(repetition_count(say))
        .chain(end_count(say))
        .chain(count(say))
        .chain([resigning(say)])
        .collect()
}

/// How it is drawn, beyond equal numbers where pieces are counted.
pub fn draws(say: &Speech<'_>) -> Vec<Rule> {
    [Some(agreement(say)), placing::ending(say), repetition(say), no_capture_limit(say)]
        .into_iter()
        .flatten()
        .chain(counts::draws(say))
        .collect()
}

/// How a side loses by what it has lost, where both may take.
fn losses(say: &Speech<'_>) -> Vec<Rule> {
    if say.has_towers() {
        return vec![say.rule(
            &["removal"],
            "A player who commands no column any more loses.",
            "Pierde quien ya no manda ninguna columna.",
        )];
    }
    if !say.takes_pieces() || say.captor().is_some() {
        return vec![];
    }
    let tolls = Side::BOTH.map(|side| say.toll(side));
    let all = tolls.contains(&None).then(|| no_pieces(say));
    toll(say, tolls).into_iter().chain(all).collect()
}

fn no_pieces(say: &Speech<'_>) -> Rule {
    let keys = say.stated(&["taken_to_win"]);
    if say.has_hand() {
        return say.rule(
            &keys,
            "A player who has no {pieces} left, neither on the board nor in hand, loses.",
            "Pierde quien se queda sin {piezas}, tanto en el tablero como en la mano.",
        );
    }
    say.rule(&keys, "A player who has no {pieces} left loses.", "Pierde quien se queda sin {piezas}.")
}

/// The loss of so many pieces, where both sides take.
fn toll(say: &Speech<'_>, tolls: [Option<usize>; 2]) -> Option<Rule> {
    let toll = tolls.into_iter().flatten().next()?;
    let [first, second] = Side::BOTH.map(|side| total(say.ruleset, side));
    let (en, es) = hunt::prizes(say, toll);
    let (en_left, es_left) = match first - toll.min(first) {
        left if first == second => (
            format!(", and so has only {} left,", english::number(left)),
            format!(" y se queda con {}", if left == 1 { "un{o presa}".to_owned() } else { spanish::number(left) }),
        ),
        _ => (String::new(), String::new()),
    };
    Some(say.rule(
        &["taken_to_win"],
        &format!("A player who has lost {en}{en_left} loses."),
        &format!("Pierde quien ha perdido {es}{es_left}."),
    ))
}

/// Whether a side may ever be left without a legal turn.
fn may_be_blocked(say: &Speech<'_>) -> bool {
    match say.options.after_placing {
        AfterPlacing::Move => true,
        AfterPlacing::End => !say.has_placing(),
        AfterPlacing::Fly => false,
    }
}

/// What happens to a player who cannot move; `too` where another loss was told of before.
fn blocked(say: &Speech<'_>, too: bool) -> Rule {
    let only_capture = say.captures_only();
    let (en_move, es_move) = if only_capture { ("capture", "capturar") } else { ("move", "hacer ninguna jugada") };
    let (en_too, es_too) = if too { (" too", "También pierde") } else { ("", "Pierde") };
    let (en, es) = match say.options.blocked {
        Blocked::Loss => (
            format!("A player who cannot {en_move} when it is their turn loses{en_too}."),
            format!("{es_too} quien en su turno no puede {es_move}."),
        ),
        Blocked::Draw => (
            format!("If a player has {{pieces}} left but cannot {en_move} when it is their turn, the game is a draw."),
            format!(
                "Si a un jugador le quedan {{piezas}}, pero en su turno no puede {es_move}, la partida acaba en tablas."
            ),
        ),
        Blocked::LastHigher if say.has_kings() => (
            format!(
                "A player who cannot {en_move} loses{en_too} if all they have left is a single {{piece}}, of a higher rank than any of the \
                 opponent's. Any other player who cannot {en_move} passes; nobody else may. If neither player can {en_move}, the game is a \
                 draw."
            ),
            format!(
                "{es_too} quien no puede {es_move} y no tiene más que {{una pieza}}, de clase superior a todas las del contrario. Cualquier \
                 otro que no puede {es_move} pasa; nadie más puede pasar. Si ninguno de los dos puede jugar, la partida acaba en tablas."
            ),
        ),
        Blocked::Pass | Blocked::LastHigher => (
            format!(
                "A player who cannot {en_move} passes; nobody else may. If neither player can {en_move}, the game is a draw."
            ),
            format!(
                "Quien no puede {es_move} pasa; nadie más puede pasar. Si ninguno de los dos puede jugar, la partida acaba en \
                 tablas."
            ),
        ),
    };
    say.rule(&["blocked"], &en, &es)
}

fn end_count(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match automatic(say) {
        EndCount::Off => return None,
        EndCount::ByAgreement => (
            "The players may agree at any time to end the game by counting the {pieces}.".to_owned(),
            "Los jugadores pueden acordar en cualquier momento que la partida acabe contando {las piezas}.".to_owned(),
        ),
        EndCount::Automatic => (
            format!(
                "When each side has made {} in a row without {}, the game ends and the {{pieces}} are counted. The players \
                 may also agree to count at any time.",
                english::turns(COUNT_AFTER),
                quiet(say, "a capture", "a capture or a huff"),
            ),
            format!(
                "Cuando cada bando ha jugado {} seguidos {}, la partida acaba y se cuentan {{las piezas}}. Los jugadores \
                 también pueden acordar contarl{{os pieza}} en cualquier momento.",
                spanish::turns(COUNT_AFTER),
                quiet(say, "sin capturas", "sin capturas ni soplidos"),
            ),
        ),
    };
    Some(say.rule(&["end_count"], &en, &es))
}

/// What a count decides, if anything makes the players count.
fn count(say: &Speech<'_>) -> Option<Rule> {
    let keys: &[&str] = match (repetition_count(say).is_some(), say.options.end_count != EndCount::Off) {
        (false, false) => return None,
        (true, false) => &["repetition"],
        (false, true) => &["end_count"],
        (true, true) => &["repetition", "end_count"],
    };
    Some(say.rule(
        keys,
        "When the {pieces} are counted, the player who has more wins; if both have as many, the game is a draw.",
        "Al contar {las piezas}, gana quien tiene más; si los dos tienen el mismo número, la partida acaba en tablas.",
    ))
}

/// How the pieces come to be counted: not by themselves where there are no turns without a capture, or where those draw the
/// game before that.
fn automatic(say: &Speech<'_>) -> EndCount {
    match (say.options.end_count, say.options.no_capture_limit) {
        (EndCount::Automatic, _) if say.captures_only() => EndCount::ByAgreement,
        (EndCount::Automatic, Limit(Some(turns))) if usize::from(turns) < COUNT_AFTER => EndCount::ByAgreement,
        (count, _) => count,
    }
}

fn resigning(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "A player may resign at any time; the opponent wins.",
        "Cualquier jugador puede rendirse en todo momento; entonces gana el contrario.",
    )
}

fn agreement(say: &Speech<'_>) -> Rule {
    say.rule(
        &[],
        "The players may agree on a draw at any time.",
        "Los jugadores pueden acordar tablas en cualquier momento.",
    )
}

/// Counting after a repetition; it is among the ends because it has a winner.
fn repetition_count(say: &Speech<'_>) -> Option<Rule> {
    match say.options.repetition {
        Repetition::Count if !never_repeats(say) => {
            let same = same_position(say);
            Some(say.rule(
                &["repetition"],
                &format!(
                    "When a position comes up for the third time {same}, the game ends and the {{pieces}} are counted."
                ),
                &format!(
                    "Cuando una posición se da por tercera vez {same}, la partida acaba y se cuentan {{las piezas}}."
                ),
            ))
        }
        Repetition::Count | Repetition::Draw | Repetition::Forbidden | Repetition::CaptorWins | Repetition::None => {
            None
        }
    }
}

fn repetition(say: &Speech<'_>) -> Option<Rule> {
    let (en, es) = match say.options.repetition {
        _ if say.captures_only() => return every_turn_takes(say),
        _ if !say.has_moves() => return None,
        _ if say.options.returning == Return::Never => return Some(nothing_repeats(say)),
        Repetition::CaptorWins if say.captor().is_some() => return None,
        Repetition::Draw | Repetition::CaptorWins => (
            format!("The game is drawn when a position comes up for the third time {}.", same_position(say)),
            format!("La partida acaba en tablas cuando una posición se da por tercera vez {}.", same_position(say)),
        ),
        Repetition::None => (
            "The game goes on however often a position comes up again.".to_owned(),
            "La partida sigue por muchas veces que se repita una posición.".to_owned(),
        ),
        Repetition::Count | Repetition::Forbidden => return None,
    };
    Some(say.rule(&["repetition"], &en, &es))
}

/// Where no piece returns, a position is also where every piece has been, and every step makes a new one.
fn nothing_repeats(say: &Speech<'_>) -> Rule {
    say.rule(
        &["return"],
        "As no {piece} comes back to where it has been, no position counts as repeated.",
        "Como {ninguna pieza} vuelve a donde ha estado, ninguna posición se considera repetida.",
    )
}

/// Where every turn takes something, if the sources trouble to speak of repetition.
fn every_turn_takes(say: &Speech<'_>) -> Option<Rule> {
    let keys = say.stated(&["repetition"]);
    (!keys.is_empty()).then(|| {
        say.rule(
            &keys,
            "As every turn takes {a prize} off the board, no position comes up again.",
            "Como en cada turno se retira {una presa} del tablero, ninguna posición se repite.",
        )
    })
}

/// Whether no position can come up again: every turn places or takes something, or no piece comes back.
pub fn never_repeats(say: &Speech<'_>) -> bool {
    say.captures_only() || !say.has_moves() || say.options.returning == Return::Never
}

/// What makes a position the same: all that legality remembers.
pub fn same_position(say: &Speech<'_>) -> &'static str {
    let remembers = say.has_huffs() || say.options.returning == Return::NotLast;
    match remembers {
        false => say.language.choose("with the same side to move", "con el mismo bando en turno"),
        true => say.language.choose(
            "with the same side to move and the same moves allowed",
            "con el mismo bando en turno y las mismas jugadas permitidas",
        ),
    }
}

fn no_capture_limit(say: &Speech<'_>) -> Option<Rule> {
    let Limit(turns) = say.options.no_capture_limit;
    let turns = usize::from(turns?);
    // There are none, or the count comes first.
    if say.captures_only() || say.options.end_count == EndCount::Automatic && turns >= COUNT_AFTER {
        return None;
    }
    let en = format!(
        "The game is drawn when each side has made {}{} without {}.",
        english::turns(turns),
        if turns > 1 { " in a row" } else { "" },
        quiet(say, "a capture", "a capture or a huff"),
    );
    let es = format!(
        "La partida acaba en tablas cuando cada bando ha jugado {}{} {}.",
        spanish::turns(turns),
        if turns > 1 { " seguidos" } else { "" },
        quiet(say, "sin capturas", "sin capturas ni soplidos"),
    );
    Some(say.rule(&["no_capture_limit"], &en, &es))
}

/// One of two texts, the second where pieces are also lost by the huff.
fn quiet(say: &Speech<'_>, plain: &'static str, huff: &'static str) -> &'static str {
    if say.has_huffs() { huff } else { plain }
}
