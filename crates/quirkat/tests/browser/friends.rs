//! Tests a game between two people by a link, with a spectator.

use crate::browser::{Browser, PHONE};
use crate::play::point;
use crate::proxy::Proxy;

pub fn two_people_play_by_a_link_and_a_third_watches() {
    let host = Browser::new();
    host.begin("alquerque", &[("opponent", "friend"), ("side", "first"), ("name", "Ana")]);
    host.until_words("#status", "Waiting for your friend to join");
    let site = &host.stage.site;
    let invite = host.text_of("document.querySelector('#invite').value");
    assert!(invite.starts_with(site), "{invite}");

    // The friend sees the terms and joins. Their connection is cut later.
    let proxy = Proxy::new(site);
    let friend = Browser::of("en", PHONE);
    friend.goto(&proxy.instead_of(site, &invite));
    friend.until_words("main", "Ana");
    friend.until_words("main", "You play Black.");
    friend.until_words("main", "Clock: no clock.");
    friend.until_words(".short-rules", "A player who can capture must capture.");
    friend.until("document.querySelector('.picture img').naturalWidth > 0");
    friend.write("#name", "Ben");
    friend.click(".submit button");
    friend.until_play();
    // The form named its site, without which it would have been refused, but not the invitation.
    assert_eq!(friend.text_of("document.referrer"), format!("{}/", friend.text_of("location.origin")));
    host.until_words("#player-second .player-name", "Ben");
    host.until("!document.querySelector('#invite-box').checkVisibility()");
    host.until_words("h1", "Alquerque: Ana – Ben");
    friend.until_words("#player-first .player-name", "Ana");
    // The player of Black sees Black at the bottom.
    friend.until("document.querySelector('#player-second').classList.contains('below')");

    let watcher = Browser::of("en", PHONE);
    watcher.goto(&host.text_of("document.querySelector('#watch').value"));
    watcher.until_play();
    host.click("#more summary");
    host.until_words("#watchers", "1 watching");

    host.until_words("#status", "Your move");
    host.play("d2-c3");
    for other in [&friend, &watcher] {
        other.until_turns(1);
        other.until_piece("c3", Some("w"));
    }
    // A spectator can neither move nor make offers.
    assert!(watcher.marked().is_empty());
    assert!(["#actions", "#type-form", "#offer", "#undo-hop"].iter().all(|id| !watcher.is_seen(id)));
    watcher.click(&point("b4"));
    watcher.run("document.querySelector('#board').focus()", serde_json::json!([]));
    watcher.press([crate::browser::keys::ENTER]);
    assert!(!watcher.is_seen(".mark-selected") && watcher.marked().is_empty());

    friend.until_words("#pressing", "You must capture");
    friend.play("b4xd2");
    host.until_turns(2);
    host.until_piece("c3", None);

    // A reloaded page shows the whole game.
    friend.reload();
    friend.until_play();
    assert_eq!(friend.turns(), ["d2-c3", "b4xd2"]);
    let turn = host.stage.legal("alquerque:walker", None, &host.turns()).remove(0);
    host.play(&turn);
    friend.until_turns(3);

    // The page reports a lost connection, and catches up when it returns.
    let legal = host.stage.legal("alquerque:walker", None, &host.turns());
    friend.play(&legal[0]);
    host.until_turns(4);
    proxy.cut();
    friend.until_words("#connection", "Connection lost");
    host.until_words("#player-second .player-note", "away");
    let turn = host.stage.legal("alquerque:walker", None, &host.turns()).remove(0);
    host.play(&turn);
    assert_eq!(friend.turns().len(), 4);
    proxy.mend();
    friend.until_words("#connection", "Connected again");
    friend.until_turns(5);
    friend.wait("the same pieces", || match (friend.pieces(), host.pieces()) {
        (own, other) if own == other => Ok(()),
        both => Err(format!("{both:?}")),
    });
    host.until_words("#player-second .player-note", "here");

    // A move is taken back when the opponent agrees.
    host.click("#takeback");
    host.until_words("#answer", "You have asked to take your move back.");
    friend.until_words("#offer", "White asks to take back the last move.");
    friend.click("#offer-accept");
    for one in [&host, &friend, &watcher] {
        one.until_turns(4);
    }
    host.until_words("#status", "Your move");

    // A draw is declined and the game continues. Then it is accepted and the game ends for all.
    host.click("#draw");
    friend.until_words("#offer", "White offers a draw.");
    friend.click("#offer-decline");
    // Both see the answer until the asking player moves.
    for one in [&host, &friend] {
        one.until_words("#answer", "Black declines the draw.");
        assert!(!one.is_seen("#offer"));
    }
    assert!(!watcher.is_seen("#offer"));
    host.play(&turn);
    friend.until_turns(5);
    for one in [&host, &friend] {
        one.until("document.querySelector('#answer').textContent === ''");
    }
    friend.click("#draw");
    host.until_words("#offer", "Black offers a draw.");
    assert!(!watcher.is_seen("#offer"));
    host.click("#offer-accept");
    for one in [&host, &friend, &watcher] {
        one.until_words("#status", "Draw");
        one.until("document.querySelector('#end').checkVisibility()");
        assert!(!one.words("#hint").is_empty());
        assert!(one.marked().is_empty() && !one.is_seen("#actions"));
    }

    // A rematch is declined, offered again and accepted. Both players are redirected, and the spectator gets a link.
    let over = host.text_of("location.pathname");
    friend.click("#rematch");
    host.until_words("#offer", "Black offers another game.");
    host.click("#offer-decline");
    for one in [&host, &friend] {
        one.until_words("#answer", "White declines the rematch.");
    }
    friend.click("#rematch");
    host.until_words("#offer", "Black offers another game.");
    host.click("#offer-accept");
    for (one, colour) in [(&host, "second"), (&friend, "first")] {
        one.until(&format!("location.pathname.includes('/play/') && location.pathname !== '{over}'"));
        one.until_play();
        one.until_words(&format!("#player-{colour} .player-note"), "you");
        assert!(one.turns().is_empty());
    }
    assert_eq!(host.text_of("location.pathname"), friend.text_of("location.pathname"));
    watcher.click("#rematch-link");
    watcher.until_play();
    assert_eq!(host.text_of("location.pathname"), watcher.text_of("location.pathname"));
}
