//! The texts of the engine in Chinese: reasons, refusals and faults, which it writes in English.
//!
//! The engine has no languages. A text is found by its pattern, whose names in braces stand for what the engine put there.

use std::borrow::Cow;

use super::words::{Language, fill};

/// The patterns of the engine's texts, the special ones first, with their Chinese. What a name stands for may be such a text as well.
pub const TEXTS: &[(&str, &str)] = &[
    // Why a position is won or lost.
    ("there is no move", "没有可走的步"),
    ("the nim-sum of the values is {sum}, not 0", "各 SG 值的异或和为 {sum}，不为 0"),
    ("the nim-sum of the values is 0", "各 SG 值的异或和为 0"),
    (
        "some value is above 1 and the nim-sum of the values is {sum}; {why}",
        "有大于 1 的 SG 值，各 SG 值的异或和为 {sum}；{why}",
    ),
    (
        "no value is above 1 and the nim-sum of the values is {sum}; {why}",
        "没有大于 1 的 SG 值，各 SG 值的异或和为 {sum}；{why}",
    ),
    ("every position that can be reached was searched", "搜索了所有能到达的局面"),
    (
        "the element of the heaps in the misère quotient, of order {order}, is in its P-portion",
        "各堆在 {order} 阶反常商中的元素属于 P 部分",
    ),
    (
        "the element of the heaps in the misère quotient, of order {order}, is not in its P-portion",
        "各堆在 {order} 阶反常商中的元素不属于 P 部分",
    ),
    (
        "the SJ rule holds for all subtraction games (Ferguson 1974)",
        "SJ 定理对所有减法游戏成立（Ferguson 1974）",
    ),
    (
        "no move splits, and every heap up to {heap} of value 0 but the end of play has an option of value 1, as the SJ rule requires",
        "没有分堆的走法，不超过 {heap} 且 SG 值为 0 的堆，除终局外都能一步走到 SG 值 1，满足 SJ 定理的条件",
    ),
    (
        "no move splits, and every vertex of value 0 that is reached and has a move has one to value 1, as the SJ rule asks",
        "没有分出多枚的走法，能到达且 SG 值为 0 的顶点，除终点外都能一步走到 SG 值 1，满足 SJ 定理的条件",
    ),
    (
        "a tree on a single edge has the value 0 only when it is gone, as the SJ rule asks",
        "立在一条边上的树只有整棵消失后 SG 值才为 0，满足 SJ 定理的条件",
    ),
    (
        "trees on single edges are heaps of misère Nim with their values, whose nim-sum is {sum}",
        "立在一条边上的树相当于反常 Nim 中大小为其 SG 值的堆，异或和为 {sum}",
    ),
    (
        "a row is misère Nim with the pieces that have an odd number of empty cells on their right, by that number; the nim-sum is {sum}",
        "一排相当于反常 Nim：每枚右边有奇数个空格的棋子是一堆，大小为空格数；异或和为 {sum}",
    ),
    (
        "a staircase is Nim with the heaps on its odd steps, whose nim-sum is {sum}",
        "阶梯 Nim 等同于奇数级台阶上各堆的 Nim，异或和为 {sum}",
    ),
    (
        "a staircase is misère Nim with the heaps on its odd steps, whose nim-sum is {sum}",
        "反常规则下，阶梯 Nim 等同于奇数级台阶上各堆的反常 Nim，异或和为 {sum}",
    ),
    (
        "no heap is above 1, and the number of ones, {ones}, is not 1 modulo {modulus} (Moore 1910)",
        "没有大于 1 的堆，而 1 的个数 {ones} 除以 {modulus} 不余 1（Moore 1910）",
    ),
    (
        "no heap is above 1, and the number of ones, {ones}, is 1 modulo {modulus} (Moore 1910)",
        "没有大于 1 的堆，而 1 的个数 {ones} 除以 {modulus} 余 1（Moore 1910）",
    ),
    (
        "every binary place has a multiple of {modulus} ones (Moore 1910)",
        "每个二进制位上 1 的个数都是 {modulus} 的倍数（Moore 1910）",
    ),
    (
        "some binary place has a number of ones that is no multiple of {modulus} (Moore 1910)",
        "有的二进制位上 1 的个数不是 {modulus} 的倍数（Moore 1910）",
    ),
    (
        "the player whom the parity of {moves} suits can make play last so many moves",
        "由 {moves} 的奇偶性得利的一方，能使全局恰好走这么多步",
    ),
    (
        "({a}, {b}) is one of the two pairs that are P-positions in misère play only",
        "({a}, {b}) 是仅在反常规则下必败的两对之一",
    ),
    (
        "({a}, {b}) is a P-position of misère Wythoff's game: floor(k phi) and k more, k = {k}",
        "({a}, {b}) 是反常威佐夫博弈的必败态：小数为 ⌊kφ⌋，两数之差 k = {k}",
    ),
    (
        "({a}, {b}) is no P-position of misère Wythoff's game: floor(k phi) and k more, k = {k}",
        "({a}, {b}) 不是反常威佐夫博弈的必败态：必败态的小数为 ⌊kφ⌋，这里两数之差 k = {k}",
    ),
    (
        "({a}, {b}) is a P-position of Wythoff's game: floor(k phi) and k more, k = {k}",
        "({a}, {b}) 是威佐夫博弈的必败态：小数为 ⌊kφ⌋，两数之差 k = {k}",
    ),
    (
        "({a}, {b}) is no P-position of Wythoff's game: floor(k phi) and k more, k = {k}",
        "({a}, {b}) 不是威佐夫博弈的必败态：必败态的小数为 ⌊kφ⌋，这里两数之差 k = {k}",
    ),
    ("there is nothing to take", "没有可取的石子"),
    (
        "{heap} = {sum} in Zeckendorf's form, whose smallest part may be taken (at most {limit})",
        "{heap} 的齐肯多夫表示为 {sum}，其中最小的一项可以取走（至多取 {limit}）",
    ),
    (
        "{heap} = {sum} in Zeckendorf's form, whose smallest part is more than may be taken (at most {limit})",
        "{heap} 的齐肯多夫表示为 {sum}，其中最小的一项不能取走（至多取 {limit}）",
    ),
    ("there is nothing that may be taken, which wins misère play", "没有可取的石子，这在反常规则下获胜"),
    ("no take wins misère play", "在反常规则下怎样取都不能获胜"),
    (
        "the least take that wins misère play is {least}, of at most {limit}",
        "在反常规则下要取胜至少得取 {least} 颗，而至多可取 {limit} 颗",
    ),
    (
        "in misère play the first quotient of Euclid's algorithm above 1 decides, or the number of quotients",
        "反常规则下，由辗转相除中第一个大于 1 的商决定胜负；没有这样的商时，由商的个数决定",
    ),
    // Why there is no answer.
    ("a value of this game needs more bits than its table holds", "有的 SG 值位数太多，表中放不下"),
    (
        "heap {heap} lies beyond {limit}, the largest heap that may be computed, and no period is proved up to there",
        "堆 {heap} 超过了能计算的最大的堆 {limit}，而到那里为止还没有证明周期",
    ),
    ("there are more than {limit} winning moves", "必胜走法超过 {limit} 种"),
    ("there are more than {limit} positions to search", "要搜索的局面超过 {limit} 个"),
    (
        "there are more than {limit} components in the positions to search",
        "要搜索的局面中有超过 {limit} 个部分",
    ),
    (
        "there are more than {limit} heaps whose values take a search each",
        "需要逐个搜索 SG 值的堆超过 {limit} 个",
    ),
    ("there are more than {limit} values of coins to be added up", "要相加的 SG 值超过 {limit} 个"),
    ("there are more than {limit} cells on a board to search", "要搜索的棋盘超过 {limit} 格"),
    ("there are more than {limit} gigabytes of sets of values", "SG 值的集合超过 {limit} GB"),
    ("there are more than {limit} values in a table", "表中的 SG 值超过 {limit} 个"),
    ("there are more than {limit} heaps in winning moves", "必胜走法中的堆超过 {limit} 个"),
    ("there are more than {limit} options", "走法超过 {limit} 种"),
    (
        "there are more than {limit} edges of a tree on several stems in misère play of a sum",
        "反常规则下，多根主干的树超过 {limit} 条边",
    ),
    ("there are more than {limit} cells", "超过 {limit} 格"),
    ("there are more than {limit} numbers", "超过 {limit} 个数"),
    (
        "the position {position} can be reached from itself, so that play need not end",
        "局面 {position} 可以走回自身，游戏可能不会结束",
    ),
    (
        "no formula is known for the values of Moore's Nim, and the position is too large for a search",
        "Moore Nim 的 SG 值没有已知公式，而这个局面大到无法搜索",
    ),
    (
        "no formula is known for the values of merging, and more than {most} heaps are not searched",
        "合并游戏的 SG 值没有已知公式，超过 {most} 堆则不搜索",
    ),
    (
        "no formula is known for the value of the wythoff pair {pair}, which is too large to be computed",
        "威佐夫博弈中 {pair} 的 SG 值没有已知公式，数又大到无法计算",
    ),
    (
        "no formula is known for the value of the fibonacci heap {heap}, which is too large to be computed",
        "斐波那契博弈中堆 {heap} 的 SG 值没有已知公式，数又大到无法计算",
    ),
    (
        "values of distinct are known only up to a heap of {most}, not for {heap}",
        "distinct 的 SG 值只知道到 {most} 颗的堆，不知道 {heap} 颗的",
    ),
    ("the position takes more work than is done here", "这个局面的计算量超过了这里的限度"),
    (
        "misère play of this position is not decided: {why}, and no theorem applies",
        "反常规则下这个局面的胜负未定：{why}，也没有适用的定理",
    ),
    (
        "the SJ rule must not be used: for {position} it says that the first player wins, but the second does",
        "不能用 SJ 定理：对 {position}，它说先手胜，其实后手胜",
    ),
    (
        "the SJ rule must not be used: for {position} it says that the second player wins, but the first does",
        "不能用 SJ 定理：对 {position}，它说后手胜，其实先手胜",
    ),
    // Why a move is none.
    ("there is no component {number}", "没有编号为“{number}”的堆"),
    ("a move names a component", "一步要先写堆的编号"),
    ("a move says what the component becomes, - for nothing", "一步要写出这一堆变成什么，什么都不剩写 -"),
    ("component {number} ({from}) cannot become {to}", "第 {number} 堆（{from}）不能变成 {to}"),
    (
        "{number}-… takes from a heap; here, {number}=… says what becomes of it",
        "{number}-… 是从一堆中取走；这里要用 {number}=… 写出它变成什么",
    ),
    (
        "{number}-… takes one number of stones from heap {number}; {number}=… says what becomes of it",
        "{number}-… 从第 {number} 堆只取走一个数目；要写出它变成什么，用 {number}=…",
    ),
    ("heap {number} has {heap}, not {count}", "第 {number} 堆只有 {heap}，没有 {count}"),
    ("{count} cannot be taken from heap {number} ({heap})", "不能从第 {number} 堆（{heap}）取走 {count}"),
    (
        "{number} {count} is not clear: {number}-{count} takes {count}, {number}={count} leaves {count}",
        "{number} {count} 有两种意思：{number}-{count} 是取走 {count}，{number}={count} 是留下 {count}",
    ),
    ("heap {text}: {graph} has no such vertex: it is empty", "{text}：图中没有这个顶点，图是空的"),
    ("heap {text}: {graph} has no such vertex", "{text}：图中没有这个顶点"),
    (
        "heap {text}: expected a number up to {most}, or several between commas",
        "{text}：应为不超过 {most} 的数，或用逗号分隔的几个数",
    ),
    // What is wrong with a position.
    ("write at least one heap", "请至少写一堆"),
    ("{number} is more than {largest}, the largest number here", "{number} 超过了这里最大的数 {largest}"),
    ("{component} has more than {limit} moves", "{component} 的走法超过 {limit} 种"),
    ("a component of {game} is one heap", "{game} 的一个部分是一堆"),
    (
        "a component of {game} is a tree: the lower neighbours of its vertices 1, 2, …, written `0,1,1`",
        "{game} 的一个部分是一棵树：依次写出顶点 1、2、… 各自下面的顶点，如 `0,1,1`",
    ),
    (
        "a component of {game} is a heap, or a heap and the largest number that may be taken, written `20,6`",
        "{game} 的一个部分是一堆，或一堆加上至多可取的数，写作 `20,6`",
    ),
    (
        "a component of {game} is a heap, or a heap and the numbers that were taken from it, written `20,3,5`",
        "{game} 的一个部分是一堆，或一堆加上已从中取过的数，写作 `20,3,5`",
    ),
    ("a component of {game} is a pair of heaps, written {form}", "{game} 的一个部分是一对堆，写作 {form}"),
    ("a component of {game} is a pair of numbers, written {form}", "{game} 的一个部分是一对数，写作 {form}"),
    (
        "a component of {game} is a row: the cells with a piece, written {form}",
        "{game} 的一个部分是一排：有棋子的格子，写作 {form}",
    ),
    ("a component of a graph is one of its vertices", "图上的一个部分是它的一个顶点"),
    (
        "the vertex {label} cannot be played: the name of a vertex in a move is a word without spaces",
        "顶点 {label} 无法在对局中使用：走法中的顶点名不能为空，也不能含空格",
    ),
    ("a board has at least one cell", "棋盘至少有一格"),
    ("the graph has no vertices", "图没有顶点"),
    (
        "there is no cell {cell}: the board has cells {first} to {last}",
        "没有第 {cell} 格：棋盘有第 {first} 到第 {last} 格",
    ),
    (
        "there is no cell {cell}: a row has cells {first} to {last}",
        "没有第 {cell} 格：一排有第 {first} 到第 {last} 格",
    ),
    ("cell {cell} is given twice: it holds one piece", "第 {cell} 格写了两次：一格只能放一枚棋子"),
    (
        "place {cell} is given twice: a place of a board counts once",
        "位置 {cell} 写了两次：棋盘上一个位置只算一次",
    ),
    ("a staircase holds at most {most} stones", "阶梯上至多有 {most} 颗石子"),
    ("a heap to be merged has at least one stone", "要合并的堆至少有一颗石子"),
    ("a heap of delete-nim has at least one stone", "delete-nim 的堆至少有一颗石子"),
    ("a tree of hackenbush has at most {most} edges", "hackenbush 的一棵树至多有 {most} 条边"),
    (
        "vertex {vertex} cannot stand on vertex {lower}, which is not before it",
        "顶点 {vertex} 不能立在顶点 {lower} 上，后者不在它前面",
    ),
    ("a number that was taken is at least 1", "取过的数至少是 1"),
    (
        "{number} is given twice, but no number is taken twice from a heap",
        "{number} 写了两次，但同一堆中不能两次取同样多",
    ),
    (
        "the heaps of {game} are separate numbers or one list, not both",
        "{game} 的各堆要么分开写，要么写成一个列表，不能混用",
    ),
    // What is wrong with the notation of a game.
    ("{why}; did you mean `{game}`?\n{place}", "{why}；是不是 `{game}`？\n{place}"),
    ("unknown game {name}\n{place}", "没有名为 {name} 的游戏\n{place}"),
    ("unknown game {name}", "没有名为 {name} 的游戏"),
    ("{why}\n{place}", "{why}\n{place}"),
    ("expected the name of a game", "应为游戏的名字"),
    ("{game} takes no argument", "{game} 没有参数"),
    ("{game} needs an argument, {notation}", "{game} 需要参数：{notation}"),
    ("the page plays one game, not a sum", "本页一次只玩一个游戏，不能是几个之和"),
    ("expected a digit, found {text}", "应为数字，却是 {text}"),
    ("expected a number", "应为一个数"),
    ("the number is above {most}", "数超过了 {most}"),
    ("the number must be at least {least}", "数至少是 {least}"),
    ("the range {range} is empty", "区间 {range} 是空的"),
    ("a list that is not one range has at most {most} numbers", "列表若不是单个区间，至多有 {most} 个数"),
    ("unknown kind of coin game: there are {kinds}", "没有这种翻硬币游戏；有 {kinds}"),
    ("a hexadecimal code has a point after its first digit", "十六进制代码的第一位后面是小数点"),
    ("an octal code has a point after its first digit", "八进制代码的第一位后面是小数点"),
    ("{digit} is not a hexadecimal digit", "{digit} 不是十六进制数字"),
    (
        "{digit} is not an octal digit (a hexadecimal code is marked `hex:`)",
        "{digit} 不是八进制数字（十六进制代码前要写 `hex:`）",
    ),
    ("{digit} is not an octal digit", "{digit} 不是八进制数字"),
    ("only one digit stands before the point", "小数点前只能有一位数字"),
    (
        "the digit before the point must be {digits}, or play need never end, not {digit}",
        "小数点前的数字只能是 {digits}，不能是 {digit}，否则游戏可能不会结束",
    ),
    ("expected a hexadecimal digit after the point", "小数点后应为十六进制数字"),
    ("expected an octal digit after the point", "小数点后应为八进制数字"),
    (
        "{file}: the graph has a cycle, so that play need not end: {cycle}",
        "图中有环，游戏可能不会结束：{cycle}",
    ),
    (
        "{file}: line {line}, column {column}: expected the end of the line after an edge, found {text}",
        "第 {line} 行第 {column} 列：一条边之后应换行，却是 {text}",
    ),
    ("{one}; {other}", "{one}；{other}"),
];

impl Language {
    /// Returns a text of the engine in this language; in English where the table has no such text.
    #[must_use]
    pub fn of_engine(self, text: &str) -> Cow<'_, str> {
        let Self::Chinese = self else { return Cow::Borrowed(text) };
        TEXTS
            .iter()
            .find_map(|(english, chinese)| {
                let names = matched(english, text)?;
                let names: Vec<_> =
                    names.into_iter().map(|(name, part)| (name, self.of_engine(part))).collect();
                let names: Vec<_> =
                    names.iter().map(|(name, part)| (*name, part as &dyn std::fmt::Display)).collect();
                Some(Cow::Owned(fill(chinese, &names)))
            })
            .unwrap_or(Cow::Borrowed(text))
    }
}

/// Returns what stands for the names of a pattern, each as short as can be; `None` where the text is not of this pattern.
fn matched<'t>(pattern: &'static str, text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
    let mut names = Vec::new();
    let (before, mut pattern) = pattern.split_once('{').unwrap_or((pattern, ""));
    let mut rest = text.strip_prefix(before)?;
    while let Some((name, after)) = pattern.split_once('}') {
        let (literal, next) = after.split_once('{').unwrap_or((after, ""));
        let end = if next.is_empty() {
            rest.len().checked_sub(literal.len()).filter(|_| rest.ends_with(literal))?
        } else {
            rest.find(literal)?
        };
        if end == 0 {
            return None;
        }
        names.push((name, &rest[..end]));
        rest = &rest[end + literal.len()..];
        pattern = next;
    }
    rest.is_empty().then_some(names)
}
