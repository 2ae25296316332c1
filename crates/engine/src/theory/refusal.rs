//! The reasons for which the engine gives no answer.

use super::component::ComponentError;
use super::reason::Further;

sentences! {
    /// The reason why the engine gives no answer. It never guesses instead, and is displayed as a lowercase fragment.
    Refusal {
        Values = "a value of this game needs more bits than its table holds";
        TooFar(heap: u64, limit: u64) = "heap {heap} lies beyond {limit}, the largest heap that may be computed, and no period is proved up to there";
        LongSearch(heap: u64, values: u64, limit: u64) = "no period is proved by {values} values, and to search for one up to heap {limit} takes too long, so that heap {heap} is out of reach; `toolkit sg period` searches for as long as it takes";
        TooMany(excess: Excess) = "{excess}";
        Endless(position: Vec<u64>) = "the position {position:?} can be reached from itself, so that play need not end";
        Broken(why: String) = "{why}";
        NoPosition(error: ComponentError) = "{error}" from ComponentError;
        Unanswerable(why: Unanswerable) = "{why}" from Unanswerable;
        Misere(search: Box<Refusal>, counterexamples: Further<Unanswerable>) = "misère play of this position is not decided: {search}, and no theorem applies{counterexamples}";
        Interrupted = "interrupted";
    }
}

sentences! {
    /// The quantity that exceeds a limit, with the largest number allowed.
    Excess {
        Options(limit: u64) = "there are more than {limit} options";
        WinningMoves(limit: u64) = "there are more than {limit} winning moves";
        HeapsInMoves(limit: u64) = "there are more than {limit} heaps in winning moves";
        Positions(limit: u64) = "there are more than {limit} positions to search";
        ComponentsOfPositions(limit: u64) = "there are more than {limit} components in the positions to search";
        SearchedHeaps(limit: u64) = "there are more than {limit} heaps whose values take a search each";
        SumsOfCoins(limit: u64) = "there are more than {limit} values of coins to be added up";
        AddedValues(limit: u64) = "there are more than {limit} values to be added up one by one";
        BoardCells(limit: u64) = "there are more than {limit} cells on a board to search";
        Cells(limit: u64) = "there are more than {limit} cells";
        Edges(limit: u64) = "there are more than {limit} edges of a tree on several stems in misère play of a sum";
        Gigabytes(limit: u64) = "there are more than {limit} gigabytes of sets of values";
        Values(limit: u64) = "there are more than {limit} values in a table";
        Characters(limit: u64) = "there are more than {limit} characters in the reduced form";
    }
}

sentences! {
    /// The reason why a question has no answer. It is displayed as a lowercase fragment.
    Unanswerable {
        NotOnHeaps(game: String) = "{game} is not played on single heaps, so there is no G(n): use `toolkit sg outcome`";
        NimbleIsNim = "nimble is played with coins on a strip, each of them a heap of nim: use `nim` instead";
        WideValue(heap: u64) = "G({heap}) needs more than 64 bits";
        UnknownValue(heap: u64) = "G({heap}) is not known";
        NoHeap(heap: u64, why: String) = "there is no G({heap}): {why}";
        LastCell(cells: u64) = "the board has cells 1 to {cells} only";
        MooreValue = "no formula is known for the values of Moore's Nim, and the position is too large for a search";
        MergeValue(most: usize) = "no formula is known for the values of merging, and more than {most} heaps are not searched";
        WythoffValue(a: u64, b: u64) = "no formula is known for the value of the wythoff pair {a},{b}, which is too large to be computed";
        FibonacciValue(heap: u64) = "no formula is known for the value of the fibonacci heap {heap}, which is too large to be computed";
        DistinctValue(most: u64, heap: u64) = "values of distinct are known only up to a heap of {most}, not for {heap}";
        TooMuchWork = "the position takes more work than is done here";
        NoMoveIsFound = "the opponent finds no move";
        SjSaysFirst(game: String, heaps: String) = "the SJ rule must not be used: for {game} {heaps} it says that the first player wins, but the second does";
        SjSaysSecond(game: String, heaps: String) = "the SJ rule must not be used: for {game} {heaps} it says that the second player wins, but the first does";
        NoSumsOfBoards(game: String) = "positions of {game} are no sums of components in misère play";
        NoQuotient(most: usize) = "no misère quotient of at most {most} elements was found";
        QuotientFromZero(why: ComponentError) = "a misère quotient is that of all heaps from 0 on: {why}";
        LargerOptions(heap: usize) = "the options of heap {heap} are no smaller heaps";
        InfiniteQuotient(heap: usize, order: usize) = "the misère quotient is infinite: each heap is a heap of Nim of the size of its value, by the mex rule of misère play, as the sizes of its options include 0 or 1, and the values grow without bound; that of the heaps up to {heap} has order {order}";
        LargeQuotient(all: usize, large: usize, most: usize, heap: usize, order: usize) = "the misère quotient of the heaps up to {all} has order {large}, more than {most}: each of them is a heap of Nim of the size of its value, by the mex rule of misère play, as the sizes of its options include 0 or 1; that of the heaps up to {heap} has order {order}";
        NoDefinition = "the values of this game are not recomputed by its definition";
        NotSaved = "values of this game are not saved: they cannot be resumed";
        FormulaIsNotSaved = "this game has a formula: there is nothing to save or to resume";
        OtherValueByDefinition(heap: u64, value: u64) = "the values are not those of the game: by the smaller ones G({heap}) is {value}";
        OtherValue(heap: u64, value: u64, saved: u64) = "the values are not those of the game: G({heap}) is {value}, not {saved}";
        Other(text: String) = "{text}";
    }
}

impl Refusal {
    /// Returns the refusal of a quantity above its limit.
    pub fn too_many(excess: fn(u64) -> Excess, limit: impl TryInto<u64>) -> Self {
        Self::TooMany(excess(limit.try_into().unwrap_or(u64::MAX)))
    }
}
