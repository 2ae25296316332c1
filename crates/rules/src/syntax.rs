//! The text of a game as a tree, before its names are resolved.

use crate::error::Span;

/// A name with its place in the text.
#[derive(Clone, Debug)]
pub struct Named {
    pub at: Span,
    pub name: String,
}

/// An expression with its place in the text.
#[derive(Clone, Debug)]
pub struct Tree {
    pub at: Span,
    pub kind: TreeKind,
}

#[derive(Clone, Debug)]
pub enum TreeKind {
    Number(i64),
    Name(String),
    /// A call of a function with its arguments.
    Call(Named, Vec<Tree>),
    /// A cell of a row, by its number from 1.
    Cell(Named, Box<Tree>),
    /// The cells of a row from one number to another: a part of a move, and no number.
    Slice(Named, Box<(Tree, Tree)>),
    Minus(Box<Tree>),
    Not(Box<Tree>),
    Binary(Binary, Box<(Tree, Tree)>),
    /// `all`, `any` or `sum` of an expression over the numbers of a range.
    Comprehension(Fold, Named, Box<(Tree, Tree)>, Box<Tree>),
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The way in which the values over a range are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    All,
    Any,
    Sum,
}

impl Tree {
    /// Returns whether there is no name in it.
    pub fn is_literal(&self) -> bool {
        match &self.kind {
            TreeKind::Number(_) => true,
            TreeKind::Minus(operand) | TreeKind::Not(operand) => operand.is_literal(),
            TreeKind::Binary(_, operands) => operands.0.is_literal() && operands.1.is_literal(),
            TreeKind::Call(_, arguments) => arguments.iter().all(Self::is_literal),
            TreeKind::Name(_) | TreeKind::Cell(..) | TreeKind::Slice(..) | TreeKind::Comprehension(..) => {
                false
            }
        }
    }

    /// Returns whether there is no name in the second operand.
    pub fn last_is_literal(&self) -> bool {
        matches!(&self.kind, TreeKind::Binary(_, operands) if operands.1.is_literal())
    }
}

/// The numbers that a variable takes.
#[derive(Clone, Debug)]
pub enum Numbers {
    Range(Tree, Tree),
    List(Vec<Tree>),
}

/// A parameter: its name, default and range.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Named,
    pub default: i64,
    pub within: Option<(Tree, Tree)>,
}

/// The form of a position, as written.
#[derive(Clone, Debug)]
pub enum Form {
    /// Numbers with their ranges; one alone is a heap.
    Tuple(Vec<(Named, Option<(Tree, Tree)>)>),
    /// A row of cells with the range of each.
    Row(Named, (Tree, Tree)),
}

/// A step of a move, as written.
#[derive(Clone, Debug)]
pub enum Clause {
    For(Named, Numbers),
    If(Tree),
    Let(Named, Tree),
}

/// A component that a move leaves.
#[derive(Clone, Debug)]
pub struct Part {
    pub at: Span,
    pub kind: PartKind,
}

#[derive(Clone, Debug)]
pub enum PartKind {
    /// Numbers in parentheses, or one without them.
    Numbers(Vec<Tree>),
    /// The whole row with some cells changed.
    Changed(Named, Vec<(Tree, Tree)>),
}

/// A move: its steps, and the position after it.
#[derive(Clone, Debug)]
pub struct Move {
    pub at: Span,
    pub clauses: Vec<Clause>,
    pub parts: Vec<Part>,
}

/// An item of the text after the title.
#[derive(Clone, Debug)]
pub enum Item {
    Parameter(Parameter),
    Form(Span, Form, Option<Tree>),
    Let(Named, Tree),
    Measure(Span, Tree),
    Misere,
    Move(Move),
}

/// The parsed text of a game.
#[derive(Clone, Debug)]
pub struct Text {
    pub title: String,
    pub items: Vec<Item>,
    /// The end of the text.
    pub end: Span,
}
