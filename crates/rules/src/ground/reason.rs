//! Reasons for the end of a game. The rules of a game determine which of them can occur.

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A side has no pieces left.
    NoPieces,
    /// A side has pieces but no legal turn.
    Blocked,
    /// A position occurred for the third time.
    Repetition,
    /// A position occurred for the third time, and the pieces were counted.
    RepetitionCount,
    /// The limit of turns without a capture was reached, and the pieces were counted.
    Count,
    /// The players agreed to count the pieces.
    AgreedCount,
    /// The limit of turns without a capture was reached.
    NoCapture,
    /// Only kings moved and nothing was captured for the number of turns that the draw rules allow.
    KingsOnly,
    /// An ending with few pieces was not won within the turns that the draw rules allow.
    FewPieces,
    /// Each side has one king left.
    OneEach,
    /// A lone king wins against a lone man.
    LoneMan,
    /// A side has three in a row.
    ThreeInARow,
    /// A side has captured the number of pieces that wins.
    Toll,
    /// A man has been promoted.
    Promotion,
    /// A side has lost its king, or everything else.
    KingLost,
    /// All pieces are placed.
    Placed,
    /// A position occurred for the third time, and the capturing side wins.
    RepetitionWon,
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 19] = [
        Reason::NoPieces,
        Reason::Blocked,
        Reason::Repetition,
        Reason::RepetitionCount,
        Reason::Count,
        Reason::AgreedCount,
        Reason::NoCapture,
        Reason::KingsOnly,
        Reason::FewPieces,
        Reason::OneEach,
        Reason::LoneMan,
        Reason::ThreeInARow,
        Reason::Toll,
        Reason::Promotion,
        Reason::KingLost,
        Reason::Placed,
        Reason::RepetitionWon,
        Reason::Agreement,
        Reason::Resignation,
    ];

    /// Returns the word for the reason that programs and records use, such as `no_pieces`.
    pub fn word(self) -> &'static str {
        match self {
            Reason::NoPieces => "no_pieces",
            Reason::Blocked => "blocked",
            Reason::Repetition => "repetition",
            Reason::RepetitionCount => "repetition_count",
            Reason::Count => "count",
            Reason::AgreedCount => "agreed_count",
            Reason::NoCapture => "no_capture",
            Reason::KingsOnly => "kings_only",
            Reason::FewPieces => "few_pieces",
            Reason::OneEach => "one_each",
            Reason::LoneMan => "lone_man",
            Reason::ThreeInARow => "three_in_a_row",
            Reason::Toll => "toll",
            Reason::Promotion => "promotion",
            Reason::KingLost => "king_lost",
            Reason::Placed => "placed",
            Reason::RepetitionWon => "repetition_won",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
        }
    }
}
