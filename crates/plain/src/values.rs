//! Option values with their words.

/// Declares the values of an option with their words.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $(#[$value_doc])* $value,)+
        }

        impl $name {
            /// Returns the value with this word.
            pub fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+ };
}

values! {
    /// `step_dirs`, `cap_dirs`: directions of a man, as its own side sees them.
    Dirs {
        All = "all",
        NoBack = "no_back",
        Forward = "forward",
        /// Forward along a column (crand).
        Straight = "straight",
        /// No quiet steps: every turn captures (konane.md).
        None = "none",
    }
    /// `last_row`: what a man on its far row may still do. It applies as soon as the man stands there, inside a chain
    /// too.
    LastRow {
        Normal = "normal",
        /// Only captures, in every direction in which it may capture anywhere (Jocly).
        CaptureOnly = "capture_only",
        /// Only captures sideways (Bell, in 002).
        CaptureSidewaysOnly = "capture_sideways_only",
    }
    /// `capture`: the obligation to capture.
    Duty {
        Optional = "optional",
        Mandatory = "mandatory",
        Huff = "huff",
        /// While a man can capture, some piece must (dablot.md, Walker r15).
        Men = "men",
    }
    /// `capture_lines`: lines along which pieces capture.
    CaptureLines {
        Board = "board",
        /// Rows and columns too, where no line is drawn (Frisian draughts).
        WithOrthogonals = "with_orthogonals",
        /// Rows and columns only, drawn or not (draughts.md, "Armenian", "Dameo").
        Orthogonals = "orthogonals",
        /// Only drawn lines that are neither rows nor columns.
        Diagonals = "diagonals",
    }
    /// `chain`: further leaps of the capturing piece in the same turn.
    Chain {
        None = "none",
        Optional = "optional",
        Mandatory = "mandatory",
        /// Optional, and every leap goes in the direction of the first.
        Straight = "straight",
    }
    /// `choice`: which captures may be chosen.
    Choice {
        Free = "free",
        /// Captures of the most pieces.
        Max = "max",
        /// The most pieces, then the most kings among them.
        MaxQuality = "max_quality",
        /// By a king if one can capture, however few it takes (draughts.md, "Czech").
        ByKing = "by_king",
        /// The most pieces, then by a king (pinoy-dama.md).
        KingFirst = "king_first",
        /// The most pieces, then by a king, then the most kings, then the first king earliest (draughts.md, "Italian").
        Italian = "italian",
        /// The highest value, where a king counts slightly less than two men; then by a king (Frisian draughts).
        Frisian = "frisian",
        /// Any turn; the opponent may claim a longer capture (buruj.md, "Maximum capture").
        Protest = "protest",
    }
    /// `removal`: when captured pieces leave the board.
    Removal {
        Immediate = "immediate",
        End = "end",
        /// They stay: the top one goes under the leaper, leap by leap (buruj.md, bashni-lasca.md).
        Under = "under",
    }
    /// `rejump`: leaping over the same tower again in a turn; a tower is identified by its point.
    Rejump {
        Once = "once",
        NotConsecutive = "not_consecutive",
        Allowed = "allowed",
    }
    /// `return`: coming back to an earlier point.
    Return {
        Free = "free",
        /// Forbidden in the side's next turn, to the point from which the piece started its last one.
        NotLast = "not_last",
        /// Forbidden during the turn, to the point from which it started (the article, h).
        NotStart = "not_start",
        /// Forbidden to every point where the piece has stood (Bell strict).
        Never = "never",
    }
    /// `promotion`: what a man becomes on the far row.
    Promotion {
        None = "none",
        Short = "short",
        Long = "long",
    }
    /// `promo_mid`: effect of landing on the far row inside a chain.
    PromoMid {
        /// It is promoted only if its turn ends on the far row.
        No = "no",
        /// It goes on as a man and is promoted when its turn ends, wherever that is.
        AsMan = "as_man",
        /// It is a king at once and goes on as one.
        AsKing = "as_king",
        /// It is promoted and its turn ends.
        Stop = "stop",
    }
    /// `king_landing`: where a king may land behind its victim.
    KingLanding {
        Next = "next",
        Any = "any",
        /// Only landings that allow a further leap, if there are any.
        AnyButFurther = "any_but_further",
        /// Behind a king only directly behind it, or where the capture can go on (killer draughts).
        Killer = "killer",
    }
    /// `king_reach`: how far in front of a king its victim may stand.
    KingReach {
        Adjacent = "adjacent",
        Any = "any",
    }
    /// `turning`: a king's direction inside a chain.
    Turning {
        Free = "free",
        /// No turn of 180 degrees (draughts.md, Turkish).
        NoReversal = "no_reversal",
        /// No turn at all (zamma-kharbaga.md, `sultan_turn`; pinoy-dama.md, `culin1900`).
        Straight = "straight",
    }
    /// `closing`: when rows at the end of the board close (hopi-keres.md, "Shrinking board").
    Closing {
        None = "none",
        Squares = "squares",
        SquaresEarly = "squares_early",
        PointRows = "point_rows",
        DrawnLines = "drawn_lines",
    }
    /// `closing_sides`: at the two players' ends, or at all sides.
    ClosingSides {
        Ends = "ends",
        AllFour = "all_four",
    }
    /// `aim`: result for a side without pieces, or blocked where that is a loss.
    Aim {
        /// It loses.
        Win = "win",
        /// It wins (antidraughts).
        Lose = "lose",
    }
    /// `blocked`: result of having pieces and no legal turn.
    Blocked {
        Loss = "loss",
        Draw = "draw",
        Pass = "pass",
        /// A loss only with a single piece left that no enemy may take; else a pass (dablot.md, Keyland).
        LastHigher = "last_higher",
    }
    /// `yes` or `no`.
    Truth {
        No = "no",
        Yes = "yes",
    }
    /// `capture_by`: how pieces capture.
    CaptureBy {
        Leap = "leap",
        /// Capture by approach and withdrawal (fanorona.md).
        Approach = "approach",
        /// Capture of a piece between the moved one and another.
        Custodial = "custodial",
        /// The same with rows of pieces.
        CustodialRows = "custodial_rows",
        /// No capture by moving (morris.md).
        None = "none",
    }
    /// `captors`: which sides capture (hunt.md).
    Captors {
        Both = "both",
        First = "first",
        Second = "second",
    }
    /// `direction`: the next step of a chain (fanorona.md, "Turn", 4 and 5).
    Direction {
        NotConsecutive = "not_consecutive",
        NeverRepeatLine = "never_repeat_line",
        Free = "free",
    }
    /// `first_capture_single`: whose first capture of the game ends the turn (fanorona.md, "Turn", 6).
    FirstSingle {
        Off = "off",
        First = "first",
        Both = "both",
    }
    /// Values of `vela` and `must_offer`.
    Switch {
        Off = "off",
        On = "on",
    }
    /// `opening`: the stone that Konane's first side removes.
    Opening {
        None = "none",
        CentreOrCorner = "centre_or_corner",
        Centre = "centre",
        Anywhere = "anywhere",
    }
    /// `resupply`: how pieces in hand replace lost ones.
    Resupply {
        /// An entry may replace a move (hopi-keres.md, A2).
        Optional = "optional",
        ThenMove = "then_move",
        IsTheTurn = "is_the_turn",
        AtOnce = "at_once",
    }
    /// `after_placing`: phase after placing (morris.md).
    AfterPlacing {
        Move = "move",
        End = "end",
        Fly = "fly",
    }
    /// `mills`: effect of three of one side in a row on a line.
    Mills {
        None = "none",
        Win = "win",
        Take = "take",
    }
    /// `double_mill`: how many men two mills at once take.
    DoubleMill {
        One = "one",
        Two = "two",
    }
    /// `king_lost`: result for a side without its king (dablot.md, "Optional rules").
    KingLost {
        Nothing = "nothing",
        Loses = "loses",
        /// The side also loses if only its king is left.
        LosesOrAlone = "loses_or_alone",
    }
    /// `single_combat` (dablot.md, "End").
    Combat {
        Off = "off",
        OnCall = "on_call",
        Automatic = "automatic",
    }
    /// `repetition`: result of a repeated position.
    Repetition {
        Draw = "draw",
        /// A draw if both sides have the same number of pieces; else no effect.
        DrawIfEqual = "draw_if_equal",
        /// The side with more pieces wins (zuni.md; alquerque.md).
        Count = "count",
        Forbidden = "forbidden",
        /// The capturing side wins, where only one side captures (hunt.md).
        CaptorWins = "captor_wins",
        None = "none",
    }
    /// `draw_rules`: draws by the remaining pieces (draughts.md).
    DrawRules {
        None = "none",
        International = "international",
        Russian = "russian",
        Spanish = "spanish",
        English = "english",
        Brazilian = "brazilian",
        Filipino = "filipino",
        Pool = "pool",
        Frisian = "frisian",
        Turkish = "turkish",
        /// A draw with one king on each side and nothing else (dablot.md, Keyland).
        LoneKings = "lone_kings",
    }
}
