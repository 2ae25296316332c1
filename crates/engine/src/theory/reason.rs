//! The reasons why a position is won or lost.

use std::fmt;

sentences! {
    /// The reason why a position is won or lost. It is displayed as a lowercase fragment.
    Reason {
        NoMove = "there is no move";
        NimSum(sum: u64) = "the nim-sum of the values is {sum}, not 0";
        NimSumIsZero = "the nim-sum of the values is 0";
        NimSumOfMany(sum: u64) = "the nim-sum of the values is {sum}";
        SomeAboveOne(sum: u64, premises: Further<Reason>) = "some value is above 1 and the nim-sum of the values is {sum}{premises}";
        NoneAboveOne(sum: u64, premises: Further<Reason>) = "no value is above 1 and the nim-sum of the values is {sum}{premises}";
        Searched = "every position that can be reached was searched";
        InPPortion(order: usize) = "the element of the heaps in the misère quotient, of order {order}, is in its P-portion";
        NotInPPortion(order: usize) = "the element of the heaps in the misère quotient, of order {order}, is not in its P-portion";
        SubtractionHasSj = "the SJ rule holds for all subtraction games (Ferguson 1974)";
        HeapsHaveSj(heap: u64) = "no move splits, and every heap up to {heap} of value 0 but the end of play has an option of value 1, as the SJ rule requires";
        VerticesHaveSj = "no move splits, and every vertex of value 0 that is reached and has a move has one to value 1, as the SJ rule asks";
        TreesHaveSj = "a tree on a single edge has the value 0 only when it is gone, as the SJ rule asks";
        TreesAreNim(sum: u64) = "trees on single edges are heaps of misère Nim with their values, whose nim-sum is {sum}";
        RowIsNim(sum: u64) = "a row is misère Nim: all pieces with the same odd number of empty cells on their right are one heap, of as many stones; the nim-sum is {sum}";
        StaircaseIsNim(sum: u64) = "a staircase is Nim with the heaps on its odd steps, whose nim-sum is {sum}";
        StaircaseIsMisereNim(sum: u64) = "a staircase is misère Nim with the heaps on its odd steps, whose nim-sum is {sum}";
        OnesAreOne(ones: usize, modulus: u128) = "no heap is above 1, and the number of ones, {ones}, is 1 modulo {modulus} (Moore 1910)";
        OnesAreNotOne(ones: usize, modulus: u128) = "no heap is above 1, and the number of ones, {ones}, is not 1 modulo {modulus} (Moore 1910)";
        EveryPlaceIsMultiple(modulus: u128) = "every binary place has a multiple of {modulus} ones (Moore 1910)";
        SomePlaceIsNoMultiple(modulus: u128) = "some binary place has a number of ones that is no multiple of {modulus} (Moore 1910)";
        ParityOfMoves(moves: u64) = "the player whom the parity of {moves} suits can make play last so many moves";
        MiserePair(a: u64, b: u64) = "({a}, {b}) is one of the two pairs that are P-positions in misère play only";
        MisereWythoffOther(a: u64, b: u64, k: u64, lost: String) = "({a}, {b}) is no P-position of misère Wythoff's game: of the pairs that differ by k = {k}, {lost} is the only one";
        WythoffLost(a: u64, b: u64, k: u64) = "({a}, {b}) is a P-position of Wythoff's game: floor(k phi) and k more, k = {k}";
        WythoffWon(a: u64, b: u64, k: u64) = "({a}, {b}) is no P-position of Wythoff's game: floor(k phi) and k more, k = {k}";
        MisereWythoffLost(a: u64, b: u64, k: u64) = "({a}, {b}) is a P-position of misère Wythoff's game: floor(k phi) and k more, k = {k}";
        MisereWythoffWon(a: u64, b: u64, k: u64) = "({a}, {b}) is no P-position of misère Wythoff's game: floor(k phi) and k more, k = {k}";
        NothingToTake = "there is nothing to take";
        SmallestPartMayBeTaken(heap: u64, parts: String, limit: u64) = "{heap} = {parts} in Zeckendorf's form, whose smallest part may be taken (at most {limit})";
        SmallestPartIsTooLarge(heap: u64, parts: String, limit: u64) = "{heap} = {parts} in Zeckendorf's form, whose smallest part is more than may be taken (at most {limit})";
        NothingMayBeTaken = "there is nothing that may be taken, which wins misère play";
        NoTakeWins = "no take wins misère play";
        LeastWinningTake(least: u64, limit: u64) = "the least take that wins misère play is {least}, of at most {limit}";
        FirstQuotientAboveOne = "in misère play the first quotient of Euclid's algorithm above 1 decides, or the number of quotients";
        Other(text: String) = "{text}";
    }
}

/// Further messages behind one, with semicolons between them: the reasons why the SJ rule holds, counterexamples to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Further<T>(pub Vec<T>);

impl<T: fmt::Display> fmt::Display for Further<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|message| write!(f, "; {message}"))
    }
}
