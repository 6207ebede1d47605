//! Game records of AbstractPlay, in JSON by the schema `gamerecord` of `recranks`. Each game has its own move notation.

use super::games::{self, ForeignGame, Kind, Ply, name_of, place_of, player_tag};
use super::{Exported, FormatError, Imported};
use crate::GameResult;
use quirkat_rules::{AnyGame, Pdn, PdnTurn, Rank, RunCaptureKind, Side};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const GAMES: [ForeignGame; 4] = [
    ForeignGame {
        name: "Fanorona",
        options: &[],
        kind: Kind::Fanorona,
        variant: "tsivy",
        rules: &[],
        is_mirrored: false,
    },
    ForeignGame { name: "Lasca", options: &[], kind: Kind::Lasca, variant: "lasca", rules: &[], is_mirrored: false },
    ForeignGame { name: "Konane", options: &[], kind: Kind::Konane, variant: "six", rules: &[], is_mirrored: false },
    ForeignGame {
        name: "Konane",
        options: &["size-8"],
        kind: Kind::Konane,
        variant: "eight",
        rules: &[],
        is_mirrored: false,
    },
];

const PROGRAM: &str = "AbstractPlay";

/// Tags that have a place in a record of AbstractPlay.
const KEPT_TAGS: [&str; 12] = [
    "Event",
    "Round",
    "Site",
    "GameId",
    "Date",
    "UTCTime",
    "EndDate",
    "EndTime",
    "White",
    "Black",
    "WhiteType",
    "BlackType",
];

/// Ends of games: the type of the result in the last move, and the tag `Termination`.
const ENDS: [(&str, &str); 3] = [("resigned", "resignation"), ("drawagreed", "agreement"), ("timeout", "time")];

#[derive(Serialize, Deserialize)]
struct GameRecord {
    header: Header,
    moves: Vec<Vec<Option<Move>>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Header {
    game: GameName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    site: Site,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date_start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date_end: Option<String>,
    date_generated: String,
    players: Vec<Player>,
    #[serde(default, rename = "startingPosition", skip_serializing_if = "Option::is_none")]
    starting_position: Option<String>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
struct GameName {
    name: String,
    #[serde(default)]
    variants: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Site {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gameid: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct Player {
    name: String,
    result: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is_ai: Option<bool>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Move {
    Text(String),
    Annotated {
        r#move: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sequence: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<MoveResult>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum MoveResult {
    Comment(String),
    Events(Vec<Event>),
}

/// What a move brought about. Only ends of the game do not follow from the move.
#[derive(Serialize, Deserialize)]
struct Event {
    r#type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    player: Option<Value>,
}

impl Move {
    /// Returns the text, the comment and the end of the game.
    fn parts(&self) -> (&str, Option<&str>, Option<&'static str>) {
        match self {
            Move::Text(text) => (text, None, None),
            Move::Annotated { r#move, result: None, .. } => (r#move, None, None),
            Move::Annotated { r#move, result: Some(MoveResult::Comment(comment)), .. } => (r#move, Some(comment), None),
            Move::Annotated { r#move, result: Some(MoveResult::Events(events)), .. } => {
                let end = events.iter().find_map(|event| ENDS.iter().find(|(kind, _)| *kind == event.r#type));
                (r#move, None, end.map(|(_, word)| *word))
            }
        }
    }
}

pub fn read(text: &str) -> Result<Imported, FormatError> {
    let record: GameRecord = serde_json::from_str(text)
        .map_err(|error| FormatError::new("JSON", error, "a game record by the schema of AbstractPlay"))?;
    let GameRecord { header, moves } = record;
    let game = games::find(&GAMES, "header.game", &header.game.name, &header.game.variants)?;
    if let Some(position) = &header.starting_position {
        return Err(FormatError::quoting("header.startingPosition", position, "none: the game has one start"));
    }
    let [first, second] = &header.players[..] else {
        return Err(FormatError::new(
            "header.players",
            format_args!("{} players", header.players.len()),
            "two players",
        ));
    };
    let ruleset = game.ruleset();
    let mut pdn = game.record(tags(&header, [first, second], |side| player_tag(&ruleset, side)));
    let winner = match first.result.cmp(&second.result) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    };
    let mut end = None;
    for (round, played) in (1..).zip(&moves) {
        for (seat, played) in (1..).zip(played) {
            let Some(played) = played else { continue };
            let place = || format!("move {round} of player {seat}");
            if seat > 2 {
                return Err(FormatError::new(place(), "a third player", "two players"));
            }
            let (text, comment, ending) = played.parts();
            let ours = our_text(game.kind, text).ok_or_else(|| FormatError::quoting(place(), text, form(game.kind)))?;
            let comments = comment.map(|comment| comment.replace(['{', '}'], "")).into_iter().collect();
            pdn.turns.push(PdnTurn { text: ours, comments, ..PdnTurn::default() });
            end = ending;
        }
    }
    games::set_result(&mut pdn, games::result_of(&ruleset, winner));
    pdn.tags.extend(end.map(|word| ("Termination".to_owned(), word.to_owned())));
    let mut notes = Vec::new();
    let of_players = header.players.iter().flat_map(|player| player.others.keys());
    let lost: Vec<_> = header.others.keys().chain(of_players).map(String::as_str).collect();
    if !lost.is_empty() {
        let mut lost: Vec<_> = lost.into_iter().map(quirkat_rules::clip).collect();
        lost.sort();
        lost.dedup();
        notes.push(format!("not kept: {}", lost.join(", ")));
    }
    Ok(Imported { pdn, notes })
}

/// Returns the tags of a record.
fn tags(header: &Header, players: [&Player; 2], colour: impl Fn(Side) -> &'static str) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    for (name, value) in [("Event", &header.event), ("Round", &header.round)] {
        value.iter().for_each(|value| tag(name, value));
    }
    tag("Site", &header.site.name);
    if let Some(id) = &header.site.gameid {
        tag("GameId", id.as_str().unwrap_or(&id.to_string()));
    }
    for (value, [day, time]) in [(&header.date_start, ["Date", "UTCTime"]), (&header.date_end, ["EndDate", "EndTime"])]
    {
        if let Some((date, clock)) = value.as_ref().and_then(|value| value.split_once('T')) {
            tag(day, &date.replace('-', "."));
            tag(time, clock.split(['.', 'Z', '+']).next().unwrap_or_default());
        }
    }
    let mut seats: Vec<_> = Side::BOTH.into_iter().zip(players).map(|(side, player)| (colour(side), player)).collect();
    seats.sort_by_key(|(colour, _)| *colour != "White");
    for (colour, player) in &seats {
        tag(colour, &player.name);
    }
    for (colour, player) in &seats {
        if let Some(is_ai) = player.is_ai {
            tag(&format!("{colour}Type"), if is_ai { "program" } else { "human" });
        }
    }
    tags
}

/// Returns a move in our notation.
fn our_text(kind: Kind, text: &str) -> Option<String> {
    let text: String = text.to_lowercase().split_whitespace().collect();
    match kind {
        Kind::Fanorona => fanorona_text(&text),
        Kind::Lasca => {
            let bare = text.replace('*', "");
            bare.split(['-', 'x']).all(|name| place_of(name).is_some()).then_some(bare)
        }
        Kind::Konane => match text.split_once('-') {
            Some((from, to)) => [from, to].iter().all(|name| place_of(name).is_some()).then(|| format!("{from}x{to}")),
            None => place_of(&text).map(|_| format!("x{text}")),
        },
        Kind::BaghChal => None,
    }
}

/// Reads `a3a4`, `a3a4+` or `a3a4+,b4-`: `+` marks an approach, `-` a withdrawal. SuperDuperGames names both points of each hop
/// and ends the move with a full stop: `a3a4+,a4b4-.`
fn fanorona_text(text: &str) -> Option<String> {
    let mut path = String::new();
    let mut at = String::new();
    for hop in text.trim_end_matches('.').split(',') {
        let (points, mark) = match hop.split_at_checked(hop.len().checked_sub(1)?)? {
            (points, "+") => (points, "A"),
            (points, "-") => (points, "W"),
            _ => (hop, ""),
        };
        let (from, to) = match points.len() {
            4 => points.split_at_checked(2)?,
            2 if !path.is_empty() => (&at[..], points),
            _ => return None,
        };
        if place_of(from).is_none() || place_of(to).is_none() || !(path.is_empty() || from == at) {
            return None;
        }
        if path.is_empty() {
            path = from.to_owned();
        }
        path += &format!("-{to}{mark}");
        at = to.to_owned();
    }
    Some(path)
}

/// Describes the notation of a game.
fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Fanorona => "moves such as a3a4, a3a4+ or a3a4+, b4-",
        Kind::Lasca => "moves such as c3-d4, b2xd4 or c1xa3xc5",
        Kind::Konane => "moves such as a1-a5, and a1 in the opening",
        Kind::BaghChal => "none",
    }
}

pub fn write(pdn: &Pdn, game: &AnyGame, now: &str) -> Result<Exported, FormatError> {
    let other = games::counterpart(&GAMES, game)?;
    let (theirs, plies, note) = other.replay(PROGRAM, game)?;
    let ruleset = theirs.ruleset();
    let winner = games::winner_by(ruleset, GameResult::of(pdn))
        .ok_or_else(|| FormatError::new("result", "an unfinished game", "1-0, 0-1 or 1/2-1/2"))?;
    let mut notes: Vec<_> = note.into_iter().collect();
    let mut date = |day: &str, time: &str, name: &str| {
        let date = pdn
            .tag(day)
            .filter(|date| !date.contains('?'))
            .map(|date| format!("{}T{}.000Z", date.replace('.', "-"), pdn.tag(time).unwrap_or("00:00:00")));
        if date.is_none() {
            notes.push(format!("AbstractPlay requires {name}, which the record does not tell (tag {day})"));
        }
        date
    };
    let (date_start, date_end) = (date("Date", "UTCTime", "date-start"), date("EndDate", "EndTime", "date-end"));
    let stated = |name: &str| pdn.tag(name).filter(|value| !matches!(*value, "" | "?")).map(str::to_owned);
    let player = |side: Side| {
        let colour = player_tag(ruleset, side);
        Player {
            name: stated(colour).unwrap_or_else(|| "?".to_owned()),
            result: i64::from(winner.is_none_or(|winner| winner == side)),
            is_ai: stated(&format!("{colour}Type")).map(|kind| kind == "program"),
            others: Map::new(),
        }
    };
    let header = Header {
        game: GameName {
            name: other.name.to_owned(),
            variants: other.options.iter().map(ToString::to_string).collect(),
        },
        event: stated("Event"),
        round: stated("Round"),
        site: Site {
            name: stated("Site").unwrap_or_else(|| "?".to_owned()),
            gameid: stated("GameId").map(Value::String),
        },
        date_start,
        date_end,
        date_generated: now.to_owned(),
        players: Side::BOTH.map(player).into(),
        starting_position: None,
        others: Map::new(),
    };
    notes.extend(games::notes_on_loss(pdn, &KEPT_TAGS, true));
    let record = GameRecord { header, moves: rounds(other.kind, pdn, &theirs, &plies, winner) };
    let text = serde_json::to_string_pretty(&record).expect("plain values become JSON") + "\n";
    Ok(Exported { text, notes })
}

/// Returns the moves by rounds, the last one with the end of the game if the moves do not show it.
fn rounds(kind: Kind, pdn: &Pdn, game: &AnyGame, plies: &[Ply], winner: Option<Side>) -> Vec<Vec<Option<Move>>> {
    let end = ENDS.iter().find(|(_, word)| pdn.tag("Termination") == Some(word)).map(|(kind, _)| *kind);
    let moves: Vec<_> = (0..plies.len())
        .map(|number| {
            let text = their_text(kind, game, number, &plies[number]);
            let comments = pdn.turns.get(number).map(|turn| turn.comments.join(" ")).unwrap_or_default();
            let events = end.filter(|_| number + 1 == plies.len()).map(|kind| {
                let player = winner.map(|winner| Value::from(winner.other().index() + 1));
                MoveResult::Events(vec![Event { r#type: kind.to_owned(), player }])
            });
            let comment = (!comments.is_empty()).then_some(MoveResult::Comment(comments));
            match events.or(comment) {
                None => Move::Text(text),
                result => Move::Annotated { r#move: text, sequence: None, result },
            }
        })
        .map(Some)
        .collect();
    let mut rounds: Vec<Vec<_>> = Vec::new();
    for played in moves {
        match rounds.last_mut() {
            Some(round) if round.len() == 1 => round.push(played),
            _ => rounds.push(vec![played]),
        }
    }
    rounds
}

/// Returns a move in the notation of AbstractPlay.
fn their_text(kind: Kind, game: &AnyGame, number: usize, ply: &Ply) -> String {
    let board = &game.ruleset().board;
    let turn = &ply.turn;
    let name = |point| place_of(board.name(point)).map(name_of).unwrap_or_default();
    let names: Vec<_> = turn.path.iter().map(|&point| name(point)).collect();
    match kind {
        Kind::Fanorona => {
            let mark = |hop: usize| match turn.runs.get(hop).map(|run| run.kind) {
                Some(RunCaptureKind::Approach) => "+",
                Some(RunCaptureKind::Withdrawal) => "-",
                Some(RunCaptureKind::Custodial) | None => "",
            };
            let hops: Vec<_> = (1..names.len()).map(|hop| format!("{}{}", names[hop], mark(hop - 1))).collect();
            format!("{}{}", names.first().map_or("", String::as_str), hops.join(", "))
        }
        Kind::Konane if names.is_empty() => turn.removed.first().map(|&point| name(point)).unwrap_or_default(),
        Kind::Konane => format!("{}-{}", names[0], names[names.len() - 1]),
        Kind::Lasca | Kind::BaghChal => {
            let text = names.join(if turn.captures.is_empty() { "-" } else { "x" });
            let is_king = |plies, point| game.setup_after(plies).top(point).is_some_and(|top| top.rank == Rank::King);
            let is_promoted =
                turn.endpoints().is_some_and(|(from, to)| !is_king(number, from) && is_king(number + 1, to));
            text + if is_promoted { "*" } else { "" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_fanorona_are_read_in_both_spellings() {
        for (text, ours) in [
            ("a3a4", Some("a3-a4")),
            ("A3A4+", Some("a3-a4A")),
            ("d3e4+, e5-", Some("d3-e4A-e5W")),
            ("a3a4+,a4b4-,b4b5-.", Some("a3-a4A-b4W-b5W")),
            ("a3", None),
            ("b4-", None),
            ("a3a4+,b5c5-", None),
            ("", None),
            ("é3a4+", None),
        ] {
            assert_eq!(fanorona_text(&text.to_lowercase().replace(' ', "")).as_deref(), ours, "{text}");
        }
    }
}
