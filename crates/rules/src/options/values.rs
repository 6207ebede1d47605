//! The types of option values: an enum or a number for each kind of choice, with the words that files use for its values.
//!
//! The documentation of each value is also its description in the format reference.

use crate::ground::setup::Side;

/// A type of option values, with its text form.
pub(super) trait OptionValue: Copy + Eq {
    /// Each allowed word with its description; empty for types whose values are numbers.
    const WORDS: &'static [(&'static str, &'static str)] = &[];
    /// Parses a value; `None` if the word is not allowed.
    fn read(word: &str) -> Option<Self>;
    /// Returns the word for this value.
    fn word(self) -> String;
    /// Describes the allowed values, as an error message lists them.
    fn allowed() -> String;
}

/// Declares an enum of option values, each with its word.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[doc = $value_doc:literal])+ $value:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[doc = $value_doc])+ $value,)+ }

        impl OptionValue for $name {
            const WORDS: &'static [(&'static str, &'static str)] = &[$(($word, concat!($($value_doc),+)),)+];
            fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
            fn word(self) -> String {
                match self { $(Self::$value => $word,)+ }.to_owned()
            }
            fn allowed() -> String {
                [$($word),+].join(", ")
            }
        }
    };
}

choice! {
    /// Side that makes the first move.
    First {
        /// A lot drawn before the game decides.
        Lot = "lot",
        /// The players agree on it.
        Agreed = "agreed",
        /// A lot, or the agreement of the players.
        LotOrAgreed = "lot_or_agreed",
        /// The side that the game file calls first.
        First = "first",
        /// The side that the game file calls second.
        Second = "second",
    }
}

choice! {
    /// Directions in which a man steps or captures, seen from its own side.
    Directions {
        /// Along every line of the board.
        All = "all",
        /// Forward, diagonally forward and sideways.
        NoBack = "no_back",
        /// Straight forward and diagonally forward.
        Forward = "forward",
        /// Straight forward and no other way.
        Straight = "straight",
        /// In no direction at all.
        None = "none",
    }
}

choice! {
    /// Moves that a man on its last row may still make.
    LastRow {
        /// The same moves as on any other row.
        Normal = "normal",
        /// Captures in every direction, but no steps.
        CaptureOnly = "capture_only",
        /// Sideways captures, but no steps and no other captures (Bell).
        CaptureSidewaysOnly = "capture_sideways_only",
    }
}

choice! {
    /// Lines along which pieces capture.
    CaptureLines {
        /// The lines of the board.
        Board = "board",
        /// The lines of the board, and its rows and columns even where no line is drawn.
        WithOrthogonals = "with_orthogonals",
        /// Only rows and columns, even where no line is drawn.
        Orthogonals = "orthogonals",
        /// Only the diagonal lines of the board.
        Diagonals = "diagonals",
    }
}

choice! {
    /// Kind of capture that a move can make.
    CaptureBy {
        /// By leap over the captured piece.
        Leap = "leap",
        /// By a step towards a row of pieces, or away from it, that captures the whole row.
        Approach = "approach",
        /// By a move that encloses a piece between the moved piece and another one of its side, the three next to each
        /// other on a line of captures. A move captures all that it encloses, on every line; kings enclose as men do. A
        /// piece may move between two enemies, and one that enters from the hand captures nothing. In a chain the same
        /// piece moves again and must capture with each move.
        Custodial = "custodial",
        /// As `custodial`, but an unbroken row of pieces may be enclosed, too.
        CustodialRows = "custodial_rows",
        /// A move along the lines captures nothing.
        None = "none",
    }
}

impl CaptureBy {
    /// Returns whether a move captures the pieces that it encloses.
    pub const fn is_custodial(self) -> bool {
        match self {
            CaptureBy::Custodial | CaptureBy::CustodialRows => true,
            CaptureBy::Leap | CaptureBy::Approach | CaptureBy::None => false,
        }
    }
}

choice! {
    /// Sides that capture, or for which a rule holds.
    Sides {
        /// Both sides of the game.
        Both = "both",
        /// The side that the game file calls first.
        First = "first",
        /// The side that the game file calls second.
        Second = "second",
    }
}

impl Sides {
    /// Returns whether the rule holds for this side.
    pub fn has(self, side: Side) -> bool {
        match self {
            Sides::Both => true,
            Sides::First => side == Side::First,
            Sides::Second => side == Side::Second,
        }
    }
}

choice! {
    /// Direction of a further capture by approach or withdrawal in the same turn.
    ChainDirection {
        /// Any direction but that of the previous step.
        NotConsecutive = "not_consecutive",
        /// Any line that the turn has not used yet.
        NeverRepeatLine = "never_repeat_line",
        /// Any direction, whatever came before.
        Free = "free",
    }
}

choice! {
    /// Sides whose first capture of the game ends the turn.
    FirstCapture {
        /// Neither side: a first capture may continue.
        Off = "off",
        /// The side that the game file calls first.
        First = "first",
        /// Both sides, each on its first capture.
        Both = "both",
    }
}

choice! {
    /// Switch of a rule that is off by default.
    OnOff {
        /// The rule does not apply.
        Off = "off",
        /// The rule applies to the game.
        On = "on",
    }
}

choice! {
    /// The two stones that leave a full board before the first capture.
    Opening {
        /// No stone leaves the board first.
        None = "none",
        /// The first stone comes from the centre or a corner and belongs to the side to move; the second is its
        /// neighbour.
        CentreOrCorner = "centre_or_corner",
        /// The first stone comes from the centre and belongs to the side to move.
        Centre = "centre",
        /// The first stone is any stone of the side to move.
        Anywhere = "anywhere",
    }
}

choice! {
    /// How pieces enter from the hand after the start.
    Resupply {
        /// A side with fewer pieces on the board than at the start may enter one instead of moving.
        Optional = "optional",
        /// A side with fewer pieces on the board than at the start enters one and then moves.
        ThenMove = "then_move",
        /// A side with fewer pieces on the board than at the start must enter one instead of moving.
        IsTheTurn = "is_the_turn",
        /// As `then_move`, with the entry as a turn of its own.
        AtOnce = "at_once",
    }
}

choice! {
    /// Play after all pieces have been placed.
    AfterPlacing {
        /// The pieces move along the lines.
        Move = "move",
        /// The game ends at once.
        End = "end",
        /// A piece moves to any empty point.
        Fly = "fly",
    }
}

choice! {
    /// Effect of a mill: three pieces of one side in a row on a line.
    Mills {
        /// A mill has no effect.
        None = "none",
        /// A mill wins the game.
        Win = "win",
        /// The side that makes a mill removes a piece of the opponent.
        Take = "take",
    }
}

choice! {
    /// Number of pieces removed for two mills made at once.
    DoubleMill {
        /// One piece for both mills.
        One = "one",
        /// One piece for each mill.
        Two = "two",
    }
}

choice! {
    /// Duty of the last two pieces, of equal rank, to approach one another.
    SingleCombat {
        /// The last two pieces are free.
        Off = "off",
        /// The duty begins when a side calls for it.
        OnCall = "on_call",
        /// The duty begins at once.
        Automatic = "automatic",
    }
}

choice! {
    /// Effect of the loss of the king.
    KingLost {
        /// No more than the loss of any other piece.
        Nothing = "nothing",
        /// The side that loses its king loses the game.
        Loses = "loses",
        /// The side that loses its king, or has only its king left, loses the game.
        LosesOrAlone = "loses_or_alone",
    }
}

choice! {
    /// Duty to capture when a capture is possible.
    Capture {
        /// A capture is never compulsory.
        Optional = "optional",
        /// A side that can capture must capture.
        Mandatory = "mandatory",
        /// A capture is not compulsory, but the opponent may huff the piece that did not make it.
        Huff = "huff",
        /// A side that can capture with a man must capture; captures by higher pieces are optional.
        Men = "men",
    }
}

choice! {
    /// Further captures in the same turn.
    Chain {
        /// One capture ends the turn.
        None = "none",
        /// The piece may continue or stop.
        Optional = "optional",
        /// The piece continues while it can capture.
        Mandatory = "mandatory",
        /// The piece may continue, but only in the same direction.
        Straight = "straight",
    }
}

choice! {
    /// Precedence among the possible captures.
    Precedence {
        /// Any capture may be chosen.
        Free = "free",
        /// A capture that takes the most pieces must be chosen.
        Max = "max",
        /// A capture that takes the most pieces and, among those, the most kings must be chosen.
        MaxQuality = "max_quality",
        /// A capture by a king must be chosen, if there is one.
        ByKing = "by_king",
        /// A capture that takes the most pieces must be chosen, by a king rather than by a man.
        KingFirst = "king_first",
        /// A capture that takes the most pieces must be chosen; then one by a king; then one that takes the most
        /// kings; then one that takes a king earliest.
        Italian = "italian",
        /// A capture of the highest value must be chosen, where a king counts slightly less than two men; then one by a
        /// king.
        Frisian = "frisian",
        /// Any capture may be chosen, but the opponent may claim one that takes more instead.
        Protest = "protest",
    }
}

choice! {
    /// Time at which captured pieces leave the board.
    Removal {
        /// Each leaves with the leap that captures it.
        Immediate = "immediate",
        /// All leave at the end of the turn; until then they block and cannot be captured again.
        End = "end",
        /// They never leave: the top piece of the leapt column goes under the leaping column at once.
        Under = "under",
    }
}

choice! {
    /// Returning to a point where the piece has stood.
    Return {
        /// A piece may return to any point.
        Free = "free",
        /// The piece that moved last may not return in its side's next turn to the point where it began.
        NotLast = "not_last",
        /// A chain of captures may not return to the point where it began.
        NotStart = "not_start",
        /// A piece may not return to any point where it has stood.
        Never = "never",
    }
}

choice! {
    /// Piece that a man becomes on the far row.
    Promotion {
        /// A man stays a man.
        None = "none",
        /// A short king, which steps one point in every direction.
        Short = "short",
        /// A flying king, which moves any distance in every direction.
        Long = "long",
    }
}

choice! {
    /// Effect of reaching the far row inside a chain.
    PromotionInside {
        /// The man continues as a man and is promoted only if its turn ends there.
        No = "no",
        /// The man continues as a man and is promoted at the end of its turn, wherever that is.
        AsMan = "as_man",
        /// The man is promoted at once and continues as a king.
        AsKing = "as_king",
        /// The man is promoted and its turn ends.
        Stop = "stop",
    }
}

choice! {
    /// Points where a king may land behind the piece that it captures.
    KingLanding {
        /// The point directly behind the captured piece.
        Next = "next",
        /// Any empty point before the next piece.
        Any = "any",
        /// Any empty point before the next piece from which it can continue to capture, if there is one.
        AnyButFurther = "any_but_further",
        /// Any empty point before the next piece; behind a king, the point directly behind it or one from which the capture
        /// continues.
        Killer = "killer",
    }
}

choice! {
    /// Distance between a king and the piece that it captures.
    KingReach {
        /// The captured piece stands on the next point.
        Adjacent = "adjacent",
        /// Any number of empty points may lie between them.
        Any = "any",
    }
}

choice! {
    /// Aim of the game.
    Aim {
        /// A side without pieces loses, and so does a blocked side where `blocked` makes that a loss.
        Win = "win",
        /// A side without pieces wins, and so does a blocked side where `blocked` makes that a loss.
        Lose = "lose",
    }
}

choice! {
    /// Result for a side that has pieces but no legal move.
    Blocked {
        /// The blocked side loses the game.
        Loss = "loss",
        /// The game ends in a draw.
        Draw = "draw",
        /// The side passes; if neither side can move, the game is drawn.
        Pass = "pass",
        /// The side loses if it has one piece left and no piece of the opponent may capture it because of its rank;
        /// otherwise it passes, and if neither side can move, the game is drawn.
        LastHigher = "last_higher",
    }
}

choice! {
    /// Ending the game by counting pieces: the side with more pieces wins, equal numbers draw.
    EndCount {
        /// The pieces are never counted.
        Off = "off",
        /// The pieces are counted when both sides agree.
        ByAgreement = "by_agreement",
        /// The pieces are counted by agreement, or after seven turns of each side without a capture.
        Automatic = "automatic",
    }
}

choice! {
    /// Effect of a position that occurs again with the same side to move.
    Repetition {
        /// The third occurrence draws the game.
        Draw = "draw",
        /// The third occurrence draws the game if both sides have equally many pieces; otherwise it has no effect.
        DrawIfEqual = "draw_if_equal",
        /// The third occurrence ends the game: the side with more pieces wins, equal numbers draw.
        Count = "count",
        /// No move may bring back an earlier position.
        Forbidden = "forbidden",
        /// The third occurrence wins for the capturing side, in games where only one side captures.
        CaptorWins = "captor_wins",
        /// A repeated position has no effect.
        None = "none",
    }
}

choice! {
    /// Leaping the same column again in one turn, in games where captured pieces go under the capturing piece.
    Rejump {
        /// A column is leapt once in a turn.
        Once = "once",
        /// A column may be leapt again after another one.
        NotConsecutive = "not_consecutive",
        /// A column may be leapt again at any time.
        Allowed = "allowed",
    }
}

choice! {
    /// Answer to a yes-or-no question about the rules.
    YesNo {
        /// Yes, this is so here.
        Yes = "yes",
        /// No, this is not so.
        No = "no",
    }
}

choice! {
    /// Change of direction by a king inside a chain.
    Turning {
        /// Every change of direction is allowed.
        Free = "free",
        /// Every change is allowed, except straight back.
        NoReversal = "no_reversal",
        /// The direction of the first capture is kept.
        Straight = "straight",
    }
}

choice! {
    /// Closing of the board behind the players: an outermost row that is empty is not used again.
    Closing {
        /// The board stays open throughout the game.
        None = "none",
        /// A row of cells closes when neither its points nor the line between it and the next row hold a piece.
        Squares = "squares",
        /// A row of cells closes when none of its own points holds a piece.
        SquaresEarly = "squares_early",
        /// Every row of points closes separately.
        PointRows = "point_rows",
        /// Drawn lines close, and the centres before a line close with it.
        DrawnLines = "drawn_lines",
    }
}

choice! {
    /// Edges at which the board closes.
    ClosingSides {
        /// The two edges in front of the players.
        Ends = "ends",
        /// All four edges of the board.
        AllFour = "all_four",
    }
}

choice! {
    /// Draw rules of modern draughts beyond the repetition of positions.
    DrawRules {
        /// No further draw rules apply.
        None = "none",
        /// The rules of the FMJD, Annex 1.
        International = "international",
        /// The rules of the Russian federation.
        Russian = "russian",
        /// The rules of the Spanish federation.
        Spanish = "spanish",
        /// The rules of the WCDF.
        English = "english",
        /// The rules of the Brazilian confederation.
        Brazilian = "brazilian",
        /// The rules of Filipino players (Quilet, rule 10).
        Filipino = "filipino",
        /// The rules of the American Pool Checker Association.
        Pool = "pool",
        /// The rules of Frisian players, as lidraughts counts them.
        Frisian = "frisian",
        /// The rules of Turkish players.
        Turkish = "turkish",
        /// One king on each side and no other piece draw the game.
        LoneKings = "lone_kings",
    }
}

choice! {
    /// Side of its owner on which the extra men of the middle row stand at the start.
    Middle {
        /// The extra men stand on the right.
        Right = "right",
        /// The extra men stand on the left: the setup is mirrored.
        Left = "left",
        /// Men of both sides alternate outward from the middle; the first is the first side's.
        Alternating = "alternating",
    }
}

choice! {
    /// Setup of the two ends of a strip.
    Tips {
        /// A man stands on each tip.
        Filled = "filled",
        /// Both tips are empty at the start.
        Empty = "empty",
    }
}

choice! {
    /// Meaning of the 22 grains in the source of aiyawatstani.
    Reading {
        /// A slip of the pen for 20 grains.
        Grains20 = "grains20",
        /// 20 grains on the board and 2 in hand.
        Reserve = "reserve",
        /// All grains stand on the 45 points of the Fanorona board.
        Board45 = "board45",
        /// The number counts the grains of both sides together.
        Eleven = "eleven",
    }
}

choice! {
    /// Board, where a game is played on several.
    BoardChoice {
        /// The usual board of the game.
        Usual = "usual",
        /// A square of rows and columns with only the diagonals from corner to corner.
        GreatDiagonals = "great_diagonals",
        /// A square of rows and columns without any diagonal.
        NoDiagonals = "no_diagonals",
        /// A square with a triangle on each of two sides.
        Tri2 = "tri2",
        /// A square with a triangle on each of its sides.
        Tri4 = "tri4",
        /// A square with a triangle on each of its sides and at each of its corners.
        Tri8 = "tri8",
    }
}

choice! {
    /// Left or right, seen from the players' seats.
    Flank {
        /// The left, seen from the player's seat.
        Left = "left",
        /// The right, seen from the player's seat.
        Right = "right",
    }
}

choice! {
    /// Whether the centres of the cells are points.
    Centres {
        /// Every cell has a point at its centre.
        Points = "points",
        /// The diagonals cross there without a point.
        Crossings = "crossings",
    }
}

/// Number of turns of each side, 1 to 1000, after which a rule applies; `None` if it never does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnLimit(pub Option<u16>);

impl OptionValue for TurnLimit {
    fn read(word: &str) -> Option<Self> {
        match word {
            "off" => Some(TurnLimit(None)),
            _ => word.parse().ok().filter(|turns| (1..=1000).contains(turns)).map(|turns| TurnLimit(Some(turns))),
        }
    }
    fn word(self) -> String {
        self.0.map_or_else(|| "off".to_owned(), |turns| turns.to_string())
    }
    fn allowed() -> String {
        "off, a number of moves from 1 to 1000".to_owned()
    }
}

/// Number of points in an outer row of a strip: even, 2 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StripLength(pub u8);

impl OptionValue for StripLength {
    fn read(word: &str) -> Option<Self> {
        word.parse().ok().filter(|n| (2..=100).contains(n) && n % 2 == 0).map(StripLength)
    }
    fn word(self) -> String {
        self.0.to_string()
    }
    fn allowed() -> String {
        "an even number from 2 to 100".to_owned()
    }
}

/// Width and height of a rectangular board in points, each 4 to 20, seen from the first side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size(pub u8, pub u8);

impl OptionValue for Size {
    fn read(word: &str) -> Option<Self> {
        let (width, height) = word.split_once('x')?;
        let side = |word: &str| word.parse().ok().filter(|side| (4..=20).contains(side));
        Some(Size(side(width)?, side(height)?))
    }
    fn word(self) -> String {
        format!("{}x{}", self.0, self.1)
    }
    fn allowed() -> String {
        "a width and a height from 4 to 20, as in 10x10".to_owned()
    }
}

/// Number of hunters at the start of a hunt: 10 to 12.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hunters(pub u8);

impl OptionValue for Hunters {
    fn read(word: &str) -> Option<Self> {
        word.parse().ok().filter(|hunters| (10..=12).contains(hunters)).map(Hunters)
    }
    fn word(self) -> String {
        self.0.to_string()
    }
    fn allowed() -> String {
        "10, 11, 12".to_owned()
    }
}

/// Number of captured pieces that wins the game, 1 to 512; `None` if all must be captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TakenToWin(pub Option<u16>);

impl OptionValue for TakenToWin {
    fn read(word: &str) -> Option<Self> {
        match word {
            "all" => Some(TakenToWin(None)),
            _ => word.parse().ok().filter(|taken| (1..=512).contains(taken)).map(|taken| TakenToWin(Some(taken))),
        }
    }
    fn word(self) -> String {
        self.0.map_or_else(|| "all".to_owned(), |taken| taken.to_string())
    }
    fn allowed() -> String {
        "all, a number of pieces from 1 to 512".to_owned()
    }
}
