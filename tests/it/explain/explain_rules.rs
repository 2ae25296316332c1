//! The statements of `explain` on winners, ends and moves, against a search by the rules of each problem's statement.
//!
//! Problems whose picture only stands for the position are in `explain`; three problems show no position at all.

use crate::run::Test;
use itertools::Itertools;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// A component: a heap, a pair, a row. A position is a sequence of them.
type Component = Vec<u64>;
/// The options of a component: each is nothing, one component, or several.
type Options = Box<dyn Fn(&[u64]) -> Vec<Vec<Component>>>;

/// A position of a problem, with its rules.
struct Case {
    /// The lines of the position in the input.
    text: String,
    position: Vec<Component>,
}

/// Cases of a problem in one input, with the rules.
struct Input {
    slug: &'static str,
    /// The text before the cases and after them.
    around: [String; 2],
    cases: Vec<Case>,
    rules: Rules,
}

struct Rules {
    options: Options,
    misere: bool,
    /// Whether components are cells, two equal ones of which cancel out.
    is_board: bool,
    won: HashMap<Vec<Component>, bool>,
}

impl Rules {
    fn new(options: impl Fn(&[u64]) -> Vec<Vec<Component>> + 'static) -> Self {
        Self { options: Box::new(options), misere: false, is_board: false, won: HashMap::new() }
    }

    /// Creates the rules by which a move takes an allowed number from a heap.
    fn takes(may: impl Fn(u64) -> bool + 'static) -> Self {
        Self::new(move |heap| {
            (1..=heap[0]).filter(|&taken| may(taken)).map(|taken| vec![vec![heap[0] - taken]]).collect()
        })
    }

    /// Returns the position without the order of its components; empty ones do not count.
    fn plain(&self, position: impl IntoIterator<Item = Component>) -> Vec<Component> {
        let parts: Vec<Component> =
            position.into_iter().filter(|part| part.iter().any(|&n| n > 0)).sorted().collect();
        if !self.is_board {
            return parts;
        }
        let cells = parts.concat().into_iter().sorted();
        cells
            .dedup_by_with_count(|one, next| one == next)
            .filter(|(count, _)| count % 2 == 1)
            .map(|(_, cell)| vec![cell])
            .collect()
    }

    fn after(&self, position: &[Component], index: usize, option: &[Component]) -> Vec<Component> {
        let others =
            position.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, part)| part.clone());
        self.plain(others.chain(option.iter().cloned()))
    }

    /// Returns all moves: the component, and its option.
    fn moves(&self, position: &[Component]) -> Vec<(usize, Vec<Component>)> {
        let of = |(index, part): (usize, &Component)| {
            (self.options)(part).into_iter().map(move |option| (index, option)).collect_vec()
        };
        position.iter().enumerate().flat_map(of).collect()
    }

    fn is_won(&mut self, position: &[Component]) -> bool {
        let position = self.plain(position.to_vec());
        if let Some(&known) = self.won.get(&position) {
            return known;
        }
        let moves = self.moves(&position);
        let is_won = if moves.is_empty() {
            self.misere
        } else {
            moves.into_iter().any(|(index, option)| {
                let after = self.after(&position, index, &option);
                !self.is_won(&after)
            })
        };
        self.won.insert(position, is_won);
        is_won
    }

    /// Returns the position after a move of an explanation; `None` if the rules do not allow it.
    fn play(&self, position: &[Component], told: &Value) -> Option<Vec<Component>> {
        let part = |text: &str| match text {
            "-" => Component::new(),
            numbers => numbers.split(',').map(|n| n.parse().unwrap()).collect(),
        };
        let from = part(told["from"].as_str().unwrap());
        let to = self.plain(told["to"].as_str().unwrap().split(" + ").map(part));
        let index = position.iter().position(|part| *part == from)?;
        let is_rule = |option: &Vec<Component>| self.plain(option.clone()) == to;
        (self.options)(&from).iter().any(is_rule).then(|| self.after(position, index, &to))
    }

    /// Checks all statements about a position.
    fn check(&mut self, position: &[Component], told: &Value) -> Result<(), String> {
        let is_won = self.is_won(position);
        if told["winner"] != if is_won { "first" } else { "second" } {
            return Err("the winner".to_owned());
        }
        let winning: BTreeSet<_> = self
            .moves(position)
            .into_iter()
            .filter(|(index, option)| {
                let after = self.after(position, *index, option);
                !self.is_won(&after)
            })
            .map(|(index, option)| (index, option.into_iter().sorted().collect_vec()))
            .collect();
        let moves = told["moves"].as_array().unwrap();
        if told["winning_moves"] != winning.len() || moves.len() != winning.len().min(3) {
            return Err(format!("there are {} winning moves: {winning:?}", winning.len()));
        }
        let mut replied = position.to_vec();
        for (n, told) in moves.iter().enumerate() {
            let after = self.play(position, told).filter(|after| !self.is_won(after));
            let after = after.ok_or_else(|| format!("the move {told}"))?;
            if position[told["component"].as_u64().unwrap() as usize] != self.from(told) {
                return Err(format!("the component of {told}"));
            }
            if n == 0 {
                replied = after;
            }
        }
        let replies = told["replies"].as_array().unwrap();
        if replies.is_empty() != self.moves(&replied).is_empty() {
            return Err(format!("replies: {replies:?}"));
        }
        for told in replies {
            let after = self.play(&replied, &told["move"]).ok_or_else(|| format!("the reply {told}"))?;
            let is_answered = match &told["answer"] {
                Value::Null => self.moves(&after).is_empty() && self.is_won(&after) == self.misere,
                answer => self.play(&after, answer).is_some_and(|after| !self.is_won(&after)),
            };
            if !is_answered {
                return Err(format!("the answer {told}"));
            }
        }
        Ok(())
    }

    fn from(&self, told: &Value) -> Component {
        told["from"].as_str().unwrap().split(',').map(|n| n.parse().unwrap()).collect()
    }
}

impl Input {
    fn new(
        slug: &'static str,
        before: impl Into<String>,
        cases: Vec<Case>,
        after: &str,
        rules: Rules,
    ) -> Self {
        Self { slug, around: [before.into(), after.to_owned()], cases, rules }
    }

    fn text(&self) -> String {
        let [before, after] = &self.around;
        format!("{before}{}{after}", self.cases.iter().map(|case| case.text.as_str()).collect::<String>())
    }

    fn check(mut self) {
        let input = self.text();
        let told = |more: &[&str]| {
            let args = [&["explain", self.slug, "--all"], more].concat();
            let output = Test::new().args(args).stdin(input.as_bytes()).run();
            String::from_utf8(output.stdout).unwrap()
        };
        let json: Value = serde_json::from_str(&told(&["--json"])).unwrap();
        let positions = json["explained"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|case| case["positions"].as_array().unwrap());
        let positions = positions.collect_vec();
        assert_eq!(positions.len(), self.cases.len(), "{}: {input}", self.slug);
        for (case, told) in self.cases.iter().zip(positions) {
            let why = self.rules.check(&case.position, told);
            assert_eq!(why, Ok(()), "{} {:?}: {told}", self.slug, case.position);
        }
        let over = self.cases.iter().filter(|case| self.rules.moves(&case.position).is_empty()).count();
        for (lang, says) in [("en", "There is no move"), ("zh", "没有走法")] {
            assert_eq!(told(&["--lang", lang]).matches(says).count(), over, "{} {lang}: {input}", self.slug);
        }
    }
}

/// Heaps of small positions: up to three of up to four stones.
fn heaps() -> Vec<Vec<u64>> {
    lists(3, 4)
}

/// Returns all lists of at most `longest` numbers from 0.
fn lists(longest: usize, most: u64) -> Vec<Vec<u64>> {
    (1..=longest).flat_map(|len| vec![0..=most; len].into_iter().multi_cartesian_product()).collect()
}

fn line(numbers: &[u64]) -> String {
    numbers.iter().join(" ")
}

/// Cases of a line with the number of heaps, then one with the heaps.
fn counted(lists: Vec<Vec<u64>>) -> Vec<Case> {
    let case = |list: Vec<u64>| Case {
        text: format!("{}\n{}\n", list.len(), line(&list)),
        position: list.into_iter().map(|heap| vec![heap]).collect(),
    };
    lists.into_iter().map(case).collect()
}

/// Cases of a line that is the only component.
fn whole(lists: impl IntoIterator<Item = Vec<u64>>) -> Vec<Case> {
    lists.into_iter().map(|list| Case { text: line(&list) + "\n", position: vec![list] }).collect()
}

fn count(cases: &[Case]) -> String {
    format!("{}\n", cases.len())
}

fn pairs(most: u64) -> Vec<Vec<u64>> {
    lists(2, most).into_iter().filter(|pair| pair.len() == 2).collect()
}

#[test]
fn of_nim_all_is_so() {
    let nim = || Rules::takes(|_| true);
    let cases = counted(heaps());
    Input::new("nim-check", count(&cases), cases, "", nim()).check();
    Input::new("stones-all-moves", "", counted(heaps()), "0\n", nim()).check();
    let cases = counted(heaps());
    Input::new("john", count(&cases), cases, "", Rules { misere: true, ..nim() }).check();
    Input::new("nim-first-moves", "", counted(heaps()), "0\n", nim()).check();
    let one_line = |case: Case| Case { text: case.text.replacen('\n', " ", 1), ..case };
    Input::new("matches-game", "", counted(heaps()).into_iter().map(one_line).collect(), "", nim()).check();
    for case in counted(lists(2, 2)) {
        Input::new("matches", "", vec![case], "", nim()).check();
    }
}

#[test]
fn of_taking_from_heaps_all_is_so() {
    let single = |most| (0..=most).map(|n| vec![n]);
    for most in 1..=4 {
        let mut cases = whole(single(12));
        cases.iter_mut().for_each(|case| case.text = format!("{} {most}\n", case.position[0][0]));
        Input::new("bash", count(&cases), cases, "", Rules::takes(move |taken| taken <= most)).check();
    }
    let powers = Rules::takes(u64::is_power_of_two);
    Input::new("powers-of-two", "", whole(single(20)), "", powers).check();
    let fibonacci = || Rules::takes(|taken| [1, 2, 3, 5, 8].contains(&taken));
    let mut cases =
        counted(lists(3, 4).into_iter().filter(|list| list.len() == 3 && line(list) != "0 0 0").collect());
    cases.iter_mut().for_each(|case| case.text = case.text[2..].to_owned());
    Input::new("fibonacci-take-away", "", cases, "0 0 0\n", fibonacci()).check();
    for takes in [vec![1], vec![2, 3], vec![1, 4], vec![2, 4, 5]] {
        let numbers = format!("{} {}\n", takes.len(), line(&takes));
        let rules = || {
            let takes = takes.clone();
            Rules::takes(move |taken| takes.contains(&taken))
        };
        let mut cases = counted(heaps());
        cases.iter_mut().for_each(|case| case.text = case.text.replacen('\n', " ", 1));
        // At most five positions of a case are shown.
        for some in cases.chunks_mut(5) {
            let beginning = format!("{numbers}{}\n", some.len());
            some[0].text.insert_str(0, &beginning);
        }
        Input::new("s-nim", "", cases, "0\n", rules()).check();
        for stones in [0, 1, 6, 9] {
            let text = format!("{} {stones}\n{}\n", takes.len(), line(&takes));
            let case = Case { text, position: vec![vec![stones]] };
            Input::new("subtraction-game", "", vec![case], "", rules()).check();
        }
    }
    for (least, most) in [(1, 2), (2, 3), (2, 5)] {
        for list in [vec![0], vec![1, 1], vec![7], vec![3, 4], vec![2, 5, 6]] {
            let mut cases = counted(vec![list.clone()]);
            cases[0].text = format!("{} {least} {most}\n{}\n", list.len(), line(&list));
            let rules = Rules::takes(move |taken| (least..=most).contains(&taken));
            Input::new("interval-nim", "", cases, "", rules).check();
        }
    }
}

#[test]
fn of_heaps_that_split_and_pairs_all_is_so() {
    let lasker = Rules::new(|heap| {
        let n = heap[0];
        let split = (1..=n / 2).map(|part| vec![vec![part], vec![n - part]]);
        (0..n).map(|left| vec![vec![left]]).chain(split).collect()
    });
    let cases = counted(heaps());
    Input::new("lasker-nim", count(&cases), cases, "", lasker).check();

    let delete = Rules::new(|pair| {
        let split = |n: u64| (1..=n / 2).map(move |part| vec![vec![part, n - part]]);
        pair.iter().flat_map(|&kept| split(kept)).unique().collect()
    });
    let has_pairs = |list: &Vec<u64>| list.len().is_multiple_of(2) && !list.contains(&0);
    let lists_of_pairs = lists(4, 4).into_iter().filter(has_pairs);
    let cases = lists_of_pairs.map(|list| Case {
        text: format!("{}\n{}\n", list.len(), line(&list)),
        position: list.chunks(2).map(<[u64]>::to_vec).collect(),
    });
    let cases = cases.collect_vec();
    Input::new("delete-nim", count(&cases), cases, "", delete).check();

    let wythoff = || {
        Rules::new(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let one = (1..=a).map(move |n| [a - n, b]).chain((1..=b).map(move |n| [a, b - n]));
            one.chain((1..=a.min(b)).map(|n| [a - n, b - n])).map(|pair| vec![pair.to_vec()]).collect()
        })
    };
    let is_some = |pair: &Vec<u64>| pair[0] + pair[1] > 0;
    Input::new("wythoff", "", whole(pairs(7).into_iter().filter(is_some)), "", wythoff()).check();
    for pair in [[0, 0], [1, 2], [3, 3], [5, 3], [2, 6]] {
        Input::new("wythoff-one-case", "", whole([pair.to_vec()]), "", wythoff()).check();
    }

    let euclid = || {
        Rules::new(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let from_first =
                (1..).map(move |k| [a.wrapping_sub(k * b), b]).take(a.checked_div(b).unwrap_or(0) as usize);
            let from_second =
                (1..).map(move |k| [a, b.wrapping_sub(k * a)]).take(b.checked_div(a).unwrap_or(0) as usize);
            let equal = if a == b { 0 } else { usize::MAX };
            from_first.chain(from_second.take(equal)).map(|pair| vec![pair.to_vec()]).collect()
        })
    };
    let cases = whole(pairs(9));
    Input::new("euclid", count(&cases), cases, "", euclid()).check();
    Input::new("euclid-game", "", whole(pairs(9).into_iter().filter(is_some)), "0 0\n", euclid()).check();
}

#[test]
fn of_boards_and_changing_limits_all_is_so() {
    // The stones that are left, and the most that the next move may take.
    let fibonacci = |may_take_all: bool| {
        Rules::new(move |heap| {
            let n = heap[0];
            let most = heap.get(1).copied().unwrap_or(if may_take_all { n } else { n.saturating_sub(1) });
            (1..=most.min(n)).map(|taken| vec![vec![n - taken, (2 * taken).min(n - taken)]]).collect()
        })
    };
    Input::new("fibonacci-nim", "", whole((1..=15).map(|n| vec![n])), "0\n", fibonacci(false)).check();
    for n in [1, 2, 4, 8, 11] {
        let case = Case { text: format!("{n}\n"), position: vec![vec![n, n]] };
        Input::new("fibonacci-nim-first-take", "", vec![case], "", fibonacci(true)).check();
    }

    // The stones, and the numbers that were taken before, as far as they can be taken again.
    let distinct = || {
        Rules::new(|heap| {
            let (n, taken) = (heap[0], &heap[1..]);
            let fresh = (1..=n).filter(|number| !taken.contains(number));
            fresh
                .map(|number| {
                    let left = n - number;
                    let taken = taken.iter().copied().chain([number]).filter(|&taken| taken <= left);
                    vec![[left].into_iter().chain(taken.sorted()).collect()]
                })
                .collect()
        })
    };
    for list in [vec![0], vec![1], vec![4], vec![6], vec![3, 4], vec![2, 3, 5], vec![0, 2]] {
        let mut cases = counted(vec![list]);
        cases[0].text = cases[0].text.replace(' ', "\n");
        Input::new("nim-without-repeats", "", cases, "", distinct()).check();
    }

    for size in [1, 2, 5, 7] {
        let rules = Rules::new(move |cell| {
            (1..=size / cell[0]).map(|k| (2..=k).map(|multiple| vec![multiple * cell[0]]).collect()).collect()
        });
        let sets = (1..=size).powerset().filter(|cells| !cells.is_empty());
        let cases = counted(sets.collect());
        let before = format!("{size}\n{}\n", cases.len());
        Input::new("array-game", before, cases, "", Rules { is_board: true, ..rules }).check();
    }

    let hop = Rules::new(|cells| {
        let hop = |&from: &u64| {
            let to = (from..=20).find(|cell| !cells.contains(cell))?;
            let others = cells.iter().copied().filter(|&cell| cell != from);
            Some(vec![others.chain([to]).sorted().collect()])
        };
        cells.iter().filter_map(hop).collect()
    });
    let rows =
        (15..=20).powerset().filter(|cells: &Vec<u64>| !cells.is_empty() && cells.len() < 5).collect_vec();
    let case = |rows: &[&Vec<u64>]| Case {
        text: format!(
            "{}\n{}",
            rows.len(),
            rows.iter().map(|row| format!("{} {}\n", row.len(), line(row))).collect::<String>()
        ),
        position: rows.iter().map(|&row| row.clone()).collect(),
    };
    let two = rows.iter().step_by(5).array_combinations().map(|pair: [_; 2]| case(&pair));
    let cases = rows.iter().map(|row| case(&[row])).chain(two).collect_vec();
    Input::new("hopping-pieces", count(&cases), cases, "", hop).check();
}
