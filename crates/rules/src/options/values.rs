//! The values of the options: a type for each kind of choice, and the words by which its values are known.

use crate::ground::setup::Side;

/// A type whose values are those of an option.
pub(super) trait OptionValue: Copy + Eq {
    /// The words that are allowed, each with its meaning; none where values are numbers.
    const WORDS: &'static [(&'static str, &'static str)] = &[];
    fn read(word: &str) -> Option<Self>;
    fn word(self) -> String;
    fn allowed() -> String;
}

/// Declares the type of an option: an enum whose values have a word each.
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
    /// Who starts.
    First {
        /// Drawn by lot before the game.
        Lot = "lot",
        /// As the players agree.
        Agreed = "agreed",
        /// The side that the game calls first.
        First = "first",
        /// The other side.
        Second = "second",
    }
}

choice! {
    /// In which directions a man steps or captures, seen from its own side.
    Directions {
        /// Along every line.
        All = "all",
        /// Forward, diagonally forward and sideways.
        NoBack = "no_back",
        /// Forward and diagonally forward.
        Forward = "forward",
        /// Straight forward.
        Straight = "straight",
        /// Nowhere.
        None = "none",
    }
}

choice! {
    /// What a man on its last row may still do.
    LastRow {
        /// What it may do anywhere.
        Normal = "normal",
        /// Capture, and nothing else.
        CaptureOnly = "capture_only",
        /// Capture sideways, and nothing else (Bell).
        CaptureSidewaysOnly = "capture_sideways_only",
    }
}

choice! {
    /// How pieces capture.
    CaptureBy {
        /// By leaping over the piece that is taken.
        Leap = "leap",
        /// By stepping towards a row of pieces or away from it, which takes the whole row.
        Approach = "approach",
        /// Not at all by moving.
        None = "none",
    }
}

choice! {
    /// Which of the sides capture, or for which of them a rule holds.
    Sides {
        /// Both.
        Both = "both",
        /// The first.
        First = "first",
        /// The second.
        Second = "second",
    }
}

impl Sides {
    /// Whether a side is among them.
    pub fn has(self, side: Side) -> bool {
        match self {
            Sides::Both => true,
            Sides::First => side == Side::First,
            Sides::Second => side == Side::Second,
        }
    }
}

choice! {
    /// The direction of a further capture by approach or withdrawal in the same turn.
    ChainDirection {
        /// Not that of the step just made.
        NotConsecutive = "not_consecutive",
        /// Not along a line that the turn has used.
        NeverRepeatLine = "never_repeat_line",
        /// Any.
        Free = "free",
    }
}

choice! {
    /// Whose first capture of the game ends the turn.
    FirstCapture {
        /// Nobody's.
        Off = "off",
        /// The first player's.
        First = "first",
        /// Both players'.
        Both = "both",
    }
}

choice! {
    /// Off or on.
    OnOff {
        /// Off.
        Off = "off",
        /// On.
        On = "on",
    }
}

choice! {
    /// The two stones that leave a full board before the first capture.
    Opening {
        /// None do.
        None = "none",
        /// The first is one of its side's at the centre or in a corner, the second stands next to it.
        CentreOrCorner = "centre_or_corner",
        /// The first is one of its side's at the centre.
        Centre = "centre",
        /// The first is any of its side's.
        Anywhere = "anywhere",
    }
}

choice! {
    /// How pieces come from the hand after the start.
    Resupply {
        /// In the place of a move, while the side has fewer pieces on the board than at the start.
        Optional = "optional",
        /// Whoever has fewer pieces on the board than at the start enters one and then moves.
        ThenMove = "then_move",
        /// Whoever has fewer pieces on the board than at the start enters one in the place of a move.
        IsTheTurn = "is_the_turn",
        /// As `then_move`, with the entry as a turn of its own.
        AtOnce = "at_once",
    }
}

choice! {
    /// What follows when all pieces are placed.
    AfterPlacing {
        /// The pieces move along the lines.
        Move = "move",
        /// The game ends.
        End = "end",
        /// A piece moves to any empty point.
        Fly = "fly",
    }
}

choice! {
    /// What three pieces of one side in a row on a line do.
    Mills {
        /// Nothing.
        None = "none",
        /// They win.
        Win = "win",
        /// Whoever makes such a row takes a piece of the opponent.
        Take = "take",
    }
}

choice! {
    /// Pieces taken for two mills at once.
    DoubleMill {
        /// One.
        One = "one",
        /// Two.
        Two = "two",
    }
}

choice! {
    /// The last two pieces, of equal rank, fight it out: each must move towards the other.
    SingleCombat {
        /// They need not.
        Off = "off",
        /// When a side calls for it.
        OnCall = "on_call",
        /// Always.
        Automatic = "automatic",
    }
}

choice! {
    /// What the loss of the king means.
    KingLost {
        /// Nothing more than that of another piece.
        Nothing = "nothing",
        /// The loss of the game.
        Loses = "loses",
        /// The loss of the game, and so does a king that is left alone.
        LosesOrAlone = "loses_or_alone",
    }
}

choice! {
    /// The duty to capture.
    Capture {
        /// None.
        Optional = "optional",
        /// Whoever can capture must.
        Mandatory = "mandatory",
        /// Whoever can capture and does not may lose the piece.
        Huff = "huff",
        /// Whoever can capture with a man must capture; other pieces may let it be.
        Men = "men",
    }
}

choice! {
    /// Further leaps in the same turn.
    Chain {
        /// One leap a turn.
        None = "none",
        /// The piece may go on or stop.
        Optional = "optional",
        /// The piece goes on as long as it can.
        Mandatory = "mandatory",
        /// The piece may go on in the same direction only.
        Straight = "straight",
    }
}

choice! {
    /// Which of several captures may be chosen.
    Precedence {
        /// Any.
        Free = "free",
        /// One of those that take the most pieces.
        Max = "max",
        /// One of those that take the most pieces and, among them, the most kings.
        MaxQuality = "max_quality",
        /// One of those that take the most pieces; a king must do it rather than a man.
        KingFirst = "king_first",
        /// One of those that take the most pieces; a king must do it rather than a man; then one of those that take the
        /// most kings; then those that take the first king earliest.
        Italian = "italian",
        /// Any; but the opponent may claim that one is played which takes more.
        Protest = "protest",
    }
}

choice! {
    /// When taken pieces leave the board.
    Removal {
        /// Leap by leap.
        Immediate = "immediate",
        /// When the turn ends: until then they stand in the way and cannot be taken twice.
        End = "end",
        /// Never: the top piece of what is leapt goes under the leaping column at once.
        Under = "under",
    }
}

choice! {
    /// Coming back to an earlier point.
    Return {
        /// Allowed.
        Free = "free",
        /// Not in the very next turn to the point where the last one began.
        NotLast = "not_last",
        /// Not inside a chain to the point where the turn began.
        NotStart = "not_start",
        /// Never to any point where the piece has stood.
        Never = "never",
    }
}

choice! {
    /// What a man becomes on the far row.
    Promotion {
        /// Nothing.
        None = "none",
        /// A king that steps one point, in every direction.
        Short = "short",
        /// A king that flies any distance, in every direction.
        Long = "long",
    }
}

choice! {
    /// Reaching the far row inside a chain.
    PromotionInside {
        /// The man goes on as a man and is promoted only if its turn ends there.
        No = "no",
        /// It goes on as a man and is promoted when its turn ends, wherever that is.
        AsMan = "as_man",
        /// It is promoted at once and goes on as a king.
        AsKing = "as_king",
        /// It is promoted and its turn ends.
        Stop = "stop",
    }
}

choice! {
    /// Where a king lands behind what it takes.
    KingLanding {
        /// On the next point.
        Next = "next",
        /// On any empty point before the next piece.
        Any = "any",
        /// On any of those from where it can go on taking, if there is one.
        AnyButFurther = "any_but_further",
    }
}

choice! {
    /// How far in front of a king its victim may stand.
    KingReach {
        /// On the next point.
        Adjacent = "adjacent",
        /// Behind any number of empty points.
        Any = "any",
    }
}

choice! {
    /// What happens to a side that has pieces but no legal turn.
    Blocked {
        /// It loses.
        Loss = "loss",
        /// The game is drawn.
        Draw = "draw",
        /// It passes; when neither side can move, the game is drawn.
        Pass = "pass",
        /// It loses if all that it has left is one piece that no piece of the opponent may take for its rank; otherwise
        /// it passes, and when neither side can move, the game is drawn.
        LastHigher = "last_higher",
    }
}

choice! {
    /// The game ended by counting the pieces: the side with more wins, equal numbers draw.
    EndCount {
        /// Never.
        Off = "off",
        /// When both sides agree to count.
        ByAgreement = "by_agreement",
        /// Also when both sides have made seven turns each without a capture.
        Automatic = "automatic",
    }
}

choice! {
    /// A position that comes up again with the same side to move.
    Repetition {
        /// The third time draws the game.
        Draw = "draw",
        /// The third time draws the game where both sides have as many pieces; otherwise it means nothing.
        DrawIfEqual = "draw_if_equal",
        /// The third time ends the game: the side with more pieces wins, equal numbers draw.
        Count = "count",
        /// No turn may bring back an earlier position.
        Forbidden = "forbidden",
        /// The third time wins for the side that captures, where only one does.
        CaptorWins = "captor_wins",
        /// It means nothing.
        None = "none",
    }
}

choice! {
    /// Leaping the same column again in one turn, where taken pieces go under the taker.
    Rejump {
        /// Never.
        Once = "once",
        /// After another column has been leapt.
        NotConsecutive = "not_consecutive",
        /// At any time.
        Allowed = "allowed",
    }
}

choice! {
    /// Yes or no.
    YesNo {
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
    }
}

choice! {
    /// The direction of a king inside a chain.
    Turning {
        /// Any.
        Free = "free",
        /// Any but straight back.
        NoReversal = "no_reversal",
        /// Always the same.
        Straight = "straight",
    }
}

choice! {
    /// The board closes behind the players: its outermost rows, once empty, are not used again.
    Closing {
        /// It does not.
        None = "none",
        /// A row of cells closes when neither its points nor the line between it and the next row hold a piece.
        Squares = "squares",
        /// A row of cells closes when none of its own points holds a piece.
        SquaresEarly = "squares_early",
        /// Every row of points closes by itself.
        PointRows = "point_rows",
        /// Drawn lines close; the centres before a line close with it.
        DrawnLines = "drawn_lines",
    }
}

choice! {
    /// Where the board closes.
    ClosingSides {
        /// At the two players' ends.
        Ends = "ends",
        /// At all four sides.
        AllFour = "all_four",
    }
}

choice! {
    /// The draws of modern draughts beyond the repetition of positions.
    DrawRules {
        /// None.
        None = "none",
        /// Of the FMJD, Annex 1.
        International = "international",
        /// Of the Russian federation.
        Russian = "russian",
        /// Of the Spanish federation.
        Spanish = "spanish",
        /// Of the WCDF.
        English = "english",
        /// Of the Brazilian confederation.
        Brazilian = "brazilian",
        /// Of the Filipinos (Quilet, rule 10).
        Filipino = "filipino",
        /// Of the Turks.
        Turkish = "turkish",
        /// A king on each side and nothing else.
        LoneKings = "lone_kings",
    }
}

choice! {
    /// On which side of its owner the extra men of the middle row stand at the start.
    Middle {
        /// On the right.
        Right = "right",
        /// On the left: the board is set up as its mirror image.
        Left = "left",
        /// One of each side alternately, outward from the middle, the first player's first.
        Alternating = "alternating",
    }
}

choice! {
    /// The two ends of a strip at the start.
    Tips {
        /// A man on each.
        Filled = "filled",
        /// Empty.
        Empty = "empty",
    }
}

choice! {
    /// What the 22 grains of aiyawatstani are.
    Reading {
        /// A slip for 20.
        Grains20 = "grains20",
        /// 20 on the board and 2 in hand.
        Reserve = "reserve",
        /// All on the 45 points of the Fanorona board.
        Board45 = "board45",
        /// Those of both sides together.
        Eleven = "eleven",
    }
}

choice! {
    /// Which of the boards on which a game is played.
    BoardChoice {
        /// The usual one.
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
    /// Left or right, as the players see it.
    Flank {
        /// Left.
        Left = "left",
        /// Right.
        Right = "right",
    }
}

choice! {
    /// Whether the centres of the cells are points.
    Centres {
        /// They are.
        Points = "points",
        /// The diagonals only cross there.
        Crossings = "crossings",
    }
}

/// A number of turns by each side, or none.
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
        "off, a number of turns from 1 to 1000".to_owned()
    }
}

/// The number of points in an outer row of a strip.
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

/// The points of a rectangular board, across and away from the first player.
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

/// The number of hunters.
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

/// The pieces that a side must take to win; none where it must take all.
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
