//! Every move that `explain` tells in a problem's own words is a legal one, and every winning move and answer leads to a position that
//! the player to move loses: by a search that has the moves of each problem once more, with the words they are told in.

use crate::run::Test;
use itertools::Itertools;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A position of a problem.
trait Board: Clone + Debug + Eq + Hash {
    /// Returns every legal move, in words, with the position after it.
    fn moves(&self) -> Vec<(String, Self)>;

    /// Returns whether the player to move loses, where a search would not end.
    fn known(&self) -> Option<bool> {
        None
    }
}

/// Known outcomes, by position.
struct Search<B>(HashMap<B, bool>);

impl<B: Board> Search<B> {
    fn is_lost(&mut self, board: &B) -> bool {
        if let Some(is_lost) = board.known().or_else(|| self.0.get(board).copied()) {
            return is_lost;
        }
        let is_lost = board.moves().into_iter().all(|(_, after)| !self.is_lost(&after));
        self.0.insert(board.clone(), is_lost);
        is_lost
    }

    /// Returns the board after a move in words.
    fn made(board: &B, step: &Value) -> B {
        let words = step["words"].as_str().unwrap_or_else(|| panic!("no words: {step}"));
        let found = board.moves().into_iter().find(|(known, _)| known == words);
        found.unwrap_or_else(|| panic!("{words:?} is no move of {board:?}")).1
    }

    fn check(&mut self, board: &B, told: &Value) {
        let is_lost = self.is_lost(board);
        assert_eq!(told["winner"] == "second", is_lost, "{board:?}: {told}");
        let moves = told["moves"].as_array().unwrap();
        assert_eq!(moves.is_empty(), is_lost, "{board:?}: {told}");
        for step in moves {
            assert!(self.is_lost(&Self::made(board, step)), "{board:?}: {step}");
        }
        let begun = moves.first().map_or(board.clone(), |step| Self::made(board, step));
        for reply in told["replies"].as_array().unwrap() {
            let after = Self::made(&begun, &reply["move"]);
            assert!(!self.is_lost(&after) || reply["answer"].is_null(), "{board:?}: {reply}");
            if !reply["answer"].is_null() {
                let answer = Self::made(&after, &reply["answer"]);
                assert!(self.is_lost(&answer), "{board:?}: {reply}");
            }
        }
    }
}

/// Checks the explanations of cases of a problem: the lines of each, and its board.
fn check<B: Board>(slug: &str, around: [&str; 2], cases: &[(String, B)]) {
    let [before, after] = around;
    let input = format!("{before}{}{after}", cases.iter().map(|(text, _)| text.as_str()).collect::<String>());
    let output = Test::new().args(["explain", slug, "--all", "--json"]).stdin(input).run();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = json["explained"].as_array().unwrap();
    assert_eq!(told.len(), cases.len(), "{slug}");
    let mut search = Search(HashMap::new());
    let mut shown = 0;
    for ((_, board), told) in cases.iter().zip(told) {
        // A case that its theorem decides alone shows no position.
        for position in told["positions"].as_array().unwrap() {
            search.check(board, position);
            shown += position["moves"].as_array().unwrap().len();
        }
    }
    assert!(shown > 0, "{slug}: no winning move is shown");
}

fn counted<B>(cases: Vec<(String, B)>) -> (String, Vec<(String, B)>) {
    (format!("{}\n", cases.len()), cases)
}

fn line(numbers: &[u64]) -> String {
    numbers.iter().join(" ")
}

/// Pieces on a row, in the order of the input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Georgia(Vec<u64>);

impl Board for Georgia {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (piece, &from) in self.0.iter().enumerate() {
            for to in (1..from).rev().take_while(|to| !self.0.contains(to)) {
                let mut after = self.0.clone();
                after[piece] = to;
                moves.push((format!("piece {}: place {from} -> {to}", piece + 1), Self(after)));
            }
        }
        moves
    }
}

#[test]
fn georgia_and_bob_move_pieces_by_their_number() {
    let places = (1..=7_u64).powerset().filter(|places| (1..=4).contains(&places.len()));
    let orders = places.enumerate().map(|(turn, mut places)| {
        let len = places.len();
        places.rotate_left(turn % len);
        (format!("{len}\n{}\n", line(&places)), Georgia(places))
    });
    let (count, cases) = counted(orders.collect::<Vec<_>>());
    check("georgia-and-bob", [&count, ""], &cases);
}

/// Two pieces in each row: the one of who moves next, then the other; and whether that is Tom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Northcott(Vec<[u64; 2]>, bool);

impl Board for Northcott {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        let name = if self.1 { "Tom" } else { "Jerry" };
        for (row, &[from, other]) in self.0.iter().enumerate() {
            let free = |to: &u64| !(from.min(other)..=from.max(other)).contains(to) || *to != other;
            let passes = |to: u64| (from < other) != (to < other);
            for to in (1..=5).filter(|&to| to != from && !passes(to)).filter(free) {
                let mut after = self.0.clone();
                after[row] = [to, other];
                after.iter_mut().for_each(|row| row.swap(0, 1));
                let words = format!("row {}: {name}'s piece {from} -> {to}", row + 1);
                moves.push((words, Self(after, !self.1)));
            }
        }
        moves
    }

    /// A piece may move back and forth, so that a search does not end; the solver is tested against one that bounds the moves.
    fn known(&self) -> Option<bool> {
        Some(self.0.iter().fold(0, |sum, [one, other]| sum ^ (one.abs_diff(*other) - 1)) == 0)
    }
}

#[test]
fn northcott_moves_the_piece_of_who_moves() {
    let row = || (1..=5_u64).permutations(2).map(|row| [row[0], row[1]]);
    let boards = row().map(|row| vec![row]).chain(row().cartesian_product(row()).map(|(a, b)| vec![a, b]));
    let case = |rows: Vec<[u64; 2]>| {
        let text =
            format!("{} 5\n{}", rows.len(), rows.iter().map(|row| line(row) + "\n").collect::<String>());
        (text, Northcott(rows, true))
    };
    check("northcott", ["", ""], &boards.map(case).collect::<Vec<_>>());
}

/// The edges that are left of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tree(Vec<[u64; 2]>);

impl Tree {
    /// Returns the edges that are joined to vertex 1, each from its lower end.
    fn joined(&self) -> Vec<[u64; 2]> {
        let mut joined: Vec<[u64; 2]> = Vec::new();
        let mut reached = vec![1];
        while let Some(lower) = reached.pop() {
            for edge in self.0.iter().filter(|edge| edge.contains(&lower)) {
                let upper = if edge[0] == lower { edge[1] } else { edge[0] };
                if !joined.contains(&[lower, upper]) && !joined.contains(&[upper, lower]) {
                    joined.push([lower, upper]);
                    reached.push(upper);
                }
            }
        }
        joined.sort_unstable();
        joined
    }
}

impl Board for Tree {
    fn moves(&self) -> Vec<(String, Self)> {
        let joined = self.joined();
        let cut = |&[lower, upper]: &[u64; 2]| {
            let left =
                Self(joined.iter().copied().filter(|&edge| edge != [lower, upper]).collect::<Vec<_>>());
            (format!("cutting edge {lower}-{upper}"), Self(left.joined()))
        };
        joined.iter().map(cut).collect()
    }
}

#[test]
fn a_tree_is_cut_at_an_edge_of_the_input() {
    let mut seed = 7_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for vertices in (2..=9).cycle().take(24) {
        // Vertex 1 stands anywhere among the names.
        let name = |vertex: u64| if vertex == 1 { 1 } else { vertices + 2 - vertex };
        let mut edges: Vec<[u64; 2]> =
            (2..=vertices).map(|upper| [name(random(upper - 1) + 1), name(upper)]).collect();
        edges.iter_mut().for_each(|edge| edge.rotate_left(random(2) as usize));
        edges.rotate_left(random(vertices - 1) as usize);
        let text = format!("{vertices}\n{}", edges.iter().map(|edge| line(edge) + "\n").collect::<String>());
        let board = Tree(edges);
        let output = Test::new().args(["explain", "tree-cutting", "--json"]).stdin(text).run();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        Search(HashMap::new()).check(&board, &json["explained"][0]["positions"][0]);
    }
}

/// A row of cells, some of them with a cross.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Crosses(Vec<u8>);

impl Board for Crosses {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.0.windows(3).any(|cells| cells == b"XXX") {
            return Vec::new();
        }
        let free = (0..self.0.len()).filter(|&cell| self.0[cell] == b'.');
        let cross = |cell: usize| {
            let mut after = self.0.clone();
            after[cell] = b'X';
            (format!("a cross at place {}", cell + 1), Self(after))
        };
        free.map(cross).collect()
    }
}

#[test]
fn a_cross_is_put_at_its_place() {
    let rows = (5..=10usize).flat_map(|len| {
        let crosses = (0..1 << len).filter(|bits: &u32| bits.count_ones() <= 2);
        crosses.map(move |bits| (0..len).map(|at| if bits >> at & 1 == 1 { b'X' } else { b'.' }).collect())
    });
    let case = |row: Vec<u8>| (String::from_utf8_lossy(&row).into_owned() + "\n", Crosses(row));
    let cases: Vec<_> = rows.map(case).collect();
    for slug in ["treblecross", "treblecross-cases"] {
        let (count, cases) = counted(cases.clone());
        check(slug, [&count, ""], &cases);
    }
}

/// The sum in an auction: the remaining price, the most that may be bid at once, and the present sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum(u64, u64, u64, bool);

impl Board for Sum {
    fn moves(&self) -> Vec<(String, Self)> {
        let &Self(missing, most, there, is_auction) = self;
        let gifts = (1..=most).filter(|_| missing > 0);
        let words = |gift: u64| match is_auction {
            true => format!("raising by {gift} to {}", there + gift),
            false => format!("giving {gift}, which makes {}", there + gift),
        };
        gifts
            .map(|gift| (words(gift), Self(missing.saturating_sub(gift), most, there + gift, is_auction)))
            .collect()
    }
}

#[test]
fn bids_and_gifts_are_numbers() {
    let pairs = (1..=12_u64).cartesian_product(1..=5_u64);
    let case = |is_auction: bool| {
        move |(sum, most): (u64, u64)| (format!("{sum} {most}\n"), Sum(sum, most, 0, is_auction))
    };
    check("auction", ["", ""], &pairs.clone().map(case(true)).collect::<Vec<_>>());
    let (count, cases) = counted(pairs.map(case(false)).collect::<Vec<_>>());
    check("donations", [&count, ""], &cases);
}

/// Rows of pieces in 20 cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Hops(Vec<Vec<u64>>);

impl Board for Hops {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (row, pieces) in self.0.iter().enumerate() {
            for (piece, &from) in pieces.iter().enumerate() {
                let Some(to) = (from..=20).find(|cell| !pieces.contains(cell)) else { continue };
                let mut after = self.clone();
                after.0[row][piece] = to;
                after.0[row].sort_unstable();
                moves.push((format!("row {}: piece {from} -> {to}", row + 1), after));
            }
        }
        moves
    }
}

#[test]
fn hops_are_those_of_a_piece() {
    let rows: Vec<Vec<u64>> = (16..=20).powerset().filter(|cells| (1..4).contains(&cells.len())).collect();
    let boards =
        rows.iter().step_by(3).cloned().array_combinations().map(|rows: [Vec<u64>; 2]| rows.to_vec());
    let case = |rows: Vec<Vec<u64>>| {
        let lines = rows.iter().map(|row| format!("{} {}\n", row.len(), line(row))).collect::<String>();
        (format!("{}\n{lines}", rows.len()), Hops(rows))
    };
    let (count, cases) =
        counted(boards.chain(rows.iter().map(|row| vec![row.clone()])).map(case).collect::<Vec<_>>());
    check("hopping-pieces", [&count, ""], &cases);
}

/// The white cells among seven.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cells(Vec<u64>);

impl Board for Cells {
    fn moves(&self) -> Vec<(String, Self)> {
        let turned = |&(cell, k): &(u64, u64)| {
            let turned: Vec<u64> = (1..=k).map(|multiple| multiple * cell).collect();
            let is_white = |cell: &u64| self.0.contains(cell) != turned.contains(cell);
            (format!("cell {cell} with k = {k}"), Self((1..=7).filter(is_white).collect()))
        };
        let moves = self.0.iter().flat_map(|&cell| (1..=7 / cell).map(move |k| (cell, k))).collect_vec();
        moves.iter().map(turned).collect()
    }
}

#[test]
fn cells_are_turned_with_their_multiples() {
    let sets = (1..=7).powerset().filter(|cells: &Vec<u64>| !cells.is_empty());
    let cases = sets.map(|cells| (format!("{}\n{}\n", cells.len(), line(&cells)), Cells(cells)));
    let (count, cases) = counted(cases.collect::<Vec<_>>());
    check("array-game", [&format!("7\n{count}"), ""], &cases);
}

/// The moves of a numbered component, in words, and the components after each.
type Options = fn(usize, &[u64]) -> Vec<(String, Vec<Vec<u64>>)>;

/// Numbered components of a sum.
#[derive(Clone, Debug)]
struct Sums(Vec<(usize, Vec<u64>)>, Options);

impl PartialEq for Sums {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Sums {}

impl Hash for Sums {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Board for Sums {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        for (at, (number, part)) in self.0.iter().enumerate() {
            for (words, option) in (self.1)(*number, part) {
                let mut after = self.0.clone();
                after.splice(at..=at, option.into_iter().map(|part| (*number, part)));
                after.sort();
                moves.push((words, Self(after, self.1)));
            }
        }
        moves
    }
}

fn sums(parts: Vec<Vec<u64>>, moves: Options) -> Sums {
    Sums((1..).zip(parts).collect(), moves)
}

#[test]
fn pairs_of_piles_are_thrown_away_and_split() {
    let moves = |number: usize, pair: &[u64]| {
        let of = |[kept, gone]: [u64; 2]| {
            (1..kept).map(move |one| {
                let other = kept - one;
                let words = format!(
                    "pair {number}: throwing away {gone} and splitting {kept} into {one} and {other}"
                );
                (words, vec![vec![one, other]])
            })
        };
        of([pair[0], pair[1]]).chain(of([pair[1], pair[0]])).collect()
    };
    let pairs: Vec<Vec<u64>> = (1..=4_u64).cartesian_product(1..=4).map(|(a, b)| vec![a, b]).collect();
    let two = pairs.iter().cartesian_product(&pairs).step_by(3).map(|(a, b)| vec![a.clone(), b.clone()]);
    let case = |parts: Vec<Vec<u64>>| {
        (format!("{}\n{}\n", 2 * parts.len(), line(&parts.concat())), sums(parts, moves))
    };
    let (count, cases) =
        counted(pairs.iter().map(|pair| vec![pair.clone()]).chain(two).map(case).collect::<Vec<_>>());
    check("delete-nim", [&count, ""], &cases);
}

#[test]
fn heaps_are_split_and_taken_from_by_their_number() {
    let lasker = |number: usize, heap: &[u64]| {
        let n = heap[0];
        let left = (0..n).map(|left| (format!("heap {number}: {n} -> {left}"), vec![vec![left]]));
        let split = (1..n).map(|one| {
            let other = n - one;
            (format!("heap {number}: splitting {n} into {one} and {other}"), vec![vec![one], vec![other]])
        });
        left.chain(split).collect()
    };
    let heaps = (1..=3).flat_map(|len| vec![0..=4_u64; len].into_iter().multi_cartesian_product());
    let case = |heaps: Vec<u64>| {
        let parts = heaps.iter().map(|&heap| vec![heap]).collect();
        (format!("{}\n{}\n", heaps.len(), line(&heaps)), sums(parts, lasker))
    };
    let (count, cases) = counted(heaps.map(case).collect::<Vec<_>>());
    check("lasker-nim", [&count, ""], &cases);
}

#[test]
fn takes_name_their_number() {
    // The stones, and the most that may be taken next.
    let fibonacci = |_: usize, heap: &[u64]| {
        let [n, most] = [heap[0], heap[1]];
        let take =
            |taken: u64| (format!("taking {taken}: {n} -> {}", n - taken), vec![vec![n - taken, 2 * taken]]);
        (1..=most.min(n)).map(take).collect()
    };
    let cases = |first: fn(u64) -> u64| {
        (1..=15_u64).map(move |n| (format!("{n}\n"), sums(vec![vec![n, first(n)]], fibonacci))).collect_vec()
    };
    check("fibonacci-nim", ["", "0\n"], &cases(|n| n - 1));
    for case in cases(|n| n) {
        check("fibonacci-nim-first-take", ["", ""], &[case]);
    }
    // The stones, and the taken ones.
    let distinct = |number: usize, heap: &[u64]| {
        let (n, before) = (heap[0], &heap[1..]);
        let take = |taken: u64| {
            let after = [&[n - taken], before, &[taken]].concat();
            (format!("heap {number}: taking {taken}, {n} -> {}", n - taken), vec![after])
        };
        (1..=n).filter(|taken| !before.contains(taken)).map(take).collect()
    };
    for heaps in [vec![1], vec![6], vec![3, 4], vec![2, 3, 5], vec![4, 4]] {
        let text = format!("{}\n{}\n", heaps.len(), heaps.iter().join("\n"));
        let board = sums(heaps.iter().map(|&heap| vec![heap]).collect(), distinct);
        if Search(HashMap::new()).is_lost(&board) {
            continue;
        }
        check("nim-without-repeats", ["", ""], &[(text, board)]);
    }
}

/// Returns the numbers of each case's rule, with the name of the rule.
fn rules(slug: &str, input: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let output = Test::new().args(["explain", slug, "--all", "--json"]).stdin(input).run();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rule = |case: &Value| {
        let numbers = case["numbers"].as_object().unwrap();
        let text = |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap().to_owned());
        (case["rule"].as_str().unwrap().to_owned(), numbers.iter().map(text).collect())
    };
    json["explained"].as_array().unwrap().iter().map(rule).collect()
}

/// Returns the solver's answers.
fn answers(slug: &str, input: &str) -> Vec<String> {
    let output = Test::new().args([slug]).stdin(input).run();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_date_that_wins_is_a_move_to_one_that_loses() {
    let days = |year: u64, month| match month {
        2 => 28 + u64::from(year.is_multiple_of(4)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let dates =
        |year| (1..=12).flat_map(move |month| (1..=days(year, month)).map(move |day| [year, month, day]));
    let dates: Vec<[u64; 3]> =
        [1999, 2000, 2001].into_iter().flat_map(dates).filter(|&date| date < [2001, 11, 4]).collect();
    let input =
        format!("{}\n{}", dates.len(), dates.iter().map(|date| line(date) + "\n").collect::<String>());
    let mut after = Vec::new();
    for (index, (rule, numbers)) in rules("calendar-game", &input).into_iter().enumerate() {
        if rule == "lost" {
            continue;
        }
        let [year, month, day] = dates[index];
        let to: Vec<u64> = numbers["to"].split(' ').map(|number| number.parse().unwrap()).collect();
        let month_after = if month == 12 { [year + 1, 1, day] } else { [year, month + 1, day] };
        let is_month = to == month_after && day <= days(month_after[0], month_after[1]);
        let is_day = dates.get(index + 1).unwrap_or(&[2001, 11, 4])[..] == to;
        assert!(is_month || is_day, "{:?} -> {to:?}", dates[index]);
        after.push(to);
    }
    let input =
        format!("{}\n{}", after.len(), after.iter().map(|date| line(date) + "\n").collect::<String>());
    assert!(after.len() > 400 && answers("calendar-game", &input).iter().all(|answer| answer == "NO"));
}

#[test]
fn what_a_theorem_says_to_do_wins() {
    // Coins are turned; the last of them shows heads.
    let heads: Vec<Vec<u64>> = (0..=7).powerset().filter(|heads| !heads.is_empty()).collect();
    let text = |lists: &[Vec<u64>]| {
        lists.iter().map(|list| format!("{}\n{}\n", list.len(), line(list))).collect::<String>()
    };
    let after: Vec<Vec<u64>> = heads
        .iter()
        .zip(rules("mock-turtles", &text(&heads)))
        .filter(|(_, (rule, _))| rule != "lost")
        .map(|(heads, (_, numbers))| {
            let coins: Vec<u64> = numbers["coins"].split(", ").map(|coin| coin.parse().unwrap()).collect();
            assert!(coins.len() <= 3 && coins.iter().all_unique() && heads.contains(coins.last().unwrap()));
            assert!(coins.iter().all(|coin| coin <= coins.last().unwrap()), "{coins:?}");
            (0..=7).filter(|coin| heads.contains(coin) != coins.contains(coin)).collect()
        })
        .filter(|heads: &Vec<u64>| !heads.is_empty())
        .collect();
    assert!(answers("mock-turtles", &text(&after)).iter().all(|answer| answer == "Yes"));

    // A row is made shorter.
    let rows: Vec<Vec<u64>> =
        (1..=3).flat_map(|len| vec![1..=4_u64; len].into_iter().multi_cartesian_product()).collect();
    let after: Vec<Vec<u64>> = rows
        .iter()
        .zip(rules("be-the-winner", &text(&rows)))
        .filter(|(_, (rule, _))| rule == "won")
        .map(|(rows, (_, numbers))| {
            let number = |name: &str| numbers[name].parse::<u64>().unwrap();
            let mut after = rows.clone();
            let row = &mut after[number("row") as usize - 1];
            assert!(*row == number("from") && number("to") < *row, "{rows:?}: {numbers:?}");
            *row = number("to");
            after.retain(|&row| row > 0);
            after
        })
        .collect();
    assert!(after.len() > 20);
    assert!(answers("be-the-winner", &text(&after)).iter().all(|answer| answer == "No"));

    // A sheet is cut into two with equal values, so that the other player loses.
    let sheets: Vec<[u64; 2]> = (2..=12_u64).cartesian_product(2..=12).map(|(w, h)| [w, h]).collect();
    let input: String = sheets.iter().map(|sheet| line(sheet) + "\n").collect();
    let value = |sheet: &str| {
        let text = sheet.replace(" × ", " ") + "\n";
        rules("cutting-game", &text)[0].1["value"].clone()
    };
    for (&[width, height], (_, numbers)) in
        sheets.iter().zip(rules("cutting-game", &input)).filter(|(_, (rule, _))| rule == "won").step_by(7)
    {
        let side = |name: &str| {
            numbers[name].split(" × ").map(|side| side.parse::<u64>().unwrap()).collect_tuple().unwrap()
        };
        let ((w1, h1), (w2, h2)) = (side("one"), side("other"));
        let is_cut =
            (w1 + w2 == width && [h1, h2] == [height; 2]) || (h1 + h2 == height && [w1, w2] == [width; 2]);
        assert!(is_cut, "{width} × {height}: {numbers:?}");
        assert_eq!(value(&numbers["one"]), value(&numbers["other"]), "{width} × {height}");
    }
}

#[test]
fn a_coin_in_a_corner_moves_to_a_square_that_loses() {
    let boards: Vec<[u64; 2]> = (1..=9_u64).cartesian_product(1..=9).map(|(n, m)| [n, m]).collect();
    let input = boards.iter().map(|board| line(board) + "\n").collect::<String>() + "0 0\n";
    let after = boards.iter().zip(rules("corner-coin", &input)).filter_map(|([n, m], (rule, numbers))| {
        let number = |name: &str| numbers[name].parse::<u64>().unwrap();
        // The coin lies in row 1; where its row or column stays, the words do not name it.
        let [row, column] = match rule.as_str() {
            "lost" => return None,
            "left" => [1, number("column")],
            "down" => [number("row"), *m],
            "both" => [number("row"), number("column")],
            other => panic!("{n} {m}: {other}"),
        };
        assert!(row <= *n && (1..=*m).contains(&column), "{n} {m}: row {row}, column {column}");
        assert!(row <= 2 && column + 1 >= *m, "{n} {m}: row {row}, column {column} is more than a step away");
        Some([n - row + 1, column])
    });
    let after: Vec<_> = after.collect();
    let lost = answers("corner-coin", &input).iter().filter(|answer| *answer == "What a pity!").count();
    assert_eq!(boards.len() - after.len(), lost);
    let input = after.iter().map(|board| line(board) + "\n").collect::<String>() + "0 0\n";
    assert!(answers("corner-coin", &input).iter().all(|answer| answer == "What a pity!"));
}
