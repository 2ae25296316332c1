//! An explanation as lines: the values in binary, what decides them, and moves.

use unicode_width::UnicodeWidthStr;

use super::words::{Words, fill};
use super::{Explanation, Method, Reply, SHOWN, Shown, Step};

/// What a part of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Text.
    Plain,
    /// A digit of an odd column.
    Odd,
    /// A winning move.
    Winning,
}

/// A line, in parts.
pub type Line = Vec<(Mark, String)>;

/// The columns of a terminal that lines keep to, as far as their parts can be broken.
pub const WIDTH: usize = 80;
/// The columns that binary digits take beside a value; with more, they have lines of their own.
const BESIDE: usize = 48;
/// The columns that a component takes as text.
const TEXT: usize = 24;
/// The columns that a move takes in a list.
const MOVE: usize = 60;

/// Returns a line without marks.
fn plain(text: impl Into<String>) -> Line {
    vec![(Mark::Plain, text.into())]
}

/// How an explanation is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Style<'w> {
    /// The sentences.
    pub words: &'w Words,
    /// What a component is called.
    pub noun: &'w str,
    /// Whether the engine's reason is left out, since the problem has words of its own.
    pub has_words: bool,
    /// Whether replies are left out.
    pub is_short: bool,
}

/// Draws an explanation.
#[must_use]
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
        // Of an image, nobody knows whether there are more.
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
        let reply = |Reply { step, answer }: &Reply| match answer {
            Some(answer) => fill(words.answered, &[("move", &name(step)), ("answer", &name(answer))]),
            None => fill(words.last, &[("move", &name(step))]),
        };
        // One reply shows the pattern where there is a winning move as well.
        let most = if explanation.first_wins { 2 } else { replies.len() };
        lines.extend(
            replies.iter().take(most).map(|each| plain(format!("  {}", cut(&reply(each), WIDTH - 2)))),
        );
    }
    lines
}

/// Returns the name of a component, of so many.
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
    format!("{}: {from} -> {to}{values}", name_of(step.component, count, noun))
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
        Method::Search => words.by_search[wins],
    };
    let mut text = fill(sentence, &[("sum", &sum)]);
    if explanation.method == Method::Theorem && !has_words {
        text = format!("{}. {text}", capitalized(&explanation.reason));
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
        Method::Search => false,
    };
    let Some(sum) = explanation.nim_sum.filter(|_| is_by_values && !explanation.shown.is_empty()) else {
        let row = |shown: &Shown| {
            let name = name_of(shown.index, explanation.count, noun);
            plain(cut(&format!("  {name}: {}", shown.text), WIDTH))
        };
        return explanation.shown.iter().map(row).collect();
    };
    let values = explanation.shown.iter().map(|shown| shown.value.unwrap_or(0));
    let all = values.fold(sum | explanation.rest, |all, value| all | value);
    let digits = (u64::BITS - all.leading_zeros()).max(1) as usize;
    let is_plain = |text: &str, value: u64| text == value.to_string();
    let mut rows: Vec<(String, u64)> = Vec::new();
    for shown in &explanation.shown {
        let value = shown.value.unwrap_or(0);
        let text = cut(&shown.text, TEXT);
        let text = if is_plain(&shown.text, value) {
            text
        } else {
            fill(words.value, &[("text", &text), ("value", &value)])
        };
        rows.push((format!("{}: {text}", name_of(shown.index, explanation.count, noun)), value));
    }
    if explanation.count > explanation.shown.len() {
        let count = explanation.count - explanation.shown.len();
        rows.push((fill(words.more, &[("count", &count)]), explanation.rest));
    }
    let mut sum_label = fill(words.nim_sum, &[("sum", &sum)]);
    let labels = rows.iter().map(|(label, _)| label.width());
    let mut width = labels.chain((explanation.count > 1).then(|| sum_label.width())).max().unwrap_or(0);
    let mut gap = 3;
    let mut is_beside = digits <= BESIDE && width + digits + gap + 2 <= WIDTH;
    if !is_beside && explanation.count > SHOWN {
        // Of many, the names alone stand beside the digits.
        for (row, shown) in rows.iter_mut().zip(&explanation.shown) {
            row.0 = name_of(shown.index, explanation.count, noun);
        }
        width = rows
            .iter()
            .map(|(label, _)| label.width())
            .chain([words.nim_sum_label.width()])
            .max()
            .unwrap_or(0);
        sum_label = words.nim_sum_label.to_owned();
        gap = 1;
        is_beside = width + digits + gap + 2 <= WIDTH;
    }
    let mut lines = Vec::new();
    let mut push = |label: &str, value: u64, is_marked: bool| {
        let mut line = vec![(Mark::Plain, format!("  {label}"))];
        if is_beside {
            line[0].1 += &" ".repeat(width - label.width() + gap);
        } else {
            lines.push(std::mem::take(&mut line));
            line.push((Mark::Plain, " ".repeat(6)));
        }
        for bit in (0..digits).rev() {
            let is_odd = sum >> bit & 1 == 1;
            let digit = match (is_marked, value >> bit & 1) {
                (true, _) => {
                    if is_odd {
                        '^'
                    } else {
                        ' '
                    }
                }
                (false, one) => {
                    if one == 1 {
                        '1'
                    } else {
                        '0'
                    }
                }
            };
            let mark = if is_odd { Mark::Odd } else { Mark::Plain };
            match line.last_mut() {
                Some((last, text)) if *last == mark => text.push(digit),
                _ => line.push((mark, digit.to_string())),
            }
        }
        if is_marked && let Some((_, text)) = line.last_mut() {
            text.truncate(text.trim_end().len());
        }
        lines.push(line);
    };
    rows.iter().for_each(|(label, value)| push(label, *value, false));
    // A single value is its own nim-sum.
    if explanation.count > 1 {
        push(&sum_label, sum, false);
    }
    if explanation.count > 1 && sum > 0 {
        push(words.odd, sum, true);
    }
    lines
}

/// Returns a text of at most so many columns.
#[must_use]
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
#[must_use]
pub fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut word = String::new();
    let mut space = false;
    let mut place = |word: &mut String, space: &mut bool| {
        if word.is_empty() {
            return;
        }
        let gap = usize::from(*space && !line.is_empty());
        if line.width() + gap + word.width() > WIDTH && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        } else if gap == 1 {
            line.push(' ');
        }
        line.push_str(word);
        word.clear();
        *space = false;
    };
    for letter in text.chars() {
        if letter.is_whitespace() {
            place(&mut word, &mut space);
            space = true;
            continue;
        }
        let is_wide = letter.to_string().width() == 2;
        // No line begins with a mark of punctuation.
        let is_closing = "，。：；）、！？".contains(letter);
        if is_wide && !is_closing {
            place(&mut word, &mut space);
        }
        word.push(letter);
    }
    place(&mut word, &mut space);
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
