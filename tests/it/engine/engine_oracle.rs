//! Outcomes, winning moves and values of every game of the catalogue, against a search of the game tree.
//!
//! The rules of the games stand here once more, written from their descriptions; of the engine, only the tested parts are used.

use crate::whole;
use nim_engine::games::notation;
use nim_engine::games::position::Position;
use nim_engine::games::{CATALOGUE, Make};
use nim_engine::sequence::certificate::Certificate;
use nim_engine::sequence::period::Period;
use nim_engine::theory::budget::Budget;
use nim_engine::theory::watch::unwatched;
use nim_ground::random::Random;
use std::collections::{BTreeSet, HashMap};

/// A position as the oracle sees it.
type State = Vec<u64>;

/// A move: the component that moves, its option, and the position after the move.
type Move = (usize, Vec<u64>, State);

/// The rules of a game: all moves from a state.
type Moves<'m> = dyn Fn(&State) -> Vec<Move> + 'm;

/// A game tree with a memory.
pub struct Oracle<'m> {
    moves: Box<Moves<'m>>,
    wins: HashMap<(State, bool), bool>,
    values: HashMap<State, u64>,
    /// Whether a component is a pair, whose order matters.
    pairs: bool,
}

impl<'m> Oracle<'m> {
    fn new(moves: impl Fn(&State) -> Vec<Move> + 'm) -> Self {
        Self { moves: Box::new(moves), wins: HashMap::new(), values: HashMap::new(), pairs: false }
    }

    /// Returns whether the player to move wins.
    fn wins(&mut self, state: &State, misere: bool) -> bool {
        let key = (state.clone(), misere);
        if let Some(&wins) = self.wins.get(&key) {
            return wins;
        }
        let moves = (self.moves)(state);
        let wins =
            if moves.is_empty() { misere } else { moves.iter().any(|(.., next)| !self.wins(next, misere)) };
        self.wins.insert(key, wins);
        wins
    }

    fn winning_moves(&mut self, state: &State, misere: bool) -> BTreeSet<(usize, Vec<u64>)> {
        let moves = (self.moves)(state);
        let won = moves.into_iter().filter(|(.., next)| !self.wins(next, misere));
        won.map(|(component, to, _)| (component, to)).collect()
    }

    pub fn value(&mut self, state: &State) -> u64 {
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let options: BTreeSet<u64> = (self.moves)(state).iter().map(|(.., next)| self.value(next)).collect();
        let value = (0..).find(|value| !options.contains(value)).unwrap();
        self.values.insert(state.clone(), value);
        value
    }
}

fn without_zeros(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// Positions that are sums of heaps; a move turns one of them into some heaps.
fn heaps_oracle<'m>(options: impl Fn(u64) -> Vec<Vec<u64>> + 'm) -> Oracle<'m> {
    Oracle::new(move |state| {
        let mut moves = Vec::new();
        for (index, &heap) in state.iter().enumerate() {
            for option in options(heap) {
                let mut next = state.clone();
                next[index] = 0;
                let to = without_zeros(option.clone());
                next.extend(option);
                moves.push((index, to, without_zeros(next)));
            }
        }
        moves
    })
}

fn position(game: &str, heaps: &[String]) -> Position {
    let games = notation::parse(game, &mut |file: &str| std::fs::read_to_string(file));
    let games = games.unwrap_or_else(|error| panic!("{game}: {error}"));
    let component =
        |index: usize, text: &String| notation::component(games[index.min(games.len() - 1)].as_ref(), text);
    let components = heaps.iter().enumerate().map(|(index, text)| component(index, text).unwrap()).collect();
    Position::new(games, components).unwrap_or_else(|error| panic!("{game} {heaps:?}: {error}"))
}

fn written(heaps: &[u64]) -> Vec<String> {
    heaps.iter().map(u64::to_string).collect()
}

/// Compares all answers of the engine about a position with the oracle.
#[track_caller]
fn check(game: &str, heaps: &[String], oracle: &mut Oracle<'_>, state: &State) {
    let mut watch = unwatched;
    let mut budget = Budget::new(&mut watch);
    for misere in [false, true] {
        let mut position = position(game, heaps);
        let outcome =
            position.outcome(misere, &mut budget).unwrap_or_else(|error| panic!("{game} {heaps:?}: {error}"));
        assert_eq!(
            outcome.first_wins,
            oracle.wins(state, misere),
            "{game} {heaps:?} misère {misere}: {outcome:?}"
        );
        if let Some(nim_sum) = outcome.nim_sum {
            assert_eq!(nim_sum, oracle.value(state), "{game} {heaps:?}");
        }
        let moves = position.winning_moves(misere, false, &mut budget).unwrap();
        let to = |to: &Vec<u64>| if oracle.pairs { to.clone() } else { without_zeros(to.clone()) };
        let listed: Vec<(usize, Vec<u64>)> =
            moves.iter().map(|winning| (winning.component, to(&winning.to))).collect();
        let found: BTreeSet<_> = listed.iter().cloned().collect();
        assert_eq!(found.len(), listed.len(), "{game} {heaps:?} misère {misere}: a move twice in {moves:?}");
        assert_eq!(found, oracle.winning_moves(state, misere), "{game} {heaps:?} misère {misere}");
        let first = position.winning_moves(misere, true, &mut budget).unwrap();
        assert_eq!(first.first(), moves.first(), "{game} {heaps:?} misère {misere}");
        assert_eq!(first.len(), moves.len().min(1));
    }
}

/// Returns all multisets of at most `count` heaps of at most `most` tokens, zero heaps among them.
fn multisets(most: u64, count: usize) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|heaps: &Vec<u64>| {
                let from = heaps.last().copied().unwrap_or(0);
                (from..=most).map(move |heap| [&heaps[..], &[heap]].concat())
            })
            .collect();
    }
    all
}

/// Moves that leave one heap.
pub fn takes(allowed: impl Fn(u64) -> bool) -> impl Fn(u64) -> Vec<Vec<u64>> {
    move |heap| (1..=heap).filter(|&taken| allowed(taken)).map(|taken| vec![heap - taken]).collect()
}

/// Returns the options of a code, digit by digit.
pub fn code(digits: &'static [u64]) -> impl Fn(u64) -> Vec<Vec<u64>> {
    move |heap| {
        let mut options = Vec::new();
        for (taken, digit) in (0_u64..).zip(digits) {
            let Some(rest) = heap.checked_sub(taken) else { continue };
            if digit & 1 > 0 && rest == 0 {
                options.push(vec![]);
            }
            if digit & 2 > 0 && rest > 0 {
                options.push(vec![rest]);
            }
            for a in 1..rest {
                if digit & 4 > 0 && a <= rest - a {
                    options.push(vec![a, rest - a]);
                }
                for b in a..rest - a {
                    if digit & 8 > 0 && b <= rest - a - b {
                        options.push(vec![a, b, rest - a - b]);
                    }
                }
            }
        }
        options
    }
}

fn check_heaps(game: &str, options: impl Fn(u64) -> Vec<Vec<u64>>) {
    let mut oracle = heaps_oracle(options);
    let positions = (1..=3).flat_map(|count| multisets([0, 14, 8, 5][count], count));
    for heaps in positions {
        check(game, &written(&heaps), &mut oracle, &heaps);
    }
    // The values as a sequence.
    let mut games =
        notation::parse(game, &mut |_: &str| Err(std::io::ErrorKind::Unsupported.into())).unwrap();
    if let Ok(sequence) = games[0].sequence() {
        sequence.reach(31, &mut unwatched).unwrap();
        for heap in 0..=if whole::is_whole() { 30 } else { 20 } {
            assert_eq!(sequence.known(heap), Some(oracle.value(&without_zeros(vec![heap]))), "{game} {heap}");
        }
    }
}

#[test]
fn games_that_take_from_one_heap() {
    check_heaps("nim", takes(|_| true));
    check_heaps("nimble", takes(|_| true));
    check_heaps("bash:3", takes(|taken| taken <= 3));
    check_heaps("bash:1", takes(|taken| taken <= 1));
    check_heaps("bash:0", takes(|_| false));
    check_heaps("bash:18446744073709551615", takes(|_| true));
    check_heaps("subtract:1,3,4", takes(|taken| [1, 3, 4].contains(&taken)));
    check_heaps("subtract:2,5", takes(|taken| [2, 5].contains(&taken)));
    check_heaps("subtract:2,4,8", takes(|taken| [2, 4, 8].contains(&taken)));
    check_heaps("subtract:..4", takes(|taken| taken <= 4));
    check_heaps("subtract:3..5", takes(|taken| (3..=5).contains(&taken)));
    check_heaps("subtract:1,4..6", takes(|taken| taken == 1 || (4..=6).contains(&taken)));
    check_heaps("allbut:2,5", takes(|taken| taken != 2 && taken != 5));
    check_heaps("allbut:18446744073709551615", takes(|_| true));
    check_heaps("subtract:1,18446744073709551615", takes(|taken| taken == 1));
    check_heaps("allbut:1", takes(|taken| taken != 1));
    check_heaps("powers-of:1", takes(|taken| taken == 1));
    check_heaps("powers-of:2", takes(|taken| [1, 2, 4, 8, 16].contains(&taken)));
    check_heaps("powers-of:3", takes(|taken| [1, 3, 9, 27].contains(&taken)));
    check_heaps("powers-of:4", takes(|taken| [1, 4, 16].contains(&taken)));
    check_heaps("squares", takes(|taken| [1, 4, 9, 16, 25].contains(&taken)));
    check_heaps("primes", takes(|taken| taken > 1 && (2..taken).all(|divisor| taken % divisor != 0)));
}

#[test]
fn games_that_split_heaps() {
    check_heaps("kayles", code(&[0, 7, 7]));
    check_heaps("dawson", code(&[0, 0, 7]));
    check_heaps("treblecross", code(&[0, 0, 0, 7]));
    check_heaps("officers", code(&[0, 6]));
    check_heaps("0.156", code(&[0, 1, 5, 6]));
    check_heaps("4.007", code(&[4, 0, 0, 7]));
    check_heaps("4.3", code(&[4, 3]));
    check_heaps("0.0", code(&[0]));
    check_heaps("grundy", |heap| (1..heap).filter(|&a| 2 * a < heap).map(|a| vec![a, heap - a]).collect());
    check_heaps("hex:0.9F", code(&[0, 9, 15]));
    check_heaps("hex:8.1", code(&[8, 1]));
    check_heaps("hex:0.8", code(&[0, 8]));
}

#[test]
fn codes_that_do_not_split() {
    check_heaps("0.33", code(&[0, 3, 3]));
    check_heaps("0.12", code(&[0, 1, 2]));
    check_heaps("0.21", code(&[0, 2, 1]));
    check_heaps("0.0123", code(&[0, 0, 1, 2, 3]));
    check_heaps("0.2031", code(&[0, 2, 0, 3, 1]));
}

#[test]
fn codes_whose_digits_repeat() {
    for (game, first, cycle) in [
        ("0.(3)", &[0][..], &[3][..]),
        ("0.0(3)", &[0, 0], &[3]),
        ("4.(3)", &[4], &[3]),
        ("4.0(7)", &[4, 0], &[7]),
        ("0.(30)", &[0], &[3, 0]),
        ("0.5(204)", &[0, 5], &[2, 0, 4]),
    ] {
        // More digits than any heap has tokens.
        let digits: Vec<u64> = first.iter().chain(cycle.iter().cycle()).copied().take(64).collect();
        check_heaps(game, code(digits.leak()));
    }
}

#[test]
fn every_misere_position_of_24_tokens_is_answered() {
    for (game, digits) in
        [("kayles", &[0, 7, 7][..]), ("dawson", &[0, 0, 7]), ("officers", &[0, 6]), ("4.007", &[4, 0, 0, 7])]
    {
        let digits: &'static [u64] = digits.to_vec().leak();
        let mut oracle = heaps_oracle(code(digits));
        for heaps in
            [vec![24], vec![9], vec![12, 12], vec![1, 5], vec![8, 8, 8], vec![5, 6, 6, 7], vec![3, 4, 8, 9]]
        {
            check(game, &written(&heaps), &mut oracle, &without_zeros(heaps));
        }
    }
}

/// Wythoff's game of one pair.
pub fn wythoff_oracle() -> Oracle<'static> {
    let mut oracle = Oracle::new(|state: &State| {
        let (a, b) = (state[0], state[1]);
        let options = (1..=a).map(|k| (a - k, b)).chain((1..=b).map(|k| (a, b - k)));
        let options = options.chain((1..=a.min(b)).map(|k| (a - k, b - k)));
        options.map(|(a, b)| (0, vec![a, b], vec![a, b])).collect()
    });
    oracle.pairs = true;
    oracle
}

/// Delete Nim of one pair.
pub fn delete_nim_oracle() -> Oracle<'static> {
    Oracle::new(|pair| delete_nim_options(pair).into_iter().map(|to| (0, to.clone(), to)).collect())
}

fn delete_nim_options(pair: &[u64]) -> Vec<Vec<u64>> {
    let split = |heap: u64| (1..=heap / 2).map(move |part| vec![part, heap - part]);
    let other = if pair[0] == pair[1] { 1 } else { pair[1] };
    split(pair[0]).chain(split(other)).collect()
}

#[test]
fn wythoff() {
    let mut oracle = wythoff_oracle();
    for a in 0..=13 {
        for b in 0..=13 {
            check("wythoff", &[format!("{a},{b}")], &mut oracle, &vec![a, b]);
        }
    }
    for a in 0..=40 {
        for b in 0..=40 {
            for misere in [false, true] {
                let lost = nim_engine::games::wythoff::is_p_position(a, b, misere);
                assert_eq!(lost, !oracle.wins(&vec![a, b], misere), "{a} {b} {misere}");
            }
        }
    }
}

#[test]
fn fibonacci() {
    // The state is the heap and the most that may be taken.
    let mut oracle = Oracle::new(|state: &State| {
        let (heap, most) = (state[0], state[1].min(state[0]));
        (1..=most)
            .map(|taken| (0, without_zeros(vec![heap - taken]), vec![heap - taken, 2 * taken]))
            .collect()
    });
    for heap in 0..=40_u64 {
        check("fibonacci", &[heap.to_string()], &mut oracle, &vec![heap, heap.saturating_sub(1)]);
    }
}

/// Positions that are moved as a whole.
fn whole_oracle<'m>(options: impl Fn(&State) -> Vec<State> + 'm) -> Oracle<'m> {
    Oracle::new(move |state| {
        options(state).into_iter().map(|next| (0, without_zeros(next.clone()), next)).collect()
    })
}

#[test]
fn moore() {
    fn options(state: &State, most: u64, from: usize) -> Vec<State> {
        let Some(&heap) = state.get(from) else { return vec![state.clone()] };
        let mut all = options(state, most, from + 1);
        for less in 0..heap {
            if most > 0 {
                let mut next = state.clone();
                next[from] = less;
                all.extend(options(&next, most - 1, from + 1));
            }
        }
        all
    }
    for most in 1..=3 {
        let mut oracle = whole_oracle(move |state| {
            options(state, most, 0).into_iter().filter(|next| next != state).collect()
        });
        for count in 1..=4 {
            for heaps in multisets([0, 9, 6, 4, 3][count], count) {
                let mut watch = unwatched;
                let mut budget = Budget::new(&mut watch);
                for misere in [false, true] {
                    let game = format!("moore:{most}");
                    let mut position = position(&game, &written(&heaps));
                    let outcome = position.outcome(misere, &mut budget).unwrap();
                    assert_eq!(outcome.first_wins, oracle.wins(&heaps, misere), "{game} {heaps:?} {misere}");
                    assert_eq!(outcome.nim_sum, Some(oracle.value(&heaps)));
                    let moves = position.winning_moves(misere, false, &mut budget).unwrap();
                    let found: BTreeSet<State> = moves.iter().map(|winning| winning.to.clone()).collect();
                    let expected: BTreeSet<State> = options(&heaps, most, 0)
                        .into_iter()
                        .filter(|next| *next != heaps && !oracle.wins(next, misere))
                        .collect();
                    assert_eq!(found.len(), moves.len(), "{game} {heaps:?} {misere}: a move twice");
                    assert_eq!(found, expected, "{game} {heaps:?} {misere}");
                }
            }
        }
    }
}

#[test]
fn staircase() {
    let mut oracle = Oracle::new(|state: &State| {
        let mut moves = Vec::new();
        for (step, &stones) in state.iter().enumerate() {
            for taken in 1..=stones {
                let mut next = state.clone();
                next[step] -= taken;
                if step > 0 {
                    next[step - 1] += taken;
                }
                moves.push((step, without_zeros(vec![stones - taken]), next));
            }
        }
        moves
    });
    for a in 0..=3 {
        for b in 0..=3 {
            for c in 0..=3 {
                for d in 0..=2 {
                    check("staircase", &written(&[a, b, c, d]), &mut oracle, &vec![a, b, c, d]);
                }
            }
        }
    }
}

/// Returns the components of a state that holds each with its length before it.
fn components_of(state: &State) -> Vec<Vec<u64>> {
    let (mut components, mut rest) = (Vec::new(), &state[..]);
    while let Some((&len, behind)) = rest.split_first() {
        let (component, behind) = behind.split_at(len as usize);
        components.push(component.to_vec());
        rest = behind;
    }
    components
}

fn state_of(components: &[Vec<u64>]) -> State {
    components.iter().flat_map(|component| [&[component.len() as u64], &component[..]].concat()).collect()
}

/// Checks positions whose components are lists of numbers; a move makes another list of one, empty when it is gone.
fn check_lists(game: &str, positions: &[Vec<Vec<u64>>], options: impl Fn(&[u64]) -> Vec<Vec<u64>>) {
    let mut oracle = Oracle::new(move |state: &State| {
        let components = components_of(state);
        let mut moves = Vec::new();
        for (index, component) in components.iter().enumerate() {
            for option in options(component) {
                let mut next = components.clone();
                next[index] = option.clone();
                moves.push((index, option, state_of(&next)));
            }
        }
        moves
    });
    oracle.pairs = true;
    // The longer part of a game's positions is like the shorter one.
    for components in whole::part(positions, if positions.len() > 500 { 27 } else { 1 }) {
        let written: Vec<String> = components.iter().map(|component| written(component).join(",")).collect();
        check(game, &written, &mut oracle, &state_of(components));
    }
}

/// Each list alone, and all pairs of some of them.
fn alone_and_paired(lists: &[Vec<u64>], paired: &[Vec<u64>]) -> Vec<Vec<Vec<u64>>> {
    let pairs = paired.iter().flat_map(|a| paired.iter().map(|b| vec![a.clone(), b.clone()]));
    lists.iter().map(|list| vec![list.clone()]).chain(pairs).collect()
}

/// Returns all pairs of numbers in a range.
fn pairs(numbers: std::ops::RangeInclusive<u64>) -> Vec<Vec<u64>> {
    numbers.clone().flat_map(|a| numbers.clone().map(move |b| vec![a, b])).collect()
}

#[test]
fn lasker() {
    check_heaps("lasker", |heap| {
        let split = |a: u64| vec![a, heap - a];
        (0..heap).map(|left| vec![left]).chain((1..=heap / 2).map(split)).collect()
    });
}

#[test]
fn distinct() {
    let options = |component: &[u64]| {
        let (heap, taken) = (component[0], &component[1..]);
        let allowed = (1..=heap).filter(|number| !taken.contains(number));
        let after = allowed.map(|number| {
            let mut taken: Vec<u64> = [taken, &[number]].concat();
            taken.retain(|&taken| taken <= heap - number);
            taken.sort_unstable();
            [vec![heap - number], taken].concat()
        });
        after.collect()
    };
    let fresh: Vec<Vec<u64>> = (0..=40).map(|heap| vec![heap]).collect();
    check_lists("distinct", &alone_and_paired(&fresh, &fresh[..8]), options);
    let taken = |set: u64| (1..=6).filter(move |number| set >> number & 1 == 1);
    let begun = |heap: u64| (0..64).map(move |set| [heap].into_iter().chain(taken(2 * set)).collect());
    let begun: Vec<Vec<u64>> = (0..=12).flat_map(begun).collect();
    check_lists("distinct", &alone_and_paired(&begun, &begun[200..210]), options);
    // The bound of the judge's problem.
    let mut oracle = Oracle::new(move |state: &State| {
        options(state).into_iter().map(|next| (0, next.clone(), next)).collect()
    });
    for heap in 0..=if whole::is_whole() { 60 } else { 40 } {
        let value = nim_engine::games::distinct::most_moves(heap);
        assert_eq!(value, oracle.value(&vec![heap]), "{heap}");
    }
}

#[test]
fn delete_nim() {
    check_lists("delete-nim", &alone_and_paired(&pairs(1..=20), &pairs(1..=4)), delete_nim_options);
}

#[test]
fn euclid_to_zero() {
    let options = |pair: &[u64]| {
        let (a, b) = (pair[0], pair[1]);
        let (large, small) = (a.max(b), a.min(b));
        let less = (1..=large).map(|times| times * small).filter(|&less| small > 0 && less <= large);
        less.map(|less| if a >= b { vec![a - less, b] } else { vec![a, b - less] }).collect()
    };
    check_lists("euclid-to-zero", &alone_and_paired(&pairs(0..=30), &pairs(0..=4)), options);
}

#[test]
fn merge() {
    fn merged(heaps: &State, limit: u64) -> Vec<State> {
        let mut all = BTreeSet::new();
        for b in 0..heaps.len() {
            for a in (0..b).filter(|&a| heaps[a] + heaps[b] <= limit) {
                let mut next = heaps.clone();
                let stones = next.remove(b) + next.remove(a);
                next.push(stones);
                next.sort_unstable();
                all.insert(next);
            }
        }
        all.into_iter().collect()
    }
    for limit in 0..=7 {
        let game = format!("merge:{limit}");
        let mut oracle = whole_oracle(move |state| merged(state, limit));
        for ones in 1..=15 {
            check(&game, &written(&vec![1; ones]), &mut oracle, &vec![1; ones]);
        }
        for heaps in multisets(4, 5).into_iter().filter(|heaps| !heaps.contains(&0)) {
            check(&game, &written(&heaps), &mut oracle, &heaps);
        }
    }
}

#[test]
fn hop() {
    let cells = 8;
    let options = |row: &[u64]| {
        let mut all = Vec::new();
        for piece in row {
            if let Some(free) = (piece + 1..=cells).find(|cell| !row.contains(cell)) {
                let mut next: Vec<u64> = row.iter().copied().filter(|other| other != piece).collect();
                next.push(free);
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    };
    let row = |set: u64| (1..=cells).filter(|cell| set >> (cell - 1) & 1 == 1).collect::<Vec<u64>>();
    let rows: Vec<Vec<u64>> = (1..1 << cells).map(row).collect();
    let few: Vec<Vec<u64>> = rows.iter().filter(|row| row[0] > 4).cloned().collect();
    check_lists("hop:8", &alone_and_paired(&rows, &few), options);
}

#[test]
fn hackenbush() {
    /// Returns the tree after a cut, written anew with the vertices that are left in their order.
    fn cut(below: &[u64], vertex: u64) -> Vec<u64> {
        let stands = |mut upper: u64| {
            while upper > 0 && upper != vertex {
                upper = below[upper as usize - 1];
            }
            upper == 0
        };
        let left: Vec<u64> = (0..=below.len() as u64).filter(|&upper| stands(upper)).collect();
        let number = |upper: u64| left.iter().position(|&other| other == upper).unwrap() as u64;
        left[1..].iter().map(|&upper| number(below[upper as usize - 1])).collect()
    }
    let options = |below: &[u64]| {
        let all: BTreeSet<Vec<u64>> = (1..=below.len() as u64).map(|vertex| cut(below, vertex)).collect();
        all.into_iter().collect()
    };
    let mut trees: Vec<Vec<u64>> = vec![vec![]];
    let mut all = Vec::new();
    for edges in 0..6 {
        trees = trees
            .iter()
            .flat_map(|tree| (0..=edges).map(move |lower| [&tree[..], &[lower]].concat()))
            .collect();
        all.extend(trees.clone());
    }
    let few: Vec<Vec<u64>> = all[..9].to_vec();
    check_lists("hackenbush", &alone_and_paired(&all, &few), options);
}

/// Boards: the state is the list of cells that are on; a move turns one off and some others over.
fn board_oracle<'m>(others: impl Fn(u64) -> Vec<Vec<u64>> + 'm) -> Oracle<'m> {
    Oracle::new(move |state| {
        let mut moves = Vec::new();
        for (index, &cell) in state.iter().enumerate() {
            for turned in others(cell) {
                let mut next: BTreeSet<u64> = state.iter().copied().collect();
                for cell in turned.iter().chain([&cell]) {
                    if !next.remove(cell) {
                        next.insert(*cell);
                    }
                }
                moves.push((index, without_zeros(turned), next.into_iter().collect()));
            }
        }
        moves
    })
}

fn check_board(game: &str, cells: u64, others: impl Fn(u64) -> Vec<Vec<u64>>) {
    let mut oracle = board_oracle(others);
    for set in 1..1_u64 << cells {
        let on: State = (1..=cells).filter(|cell| set >> (cell - 1) & 1 == 1).collect();
        check(game, &written(&on), &mut oracle, &on);
    }
}

#[test]
fn coins() {
    /// Returns all sets of coins before coin n whose number is allowed.
    fn sets(n: u64, sizes: std::ops::RangeInclusive<u32>) -> Vec<Vec<u64>> {
        let sets = (0..1_u64 << (n - 1)).filter(|set| sizes.contains(&set.count_ones()));
        sets.map(|set| (1..n).filter(|coin| set >> (coin - 1) & 1 == 1).collect()).collect()
    }
    for (kind, sizes) in [
        ("turtles", 0..=1),
        ("mock-turtles", 0..=2),
        ("moebius", 0..=4),
        ("mogul", 0..=6),
        ("moidores", 0..=8),
        ("twins", 1..=1),
        ("triplets", 2..=2),
    ] {
        check_board(&format!("coins:{kind}"), 7, |n| sets(n, sizes.clone()));
        // Single coins, farther; their values from the rule alone.
        let mut games = notation::parse(&format!("coins:{kind}"), &mut |_: &str| {
            Err(std::io::ErrorKind::Unsupported.into())
        })
        .unwrap();
        let sequence = games[0].sequence().unwrap();
        let last = 15;
        sequence.reach(last + 1, &mut unwatched).unwrap();
        let mut values = vec![0];
        for n in 1..=last {
            let sum = |set: Vec<u64>| set.into_iter().fold(0, |sum, coin| sum ^ values[coin as usize]);
            let options: BTreeSet<u64> = sets(n, sizes.clone()).into_iter().map(sum).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
            assert_eq!(sequence.known(n), values.last().copied(), "{kind} {n}");
        }
    }
    check_board("coins:ternups", 7, |n| {
        let pair = |a, b| (2 * b == a + n).then(|| vec![a, b]);
        (1..n).flat_map(|a| (a + 1..n).filter_map(move |b| pair(a, b))).collect()
    });
    check_board("coins:ruler", 7, |n| (1..=n).map(|from| (from..n).collect()).collect());
}

#[test]
fn array_game() {
    for cells in 1..=9_u64 {
        check_board(&format!("array-game:{cells}"), cells, |x| {
            (1..=cells / x).map(|last| (2..=last).map(|k| k * x).collect()).collect()
        });
    }
}

#[test]
fn graphs() {
    // Two graphs: one where the SJ rule's premise holds, and one where it does not.
    for (name, edges) in [
        ("diamond", &[(3, 1), (3, 2), (2, 1), (1, 0), (4, 3), (4, 2), (5, 4), (5, 0)][..]),
        ("chain of twos", &[(1, 0), (2, 0), (2, 1), (3, 2), (4, 2), (4, 3), (5, 2), (6, 3), (6, 5)]),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text: String = edges.iter().map(|(from, to)| format!("{from} {to}\n")).collect();
        std::fs::write(file.path(), text).unwrap();
        let game = format!("graph:{}", file.path().display());
        let mut oracle = Oracle::new(|state: &State| {
            let mut moves = Vec::new();
            for (index, vertex) in state.iter().enumerate() {
                for (_, to) in edges.iter().filter(|(from, _)| from == vertex) {
                    let mut next = state.clone();
                    next[index] = *to;
                    moves.push((index, vec![*to], next));
                }
            }
            moves
        });
        for heaps in multisets(5, 2).into_iter().chain(multisets(5, 3)) {
            let mut watch = unwatched;
            let mut budget = Budget::new(&mut watch);
            for misere in [false, true] {
                let mut position = position(&game, &written(&heaps));
                let outcome = position.outcome(misere, &mut budget).unwrap();
                assert_eq!(outcome.first_wins, oracle.wins(&heaps, misere), "{name} {heaps:?} {misere}");
                assert_eq!(outcome.nim_sum, Some(oracle.value(&heaps)));
                let moves = position.winning_moves(misere, false, &mut budget).unwrap();
                let label = |number: u64| position.game_of(0).label(number).unwrap().parse::<u64>().unwrap();
                let found: BTreeSet<(usize, Vec<u64>)> = moves
                    .iter()
                    .map(|winning| (winning.component, winning.to.iter().map(|&to| label(to)).collect()))
                    .collect();
                assert_eq!(found, oracle.winning_moves(&heaps, misere), "{name} {heaps:?} {misere}");
            }
        }
    }
}

#[test]
fn sums_of_different_games() {
    let kayles = code(&[0, 7, 7]);
    let grundy =
        |heap: u64| (1..heap).filter(|&a| 2 * a < heap).map(|a| vec![a, heap - a]).collect::<Vec<_>>();
    // Heaps of the first game stand below 100, of the second above.
    let mut oracle = heaps_oracle(move |heap| {
        if heap < 100 {
            kayles(heap)
        } else {
            let above = |option: Vec<u64>| option.into_iter().map(|heap| heap + 100).collect();
            grundy(heap - 100).into_iter().map(above).collect()
        }
    });
    for a in 0..=9 {
        for b in 0..=9_u64 {
            let mut watch = unwatched;
            let mut budget = Budget::new(&mut watch);
            for misere in [false, true] {
                let mut position = position("kayles+grundy", &written(&[a, b]));
                let outcome = position.outcome(misere, &mut budget).unwrap();
                let state = vec![a, b + 100];
                assert_eq!(outcome.first_wins, oracle.wins(&state, misere), "{a} {b} {misere}");
                let moves = position.winning_moves(misere, false, &mut budget).unwrap();
                assert_eq!(moves.len(), oracle.winning_moves(&state, misere).len(), "{a} {b} {misere}");
            }
        }
    }
}

#[test]
fn misere_play_is_refused_with_the_smallest_counterexample() {
    let mut watch = unwatched;
    let mut budget = Budget { positions: 10_000, ..Budget::new(&mut watch) };
    for (game, example) in [
        ("dawson", "for dawson 12 it says that the first player wins, but the second does"),
        ("grundy", "for grundy 3 13 it says that the first player wins, but the second does"),
    ] {
        let refusal = position(game, &written(&[90, 91])).outcome(true, &mut budget).unwrap_err();
        assert!(refusal.to_string().contains(example), "{refusal}");
    }
}

#[test]
fn huge_heaps_have_answers() {
    let mut watch = unwatched;
    let mut budget = Budget::new(&mut watch);
    let most = u64::MAX.to_string();
    for game in [
        "nim",
        "nimble",
        "bash:3",
        "bash:18446744073709551615",
        "subtract:1,3,4",
        "subtract:..7",
        "allbut:2,5",
        "powers-of:2",
        "powers-of:18446744073709551614",
        "kayles",
        "dawson",
        "0.156",
        "coins:turtles",
        "coins:ruler",
        "coins:twins",
        "fibonacci",
        "moore:2",
        "staircase",
        "subtract:1000000,3000000",
    ] {
        let mut position = position(game, std::slice::from_ref(&most));
        let outcome = position.outcome(false, &mut budget).unwrap_or_else(|error| panic!("{game}: {error}"));
        let moves = position
            .winning_moves(false, true, &mut budget)
            .unwrap_or_else(|error| panic!("{game}: {error}"));
        assert_eq!(outcome.first_wins, !moves.is_empty(), "{game}");
    }
    let less = u64::MAX - 5;
    for (game, component) in [
        ("wythoff", format!("{most},{less}")),
        ("lasker", less.to_string()),
        ("delete-nim", format!("{less},{most}")),
        ("euclid-to-zero", format!("{most},3")),
        ("hop:18446744073709551615", format!("4,{less}")),
    ] {
        let mut position = position(game, &[component]);
        assert!(position.outcome(false, &mut budget).unwrap().first_wins, "{game}");
        assert!(!position.winning_moves(false, true, &mut budget).unwrap().is_empty(), "{game}");
    }
}

#[test]
fn every_game_of_the_catalogue_is_tested_here() {
    let text = include_str!("engine_oracle.rs");
    for entry in CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Code)) {
        assert!(text.contains(&format!("\"{}", entry.name)), "{}", entry.name);
    }
}

/// Values of a code by the definition, digit by digit.
fn values_of_digits(digits: &[u64], len: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..len {
        let mut options = BTreeSet::new();
        for (taken, digit) in digits.iter().enumerate().take_while(|(taken, _)| *taken <= n) {
            let rest = n - taken;
            let allows = |parts: u32| digit >> parts & 1 == 1;
            if allows(0) && rest == 0 {
                options.insert(0);
            }
            if allows(1) && rest > 0 {
                options.insert(values[rest]);
            }
            for a in (1..rest).filter(|_| allows(2)) {
                options.insert(values[a] ^ values[rest - a]);
            }
            for a in (1..rest).filter(|_| allows(3)) {
                options.extend((1..rest - a).map(|b| values[a] ^ values[b] ^ values[rest - a - b]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// A proved period is the smallest that the values by the definition show far beyond the proof, and its certificate holds.
#[test]
fn periods_of_random_codes_are_minimal_and_verified() {
    let mut random = Random::new(7);
    let (mut proved, mut arithmetic) = (0, 0);
    for round in 0..160 {
        let hexadecimal = round % 4 != 0;
        let (radix, count) =
            if hexadecimal { (16, 1 + random.within(0, 6 - 1)) } else { (8, 1 + random.within(0, 3 - 1)) };
        let mut digits = vec![4 * random.within(0, radix / 4 - 1)];
        digits.extend((0..count).map(|_| random.within(0, radix - 1)));
        let written: String = digits[1..].iter().map(|digit| format!("{digit:X}")).collect();
        let game = format!("{}{:X}.{written}", if hexadecimal { "hex:" } else { "" }, digits[0]);
        let mut games =
            notation::parse(&game, &mut |_: &str| Err(std::io::ErrorKind::Unsupported.into())).unwrap();
        let rules = games[0].as_mut();
        let name = rules.name();
        let sequence = rules.sequence().unwrap();
        sequence.reach(64, &mut unwatched).unwrap();
        let Some(certificate) = Certificate::from_sequence(name, sequence) else { continue };
        let Period { preperiod, period, saltus } = certificate.period;
        let values =
            values_of_digits(&digits, if digits.iter().any(|digit| digit & 8 != 0) { 90 } else { 160 });
        let len = values.len() as u64;
        let holds =
            |e: u64, p: u64, s: u64| (e..len - p).all(|n| values[(n + p) as usize] == values[n as usize] + s);
        assert!(holds(preperiod, period, saltus), "{game} {:?}", certificate.period);
        assert!(preperiod == 0 || !holds(preperiod - 1, period, saltus), "{game} {:?}", certificate.period);
        for less in 1..period {
            let step = values[(preperiod + less) as usize].checked_sub(values[preperiod as usize]);
            assert!(
                !step.is_some_and(|step| holds(preperiod, less, step)),
                "{game} {:?}",
                certificate.period
            );
        }
        assert!(certificate.verify(rules, &mut unwatched).is_ok(), "{game}");
        proved += 1;
        arithmetic += u32::from(saltus > 0);
    }
    assert!(proved > 60 && arithmetic > 10, "{proved} {arithmetic}");
}

#[test]
fn a_period_is_proved_as_soon_as_the_theorem_allows() {
    // One part is left: preperiod 0 counts as 1, a period, and the most that is taken.
    for zeros in [0, 1, 5, 31, 59, 100] {
        let game = format!("0.{}3", "0".repeat(zeros));
        let mut games =
            notation::parse(&game, &mut |_: &str| Err(std::io::ErrorKind::Unsupported.into())).unwrap();
        let sequence = games[0].sequence().unwrap();
        let taken = zeros as u64 + 1;
        sequence.reach(3 * taken, &mut unwatched).unwrap();
        assert_eq!(sequence.period(), None, "{game}");
        sequence.reach(3 * taken + 1, &mut unwatched).unwrap();
        assert_eq!(sequence.period(), Some(Period { preperiod: 0, period: 2 * taken, saltus: 0 }), "{game}");
    }
}
