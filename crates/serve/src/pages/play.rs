//! The page of a live game, and the page to join it.

use super::clocks;
use super::mine::{PDN, record};
use super::{
    Page, board_info, boot, game_info, house_rule_sentences, inline_board, is_long, leaflet_address, link_preview,
    page_or_problem, picture_address, read_form, render,
};
use crate::api::refusal_problem;
use crate::app::App;
use crate::errors::Problem;
use crate::live::{ClockTerms, DAY, Millis, Phrase, Player, Room, Seats, Snapshot, now, players, seats_of, state};
use crate::names;
use crate::rulings::Ruling;
use crate::texts::Texts;
use crate::visitor::Visitor;
use crate::workers::JobKind;
use askama::Template;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::CookieJar;
use quirkat_draw::{Scene, svg};
use quirkat_print::{Squares, gif, squares};
use quirkat_rules::{Outcome, Reason, Ruleset, Side, write_fen};
use quirkat_wire::ClockRequest;
use quirkat_words::{RulesText, outcome_in_words, rules_in_words};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage {
    page: Page,
    boot: String,
    heading: String,
    invite: Option<Invitation>,
    /// Rules of the game.
    rules: RulesText,
    /// Number of house rules, in words.
    changes: String,
    /// Address of the rules with their sources.
    about: String,
    /// Address of the printable rules.
    leaflet: String,
    /// Example of a typed move.
    example: String,
    board_svg: String,
    /// Chat phrases: id and text.
    phrases: Vec<(&'static str, &'static str)>,
    width: i32,
    height: i32,
    is_long: bool,
}

/// The link to the open seat of a game.
struct Invitation {
    link: String,
    /// The link as a QR code.
    code: Option<Squares>,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage {
    page: Page,
    heading: String,
    action: String,
    by: String,
    /// Name of the game.
    game: String,
    /// Rule set, side, clock and house rules.
    terms: Vec<String>,
    rules: RulesText,
    /// Address of the rules with their sources.
    about: String,
    picture: String,
    /// Width and height of the picture.
    size: [i32; 2],
    name: String,
}

/// Length of the longer side of an animation in pixels.
const ANIMATION_SIZE: u32 = 320;
/// Maximum points that an animation draws, in all its positions. A position costs as much as [`ANIMATED_BASE`] points more than
/// it has. So an animation takes less than a second.
const ANIMATED_POINTS: usize = 9_000;
const ANIMATED_BASE: usize = 50;

/// Answers with the page of a live game.
pub async fn play(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    if let Some(id) = id.strip_suffix(".pdn") {
        return pdn(State(app), Path(id.to_owned()), visitor).await;
    }
    if let Some(id) = id.strip_suffix(".gif") {
        return animation(&app, id, visitor).await;
    }
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let room = app.room(&id, client).await?;
        let known = Arc::clone(&app);
        app.work(JobKind::Snapshots, client, move || Ok(play_page(&known, &room, &visitor))).await
    };
    page_or_problem(result.await, texts)
}

/// Renders the page for a visitor.
fn play_page(app: &App, room: &Room, visitor: &Visitor) -> Response {
    let (texts, id) = (visitor.texts, &room.id);
    let snapshot = room.snapshot();
    let live = snapshot.live();
    let ruling = &snapshot.terms.ruling;
    let ruleset = live.game.ruleset();
    let seated = seats_of(&snapshot, &visitor.credentials);
    let view = state(&snapshot, seated, room.presence(), texts, now());
    let invites = live.is_waiting() && seated != Seats::None;
    let invite = invites.then(|| visitor.url(&app.invitation(id)));
    let names = players(live, [true; 2], texts).map(|player| player.name);
    let [first, second] = names;
    let game = ruleset.info.name.get(texts.0).to_owned();
    let heading = texts.with("play_page_title", &[("game", game), ("first", first), ("second", second)]);
    let value = json!({
        "id": id,
        "lang": texts.code(),
        "game": game_info(ruleset, texts),
        "board": board_info(ruling, ruleset, texts),
        "live": texts.at(format_args!("/play/{id}/live?known={}", live.events)),
        "invite": invite,
        "open": snapshot.open,
        "again": {
            "game": snapshot.terms.ruling.title(),
            "rules": snapshot.terms.ruling.rules(),
            "position": snapshot.terms.position,
            "clock": snapshot.terms.clock.map(clock_request),
            "name": visitor.name,
        },
        "wins": Side::BOTH.map(|side| wins(ruleset, side, texts)),
        "watch": visitor.url(&format!("/play/{id}")),
        "analysis": texts.at(format_args!("/play/{id}/analysis")),
        "pdn": texts.at(format_args!("/play/{id}.pdn")),
        "gif": texts.at(format_args!("/play/{id}.gif")),
        "state": view,
    });
    let path = format!("/play/{id}");
    let rules = rules_in_words(ruleset, texts.0);
    let words = rules.title();
    let about = about(ruling, ruleset, texts);
    let fen = write_fen(ruleset, &live.game.setup());
    let frame = svg::frame(&ruleset.board, Side::First);
    let [_, _, width, height] = frame;
    render(&PlayPage {
        page: Page::new(texts, &heading, &path).with_preview(link_preview(visitor, &path, (ruling, &fen), &words)),
        boot: boot(&value),
        heading,
        invite: invite.map(|link| Invitation { code: squares(&link), link }),
        changes: texts.counted("play_house_rules", rules.house_rules.len() as u64),
        rules,
        about,
        leaflet: leaflet_address(ruling, texts),
        example: example(&snapshot),
        board_svg: inline_board(ruleset, texts),
        phrases: Phrase::ALL.map(|phrase| (phrase.word(), phrase.in_words(texts.0))).to_vec(),
        is_long: is_long(frame),
        width,
        height,
    })
}

/// Returns the address of the rules with their sources.
fn about(ruling: &Ruling, ruleset: &Ruleset, texts: Texts) -> String {
    match ruling.own() {
        Some(own) => texts.at(format_args!("/workshop/{}", own.name())),
        None => texts.at(format_args!("/games/{}?variant={}#rules", ruling.game_id(), ruleset.variant)),
    }
}

/// Returns the request for a clock of these terms.
fn clock_request(terms: ClockTerms) -> ClockRequest {
    let of = |millis: Millis, unit: f64| millis as f64 / unit;
    match terms {
        ClockTerms::Whole { initial, increment } => {
            ClockRequest { minutes: Some(of(initial, 60_000.0)), seconds: of(increment, 1_000.0), days: None }
        }
        ClockTerms::Turn(each) => ClockRequest { days: u8::try_from(each / DAY).ok(), ..ClockRequest::default() },
    }
}

/// Returns that a side wins, without a reason and a full stop.
fn wins(ruleset: &Ruleset, side: Side, texts: Texts) -> String {
    let words = outcome_in_words(ruleset, Outcome { winner: Some(side), reason: Reason::Agreement }, texts.0);
    words.trim_end_matches('.').to_owned()
}

/// Returns a legal move, or one that has been played, as an example.
fn example(snapshot: &Snapshot) -> String {
    let live = snapshot.live();
    let legal = snapshot.legal().unwrap_or_default();
    let typed = legal.iter().chain(live.game.history()).find(|turn| turn.roll.is_none());
    typed.map(|turn| turn.text(&live.game.ruleset().board)).unwrap_or_default()
}

/// Answers with the record of a live game.
pub async fn pdn(State(app): State<Arc<App>>, Path(id): Path<String>, visitor: Visitor) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        let room = app.room(&id, client).await?;
        let text = app.work(JobKind::Snapshots, client, move || Ok(record(&room.snapshot(), &visitor))).await?;
        let name = format!("attachment; filename=\"quirkat-{id}.pdn\"");
        Ok(([(CONTENT_TYPE, PDN.to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
    };
    page_or_problem(result.await, texts)
}

/// Answers with a live game as an animated GIF: all positions, or of a long game the last ones, from the visitor's side.
async fn animation(app: &App, id: &str, visitor: Visitor) -> Response {
    let (client, texts) = (visitor.client, visitor.texts);
    let result = async {
        app.render_rate.allow(client)?;
        let snapshot = app.room(id, client).await?.snapshot();
        let draw = move || {
            let game = &snapshot.live().game;
            let bottom = match seats_of(&snapshot, &visitor.credentials) {
                Seats::One(side) => side,
                Seats::None | Seats::Both => Side::First,
            };
            let most = ANIMATED_POINTS / (ANIMATED_BASE + game.ruleset().board.len());
            let plies = game.history().len();
            let scenes: Vec<_> =
                (plies.saturating_sub(most)..=plies).map(|ply| Scene::of_ply(game, ply).seen_from(bottom)).collect();
            gif::animation(&scenes, svg::Palette::Fixed(visitor.dress), ANIMATION_SIZE).map_err(Problem::internal)
        };
        let bytes = app.work(JobKind::Prints, client, draw).await?;
        let name = format!("attachment; filename=\"quirkat-{id}.gif\"");
        Ok(([(CONTENT_TYPE, "image/gif".to_owned()), (CONTENT_DISPOSITION, name)], bytes).into_response())
    };
    page_or_problem(result.await, texts)
}

/// Answers with the page of an invitation, which shows the terms of the game.
pub async fn join_form(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let room = app.room(&id, visitor.client).await?;
        let snapshot = room.snapshot();
        let live = snapshot.live();
        let side = live.open_side().filter(|_| live.end().is_none() && app.is_invitation(&id, &token));
        // A visitor who has a seat already, or is too late, goes to the board.
        let Some(side) = side.filter(|_| seats_of(&snapshot, &visitor.credentials) == Seats::None) else {
            return Ok(Redirect::to(&texts.at(format_args!("/play/{id}"))).into_response());
        };
        let ruleset = live.game.ruleset();
        let rules = rules_in_words(ruleset, texts.0);
        let mut terms = vec![
            rules.title(),
            texts.with("join_sides", &[("side", ruleset.info.sides[side.index()].name.get(texts.0).to_owned())]),
        ];
        terms.push(texts.with("join_clock", &[("time", clocks::in_words(snapshot.terms.clock, texts))]));
        terms.extend(house_rule_sentences(ruleset, texts));
        let by = match live.player(side.other()) {
            Player::Person(name) => name.clone(),
            _ => String::new(),
        };
        let heading = texts.with("join_page_title", &[("game", ruleset.info.name.get(texts.0).to_owned())]);
        let path = format!("/join/{id}/{token}");
        let (ruling, setup) = (&snapshot.terms.ruling, live.game.setup());
        let fen = write_fen(ruleset, &setup);
        let preview = link_preview(&visitor, &path, (ruling, &fen), &rules.title());
        let [_, _, width, height] = svg::room(&Scene::new(ruleset, setup), svg::Palette::default());
        Ok(render(&JoinPage {
            page: Page::new(texts, &heading, &path).with_preview(preview),
            heading,
            action: texts.at(&path),
            by,
            game: rules.game.clone(),
            terms,
            rules,
            about: about(ruling, ruleset, texts),
            picture: picture_address(ruling, &fen, texts),
            size: [width, height],
            name: visitor.name.clone(),
        }))
    };
    page_or_problem(result.await, texts)
}

/// The form of an invitation.
#[derive(Debug, Deserialize)]
pub struct Joining {
    #[serde(default)]
    name: String,
}

/// Takes the seat of an invitation.
pub async fn join(
    State(app): State<Arc<App>>,
    Path((id, token)): Path<(String, String)>,
    jar: CookieJar,
    visitor: Visitor,
    form: Result<Form<Joining>, FormRejection>,
) -> Response {
    let texts = visitor.texts;
    let result = async {
        let joining = read_form(form, texts)?;
        let room = app.room(&id, visitor.client).await?;
        if !app.is_invitation(&id, &token) {
            return Err(Problem::Forbidden);
        }
        let name = names::clean_name(&joining.name);
        match app.games.join(&room, visitor.credentials.key.as_deref(), &name).await {
            Ok(_) => {
                let there = Redirect::to(&texts.at(format_args!("/play/{id}")));
                Ok((jar.add(visitor.name_cookie(&name)), there).into_response())
            }
            Err(error) => Err(refusal_problem(room.snapshot().live(), &error, &visitor)),
        }
    };
    page_or_problem(result.await, texts)
}
