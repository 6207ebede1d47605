//! The options and their values in a few words each, for lists and dialogs.

use super::speech::Speech;
use super::values::{self, Both};
use crate::Choose;
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{OptionError, Options};

/// One option in words, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceWords {
    /// The option's key.
    pub key: &'static str,
    /// Its value, as after `--rule key=`.
    pub value: String,
    /// What the option is about, such as "Duty to capture".
    pub key_words: String,
    /// What the value says about it, such as "nobody has to capture".
    pub value_words: String,
}

/// All options of a ruleset in words, in the order of [`Key::ALL`](quirkat_rules::Key::ALL).
pub fn choices_in_words(ruleset: &Ruleset, language: Language) -> Vec<ChoiceWords> {
    let say = Speech::new(ruleset, language);
    labels(say.options, &say)
        .into_iter()
        .map(|label| ChoiceWords {
            key: label.key,
            value: quirkat_rules::Key::named(label.key).map(|key| key.value(say.options)).unwrap_or_default(),
            key_words: say.fill(language.choose(label.about.0, label.about.1)),
            value_words: say.fill(&language.choose(label.value.0, label.value.1)),
        })
        .collect()
}

/// A value that an option of a ruleset could have, in words.
///
/// # Errors
/// When there is no such option, or it does not have the value.
///
/// # Examples
/// ```
/// use quirkat_rules::{Language, find_game};
/// use quirkat_words::value_in_words;
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// assert_eq!(value_in_words(&ruleset, "blocked", "draw", Language::En)?, "the game is a draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value_in_words(ruleset: &Ruleset, key: &str, value: &str, language: Language) -> Result<String, OptionError> {
    let options = ruleset.options.with([(key, value)])?;
    let other = Ruleset { options, ..ruleset.clone() };
    let choices = choices_in_words(&other, language);
    let found = choices.into_iter().find(|choice| choice.key == key);
    found.map(|choice| choice.value_words).ok_or_else(|| OptionError::UnknownKey(key.to_owned()))
}

struct Label {
    key: &'static str,
    about: (&'static str, &'static str),
    value: Both,
}

/// Every option and its value, in both languages.
fn labels(options: &Options, say: &Speech<'_>) -> Vec<Label> {
    // No `..`: a new option must be put into words here, and must get its sentence in the file of its topic.
    let Options {
        first,
        step_dirs,
        cap_dirs,
        last_row,
        capture_by,
        captors,
        capture,
        chain,
        direction,
        first_capture_single,
        vela,
        must_offer,
        choice,
        removal,
        rejump,
        take_higher,
        returning,
        promotion,
        promo_mid,
        king_reach,
        king_landing,
        turning,
        bent_leaps,
        closing,
        closing_sides,
        opening,
        placing,
        no_centre_opening,
        dice,
        after_placing,
        resupply,
        mills,
        diagonal_mills,
        mill_protected,
        double_mill,
        fly_at_three,
        taken_to_win,
        king_lost,
        single_combat,
        blocked,
        end_count,
        no_capture_limit,
        repetition,
        draw_rules,
        middle,
        board,
        size,
        hunters,
        n,
        outer,
        tips,
        reading,
        side_triangle,
        centres,
        corner,
    } = *options;
    let (en_chain, es_chain) = if say.has_runs() {
        ("Further captures in the turn", "Más capturas en el turno")
    } else {
        ("Further leaps in the turn", "Más saltos en el turno")
    };
    let label = |key, en, es, value| Label { key, about: (en, es), value };
    vec![
        label("first", "Who starts", "Quién empieza", values::who(first, say)),
        label("step_dirs", "Steps of {a man}", "Pasos {del peón}", values::directions(step_dirs)),
        label("cap_dirs", "Captures of {a man}", "Capturas {del peón}", values::directions(cap_dirs)),
        label("last_row", "{A man} on its last row", "{El peón} en su última fila", values::at_the_end(last_row)),
        label("capture_by", "How {pieces} capture", "Cómo capturan {las piezas}", values::way_to_capture(capture_by)),
        label("captors", "Who captures", "Quién captura", values::captors(captors, say)),
        label("capture", "Duty to capture", "Obligación de capturar", values::duty(capture)),
        label("chain", en_chain, es_chain, values::further(chain, say)),
        label(
            "direction",
            "Direction of further captures by approach",
            "Dirección de las capturas siguientes por acercamiento",
            values::chain_direction(direction),
        ),
        label(
            "first_capture_single",
            "First capture of the game",
            "Primera captura de la partida",
            values::first_capture(first_capture_single, say),
        ),
        label("vela", "Handicap game (véla)", "Partida con ventaja (véla)", values::on_off(vela)),
        label(
            "must_offer",
            "The giver of a handicap must offer {a piece}",
            "Quien da ventaja debe ofrecer {una pieza}",
            values::on_off(must_offer),
        ),
        label("choice", "Choice among captures", "Elección entre capturas", values::which(choice)),
        label("removal", "Captured {prizes}", "{Las presas} capturad{os presa}", values::when(removal)),
        label(
            "rejump",
            "Leaping a column again in a turn",
            "Saltar otra vez una columna en un turno",
            values::again(rejump),
        ),
        label(
            "take_higher",
            "Capturing {pieces} of a higher rank",
            "Capturar {piezas} de clase superior",
            values::allowed(take_higher),
        ),
        label(
            "return",
            "Coming back to an earlier point",
            "Volver a un punto anterior",
            values::coming_back(returning),
        ),
        label("promotion", "Promotion", "Promoción", values::becoming(promotion)),
        label(
            "promo_mid",
            "{A man} that lands on its last row and can leap on",
            "{El peón} que cae en su última fila y puede seguir saltando",
            values::inside(promo_mid),
        ),
        label("king_reach", "{A king} captures", "{La dama} captura", values::reach(king_reach)),
        label(
            "king_landing",
            "{A king} that captures lands",
            "{La dama} que captura cae",
            values::landing(king_landing),
        ),
        label(
            "turning",
            "{A king} in a multiple capture",
            "{La dama} en una captura múltiple",
            values::turning(turning),
        ),
        label("bent_leaps", "Leaps may bend", "Los saltos pueden torcer", values::yes_no(bent_leaps)),
        label("closing", "Empty outer rows", "Las filas exteriores vacías", values::closing(closing)),
        label("closing_sides", "The board closes", "El tablero se cierra", values::closing_sides(closing_sides)),
        label(
            "opening",
            "First {pieces} off a full board",
            "Primer{os pieza} {piezas} que salen del tablero lleno",
            values::opening(opening),
        ),
        label(
            "placing",
            "All {pieces} in hand are placed first",
            "Primero se colocan {las piezas} de la mano",
            values::yes_no(placing),
        ),
        label(
            "no_centre_opening",
            "The first {piece} may not be placed in the middle",
            "Prohibido colocar en el centro al empezar",
            values::yes_no(no_centre_opening),
        ),
        label("dice", "Dice", "Dados", values::yes_no(dice)),
        label(
            "after_placing",
            "When all {pieces} are placed",
            "Cuando se han colocado tod{os pieza} {las piezas}",
            values::after_placing(after_placing),
        ),
        label(
            "resupply",
            "{Pieces} from the hand for lost ones",
            "{Piezas} de la mano en lugar de l{os pieza} perdid{os pieza}",
            values::resupply(resupply),
        ),
        label("mills", "Three in a row", "Tres en raya", values::mills(mills)),
        label(
            "diagonal_mills",
            "Diagonal rows of three count",
            "Cuentan los tres en raya diagonales",
            values::yes_no(diagonal_mills),
        ),
        label(
            "mill_protected",
            "{Men} in a mill are safe while others are not",
            "{Los peones} de un molino están a salvo mientras haya otr{os peón}",
            values::yes_no(mill_protected),
        ),
        label(
            "double_mill",
            "Two mills at once take",
            "Dos molinos a la vez retiran",
            values::double_mill(double_mill),
        ),
        label(
            "fly_at_three",
            "The last three {men} may go anywhere",
            "L{os peón} tres últim{os peón} {peones} pueden ir a cualquier parte",
            values::yes_no(fly_at_three),
        ),
        label("taken_to_win", "Captures that win", "Capturas que ganan", values::toll(taken_to_win)),
        label("king_lost", "Loss of the {king}", "Pérdida {de la dama}", values::king_lost(king_lost)),
        label(
            "single_combat",
            "Single combat of the last two {pieces}",
            "Combate singular de l{os pieza} dos últim{os pieza} {piezas}",
            values::single_combat(single_combat),
        ),
        label("blocked", "A player who cannot move", "Quien no puede mover", values::stuck(blocked)),
        label("end_count", "Ending the game by counting", "Acabar la partida contando", values::count(end_count)),
        label(
            "no_capture_limit",
            "Draw without captures",
            "Tablas por falta de capturas",
            values::limit(no_capture_limit),
        ),
        label("repetition", "Repeated positions", "Repetición de posiciones", values::repeated(repetition)),
        label("draw_rules", "Draws by counting turns", "Tablas por recuento de turnos", values::draws(draw_rules)),
        label("middle", "The {men} of the middle row", "L{os peón} {peones} de la fila central", values::hand(middle)),
        label("board", "The board", "El tablero", values::which_board(board)),
        label("size", "Size of the board", "Tamaño del tablero", values::size(size)),
        label("hunters", "Number of hunters", "Número de cazadores", values::hunters(hunters)),
        label("n", "Points in an outer row", "Puntos de una fila exterior", values::length(n)),
        label(
            "outer",
            "Lines along the outer rows",
            "Líneas a lo largo de las filas exteriores",
            values::yes_no(outer),
        ),
        label(
            "tips",
            "The ends of the middle row at the start",
            "Las puntas de la fila central al empezar",
            values::tips(tips),
        ),
        label("reading", "The 22 {men} of the source", "L{os peón} 22 {peones} de la fuente", values::grains(reading)),
        label(
            "side_triangle",
            "The side triangle that a player fills",
            "El triángulo lateral que llena un jugador",
            values::flank(side_triangle),
        ),
        label("centres", "The middles of the squares", "Los centros de los cuadros", values::centres(centres)),
        label(
            "corner",
            "The near corner that is played on",
            "La esquina próxima en la que se juega",
            values::flank(corner),
        ),
    ]
}
