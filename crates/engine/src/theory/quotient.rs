//! Misère quotients: the commutative monoid that decides every sum of some components in misère play.
//!
//! *Idea* (Plambeck, "Taming the wild in impartial combinatorial games", 2005; Plambeck and Siegel, "Misère quotients for impartial games",
//! 2008). Two sums X and Y of components of a closed set, one that has all options of its members, are the same if X + Z and Y + Z have the same
//! outcome for every sum Z of them. The classes are a commutative monoid with a set of P-positions, the *P-portion*. Where it is finite, the
//! outcome of any sum is a product and a look-up. The element of a heap is its *pretending function*.
//!
//! *A check proves a guess.* Let a finite monoid, a P-portion and the elements of all components be given. They tell every outcome
//! right if (1) no move leads from a sum that is called a P-position to another one, and (2) every sum that is called an N-position and can move has a move
//! to one that is called a P-position. (1) is seen at single components, beside each element. For (2), let z be *unanswered* in a sum Y if Y + z is called
//! an N-position, and no move in Y leads to what is called a P-position. What is unanswered in X + Y is unanswered in X beside Y, and in Y beside X; so the pairs of
//! an element and a set of unanswered elements can be multiplied, and those of all sums are found from those of the components. There are finitely many,
//! and of two with the same element the one with more unanswered elements is enough. (2) says that the identity is unanswered in no sum that can move.
//!
//! *The guess.* A new component is an element that there is, if one has its outcomes beside all others. Else the sums of generators are
//! represented by finitely many, as in the quotient before, in its transition algebra, or with exponents that alternate beyond a bound; the
//! outcomes beside powers of the new component follow in order, and the result is reduced. A component whose element turns out to be none of
//! these becomes a generator, too.
//!
//! *All heaps* (Plambeck and Siegel 2008). In a game whose moves take at most k tokens and leave at most j heaps, let the pretending function of the quotient
//! of the heaps up to N be periodic over as many heaps as the theorem of Guy and Smith needs of values
//! ([`theorem`](crate::sequence::theorem)). Then it is periodic for ever, and the quotient that of all heaps: the next heap has options of the same
//! elements as the one a period before, hence the same element and the same unanswered ones, and the check above stays valid.
//!
//! *Limits.* The quotient of a game may be infinite, and then nothing but the theorem of `nimbers` shows it here: the search ends at its limits. A guess may also miss a finite
//! quotient; what is found is always right.
//!
//! | module | holds |
//! |---|---|
//! | [`of_game`] | the quotient of one game, as it is written |
//! | `monoid` | finite commutative monoids with a P-portion |
//! | `partial` | the quotient of some components, to which others are adjoined |
//! | `transitions` | the sums from which a quotient is guessed |
//! | `unanswered` | the check of a guess |
//! | `heaps` | the quotient of the heaps of some games, and its periods |
//! | `presentation` | generators and relations; tame quotients |
//! | `nimbers` | games whose heaps are heaps of Nim: the order is known without a search |
//! | `limits` | how large a quotient is looked for |

pub(crate) mod heaps;
pub(crate) mod limits;
pub(crate) mod monoid;
mod nimbers;
pub mod of_game;
mod partial;
mod presentation;
mod transitions;
mod unanswered;
