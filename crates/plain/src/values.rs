//! The values of the options, with their words.

/// Declares the values of an option with their words.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $(#[$value_doc])* $value,)+
        }

        impl $name {
            /// The value of a word.
            pub fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+ };
}

values! {
    /// `step_dirs`, `cap_dirs`: where a man may go, seen from its own side.
    Dirs {
        All = "all",
        NoBack = "no_back",
        Forward = "forward",
        /// Forward along a column (crand).
        Straight = "straight",
        /// No quiet steps (konane.md).
        None = "none",
    }
    /// `last_row`: what a man on its far row may still do. It binds as soon as the man stands there, inside a chain too.
    LastRow {
        Normal = "normal",
        /// Nothing but capture, in every direction in which it may capture anywhere (Jocly).
        CaptureOnly = "capture_only",
        /// Nothing but capture sideways (Bell, in 002).
        CaptureSidewaysOnly = "capture_sideways_only",
    }
    /// `capture`: the duty to capture.
    Duty {
        Optional = "optional",
        Mandatory = "mandatory",
        Huff = "huff",
        /// While a man can capture, something must (dablot.md, Walker r15).
        Men = "men",
    }
    /// `chain`: further leaps of the capturing piece in the same turn.
    Chain {
        None = "none",
        Optional = "optional",
        Mandatory = "mandatory",
        /// Optional, and every leap goes the way of the first.
        Straight = "straight",
    }
    /// `choice`: which captures may be chosen.
    Choice {
        Free = "free",
        /// The most pieces.
        Max = "max",
        /// The most pieces, then the most kings among them.
        MaxQuality = "max_quality",
        /// The most pieces, then by a king (pinoy-dama.md).
        KingFirst = "king_first",
        /// The most pieces, then by a king, then the most kings, then the first king earliest (draughts.md, "Italian").
        Italian = "italian",
        /// Any turn; the opponent may claim a longer capture (buruj.md, "Maximum capture").
        Protest = "protest",
    }
    /// `removal`: when captured pieces leave the board.
    Removal {
        Immediate = "immediate",
        End = "end",
        /// They do not: the top one goes under the leaper, leap by leap (buruj.md, bashni-lasca.md).
        Under = "under",
    }
    /// `rejump`: leaping the same tower again in a turn; a tower is known by its point.
    Rejump {
        Once = "once",
        NotConsecutive = "not_consecutive",
        Allowed = "allowed",
    }
    /// `return`: coming back to an earlier point.
    Return {
        Free = "free",
        /// Not, in the side's next turn, to the point from which the piece started its last one.
        NotLast = "not_last",
        /// Not, while the turn lasts, to the point from which it started (the article, h).
        NotStart = "not_start",
        /// Never to a point where the piece has stood (Bell strict).
        Never = "never",
    }
    /// `promotion`: what a man becomes on the far row.
    Promotion {
        None = "none",
        Short = "short",
        Long = "long",
    }
    /// `promo_mid`: what happens to a man that lands on the far row inside a chain.
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
        /// If some landings behind a victim allow a further leap, only those.
        AnyButFurther = "any_but_further",
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
    /// `closing`: when the end of the board is taken away (hopi-keres.md, "Shrinking board").
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
    /// `blocked`: what it means to have pieces and no legal turn.
    Blocked {
        Loss = "loss",
        Draw = "draw",
        Pass = "pass",
        /// It loses only with a single piece left that no enemy may take; else it passes (dablot.md, Keyland).
        LastHigher = "last_higher",
    }
    /// Yes or no.
    Truth {
        No = "no",
        Yes = "yes",
    }
    /// `capture_by`: how pieces capture.
    CaptureBy {
        Leap = "leap",
        /// By approach and withdrawal (fanorona.md).
        Approach = "approach",
        /// Not by moving (morris.md).
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
    /// `vela`, `must_offer`.
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
    /// `resupply`: how pieces in hand enter in the place of lost ones.
    Resupply {
        /// Instead of a move, if one likes (hopi-keres.md, A2).
        Optional = "optional",
        ThenMove = "then_move",
        IsTheTurn = "is_the_turn",
        AtOnce = "at_once",
    }
    /// `after_placing`: what follows placing (morris.md).
    AfterPlacing {
        Move = "move",
        End = "end",
        Fly = "fly",
    }
    /// `mills`: what three of one side in a row on a line do.
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
    /// `king_lost`: what becomes of a side without its king (dablot.md, "Optional rules").
    KingLost {
        Nothing = "nothing",
        Loses = "loses",
        /// Or with nothing but its king.
        LosesOrAlone = "loses_or_alone",
    }
    /// `single_combat` (dablot.md, "End").
    Combat {
        Off = "off",
        OnCall = "on_call",
        Automatic = "automatic",
    }
    /// `repetition`: what a position is worth that comes up again.
    Repetition {
        Draw = "draw",
        /// A draw where both sides have as many pieces; else it means nothing.
        DrawIfEqual = "draw_if_equal",
        /// Whoever has more pieces wins (zuni.md; alquerque.md).
        Count = "count",
        Forbidden = "forbidden",
        /// The side that captures wins, where only one does (hunt.md).
        CaptorWins = "captor_wins",
        None = "none",
    }
    /// `draw_rules`: draws by the pieces that are left (draughts.md).
    DrawRules {
        None = "none",
        International = "international",
        Russian = "russian",
        Spanish = "spanish",
        English = "english",
        Brazilian = "brazilian",
        Filipino = "filipino",
        Turkish = "turkish",
        /// A king on each side and nothing else (dablot.md, Keyland).
        LoneKings = "lone_kings",
    }
}
