//! Faults of a move or a position.

use std::fmt::{self, Display};

use nim_engine::games::notation::NotationError;
use nim_engine::sentences;
use nim_engine::theory::component::ComponentError;
use nim_engine::theory::refusal::Refusal;

sentences! {
    /// The reason why a text is no legal move. It is displayed as a lowercase fragment.
    MoveError {
        EmptyLine = "expected a move, found an empty line";
        NotAMove = "expected a line that begins with move";
        NoComponent = "a move names a component";
        NoOption = "a move says what the component becomes, - for nothing";
        UnknownComponent(number: String) = "there is no component {number}";
        Component(error: ShortError) = "{error}";
        Illegal(number: usize, from: String, to: String) = "component {number} ({from}) cannot become {to}";
        TakesFromNoHeap(number: String) = "{number}-… takes from a heap; here, {number}=… says what becomes of it";
        TakesNoNumber(number: String) = "{number}-… takes one number of stones from heap {number}; {number}=… says what becomes of it";
        TakesTooMany(number: String, heap: u64, count: u64) = "heap {number} has {heap}, not {count}";
        CannotTake(number: String, heap: u64, count: u64) = "{count} cannot be taken from heap {number} ({heap})";
        Ambiguous(number: String, count: u64) = "{number} {count} is not clear: {number}-{count} takes {count}, {number}={count} leaves {count}";
    }
}

sentences! {
    /// The reason why a position cannot be laid out. It is displayed as a lowercase fragment.
    TableError {
        Notation(error: NotationError) = "{error}" from NotationError;
        Component(error: ComponentError) = "{error}" from ComponentError;
        UnwritableVertex(label: String) = "the vertex {label:?} cannot be played: the name of a vertex in a move is a word without spaces";
        Broken(refusal: Refusal) = "{refusal}";
    }
}

/// A fault of a component, in a text short enough for a line of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortError(pub ComponentError);

impl Display for ShortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&short(&self.0.to_string()))
    }
}

/// Returns a text that is short enough for a message.
pub fn short(text: &str) -> String {
    const MOST: usize = 120;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
