//! The computer of `toolkit play` never errs: from a position that can be won it wins, against a player that moves at random and
//! against one that never errs and makes the way to the win as narrow as it can; in every game of the catalogue.
//!
//! The rules stand here once more, as plainly as possible. They say which moves are legal, when a game is over and who has won, and
//! by a search of all positions what the opponent knows. `TOOLKIT_TEST_ALL=1` plays 10 000 games for each game, rule and opponent.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use nim_engine::games::{CATALOGUE, notation};
use nim_ground::random::Random;
use nim_referee::player::{PERFECT, Player};
use nim_referee::start;
use nim_referee::table::{Table, TableMove};

use crate::engine::engine_oracle::{code, takes};
use crate::whole;

type Component = Vec<u64>;
/// The options of a component, each a list of components.
type Options = Box<dyn Fn(&[u64]) -> Vec<Vec<Component>>>;

/// Each heap becomes some heaps.
fn heaps(options: impl Fn(u64) -> Vec<Vec<u64>> + 'static) -> Options {
    Box::new(move |component| {
        let parts = |option: Vec<u64>| option.into_iter().map(|part| vec![part]).collect();
        component.first().map_or_else(Vec::new, |&heap| options(heap).into_iter().map(parts).collect())
    })
}

/// Each component becomes one other.
fn lists(options: impl Fn(&[u64]) -> Vec<Component> + 'static) -> Options {
    Box::new(move |component| options(component).into_iter().map(|option| vec![option]).collect())
}

/// A move turns a cell off and a set of others over.
fn board(others: impl Fn(u64) -> Vec<Vec<u64>> + 'static) -> Options {
    lists(move |on| {
        let after = |cell: u64, turned: Vec<u64>| {
            let mut after: BTreeSet<u64> = on.iter().copied().collect();
            for cell in turned.into_iter().chain([cell]) {
                if !after.remove(&cell) {
                    after.insert(cell);
                }
            }
            after.into_iter().collect()
        };
        on.iter().flat_map(|&cell| others(cell).into_iter().map(move |turned| after(cell, turned))).collect()
    })
}

/// Returns all sets of numbers below n of the allowed sizes.
fn sets(n: u64, sizes: std::ops::RangeInclusive<u32>) -> Vec<Vec<u64>> {
    let sets = (0..1_u64 << (n - 1)).filter(|set| sizes.contains(&set.count_ones()));
    sets.map(|set| (1..n).filter(|number| set >> (number - 1) & 1 == 1).collect()).collect()
}

fn with(list: &[u64], index: usize, number: u64) -> Component {
    let mut list = list.to_vec();
    list[index] = number;
    list
}

/// Returns the heaps after up to `most` of them became smaller, from one index on.
fn several(heaps: &[u64], most: u64, from: usize) -> Vec<Component> {
    let Some(&heap) = heaps.get(from) else { return vec![heaps.to_vec()] };
    let mut all = several(heaps, most, from + 1);
    for less in (0..heap).filter(|_| most > 0) {
        all.extend(several(&with(heaps, from, less), most - 1, from + 1));
    }
    all
}

fn cut(below: &[u64], edge: u64) -> Component {
    let stands = |mut vertex: u64| {
        while vertex > 0 && vertex != edge {
            vertex = below[vertex as usize - 1];
        }
        vertex == 0
    };
    let left: Vec<u64> = (0..=below.len() as u64).filter(|&vertex| stands(vertex)).collect();
    let number = |vertex: u64| left.iter().position(|&other| other == vertex).unwrap() as u64;
    left[1..].iter().map(|&vertex| number(below[vertex as usize - 1])).collect()
}

const EDGES: [(u64, u64); 9] = [(1, 0), (2, 0), (2, 1), (3, 2), (4, 2), (4, 3), (5, 2), (6, 3), (6, 5)];
const CELLS: u64 = 8;

/// Returns the rules of a game, from its description.
fn rules(game: &str) -> Options {
    match game {
        "nim" | "nimble" => heaps(takes(|_| true)),
        "bash:3" => heaps(takes(|taken| taken <= 3)),
        "subtract:1,3,4" => heaps(takes(|taken| [1, 3, 4].contains(&taken))),
        "allbut:2,5" => heaps(takes(|taken| taken != 2 && taken != 5)),
        "powers-of:2" => heaps(takes(|taken| [1, 2, 4, 8, 16].contains(&taken))),
        "squares" => heaps(takes(|taken| [1, 4, 9, 16].contains(&taken))),
        "primes" => heaps(takes(|taken| [2, 3, 5, 7, 11, 13].contains(&taken))),
        "0.156" => heaps(code(&[0, 1, 5, 6])),
        "hex:0.9F" => heaps(code(&[0, 9, 15])),
        "kayles" => heaps(code(&[0, 7, 7])),
        "dawson" => heaps(code(&[0, 0, 7])),
        "treblecross" => heaps(code(&[0, 0, 0, 7])),
        "officers" => heaps(code(&[0, 6])),
        "grundy" => heaps(|heap| (1..heap).filter(|&a| 2 * a < heap).map(|a| vec![a, heap - a]).collect()),
        "lasker" => heaps(|heap| {
            let split = |a: u64| vec![a, heap - a];
            (0..heap).map(|left| vec![left]).chain((1..=heap / 2).map(split)).collect()
        }),
        "wythoff" => lists(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let single = (1..=a).map(|k| vec![a - k, b]).chain((1..=b).map(|k| vec![a, b - k]));
            single.chain((1..=a.min(b)).map(|k| vec![a - k, b - k])).collect()
        }),
        "fibonacci" => lists(|component| {
            let heap = component[0];
            let most = component.get(1).copied().unwrap_or(heap.saturating_sub(1)).min(heap);
            (1..=most).map(|taken| vec![heap - taken, (2 * taken).min(heap - taken)]).collect()
        }),
        "moore:2" => lists(|heaps| several(heaps, 2, 0).into_iter().filter(|after| after != heaps).collect()),
        "staircase" => lists(|steps| {
            let down = |step: usize, taken: u64| {
                let after = with(steps, step, steps[step] - taken);
                if step > 0 { with(&after, step - 1, steps[step - 1] + taken) } else { after }
            };
            let each =
                |step: usize| (1..=steps[step]).map(move |taken| down(step, taken)).collect::<Vec<_>>();
            (0..steps.len()).flat_map(each).collect()
        }),
        "coins:turtles" => board(|n| sets(n, 0..=1)),
        "coins:mock-turtles" => board(|n| sets(n, 0..=2)),
        "coins:moebius" => board(|n| sets(n, 0..=4)),
        "coins:mogul" => board(|n| sets(n, 0..=6)),
        "coins:moidores" => board(|n| sets(n, 0..=8)),
        "coins:twins" => board(|n| sets(n, 1..=1)),
        "coins:triplets" => board(|n| sets(n, 2..=2)),
        "coins:ternups" => {
            board(|n| sets(n, 2..=2).into_iter().filter(|two| 2 * two[1] == two[0] + n).collect())
        }
        "coins:ruler" => board(|n| (1..=n).map(|from| (from..n).collect()).collect()),
        "array-game:12" => board(|x| (1..=12 / x).map(|last| (2..=last).map(|k| k * x).collect()).collect()),
        "distinct" => lists(|component| {
            let (heap, taken) = (component[0], &component[1..]);
            let after = (1..=heap).filter(|number| !taken.contains(number)).map(|number| {
                let mut taken: Vec<u64> = [taken, &[number]].concat();
                taken.retain(|&taken| taken <= heap - number);
                taken.sort_unstable();
                [vec![heap - number], taken].concat()
            });
            after.collect()
        }),
        "delete-nim" => lists(|pair| {
            let split = |heap: u64| (1..=heap / 2).map(move |part| vec![part, heap - part]);
            split(pair[0]).chain(split(pair[1])).collect()
        }),
        "euclid-to-zero" => lists(|pair| {
            let (large, small) = (pair[0].max(pair[1]), pair[0].min(pair[1]));
            let index = usize::from(pair[1] > pair[0]);
            let less = (1..=large).map(|times| times * small).filter(|&less| small > 0 && less <= large);
            less.map(|less| with(pair, index, large - less)).collect()
        }),
        "merge:4" => lists(|heaps| {
            let pairs = (0..heaps.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let joined = pairs.filter(|&(a, b)| heaps[a] + heaps[b] <= 4).map(|(a, b)| {
                let mut after = heaps.to_vec();
                let stones = after.remove(b) + after.remove(a);
                after.push(stones);
                after
            });
            joined.collect()
        }),
        "hop:8" => lists(|row| {
            let moved = |piece: &u64| {
                let free = (piece + 1..=CELLS).find(|cell| !row.contains(cell))?;
                Some(row.iter().copied().filter(|other| other != piece).chain([free]).collect())
            };
            row.iter().filter_map(moved).collect()
        }),
        "hackenbush" => Box::new(|below| {
            let left = (1..=below.len() as u64).map(|edge| cut(below, edge));
            left.map(|left| if left.is_empty() { Vec::new() } else { vec![left] }).collect()
        }),
        _ if game.starts_with("graph:") => lists(|vertex| {
            EDGES.iter().filter(|(from, _)| *from == vertex[0]).map(|&(_, to)| vec![to]).collect()
        }),
        _ => panic!("there are no rules of {game} here"),
    }
}

/// Returns whether the order of a component's numbers means nothing.
fn is_unordered(game: &str) -> bool {
    ["moore", "merge", "hop", "coins", "array"].iter().any(|name| game.starts_with(name))
}

/// The options of a component of a game.
type Became = Rc<Vec<Vec<Component>>>;

/// A sum of games by their plain rules, with the results of a search.
struct Plain {
    games: Vec<(String, Options)>,
    misere: bool,
    wins: HashMap<State, bool>,
    /// The options that were asked for.
    options: RefCell<HashMap<(usize, Component), Became>>,
}

type State = Vec<(usize, Component)>;

impl Plain {
    /// Returns a component in a form that is the same however it is written.
    fn normal(&self, term: usize, component: &[u64]) -> Component {
        let mut normal = component.to_vec();
        if is_unordered(&self.games[term].0) {
            normal.sort_unstable();
            normal.retain(|&number| number > 0);
        }
        normal
    }

    fn options(&self, term: usize, component: &[u64]) -> Became {
        let make = || if component.is_empty() { Vec::new() } else { (self.games[term].1)(component) };
        let mut known = self.options.borrow_mut();
        Rc::clone(known.entry((term, component.to_vec())).or_insert_with(|| Rc::new(make())))
    }

    /// Returns the components of an option in such a form, without those that have no moves.
    fn normal_option(&self, term: usize, option: &[Component]) -> Vec<Component> {
        let alive = option.iter().filter(|part| !self.options(term, part).is_empty());
        let mut normal: Vec<Component> = alive.map(|part| self.normal(term, part)).collect();
        normal.sort_unstable();
        normal
    }

    /// Returns the position without what has no moves, in order.
    fn state(&self, places: &State) -> State {
        let alive = places.iter().filter(|(term, component)| !self.options(*term, component).is_empty());
        let mut state: State = alive.map(|(term, part)| (*term, self.normal(*term, part))).collect();
        state.sort_unstable();
        state
    }

    /// Returns all moves: the place, its option, and the position after the move.
    fn moves(&self, places: &State) -> Vec<(usize, Vec<Component>, State)> {
        let mut moves = Vec::new();
        for (place, (term, component)) in places.iter().enumerate() {
            for option in self.options(*term, component).iter() {
                moves.push((place, option.clone(), replaced(places, place, option)));
            }
        }
        moves
    }

    /// Returns whether the player to move wins, by a search of all that can be reached.
    fn wins(&mut self, places: &State) -> bool {
        let state = self.state(places);
        if let Some(&wins) = self.wins.get(&state) {
            return wins;
        }
        let moves = self.moves(&state);
        let wins =
            if moves.is_empty() { self.misere } else { moves.iter().any(|(.., after)| !self.wins(after)) };
        self.wins.insert(state, wins);
        wins
    }

    /// Returns the move of a player that never errs. From a lost position it leaves as few winning replies as it can.
    fn best(&mut self, places: &State, random: &mut Random) -> (usize, Vec<Component>, State) {
        let moves = self.moves(places);
        let replies = |plain: &mut Self, after: &State| {
            let replies = plain.moves(after);
            replies.iter().filter(|(.., last)| !plain.wins(last)).count()
        };
        let counts: Vec<usize> = moves
            .iter()
            .map(|(.., after)| if self.wins(after) { 1 + replies(self, after) } else { 0 })
            .collect();
        let least = counts.iter().min().copied().unwrap_or(0);
        let best: Vec<usize> = (0..moves.len()).filter(|&index| counts[index] == least).collect();
        moves[best[random.within(0, best.len() as u64 - 1) as usize]].clone()
    }
}

/// Returns the position in which a place became some components.
fn replaced(places: &State, place: usize, option: &[Component]) -> State {
    let mut after = places.clone();
    let term = after[place].0;
    let parts = if option.is_empty() { vec![Vec::new()] } else { option.to_vec() };
    after.splice(place..=place, parts.into_iter().map(|part| (term, part)));
    after
}

/// A table, and the same position by the plain rules.
struct Play {
    table: Table,
    plain: Plain,
    places: State,
    name: String,
}

impl Play {
    /// Lays out a random position of few numbers, which the player to move can win; `None` where none was found.
    fn lay(&mut self, random: &mut Random) -> Option<()> {
        for _ in 0..20_000 {
            let position = start::small_position(&self.table.terms(), random);
            let weight = |component: &Component| component.iter().sum::<u64>().max(component.len() as u64);
            let pair = ["wythoff", "euclid", "fibonacci", "coins", "array", "hop", "delete"];
            let most = if pair.iter().any(|name| self.name.starts_with(name)) { u64::MAX } else { 13 };
            let is_far = self.name.contains("coins") && position.iter().flatten().any(|&coin| coin > 7);
            if is_far || position.iter().map(weight).sum::<u64>() > most {
                continue;
            }
            self.table.lay(position).unwrap();
            self.places =
                self.table.places().iter().map(|place| (place.term, place.component.clone())).collect();
            if self.plain.wins(&self.places) && !self.plain.moves(&self.places).is_empty() {
                return Some(());
            }
        }
        None
    }

    /// Makes a move on both.
    fn make(&mut self, place: usize, option: Vec<Component>, after: State) {
        let written = self.table.written_move(&TableMove { place, option });
        let read = self.table.read_typed(&written);
        let read = read.unwrap_or_else(|why| panic!("{} {}: {why}", self.name, self.table.written()));
        self.table.make(read);
        self.places = after;
    }

    /// Plays one game; returns whether the computer, which moves first, has won.
    fn is_won(&mut self, is_perfect: bool, random: &mut Random) -> bool {
        let mut computer = Player::new(PERFECT, random.bits());
        let mut is_computers = true;
        loop {
            let moves = self.plain.moves(&self.places);
            assert_eq!(moves.is_empty(), self.table.is_over(), "{} {}", self.name, self.table.written());
            if moves.is_empty() {
                return is_computers == self.plain.misere;
            }
            let (place, option, after) = if is_computers {
                let chosen = computer.choose(&mut self.table).unwrap().unwrap();
                let TableMove { place, option } = chosen;
                let (term, component) = self.places[place].clone();
                let claimed = self.plain.normal_option(term, &option);
                let options = self.plain.options(term, &component);
                let is_legal = options.iter().any(|option| self.plain.normal_option(term, option) == claimed);
                assert!(is_legal, "{} {}: {place} {option:?}", self.name, self.table.written());
                let after = replaced(&self.places, place, &option);
                (place, option, after)
            } else if is_perfect {
                self.plain.best(&self.places, random)
            } else {
                moves[random.within(0, moves.len() as u64 - 1) as usize].clone()
            };
            self.make(place, option, after);
            is_computers = !is_computers;
        }
    }
}

/// Plays `games` games of a sum with each rule and opponent; returns how many were played.
fn check(game: &str, games: u32) -> u32 {
    let mut played = 0;
    for misere in [false, true] {
        let mut read = |file: &str| std::fs::read_to_string(file);
        let table = Table::from_games(game, notation::parse(game, &mut read).unwrap(), misere);
        let terms = game.split('+').map(|term| (term.to_owned(), rules(term))).collect();
        let plain = Plain { games: terms, misere, wins: HashMap::new(), options: RefCell::default() };
        let mut play = Play { table, plain, places: Vec::new(), name: game.to_owned() };
        let mut random = Random::new(u64::from(misere));
        for is_perfect in [false, true] {
            let mut won = 0;
            for _ in 0..games {
                play.lay(&mut random).unwrap_or_else(|| panic!("{game} {misere}: no position can be won"));
                won += u32::from(play.is_won(is_perfect, &mut random));
            }
            assert_eq!(won, games, "{game}, misère {misere}, perfect opponent {is_perfect}");
            played += won;
        }
    }
    played
}

#[test]
fn the_computer_wins_every_game_that_can_be_won() {
    let is_all = whole::is_whole();
    let games = if is_all { 10_000 } else { 2 };
    let file = tempfile::NamedTempFile::new().unwrap();
    let vertices = (0..=6).map(|vertex| format!("{vertex}\n"));
    let edges = EDGES.iter().map(|(from, to)| format!("{from} {to}\n"));
    std::fs::write(file.path(), vertices.chain(edges).collect::<String>()).unwrap();
    let kinds = ["turtles", "moebius", "mogul", "moidores", "twins", "triplets", "ternups", "ruler"];
    let mut all: Vec<String> = CATALOGUE.iter().map(|entry| entry.example.to_owned()).collect();
    all.retain(|game| !game.starts_with("graph") && !game.starts_with("hop"));
    all.extend(kinds.map(|kind| format!("coins:{kind}")));
    all.extend(["hop:8", "kayles+wythoff", "nim+hackenbush", "lasker+coins:twins"].map(str::to_owned));
    all.push(format!("graph:{}", file.path().display()));
    for game in all {
        let begin = std::time::Instant::now();
        let played = check(&game, games);
        if is_all {
            eprintln!("{game}: {played} of {played} games won in {:.0?}", begin.elapsed());
        }
    }
}
