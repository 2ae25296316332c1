//! An explanation as lines: the values in binary, the rule that decides them, and moves.

use unicode_width::UnicodeWidthStr;

use super::words::{Words, fill};
use super::{Explanation, Method, Reply, SHOWN, Step};

/// The kind of a part of a line, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Text without a special meaning.
    Plain,
    /// A digit of an odd column.
    Odd,
    /// A winning move.
    Winning,
}

/// A line as parts with their marks.
pub type Line = Vec<(Mark, String)>;

/// The columns of a terminal that lines keep to, as far as their parts can be broken.
pub const WIDTH: usize = 80;
/// The columns that binary digits take beside a value; with more, they have lines of their own.
const BESIDE: usize = 48;
/// The columns that a component takes as text.
const TEXT: usize = 24;
/// The number of lines for replies.
const REPLY_LINES: usize = 3;
/// The columns that a move takes in a list.
const MOVE: usize = 60;

/// Returns a line without marks.
fn plain(text: impl Into<String>) -> Line {
    vec![(Mark::Plain, text.into())]
}

/// The options of drawing an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Style<'w> {
    /// The sentences of the language.
    pub words: &'w Words,
    /// The word for a component.
    pub noun: &'w str,
    /// Whether the engine's reason is left out in favour of the problem's theorem.
    pub has_words: bool,
    /// Whether replies are left out.
    pub is_short: bool,
}

/// Draws an explanation as lines.
pub fn lines(explanation: &Explanation, style: Style<'_>) -> Vec<Line> {
    let Style { words, noun, .. } = style;
    let mut lines = table(explanation, words, noun);
    let outcome = outcome(explanation, words, style.has_words);
    lines.extend(wrapped(&outcome).into_iter().map(plain));
    if explanation.is_over {
        return lines;
    }
    let name = |step: &Step| shown(step, explanation.count, words, noun);
    if explanation.first_wins {
        let moves: Vec<String> = explanation.moves.iter().map(name).collect();
        let sentence = match explanation.winning {
            Some(1) => words.one_move,
            Some(_) => words.some_moves,
            None if explanation.is_image && moves.len() == 1 => words.a_move,
            None => words.moves,
        };
        let count = explanation.winning.unwrap_or(0);
        // An image may have further moves.
        let more =
            !explanation.is_image && explanation.winning.is_none_or(|count| count > moves.len() as u64);
        let dots = if more { "; …" } else { "" };
        let text = fill(sentence, &[("count", &count), ("moves", &(moves.join("; ") + dots))]);
        lines.extend(wrapped(&text).into_iter().map(|line| vec![(Mark::Winning, line)]));
    }
    let replies = &explanation.replies;
    if !replies.is_empty() && !style.is_short {
        let heading = if explanation.first_wins { words.replies } else { words.lost_replies };
        lines.push(plain(heading));
        // One reply shows the pattern if there is a winning move as well.
        let most = if explanation.first_wins { 2 } else { replies.len() };
        let mut left = REPLY_LINES;
        for (index, Reply { step, answer }) in replies.iter().take(most).enumerate() {
            let reply = match answer {
                Some(answer) => fill(words.answered, &[("move", &name(step)), ("answer", &name(answer))]),
                None => fill(words.last, &[("move", &name(step))]),
            };
            let text = wrapped_to(&reply, WIDTH - 2);
            if index > 0 && text.len() > left {
                break;
            }
            left = left.saturating_sub(text.len());
            lines.extend(text.iter().map(|line| plain(format!("  {line}"))));
        }
    }
    lines
}

/// Returns the name of a component, one of `count`.
fn name_of(index: usize, count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun} {}", index + 1) }
}

/// Returns a move as text.
fn shown(step: &Step, count: usize, words: &Words, noun: &str) -> String {
    let (from, to) = (cut(&step.from, MOVE / 2), cut(&step.to, MOVE / 2));
    let is_value = step.values.is_some_and(|(before, after)| {
        (step.from.as_str(), step.to.as_str()) == (before.to_string().as_str(), after.to_string().as_str())
    });
    let values = match step.values {
        Some((before, after)) if !is_value => {
            format!(" ({})", fill(words.values, &[("before", &before), ("after", &after)]))
        }
        _ => String::new(),
    };
    match &step.told {
        Some(told) => format!("{}{values}", told.words),
        None => format!("{}: {from} -> {to}{values}", name_of(step.component, count, noun)),
    }
}

/// Returns the sentences that say who wins, and why.
fn outcome(explanation: &Explanation, words: &Words, has_words: bool) -> String {
    let Explanation { first_wins, misere, .. } = *explanation;
    if explanation.is_over {
        return words.over[usize::from(misere)].to_owned();
    }
    let wins = usize::from(first_wins);
    let sum = explanation.nim_sum.unwrap_or(0);
    let is_nim = explanation.game == "nim";
    let sentence = match explanation.method {
        Method::NimSum if is_nim => words.by_columns[wins],
        Method::NimSum if explanation.count == 1 => words.by_value[wins],
        Method::NimSum => words.by_nim_sum[wins],
        Method::MisereNim { some_above_one: true } => words.misere_above_one[wins],
        Method::MisereNim { some_above_one: false } => words.misere_ones[wins],
        Method::Theorem => words.by_theorem[wins],
        Method::Quotient => words.by_quotient[wins],
        Method::Search => words.by_search[wins],
    };
    let mut text = fill(sentence, &[("sum", &sum)]);
    if explanation.method == Method::Theorem && !has_words {
        let why = capitalized(&words.language.text(&explanation.reason));
        text = fill(words.reason, &[("why", &why), ("outcome", &text)]);
    }
    if matches!(explanation.method, Method::MisereNim { .. }) && !is_nim {
        text = format!("{text}{}{}", words.space, words.as_nim);
    }
    text
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the components with their values in binary, and the nim-sum below.
fn table(explanation: &Explanation, words: &Words, noun: &str) -> Vec<Line> {
    // Columns are shown where they decide.
    let is_by_values = match explanation.method {
        Method::NimSum | Method::MisereNim { .. } => true,
        Method::Theorem => !explanation.misere,
        Method::Quotient | Method::Search => false,
    };
    let Some(sum) = explanation.nim_sum.filter(|_| is_by_values && !explanation.shown.is_empty()) else {
        let rows = explanation.shown.iter().map(|shown| {
            let name = name_of(shown.index, explanation.count, noun);
            let label = shown.label.clone().unwrap_or_else(|| format!("{name}: {}", shown.text));
            plain(cut(&format!("  {label}"), WIDTH))
        });
        return rows.collect();
    };
    let mut rows = rows(explanation, words, noun);
    let all = rows.iter().fold(sum, |all, (_, value)| all | value);
    let mut columns = Columns { sum, digits: (u64::BITS - all.leading_zeros()).max(1) as usize, start: None };
    let is_many = explanation.count > 1;
    let mut sum_label = fill(words.nim_sum, &[("sum", &sum)]);
    let width = widest(&rows).max(if is_many { sum_label.width() } else { 0 });
    let is_beside = columns.digits <= BESIDE && columns.fit(width, 3);
    if !is_beside && explanation.count > SHOWN {
        // Beside the digits of many components, only their names have room.
        for (row, shown) in rows.iter_mut().zip(&explanation.shown) {
            row.0 = shown.label.clone().unwrap_or_else(|| name_of(shown.index, explanation.count, noun));
        }
        sum_label = words.nim_sum_label.to_owned();
        columns.fit(widest(&rows).max(sum_label.width()), 1);
    }
    let mut lines: Vec<Line> = rows.iter().flat_map(|(label, value)| columns.row(label, *value)).collect();
    // A single value is its own nim-sum.
    if is_many {
        lines.extend(columns.row(&sum_label, sum));
    }
    if is_many && sum > 0 {
        lines.extend(columns.marks(words.odd));
    }
    lines
}

/// Returns the components that are shown, and one for all others: their labels and values.
fn rows(explanation: &Explanation, words: &Words, noun: &str) -> Vec<(String, u64)> {
    let mut rows = Vec::new();
    for shown in &explanation.shown {
        let value = shown.value.unwrap_or(0);
        let name = name_of(shown.index, explanation.count, noun);
        let text = shown.label.clone().unwrap_or_else(|| format!("{name}: {}", cut(&shown.text, TEXT)));
        let is_value = shown.label.is_none() && shown.text == value.to_string();
        let label = if is_value { text } else { fill(words.value, &[("text", &text), ("value", &value)]) };
        rows.push((label, value));
    }
    if explanation.count > explanation.shown.len() {
        let count = explanation.count - explanation.shown.len();
        rows.push((fill(words.more, &[("count", &count)]), explanation.rest));
    }
    rows
}

/// Returns the columns of the widest label.
fn widest(rows: &[(String, u64)]) -> usize {
    rows.iter().map(|(label, _)| label.width()).max().unwrap_or(0)
}

/// The binary digits of values, one below the other.
struct Columns {
    /// The nim-sum, whose ones are the columns with an odd number of ones.
    sum: u64,
    digits: usize,
    /// The column behind the labels where the digits begin; `None` if they stand below their label.
    start: Option<usize>,
}

impl Columns {
    /// Puts the digits beside labels of this width if there is room, and returns whether there is.
    fn fit(&mut self, width: usize, gap: usize) -> bool {
        let fits = width + self.digits + gap + 2 <= WIDTH;
        self.start = fits.then_some(width + gap);
        fits
    }

    /// Adds the row of a label and its value.
    fn row(&self, label: &str, value: u64) -> Vec<Line> {
        self.lines(label, |bit| if value >> bit & 1 == 1 { '1' } else { '0' })
    }

    /// Returns a label with a mark below each column with an odd number of ones.
    fn marks(&self, label: &str) -> Vec<Line> {
        let mut lines = self.lines(label, |bit| if self.is_odd(bit) { '^' } else { ' ' });
        if let Some((_, text)) = lines.last_mut().and_then(|line| line.last_mut()) {
            text.truncate(text.trim_end().len());
        }
        lines
    }

    const fn is_odd(&self, bit: usize) -> bool {
        self.sum >> bit & 1 == 1
    }

    fn lines(&self, label: &str, digit: impl Fn(usize) -> char) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut line = vec![(Mark::Plain, format!("  {label}"))];
        match self.start {
            Some(start) => line[0].1 += &" ".repeat(start - label.width()),
            None => lines.push(std::mem::replace(&mut line, vec![(Mark::Plain, " ".repeat(6))])),
        }
        for bit in (0..self.digits).rev() {
            let mark = if self.is_odd(bit) { Mark::Odd } else { Mark::Plain };
            match line.last_mut() {
                Some((last, text)) if *last == mark => text.push(digit(bit)),
                _ => line.push((mark, digit(bit).to_string())),
            }
        }
        lines.push(line);
        lines
    }
}

/// Returns a text of at most `width` columns.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if short.width() + 2 > width {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

/// Breaks a text into lines: at spaces, and behind any wide letter.
pub fn wrapped(text: &str) -> Vec<String> {
    wrapped_to(text, WIDTH)
}

/// Returns whether a line may begin with a letter that has no space before it: a wide one, except for marks of punctuation.
fn may_begin_line(letter: char) -> bool {
    let is_closing = "，。：；）、！？".contains(letter);
    !letter.is_ascii() && !is_closing && letter.encode_utf8(&mut [0; 4]).width() == 2
}

/// Breaks a text into lines of `width` columns.
pub fn wrapped_to(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut used): (Vec<String>, usize) = (Vec::new(), 0);
    for word in text.split_whitespace() {
        // A path or a compound that fits no line is broken behind its parts.
        let is_long = word.width() > width;
        let breaks = word
            .char_indices()
            .skip(1)
            .filter(|&(at, letter)| may_begin_line(letter) || is_long && word[..at].ends_with(['/', '-']))
            .map(|(at, _)| at);
        let ends = breaks.clone().chain([word.len()]);
        for (begin, end) in [0].into_iter().chain(breaks).zip(ends) {
            let (gap, part) = (if begin == 0 { " " } else { "" }, &word[begin..end]);
            let own = part.width();
            let with_gap = used + gap.len() + own;
            match lines.last_mut().filter(|_| with_gap <= width) {
                Some(line) => {
                    line.extend([gap, part]);
                    used = with_gap;
                }
                None => {
                    lines.push(part.to_owned());
                    used = own;
                }
            }
        }
    }
    lines
}
