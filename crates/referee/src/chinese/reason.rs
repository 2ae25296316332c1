//! The reasons why a position is won or lost.

use super::Chinese;
use crate::chinese;
use nim_engine::theory::reason::{Further, Reason};

chinese! {
    Reason {
        NoMove = "没有可走的步";
        NimSum(sum) = "各 SG 值的异或和为 {sum}，不为 0";
        NimSumIsZero = "各 SG 值的异或和为 0";
        NimSumOfMany(sum) = "各 SG 值的异或和为 {sum}";
        SomeAboveOne(sum, premises) = "有大于 1 的 SG 值，各 SG 值的异或和为 {sum}{premises}", premises;
        NoneAboveOne(sum, premises) = "没有大于 1 的 SG 值，各 SG 值的异或和为 {sum}{premises}", premises;
        Searched = "搜索了所有能到达的局面";
        InPPortion(order) = "各堆在 {order} 阶反常商中的元素属于 P 部分";
        NotInPPortion(order) = "各堆在 {order} 阶反常商中的元素不属于 P 部分";
        SubtractionHasSj = "SJ 定理对所有减法游戏成立（Ferguson 1974）";
        HeapsHaveSj(heap) = "没有分堆的走法，不超过 {heap} 且 SG 值为 0 的堆，除终局外都能一步走到 SG 值 1，满足 SJ 定理的条件";
        VerticesHaveSj = "没有分出多枚的走法，能到达且 SG 值为 0 的顶点，除终点外都能一步走到 SG 值 1，满足 SJ 定理的条件";
        TreesHaveSj = "立在一条边上的树只有整棵消失后 SG 值才为 0，满足 SJ 定理的条件";
        TreesAreNim(sum) = "立在一条边上的树相当于反常 Nim 中大小为其 SG 值的堆，异或和为 {sum}";
        RowIsNim(sum) = "一排相当于反常 Nim：右边空格数为同一奇数的所有棋子是一堆，大小为这些棋子的枚数；异或和为 {sum}";
        StaircaseIsNim(sum) = "阶梯 Nim 等同于奇数级台阶上各堆的 Nim，异或和为 {sum}";
        StaircaseIsMisereNim(sum) = "反常规则下，阶梯 Nim 等同于奇数级台阶上各堆的反常 Nim，异或和为 {sum}";
        OnesAreOne(ones, modulus) = "没有大于 1 的堆，而 1 的个数 {ones} 除以 {modulus} 余 1（Moore 1910）";
        OnesAreNotOne(ones, modulus) = "没有大于 1 的堆，而 1 的个数 {ones} 除以 {modulus} 不余 1（Moore 1910）";
        EveryPlaceIsMultiple(modulus) = "每个二进制位上 1 的个数都是 {modulus} 的倍数（Moore 1910）";
        SomePlaceIsNoMultiple(modulus) = "有的二进制位上 1 的个数不是 {modulus} 的倍数（Moore 1910）";
        ParityOfMoves(moves) = "由 {moves} 的奇偶性得利的一方，能使全局恰好走这么多步";
        MiserePair(a, b) = "({a}, {b}) 是仅在反常规则下必败的两对之一";
        MisereWythoffOther(a, b, k, lost) = "({a}, {b}) 不是反常威佐夫博弈的必败态：两数之差 k = {k} 的必败态只有 {lost}";
        WythoffLost(a, b, k) = "({a}, {b}) 是威佐夫博弈的必败态：小数为 ⌊kφ⌋，两数之差 k = {k}";
        WythoffWon(a, b, k) = "({a}, {b}) 不是威佐夫博弈的必败态：必败态的小数为 ⌊kφ⌋，这里两数之差 k = {k}";
        MisereWythoffLost(a, b, k) = "({a}, {b}) 是反常威佐夫博弈的必败态：小数为 ⌊kφ⌋，两数之差 k = {k}";
        MisereWythoffWon(a, b, k) = "({a}, {b}) 不是反常威佐夫博弈的必败态：必败态的小数为 ⌊kφ⌋，这里两数之差 k = {k}";
        NothingToTake = "没有可取的石子";
        SmallestPartMayBeTaken(heap, parts, limit) = "{heap} 的齐肯多夫表示为 {parts}，其中最小的一项可以取走（至多取 {limit}）";
        SmallestPartIsTooLarge(heap, parts, limit) = "{heap} 的齐肯多夫表示为 {parts}，其中最小的一项不能取走（至多取 {limit}）";
        NothingMayBeTaken = "没有可取的石子，这在反常规则下获胜";
        NoTakeWins = "在反常规则下怎样取都不能获胜";
        LeastWinningTake(least, limit) = "在反常规则下要取胜至少得取 {least} 颗，而至多可取 {limit} 颗";
        FirstQuotientAboveOne = "反常规则下，由辗转相除中第一个大于 1 的商决定胜负；没有这样的商时，由商的个数决定";
        Other(text) = "{text}";
    }
}

impl<T: Chinese> Chinese for Further<T> {
    fn chinese(&self) -> String {
        self.0.iter().map(|message| format!("；{}", message.chinese())).collect()
    }
}
