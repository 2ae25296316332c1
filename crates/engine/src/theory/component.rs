//! Components of positions, the result of visiting them, and their faults.

use std::ops::ControlFlow;

/// One component of a position: a heap `[7]`, a pair `[3, 5]`, a staircase `[1, 0, 4]`. Without any number it is nothing, which has no
/// options; of single heaps that is the heap `[0]`.
pub type Component = Vec<u64>;

/// The result of an enumeration: `Break` if the visitor stopped it.
pub type Flow = ControlFlow<()>;

sentences! {
    /// The numbers of a component, and how they are written.
    TupleForm {
        Tree = "a tree: the lower neighbours of its vertices 1, 2, …, written `0,1,1`";
        HeapAndLimit = "a heap, or a heap and the largest number that may be taken, written `20,6`";
        HeapAndTaken = "a heap, or a heap and the numbers that were taken from it, written `20,3,5`";
        PairOfHeaps = "a pair of heaps, written `3,5`";
        PairOfNumbers = "a pair of numbers, written `25,7`";
        Pieces = "a row: the cells with a piece, written `1,2,5`";
        Other(text: &'static str) = "{text}";
    }
}

impl TupleForm {
    /// Returns whether the order of the numbers means something.
    pub(crate) fn has_order(&self) -> bool {
        !matches!(self, Self::PairOfHeaps | Self::PairOfNumbers | Self::Pieces)
    }
}

sentences! {
    /// The reason why numbers are no component or no position of a game. It is displayed as a lowercase fragment.
    ComponentError {
        NotOneHeap(game: String) = "a component of {game} is one heap, without commas";
        NotATuple(game: String, form: TupleForm) = "a component of {game} is {form}";
        NotAVertex = "a component of a graph is one of its vertices";
        NoVertices = "the graph has no vertices";
        EmptyBoard = "a board has at least one cell";
        NoCellOfBoard(cell: u64, first: u64, last: u64) = "there is no cell {cell}: the board has cells {first} to {last}";
        NoCellOfRow(cell: u64, last: u64) = "there is no cell {cell}: a row has cells 1 to {last}";
        CellTwice(cell: u64) = "cell {cell} is given twice: it holds one piece";
        PlaceTwice(place: u64) = "place {place} is given twice: a place of a board counts once";
        TooManyStones(most: u64) = "a staircase holds at most {most} stones";
        NothingToMerge = "a heap to be merged has at least one stone";
        NothingToDelete = "a heap of delete-nim has at least one stone";
        TooManyEdges(most: usize) = "a tree of hackenbush has at most {most} edges";
        EdgeDownwards(vertex: u64, lower: u64) = "vertex {vertex} cannot stand on vertex {lower}, which is not before it";
        NothingWasTaken = "a number that was taken is at least 1";
        TakenTwice(number: u64) = "{number} is given twice, but no number is taken twice from a heap";
        NumbersAndLists(game: String) = "the heaps of {game} are separate numbers or one list, not both";
        NotOneForEach(games: usize, given: usize) = "a sum of {games} games takes one heap for each, not {given}: write a pair or list with commas";
        NoSuchVertex(text: String, graph: String) = "heap {text:?}: {graph} has no such vertex";
        NoVertexInEmptyGraph(text: String, graph: String) = "heap {text:?}: {graph} has no such vertex: it is empty";
        NotANumber(text: String, most: u64) = "heap {text:?}: expected a number up to {most}, or several between commas";
        Other(text: String) = "{text}";
    }
}
