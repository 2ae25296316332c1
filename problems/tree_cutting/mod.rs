//! A tree with the root 1; a move cuts an edge, and the part without the root goes; whoever cannot move loses.
//!
//! It is green Hackenbush on a tree, where the colon principle gives the value of a vertex: the XOR over its children
//! of their values plus 1 (Conway, *On Numbers and Games*, 1976). For under an edge whose upper end has the value g, a
//! move leaves nothing, of value 0, or what a move above leaves, whose value is by induction 1 more than that of an
//! option of g; see [`hackenbush`].

#[cfg(test)]
pub(super) mod oracle;
mod rooted;

use self::rooted::Rooted;
use nim_engine::games::hackenbush;
use nim_solve::prelude::*;

/// See `statement.en.md`.
#[derive(Default)]
pub struct TreeCutting;

impl Problem for TreeCutting {
    const THEMES: &'static [Theme] = &[Theme::BoardsAndTrees];
    const RULE: &'static str =
        "Cut an edge, the part without vertex 1 goes: print `Alice` when the first player wins, else `Bob`";
    const IDEA: &'static str = "The value of a vertex is the XOR of the values of its children, each plus 1";
    const GRAMMAR: Grammar = Grammar {
        cases: Cases::One,
        case: &[
            line(&[number("vertices")]),
            rows(
                "edge",
                Count::Linear { times: 1, of: "vertices", plus: -1 },
                &[line(&[number("a"), number("b")])],
            ),
        ],
        conditions: &[Condition::Tree("edge"), Condition::at_least("vertices", Count::Exactly(1))],
        ..Grammar::NOTHING
    };
    const ANSWERS: Answers = Answers::Line;
    const NEEDS: Needs = Needs::Fields;
    const EITHER: Option<[Line; 2]> = Some([Line::new("Alice"), Line::new("Bob")]);
    type Summary = ();

    #[inline]
    fn is_first(&self, case: &Case<'_, ()>) -> bool {
        hackenbush::value_of_tree(case.rows::<2>("edge")) != 0
    }

    fn reason(&self, case: &Fields<'_>) -> Option<String> {
        let value = hackenbush::value_of_tree(case.rows::<2>("edge"));
        Some(format!("Grundy value {value}"))
    }

    fn facts<'a>(&self, _: &[u64], case: &Fields<'a>) -> CaseAnalysis<'a> {
        let tree = Rooted::new(case.rows::<2>("edge"));
        let branches = tree.branches();
        let uppers: Vec<usize> = branches.iter().map(|&(upper, _)| upper).collect();
        let values: Vec<u64> = branches.iter().map(|&(_, value)| value).collect();
        let names = uppers.clone();
        let facts = CaseAnalysis::heaps("nim", values).as_image().rule("branches");
        let facts = facts.components(move |branch| {
            names.get(branch).map(|upper| ("upper", upper.to_string())).into_iter().collect()
        });
        facts.moves(move |line| {
            let mut gone = Vec::new();
            let mut cut = None;
            for made in line {
                let [lower, upper] = tree.cut(*uppers.get(made.component)?, made.stones().1, &gone)?;
                gone.push(upper);
                cut = Some(TheoremText::new("move").with("lower", lower).with("upper", upper));
            }
            cut
        })
    }
}
