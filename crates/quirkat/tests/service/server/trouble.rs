//! Tests random sequences of failures: a failing, full or slow disk, broken connections, killed servers. No
//! acknowledged move may be lost or duplicated. `QUIRKAT_TROUBLE` sets the duration in seconds (default 8),
//! `QUIRKAT_SEED` the random seed.

use super::faults::compile_preload_library;
use crate::harness::{Answer, Player, Server, game as after, number, quirkat, random_move, until};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const GAME: &str = "international";

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Trouble {
    Failing,
    Full,
    Slow,
    Broken,
    Killed,
}

const TROUBLES: [Trouble; 5] = [Trouble::Failing, Trouble::Full, Trouble::Slow, Trouble::Broken, Trouble::Killed];

/// A server whose disk fails on demand.
struct Site {
    server: Server,
    folder: Arc<TempDir>,
    tools: TempDir,
    library: PathBuf,
}

impl Site {
    /// Returns nothing without a C compiler.
    fn open() -> Option<Site> {
        let tools = TempDir::new().unwrap();
        let library = compile_preload_library("faulty_disk.c", tools.path())?;
        fs::write(tools.path().join("disk"), "w").unwrap();
        let folder = Arc::new(TempDir::new().unwrap());
        let server = start(&folder, &tools, &library);
        Some(Site { server, folder, tools, library })
    }

    fn disk_is(&self, how: &str) {
        // The server polls the control file, which must never be empty.
        let mut file = fs::File::options().write(true).open(self.tools.path().join("disk")).unwrap();
        file.write_all(how.as_bytes()).unwrap();
    }

    fn restart(&mut self) {
        self.server.kill();
        self.server = start(&self.folder, &self.tools, &self.library);
    }

    /// Repeats a request until it succeeds. Repairs the disk if it does not succeed soon.
    fn until_done(&self, what: &str, ask: impl Fn() -> Answer) -> Value {
        let began = Instant::now();
        until(what, || {
            let answer = ask();
            if answer.status != 200 {
                assert!(answer.status >= 500 && !answer.error().is_empty(), "{}", answer.text());
                if began.elapsed() > Duration::from_secs(1) {
                    self.disk_is("w");
                }
            }
            (answer.status == 200).then(|| answer.json())
        })
    }

    /// Returns the moves of a game.
    fn turns(&self, id: &str) -> Vec<String> {
        let state = self.until_done("the game", || self.server.visitor().get(&format!("/api/game/{id}")));
        let played = state["history"].as_array().unwrap().iter();
        played.map(|played| played["turn"]["text"].as_str().unwrap().to_owned()).collect()
    }
}

fn start(folder: &Arc<TempDir>, tools: &TempDir, library: &PathBuf) -> Server {
    let mut command = quirkat();
    command.args(["serve", "--unlimited", "--port", "0", "--data"]).arg(folder.path());
    command.env("LD_PRELOAD", library).env("FAULTY_DISK", tools.path().join("disk"));
    Server::run(command, Arc::clone(folder))
}

/// A game between two players.
struct Match {
    id: String,
    tokens: [String; 2],
    /// Moves that were acknowledged or seen.
    turns: Vec<String>,
    /// Moves sent since then without acknowledgement. One of them may still be played.
    on_its_way: Vec<String>,
}

impl Match {
    fn begin(site: &Site) -> Match {
        let request = json!({ "game": GAME, "opponent": "friend", "side": "first" });
        let new_game = site.until_done("a game", || site.server.visitor().post("/api/play", &request));
        let invite = new_game["invite"].as_str().unwrap().split_once("/join/").unwrap().1.to_owned();
        // A repeated request may find that the first one succeeded.
        site.disk_is("w");
        let joined = site.server.visitor().post(&format!("/api/join/{invite}"), &json!({ "name": "Bruna" }));
        assert_eq!(joined.status, 200, "{}", joined.text());
        let token = |value: &Value| value["token"].as_str().unwrap().to_owned();
        let id = new_game["id"].as_str().unwrap().to_owned();
        Match { id, tokens: [token(&new_game), token(&joined.json())], turns: vec![], on_its_way: vec![] }
    }

    fn is_over(&self) -> bool {
        after(GAME, &[], &self.turns).outcome().is_some()
    }

    /// Plays a random move. Returns whether it was acknowledged.
    fn play(&mut self, site: &Site, rng: &mut fastrand::Rng) -> bool {
        let text = random_move(GAME, &self.turns, rng);
        let answer = site.server.visitor().with(self.token()).act(&self.id, &format!("move/{text}"));
        if answer.status == 200 {
            self.turns.push(text);
            self.on_its_way.clear();
            return true;
        }
        // Another move of the same side may have arrived in between.
        assert!(answer.status >= 500 || !self.on_its_way.is_empty(), "{}: {}", answer.status, answer.text());
        self.on_its_way.push(text);
        self.look(site);
        false
    }

    /// Sends a random move, and disconnects before the answer.
    fn send(&mut self, site: &Site, rng: &mut fastrand::Rng) {
        let text = random_move(GAME, &self.turns, rng);
        let path = format!("/play/{}/live", self.id);
        if let Ok(mut player) = Player::seated(&site.server.address, &path, Some(self.token())) {
            player.turn(&text);
        }
        self.on_its_way.push(text);
    }

    /// Returns the token of the side to move.
    fn token(&self) -> &str {
        &self.tokens[self.turns.len() % 2]
    }

    /// Checks the game: all acknowledged moves are present, and at most one in flight.
    fn look(&mut self, site: &Site) {
        let turns = site.turns(&self.id);
        let (known, more) = turns.split_at_checked(self.turns.len()).expect("every acknowledged move");
        assert_eq!(known, self.turns, "the acknowledged moves");
        match more {
            [] => {}
            [more] if self.on_its_way.contains(more) => self.on_its_way.clear(),
            more => panic!("{more:?} were played, {:?} were on their way", self.on_its_way),
        }
        self.turns = turns;
    }
}

pub fn on_a_full_disk_readiness_and_every_act_answer_503() {
    let Some(site) = Site::open() else { return };
    let server = &site.server;
    let (id, tokens) = server.pair(json!({ "game": GAME }));
    let waiting = server.begin(json!({ "game": GAME, "opponent": "friend", "side": "first" }));
    let against = server.begin(json!({ "game": GAME, "opponent": "engine:1", "side": "first" }));
    let invite = waiting.invite.unwrap();
    let [visitor, other] = [0; 2].map(|_| {
        let visitor = server.visitor();
        visitor.get("/");
        visitor
    });
    let offered = visitor.form("/new/alquerque", &[("opponent", "anyone"), ("side", "first")]);
    let offered = offered.header("location").strip_prefix("/play/").unwrap().to_owned();
    let page = other.get("/key").text();
    let key = page.split_once("<code class=\"key\">").unwrap().1.split_once("</code>").unwrap().0;
    let mut player = server.player(&id, Some(&tokens[0]));
    site.disk_is("n");
    let own = include_str!("../../../../../examples/adugo.toml");
    let legal = random_move(GAME, &[], &mut fastrand::Rng::with_seed(58));
    let first = || server.visitor().with(&tokens[0]);
    let answers = [
        ("create", server.visitor().post("/api/play", &json!({ "game": GAME, "opponent": "here" }))),
        ("own game", server.visitor().post("/api/play", &json!({ "game": "adugo", "file": own, "opponent": "here" }))),
        ("join", server.visitor().post(&format!("/api/join/{invite}"), &json!({ "name": "Bruna" }))),
        (
            "join open",
            other.ask("POST", &format!("/api/open/{offered}"), &[("content-type", "application/json")], b"{}"),
        ),
        ("move", first().act(&id, &format!("move/{legal}"))),
        ("phrase", first().act(&id, "say/good_luck")),
        ("resign", first().act(&id, "resign")),
        ("move against the engine", server.visitor().with(&against.token).act(&against.id, &format!("move/{legal}"))),
        ("form", visitor.form("/new/alquerque", &[("opponent", "engine"), ("side", "first"), ("level", "1")])),
        (
            "form of an own game",
            visitor.form("/workshop/play", &[("file", own), ("opponent", "engine"), ("side", "first")]),
        ),
        ("form of an invitation", other.form(&format!("/join/{invite}"), &[("name", "Bruna")])),
        ("form of an open game", other.form(&format!("/open/{offered}"), &[])),
        ("new key", visitor.form("/key/change", &[])),
        ("other key", visitor.form("/key", &[("key", key), ("games", "along")])),
        ("forget", visitor.form("/key/forget", &[("sure", "yes")])),
        ("unblock", visitor.form("/key/open-again", &[])),
    ];
    for (what, answer) in &answers {
        assert_eq!((answer.status, answer.header("retry-after")), (503, "5"), "{what}: {}", answer.text());
    }
    let ready = |status| {
        let answer = server.visitor().get("/ready");
        (answer.status == status).then_some(answer)
    };
    assert_eq!(until("a server that is not ready", || ready(503)).header("retry-after"), "5");
    player.turn(&legal);
    let refused = player.until("the refusal", |message| message["t"] == "refused");
    assert!(refused["message"].as_str().unwrap().contains("storage"), "{refused}");
    site.disk_is("w");
    until("a server that is ready", || ready(200));
    assert_eq!(first().act(&id, &format!("move/{legal}")).status, 200);
    assert_eq!(site.turns(&id), [legal]);
}

pub fn games_survive_a_sequence_of_failures() {
    let ends = Instant::now() + Duration::from_secs(number("QUIRKAT_TROUBLE", 8));
    let mut rng = fastrand::Rng::with_seed(number("QUIRKAT_SEED", 40));
    let Some(mut site) = Site::open() else { return };
    let mut game = Match::begin(&site);
    let mut met: BTreeMap<Trouble, usize> = BTreeMap::new();
    let (mut games, mut acknowledged, mut others) = (1, 0, 0);
    let mut left: Vec<Trouble> = vec![];
    // All failures occur about equally often, and at least once. On a busy machine the trial takes longer.
    while met.len() < TROUBLES.len() || acknowledged <= 5 || others <= 5 || Instant::now() < ends {
        let Some(trouble) = left.pop() else {
            left = TROUBLES.to_vec();
            rng.shuffle(&mut left);
            continue;
        };
        *met.entry(trouble).or_default() += 1;
        site.disk_is(match trouble {
            Trouble::Failing => "f",
            Trouble::Full => "n",
            Trouble::Slow => "s",
            Trouble::Broken | Trouble::Killed => "w",
        });
        for _ in 0..rng.usize(1..8) {
            if game.is_over() {
                game = Match::begin(&site);
                games += 1;
            }
            if matches!(trouble, Trouble::Broken | Trouble::Killed) {
                game.send(&site, &mut rng);
                others += 1;
            } else if game.play(&site, &mut rng) {
                acknowledged += 1;
            } else {
                others += 1;
            }
            if trouble == Trouble::Killed {
                assert!(!site.server.log().contains("panicked"), "{}", site.server.log());
                site.restart();
            }
            game.look(&site);
        }
    }
    site.disk_is("w");
    site.restart();
    game.look(&site);
    eprintln!(
        "{met:?}: of {acknowledged} turns in {games} games that were acknowledged none was lost and none played twice; \
        {others} were not acknowledged"
    );
    assert!(acknowledged > 5 && others > 5, "{acknowledged} and {others}");
}
