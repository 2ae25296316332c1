//! The theory of impartial games, with proofs.
//!
//! Depends on `nim-simd` alone, and does no input or output. Begin with [`Play`] for a game of the catalogue, with
//! [`Game`](theory::game::Game) for a game of one's own.
//!
//! ```
//! let mut nim = nim_engine::parse("nim")?;
//! let heaps = [vec![3], vec![5], vec![7]];
//! assert!(nim.outcome(&heaps)?.first_wins);
//! // One of the winning moves makes 2 of the heap of 3.
//! assert_eq!(nim.winning_moves(&heaps)?[0].to, [2]);
//!
//! // The values of Kayles, by heap.
//! let rows: Vec<_> = (0..8).map(|row| vec![row]).collect();
//! assert_eq!(nim_engine::parse("kayles")?.values(&rows)?, [0, 1, 2, 3, 1, 4, 3, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game is *impartial* when both players have the same moves, *finite* when play always ends. Whoever cannot move
//! loses; in *misère* play, wins. Each chapter below is a module, which documents the idea, source, cost and limits of
//! its algorithms. Those without a link are not public, as nothing outside needs them: `cargo doc --document-private-items`
//! shows them.
//!
//! # 1. Who wins
//!
//! **Theorem** (Zermelo 1913). Every position of a finite impartial game is an *N-position*, which the next player wins, or a
//! *P-position*, which the previous one wins.
//!
//! *Proof* by induction on the length of the longest play. Where no move is possible the rules say who has won. Elsewhere
//! all options are N- or P-positions by induction. If one of them is a P-position, the player to move wins by moving there; else
//! every move leaves the opponent an N-position. ∎
//!
//! So all options of a P-position are N-positions, and an N-position has an option that is a P-position.
//! [`misere`](theory::misere) play falls back to a search for it, with which the tests compare all other methods.
//!
//! # 2. Nim
//!
//! **Theorem** (Bouton 1901). Heaps are a P-position iff the XOR of their sizes, the *nim-sum*, is 0.
//!
//! *Proof*. The end has nim-sum 0. A move from nim-sum 0 changes one heap, and so the nim-sum. From nim-sum s > 0, take
//! a heap h that has the highest bit of s: h ^ s is smaller than h, and leaves nim-sum 0. So the positions of nim-sum 0
//! have no move to one another, and all others have a move to one of them: they are the P-positions. ∎
//!
//! [`nim`](theory::nim) computes the XOR and OR of heaps, which decide normal and misère play. In *Poker Nim* stones
//! may be added as well, finitely often: the winner takes them away again, so that nothing changes.
//!
//! # 3. Values
//!
//! In a *sum* of games a move is made in one of them. The *value* of a position is the least number that is not the
//! value of one of its options, their [`mex`](theory::mex).
//!
//! **Theorem** (Sprague 1935, Grundy 1939). The value of a sum is the XOR of the values; and a position is a P-position iff
//! its value is 0.
//!
//! *Proof*. The second part: the end has value 0; value 0 means that no option has it, another value that some option
//! does. For the first part, let a and b be the values of two terms, and assume the claim for all options of the sum.
//! (1) No option of the sum has value a ^ b: one that changes the first term has value a' ^ b with a' other than a. (2) Every smaller
//! number c is the value of an option: with d = a ^ b ^ c, the highest bit of d is in a or in b, as c is below a ^ b, say
//! in a. Then a ^ d is below a, so it is the value of an option of the first term, and the sum with it has the value
//! a ^ d ^ b = c. So a ^ b is the mex. ∎
//!
//! A winning move is thus an option of the value that makes the sum 0: [`position`](games::position) lists them. [`game`](theory::game) computes
//! values of any game from its options; [`graph`](games::graph) of a game that is drawn; [`nimber`](theory::nimber) multiplies them.
//!
//! # 4. Heaps
//!
//! | chapter | games | idea |
//! |---|---|---|
//! | [`subtraction`](sequence::subtraction) | take a number of a set | formulas, windows, bitsets |
//! | [`code`](sequence::code) | take-and-break codes | the meaning of the digits |
//! | `octal` | codes that leave two heaps, Grundy's game | blocks of heaps shared by threads |
//! | `options` | one heap of such a game | `sparse` spaces; candidates eliminated by vectors in all `splits` |
//! | `hexadecimal` | codes that leave three heaps | sets of pairs, single-bit tests |
//! | [`period`](sequence::period), `arithmetic` | all of them | the Guy–Smith theorem, and others; `certificate`s that can be checked |
//!
//! A [`Sequence`](sequence::source::Sequence) joins these: it computes values in order until a period is proved, and then answers for any heap in O(1).
//!
//! # 5. Other games
//!
//! [`wythoff`](games::wythoff), [`fibonacci`](games::fibonacci), [`moore`](games::moore), [`staircase`](games::staircase), [`coins`](games::coins), [`array_game`](games::array_game),
//! [`lasker`](games::lasker), [`delete_nim`](games::delete_nim), [`euclid`](games::euclid), [`merge`](games::merge), [`hop`](games::hop),
//! [`hackenbush`](games::hackenbush): each has a theorem of its own; [`distinct`](games::distinct) has one up to a bound. `board` searches
//! boards whose cells turn over.
//!
//! # 6. Misère play
//!
//! Values do not add there. [`misere`](theory::misere) proves the SJ rule under its premise, checks the premise, and searches or
//! refuses where it does not hold. [`quotient`](theory::quotient) finds the misère quotient of the heaps of a game, which decides their sums, and
//! [`reduced`](theory::reduced) the simplest game that a position equals.
//!
//! # 7. The catalogue
//!
//! [`CATALOGUE`](games::CATALOGUE) is the one table of games with their [`notation`](games::notation); [`Play`]
//! evaluates their positions, and those of user-defined games. [`checksum`](sequence::checksum) and
//! `saved` make numbers and files of sequences. [`watch`](theory::watch)
//! reports progress of long computations and cancels them; [`refusal`](theory::refusal) lists the reasons for which no
//! answer is given.
//!
//! # Invariants
//!
//! The engine does no input or output, and depends on neither problems nor the command line. Every fast path has a
//! plain one with the same tests. Only `arch` has unsafe code.

#![expect(
    clippy::let_underscore_must_use,
    reason = "the engine does no input or output: what is passed over is the end of a walk, or a refusal that `unwatched` never gives"
)]

#[macro_use]
mod sentences;

pub(crate) mod arch;
pub mod games;
mod play;
pub mod sequence;
pub mod theory;

pub use play::{Play, parse};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
