//! The grammar.
//!
//! ```text
//! text     = "game" TITLE { item }
//! item     = "param" NAME "=" number [ range ]
//!          | "heap" NAME [ range ] [ where ]
//!          | "position" NAME [ range ] { "," NAME [ range ] } [ where ]
//!          | "row" NAME "of" expr "..=" expr [ where ]
//!          | "let" NAME "=" expr  |  "measure" expr  |  "play" "misere"
//!          | "move" { clause } "->" part { "+" part }
//! range    = "in" expr "..=" expr          where = "where" expr
//! clause   = "for" NAME "in" ( expr "..=" expr | "{" expr { "," expr } "}" )
//!          | "if" expr  |  "let" NAME "=" expr
//! part     = "(" expr { "," expr } ")"  |  sum without "+"
//!          | NAME "[" expr "..=" expr "]"  |  NAME "with" cell { "," cell }
//! cell     = "[" expr "]" "=" expr
//! expr     = and { "or" and }              and = not { "and" not }
//! not      = [ "not" ] compared            compared = sum { ("==" | "!=" | "<" | "<=" | ">" | ">=") sum }
//! sum      = product { ("+" | "-") product }
//! product  = factor { ("*" | "/" | "%") factor }
//! factor   = "-" factor | number | NAME | NAME "(" expr { "," expr } ")" | NAME "[" expr "]" | "(" expr ")"
//!          | ("all" | "any" | "sum") NAME "in" expr "..=" expr ":" expr
//! ```

use winnow::combinator::{alt, cut_err, delimited, opt, preceded, repeat, separated, separated_pair};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{Location, Stateful, TokenSlice};
use winnow::token::any;

use crate::error::{ParseError, Span};
use crate::syntax::{
    Binary, Clause, Fold, Form, Item, Move, Named, Numbers, Parameter, Part, PartKind, Text, Tree, TreeKind,
};
use crate::words::{Word, WordKind, words};

/// The state of the parser besides the words: the end of the text, and the depth of nested expressions.
#[derive(Clone, Debug)]
struct State {
    end: Span,
    depth: usize,
}

type Input<'t> = Stateful<TokenSlice<'t, Word>, State>;
type ParseResult<T> = Result<T, ErrMode<ParseError>>;

/// The deepest nesting of an expression.
const DEEPEST: usize = 48;

/// The words that are no names.
pub const KEYWORDS: &[&str] = &[
    "param", "heap", "position", "row", "of", "in", "where", "let", "measure", "play", "move", "for", "if",
    "with", "and", "or", "not", "all", "any", "sum",
];

/// Returns a text as a tree.
///
/// # Errors
/// The first [`ParseError`] of its grammar.
pub fn parse(text: &str) -> Result<Text, ParseError> {
    let (title, words) = words(text)?;
    let end = text.trim_end().len();
    let end = Span { from: end, to: end + 1 };
    let mut input = Stateful { input: TokenSlice::new(&words), state: State { end, depth: 0 } };
    let items = repeat(0.., item).parse_next(&mut input).map_err(inner)?;
    match peek(&input) {
        None => Ok(Text { title, items, end }),
        Some(_) => Err(inner(expected(
            &input,
            "one of `param`, `heap`, `position`, `row`, `let`, `measure`, `play`, `move`",
        ))),
    }
}

fn inner(error: ErrMode<ParseError>) -> ParseError {
    match error {
        ErrMode::Backtrack(error) | ErrMode::Cut(error) => error,
        ErrMode::Incomplete(_) => ParseError::new(Span::default(), "the text ends too early"),
    }
}

impl ParserError<Input<'_>> for ParseError {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        Self::new(here(input), format!("unexpected {}", found(input)))
    }

    fn or(self, other: Self) -> Self {
        if self.at.from > other.at.from { self } else { other }
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

/// Returns the error that something else was expected here.
fn expected(input: &Input<'_>, what: &str) -> ErrMode<ParseError> {
    let error = ParseError::new(here(input), format!("expected {what}, found {}", found(input)));
    let meant = match peek(input).map(|word| &word.kind) {
        Some(WordKind::Name(name)) => {
            closest(name, &offered(what)).map(|near| format!("did you mean `{near}`?"))
        }
        Some(WordKind::Sign("=")) => Some("numbers are compared by `==`".to_owned()),
        _ => None,
    };
    ErrMode::Backtrack(error.hint(meant.unwrap_or_default()))
}

/// Returns an error after which nothing else is tried.
fn cut(at: Span, why: impl Into<String>) -> ErrMode<ParseError> {
    ErrMode::Cut(ParseError::new(at, why))
}

/// Returns the words in backticks.
fn offered(what: &str) -> Vec<&str> {
    what.split('`').skip(1).step_by(2).collect()
}

/// Returns the name that is most similar, if one is similar.
pub fn closest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let near = names.iter().map(|&other| (strsim::damerau_levenshtein(name, other), other)).min();
    near.filter(|&(distance, other)| {
        distance <= (name.len().max(other.len()) / 3).max(1) && distance < name.len().max(other.len())
    })
    .map(|(_, other)| other)
}

/// Returns a parser of one sign.
fn sign<'t>(sign: &'static str) -> impl Parser<Input<'t>, Span, ErrMode<ParseError>> {
    move |input: &mut Input<'t>| match peek(input) {
        Some(word) if word.kind == WordKind::Sign(sign) => next(input).map(|word| word.at),
        _ => Err(expected(input, &format!("`{sign}`"))),
    }
}

/// Reads a word of the language.
fn keyword<'t>(keyword: &'static str) -> impl Parser<Input<'t>, Span, ErrMode<ParseError>> {
    move |input: &mut Input<'t>| match peek(input) {
        Some(Word { kind: WordKind::Name(name), .. }) if name == keyword => next(input).map(|word| word.at),
        _ => Err(expected(input, &format!("`{keyword}`"))),
    }
}

/// Returns the next word without consuming it.
fn peek<'t>(input: &Input<'t>) -> Option<&'t Word> {
    input.input.peek_token()
}

/// Returns the place of the next word, or the end of the text.
fn here(input: &Input<'_>) -> Span {
    peek(input).map_or(input.state.end, |word| word.at)
}

/// Returns the next word as it is shown in messages.
fn found(input: &Input<'_>) -> String {
    peek(input).map_or("the end of the text".to_owned(), |word| word.kind.to_string())
}

fn next<'t>(input: &mut Input<'t>) -> ParseResult<&'t Word> {
    any.parse_next(input)
}

/// Returns the span from the beginning of `from` to the end of the last word that was read.
fn since(from: Span, input: &Input<'_>) -> Span {
    from.to(Span { from: 0, to: input.input.previous_token_end() })
}

impl Location for Word {
    fn previous_token_end(&self) -> usize {
        self.at.to
    }

    fn current_token_start(&self) -> usize {
        self.at.from
    }
}

fn named(input: &mut Input<'_>) -> ParseResult<Named> {
    match peek(input) {
        Some(Word { at, kind: WordKind::Name(name) }) if KEYWORDS.contains(&name.as_str()) => {
            Err(cut(*at, format!("expected a name, found the word `{name}` of the language")))
        }
        Some(Word { at, kind: WordKind::Name(name) }) => {
            let named = Named { at: *at, name: name.clone() };
            next(input)?;
            Ok(named)
        }
        _ => Err(expected(input, "a name")),
    }
}

fn item(input: &mut Input<'_>) -> ParseResult<Item> {
    let Some(Word { at, kind: WordKind::Name(word) }) = peek(input) else {
        return Err(expected(input, "an item"));
    };
    let (at, word) = (*at, word.as_str());
    let form: fn(&mut Input<'_>) -> ParseResult<Form> = match word {
        "heap" => |input| Ok(Form::Tuple(vec![(named(input)?, opt(within).parse_next(input)?)])),
        "position" => {
            |input| separated(1.., (named, opt(within)), sign(",")).map(Form::Tuple).parse_next(input)
        }
        "row" => |input| {
            let name = named(input)?;
            let cells = preceded(keyword("of"), range).parse_next(input)?;
            Ok(Form::Row(name, cells))
        },
        "param" => return preceded(any, cut_err(parameter)).map(Item::Parameter).parse_next(input),
        "let" => return letting.map(|(name, tree)| Item::Let(name, tree)).parse_next(input),
        "measure" => {
            return preceded(any, cut_err(expression)).map(|tree| Item::Measure(at, tree)).parse_next(input);
        }
        "play" => return preceded(any, cut_err(keyword("misere"))).value(Item::Misere).parse_next(input),
        "move" => return preceded(any, cut_err(moving(at))).map(Item::Move).parse_next(input),
        _ => return Err(expected(input, "an item")),
    };
    let form = preceded(any, cut_err(form)).parse_next(input)?;
    let at = since(at, input);
    let constraint = opt(preceded(keyword("where"), cut_err(expression))).parse_next(input)?;
    Ok(Item::Form(at, form, constraint))
}

fn parameter(input: &mut Input<'_>) -> ParseResult<Parameter> {
    let name = named(input)?;
    let default = preceded(sign("="), number).parse_next(input)?;
    Ok(Parameter { name, default, within: opt(within).parse_next(input)? })
}

fn number(input: &mut Input<'_>) -> ParseResult<i64> {
    match peek(input) {
        Some(Word { kind: WordKind::Number(number), .. }) => next(input).map(|_| *number),
        _ => Err(expected(input, "a number")),
    }
}

fn within(input: &mut Input<'_>) -> ParseResult<(Tree, Tree)> {
    preceded(keyword("in"), cut_err(range)).parse_next(input)
}

fn range(input: &mut Input<'_>) -> ParseResult<(Tree, Tree)> {
    separated_pair(expression, sign("..="), expression).parse_next(input)
}

fn letting(input: &mut Input<'_>) -> ParseResult<(Named, Tree)> {
    preceded(keyword("let"), cut_err(separated_pair(named, sign("="), expression))).parse_next(input)
}

/// Returns whether a number of a component is an operation without parentheses.
fn is_bare_operation(part: &Part) -> bool {
    let PartKind::Numbers(numbers) = &part.kind else { return false };
    numbers.iter().any(|tree| tree.at == part.at && matches!(tree.kind, TreeKind::Binary(..)))
}

fn moving<'t>(at: Span) -> impl Parser<Input<'t>, Move, ErrMode<ParseError>> {
    move |input: &mut Input<'t>| {
        let clauses = repeat(0.., clause).parse_next(input)?;
        let Ok(_) = sign("->").parse_next(input) else {
            return Err(expected(input, "`for`, `if`, `let` or `->`"));
        };
        let parts: Vec<Part> = separated(1.., part, sign("+")).parse_next(input)?;
        if let (Some(part), true) = (parts.iter().find(|part| is_bare_operation(part)), parts.len() > 1) {
            let error = ParseError::new(part.at, "here `+` stands between two components");
            return Err(ErrMode::Cut(
                error.hint("write `(a) + (b)` for two components, `(a + b)` for one with the sum"),
            ));
        }
        Ok(Move { at: since(at, input), clauses, parts })
    }
}

fn clause(input: &mut Input<'_>) -> ParseResult<Clause> {
    let numbers = alt((
        delimited(sign("{"), separated(1.., expression, sign(",")), sign("}")).map(Numbers::List),
        range.map(|(from, to)| Numbers::Range(from, to)),
    ));
    let each =
        separated_pair(named, keyword("in"), numbers).map(|(name, numbers)| Clause::For(name, numbers));
    alt((
        preceded(keyword("for"), cut_err(each)),
        preceded(keyword("if"), cut_err(expression)).map(Clause::If),
        letting.map(|(name, tree)| Clause::Let(name, tree)),
    ))
    .parse_next(input)
}

fn part(input: &mut Input<'_>) -> ParseResult<Part> {
    let from = here(input);
    if let Some(WordKind::Sign("(")) = peek(input).map(|word| &word.kind) {
        let listed = delimited(sign("("), separated(1.., expression, sign(",")), sign(")"));
        let numbers = cut_err(listed).parse_next(input)?;
        let at = since(from, input);
        if let Some(Word { at: sign, kind: WordKind::Sign("-" | "*" | "/" | "%") }) = peek(input) {
            let error = ParseError::new(*sign, "a component in parentheses ends with them");
            return Err(ErrMode::Cut(error.hint("put all of it in parentheses: `((n - 1) / 2)`")));
        }
        return Ok(Part { at, kind: PartKind::Numbers(numbers) });
    }
    let tree = bare(input)?;
    let changed =
        opt(preceded(keyword("with"), cut_err(separated(1.., cell, sign(","))))).parse_next(input)?;
    let at = since(from, input);
    match (changed, tree.kind) {
        (None, kind) => Ok(Part { at, kind: PartKind::Numbers(vec![Tree { at, kind }]) }),
        (Some(cells), TreeKind::Name(name)) => {
            Ok(Part { at, kind: PartKind::Changed(Named { at: tree.at, name }, cells) })
        }
        (Some(_), _) => Err(cut(tree.at, "`with` changes cells of the row, which stands before it")),
    }
}

/// Reads a component without parentheses: a sum without `+`.
fn bare(input: &mut Input<'_>) -> ParseResult<Tree> {
    let mut tree = product(input)?;
    while sign("-").parse_next(input).is_ok() {
        tree = binary(Binary::Subtract, tree, cut_err(product).parse_next(input)?);
    }
    Ok(tree)
}

fn cell(input: &mut Input<'_>) -> ParseResult<(Tree, Tree)> {
    separated_pair(delimited(sign("["), expression, sign("]")), sign("="), expression).parse_next(input)
}

fn expression(input: &mut Input<'_>) -> ParseResult<Tree> {
    input.state.depth += 1;
    if input.state.depth > DEEPEST {
        return Err(cut(here(input), format!("the expression is nested more than {DEEPEST} deep")));
    }
    let tree = chain(input, &[("or", Binary::Or)], conjunction);
    input.state.depth -= 1;
    tree
}

fn conjunction(input: &mut Input<'_>) -> ParseResult<Tree> {
    chain(input, &[("and", Binary::And)], negation)
}

fn negation(input: &mut Input<'_>) -> ParseResult<Tree> {
    let not = opt(keyword("not")).parse_next(input)?;
    let tree = if not.is_some() { cut_err(comparison).parse_next(input)? } else { comparison(input)? };
    Ok(match not {
        Some(at) => Tree { at: at.to(tree.at), kind: TreeKind::Not(Box::new(tree)) },
        None => tree,
    })
}

/// Reads sums with signs between them: `a < b <= c` is `a < b and b <= c`.
fn comparison(input: &mut Input<'_>) -> ParseResult<Tree> {
    const COMPARISONS: &[(&str, Binary)] = &[
        ("==", Binary::Equal),
        ("!=", Binary::Unequal),
        ("<", Binary::Less),
        ("<=", Binary::AtMost),
        (">", Binary::Greater),
        (">=", Binary::AtLeast),
    ];
    let mut left = sum(input)?;
    let mut all: Option<Tree> = None;
    while let Some(operator) = operator(input, COMPARISONS) {
        let right = cut_err(sum).parse_next(input)?;
        let one = binary(operator, left, right.clone());
        all = Some(match all {
            Some(others) => binary(Binary::And, others, one),
            None => one,
        });
        left = right;
    }
    Ok(all.unwrap_or(left))
}

fn sum(input: &mut Input<'_>) -> ParseResult<Tree> {
    chain(input, &[("+", Binary::Add), ("-", Binary::Subtract)], product)
}

fn product(input: &mut Input<'_>) -> ParseResult<Tree> {
    chain(input, &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)], factor)
}

/// The most operators of one kind in a row.
const LONGEST: usize = 200;

/// Reads operands with operators between them, from left to right.
fn chain(
    input: &mut Input<'_>,
    operators: &[(&str, Binary)],
    operand: fn(&mut Input<'_>) -> ParseResult<Tree>,
) -> ParseResult<Tree> {
    let mut tree = operand(input)?;
    let mut length = 0;
    while let Some(operator) = operator(input, operators) {
        length += 1;
        if length > LONGEST {
            return Err(cut(tree.at, format!("more than {LONGEST} operators follow each other")));
        }
        tree = binary(operator, tree, cut_err(operand).parse_next(input)?);
    }
    Ok(tree)
}

fn operator(input: &mut Input<'_>, operators: &[(&str, Binary)]) -> Option<Binary> {
    let text = match &peek(input)?.kind {
        WordKind::Sign(sign) => *sign,
        WordKind::Name(name) => name.as_str(),
        WordKind::Number(_) => return None,
    };
    let &(_, operator) = operators.iter().find(|(operator, _)| *operator == text)?;
    next(input).ok().map(|_| operator)
}

fn binary(operator: Binary, left: Tree, right: Tree) -> Tree {
    Tree { at: left.at.to(right.at), kind: TreeKind::Binary(operator, Box::new((left, right))) }
}

fn factor(input: &mut Input<'_>) -> ParseResult<Tree> {
    let Some(word) = peek(input) else { return Err(expected(input, "an expression")) };
    let at = word.at;
    let kind = match &word.kind {
        WordKind::Number(number) => {
            next(input)?;
            TreeKind::Number(*number)
        }
        WordKind::Sign("-") => {
            next(input)?;
            input.state.depth += 1;
            let operand = if input.state.depth > DEEPEST {
                expression(input)
            } else {
                cut_err(factor).parse_next(input)
            };
            input.state.depth -= 1;
            TreeKind::Minus(Box::new(operand?))
        }
        WordKind::Sign("(") => {
            let inside = delimited(sign("("), cut_err(expression), cut_err(sign(")"))).parse_next(input)?;
            // The parentheses belong to it, so that a component is seen to be in them.
            return Ok(Tree { at: since(at, input), ..inside });
        }
        WordKind::Name(name) => match fold(name) {
            Some(fold) => {
                next(input)?;
                cut_err(over(fold)).parse_next(input)?
            }
            None if KEYWORDS.contains(&name.as_str()) => return Err(expected(input, "an expression")),
            None => after_name(named(input)?, input)?,
        },
        WordKind::Sign(_) => return Err(expected(input, "an expression")),
    };
    Ok(Tree { at: since(at, input), kind })
}

fn fold(word: &str) -> Option<Fold> {
    [("all", Fold::All), ("any", Fold::Any), ("sum", Fold::Sum)]
        .into_iter()
        .find_map(|(name, fold)| (name == word).then_some(fold))
}

fn over<'t>(fold: Fold) -> impl Parser<Input<'t>, TreeKind, ErrMode<ParseError>> {
    (named, preceded(keyword("in"), range), preceded(sign(":"), expression))
        .map(move |(name, range, body)| TreeKind::Comprehension(fold, name, Box::new(range), Box::new(body)))
}

/// Reads the continuation of a name: arguments, or the number of a cell.
fn after_name(name: Named, input: &mut Input<'_>) -> ParseResult<TreeKind> {
    match peek(input).map(|word| &word.kind) {
        Some(WordKind::Sign("(")) => {
            let arguments = delimited(sign("("), separated(1.., expression, sign(",")), sign(")"));
            Ok(TreeKind::Call(name, cut_err(arguments).parse_next(input)?))
        }
        Some(WordKind::Sign("[")) => {
            let to = opt(preceded(sign("..="), cut_err(expression)));
            let inside = delimited(sign("["), (expression, to), sign("]"));
            Ok(match cut_err(inside).parse_next(input)? {
                (cell, None) => TreeKind::Cell(name, Box::new(cell)),
                (from, Some(to)) => TreeKind::Slice(name, Box::new((from, to))),
            })
        }
        _ => Ok(TreeKind::Name(name.name)),
    }
}
