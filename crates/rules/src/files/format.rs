//! The format of game files and board files: every table, and every key that it may have.
//!
//! The reader takes from here which keys are allowed and which are needed, and the book of the format
//! ([`crate::format_reference`]) takes its text from here, from the options and from our own games: neither can say what the other
//! does not.

/// A table of a file: where it stands, what it is for, its keys.
#[derive(Debug)]
pub(crate) struct FileTable {
    /// What the book calls it.
    pub title: &'static str,
    /// The header under which it stands, with an example of every name that the author chooses; empty for the top of the
    /// file and for tables that stand in many places.
    pub header: &'static str,
    /// What it is for.
    pub about: &'static str,
    pub keys: &'static [FileKey],
}

/// A key of a table.
#[derive(Debug)]
pub(crate) struct FileKey {
    pub name: &'static str,
    pub want: Want,
    /// The values that it takes.
    pub form: &'static str,
    pub meaning: &'static str,
    /// A line or several of TOML that give it a value.
    pub example: &'static str,
}

/// Whether a table must have a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// It must.
    Needed,
    /// It need not: what holds without it.
    Default(&'static str),
}

impl FileTable {
    /// The key of this name.
    pub fn key(&self, name: &str) -> Option<&'static FileKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl FileKey {
    pub fn is_needed(&self) -> bool {
        self.want == Want::Needed
    }
}

/// Declares tables of a file.
macro_rules! tables {
    ($($(#[$doc:meta])* $table:ident $title:literal $header:literal $about:literal {
        $($name:literal $want:expr, $form:literal, $meaning:literal, $example:literal;)+
    })+) => {
        use Want::{Default, Needed};

        $($(#[$doc])* pub(crate) const $table: FileTable = FileTable {
            title: $title,
            header: $header,
            about: $about,
            keys: &[$(FileKey { name: $name, want: $want, form: $form, meaning: $meaning, example: $example },)+],
        };)+

        /// Every table, in the order of the book.
        pub(crate) const TABLES: &[&FileTable] = &[$(&$table,)+];
    };
}

tables! {
    /// The top of a game file.
    GAME "The game" "" "The top of a game file." {
        "id" Needed, "up to 40 small letters, digits, `-` and `_`, beginning with a letter",
            "the word by which the game is called", "id = \"adugo\"";
        "version" Needed, "a whole number from 1 to 1000000",
            "to be raised whenever the legal turns or the ends of a variant change: saved games name it",
            "version = 1";
        "default" Needed, "the name of a variant", "what the game's word alone means", "default = \"five\"";
        "between_people" Default("the default variant"), "the name of a variant",
            "the variant that two people play who name none", "between_people = \"all\"";
        "shown" Default("none"), "a list of positions, as `W:Wa1,c3:Be5`",
            "positions by which the sources show a capture: its longest by the rules of a variant is that variant's \
             example of one that goes on",
            "shown = [\"B:Wb2,b4,d4:Ba1\"]";
        "name" Needed, "[words](#words)", "the game's name", "name = { en = \"Adugo\", es = \"Adugo\" }";
        "about" Default("nothing"), "[words](#words)", "what the game is and where it comes from",
            "about = { en = \"A hunt of the Bororo.\", es = \"Una caza de los bororo.\" }";
        "inventor" Default("nobody is named"), "a text of 1 to 80 characters in one line",
            "who invented the game, where that is one person and known: credited wherever the rules are shown",
            "# Where one person invented it:\ninventor = \"Ana Pérez\"";
        "native" Default("none"), "a list of [native names](#native-names)", "what those who play the game call it", "";
        "sources" Default("none"), "a list of texts",
            "what the game was written down in, one entry a source; the address of one on the web stands at its end",
            "sources = [\"Ludii, Adugo, https://ludii.games/details.php?keyword=Adugo\"]";
        "gallery" Default("none"), "[facts](#the-gallery)", "what a gallery of games tells of it at a glance", "";
        "game_type" Default("none"), "a text", "the tag by which other programs know the game in PDN records",
            "game_type = \"26,W,8,8,A0,0\"";
        "board" Needed,
            "a [constructor's call](#constructors), `alq5`, the name of a file ending in `.toml`, or a \
             [table](#a-board)",
            "the board; an option's key in braces stands for the option's value, as in `serpent({n},outer)`",
            "board = \"alq5\"";
        "setup" Needed, "a diagram or a word: [setups](#setups)", "what stands on the board before the first turn",
            "setup = \"\"\"\nb b b b b\nb b b b b\nb b w b b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("0"), "a whole number from 0 to 100, or a list of two, the first side's and the second's",
            "the men that each side has in hand before the first turn", "hand = [0, 3]";
        "sides" Needed, "[the sides](#the-sides)", "the two sides", "";
        "ranks" Needed, "[the ranks](#the-ranks)", "what pieces of each rank are called", "";
        "layouts" Default("none"), "[tables](#a-layout) named for an option and its value",
            "what an option puts in the place of the board or the setup", "";
        "options" Default("none"), "a table of [clauses](#a-clause)",
            "the rules that hold in every variant that does not say otherwise", "";
        "variants" Needed, "[tables](#a-variant) named by their author", "the variants: at least one", "";
    }
    /// A text in every language.
    WORDS "Words" "[name]" "A text in every language: `name`, `about`, a variant's `name` and `note`, \
        and in the gallery `place` and `time`." {
        "en" Needed, "a text", "the text in English", "en = \"Adugo\"";
        "es" Needed, "a text", "the text in Spanish", "es = \"Adugo\"";
        "fr" Default("the English"), "a text", "the text in French", "fr = \"Adugo\"";
    }
    /// What those who play a game call it.
    NATIVE "Native names" "[[native]]"
        "The tables `native`: what those who play the game call it, in their own language and script; at most 8, the \
         first one first." {
        "name" Needed, "a text of 1 to 60 characters in one line", "the name", "name = \"Adugo\"";
        "language" Needed,
            "a BCP 47 tag of up to 35 characters, such as `ne`, `haw` or `si-Latn`: a language of two or three small \
             letters, then parts of one to eight letters or digits, each after a `-`",
            "the language of the name, and its script where that is not the usual one", "language = \"bor\"";
    }
    /// What is told of a game at a glance.
    GALLERY "The gallery" "[gallery]"
        "The table `gallery`: what people want to know of a game before they read about it. Place and time come from the \
         sources, and are vague where those are; minutes and difficulty are the author's judgement." {
        "place" Needed, "[words](#words)", "where it is played, or whose it is, in a few words",
            "place = { en = \"Bororo, Brazil\", es = \"Bororo, Brasil\" }";
        "time" Needed, "[words](#words)", "since when, or when somebody first described it, in a few words",
            "time = { en = \"of unknown age\", es = \"de edad desconocida\" }";
        "minutes" Needed, "a whole number from 5 to 180", "how long a game lasts between two people", "minutes = 15";
        "difficulty" Needed, "a whole number from 1 to 3",
            "how much there is to learn before one plays well: little, some, much", "difficulty = 1";
    }
    /// The two sides.
    SIDES "The sides" "" "The table `sides`. The first sits at the bottom of the board and its forward is up." {
        "first" Needed, "[a side](#a-side)", "the side that sits at the bottom", "";
        "second" Needed, "[a side](#a-side)", "the side that sits at the top", "";
    }
    /// One side.
    SIDE "A side" "[sides.first]" "" {
        "colour" Needed, "`white`, `black`",
            "the colour of its pieces, which `w` and `b` stand for in diagrams and positions; the two sides differ",
            "colour = \"white\"";
        "en" Needed, "a text", "its name in English", "en = \"Jaguar\"";
        "es" Needed, "a text", "its name in Spanish, with its article if it needs one", "es = \"Jaguar\"";
        "fr" Default("the English"), "a text", "its name in French, with its article if it needs one",
            "fr = \"le Jaguar\"";
        "ranks" Default("those of the game"), "[the ranks](#the-ranks)",
            "what its own pieces are called, where they have names of their own",
            "ranks.man = { en = [\"jaguar\", \"jaguars\"], es = [\"el jaguar\", \"los jaguares\"] }";
    }
    /// What pieces are called by their rank.
    RANKS "The ranks" "[ranks]" "The table `ranks` of the game or of a side. Only the ranks that the game has need a name." {
        "man" Default("none"), "[a noun](#a-noun)", "pieces of the lowest rank, which most games have alone",
            "man = { en = [\"piece\", \"pieces\"], es = [\"la pieza\", \"las piezas\"] }";
        "prince" Default("none"), "[a noun](#a-noun)", "pieces between men and kings",
            "prince = { en = [\"prince\", \"princes\"], es = [\"el príncipe\", \"los príncipes\"] }";
        "king" Default("none"), "[a noun](#a-noun)", "pieces of the highest rank, and what men are promoted to",
            "king = { en = [\"king\", \"kings\"], es = [\"la dama\", \"las damas\"] }";
    }
    /// A countable word.
    NOUN "A noun" "[ranks.man]" "" {
        "en" Needed, "a list of two texts", "one and many in English", "en = [\"dog\", \"dogs\"]";
        "es" Needed, "a list of two texts, each with its article", "one and many in Spanish",
            "es = [\"el perro\", \"los perros\"]";
        "fr" Default("the English"), "a list of two texts, each with its article",
            "one and many in French; `un` and `une` stand where `l'` would hide the gender",
            "fr = [\"le chien\", \"les chiens\"]";
    }
    /// A variant.
    VARIANT "A variant" "[variants.all]"
        "A variant states only what differs from its parent. Its name is up to 40 small letters, digits, `-` and `_`, \
         beginning with a letter; a file has at most 100 variants." {
        "name" Needed, "[words](#words)", "the variant's name",
            "name = { en = \"All dogs\", es = \"Todos los perros\" }";
        "named_for" Default("none"), "a list of [options](#the-options)",
            "the options that the name tells of: where house rules change one of them, the game's name stands alone",
            "named_for = [\"taken_to_win\"]";
        "note" Default("nothing"), "[words](#words)", "what is to be said about this variant alone",
            "note = { en = \"The jaguar hunts on.\", es = \"El jaguar sigue cazando.\" }";
        "source" Default("none"), "a text", "what the variant was written down in", "source = \"Ludii, Adugo\"";
        "parent" Default("none"), "the name of another variant",
            "the variant from which this one takes all that it does not state; at most 32 in a row",
            "parent = \"five\"";
        "board" Default("its parent's"), "as for the game", "the variant's board", "board = \"alq(5,5)\"";
        "setup" Default("its parent's"), "as for the game", "the variant's setup",
            "setup = \"\"\"\nb b b b b\nb b b b b\nb . w . b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("its parent's"), "as for the game", "the variant's men in hand", "hand = 2";
        "options" Default("none"), "a table of [clauses](#a-clause)", "the rules in which the variant differs",
            "options = { taken_to_win = \"all\" }";
    }
    /// A choice among rules, with where it comes from.
    CLAUSE "A clause" "[options.captors]"
        "One choice among rules: an option with its value, as a word, a number or `true` and `false` \
         (`captors = \"first\"`), or better as a table that says where the choice comes from. People see that wherever they \
         read the rules." {
        "is" Needed, "one of [the option's values](#the-options)", "the choice", "is = \"first\"";
        "source" Default("none"), "a text", "where it comes from: book and page, site, rule",
            "source = \"Ludii: only the jaguar captures\"";
        "standing" Default("source"), "`source`, `reconstruction`, `ours`",
            "how firm it is: a source says so; somebody reconstructed it where the sources are silent; it is our own \
             reading",
            "standing = \"source\"";
    }
    /// What a value of an option changes in the layout.
    LAYOUT "A layout" "[layouts.hunters.10]"
        "What one value of an option puts in the place of the game's board and setup. The options that change layouts, and \
         nothing else, are marked so below; they mean something only in games whose file says what they change." {
        "board" Default("the game's or the variant's"), "as for the game", "the board that the value brings with it",
            "board = \"alq(5,5)\"";
        "setup" Default("the game's or the variant's"), "as for the game", "the setup that it brings",
            "setup = \"\"\"\nb b b b b\nb . . . b\nb . w . b\n. . . . .\n. . . . .\n\"\"\"";
        "hand" Default("the game's or the variant's"), "as for the game", "the men in hand that it brings",
            "hand = [0, 2]";
        "options" Default("none"), "a table of options, each a word or a number",
            "other options that come with the value unless they are stated beside it",
            "options = { taken_to_win = 2 }";
    }
    /// A board file, or a board inside a game file.
    BOARD "A board" ""
        "A board file, or the table `board` of a game file: a constructor's call, or points and lines." {
        "construct" Default("points and lines"), "a [constructor's call](#constructors)",
            "makes the board of a few numbers; then the others are not needed", "# Either\nconstruct = \"alq(5,5)\"";
        "points" Default("what the constructor makes"),
            "a table: for each name the place, a list of two whole numbers from -1000 to 1000",
            "1 to 512 points; x grows to the first side's right, y away from it. A name is one to four small letters \
             or digits, and no word of a turn",
            "# or\npoints = { a1 = [0, 0], b1 = [1, 0], c1 = [2, 0] }";
        "lines" Default("what the constructor makes"),
            "a list of texts, each the names of points that lie straight behind one another",
            "which points are joined, and what lies straight behind what: pieces step from a point to the next, and \
             leap over the next to the one after it",
            "lines = [\"a1 b1 c1\"]";
    }
}
