//! Families of languages, and their rules, as data.

/// An operator, with its replacements.
pub type Swap = (&'static str, &'static [&'static str]);

/// A way in which a text is quoted.
pub struct Quote {
    /// The text before and after the quoted text.
    pub ends: (&'static str, &'static str),
    /// Whether a backslash quotes the next character.
    pub escapes: bool,
}

/// Languages that are changed in the same way. Lists of words are texts with a space between two.
pub struct Family {
    /// The names of the languages, as in the table of languages.
    pub languages: &'static [&'static str],
    /// The beginning of a comment that ends with its line.
    pub line_comment: &'static str,
    /// The beginning and the end of other comments.
    pub block_comment: Option<(&'static str, &'static str)>,
    /// Quoted texts; of two that begin alike, the longer is first.
    pub quotes: &'static [Quote],
    /// Whether lines that begin with `#` are the preprocessor's.
    pub has_directives: bool,
    /// Whether lines and indentation part statements.
    pub is_indented: bool,
    /// The words that begin a declaration, or another statement that is not removed.
    pub kept: &'static str,
    /// The words that begin a statement in which nothing is changed.
    pub untouched: &'static str,
    /// Whether an access outside of an array ends the program; elsewhere it may go unnoticed near its end.
    pub checks_bounds: bool,
    /// The words after which an operator has no left operand.
    pub prefixes: &'static str,
    /// The names before `<` that have types as arguments.
    pub generics: &'static str,
    /// Whether names with a capital letter and a small one have such arguments, too.
    pub has_capital_types: bool,
    /// The words of a condition that always or never holds.
    pub truth: [&'static str; 2],
    /// The replacement of a removed statement.
    pub nothing: &'static str,
    /// Swaps of relational operators.
    pub relational: &'static [Swap],
    /// Further arithmetic operators: those that divide differ.
    pub arithmetic: &'static [Swap],
    /// Swaps of logical operators.
    pub logical: &'static [Swap],
    /// Operators between the ends of a range.
    pub bounds: &'static [Swap],
    /// Swaps of types, by their words.
    pub types: &'static [Swap],
    /// Words that begin a statement with constants.
    pub constants: &'static str,
    /// Names of the least and greatest values of types.
    pub sentinels: &'static str,
}

impl Family {
    /// Returns the family of a language, by its name in the table of languages.
    pub fn for_language(language: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.languages.contains(&language))
    }
}

const fn quote(begin: &'static str, end: &'static str, escapes: bool) -> Quote {
    Quote { ends: (begin, end), escapes }
}

const RELATIONAL: &[Swap] = &[
    ("<", &["<=", ">="]),
    ("<=", &["<", ">"]),
    (">", &[">=", "<="]),
    (">=", &[">", "<"]),
    ("==", &["!=", "<=", ">="]),
    ("!=", &["==", "<", ">"]),
];
/// Swaps of arithmetic operators in all languages.
pub const ARITHMETIC: &[Swap] = &[
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["+"]),
    ("^", &["|", "+"]),
    ("&", &["|"]),
    ("|", &["&"]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("*=", &["+="]),
    ("^=", &["|=", "+="]),
    ("&=", &["|="]),
    ("|=", &["&="]),
];
/// Changes that make no difference before a zero, as numbers are hardly negative.
pub const SAME_BEFORE_ZERO: &[(&str, &str)] = &[("==", "<="), ("!=", ">")];
/// The only change of a comparison with the number of values that these calls read.
pub const AFTER_READING: (&str, &str) = ("scanf sscanf fscanf scanf_s", "!=");
/// The conversions that read values of the types that others become.
pub const SCANNED: &[(&str, &str)] = &[
    ("int", "d"),
    ("int32_t", "d"),
    ("unsigned int", "u"),
    ("uint32_t", "u"),
    ("double", "lf"),
    ("float", "f"),
];
const LOGICAL: &[Swap] = &[("&&", &["||"]), ("||", &["&&"])];
const WORDS: &[Swap] = &[("and", &["or"]), ("or", &["and"])];

const OF_C: Family = Family {
    languages: &["C"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    quotes: &[quote("\"", "\"", true), quote("'", "'", true)],
    has_directives: true,
    is_indented: false,
    kept: "int long short char bool float double unsigned signed void auto const constexpr static struct \
        class enum typedef using template union extern register inline return goto public private case \
        default string throw setvbuf setbuf scanf ios ios_base cin freopen assert friend operator \
        __int64",
    untouched: "assert static_assert ios ios_base setvbuf setbuf freopen",
    checks_bounds: false,
    prefixes: "return case int long short char bool float double unsigned auto const void string operator else \
        do struct",
    generics: "",
    has_capital_types: false,
    truth: ["1", "0"],
    nothing: ";",
    relational: RELATIONAL,
    arithmetic: &[
        ("/", &["*"]),
        ("%", &["/"]),
        ("/=", &["*="]),
        ("%=", &["/="]),
        ("<<=", &[">>="]),
        (">>=", &["<<="]),
    ],
    logical: LOGICAL,
    bounds: &[],
    types: &[
        ("unsigned long long int", &["unsigned int", "double"]),
        ("unsigned long long", &["unsigned int", "double"]),
        ("long long int", &["int", "double"]),
        ("long long", &["int", "double"]),
        ("long double", &["double"]),
        ("double", &["float"]),
        ("int64_t", &["int32_t", "double"]),
        ("uint64_t", &["uint32_t", "double"]),
        ("__int64", &["int", "double"]),
    ],
    constants: "const constexpr",
    sentinels: "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN LLONG_MAX LLONG_MIN ULLONG_MAX DBL_MAX",
};

/// All families of languages.
pub const FAMILIES: &[Family] = &[
    Family {
        languages: &["C++"],
        quotes: &[quote("R\"(", ")\"", false), quote("\"", "\"", true), quote("'", "'", true)],
        generics: "vector array pair tuple map set multiset multimap unordered_map unordered_set queue deque stack \
        priority_queue list bitset template function greater less numeric_limits static_cast \
        basic_string hash get",
        truth: ["true", "false"],
        ..OF_C
    },
    OF_C,
    Family {
        languages: &["Java"],
        has_directives: false,
        kept: "int long short char byte boolean float double final static class public private protected \
        import package return throw System case default String var abstract enum",
        prefixes: "return case else do new",
        has_capital_types: true,
        untouched: "assert assert_eq debug_assert import package use",
        checks_bounds: true,
        truth: ["true", "false"],
        types: &[("long", &["int", "double"]), ("double", &["float"])],
        constants: "final static",
        sentinels: "MAX_VALUE MIN_VALUE",
        ..OF_C
    },
    Family {
        languages: &["Rust"],
        quotes: &[quote("r#\"", "\"#", false), quote("\"", "\"", true)],
        has_directives: false,
        kept: "let fn use struct enum impl mod const static type return pub trait println print writeln write \
        extern unsafe macro_rules match loop",
        prefixes: "return if while match in let mut else move as",
        generics: "fn impl",
        has_capital_types: true,
        untouched: "assert assert_eq debug_assert import package use",
        checks_bounds: true,
        truth: ["true", "false"],
        bounds: &[("..", &["..="]), ("..=", &[".."])],
        types: &[
            ("u64", &["u32", "f64"]),
            ("i64", &["i32", "f64"]),
            ("u128", &["u64"]),
            ("i128", &["i64"]),
            ("f64", &["f32"]),
        ],
        constants: "const static",
        sentinels: "MAX MIN",
        ..OF_C
    },
    Family {
        languages: &["Python", "PyPy"],
        line_comment: "#",
        block_comment: None,
        quotes: &[
            quote("\"\"\"", "\"\"\"", true),
            quote("'''", "'''", true),
            quote("\"", "\"", true),
            quote("'", "'", true),
        ],
        has_directives: false,
        is_indented: true,
        untouched: "assert import from",
        checks_bounds: true,
        kept: "import from def class return raise global nonlocal pass print assert lambda with try except \
        finally sys",
        prefixes: "return in and or not if elif while print lambda else is",
        truth: ["True", "False"],
        nothing: "pass",
        // In Python, `/` gives a fraction.
        arithmetic: &[("//", &["*", "/"]), ("%", &["//"]), ("//=", &["*=", "/="]), ("%=", &["//="])],
        logical: WORDS,
        types: &[],
        constants: "",
        sentinels: "inf maxsize",
        ..OF_C
    },
];

/// Returns whether a list of words has one.
pub fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|own| own == word)
}
