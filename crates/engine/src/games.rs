//! The catalogue: every game with its notation, in one table. Parsing, help and tests walk it.
//!
//! | module | holds |
//! |---|---|
//! | [`arguments`] | makes games from their arguments |
//! | [`notation`] | reads the notation of games and positions |
//! | [`position`] | sums of components: who wins, and which moves win |
//! | [`board`] | search of boards whose cells turn over |
//! | [`heaps`] | Nim, subtraction games, take-and-break codes, Grundy's game |
//! | [`wythoff`], [`fibonacci`], [`moore`], [`staircase`] | games with theorems of their own |
//! | [`coins`], [`array_game`] | coin-turning games |
//! | [`lasker`], [`distinct`], [`delete_nim`], [`euclid`], [`merge`] | heaps under other rules |
//! | [`hop`], [`treblecross`], [`hackenbush`] | pieces in a row, crosses in a row, edges of a tree |
//! | [`graph`] | games that are drawn as a graph |

pub mod arguments;
pub mod array_game;
pub mod board;
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
use super::sequence::fault::Fault;
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
    /// The moves, in one line.
    pub rule: &'static str,
    /// The meaning of a HEAP on the command line.
    pub heap: &'static str,
    /// A game of this family.
    pub example: &'static str,
    /// A position of that game, as written on the command line.
    #[cfg_attr(feature = "formats", serde(rename = "heaps"))]
    pub example_heaps: &'static [&'static str],
    /// The constructor.
    #[cfg_attr(feature = "formats", serde(skip))]
    pub make: Make,
}

/// The constructor of a game.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// The game has no argument.
    Plain(fn() -> Box<dyn Game>),
    /// The argument is the text after the colon.
    With(fn(&str) -> Result<Box<dyn Game>, Fault>),
    /// The argument names a file with a graph.
    Graph,
    /// The name is itself the argument: an octal code.
    Code,
    /// The name is an alias of this octal code.
    Named(&'static str),
}

/// Every game.
pub const CATALOGUE: &[CatalogueEntry] = &[
    CatalogueEntry {
        name: "nim",
        notation: "nim",
        rule: "take any number of stones from a heap",
        heap: "the stones of a heap",
        example: "nim",
        example_heaps: &["3", "4", "5"],
        make: Make::Plain(|| Box::new(HeapGame::nim())),
    },
    CatalogueEntry {
        name: "bash",
        notation: "bash:M",
        rule: "take 1 to M stones from a heap",
        heap: "the stones of a heap",
        example: "bash:3",
        example_heaps: &["10"],
        make: Make::With(|text| Ok(Box::new(HeapGame::bash(arguments::number(text, 0)?)))),
    },
    CatalogueEntry {
        name: "subtract",
        notation: "subtract:LIST",
        rule: "take a number of stones that is in the list: numbers and ranges `2..5`, `..7`",
        heap: "the stones of a heap",
        example: "subtract:1,3,4",
        example_heaps: &["9", "5"],
        make: Make::With(arguments::subtract),
    },
    CatalogueEntry {
        name: "allbut",
        notation: "allbut:LIST",
        rule: "take any number of stones that is not in the list",
        heap: "the stones of a heap",
        example: "allbut:2,5",
        example_heaps: &["7", "9"],
        make: Make::With(|text| Ok(Box::new(HeapGame::all_but(arguments::numbers(text)?)))),
    },
    CatalogueEntry {
        name: "powers-of",
        notation: "powers-of:B",
        rule: "take 1, B, B^2, … stones",
        heap: "the stones of a heap",
        example: "powers-of:2",
        example_heaps: &["8", "3"],
        make: Make::With(|text| Ok(Box::new(HeapGame::powers(arguments::number(text, 1)?)))),
    },
    CatalogueEntry {
        name: "squares",
        notation: "squares",
        rule: "take a square number of stones",
        heap: "the stones of a heap",
        example: "squares",
        example_heaps: &["11", "6"],
        make: Make::Plain(|| Box::new(HeapGame::squares())),
    },
    CatalogueEntry {
        name: "primes",
        notation: "primes",
        rule: "take a prime number of stones",
        heap: "the stones of a heap",
        example: "primes",
        example_heaps: &["12", "7"],
        make: Make::Plain(|| Box::new(HeapGame::primes())),
    },
    CatalogueEntry {
        name: "0.",
        notation: "0.77, 4.007, …",
        rule: "octal code: digit t tells what may be left (bit 0: nothing, 1: one heap, 2: two heaps) when t tokens are taken",
        heap: "the tokens of a heap",
        example: "0.156",
        example_heaps: &["7", "8"],
        make: Make::Code,
    },
    CatalogueEntry {
        name: "hex",
        notation: "hex:0.8F, …",
        rule: "hexadecimal code, also written 0x0.8F: as octal, with bit 3 to leave three heaps",
        heap: "the tokens of a heap",
        example: "hex:0.9F",
        example_heaps: &["6", "7"],
        make: Make::With(arguments::hexadecimal),
    },
    CatalogueEntry {
        name: "kayles",
        notation: "kayles",
        rule: "0.77: take one or two adjacent pins out of a row, which may split it",
        heap: "the pins of a row",
        example: "kayles",
        example_heaps: &["5", "3"],
        make: Make::Named("0.77"),
    },
    CatalogueEntry {
        name: "dawson",
        notation: "dawson",
        rule: "0.07: take two adjacent pins out of a row, which may split it (Dawson's Kayles)",
        heap: "the pins of a row",
        example: "dawson",
        example_heaps: &["7", "4"],
        make: Make::Named("0.07"),
    },
    CatalogueEntry {
        name: "treblecross",
        notation: "treblecross",
        rule: "0.007: take three adjacent squares out of a row, which may split it",
        heap: "the squares of a row, two more than in one-dimensional noughts and crosses with crosses only",
        example: "treblecross",
        example_heaps: &["9", "4"],
        make: Make::Named("0.007"),
    },
    CatalogueEntry {
        name: "officers",
        notation: "officers",
        rule: "0.6: take one token from a heap of more than one, and split the rest if you like",
        heap: "the tokens of a heap",
        example: "officers",
        example_heaps: &["7", "4"],
        make: Make::Named("0.6"),
    },
    CatalogueEntry {
        name: "grundy",
        notation: "grundy",
        rule: "split a heap in two unequal ones (Grundy's game)",
        heap: "the tokens of a heap",
        example: "grundy",
        example_heaps: &["8", "5"],
        make: Make::Plain(|| Box::new(HeapGame::grundys_game())),
    },
    CatalogueEntry {
        name: "wythoff",
        notation: "wythoff",
        rule: "take any number from one heap of a pair, or the same number from both",
        heap: "a pair of heaps, `3,5`",
        example: "wythoff",
        example_heaps: &["4,6"],
        make: Make::Plain(|| Box::new(Wythoff::default())),
    },
    CatalogueEntry {
        name: "fibonacci",
        notation: "fibonacci",
        rule: "take less than the whole heap at first, then at most twice what was taken last",
        heap: "the stones of a heap, or with the most that may be taken, `20,6`",
        example: "fibonacci",
        example_heaps: &["12"],
        make: Make::Plain(|| Box::new(Fibonacci::new())),
    },
    CatalogueEntry {
        name: "moore",
        notation: "moore:K",
        rule: "take any numbers from 1 to K heaps (Moore's Nim)",
        heap: "the stones of a heap; all heaps together are one component",
        example: "moore:2",
        example_heaps: &["3", "4", "5"],
        make: Make::With(|text| Ok(Box::new(Moore::new(arguments::number(text, 1)?)))),
    },
    CatalogueEntry {
        name: "staircase",
        notation: "staircase",
        rule: "take any number of stones from a step to the step below",
        heap: "the stones of a step, the lowest (step 1) first; all together are one staircase",
        example: "staircase",
        example_heaps: &["2", "1", "3"],
        make: Make::Plain(|| Box::new(Staircase)),
    },
    CatalogueEntry {
        name: "nimble",
        notation: "nimble",
        rule: "move a coin to any square before its own",
        heap: "the square of a coin; the first square is 0",
        example: "nimble",
        example_heaps: &["3", "4", "5"],
        make: Make::Plain(|| Box::new(HeapGame::nimble())),
    },
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
            let game = Multiples::new(cells).map_err(|refusal| Fault { at: 0, why: refusal.to_string() })?;
            Ok(Box::new(game))
        }),
    },
    CatalogueEntry {
        name: "lasker",
        notation: "lasker",
        rule: "take any number of stones from a heap, or split it in two (Lasker's Nim, 4.333…)",
        heap: "the stones of a heap",
        example: "lasker",
        example_heaps: &["4", "3", "2"],
        make: Make::Plain(|| Box::new(Lasker::default())),
    },
    CatalogueEntry {
        name: "distinct",
        notation: "distinct",
        rule: "take any number of stones from a heap, but no number twice from the same heap",
        heap: "the stones of a heap, or with the numbers that were taken from it, `20,3,5`",
        example: "distinct",
        example_heaps: &["11", "7,2,4"],
        make: Make::Plain(|| Box::new(Distinct)),
    },
    CatalogueEntry {
        name: "delete-nim",
        notation: "delete-nim",
        rule: "throw away one heap of a pair and split the other in two",
        heap: "a pair of heaps, `3,5`",
        example: "delete-nim",
        example_heaps: &["4,6", "3,1"],
        make: Make::Plain(|| Box::new(DeleteNim)),
    },
    CatalogueEntry {
        name: "euclid-to-zero",
        notation: "euclid-to-zero",
        rule: "subtract a positive multiple of the smaller number of a pair from the larger; who makes one 0 wins (Euclid's game, Cole and Davie)",
        heap: "a pair of numbers, `25,7`",
        example: "euclid-to-zero",
        example_heaps: &["25,7"],
        make: Make::Plain(|| Box::new(EuclidToZero)),
    },
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
    CatalogueEntry {
        name: "hackenbush",
        notation: "hackenbush",
        rule: "cut an edge of a tree; what is no longer joined to the ground goes (green Hackenbush)",
        heap: "a tree: the lower neighbours of its vertices 1, 2, …, each before its upper ones, `0,1,1`; 0 is the ground",
        example: "hackenbush",
        example_heaps: &["0,1,1,3", "0,0"],
        make: Make::Plain(|| Box::new(Hackenbush)),
    },
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
