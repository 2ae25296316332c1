//! The catalogue: every game with its notation, in one table. Parsing, help and tests walk it.
//!
//! | module | holds |
//! |---|---|
//! | `arguments` | makes games from their arguments |
//! | [`notation`] | reads the notation of games and positions |
//! | [`position`] | sums of components: who wins, and which moves win |
//! | `board` | search of boards whose cells turn over |
//! | [`heaps`] | Nim, subtraction games, take-and-break codes, Grundy's game |
//! | [`wythoff`], [`fibonacci`], [`moore`], [`staircase`] | games with theorems of their own |
//! | [`coins`], [`array_game`] | coin-turning games |
//! | [`lasker`], [`distinct`], [`delete_nim`], [`euclid`], [`merge`] | heaps under other rules |
//! | [`hop`], [`treblecross`], [`hackenbush`] | pieces in a row, crosses in a row, edges of a tree |
//! | [`graph`] | games that are drawn as a graph |

pub(crate) mod arguments;
pub mod array_game;
pub(crate) mod board;
pub mod coins;
pub mod delete_nim;
pub mod distinct;
pub mod euclid;
pub mod fibonacci;
pub mod graph;
#[cfg(feature = "formats")]
mod graph_json;
pub mod hackenbush;
pub mod heaps;
pub mod hop;
pub mod lasker;
pub mod merge;
pub mod moore;
pub mod notation;
pub mod pairs;
pub mod position;
pub mod staircase;
pub mod treblecross;
pub mod wythoff;

use self::array_game::Multiples;
use self::delete_nim::DeleteNim;
use self::distinct::Distinct;
use self::euclid::EuclidToZero;
use self::fibonacci::Fibonacci;
use self::hackenbush::Hackenbush;
use self::heaps::HeapGame;
use self::hop::Hop;
use self::lasker::Lasker;
use self::merge::Merge;
use self::moore::Moore;
use self::staircase::Staircase;
use self::wythoff::Wythoff;
use super::sequence::code::Code;
use super::sequence::parse_error::{ParseError, ParseErrorKind};
use super::theory::game::Game;

/// A game, or a family of games with an argument.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
pub struct CatalogueEntry {
    /// The part of the notation before the colon, or all of it.
    #[cfg_attr(feature = "formats", serde(skip))]
    pub name: &'static str,
    /// The notation, its argument in capitals.
    pub notation: &'static str,
    /// The moves in one line.
    pub rule: &'static str,
    /// The meaning of a HEAP on the command line.
    pub heap: &'static str,
    /// The notation of an example.
    pub example: &'static str,
    /// A position of that game, as written on the command line.
    #[cfg_attr(feature = "formats", serde(rename = "heaps"))]
    pub example_heaps: &'static [&'static str],
    /// The constructor of a game.
    #[cfg_attr(feature = "formats", serde(skip))]
    pub make: Make,
}

/// The constructor of a game, by the kind of its argument.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// A game without an argument.
    Plain(fn() -> Box<dyn Game>),
    /// The argument is the text after the colon.
    With(fn(&str) -> Result<Box<dyn Game>, ParseError>),
    /// The argument names a file with a graph.
    Graph,
    /// The name is itself the argument: an octal code.
    Code,
    /// The name is an alias of this octal code.
    Named(&'static str),
}

const STONES: &str = "the stones of a heap";
const TOKENS: &str = "the tokens of a heap";
const PAIR: &str = "a pair of heaps, `3,5`";

type Text = &'static str;
type Heaps = &'static [Text];

/// Returns the entry of a game that takes no argument.
const fn plain(
    name: Text,
    rule: Text,
    heap: Text,
    heaps: Heaps,
    make: fn() -> Box<dyn Game>,
) -> CatalogueEntry {
    let make = Make::Plain(make);
    CatalogueEntry { name, notation: name, rule, heap, example: name, example_heaps: heaps, make }
}

/// Returns the entry of a code that has a name.
const fn alias(name: Text, code: Text, rule: Text, heap: Text, heaps: Heaps) -> CatalogueEntry {
    let make = Make::Named(code);
    CatalogueEntry { name, notation: name, rule, heap, example: name, example_heaps: heaps, make }
}

/// All games.
pub const CATALOGUE: &[CatalogueEntry] = &[
    plain("nim", "take any number of stones from a heap", STONES, &["3", "4", "5"], || {
        Box::new(HeapGame::nim())
    }),
    CatalogueEntry {
        name: "bash",
        notation: "bash:M",
        rule: "take 1 to M stones from a heap",
        heap: STONES,
        example: "bash:3",
        example_heaps: &["10"],
        make: Make::With(|text| Ok(Box::new(HeapGame::bash(arguments::number(text, 0)?)))),
    },
    CatalogueEntry {
        name: "subtract",
        notation: "subtract:LIST",
        rule: "take a number of stones that is in the list: numbers and ranges `2..5`, `..7`",
        heap: STONES,
        example: "subtract:1,3,4",
        example_heaps: &["9", "5"],
        make: Make::With(arguments::subtract),
    },
    CatalogueEntry {
        name: "allbut",
        notation: "allbut:LIST",
        rule: "take any number of stones that is not in the list",
        heap: STONES,
        example: "allbut:2,5",
        example_heaps: &["7", "9"],
        make: Make::With(|text| Ok(Box::new(HeapGame::all_but(arguments::numbers(text)?)))),
    },
    CatalogueEntry {
        name: "powers-of",
        notation: "powers-of:B",
        rule: "take 1, B, B^2, … stones",
        heap: STONES,
        example: "powers-of:2",
        example_heaps: &["8", "3"],
        make: Make::With(|text| Ok(Box::new(HeapGame::powers(arguments::number(text, 1)?)))),
    },
    plain(
        "squares",
        "take a square number of stones",
        STONES,
        &["11", "6"],
        || Box::new(HeapGame::squares()),
    ),
    plain("primes", "take a prime number of stones", STONES, &["12", "7"], || Box::new(HeapGame::primes())),
    CatalogueEntry {
        name: "0.",
        notation: "0.77, 4.007, …",
        rule: "octal code: digit t tells what may be left (bit 0: nothing, 1: one heap, 2: two heaps) when t tokens are taken; digits in parentheses repeat, `0.(3)`",
        heap: TOKENS,
        example: "0.156",
        example_heaps: &["7", "8"],
        make: Make::Code,
    },
    CatalogueEntry {
        name: "hex",
        notation: "hex:0.8F, …",
        rule: "hexadecimal code, also written 0x0.8F: as octal, with bit 3 to leave three heaps",
        heap: TOKENS,
        example: "hex:0.9F",
        example_heaps: &["6", "7"],
        make: Make::With(|text| arguments::code(Code::hexadecimal(text))),
    },
    alias(
        "kayles",
        "0.77",
        "0.77: take one or two adjacent pins out of a row, which may split it",
        "the pins of a row",
        &["5", "3"],
    ),
    alias(
        "dawson",
        "0.07",
        "0.07: take two adjacent pins out of a row, which may split it (Dawson's Kayles)",
        "the pins of a row",
        &["7", "4"],
    ),
    alias(
        "treblecross",
        "0.007",
        "0.007: take three adjacent squares out of a row, which may split it",
        "the squares of a row, two more than in one-dimensional noughts and crosses with crosses only",
        &["9", "4"],
    ),
    alias(
        "officers",
        "0.6",
        "0.6: take one token from a heap of more than one, and split the rest if you like",
        TOKENS,
        &["7", "4"],
    ),
    plain("grundy", "split a heap in two unequal ones (Grundy's game)", TOKENS, &["8", "5"], || {
        Box::new(HeapGame::grundys_game())
    }),
    plain(
        "wythoff",
        "take any number from one heap of a pair, or the same number from both",
        PAIR,
        &["4,6"],
        || Box::new(Wythoff::default()),
    ),
    plain(
        "fibonacci",
        "take less than the whole heap at first, then at most twice what was taken last",
        "the stones of a heap, or with the most that may be taken, `20,6`",
        &["12"],
        || Box::new(Fibonacci::default()),
    ),
    CatalogueEntry {
        name: "moore",
        notation: "moore:K",
        rule: "take any numbers from 1 to K heaps (Moore's Nim)",
        heap: "the stones of a heap; all heaps together are one component",
        example: "moore:2",
        example_heaps: &["3", "4", "5"],
        make: Make::With(|text| Ok(Box::new(Moore::new(arguments::number(text, 1)?)))),
    },
    plain(
        "staircase",
        "take any number of stones from a step to the step below",
        "the stones of a step, the lowest (step 1) first; all together are one staircase",
        &["2", "1", "3"],
        || Box::new(Staircase),
    ),
    plain(
        "nimble",
        "move a coin to any square before its own",
        "the square of a coin; the first square is 0",
        &["3", "4", "5"],
        || Box::new(HeapGame::nimble()),
    ),
    CatalogueEntry {
        name: "coins",
        notation: "coins:KIND",
        rule: "turn a head over, and coins before it: turtles, at most one; mock-turtles, two; moebius, four; mogul, six; moidores, eight; twins, exactly one; triplets, two; ternups, two with equal distances; ruler, any number next to it",
        heap: "the place of a head; the first place is 1",
        example: "coins:mock-turtles",
        example_heaps: &["3", "5", "6"],
        make: Make::With(arguments::coins),
    },
    CatalogueEntry {
        name: "array-game",
        notation: "array-game:N",
        rule: "turn over a white cell x of 1 to N and 2x, …, kx, for any k with kx <= N",
        heap: "the number of a white cell",
        example: "array-game:12",
        example_heaps: &["2", "3"],
        make: Make::With(|text| {
            let cells = arguments::number(text, 1)?;
            let too_many = ParseError { at: 0, kind: ParseErrorKind::TooManyCells(array_game::MOST_CELLS) };
            Ok(Box::new(Multiples::new(cells).map_err(|_| too_many)?))
        }),
    },
    plain(
        "lasker",
        "take any number of stones from a heap, or split it in two (Lasker's Nim, `4.(3)`)",
        STONES,
        &["4", "3", "2"],
        || Box::new(Lasker::default()),
    ),
    plain(
        "distinct",
        "take any number of stones from a heap, but no number twice from the same heap",
        "the stones of a heap, or with the numbers that were taken from it, `20,3,5`",
        &["11", "7,2,4"],
        || Box::new(Distinct),
    ),
    plain(
        "delete-nim",
        "throw away one heap of a pair and split the other in two",
        PAIR,
        &["4,6", "3,1"],
        || Box::new(DeleteNim),
    ),
    plain(
        "euclid-to-zero",
        "subtract a positive multiple of the smaller number of a pair from the larger; who makes one 0 wins (Euclid's game, Cole and Davie)",
        "a pair of numbers, `25,7`",
        &["25,7"],
        || Box::new(EuclidToZero),
    ),
    CatalogueEntry {
        name: "merge",
        notation: "merge:M",
        rule: "join two heaps into one of at most M stones",
        heap: "the stones of a heap; all heaps together are one component",
        example: "merge:4",
        example_heaps: &["1", "1", "2", "3"],
        make: Make::With(|text| Ok(Box::new(Merge::new(arguments::number(text, 0)?)))),
    },
    CatalogueEntry {
        name: "hop",
        notation: "hop:N",
        rule: "move a piece to the first empty cell on its right, in a row of N cells",
        heap: "a row: the cells with a piece, `1,2,5`",
        example: "hop:20",
        example_heaps: &["2,3,7", "18,19"],
        make: Make::With(|text| Ok(Box::new(Hop::new(arguments::number(text, 1)?)))),
    },
    plain(
        "hackenbush",
        "cut an edge of a tree; what is no longer joined to the ground goes (green Hackenbush)",
        "a tree: the lower neighbours of its vertices 1, 2, …, each before its upper ones, `0,1,1`; 0 is the ground",
        &["0,1,1,3", "0,0"],
        || Box::new(Hackenbush),
    ),
    CatalogueEntry {
        name: "graph",
        notation: "graph:FILE",
        rule: "move a token along an edge of a directed graph without cycles: lines `from to`, or JSON",
        heap: "the vertex of a token",
        example: "graph:game.txt",
        example_heaps: &["a"],
        make: Make::Graph,
    },
];
