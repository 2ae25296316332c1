//! Faults of a position or a move.

use super::Chinese;
use crate::chinese;
use crate::error::{MoveError, ShortError, TableError, short};
use nim_engine::theory::component::{ComponentError, TupleForm};

chinese! {
    TupleForm {
        Tree = "一棵树：依次写出顶点 1、2、… 各自下面的顶点，如 `0,1,1`";
        HeapAndLimit = "一堆，或一堆加上至多可取的数，写作 `20,6`";
        HeapAndTaken = "一堆，或一堆加上已从中取过的数，写作 `20,3,5`";
        PairOfHeaps = "一对堆，写作 `3,5`";
        PairOfNumbers = "一对数，写作 `25,7`";
        Pieces = "一排：有棋子的格子，写作 `1,2,5`";
        Other(text) = "{text}";
    }
}

chinese! {
    ComponentError {
        NotOneHeap(game) = "{game} 的一个部分是一堆，不用逗号";
        NotATuple(game, form) = "{game} 的一个部分是{form}", form;
        NotAVertex = "图上的一个部分是它的一个顶点";
        NoVertices = "图没有顶点";
        EmptyBoard = "棋盘至少有一格";
        NoCellOfBoard(cell, first, last) = "没有第 {cell} 格：棋盘有第 {first} 到第 {last} 格";
        NoCellOfRow(cell, last) = "没有第 {cell} 格：一排有第 1 到第 {last} 格";
        CellTwice(cell) = "第 {cell} 格写了两次：一格只能放一枚棋子";
        PlaceTwice(place) = "位置 {place} 写了两次：棋盘上一个位置只算一次";
        TooManyStones(most) = "阶梯上至多有 {most} 颗石子";
        NothingToMerge = "要合并的堆至少有一颗石子";
        NothingToDelete = "delete-nim 的堆至少有一颗石子";
        TooManyEdges(most) = "hackenbush 的一棵树至多有 {most} 条边";
        EdgeDownwards(vertex, lower) = "顶点 {vertex} 不能立在顶点 {lower} 上，后者不在它前面";
        NothingWasTaken = "取过的数至少是 1";
        TakenTwice(number) = "{number} 写了两次，但同一堆中不能两次取同样多";
        NumbersAndLists(game) = "{game} 的各堆要么分开写，要么写成一个列表，不能混用";
        NotOneForEach(games, given) = "{games} 个游戏之和各要一堆，不是 {given} 堆：数对和列表用逗号写";
        NoSuchVertex(text, _graph) = "{text:?}：图中没有这个顶点";
        NoVertexInEmptyGraph(text, _graph) = "{text:?}：图中没有这个顶点，图是空的";
        NotANumber(text, most) = "{text:?}：应为不超过 {most} 的数，或用逗号分隔的几个数";
        Other(text) = "{text}";
    }
}

chinese! {
    MoveError {
        EmptyLine = "应为一步，却是空行";
        NotAMove = "应为以 move 开头的一行";
        NoComponent = "一步要先写堆的编号";
        NoOption = "一步要写出这一堆变成什么，什么都不剩写 -";
        UnknownComponent(number) = "没有编号为“{number}”的堆";
        Component(error) = "{error}", error;
        Illegal(number, from, to) = "第 {number} 堆（{from}）不能变成 {to}";
        TakesFromNoHeap(number) = "{number}-… 是从一堆中取走；这里要用 {number}=… 写出它变成什么";
        TakesNoNumber(number) = "{number}-… 从第 {number} 堆只取走一个数目；要写出它变成什么，用 {number}=…";
        TakesTooMany(number, heap, count) = "第 {number} 堆只有 {heap}，没有 {count}";
        CannotTake(number, heap, count) = "不能从第 {number} 堆（{heap}）取走 {count}";
        Ambiguous(number, count) = "{number} {count} 有两种意思：{number}-{count} 是取走 {count}，{number}={count} 是留下 {count}";
    }
}

impl Chinese for ShortError {
    fn chinese(&self) -> String {
        short(&self.0.chinese())
    }
}

chinese! {
    TableError {
        Notation(error) = "{error}", error;
        Component(error) = "{error}", error;
        UnwritableVertex(label) = "顶点 {label:?} 无法在对局中使用：走法中的顶点名不能为空，也不能含空格";
        Broken(refusal) = "{refusal}", refusal;
    }
}
