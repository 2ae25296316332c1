//! The sentences of a statement that depend on the judge's framing of inputs and answers, and on the switches of a problem.

use crate::Description;
use nim_solve::problem::{Answers, Cases, Part};
use nim_solve::registry::Entry;

/// Replaces the marks of a statement in a language by the text for a name: `{{framing}}` describes the sequence of cases, `{{numbering}}`
/// the numbering of answers. A text between `{{cases}}` and `{{/cases}}` is dropped if an input is a single case; between `{{misere}}` and
/// `{{/misere}}` if the switch is off, and between `{{no misere}}` and `{{/no misere}}` if it is on; and between `{{layout NAME}}` and
/// `{{/layout NAME}}` in another layout, `own layout` being that of the problem.
pub(super) fn filled(text: &str, entry: &Entry, description: &Description, language: &str) -> String {
    let is_chinese = language == "zh";
    let framing = [cases(description, is_chinese), lines(description, is_chinese)].concat();
    let numbering = match (description.answers == Answers::Numbered, is_chinese) {
        (false, _) => "",
        (true, false) => " A line begins with `Case k: `, where `k` is the number of the case, from 1.",
        (true, true) => "每行以 `Case k: ` 开头，其中 `k` 为数据的编号，从 1 开始。",
    };
    let mut text = text.replace("{{framing}}", framing.trim_start()).replace("{{numbering}}", numbering);
    text = with_part(text, "cases", description.grammar.cases != Cases::One);
    let layout = entry.layout().map_or("", |layout| layout.name);
    text = with_part(text, "own layout", layout.is_empty());
    for other in entry.layouts {
        text = with_part(text, &format!("layout {}", other.name), other.name == layout);
    }
    for switch in entry.switches {
        let is_on = entry.judge.is_some_and(|own| own.switches.contains(&switch.name));
        text = with_part(text, switch.name, is_on);
        text = with_part(text, &format!("no {}", switch.name), !is_on);
    }
    text
}

/// Returns the sentence on the number of cases in an input.
fn cases(description: &Description, is_chinese: bool) -> String {
    let range = description.range("cases");
    let bounds = match (range.start(), range.end()) {
        (0, &u64::MAX) => String::new(),
        (least, &u64::MAX) => format!("`T` ≥ {least}"),
        (least, most) => format!("{least} ≤ `T` ≤ {most}"),
    };
    let bounds = match (bounds.is_empty(), is_chinese) {
        (true, _) => String::new(),
        (false, false) => format!(" ({bounds})"),
        (false, true) => format!("（{bounds}）"),
    };
    match (description.grammar.cases, is_chinese) {
        (Cases::One, false) => "An input is a single case.".to_owned(),
        (Cases::One, true) => "每个输入只有一组数据。".to_owned(),
        (Cases::Counted, false) => {
            format!("The first line has an integer `T`{bounds}. `T` cases follow.")
        }
        (Cases::Counted, true) => format!("第一行是整数 `T`{bounds}，接下来有 `T` 组数据。"),
        (Cases::ToEnd, false) => {
            "One or more cases follow one another until the end of the input.".to_owned()
        }
        (Cases::ToEnd, true) => "输入有一组或多组数据，直到文件末尾。".to_owned(),
        (Cases::UntilZeros(zeros), false) => {
            format!("Any number of cases follow one another. A line with {} ends the input.", in_line(zeros))
        }
        (Cases::UntilZeros(zeros), true) => format!("输入有若干组数据，以一行 {} 结束。", in_line(zeros)),
    }
}

/// Returns the zeros that end an input.
fn in_line(zeros: usize) -> String {
    format!("`{}`", vec!["0"; zeros].join(" "))
}

/// Returns the sentence on the number of lines in a case, if all cases have the same number.
fn lines(description: &Description, is_chinese: bool) -> String {
    let case = description.grammar.case;
    let are_lines = case.iter().all(|part| matches!(part, Part::Line(_)));
    match (case.len(), is_chinese) {
        _ if !are_lines => String::new(),
        (1, false) => " A case is one line.".to_owned(),
        (1, true) => "每组数据占一行。".to_owned(),
        (lines, false) => format!(" A case has {lines} lines."),
        (lines, true) => format!("每组数据占 {lines} 行。"),
    }
}

/// Keeps the texts between marks of this name, or drops them.
fn with_part(text: String, name: &str, is_kept: bool) -> String {
    let marks = [format!("{{{{{name}}}}}"), format!("{{{{/{name}}}}}")];
    if is_kept {
        return marks.iter().fold(text, |text, mark| text.replace(mark, ""));
    }
    let mut parts = text.split(&marks[0]);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once(&marks[1]).map_or("", |(_, rest)| rest))
}
