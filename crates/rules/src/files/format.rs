//! The format of game files and board files: every table, and every key that it may have.
//!
//! These tables are the only definition of the format. The reader takes from them which keys are allowed and required, and
//! [`crate::format_reference`] takes its text from them, so that the two cannot disagree.

/// Schema of one kind of table in a file.
#[derive(Debug)]
pub(crate) struct FileTable {
    /// Heading of the table in the format reference.
    pub title: &'static str,
    /// TOML header above the examples, with a sample for each name that the author chooses. Empty for the top of the file
    /// and for tables that occur in several places.
    pub header: &'static str,
    /// Purpose of the table, as Markdown; may be empty.
    pub about: &'static str,
    /// Keys that the table may have, in the order of the reference.
    pub keys: &'static [FileKey],
}

/// Schema of one key.
#[derive(Debug)]
pub(crate) struct FileKey {
    /// The key as written in the file.
    pub name: &'static str,
    pub presence: Presence,
    /// Description of the allowed values, as Markdown.
    pub form: &'static str,
    /// Meaning of the value, as Markdown without a full stop.
    pub meaning: &'static str,
    /// TOML that sets the key, as an example; may be empty.
    pub example: &'static str,
}

/// Whether a table must contain a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// A table without the key is an error.
    Required,
    /// The key is optional; the text describes the default.
    Default(&'static str),
}

impl FileTable {
    /// Returns the schema of a key, if the table may have it.
    pub fn key(&self, name: &str) -> Option<&'static FileKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl FileKey {
    /// Returns whether a table without this key is an error.
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }
}

/// Declares the tables of the format and lists them in `TABLES`.
macro_rules! tables {
    ($($(#[$doc:meta])* $table:ident $title:literal $header:literal $about:literal {
        $($name:literal $presence:expr, $form:literal, $meaning:literal, $example:literal;)+
    })+) => {
        use Presence::{Default, Required};

        $($(#[$doc])* pub(crate) const $table: FileTable = FileTable {
            title: $title,
            header: $header,
            about: $about,
            keys: &[$(FileKey { name: $name, presence: $presence, form: $form, meaning: $meaning, example: $example },)+],
        };)+

        /// Every table, in the order of the format reference.
        pub(crate) const TABLES: &[&FileTable] = &[$(&$table,)+];
    };
}

tables! {
    /// The top of a game file.
    GAME "The game" "" "The top of a game file." {
        "id" Required, "up to 40 small letters, digits, `-` and `_`, beginning with a letter",
            "the id of the game, by which commands name it", "id = \"adugo\"";
        "version" Required, "a whole number from 1 to 1000000",
            "version of the rules; raise it whenever the legal moves or the endings of a variant change, because saved games record it",
            "version = 1";
        "default" Required, "the name of a variant", "the variant that the id of the game means without further words", "default = \"five\"";
        "between_people" Default("the default variant"), "the name of a variant",
            "the variant for two people who name none", "between_people = \"all\"";
        "shown" Default("none"), "a list of positions, as `W:Wa1,c3:Be5`",
            "positions with which the sources explain captures; the longest capture in them under the rules of a variant is \
             the example of a chain in that variant",
            "shown = [\"B:Wb2,b4,d4:Ba1\"]";
        "name" Required, "[words](#words)", "the name of the game", "name = { en = \"Adugo\", es = \"Adugo\" }";
        "about" Default("nothing"), "[words](#words)", "short description and origin of the game",
            "about = { en = \"A hunt of the Bororo.\", es = \"Una caza de los bororo.\" }";
        "inventor" Default("none"), "a text of 1 to 80 characters in one line",
            "the inventor, if one person is known to have invented the game; credited wherever the rules are shown",
            "# If one person invented it:\ninventor = \"Ana Pérez\"";
        "native" Default("none"), "a list of [native names](#native-names)", "names of the game in the languages of its players", "";
        "aliases" Default("none"), "a list of at most 20 texts of 1 to 60 characters in one line",
            "other names by which commands find the game", "aliases = [\"Jaguar game\"]";
        "sources" Default("none"), "a list of texts",
            "written sources, one entry for each; a web address goes at the end of its entry",
            "sources = [\"Ludii, Adugo, https://ludii.games/details.php?keyword=Adugo\"]";
        "gallery" Default("none"), "[facts](#the-gallery)", "summary of the game for a gallery", "";
        "game_type" Default("none"), "a text", "PDN `GameType` tag of the game",
            "game_type = \"26,W,8,8,A0,0\"";
        "board" Required,
            "a [constructor's call](#constructors), `alq5`, the name of a file ending in `.toml`, or a \
             [table](#a-board)",
            "the board; the key of an option in braces is replaced by the value of the option, as in `serpent({n},outer)`",
            "board = \"alq5\"";
        "setup" Required, "a diagram or a word: [setups](#setups)", "pieces on the board at the start",
            "setup = \"\"\"\nb b b b b\nb b b b b\nb b w b b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("0"), "a whole number from 0 to 100, or a list of two, the first side's and the second's",
            "men that each side has in hand at the start", "hand = [0, 3]";
        "sides" Required, "[the sides](#the-sides)", "the two sides", "";
        "ranks" Required, "[the ranks](#the-ranks)", "names of the pieces by rank", "";
        "layouts" Default("none"), "[tables](#a-layout) named after an option and its value",
            "boards and setups for certain values of an option", "";
        "options" Default("none"), "a table of [clauses](#a-clause)",
            "rules of every variant that does not override them", "";
        "variants" Required, "[tables](#a-variant) with names of your choice", "the variants, at least one", "";
    }
    /// A text in each language.
    WORDS "Words" "[name]" "A text in one language or more. Used by `name`, `about`, a variant's `name` and `note`, \
        and in the gallery `place` and `time`." {
        "en" Default("another language's"), "a text", "the text in English", "en = \"Adugo\"";
        "es" Default("another language's"), "a text", "the text in Spanish", "es = \"Adugo\"";
        "fr" Default("another language's"), "a text", "the text in French", "fr = \"Adugo\"";
    }
    /// Names of the game in the languages of its players.
    NATIVE "Native names" "[[native]]"
        "The array of tables `native`: names of the game in the languages and scripts of its players; at most 8, the \
         most important first." {
        "name" Required, "a text of 1 to 60 characters in one line", "the name", "name = \"Adugo\"";
        "language" Required,
            "a BCP 47 tag of up to 35 characters, such as `ne`, `haw` or `si-Latn`: a language of two or three small \
             letters, then parts of one to eight letters or digits, each after a `-`",
            "the language of the name, with its script if that is not the usual one", "language = \"bor\"";
    }
    /// Summary of a game.
    GALLERY "The gallery" "[gallery]"
        "The table `gallery`: a summary of the game. Place and time come from the sources and are as vague as they are; \
         minutes and difficulty are the author's estimates." {
        "place" Required, "[words](#words)", "where the game is played, or the people who play it, in a few words",
            "place = { en = \"Bororo, Brazil\", es = \"Bororo, Brasil\" }";
        "time" Required, "[words](#words)", "since when it has been played, or when it was first described, in a few words",
            "time = { en = \"of unknown age\", es = \"de edad desconocida\" }";
        "minutes" Required, "a whole number from 5 to 180", "duration of a game between two people, in minutes", "minutes = 15";
        "difficulty" Required, "a whole number from 1 to 3",
            "effort to learn to play well: 1 little, 2 some, 3 much", "difficulty = 1";
        "kind" Default("as the rules show"), "`mills`, `hunt`, `towers`, `draughts`, `war`",
            "group of the game in lists; draughts without `game_type` on boards that are not chequered need it", "kind = \"hunt\"";
    }
    /// The two sides.
    SIDES "The sides" "" "The table `sides`. The first side sits at the bottom of the board and moves upward." {
        "first" Required, "[a side](#a-side)", "the side at the bottom of the board", "";
        "second" Required, "[a side](#a-side)", "the side at the top of the board", "";
    }
    /// One side.
    SIDE "A side" "[sides.first]" "" {
        "colour" Required, "`white`, `black`",
            "colour of the pieces, written `w` and `b` in diagrams and positions; the two sides must differ",
            "colour = \"white\"";
        "en" Default("another language's"), "a text", "name of the side in English", "en = \"Jaguar\"";
        "es" Default("another language's"), "a text", "name of the side in Spanish, with its article if it needs one", "es = \"Jaguar\"";
        "fr" Default("another language's"), "a text", "name of the side in French, with its article if it needs one",
            "fr = \"le Jaguar\"";
        "ranks" Default("those of the game"), "[the ranks](#the-ranks)",
            "names of this side's pieces, if they differ from the game's",
            "ranks.man = { en = [\"jaguar\", \"jaguars\"], es = [\"el jaguar\", \"los jaguares\"] }";
    }
    /// Names of the pieces by rank.
    RANKS "The ranks" "[ranks]" "The table `ranks` of the game or of a side. Only ranks that occur in the game need a name." {
        "man" Default("none"), "[a noun](#a-noun)", "pieces of the lowest rank; most games have no other at the start",
            "man = { en = [\"piece\", \"pieces\"], es = [\"la pieza\", \"las piezas\"] }";
        "prince" Default("none"), "[a noun](#a-noun)", "pieces that rank between men and kings",
            "prince = { en = [\"prince\", \"princes\"], es = [\"el príncipe\", \"los príncipes\"] }";
        "king" Default("none"), "[a noun](#a-noun)", "pieces of the highest rank, to which men are promoted",
            "king = { en = [\"king\", \"kings\"], es = [\"la dama\", \"las damas\"] }";
    }
    /// A countable noun.
    NOUN "A noun" "[ranks.man]" "" {
        "en" Default("another language's"), "a list of two texts", "singular and plural in English", "en = [\"dog\", \"dogs\"]";
        "es" Default("another language's"), "a list of two texts, each with its article", "singular and plural in Spanish",
            "es = [\"el perro\", \"los perros\"]";
        "fr" Default("another language's"), "a list of two texts, each with its article",
            "singular and plural in French; use `un` or `une` where `l'` would hide the gender",
            "fr = [\"le chien\", \"les chiens\"]";
    }
    /// A variant.
    VARIANT "A variant" "[variants.all]"
        "A variant states only its differences from its parent. Its name is up to 40 small letters, digits, `-` and `_`, \
         beginning with a letter; a file has at most 100 variants." {
        "name" Required, "[words](#words)", "name of the variant",
            "name = { en = \"All dogs\", es = \"Todos los perros\" }";
        "named_for" Default("none"), "a list of [options](#the-options)",
            "options that the name describes; if house rules change one of them, the name of the game is shown alone",
            "named_for = [\"taken_to_win\"]";
        "note" Default("nothing"), "[words](#words)", "remark about this variant",
            "note = { en = \"The jaguar hunts on.\", es = \"El jaguar sigue cazando.\" }";
        "source" Default("none"), "a text", "written source of the variant", "source = \"Ludii, Adugo\"";
        "parent" Default("none"), "the name of another variant",
            "the variant that this one inherits from; at most 32 in a row",
            "parent = \"five\"";
        "game_type" Default("the game's"), "a text", "PDN `GameType` tag of the variant, if it has its own",
            "game_type = \"97,W,10,10,N2,0\"";
        "board" Default("its parent's"), "as for the game", "board of the variant", "board = \"alq(5,5)\"";
        "setup" Default("its parent's"), "as for the game", "setup of the variant",
            "setup = \"\"\"\nb b b b b\nb b b b b\nb . w . b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("its parent's"), "as for the game", "men in hand in the variant", "hand = 2";
        "options" Default("none"), "a table of [clauses](#a-clause)", "rules that differ from those of the parent",
            "options = { taken_to_win = \"all\" }";
    }
    /// A choice among rules, with its source.
    CLAUSE "A clause" "[options.captors]"
        "One choice among rules: an option with its value, either a word, a number, `true` or `false` \
         (`captors = \"first\"`), or a table that also gives the source of the choice. The source is shown with the rules." {
        "is" Required, "one of [the option's values](#the-options)", "the chosen value", "is = \"first\"";
        "source" Default("none"), "a text", "source of the choice: book and page, site, rule",
            "source = \"Ludii: only the jaguar captures\"";
        "standing" Default("source"), "`source`, `reconstruction`, `ours`",
            "authority of the choice: a source states it; a reconstruction fills a gap in the sources; it is our own \
             reading",
            "standing = \"source\"";
    }
    /// The layout for one value of an option.
    LAYOUT "A layout" "[layouts.hunters.10]"
        "The board and setup that replace those of the game for one value of an option. Only the options marked below \
         change the layout, and only in games whose file defines the change." {
        "board" Default("the game's or the variant's"), "as for the game", "board for this value",
            "board = \"alq(5,5)\"";
        "setup" Default("the game's or the variant's"), "as for the game", "setup for this value",
            "setup = \"\"\"\nb b b b b\nb . . . b\nb . w . b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("the game's or the variant's"), "as for the game", "men in hand for this value",
            "hand = [0, 2]";
        "options" Default("none"), "a table of options, each a word or a number",
            "values of other options, used unless those are set explicitly",
            "options = { taken_to_win = 2 }";
    }
    /// A board file, or a board inside a game file.
    BOARD "A board" ""
        "A board file, or the table `board` of a game file: a constructor's call, or points and lines." {
        "construct" Default("points and lines"), "a [constructor's call](#constructors)",
            "builds the board from a few numbers; the other keys are then omitted", "# Either\nconstruct = \"alq(5,5)\"";
        "points" Default("what the constructor makes"),
            "a table: for each point name its place, a list of two whole numbers from -1000 to 1000",
            "1 to 512 points; x grows to the right of the first side, y away from it. A name is one to four small letters \
             or digits, and no word of the move notation",
            "# or\npoints = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }";
        "lines" Default("what the constructor makes"),
            "a list of texts, each the names of points in a straight line, in order",
            "the lines of the board: pieces step from a point to its neighbour on a line, and leap over a neighbour to the \
             point behind it. `quirkat check` warns of a line that leads over another point or turns back",
            "lines = [\"a1 b1 c1\"]";
    }
}
