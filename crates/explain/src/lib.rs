//! The reason why a position is won or lost: the method that decides it, the moves that win, and the replies to the others.
//!
//! Depends on `nim-engine`, on `nim-referee` for the Chinese texts, and on `nim-solve` for the positions of cases. Begin with [`Explanation`].
//!
//! ```
//! use nim_explain::explain;
//! use nim_solve::problem::MappedPosition;
//!
//! let laid = MappedPosition::of_game("kayles", false, vec![vec![3], vec![4]]);
//! let read = &mut |file: &str| std::fs::read_to_string(file);
//! let explanation = explain(&laid, "", read)?;
//! assert_eq!((explanation.first_wins, explanation.nim_sum), (true, Some(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `few` | a position whose components are few, or are no independent ones, in normal or misère play |
//! | `many` | very many independent components: their values, whose nim-sum decides |
//! | [`picture`] | an explanation as lines: values in binary, with the odd columns marked |
//! | `labels` | names of components and moves in the words of the problem |
//! | [`words`](mod@words) | the sentences, in English and Chinese |
//!
//! Everything comes from the engine. The room does no input or output; marks of a picture are coloured by who prints it.

mod few;
mod labels;
mod many;
pub mod picture;
pub mod plot;
pub mod words;

use nim_engine::games::notation::{self, NotationError, ReadFile, written, written_option};
pub use nim_engine::games::position::By as Method;
use nim_engine::theory::component::ComponentError;
use nim_engine::theory::game::Game;
use nim_engine::theory::reason::Reason;
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::shape::Shape;
use nim_referee::chinese;
use nim_solve::problem::{MappedPosition, Numbers, PlayedMove};

/// The reason why a position is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The game in its notation.
    pub game: String,
    /// Whether the rule is misère play.
    pub misere: bool,
    /// The number of components.
    pub count: usize,
    /// Whether the player to move wins.
    pub first_wins: bool,
    /// Whether there is no move at all; always false for an image.
    pub is_over: bool,
    /// Whether the position only stands for another one with the same values, which has further moves.
    pub is_image: bool,
    /// The method that decides the position.
    pub method: Method,
    /// The engine's reason for the outcome.
    pub reason: Reason,
    /// Some of the components, in order.
    pub shown: Vec<ShownComponent>,
    /// The XOR of the values of the other components; 0 if all are shown.
    pub rest: u64,
    /// The XOR of all values, if they are known.
    pub nim_sum: Option<u64>,
    /// The number of winning moves, if it is known; `None` for an image.
    pub winning: Option<u64>,
    /// Some of the winning moves, in order.
    pub moves: Vec<Step>,
    /// Moves of the player who loses, after the first winning move if there is one, and the moves that answer them.
    pub replies: Vec<Reply>,
}

/// A component as it is displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownComponent {
    /// The index, from 0.
    pub index: usize,
    /// The numbers as text.
    pub text: String,
    /// The name in the problem, in place of the numbers.
    pub label: Option<String>,
    /// The value, if it is known.
    pub value: Option<u64>,
}

/// A move as it is displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The index of the component, from 0.
    pub component: usize,
    /// The component before the move, as it is written.
    pub from: String,
    /// The parts after the move as text, separated by ` + `.
    pub to: String,
    /// The component's value before and after the move, if both are known.
    pub values: Option<(u64, u64)>,
    /// The move in numbers.
    pub made: PlayedMove,
    /// The move in the words of the problem, if they differ.
    pub told: Option<LabelledMove>,
}

/// A move in the words of its problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledMove {
    /// The words of the problem, with placeholders.
    pub words: String,
    /// The numbers for the placeholders.
    pub numbers: Numbers,
}

/// A move, and the winning move that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The losing player's move.
    pub step: Step,
    /// The winning reply; `None` if the move has ended the game.
    pub answer: Option<Step>,
}

/// The most components of a position whose moves are listed.
const FEW: usize = 64;
/// The most components that are shown where all are.
pub const SHOWN: usize = 6;
/// Components that are shown if there are more.
const SHOWN_OF_MANY: usize = 3;
/// The number of winning moves displayed.
const MOVES: usize = 3;
/// Moves of the loser that are shown.
const REPLIES: usize = 3;

/// Explains a position of a problem with this theorem; of none, the theorem is empty.
///
/// # Errors
/// An [`ExplainError`], where the engine does not know who wins, or there is no such game or position.
pub fn explain(
    laid: &MappedPosition<'_>,
    theorem: &str,
    read: &mut ReadFile<'_>,
) -> Result<Explanation, ExplainError> {
    let mut games = notation::parse(&laid.game, read)?;
    let explanation = if is_many(laid, &games)
        && let Some(game) = games.pop()
    {
        many::explain(laid, game)?
    } else {
        few::explain(laid, games)?
    };
    let mut explanation = if laid.is_image { explanation.of_image() } else { explanation };
    labels::add(&mut explanation, &laid.labels, theorem);
    Ok(explanation)
}

/// Returns whether a position has very many independent components, whose values decide: heaps of a game that is whole, and cells of a
/// board, are none.
fn is_many(laid: &MappedPosition<'_>, games: &[Box<dyn Game>]) -> bool {
    let [game] = games else { return false };
    let is_independent = !matches!(game.shape(), Shape::Whole | Shape::Board { .. });
    laid.components.len() > FEW && is_independent && (laid.game == "nim" || !laid.misere)
}

nim_engine::sentences! {
    /// The reason why a position is not explained. It is displayed as a lowercase fragment.
    ExplainError {
        Notation(error: NotationError) = "{error}" from NotationError;
        Refusal(refusal: Refusal) = "{refusal}" from Refusal;
    }
}

chinese! {
    ExplainError {
        Notation(error) = "{error}", error;
        Refusal(refusal) = "{refusal}", refusal;
    }
}

impl From<ComponentError> for ExplainError {
    fn from(error: ComponentError) -> Self {
        Self::Refusal(error.into())
    }
}

impl Explanation {
    /// Returns the explanation as one of an image, whose end and number of moves say nothing of the position itself.
    fn of_image(self) -> Self {
        let replies = self.replies.into_iter().filter(|reply| reply.answer.is_some()).collect();
        Self { is_over: false, is_image: true, winning: None, replies, ..self }
    }
}

/// Returns the components that are shown of `count`, the one of the first move among them, and the XOR of the values of the others:
/// `component` returns the text of one, with its value, and `sum` is the XOR of all.
fn shown(
    count: usize,
    moves: &[Step],
    sum: u64,
    component: impl Fn(usize) -> (String, Option<u64>),
) -> (Vec<ShownComponent>, u64) {
    let first = if count <= SHOWN { count } else { SHOWN_OF_MANY };
    let moved = moves.first().map(|step| step.component).filter(|index| (first..count).contains(index));
    let shown = (0..first).chain(moved).map(|index| {
        let (text, value) = component(index);
        ShownComponent { index, text, label: None, value }
    });
    let shown: Vec<ShownComponent> = shown.collect();
    let rest = shown.iter().filter_map(|shown| shown.value).fold(sum, |rest, value| rest ^ value);
    (shown, rest)
}

/// Returns the step of a move; if heaps and cells lie together, `after` is the position of the component alone.
fn step(game: &dyn Game, made: PlayedMove, after: Option<&[u64]>, values: Option<(u64, u64)>) -> Step {
    let to = after.map_or_else(|| written_option(game, &made.to, " + "), |after| written(game, after));
    Step { component: made.component, from: written(game, &made.from), to, values, made, told: None }
}
