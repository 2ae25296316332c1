//! The reasons why there is no answer.

use crate::chinese;
use nim_engine::theory::refusal::{Excess, Refusal, Unanswerable};

chinese! {
    Refusal {
        Values = "有的 SG 值位数太多，表中放不下";
        TooFar(heap, limit) = "堆 {heap} 超过了能计算的最大的堆 {limit}，而到那里为止还没有证明周期";
        LongSearch(heap, values, limit) = "{values} 个 SG 值还不能证明周期，而搜索到堆 {limit} 又太久，所以无法知道堆 {heap}；`toolkit sg period` 会一直搜索下去";
        TooMany(excess) = "{excess}", excess;
        Endless(position) = "局面 {position:?} 可以走回自身，游戏可能不会结束";
        Broken(why) = "{why}";
        NoPosition(error) = "{error}", error;
        Unanswerable(why) = "{why}", why;
        Misere(search, counterexamples) = "反常规则下这个局面的胜负未定：{search}，也没有适用的定理{counterexamples}", search, counterexamples;
        Interrupted = "计算中断";
    }
}

chinese! {
    Excess {
        Options(limit) = "走法超过 {limit} 种";
        WinningMoves(limit) = "必胜走法超过 {limit} 种";
        HeapsInMoves(limit) = "必胜走法中的堆超过 {limit} 个";
        Positions(limit) = "要搜索的局面超过 {limit} 个";
        ComponentsOfPositions(limit) = "要搜索的局面中有超过 {limit} 个部分";
        SearchedHeaps(limit) = "需要逐个搜索 SG 值的堆超过 {limit} 个";
        SumsOfCoins(limit) = "要相加的 SG 值超过 {limit} 个";
        AddedValues(limit) = "要逐个相加的 SG 值超过 {limit} 个";
        BoardCells(limit) = "要搜索的棋盘超过 {limit} 格";
        Cells(limit) = "超过 {limit} 格";
        Edges(limit) = "反常规则下，多根主干的树超过 {limit} 条边";
        Gigabytes(limit) = "SG 值的集合超过 {limit} GB";
        Values(limit) = "表中的 SG 值超过 {limit} 个";
        Characters(limit) = "最简形式超过 {limit} 个字符";
    }
}

chinese! {
    Unanswerable {
        NotOnHeaps(game) = "{game} 不是在单堆上玩的，所以没有 G(n)：请用 `toolkit sg outcome`";
        NimbleIsNim = "nimble 用的是带子上的硬币，每枚相当于一堆 Nim：请用 `nim`";
        WideValue(heap) = "G({heap}) 超过 64 位";
        UnknownValue(heap) = "不知道 G({heap})";
        NoHeap(heap, why) = "没有 G({heap})：{why}";
        LastCell(cells) = "棋盘只有第 1 到第 {cells} 格";
        MooreValue = "Moore Nim 的 SG 值没有已知公式，而这个局面大到无法搜索";
        MergeValue(most) = "合并游戏的 SG 值没有已知公式，超过 {most} 堆则不搜索";
        WythoffValue(a, b) = "威佐夫博弈中 {a},{b} 的 SG 值没有已知公式，数又大到无法计算";
        FibonacciValue(heap) = "斐波那契博弈中堆 {heap} 的 SG 值没有已知公式，数又大到无法计算";
        DistinctValue(most, heap) = "distinct 的 SG 值只知道到 {most} 颗的堆，不知道 {heap} 颗的";
        TooMuchWork = "这个局面的计算量超过了这里的限度";
        NoMoveIsFound = "对手找不到走法";
        SjSaysFirst(game, heaps) = "不能用 SJ 定理：对 {game} {heaps}，它说先手胜，其实后手胜";
        SjSaysSecond(game, heaps) = "不能用 SJ 定理：对 {game} {heaps}，它说后手胜，其实先手胜";
        NoSumsOfBoards(game) = "反常规则下，{game} 的局面不是各部分之和";
        NoQuotient(most) = "没有找到不超过 {most} 阶的反常商";
        QuotientFromZero(why) = "反常商是从 0 开始的所有堆的商：{why}", why;
        LargerOptions(heap) = "堆 {heap} 走出的不都是更小的堆";
        InfiniteQuotient(heap, order) = "反常商是无限的：按反常规则的 mex，每一堆都是大小为其 SG 值的 Nim 堆，而 SG 值没有上界；不超过 {heap} 的堆的商为 {order} 阶";
        LargeQuotient(all, large, most, heap, order) = "不超过 {all} 的堆的反常商为 {large} 阶，超过 {most}：按反常规则的 mex，每一堆都是大小为其 SG 值的 Nim 堆；不超过 {heap} 的堆的商为 {order} 阶";
        NoDefinition = "这个游戏的 SG 值不能按定义重新计算";
        NotSaved = "这个游戏的 SG 值没有保存，不能继续";
        FormulaIsNotSaved = "这个游戏有公式，没有可保存或继续的";
        OtherValueByDefinition(heap, value) = "这些不是该游戏的 SG 值：由更小的堆得出 G({heap}) 是 {value}";
        OtherValue(heap, value, saved) = "这些不是该游戏的 SG 值：G({heap}) 是 {value}，不是 {saved}";
        Other(text) = "{text}";
    }
}
