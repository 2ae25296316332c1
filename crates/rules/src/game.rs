//! A game whose rules are a text.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::compile::{Argument, CompileError, compile};
use crate::error::{Error, ParseError};
use crate::expression::EvalError;
use crate::parse::parse;
use crate::program::{Layout, Program, Scratch, shown};
use crate::shape;
use crate::table::Table;
use nim_engine::games::heaps::HeapGame;
use nim_engine::sequence::definition::Definition;
use nim_engine::sequence::source::Sequence;
use nim_engine::sequence::theorem::Theorem;
use nim_engine::sequence::values::Values;
use nim_engine::theory::game::{
    Budget, Component, ComponentError, Decision, Flow, Game, Goal, Move, Reason, Refusal, Shape, TupleForm,
    Unanswerable, Visit, Winning,
};
use nim_engine::theory::watch::Watch;

/// A game whose rules are a text.
///
/// ```
/// use nim_engine::Play;
/// use nim_rules::Rules;
/// let rules = Rules::parse("game Euclid\nposition a, b\nmove if 0 < b <= a for k in 1..=a / b -> (b, a - k * b)")?;
/// let mut play = Play::new(rules);
/// assert!(play.outcome(&[vec![25, 7]])?.first_wins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    name: String,
    described: Rc<LocatedProgram>,
    table: Table,
    /// The game of the engine with the same moves.
    twin: Option<HeapGame>,
    /// The values of single heaps in order, of a game without such a twin.
    sequence: Option<Sequence>,
    scratch: RefCell<Scratch>,
}

/// The rules, and the text that an error is shown in.
#[derive(Debug)]
struct LocatedProgram {
    file: String,
    text: String,
    program: Program,
}

nim_engine::sentences! {
    /// An error in the text of a game, or in the values of its parameters.
    RulesError {
        Text(error: Box<Error>) = "{error}";
        Argument(why: String) = "{why}";
    }
}

impl LocatedProgram {
    /// Returns the value of a position, which the table keeps.
    fn value(&self, table: &mut Table, position: &[i64], watch: &mut Watch<'_>) -> Result<u64, Refusal> {
        table.value(&self.program, position, watch, &|position, error| self.broken(position, error))
    }

    fn broken(&self, position: &[i64], error: &EvalError) -> Refusal {
        let why = if error.is_of_move {
            error.why.clone()
        } else {
            format!("at the position {}: {}", shown(position), error.why)
        };
        let error = ParseError::new(error.at, why).hint(error.hint);
        Refusal::Broken(error.located(&self.file, &self.text).to_string())
    }
}

impl Rules {
    /// Reads the rules of a game; parameters have their defaults.
    ///
    /// *Cost*: linear in the text, which has 64 KiB at most.
    ///
    /// # Errors
    /// [`RulesError`], with the place of the first error.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        let rules = Self::read("rules", text, &[])?;
        let name = rules.title().to_owned();
        Ok(Self { name, ..rules })
    }

    /// Reads the rules of a game with the values of some parameters. The name of the file is the name of the game, and stands in messages.
    ///
    /// # Errors
    /// [`RulesError`], with the place of the first error.
    pub fn read(file: &str, text: &str, arguments: &[Argument<'_>]) -> Result<Self, RulesError> {
        let compiled = parse(text).map_err(CompileError::Text).and_then(|tree| compile(&tree, arguments));
        let program = compiled.map_err(|fault| match fault {
            CompileError::Text(error) => RulesError::Text(Box::new(error.located(file, text))),
            CompileError::Argument(why) => RulesError::Argument(why),
        })?;
        let given: Vec<String> = arguments.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let name = if given.is_empty() { file.to_owned() } else { format!("{file}:{}", given.join(",")) };
        let twin = shape::recognise(&program);
        let table = Table::new(&program);
        let described = Rc::new(LocatedProgram { file: file.to_owned(), text: text.to_owned(), program });
        let sequence = match &described.program.layout {
            Layout::Tuple(fields) if twin.is_none() && fields.len() == 1 => {
                let (table, first) =
                    (Table::new(&described.program), first_heap(&described.program, &fields[0].1));
                let heaps = HeapValues { described: Rc::clone(&described), table, first, len: 0 };
                Some(Sequence::table(heaps, Theorem::None).beginning(first.unsigned_abs()))
            }
            _ => None,
        };
        Ok(Self { name, described, table, twin, sequence, scratch: RefCell::default() })
    }

    /// Returns the title of the game.
    pub fn title(&self) -> &str {
        &self.described.program.title
    }

    /// Returns whether the text declares misère play.
    pub fn is_misere(&self) -> bool {
        self.described.program.misere
    }

    fn program(&self) -> &Program {
        &self.described.program
    }
}

/// Returns the numbers of a component, if they are below 2^63.
fn position(component: &[u64]) -> Option<Vec<i64>> {
    component.iter().map(|&number| i64::try_from(number).ok()).collect()
}

fn component(position: &[i64]) -> Component {
    position.iter().map(|&number| number.unsigned_abs()).collect()
}

/// Heaps among which the first is looked for.
const FIRST_AMONG: usize = 1 << 16;

/// Returns the first heap of a range that a condition of the text does not rule out: with it, the values begin.
fn first_heap(program: &Program, range: &RangeInclusive<i64>) -> i64 {
    let mut places = Vec::new();
    let mut heaps = range.clone().take(FIRST_AMONG);
    heaps.find(|&heap| program.check(&[heap], &mut places).is_ok()).unwrap_or(*range.start())
}

impl Game for Rules {
    /// Visits the options up to the first broken move: [`check`](Game::check) and [`grundy`](Game::grundy) report it.
    fn options(&self, from: &[u64], visit: &mut Visit<'_>) -> Flow {
        if let Some(twin) = &self.twin {
            return twin.options(from, visit);
        }
        let Some(position) = position(from).filter(|position| !position.is_empty()) else {
            return ControlFlow::Continue(());
        };
        // A visitor may ask for the options of another component.
        let mut scratch = self.scratch.take();
        let visited = self.program().options(&position, &mut scratch, &mut |parts| {
            visit(&parts.iter().map(component).collect::<Vec<_>>())
        });
        self.scratch.replace(scratch);
        visited.unwrap_or(ControlFlow::Continue(()))
    }

    /// Numbers of a text keep their meaning and order, and a heap of 0 may have moves.
    fn normal(&self, component: &[u64]) -> Component {
        self.twin.as_ref().map_or_else(|| component.to_vec(), |twin| twin.normal(component))
    }

    fn has_option(&self, from: &[u64], option: &[Component]) -> Option<bool> {
        self.twin.as_ref()?.has_option(from, option)
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn shape(&self) -> Shape {
        let (count, written) = match &self.program().layout {
            Layout::Row(..) => {
                return Shape::Tuple {
                    numbers: 1..=usize::MAX,
                    written: TupleForm::Other("a row: the numbers of its cells, written `0,1,1`"),
                };
            }
            Layout::Tuple(fields) => match fields.len() {
                1 => return Shape::Heap,
                2 => (2, "a pair of numbers, written `3,5`"),
                3 => (3, "three numbers, written `3,5,7`"),
                count => (count, "its numbers with commas between them"),
            },
        };
        Shape::Tuple { numbers: count..=count, written: TupleForm::Other(written) }
    }

    fn check(&self, given: &[u64]) -> Result<(), ComponentError> {
        self.shape().check(&self.name, given)?;
        let Some(position) = position(given) else {
            let why = format!(
                "{}: numbers of a position go up to {}, so that {} is none",
                self.name,
                i64::MAX,
                shown(given)
            );
            return Err(ComponentError::Other(why));
        };
        let mut scratch = self.scratch.take();
        let checked = self.program().check(&position, &mut scratch.places);
        self.scratch.replace(scratch);
        checked.map_err(|error| {
            let why = error.why;
            ComponentError::Other(format!("{} is no position of {}: {why}", shown(given), self.name))
        })
    }

    fn range(&self, index: usize) -> Option<RangeInclusive<u64>> {
        let range = match &self.program().layout {
            Layout::Tuple(fields) => fields.get(index).map(|(_, range)| range),
            Layout::Row(_, range) => Some(range),
        };
        range.map(|range| range.start().unsigned_abs()..=range.end().unsigned_abs())
    }

    fn is_misere(&self) -> bool {
        self.is_misere()
    }

    fn may_break(&self) -> bool {
        self.twin.is_none()
    }

    fn grundy(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<u64>, Refusal> {
        if let Some(twin) = &mut self.twin {
            return twin.grundy(component, budget);
        }
        let Some(position) = position(component) else { return Ok(None) };
        self.described.value(&mut self.table, &position, budget.watch).map(Some)
    }

    fn theorem(&self, component: &[u64], misere: bool) -> Option<Decision> {
        self.twin.as_ref()?.theorem(component, misere)
    }

    fn winning(&mut self, from: &[u64], goal: Goal, found: &mut Winning<'_, '_>) -> Result<bool, Refusal> {
        self.twin.as_mut().map_or(Ok(false), |twin| twin.winning(from, goal, found))
    }

    fn sj_premise(&mut self, component: &[u64], budget: &mut Budget<'_>) -> Result<Option<Reason>, Refusal> {
        self.twin.as_mut().map_or(Ok(None), |twin| twin.sj_premise(component, budget))
    }

    fn sequence(&mut self) -> Result<&mut Sequence, Unanswerable> {
        if let Some(twin) = &mut self.twin {
            return twin.sequence();
        }
        self.sequence.as_mut().ok_or_else(|| Unanswerable::NotOnHeaps(self.name.clone()))
    }

    fn definition(&self) -> Option<&dyn Definition> {
        self.twin.as_ref()?.definition()
    }

    fn present_move(&self, from: &[u64], option: &[Component], by_heap: bool) -> Move {
        match &self.twin {
            Some(twin) => twin.present_move(from, option, by_heap),
            None => Move { at: 0, from: from.to_vec(), to: option.concat(), note: None },
        }
    }

    fn plan(&self) -> Option<String> {
        Some(match &self.twin {
            Some(twin) => format!("the moves are those of {}, whose values are used", twin.name()),
            None => "positions are searched by the rules, each once".to_owned(),
        })
    }
}

/// The values of single heaps in order, by the rules.
#[derive(Debug)]
struct HeapValues {
    described: Rc<LocatedProgram>,
    table: Table,
    /// The first heap; there are no values before it.
    first: i64,
    len: usize,
}

impl Values for HeapValues {
    fn len(&self) -> usize {
        self.len
    }

    fn get(&self, n: usize) -> u64 {
        self.table.known(&[n as i64]).unwrap_or_default()
    }

    fn extend(&mut self, len: usize, watch: &mut Watch<'_>) -> Result<(), Refusal> {
        let LocatedProgram { program, .. } = &*self.described;
        let mut places = Vec::new();
        for n in self.len..len {
            let heap = [n as i64];
            if heap[0] >= self.first {
                program
                    .check(&heap, &mut places)
                    .map_err(|error| Unanswerable::NoHeap(n as u64, error.why))?;
                self.described.value(&mut self.table, &heap, watch)?;
            }
            self.len = n + 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_engine::theory::evaluator::Evaluator;
    use nim_engine::theory::watch::unwatched;
    use proptest::prelude::*;

    const WORDS: &[&str] = &[
        "heap n",
        "position a, b",
        "row c of 0..=1",
        "param m = 2",
        "let x =",
        "measure",
        "move",
        "for k in",
        "if",
        "->",
        "1..=n",
        "0..=a",
        "{1, 2}",
        "n - k",
        "(a - 1, b)",
        "c with [1] = 0",
        "c[1..=2]",
        "n",
        "a",
        "b",
        "c",
        "k",
        "x",
        "m",
        "+",
        "-",
        "*",
        "/",
        "%",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        "==",
        "<",
        "<=",
        "not",
        "and",
        "or",
        "all i in",
        "sum i in",
        "len(c)",
        "min(",
        "pow(",
        "sqrt(",
        "0",
        "1",
        "2",
        "63",
        "9223372036854775807",
        "play misere",
        "where",
        "in",
        "#",
        "\n",
        "π",
    ];

    /// Reads a text, and if it is a game, evaluates some positions.
    fn try_text(text: &str) {
        let Ok(rules) = Rules::parse(text) else { return };
        let mut evaluator = Evaluator::new(Box::new(rules));
        for position in [&[3][..], &[2, 3], &[1, 0, 1], &[]] {
            if evaluator.game().check(position).is_ok() {
                drop(evaluator.value(position, &mut Budget::new(&mut unwatched)));
            }
        }
    }

    fn read(text: &str, arguments: &[Argument<'_>]) -> Result<Vec<u64>, String> {
        let rules = Rules::read("my.game", text, arguments).map_err(|error| error.to_string())?;
        let mut evaluator = Evaluator::new(Box::new(rules));
        let mut value = |heap| evaluator.value(&[heap], &mut Budget::new(&mut unwatched));
        (0..=4).map(|heap| value(heap).map_err(|refusal| refusal.to_string())).collect()
    }

    #[test]
    fn a_parameter_may_make_a_loop_empty_and_what_is_not_evaluated_impossible() {
        for (moves, without, with) in [
            ("for k in 1..=m if n >= k -> n - k", [0, 0, 0, 0, 0], [0, 1, 2, 0, 1]),
            ("if m > 0 and n % m == 0 and n > 0 -> n - 1", [0, 0, 0, 0, 0], [0, 0, 1, 0, 1]),
            ("if n > 0 and (m == 0 or n / m > 0) -> n - 1", [0, 1, 0, 1, 0], [0, 0, 1, 0, 1]),
            ("if m > 0 if pow(2, m - 1) <= n -> n - m", [0, 0, 0, 0, 0], [0, 0, 1, 1, 0]),
        ] {
            let text = format!("game Parameter\nparam m = 2\nheap n\nmove {moves}");
            assert_eq!(read(&text, &[("m", 0)]), Ok(without.to_vec()), "{moves}");
            assert_eq!(read(&text, &[]), Ok(with.to_vec()), "{moves}");
        }
        // A division by 0 that an argument causes is reported when it is evaluated; one that the text itself has, when it is read.
        let text = "game Rest\nparam m = 2\nheap n\nmove if n % m == 1 -> n - 1";
        assert!(read(text, &[("m", 0)]).unwrap_err().contains("at the position 0: division by 0"));
        for moves in ["for k in 3..=1 -> n - k", "if n > 0 and n % 0 == 1 -> n - 1"] {
            assert!(read(&format!("game Written\nheap n\nmove {moves}"), &[]).is_err(), "{moves}");
        }
    }

    #[test]
    fn values_begin_with_the_first_heap_that_a_condition_allows() {
        for (heap, first) in
            [("heap n where n >= 1", 1), ("heap n where n * n > 20", 5), ("heap n in 2..=9", 2)]
        {
            let text = format!("game Low\n{heap}\nmove for k in 1..=2 if (n - k) * (n - k) > 20 -> n - k");
            let mut rules = Rules::parse(&text).unwrap();
            let sequence = rules.sequence().unwrap();
            assert_eq!(sequence.first(), first, "{heap}");
        }
    }

    #[test]
    fn a_parameter_given_twice_is_named() {
        let text = "game Bash\nparam m = 3\nheap n\nmove for k in 1..=min(m, n) -> n - k";
        let error = read(text, &[("m", 4), ("m", 5)]).unwrap_err();
        assert_eq!(error, "the parameter `m` is given twice: as 4 and as 5");
    }

    proptest! {
        #[test]
        fn any_words_are_a_game_or_a_mistake(words in prop::collection::vec(prop::sample::select(WORDS), 0..40)) {
            try_text(&format!("game Words\n{}", words.join(" ")));
        }

        #[test]
        fn a_game_with_a_word_changed_is_a_game_or_a_mistake(at in 0_usize..60, word in prop::sample::select(WORDS)) {
            let text = "game Row\nrow c of 0..=1 where len(c) < 5\nlet x = sum i in 1..=len(c): c[i]\nmove for i in 1..=len(c) if c[i] == 1 and x > 0 for j in i + 1..=len(c) -> c with [i] = 0 , [j] = 1 - c[j]\nmeasure sum i in 1..=len(c): c[i] * pow(3, len(c) - i)";
            let mut words: Vec<&str> = text.split(' ').collect();
            let count = words.len();
            words[at % count] = word;
            try_text(&words.join(" "));
        }

        #[test]
        fn any_text_is_a_game_or_a_mistake(text in "\\PC{0,60}") {
            try_text(&text);
            try_text(&format!("game {text}"));
        }
    }

    #[test]
    fn texts_that_are_long_or_deep_are_refused() {
        for body in [
            "(".repeat(10_000),
            "-".repeat(10_000),
            "1 + ".repeat(10_000),
            "all i in 0..=1: ".repeat(500),
            "not ".repeat(5_000),
        ] {
            assert!(Rules::parse(&format!("game Deep\nheap n\nmove if {body}")).is_err());
        }
        assert!(Rules::parse(&format!("game Long\n{}", "# long\n".repeat(20_000))).is_err());
    }

    #[test]
    fn a_parameter_is_given_by_its_name() {
        let text = "game Bash\nparam m = 3 in 1..=9\nheap n\nmove for k in 1..=min(m, n) -> n - k";
        let value = |arguments: &[(&str, i64)]| {
            let rules = Rules::read("bash.game", text, arguments).map_err(|error| error.to_string())?;
            let mut evaluator = Evaluator::new(Box::new(rules));
            Ok::<_, String>(evaluator.value(&[7], &mut Budget::new(&mut unwatched)).unwrap())
        };
        assert_eq!(value(&[]), Ok(3));
        assert_eq!(value(&[("m", 4)]), Ok(2));
        assert_eq!(value(&[("m", 10)]), Err("the parameter `m` is 10, not from 1 to 9".to_owned()));
        assert_eq!(value(&[("k", 1)]), Err("the game has no parameter \"k\": it has m".to_owned()));
    }

    #[test]
    fn pairs_fill_an_array_without_gaps_and_far_ones_a_map() {
        let rules = "game Steps\nposition a, b\nmove if a > 0 -> (a - 1, b)\nmove if b > 0 -> (a, b - 1)";
        let mut evaluator = Evaluator::new(Box::new(Rules::parse(rules).unwrap()));
        let mut value = |a: u64, b: u64| evaluator.value(&[a, b], &mut Budget::new(&mut unwatched)).unwrap();
        for (a, b) in [(0, 0), (3, 4), (40, 7), (20_000, 1), (2, 20_001)] {
            assert_eq!(value(a, b), (a + b) % 2, "{a}, {b}");
        }
    }
}
