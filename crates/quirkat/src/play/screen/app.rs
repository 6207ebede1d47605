//! The state of the screen, and its reactions to keys and clicks.

use super::keys::{Action, action, scroll_page, word_action};
use super::prompt::{Prompt, Purpose, Typing};
use super::replay::Replay;
use super::scenes::{entered, mark_choices};
use super::theme::{Theme, Tone};
use crate::play::command::Command;
use crate::play::cursor::Cursor;
use crate::play::entry::{Entry, Step};
use crate::play::session::{Busy, Event, Offer, OfferKind, Refusal, Session};
use crate::play::words::HURRY;
use crate::words::Words;
use quirkat_draw::terminal::Picture;
use quirkat_draw::{CharacterSet, Mark, Scene};
use quirkat_play::Obligations;
use quirkat_rules::mid_turn::CapturedFate;
use quirkat_rules::{IllegalReason, Point, Side, Turn, TurnError, TurnPrompt, read_turn};
use quirkat_words::texts::{Slot, text};
use quirkat_words::{
    ErrorText as _, RuleAspect, refusal_in_words, sentences_about, sentences_for_refusal, why_in_words,
};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use std::path::Path;
use std::time::{Duration, Instant};

/// Part of the screen that has the keyboard focus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The board.
    Board,
    /// An input line.
    Prompt(Prompt),
    /// A question, answered by y or n.
    Ask(Question),
    /// The help, scrolled down by a number of rows.
    Help(usize),
    /// All messages of the panel, scrolled down by a number of rows.
    More(usize),
}

/// An action that needs a confirmation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Resigning the game.
    Resign,
    /// Making an offer.
    Offer(OfferKind),
    /// Leaving although the game could not be saved.
    Leave,
    /// Placing fewer men than the throw allows.
    Finish,
}

/// State of the screen.
pub struct App<'s> {
    session: &'s mut Session,
    look: CharacterSet,
    theme: Theme,
    entry: Entry,
    cursor: Cursor,
    bottom: Side,
    mode: Mode,
    notice: Option<(String, Tone)>,
    hint: Option<Turn>,
    replay: Option<Replay>,
    /// Ply shown during replay; `None` for the present position.
    looking: Option<usize>,
    /// Number of rows of the move list below the visible part.
    scroll: usize,
    /// Place of the last drawn board, for clicks.
    drawn: Option<(Rect, Picture)>,
    revision: u64,
    has_quit: bool,
}

impl<'s> App<'s> {
    /// Creates the screen of a session.
    pub fn new(session: &'s mut Session, look: CharacterSet, theme: Theme) -> App<'s> {
        let board = &session.game().ruleset().board;
        let cursor = Cursor::in_the_middle(board);
        let entry = Entry::new(board, vec![]);
        let bottom = session.only_person().unwrap_or(Side::First);
        let revision = session.revision();
        let mut app = App {
            session,
            look,
            theme,
            entry,
            cursor,
            bottom,
            mode: Mode::Board,
            notice: None,
            hint: None,
            replay: None,
            looking: None,
            scroll: 0,
            drawn: None,
            revision,
            has_quit: false,
        };
        app.begin_entry();
        app
    }

    /// Returns the session.
    pub fn session(&self) -> &Session {
        self.session
    }

    /// Returns the texts of the player's language.
    pub fn words(&self) -> Words {
        self.session.words()
    }

    /// Returns the character set.
    pub fn look(&self) -> CharacterSet {
        self.look
    }

    /// Returns the theme.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// Returns the entry of the current move.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Returns the point under the cursor.
    pub fn cursor(&self) -> Point {
        self.cursor.point
    }

    /// Returns the side at the lower edge.
    pub fn bottom(&self) -> Side {
        self.bottom
    }

    /// Returns the part with the keyboard focus.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Returns the question that waits for an answer.
    pub fn question(&self) -> Option<Question> {
        match &self.mode {
            Mode::Ask(question) => Some(*question),
            Mode::Prompt(Prompt { purpose: Purpose::Answer(question), .. }) => *question,
            _ => None,
        }
    }

    /// Returns the last message, until the next key.
    pub fn notice(&self) -> Option<&(String, Tone)> {
        self.notice.as_ref()
    }

    /// Returns the number of rows of the move list below the visible part.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// Returns whether the players have left.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns the ply shown during replay, or `None` for the present position.
    pub fn looking(&self) -> Option<usize> {
        self.looking
    }

    /// Returns the ply of the shown position.
    pub fn ply(&self) -> usize {
        self.looking.unwrap_or(self.session.turns().len())
    }

    /// Returns whether the engine's move is being animated.
    pub fn is_replaying(&self) -> bool {
        self.replay.is_some()
    }

    /// Returns whether something on the screen changes without input.
    pub fn is_lively(&self) -> bool {
        let mut clocks = Side::BOTH.into_iter().filter_map(|side| self.session.clock(side));
        let hurries = clocks.any(|(left, runs)| runs && left < HURRY);
        hurries || self.is_replaying() || self.session.busy().is_some()
    }

    /// Excludes time while the program was suspended from the clocks.
    pub fn was_away(&mut self, away: Duration) {
        self.session.was_away(away);
    }

    /// Records the place of the drawn board.
    pub fn remember(&mut self, area: Rect, picture: Picture) {
        self.drawn = Some((area, picture));
    }

    /// Clears the place of the board when it is not drawn.
    pub fn forget_picture(&mut self) {
        self.drawn = None;
    }

    /// Limits scrolling to the end of a page.
    pub fn limit_page(&mut self, furthest: usize) {
        if let Mode::Help(scroll) | Mode::More(scroll) = &mut self.mode {
            *scroll = furthest.min(*scroll);
        }
    }

    /// Returns the scene on the board.
    pub fn scene(&self) -> Scene {
        let game = self.session.game();
        let ruleset = game.ruleset();
        if let Some(replay) = &self.replay {
            let mut scene = Scene::new(ruleset, replay.setup()).seen_from(self.bottom);
            scene.trail = replay.path().to_vec();
            replay.taken().for_each(|point| scene.mark(point, Mark::Taken));
            if let Some(&at) = scene.trail.last() {
                scene.mark(at, Mark::Selected);
            }
            return scene;
        }
        if let Some(ply) = self.looking {
            let mut scene = Scene::new(ruleset, game.setup_after(ply)).seen_from(self.bottom);
            let turn = ply.checked_sub(1).and_then(|last| game.history().get(last).copied());
            turn.into_iter().for_each(|turn| scene.show_turn(turn));
            return scene;
        }
        let mut scene = entered(game, &self.entry, self.bottom);
        let points = self.entry.points();
        match &self.hint {
            Some(hint) if points.is_empty() => {
                scene.trail.clone_from(&hint.path);
                let ends = hint.path.iter().skip(1).chain(&hint.drops).chain(&hint.removed);
                ends.for_each(|&point| scene.mark(point, Mark::Target));
            }
            None if points.is_empty() => {
                if let Some(&turn) = game.history().last() {
                    scene.show_turn(turn);
                }
            }
            _ => {}
        }
        if self.session.is_persons_turn() {
            let at_cursor = points.is_empty() && self.hint.is_none();
            mark_choices(&mut scene, &self.entry, self.cursor.point, at_cursor);
        }
        scene
    }

    /// Advances the animation of the engine's move, and takes results of the engine.
    pub fn tick(&mut self, now: Instant) {
        self.replay = self.replay.take().and_then(|replay| replay.at(now));
        if self.replay.is_none()
            && let Some(event) = self.session.poll()
        {
            self.on_engine(event, now);
        }
        self.follow();
    }

    /// Resets the entry when the position has changed.
    fn follow(&mut self) {
        if self.revision != self.session.revision() {
            self.revision = self.session.revision();
            self.begin_entry();
        }
    }

    fn begin_entry(&mut self) {
        (self.hint, self.looking, self.scroll) = (None, None, 0);
        let turns = match self.session.game().turns() {
            Ok(turns) if self.session.is_persons_turn() => turns,
            Ok(_) => vec![],
            Err(error) => {
                self.warn(error.in_words(self.words().0));
                vec![]
            }
        };
        self.entry = Entry::new(&self.session.game().ruleset().board, turns);
    }

    fn on_engine(&mut self, event: Event, now: Instant) {
        let (game, words) = (self.session.game(), self.words());
        let ruleset = game.ruleset();
        match event {
            Event::Played(_, turn) => {
                let before = game.setup_after(game.history().len().saturating_sub(1));
                self.replay = Some(Replay::new(before, turn, CapturedFate::from_ruleset(ruleset), now));
            }
            Event::Hint(line, certain) => {
                self.notice = Some((words.hint(ruleset, &line, certain.as_ref()), Tone::Strong));
                self.entry.clear();
                self.hint = line.turns.into_iter().next();
            }
            Event::Answered(offer, accepted) => {
                self.notice = Some((offer.answer_in_words(accepted, ruleset, words.0), Tone::Strong));
            }
            Event::Failed(why) => self.warn(words.failure(ruleset, &why)),
        }
        self.check_saved();
    }

    fn warn(&mut self, what: impl Into<String>) {
        self.notice = Some((what.into(), Tone::Warning));
    }

    fn inform(&mut self, what: impl Into<String>) {
        self.notice = Some((what.into(), Tone::Plain));
    }

    fn check_saved(&mut self) {
        if let Some(left) = self.session.take_left() {
            self.warn(self.words().left(&left, self.session.path()));
        }
        if let Some(trouble) = self.session.trouble() {
            self.notice = Some((self.words().say("play.not_saved", &[text("why", trouble)]), Tone::Warning));
        }
    }

    /// Returns the value of a successful action. Shows the reason of a refused one.
    fn unless_refused<T>(&mut self, result: Result<T, Refusal>) -> Option<T> {
        match result {
            Ok(value) => {
                self.check_saved();
                Some(value)
            }
            Err(refusal) => {
                self.refuse(&refusal);
                None
            }
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        let (ruleset, words) = (self.session.game().ruleset(), self.words());
        let rules = match refusal {
            Refusal::Illegal(error) => sentences_for_refusal(ruleset, error, words.0),
            _ => vec![],
        };
        self.warn(words.with_rules(refusal.in_words(ruleset, words.0), &rules));
    }

    /// Handles a key or mouse event.
    pub fn on_event(&mut self, input: &Input) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.on_key(*key),
            Input::Mouse(mouse) => self.on_mouse(*mouse),
            _ => {}
        }
        self.follow();
    }

    fn on_key(&mut self, key: KeyEvent) {
        self.replay = None;
        let key_action = action(key);
        let interrupts = key.modifiers.contains(KeyModifiers::CONTROL);
        if key_action == Some(Action::Quit) && interrupts {
            self.has_quit = true;
            return;
        }
        match &mut self.mode {
            Mode::Prompt(prompt) => match (prompt.on_key(key), prompt.purpose) {
                (Typing::Continues, _) => {}
                (Typing::Cancelled, Purpose::Answer(Some(question))) => self.mode = Mode::Ask(question),
                (Typing::Cancelled, _) => self.mode = Mode::Board,
                (Typing::Done, _) => self.run_prompt(),
            },
            Mode::Ask(_) if key.code == KeyCode::Esc => self.mode = Mode::Board,
            Mode::Ask(question) => {
                let question = *question;
                if let Some(letter) = typed_letter(key) {
                    self.mode = Mode::Prompt(Prompt::starting_with(letter, Purpose::Answer(Some(question))));
                }
            }
            Mode::Help(_) | Mode::More(_) if let Some(letter) = typed_letter(key) => {
                self.mode = Mode::Prompt(Prompt::starting_with(letter, Purpose::Command));
            }
            Mode::Help(scroll) | Mode::More(scroll) => {
                if !scroll_page(scroll, key_action) {
                    self.mode = Mode::Board;
                }
            }
            Mode::Board => match (self.session.offer(), self.begins_line(key), key_action) {
                (Some(_), Some(sign), _) => {
                    self.mode = Mode::Prompt(Prompt::starting_with(sign, Purpose::Answer(None)));
                }
                (Some(offer), None, Some(Action::Clear)) => self.answer(offer, false),
                (Some(_), None, _) => {}
                (None, Some(sign), _) => self.mode = Mode::Prompt(Prompt::starting_with(sign, Purpose::Command)),
                (None, None, Some(action)) => self.act(action),
                (None, None, None) => {}
            },
        }
    }

    /// Returns the character of a key that opens the input line: a letter, or a sign with which a point or a move begins.
    fn begins_line(&self, key: KeyEvent) -> Option<char> {
        let sign = typed_sign(key)?;
        if sign.is_alphabetic() {
            return Some(sign);
        }
        if self.session.is_over() {
            return None;
        }
        let board = &self.session.game().ruleset().board;
        let begins = |text: &str| text.starts_with(sign.to_ascii_lowercase());
        let is_first = board.points().any(|point| begins(board.name(point)))
            || self.entry.turns().iter().any(|turn| begins(&turn.text(board)));
        is_first.then_some(sign)
    }

    fn on_mouse(&mut self, mouse: MouseEvent) {
        match (mouse.kind, &mut self.mode) {
            (MouseEventKind::ScrollUp, Mode::Help(scroll) | Mode::More(scroll)) => *scroll = scroll.saturating_sub(3),
            (MouseEventKind::ScrollDown, Mode::Help(scroll) | Mode::More(scroll)) => *scroll += 3,
            (MouseEventKind::ScrollUp, _) => self.act(Action::Scroll(1)),
            (MouseEventKind::ScrollDown, _) => self.act(Action::Scroll(-1)),
            (MouseEventKind::Down(MouseButton::Right), Mode::Board) => self.act(Action::Back),
            (MouseEventKind::Down(MouseButton::Left), Mode::Board) if self.session.offer().is_none() => {
                self.replay = None;
                let Some(point) = self.point_at(mouse.column, mouse.row) else { return };
                self.cursor = Cursor::new(&self.session.game().ruleset().board, point);
                self.act(Action::Choose);
            }
            _ => {}
        }
    }

    fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        let (area, picture) = self.drawn.as_ref()?;
        let inside = area.contains((column, row).into());
        inside.then(|| picture.nearest((column - area.x).into(), (row - area.y).into()))?
    }

    fn act(&mut self, action: Action) {
        // Actions apply to the present position. During replay, a board key only returns to it.
        let is_of_board =
            matches!(action, Action::Choose | Action::Cycle(_) | Action::Back | Action::Clear | Action::Claim);
        if (is_of_board || matches!(action, Action::Go(_))) && self.looking.take().is_some() {
            return;
        }
        if !matches!(action, Action::Go(_) | Action::Scroll(_) | Action::More) {
            self.notice = None;
        }
        match action {
            Action::Go(direction) => {
                self.cursor = self.cursor.step(&self.session.game().ruleset().board, self.bottom, direction);
            }
            Action::Choose => self.choose(self.cursor.point),
            Action::Cycle(by) => self.cursor_to(self.entry.next_choice(self.cursor.point, by)),
            Action::Back => {
                self.entry.back();
                self.cursor_to(self.entry.points().last().copied());
            }
            Action::Clear if self.session.busy() == Some(Busy::Hint) => self.session.hurry(),
            Action::Clear => {
                self.cursor_to(self.entry.points().first().copied());
                self.entry.clear();
                self.hint = None;
            }
            Action::Type => self.mode = Mode::Prompt(Prompt::new(Purpose::Command)),
            Action::Save => self.mode = Mode::Prompt(Prompt::new(Purpose::Save)),
            Action::Load => self.mode = Mode::Prompt(Prompt::new(Purpose::Load)),
            Action::Undo => {
                let result = self.session.undo();
                self.unless_refused(result);
            }
            Action::Redo if self.session.redo().is_none() => self.warn(self.words().get("play.nothing_to_redo")),
            Action::Redo => self.check_saved(),
            Action::Hint => {
                let result = self.session.ask_hint();
                self.unless_refused(result);
            }
            Action::Value => self.session.switch_values(),
            Action::Claim => match self.entry.claim_next() {
                Step::Refused => self.warn(self.words().get("screen.nothing_to_claim")),
                Step::Changed => self.notice = None,
                Step::Done(call) => {
                    let result = self.session.play(&call);
                    self.unless_refused(result);
                }
            },
            Action::Flip => self.bottom = self.bottom.other(),
            Action::Draw => self.ask_offer(OfferKind::Draw),
            Action::Count => self.ask_offer(OfferKind::Count),
            Action::Resign if self.session.is_over() => self.refuse(&Refusal::Over),
            Action::Resign if self.session.person().is_none() => self.refuse(&Refusal::NobodyPlays),
            Action::Resign => self.mode = Mode::Ask(Question::Resign),
            Action::Rematch if !self.session.is_over() => {
                self.warn(self.words().get("screen.not_over"));
            }
            Action::Rematch => match self.session.rematch() {
                Ok(()) => self.check_saved(),
                Err(error) => self.warn(error.in_words(self.words().0)),
            },
            Action::Scroll(by) => {
                let most = self.session.turns().len();
                self.scroll = self.scroll.saturating_add_signed(by as isize).min(most);
            }
            Action::Look(by) => self.look_at(self.ply().saturating_add_signed(by)),
            Action::Moves => self.list_moves(),
            Action::More => self.mode = Mode::More(0),
            Action::Help => self.mode = Mode::Help(0),
            Action::Quit if self.session.trouble().is_some() => self.mode = Mode::Ask(Question::Leave),
            Action::Quit => self.has_quit = true,
        }
    }

    /// Shows an earlier position, or the present one at the last ply.
    fn look_at(&mut self, ply: usize) {
        self.looking = Some(ply).filter(|&ply| ply < self.session.turns().len());
    }

    /// Asks for confirmation of an offer, where it may be made.
    fn ask_offer(&mut self, deal: OfferKind) {
        match self.session.may_offer(deal) {
            Ok(()) => self.mode = Mode::Ask(Question::Offer(deal)),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// Carries out a confirmed action.
    fn carry_out(&mut self, question: Question) {
        match question {
            Question::Resign => {
                let result = self.session.resign();
                self.unless_refused(result);
            }
            Question::Offer(deal) => self.offer(deal),
            Question::Leave => self.has_quit = true,
            Question::Finish => {
                let step = self.entry.finish();
                self.after_step(step);
            }
        }
    }

    fn offer(&mut self, deal: OfferKind) {
        let result = self.session.make_offer(deal);
        self.unless_refused(result);
    }

    fn answer(&mut self, offer: Offer, accept: bool) {
        let result = self.session.answer(accept);
        if self.unless_refused(result).is_some() {
            let answer = offer.answer_in_words(accept, self.session.game().ruleset(), self.words().0);
            self.inform(answer);
        }
    }

    fn cursor_to(&mut self, point: Option<Point>) {
        if let Some(point) = point {
            self.cursor = Cursor::new(&self.session.game().ruleset().board, point);
        }
    }

    fn choose(&mut self, point: Point) {
        self.hint = None;
        let only_passes = self.entry.starts().is_empty() && !self.entry.turns().is_empty();
        let could_place = self.entry.prompt() == Some(TurnPrompt::Drop) && self.entry.points().last() == Some(&point);
        if could_place && self.entry.complete().is_some() {
            self.mode = Mode::Ask(Question::Finish);
            return;
        }
        match if only_passes { self.entry.finish() } else { self.entry.choose(point) } {
            Step::Refused => {
                let why = self.why_not(point);
                self.warn(why);
            }
            step => self.after_step(step),
        }
    }

    /// Plays a complete move, or moves the cursor on after a choice.
    fn after_step(&mut self, step: Step) {
        match step {
            Step::Done(turn) => {
                let result = self.session.play(&turn);
                self.unless_refused(result);
            }
            Step::Changed => {
                // Without a choice, the cursor moves ahead.
                let under_way = self.entry.is_under_way();
                if let ([only], true) = (&self.entry.targets()[..], self.entry.complete().is_none() || !under_way) {
                    self.cursor_to(Some(*only));
                }
            }
            Step::Refused => {}
        }
    }

    /// Returns why a point cannot be chosen: the rule that the resulting move would break.
    fn why_not(&self, point: Point) -> String {
        let (game, words) = (self.session.game(), self.words());
        let ruleset = game.ruleset();
        let board = &ruleset.board;
        if !self.session.is_persons_turn() {
            let over = self.session.is_over();
            return if over { Refusal::Over } else { Refusal::NotYourTurn }.in_words(ruleset, words.0);
        }
        let name = || board.name(point).to_owned();
        let message = |key| words.say(key, &[text("point", name())]);
        let behind = |matter: Option<RuleAspect>| {
            matter.map_or_else(Vec::new, |matter| sentences_about(ruleset, matter, words.0))
        };
        let why = |why| words.with_rules(why_in_words(ruleset, &why, words.0), &behind(RuleAspect::of_refusal(&why)));
        let piece = game.setup().top(point);
        match self.entry.prompt() {
            Some(TurnPrompt::Drop) if piece.is_some() => return why(IllegalReason::Occupied(name())),
            Some(TurnPrompt::Drop) => return why(IllegalReason::NoDrop),
            Some(TurnPrompt::Captured) => return message("screen.tell_not"),
            Some(TurnPrompt::Remove) => return why(IllegalReason::NoRemoval(name(), vec![])),
            _ => {}
        }
        if self.entry.points().last() == Some(&point) {
            return message("screen.must_go_on");
        }
        if self.entry.path().is_empty() {
            let Some(piece) = piece else { return why(IllegalReason::Empty(name())) };
            if piece.side != game.to_move() {
                let owner = ruleset.info.sides[piece.side.index()].name.clone();
                return why(IllegalReason::NotYourPiece(name(), Box::new(owner)));
            }
            let obligations = Obligations::of(&ruleset.options, self.entry.turns());
            let forced = obligations.duty.filter(|duty| duty.compels());
            return match forced.and_then(|_| obligations.duty_in_words(board, words.0)) {
                Some(rule) => {
                    let refused = words.say("screen.no_turn_because", &[text("point", name()), text("rule", rule)]);
                    words.with_rules(refused, &behind(Some(RuleAspect::Duty)))
                }
                None => message("screen.no_turn"),
            };
        }
        let turn = Turn {
            claim: self.entry.claim().cloned(),
            huff: self.entry.huff(),
            drops: self.entry.matching_turn().map_or_else(Vec::new, |(turn, _)| turn.drops.clone()),
            path: [self.entry.path(), &[point]].concat(),
            ..Turn::default()
        };
        match read_turn(&**game, &turn.text(board)) {
            Err(error) => {
                let refused = refusal_in_words(ruleset, &error, words.0);
                words.with_rules(refused, &sentences_for_refusal(ruleset, &error, words.0))
            }
            Ok(turn) => words.say("screen.not_from_here", &[text("turn", turn.text(board))]),
        }
    }

    /// Carries out the input line.
    fn run_prompt(&mut self) {
        let Mode::Prompt(prompt) = std::mem::replace(&mut self.mode, Mode::Board) else { return };
        let text = prompt.text.trim();
        if let (Purpose::Command, Some((action, _))) = (prompt.purpose, word_action(text)) {
            return self.act(action);
        }
        self.notice = None;
        match prompt.purpose {
            Purpose::Answer(question) => self.read_answer(question, text),
            _ if text.is_empty() => {}
            Purpose::Save => self.save(Path::new(text)),
            Purpose::Load => self.load(Path::new(text)),
            Purpose::Command => match Command::read(text) {
                Ok(Some(command)) => self.obey(command),
                Ok(None) => {}
                Err(lacks) => self.warn(self.words().no_file(&lacks)),
            },
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Turn(text) => self.play_typed(&text),
            Command::Moves => self.act(Action::Moves),
            Command::Undo => self.act(Action::Undo),
            Command::Redo => self.act(Action::Redo),
            Command::Hint => self.act(Action::Hint),
            Command::Draw => self.act(Action::Draw),
            Command::Count => self.act(Action::Count),
            Command::Resign => self.act(Action::Resign),
            Command::Save(path) => self.save(&path),
            Command::Load(path) => self.load(&path),
            Command::Rules | Command::Help => self.act(Action::Help),
            Command::Quit => self.act(Action::Quit),
            Command::Accept | Command::Decline => self.refuse(&Refusal::NoOffer),
            Command::Board => {}
        }
    }

    /// Plays a typed move, after the chosen huff or claim. A huff or claim without its move begins the entry.
    fn play_typed(&mut self, text: &str) {
        let begins_itself = ["huff", "claim"].iter().any(|word| text.to_lowercase().starts_with(word));
        let chosen = self.entry.chosen_first(&self.session.game().ruleset().board);
        let text = if begins_itself { text.to_owned() } else { [&chosen[..], &[text.to_owned()]].concat().join(", ") };
        match self.session.play_text(&text) {
            Err(Refusal::Illegal(TurnError::Illegal(_, IllegalReason::Unfinished(turns)))) => {
                let turn = turns.first().and_then(|turn| read_turn(&**self.session.game(), turn).ok());
                turn.into_iter().for_each(|turn| self.entry.begin_like(&turn));
            }
            result => drop(self.unless_refused(result)),
        }
    }

    fn list_moves(&mut self) {
        let board = &self.session.game().ruleset().board;
        let texts: Vec<_> = self.entry.turns().iter().map(|turn| turn.text(board)).collect();
        self.inform(texts.join("  "));
    }

    /// Carries out the answer to a question, or to the offer that waits. Without an answer the question remains.
    fn read_answer(&mut self, question: Option<Question>, answer: &str) {
        let words = self.words();
        let is_one_of = |key| words.get(key).split(' ').any(|word| word == answer.to_lowercase());
        let says =
            if is_one_of("screen.yes_words") { Some(true) } else { is_one_of("screen.no_words").then_some(false) };
        match (says, question, self.session.offer()) {
            (Some(true), Some(question), _) => self.carry_out(question),
            (Some(false), Some(_), _) => {}
            (Some(yes), None, Some(offer)) => self.answer(offer, yes),
            (None, None, _) if word_action(answer).is_some_and(|(action, _)| action == Action::Quit) => {
                self.act(Action::Quit);
            }
            (None, question, _) => {
                question.into_iter().for_each(|question| self.mode = Mode::Ask(question));
                let slots = [text("yes", words.get("screen.yes")), text("no", words.get("screen.no"))];
                self.warn(words.say("screen.answer_first", &slots));
            }
            (Some(_), None, None) => self.refuse(&Refusal::NoOffer),
        }
    }

    fn save(&mut self, path: &Path) {
        match self.session.save_as(path) {
            Ok(()) => self.inform(self.words().say("play.kept_from_now_on", &[in_file(path)])),
            Err(error) => self.warn(self.words().not_saved_to(path, &error)),
        }
    }

    fn load(&mut self, path: &Path) {
        match self.session.load(path) {
            Ok(()) => {
                self.cursor = Cursor::in_the_middle(&self.session.game().ruleset().board);
                self.drawn = None;
                self.inform(self.words().say("play.goes_on", &[in_file(path)]));
            }
            Err(error) => self.warn(self.words().not_loaded(path, &error)),
        }
    }
}

/// Returns a text slot for the name of a file.
fn in_file(path: &Path) -> Slot {
    text("path", path.display().to_string())
}

/// Returns the character that a key types, upper or lower case.
pub fn typed_sign(key: KeyEvent) -> Option<char> {
    let KeyCode::Char(sign) = key.code else { return None };
    (key.modifiers - KeyModifiers::SHIFT).is_empty().then_some(sign)
}

/// Returns the letter that a key types.
pub fn typed_letter(key: KeyEvent) -> Option<char> {
    typed_sign(key).filter(|sign| sign.is_alphabetic())
}
