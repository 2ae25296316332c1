//! Random sums of every game of the catalogue: each winner, end, move, reply, value and theorem that `explain` states is read back from
//! its lines, in both languages, and compared with a search of the whole sum.
//!
//! The search is written here. It shares with the engine the list of a component's options, which `engine_oracle` checks.

use crate::run::Test;
use itertools::Itertools;
use nim_engine::games::notation;
use nim_engine::games::position::Position;
use nim_engine::games::{CATALOGUE, CatalogueEntry, Make};
use nim_engine::theory::budget::Budget;
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::reason::Reason;
use nim_engine::theory::shape::Shape;
use nim_engine::theory::watch::unwatched;
use nim_explain::picture::{self, Mark, Style};
use nim_explain::words::Language;
use nim_explain::{Explanation, Method, Reply, Step, explain};
use nim_ground::random::Random;
use nim_solve::problem::MappedPosition;
use nim_testing::whole::is_whole;
use regex::{Captures, Regex};
use std::collections::HashMap;
use std::io;
use std::ops::ControlFlow;

const GRAPH: &str = "a b\na c\nb c\nc d\ne a\ne d\nf e\nf b\n";

fn read_graph(_: &str) -> io::Result<String> {
    Ok(GRAPH.to_owned())
}

/// Returns notations of every game that an entry of the catalogue makes, with several arguments.
fn notations(entry: &CatalogueEntry) -> Vec<String> {
    let arguments: &[&str] = match (entry.make, entry.name) {
        (Make::Plain(_) | Make::Named(_), name) => return vec![name.to_owned()],
        (Make::Code, _) => return ["0.156", "0.37", "4.007", "0.(3)", "0.45"].map(str::to_owned).to_vec(),
        (Make::Graph, _) => &["game.txt"],
        (Make::With(_), "bash") => &["1", "2", "3", "5"],
        (Make::With(_), "subtract") => &["1,3,4", "2,5", "2..4", "..3"],
        (Make::With(_), "allbut") => &["2,5", "1"],
        (Make::With(_), "powers-of") => &["2", "3", "1"],
        (Make::With(_), "hex") => &["0.9F", "0.88B"],
        (Make::With(_), "moore") => &["1", "2", "3"],
        (Make::With(_), "coins") => &[
            "turtles",
            "mock-turtles",
            "moebius",
            "mogul",
            "moidores",
            "twins",
            "triplets",
            "ruler",
            "ternups",
        ],
        (Make::With(_), "array-game") => &["1", "5", "9", "12"],
        (Make::With(_), "merge") => &["2", "3", "4"],
        (Make::With(_), "hop") => &["1", "5", "8"],
        (Make::With(_), name) => panic!("{name}: name some arguments here, so that its sums are tried"),
    };
    arguments.iter().map(|argument| format!("{}:{argument}", entry.name)).collect()
}

/// A component in the search: a number for the game and its numbers.
type Id = u32;

struct Known {
    /// The sums that a move leads to; parts without a move are left out.
    options: Vec<Vec<Id>>,
    value: u64,
    /// The components that are reached, itself included.
    reached: u64,
}

/// Searches of positions, which no sum needs a second time.
#[derive(Default)]
struct Search {
    ids: HashMap<(usize, Component), Id>,
    known: Vec<Known>,
    wins: HashMap<(bool, Vec<Id>), bool>,
}

fn options(game: &dyn Game, component: &[u64]) -> Vec<Vec<Component>> {
    let mut options = Vec::new();
    if !component.is_empty() {
        let _ = game.options(component, &mut |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        });
    }
    options
}

impl Search {
    fn id(&mut self, catalogue: &Catalogue, game: usize, component: &[u64]) -> Id {
        let key = (game, component.to_vec());
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let options = options(&*catalogue.games[game], component);
        let mut sums: Vec<Vec<Id>> = Vec::new();
        for parts in &options {
            let parts = parts.iter().map(|part| self.id(catalogue, game, part)).collect();
            sums.push(self.moving(parts));
        }
        let values: Vec<u64> = sums.iter().map(|sum| self.value(sum)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        let reached = sums.iter().flatten().map(|&part| self.known[part as usize].reached).max();
        let reached = 1 + sums.len() as u64 + reached.unwrap_or(0);
        let id = Id::try_from(self.known.len()).unwrap();
        self.known.push(Known { options: sums, value, reached });
        self.ids.insert(key, id);
        id
    }

    /// Returns a sum without the components that have no move, in order.
    fn moving(&self, mut sum: Vec<Id>) -> Vec<Id> {
        sum.retain(|&id| !self.known[id as usize].options.is_empty());
        sum.sort_unstable();
        sum
    }

    fn value(&self, sum: &[Id]) -> u64 {
        sum.iter().fold(0, |all, &id| all ^ self.known[id as usize].value)
    }

    /// Returns whether the player to move wins the whole sum, by its moves alone.
    fn first_wins(&mut self, sum: &[Id], misere: bool) -> bool {
        if sum.is_empty() {
            return misere;
        }
        let key = (misere, sum.to_vec());
        if let Some(&wins) = self.wins.get(&key) {
            return wins;
        }
        let mut wins = false;
        for index in (0..sum.len()).filter(|&index| index == 0 || sum[index] != sum[index - 1]) {
            for option in 0..self.known[sum[index] as usize].options.len() {
                let mut next = [&sum[..index], &sum[index + 1..]].concat();
                next.extend(&self.known[sum[index] as usize].options[option]);
                next.sort_unstable();
                wins = wins || !self.first_wins(&next, misere);
            }
            if wins {
                break;
            }
        }
        self.wins.insert(key, wins);
        wins
    }
}

/// The games, each once.
struct Catalogue {
    notations: Vec<String>,
    games: Vec<Box<dyn Game>>,
}

impl Catalogue {
    fn new() -> Self {
        let notations: Vec<String> = CATALOGUE.iter().flat_map(notations).collect();
        let games = notations.iter().map(|text| notation::parse(text, &mut read_graph).unwrap().remove(0));
        Self { games: games.collect(), notations }
    }

    /// Returns whether a game is of this kind: of many heaps, or of a board.
    fn is_whole(&self, game: usize) -> bool {
        self.games[game].shape() == Shape::Whole
    }

    fn is_board(&self, game: usize) -> bool {
        matches!(self.games[game].shape(), Shape::Board { .. })
    }
}

/// The position of a question: the games of its terms, and the text of each heap.
struct Asked {
    terms: Vec<usize>,
    given: Vec<Component>,
    misere: bool,
}

/// A component of the search, with the index of the heap that it has come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    game: usize,
    origin: usize,
    numbers: Component,
}

/// Draws numbers for a component of a game; `None` where they are none.
fn drawn(game: &dyn Game, random: &mut Random) -> Option<Component> {
    let component = match game.shape() {
        Shape::Heap => vec![random.within(0, 7)],
        Shape::Vertex { count } => vec![random.within(0, count - 1)],
        _ if random.within(0, 15) == 0 => return Some(Vec::new()),
        Shape::Tuple { numbers, .. } => {
            let count = random.within(*numbers.start() as u64, (*numbers.end() as u64).min(4));
            random.list(count, 0, 6)
        }
        Shape::Whole => {
            let count = random.within(1, 3);
            random.list(count, 0, 3)
        }
        Shape::Board { cells } => {
            let last = *cells.end().min(&7);
            (1..=last).filter(|_| random.within(0, 2) == 0).collect()
        }
    };
    (component.is_empty() || game.check(&component).is_ok()).then_some(component)
}

/// The most positions of a sum that is searched.
const SEARCHED: u64 = 3000;

impl Asked {
    /// Draws a position: one to four components of a game or of several, sometimes the same heap or the same game again.
    fn draw(catalogue: &Catalogue, search: &mut Search, seed: u64) -> Option<Self> {
        let mut random = Random::new(seed);
        let count = random.within(1, 4) as usize;
        let is_sum = count > 1 && random.within(0, 3) > 0;
        // Every game has its turn as the first.
        let mut terms = vec![seed as usize % catalogue.games.len()];
        while is_sum && terms.len() < count {
            let any = random.within(0, catalogue.games.len() as u64 - 1) as usize;
            terms.push(if random.within(0, 5) == 0 { terms[0] } else { any });
        }
        let mut given: Vec<Component> = Vec::new();
        for index in 0..count {
            let game = &*catalogue.games[if is_sum { terms[index] } else { terms[0] }];
            let again = given.last().filter(|last| !last.is_empty() && game.check(last).is_ok()).cloned();
            let is_one = !is_sum && catalogue.is_whole(terms[0]);
            let component = match again.filter(|_| random.within(0, 3) == 0) {
                Some(again) => again,
                None if is_one && count > 1 => vec![random.within(0, 3)],
                None => drawn(game, &mut random)?,
            };
            given.push(component);
        }
        let asked = Self { terms, given, misere: random.within(0, 1) == 1 };
        let placed = asked.placed(catalogue)?;
        let sum: Vec<Id> =
            placed.iter().map(|place| search.id(catalogue, place.game, &place.numbers)).collect();
        let size =
            sum.iter().fold(1_u64, |product, &id| product.saturating_mul(search.known[id as usize].reached));
        (size <= SEARCHED).then_some(asked)
    }

    fn game(&self) -> usize {
        self.terms[0]
    }

    /// Returns the components of the search; `None` where the numbers are no position.
    fn placed(&self, catalogue: &Catalogue) -> Option<Vec<Placed>> {
        let game_of = |origin: usize| if self.terms.len() > 1 { self.terms[origin] } else { self.game() };
        let is_one =
            self.terms.len() == 1 && (catalogue.is_whole(self.game()) || catalogue.is_board(self.game()));
        let placed: Vec<Placed> = if is_one {
            vec![Placed { game: self.game(), origin: 0, numbers: self.given.concat() }]
        } else {
            let placed = self.given.iter().enumerate();
            placed
                .map(|(origin, numbers)| Placed { game: game_of(origin), origin, numbers: numbers.clone() })
                .collect()
        };
        for Placed { game, numbers, .. } in &placed {
            let is_twice = catalogue.is_board(*game) && !numbers.iter().all_unique();
            if is_twice || (!numbers.is_empty() && catalogue.games[*game].check(numbers).is_err()) {
                return None;
            }
        }
        let is_mixed = is_one && catalogue.is_whole(self.game()) && self.given.len() > 1;
        (!is_mixed || self.given.iter().all(|heap| heap.len() == 1)).then_some(placed)
    }
}

/// A move of an answer: the index of a heap, its value before and after as text, and the Sprague–Grundy values before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    heap: usize,
    from: String,
    to: String,
    values: Option<(u64, u64)>,
}

/// The patterns of one language.
struct Sentences {
    language: Language,
    /// A move, and a move with its answer or the end.
    step: Regex,
    reply: Regex,
    count: Regex,
    outcome: Regex,
    row: Regex,
    sum: Regex,
}

impl Sentences {
    fn new(language: Language) -> Self {
        let is_english = language == Language::English;
        let move_of = |name: &str| {
            let text = if is_english {
                r"heap(?: (?P<H>\d+))?: (?P<F>[^\s;]+) -> (?P<T>[^\s;]+(?: \+ [^\s;]+)*)(?: \(value (?P<B>\d+) -> (?P<A>\d+)\))?"
            } else {
                r"堆 ?(?P<H>\d+)?: (?P<F>[^\s;，堆]+) -> (?P<T>[^\s;，堆]+(?: \+ [^\s;，堆]+)*)(?: ?\(SG ?值 ?(?P<B>\d+) -> (?P<A>\d+)\))?"
            };
            "HFTBA".chars().fold(text.to_owned(), |text, group| {
                text.replace(&format!("<{group}>"), &format!("<{name}{group}>"))
            })
        };
        let patterns = if is_english {
            [
                format!("{}(?: is answered by {}| ends the game)", move_of("m"), move_of("a")),
                r"^(?:(?P<one>The winning move)|(?P<count>\d+) winning moves|(?P<some>Winning moves)): "
                    .to_owned(),
                "(?i)the player to move (?:(?P<wins>wins|has won)|(?P<loses>loses|has lost))".to_owned(),
                r"^  heap(?: (?P<H>\d+))?: (?P<F>\S+?)(?:, value (?P<V>\d+))? +(?P<D>[01]+)$".to_owned(),
                r"nim-sum(?: of the values)? is (\d+)|(?i:the value) is (\d+)".to_owned(),
            ]
        } else {
            [
                format!("{}(?:，应对是 ?{}|，游戏结束)", move_of("m"), move_of("a")),
                r"^(?:(?P<one>必胜的走法)|共 ?(?P<count>\d+) ?种必胜走法|(?P<some>必胜走法))：".to_owned(),
                "(?P<wins>先手必胜|变成偶数，必胜|先手已经赢了)|(?P<loses>先手必败|先手已经输了)".to_owned(),
                r"^  堆 ?(?P<H>\d+)?: (?P<F>[^\s，]+?)(?:，SG 值 (?P<V>\d+))? +(?P<D>[01]+)$".to_owned(),
                r"异或和为 ?(\d+)|SG 值为 ?(\d+)".to_owned(),
            ]
        };
        let [reply, count, outcome, row, sum] = patterns.map(|pattern| Regex::new(&pattern).unwrap());
        Self { language, step: Regex::new(&move_of("m")).unwrap(), reply, count, outcome, row, sum }
    }
}

fn said(found: &Captures<'_>, name: &str) -> Option<Said> {
    let group = |group: char| found.name(&format!("{name}{group}")).map(|text| text.as_str());
    let number = |letter: char| group(letter).map(|digits| digits.parse::<u64>().unwrap());
    let heap = number('H').map_or(0, |heap| heap as usize - 1);
    let values = number('B').zip(number('A'));
    Some(Said { heap, from: group('F')?.to_owned(), to: group('T')?.to_owned(), values })
}

impl From<&Step> for Said {
    fn from(step: &Step) -> Self {
        Self { heap: step.component, from: step.from.clone(), to: step.to.clone(), values: step.values }
    }
}

impl Said {
    /// Returns whether this is read from the text of that: values that are the heaps themselves are not written twice.
    fn is_read_from(&self, step: &Step) -> bool {
        let all = Self::from(step);
        let is_plain = all.values.is_some_and(|(before, after)| {
            (before.to_string(), after.to_string()) == (all.from.clone(), all.to.clone())
        });
        *self == if is_plain { Self { values: None, ..all } } else { all }
    }
}

/// Joins lines that were broken at a space or behind a wide letter.
fn joined<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    lines.into_iter().fold(String::new(), |mut text, line| {
        let line = line.trim();
        let is_wide = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii());
        let is_near = is_wide(text.chars().last()) || is_wide(line.chars().next());
        text.extend([if is_near { "" } else { " " }, line]);
        text
    })
}

type Claim = Result<(), String>;

fn claim(holds: bool, what: impl FnOnce() -> String) -> Claim {
    if holds { Ok(()) } else { Err(what()) }
}

/// The known facts of a position besides its explanation.
struct Checked<'c> {
    catalogue: &'c Catalogue,
    asked: &'c Asked,
    search: &'c mut Search,
}

impl Checked<'_> {
    fn sum(&mut self, state: &[Placed]) -> Vec<Id> {
        let (catalogue, search) = (self.catalogue, &mut *self.search);
        let sum = state.iter().map(|place| search.id(catalogue, place.game, &place.numbers)).collect();
        search.moving(sum)
    }

    fn first_wins(&mut self, state: &[Placed]) -> bool {
        let sum = self.sum(state);
        self.search.first_wins(&sum, self.asked.misere)
    }

    fn has_ended(&mut self, state: &[Placed]) -> bool {
        self.sum(state).is_empty()
    }

    fn value_of(&mut self, state: &[Placed]) -> u64 {
        let sum = self.sum(state);
        self.search.value(&sum)
    }

    /// Returns the position after a move that is said, if that is one.
    fn after(&mut self, state: &[Placed], said: &Said) -> Result<Vec<Placed>, String> {
        let is_sum = self.asked.terms.len() > 1;
        let index = if is_sum { self.asked.terms.get(said.heap).copied() } else { Some(self.asked.game()) };
        let index = index.ok_or_else(|| format!("{said:?}: no such heap"))?;
        let game = &*self.catalogue.games[index];
        let read = |text: &str| notation::component(game, text).map_err(|why| format!("{said:?}: {why}"));
        let from = read(&said.from)?;
        let to: Vec<Component> = said.to.split(" + ").map(read).collect::<Result<_, _>>()?;
        let is_one = !is_sum && (self.catalogue.is_whole(index) || self.catalogue.is_board(index));
        let is_board = self.catalogue.is_board(index);
        let is_step = is_one && !is_board && from.len() == 1;
        let origin = if is_one { 0 } else { said.heap };
        // Cell 0 of a board is ignored.
        let numbers_of = |numbers: &[u64]| if is_board { odd(numbers) } else { sorted(numbers) };
        let is_moved = |place: &&Placed| {
            place.origin == origin
                && (is_step || (is_board && is_one) || numbers_of(&place.numbers) == numbers_of(&from))
        };
        let moved = state.iter().find(is_moved).ok_or_else(|| format!("{said:?}: no such component"))?;
        let parts = |option: &[Component]| -> Vec<Component> {
            let is_left =
                |part: &&Component| !part.is_empty() && (game.shape() != Shape::Heap || **part != [0]);
            option.iter().filter(is_left).cloned().sorted().collect()
        };
        let is_made = |option: &Vec<Component>| {
            if is_board {
                let turned = [&moved.numbers[..], &from, &to.concat()].concat();
                let is_part = from.iter().all(|cell| moved.numbers.contains(cell));
                return is_part && odd(&option.concat()) == odd(&turned);
            }
            if is_step && moved.numbers.len() > 1 {
                let (before, after) = (&moved.numbers, &option[0]);
                return before.get(said.heap) == from.first()
                    && after.get(said.heap) == to[0].first()
                    && before[said.heap + 1..] == after[said.heap + 1..];
            }
            parts(option) == parts(&to)
        };
        let options = options(game, &moved.numbers);
        let option =
            options.iter().find(|option| is_made(option)).ok_or_else(|| format!("{said:?}: no move"))?;
        let mut after: Vec<Placed> = state.iter().filter(|place| *place != moved).cloned().collect();
        let same = state.iter().filter(|place| *place == moved).skip(1).cloned();
        after.extend(same);
        after.extend(option.iter().map(|part| Placed { numbers: part.clone(), ..moved.clone() }));
        // The values belong to the named component.
        if let Some((before, now)) = said.values {
            let is_part = is_board && is_one;
            let [before_of, now_of] = match is_part {
                true => [vec![from], to],
                false => [vec![moved.numbers.clone()], option.clone()],
            };
            let placed = |parts: Vec<Component>| -> Vec<Placed> {
                parts.into_iter().map(|numbers| Placed { game: index, origin, numbers }).collect()
            };
            let values = (self.value_of(&placed(before_of)), self.value_of(&placed(now_of)));
            claim(values == (before, now), || format!("{said:?}: the values are {values:?}"))?;
        }
        Ok(after)
    }

    /// Checks a move that is to win.
    fn winning(&mut self, state: &[Placed], said: &Said) -> Result<Vec<Placed>, String> {
        let after = self.after(state, said)?;
        claim(!self.first_wins(&after), || format!("{said:?} does not win"))?;
        Ok(after)
    }

    fn check(&mut self, explanation: &Explanation) -> Claim {
        let asked = self.asked;
        let state = asked.placed(self.catalogue).unwrap();
        let (wins, has_ended, value) =
            (self.first_wins(&state), self.has_ended(&state), self.value_of(&state));
        assert!(asked.misere || wins == (value != 0), "the search is wrong");
        claim(explanation.first_wins == wins, || format!("who wins: {explanation:?}"))?;
        claim(explanation.is_over == has_ended, || "the end".to_owned())?;
        claim(explanation.nim_sum.is_none_or(|sum| sum == value), || format!("the nim-sum is {value}"))?;
        self.shown(explanation, &state)?;
        self.method(explanation, &state, wins)?;

        let mut begun = state.clone();
        for (index, step) in explanation.moves.iter().enumerate() {
            let after = self.winning(&state, &step.into())?;
            if index == 0 {
                begun = after;
            }
        }
        claim(explanation.moves.is_empty() != (wins && !has_ended), || "no move is named".to_owned())?;
        let mut count = 0;
        for (index, place) in state.iter().enumerate() {
            for option in options(&*self.catalogue.games[place.game], &place.numbers) {
                let mut after = state.clone();
                after.remove(index);
                after.extend(option.into_iter().map(|numbers| Placed { numbers, ..place.clone() }));
                count += u64::from(!self.first_wins(&after));
            }
        }
        claim(explanation.winning.is_none_or(|winning| winning == count), || format!("{count} moves win"))?;
        for Reply { step, answer } in &explanation.replies {
            let after = self.after(&begun, &step.into())?;
            match answer {
                Some(answer) => drop(self.winning(&after, &answer.into())?),
                None => claim(self.has_ended(&after), || format!("{step:?} does not end the game"))?,
            }
        }
        let is_quiet = explanation.replies.is_empty();
        claim(is_quiet == self.has_ended(&begun), || "no reply is named".to_owned())
    }

    /// Checks the components that are shown: as their games write them, with their values.
    fn shown(&mut self, explanation: &Explanation, state: &[Placed]) -> Claim {
        let asked = self.asked;
        for shown in &explanation.shown {
            let index = if asked.terms.len() > 1 { asked.terms[shown.index] } else { asked.game() };
            let given = match explanation.count == asked.given.len() {
                true => asked.given[shown.index].clone(),
                false => asked.given.concat(),
            };
            let read = notation::component(&*self.catalogue.games[index], &shown.text);
            let is_given = read.as_ref() == Ok(&given) || (given.is_empty() && read == Ok(vec![0]));
            claim(is_given, || format!("{shown:?} is {given:?}"))?;
            let is_heap_of_one =
                explanation.count > 1 && asked.terms.len() == 1 && self.catalogue.is_whole(index);
            if !is_heap_of_one && let Some(value) = shown.value {
                let is = self.value_of(&[Placed { game: index, origin: 0, numbers: given }]);
                claim(value == is, || format!("{shown:?}: the value is {is}"))?;
            }
        }
        let all = explanation.shown.iter().map(|shown| shown.value).collect::<Option<Vec<u64>>>();
        let sum = all.map(|values| values.iter().fold(explanation.rest, |sum, value| sum ^ value));
        let value = self.value_of(state);
        claim(sum.is_none_or(|sum| sum == value), || format!("the values shown are not {value}"))
    }

    fn method(&mut self, explanation: &Explanation, state: &[Placed], wins: bool) -> Claim {
        let values: Vec<u64> = state.iter().map(|place| self.value_of(std::slice::from_ref(place))).collect();
        match explanation.method {
            Method::NimSum => {
                claim(!self.asked.misere && explanation.nim_sum.is_some(), || "by values".to_owned())
            }
            Method::MisereNim { some_above_one } => {
                let is_some = values.iter().any(|&value| value > 1);
                let is_rule = wins == (is_some == (values.iter().fold(0, |sum, value| sum ^ value) != 0));
                let is_right =
                    self.asked.misere && is_some == some_above_one && (is_rule || explanation.is_over);
                claim(is_right, || format!("the rule of misère Nim, for {values:?}"))
            }
            Method::Theorem => {
                // Cell 0 of a board is no cell.
                let is_filled = |place: &&Placed| match self.catalogue.is_board(place.game) {
                    true => place.numbers.iter().any(|&cell| cell > 0),
                    false => !place.numbers.is_empty(),
                };
                let filled: Vec<&Placed> = state.iter().filter(is_filled).collect();
                let [only] = filled[..] else {
                    return Err("a theorem of one of several components".to_owned());
                };
                let is_true = self.is_true(&explanation.reason, only, wins);
                claim(is_true, || format!("{} of {only:?}", explanation.reason))
            }
            Method::Quotient | Method::Search => claim(self.asked.misere, || "a search".to_owned()),
        }
    }

    /// Returns whether the reason of a component is true, and is a reason for this winner.
    fn is_true(&mut self, reason: &Reason, place: &Placed, wins: bool) -> bool {
        let (name, misere) = (self.catalogue.notations[place.game].as_str(), self.asked.misere);
        let numbers = &place.numbers[..];
        let argument: u64 = name.split_once(':').map_or(0, |(_, text)| text.parse().unwrap_or(0));
        let nim = |heaps: &[u64]| {
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            (sum, if misere && heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 })
        };
        let steps: Vec<u64> = numbers.iter().copied().step_by(2).collect();
        let ones = numbers.iter().filter(|&&heap| heap == 1).count();
        let is_below_two = numbers.iter().all(|&heap| heap <= 1);
        let is_multiple = |modulus: u128| {
            (0..64).all(|bit| {
                (numbers.iter().filter(|&&heap| heap >> bit & 1 == 1).count() as u128).is_multiple_of(modulus)
            })
        };
        let is_moore = |modulus: u128| name.starts_with("moore:") && modulus == u128::from(argument) + 1;
        // The k-th number of Wythoff: the largest y with y (y - k) < k^2.
        let small = |k: u64| (k..).take_while(|y| k > 0 && y * (y - k) < k * k).last().unwrap_or(0);
        let pair = |a: u64, b: u64, k: u64| numbers == [a, b] && a.abs_diff(b) == k;
        match reason {
            Reason::RowIsNim(sum) => {
                let row = sorted(numbers);
                let empty = |cell: u64| (cell..=argument).filter(|other| !row.contains(other)).count();
                let heaps: Vec<u64> = row
                    .iter()
                    .map(|&cell| empty(cell))
                    .filter(|empty| empty % 2 == 1)
                    .counts()
                    .into_values()
                    .map(|count| count as u64)
                    .collect();
                misere && nim(&heaps) == (*sum, wins)
            }
            Reason::StaircaseIsNim(sum) => !misere && nim(&steps) == (*sum, wins),
            Reason::StaircaseIsMisereNim(sum) => misere && (nim(&steps) == (*sum, wins)),
            Reason::OnesAreOne(count, modulus) | Reason::OnesAreNotOne(count, modulus) => {
                let is_one = ones as u128 % modulus == 1;
                misere
                    && is_below_two
                    && is_moore(*modulus)
                    && ones == *count
                    && wins != is_one
                    && is_one == matches!(reason, Reason::OnesAreOne(..))
            }
            Reason::EveryPlaceIsMultiple(modulus) => {
                is_moore(*modulus) && is_multiple(*modulus) && !wins && !(misere && is_below_two)
            }
            Reason::SomePlaceIsNoMultiple(modulus) => {
                is_moore(*modulus) && !is_multiple(*modulus) && wins && !(misere && is_below_two)
            }
            Reason::ParityOfMoves(moves) => {
                let count = numbers.len() as u64;
                numbers.iter().all(|&heap| heap == 1)
                    && *moves == count - count.div_ceil(argument)
                    && (moves % 2 == 1) == wins
            }
            Reason::MiserePair(a, b) => {
                misere && !wins && matches!((a.min(b), a.max(b)), (0, 1) | (2, 2)) && numbers == [*a, *b]
            }
            Reason::WythoffLost(a, b, k) => !misere && !wins && pair(*a, *b, *k) && small(*k) == *a.min(b),
            Reason::WythoffWon(a, b, k) => !misere && wins && pair(*a, *b, *k) && small(*k) != *a.min(b),
            Reason::MisereWythoffLost(a, b, k) => {
                misere && !wins && pair(*a, *b, *k) && small(*k) == *a.min(b)
            }
            Reason::MisereWythoffWon(a, b, k) => misere && wins && pair(*a, *b, *k) && small(*k) != *a.min(b),
            Reason::MisereWythoffOther(a, b, k, lost) => {
                let is_lost = |least: u64| format!("({least}, {})", least + k) == *lost;
                let others = (0..6).all(|least| {
                    let place = Placed { numbers: vec![least, least + k], ..place.clone() };
                    self.first_wins(&[place]) != is_lost(least)
                });
                misere && wins && pair(*a, *b, *k) && others
            }
            Reason::SmallestPartMayBeTaken(heap, parts, limit)
            | Reason::SmallestPartIsTooLarge(heap, parts, limit) => {
                let parts: Vec<u64> = parts.split(" + ").map(|part| part.parse().unwrap()).sorted().collect();
                let fibonacci = [1, 2, 3, 5, 8, 13, 21];
                let places: Option<Vec<usize>> =
                    parts.iter().map(|part| fibonacci.iter().position(|known| known == part)).collect();
                let is_form =
                    places.is_some_and(|places| places.windows(2).all(|pair| pair[1] >= pair[0] + 2));
                let most = numbers.get(1).copied().unwrap_or(heap - 1).min(*heap);
                !misere
                    && is_form
                    && parts.iter().sum::<u64>() == *heap
                    && numbers[0] == *heap
                    && most == *limit.min(heap)
                    && (parts[0] <= *limit) == wins
                    && wins == matches!(reason, Reason::SmallestPartMayBeTaken(..))
            }
            Reason::NothingToTake => !misere && !wins && self.has_ended(std::slice::from_ref(place)),
            Reason::NothingMayBeTaken => misere && wins && self.has_ended(std::slice::from_ref(place)),
            Reason::NoTakeWins => misere && !wins,
            Reason::LeastWinningTake(least, limit) => {
                let after = options(&*self.catalogue.games[place.game], numbers);
                let taken = after.into_iter().filter_map(|option| {
                    let taken =
                        numbers[0] - option.first().and_then(|part| part.first()).copied().unwrap_or(0);
                    let after = option.into_iter().map(|numbers| Placed { numbers, ..place.clone() });
                    (!self.first_wins(&after.collect::<Vec<_>>())).then_some(taken)
                });
                let found = taken.min();
                misere && wins == (least <= limit) && found == wins.then_some(*least)
            }
            Reason::FirstQuotientAboveOne => misere && name == "euclid-to-zero",
            Reason::TreesAreNim(sum) => {
                // The trees on single edges, each with the edges above it: their values are heaps of misère Nim.
                let stem_of = |mut vertex: u64| {
                    while numbers[vertex as usize - 1] > 0 {
                        vertex = numbers[vertex as usize - 1];
                    }
                    vertex
                };
                let vertices: Vec<u64> = (1..=numbers.len() as u64).collect();
                let stems = vertices.iter().copied().filter(|&vertex| stem_of(vertex) == vertex);
                let trees: Vec<Component> = stems
                    .map(|stem| {
                        let own: Vec<u64> =
                            vertices.iter().copied().filter(|&vertex| stem_of(vertex) == stem).collect();
                        let number = |lower: u64| {
                            own.iter().position(|&vertex| vertex == lower).map_or(0, |at| at as u64 + 1)
                        };
                        own.iter().map(|&vertex| number(numbers[vertex as usize - 1])).collect()
                    })
                    .collect();
                let heaps: Vec<u64> = trees
                    .into_iter()
                    .map(|numbers| self.value_of(&[Placed { numbers, ..place.clone() }]))
                    .collect();
                misere && nim(&heaps) == (*sum, wins)
            }
            Reason::NoMove => wins == misere && self.has_ended(std::slice::from_ref(place)),
            _ => false,
        }
    }

    /// Checks that the lines say the same as the explanation.
    fn lines(&mut self, explanation: &Explanation, sentences: &Sentences) -> Claim {
        let words = sentences.language.words();
        let style = Style { words, noun: words.component, has_words: false, is_short: false };
        let lines = picture::lines(explanation, style);
        let texts: Vec<(bool, String)> = lines
            .iter()
            .map(|line| {
                (
                    line.iter().any(|(mark, _)| *mark == Mark::Winning),
                    line.iter().map(|(_, text)| text.as_str()).collect(),
                )
            })
            .collect();
        if texts.iter().any(|(_, text)| text.contains('…') && text.contains("->") && !text.contains("; …"))
        {
            return Ok(());
        }
        let is_heading = |text: &str| text == words.replies || text == words.lost_replies;
        let replies_from = texts.iter().position(|(_, text)| is_heading(text)).unwrap_or(texts.len());
        let wrong =
            |what: &str| format!("{what}: {}", texts.iter().map(|(_, text)| text.as_str()).join(" / "));
        let (about, replies) = texts.split_at(replies_from);

        let plain = joined(
            about
                .iter()
                .filter(|(is_winning, text)| !is_winning && !text.starts_with("  "))
                .map(|(_, text)| text.as_str()),
        );
        let outcomes: Vec<bool> =
            sentences.outcome.captures_iter(&plain).map(|found| found.name("wins").is_some()).collect();
        claim(outcomes == [explanation.first_wins], || wrong("the winner in words"))?;
        for found in sentences.sum.captures_iter(&plain) {
            let number: u64 = found.iter().skip(1).flatten().next().unwrap().as_str().parse().unwrap();
            claim(explanation.nim_sum == Some(number), || wrong("the nim-sum in words"))?;
        }
        if explanation.method == Method::Theorem && !explanation.is_over {
            let reason = joined([sentences.language.text(&explanation.reason).as_str()])
                .to_lowercase()
                .replace(' ', "");
            claim(plain.to_lowercase().replace(' ', "").contains(&reason), || wrong("the reason in words"))?;
        }
        for (_, text) in about {
            let Some(found) = sentences.row.captures(text) else { continue };
            let index = found.name("H").map_or(0, |heap| heap.as_str().parse::<usize>().unwrap() - 1);
            let shown = explanation.shown.iter().find(|shown| shown.index == index);
            let value = found.name("V").unwrap_or(found.name("F").unwrap()).as_str().parse().ok();
            let digits = u64::from_str_radix(&found["D"], 2).ok();
            let is_shown = shown.is_some_and(|shown| shown.value == value && shown.text == found["F"]);
            claim(is_shown && digits == value, || wrong("a row"))?;
        }

        let winning =
            joined(about.iter().filter(|(is_winning, _)| *is_winning).map(|(_, text)| text.as_str()));
        let moves: Vec<Said> =
            sentences.step.captures_iter(&winning).filter_map(|found| said(&found, "m")).collect();
        let is_same = moves.len() == explanation.moves.len()
            && moves.iter().zip(&explanation.moves).all(|(said, step)| said.is_read_from(step));
        claim(is_same, || wrong("the moves in words"))?;
        if !moves.is_empty() {
            let count = sentences.count.captures(&winning).ok_or_else(|| wrong("no number of moves"))?;
            let number = count.name("count").map(|count| count.as_str().parse().unwrap());
            claim(number.or(count.name("one").map(|_| 1)) == explanation.winning, || {
                wrong("the number of moves")
            })?;
        }
        let replies = joined(replies.iter().skip(1).map(|(_, text)| text.as_str()));
        let told: Vec<_> = sentences
            .reply
            .captures_iter(&replies)
            .map(|found| (said(&found, "m").unwrap(), said(&found, "a")))
            .collect();
        let is_told = |(told, reply): (&(Said, Option<Said>), &Reply)| {
            told.0.is_read_from(&reply.step)
                && match (&told.1, &reply.answer) {
                    (Some(said), Some(answer)) => said.is_read_from(answer),
                    (said, answer) => said.is_none() && answer.is_none(),
                }
        };
        claim(told.iter().zip(&explanation.replies).all(is_told), || wrong("the replies in words"))?;
        claim(told.is_empty() == (explanation.replies.is_empty() || explanation.is_over), || {
            wrong("no replies")
        })
    }
}

fn sorted(numbers: &[u64]) -> Component {
    numbers.iter().copied().sorted().collect()
}

/// Returns the cells that occur an odd number of times.
fn odd(cells: &[u64]) -> Component {
    cells
        .iter()
        .copied()
        .counts()
        .into_iter()
        .filter(|(cell, count)| *cell > 0 && count % 2 == 1)
        .map(|(cell, _)| cell)
        .sorted()
        .collect()
}

fn command(catalogue: &Catalogue, asked: &Asked) -> String {
    let game = asked.terms.iter().map(|&term| catalogue.notations[term].as_str()).join("+");
    let game_of = |index: usize| {
        &*catalogue.games[if asked.terms.len() > 1 { asked.terms[index] } else { asked.game() }]
    };
    let heaps =
        asked.given.iter().enumerate().map(|(index, numbers)| notation::written(game_of(index), numbers));
    format!("{game} {}{}", heaps.collect_vec().join(" "), if asked.misere { " --misere" } else { "" })
}

#[test]
fn what_is_said_of_random_sums_is_true() {
    let sums = if is_whole() { 100_000 } else { 1500 };
    let (catalogue, mut search) = (Catalogue::new(), Search::default());
    let sentences = [Sentences::new(Language::English), Sentences::new(Language::Chinese)];
    let (mut wrong, mut checked, mut refused) = (Vec::new(), 0, 0);
    for seed in 0.. {
        if checked == sums {
            break;
        }
        if search.known.len() > 400_000 || search.wins.len() > 4_000_000 {
            search = Search::default();
        }
        let Some(asked) = Asked::draw(&catalogue, &mut search, seed) else { continue };
        checked += 1;
        let game = asked.terms.iter().map(|&term| catalogue.notations[term].as_str()).join("+");
        let laid = MappedPosition::of_game(&game, asked.misere, asked.given.clone());
        let explanation = match explain(&laid, "", &mut read_graph) {
            Ok(explanation) => explanation,
            Err(why) => {
                refused += 1;
                wrong.push(format!("{}: {why}", command(&catalogue, &asked)));
                continue;
            }
        };
        let mut checks = Checked { catalogue: &catalogue, asked: &asked, search: &mut search };
        let mut found = checks.check(&explanation);
        for sentences in &sentences {
            found = found.and_then(|()| checks.lines(&explanation, sentences));
        }
        found = found.and_then(|()| checks.engine(&game));
        if let Err(why) = found {
            wrong.push(format!("{}: {why}", command(&catalogue, &asked)));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked} ({refused} refused):\n{}",
        wrong.len(),
        wrong.iter().take(25).join("\n")
    );
}

impl Checked<'_> {
    /// Checks the output of `sg outcome` and `sg moves`.
    fn engine(&mut self, game: &str) -> Claim {
        let games = notation::parse(game, &mut read_graph).unwrap();
        let mut position = Position::new(games, self.asked.given.clone()).map_err(|why| why.to_string())?;
        let state = self.asked.placed(self.catalogue).unwrap();
        let mut watch = unwatched;
        let mut budget = Budget::new(&mut watch);
        let outcome = position.outcome(self.asked.misere, &mut budget).map_err(|why| why.to_string())?;
        claim(outcome.first_wins == self.first_wins(&state), || "the outcome".to_owned())?;
        let moves =
            position.winning_moves(self.asked.misere, true, &mut budget).map_err(|why| why.to_string())?;
        let has_move = outcome.first_wins && !self.has_ended(&state);
        claim(moves.is_empty() != has_move, || "the winning moves".to_owned())
    }
}

fn explained(game: &str, misere: bool, given: Vec<Component>) -> Explanation {
    explain(&MappedPosition::of_game(game, misere, given), "", &mut read_graph).unwrap()
}

#[test]
fn more_heaps_than_are_listed_are_won_by_who_wins_them() {
    // Ones: Moore's heaps are lost on multiples of K + 1; a staircase has every second step; merging ends after n - ceil(n / m) moves.
    for (game, heaps, first_wins) in [
        ("moore:2", 68, true),
        ("moore:2", 69, false),
        ("moore:2", 70, true),
        ("staircase", 66, true),
        ("staircase", 67, false),
        ("merge:3", 65, true),
        ("merge:3", 66, false),
        ("nim", 65, true),
        ("kayles", 66, false),
    ] {
        let explanation = explained(game, false, vec![vec![1]; heaps]);
        assert_eq!(explanation.first_wins, first_wins, "{game}: {heaps}");
        assert_eq!(explanation.moves.is_empty(), !first_wins, "{game}: {heaps}");
    }
    let sum = explained(&["nim"; 65].join("+"), false, vec![vec![1]; 65]);
    assert!(sum.first_wins && sum.count == 65);
}

/// Returns the value of a cell of a board alone: the least that no move of it has.
fn cell_value(game: &dyn Game, cell: u64, known: &mut HashMap<u64, u64>) -> u64 {
    if let Some(&value) = known.get(&cell) {
        return value;
    }
    let options = options(game, &[cell]);
    let mut value_of = |option: &Vec<Component>| -> u64 {
        option.concat().iter().fold(0, |sum, &cell| sum ^ cell_value(game, cell, known))
    };
    let values: Vec<u64> = options.iter().map(&mut value_of).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(cell, value);
    value
}

#[test]
fn boards_of_many_cells_turn_cells_that_are_on() {
    for (notation, last) in
        [("array-game:100", 100), ("coins:turtles", 70), ("coins:ruler", 80), ("coins:twins", 66)]
    {
        let game = notation::parse(notation, &mut read_graph).unwrap().remove(0);
        let mut known = HashMap::new();
        for on in [(1..=last).collect::<Vec<u64>>(), (1..=last).filter(|cell| cell % 17 != 3).collect()] {
            let explanation = explained(notation, false, on.iter().map(|&cell| vec![cell]).collect());
            let mut sum =
                |on: &[u64]| on.iter().fold(0, |sum, &cell| sum ^ cell_value(&*game, cell, &mut known));
            let turned = |on: &[u64], step: &Step| {
                let read = |text: &str| notation::component(&*game, text).unwrap();
                let (from, to) = (read(&step.from), read(&step.to));
                assert!(from.iter().all(|cell| on.contains(cell)), "{notation}: {step:?} is not on");
                assert!(options(&*game, &from).iter().any(|option| sorted(&option.concat()) == sorted(&to)));
                odd(&[on, &from, &to].concat())
            };
            assert_eq!(explanation.first_wins, sum(&on) != 0, "{notation}");
            let mut begun = on.clone();
            for step in explanation.moves.iter().rev() {
                begun = turned(&on, step);
                assert_eq!(sum(&begun), 0, "{notation}: {step:?}");
            }
            for reply in &explanation.replies {
                let after = turned(&begun, &reply.step);
                let answer = reply.answer.as_ref().unwrap();
                assert_eq!(sum(&turned(&after, answer)), 0, "{notation}: {answer:?}");
            }
            assert!(!explanation.replies.is_empty());
        }
    }
}

#[test]
fn a_theorem_is_that_of_the_game_with_its_arguments_and_a_position_like_it() {
    let says = |arguments: &str| {
        let output = Test::new().args(["explain", "sg"]).args(arguments.split(' ')).run();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(says("powers-of:2 4").contains("multiples of 3"));
    assert!(says("fibonacci 5").contains("Zeckendorf"));
    for arguments in ["powers-of:3 4", "bash:3+nim 4 1", "powers-of:2+nim 3 1", "powers-of:2 1 1"] {
        assert!(!says(arguments).contains("multiples of"), "{arguments}");
    }
    // With a limit as large as the heap, it is the theorem of the first take.
    assert!(!says("fibonacci 5,5").contains("A Fibonacci number"));
}

#[test]
fn answers_are_quoted_in_the_words_of_the_judges_name() {
    let output = Test::new().args(["explain", "boj4342"]).stdin("34 12\n15 24\n0 0\n").run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("answer: A wins") && text.contains("answer: B wins") && !text.contains("Stan"),
        "{text}"
    );
}
