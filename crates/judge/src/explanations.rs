//! Likely explanations of a rejected program: compiler warnings, and files opened in place of the standard streams.

use std::fs;
use std::io;

use itertools::Itertools as _;
use regex::Regex;

use super::preparation::Prepared;
use super::programs::Code;
use crate::report::results::{DifferenceKind, TestReport};
use nim_ground::presence::absent_is_none;
use nim_task::source::Source;
use nim_task::verdict::Verdict;

/// The limit of warnings for one program.
const MOST: usize = 3;

/// Returns notes on the programs that were compiled and are not accepted.
///
/// # Errors
/// When a program or what its compiler wrote cannot be read.
pub fn notes_on(programs: &[Prepared<'_>], results: &[TestReport]) -> io::Result<Vec<String>> {
    let mut notes: Vec<String> = programs.iter().filter_map(|of| presentation(of, results)).collect();
    for Prepared { program, compiled } in programs {
        let of_program = results.iter().filter(|result| result.program == program.name).collect_vec();
        let failed =
            of_program.iter().copied().filter(|result| result.verdict != Verdict::Accepted).collect_vec();
        let common = failed.iter().map(|result| result.difference).all_equal_value().ok().flatten();
        notes.extend(
            common.and_then(said).map(|what| format!("{}: in every failed test, {what}", program.name)),
        );
        let (name, Code::Source(source)) = (&program.name, &program.code) else { continue };
        let Ok(executable) = compiled else { continue };
        if failed.is_empty() {
            continue;
        }
        let warnings = executable.warnings()?;
        notes.extend(
            warnings.iter().take(MOST).map(|warning| format!("{name}: the compiler warns: {warning}")),
        );
        let text = text_of(source)?;
        if source.language.is_interpreted() && failed.iter().any(|result| !result.diff.is_empty()) {
            let mut prompts = prompts(&text);
            if let Some(prompt) = prompts.find(|prompt| failed.iter().any(|result| prints(result, prompt))) {
                let how = "the judge takes it for a part of the output";
                notes.push(format!("{name} prints the prompt of input({prompt:?}): {how}"));
            }
        }
        let is_too_large = failed.iter().any(|result| result.verdict == Verdict::MemoryLimit);
        if is_too_large && source.language.is_interpreted() && text.contains("setrecursionlimit(") {
            let how = "a recursion that does not end then takes all memory";
            notes.push(format!("{name} raises the limit of recursion (setrecursionlimit): {how}"));
        }
        let what = if failed.iter().any(|result| prints_nothing(result)) {
            " and prints nothing"
        } else if of_program.iter().all(|result| ends_early(result)) {
            ""
        } else {
            continue;
        };
        let text = if what.is_empty() { unconditional(&text) } else { text };
        if let Some(file) = opened(&text) {
            let how = "programs read standard input and write standard output, unless --file-io names files";
            notes.push(format!("{name} opens \"{file}\"{what}: {how}"));
        }
    }
    Ok(notes)
}

/// Returns the text of the main file of a program; empty if the file has been removed since.
fn text_of(source: &Source) -> io::Result<String> {
    let text = absent_is_none(fs::read(&source.main), &source.main)?.unwrap_or_default();
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the sentence on a kind of difference that all failed tests of a program have.
fn said(kind: DifferenceKind) -> Option<&'static str> {
    match kind {
        DifferenceKind::Rounding => Some(
            "what differs first are numbers that are almost equal: --compare float:1e-6 accepts them, which is right if the statement does",
        ),
        DifferenceKind::WhiteSpace => None,
    }
}

/// Returns the texts that a program in Python prints before it reads.
fn prompts(text: &str) -> impl Iterator<Item = &str> {
    let calls = Regex::new(r#"\binput\s*\(\s*(?:"([^"\\]+)"|'([^'\\]+)')\s*\)"#);
    let found = calls.into_iter().flat_map(|calls| {
        let found = calls.captures_iter(text);
        found.filter_map(|call| Some(call.get(1).or(call.get(2))?.range())).collect::<Vec<_>>()
    });
    found.filter_map(|range| text.get(range))
}

/// Returns whether the lines of an output around its first difference have a text.
fn prints(result: &TestReport, text: &str) -> bool {
    result.diff.iter().any(|line| line.tag == '+' && line.text.contains(text.trim_end()))
}

/// Returns a note on the accepted outputs of a program that differ from their answers in white space.
fn presentation(Prepared { program, .. }: &Prepared<'_>, results: &[TestReport]) -> Option<String> {
    let mut found = results.iter().filter(|result| {
        result.program == program.name
            && result.verdict == Verdict::Accepted
            && result.difference == Some(DifferenceKind::WhiteSpace)
    });
    let first = found.next()?;
    let (name, test, message, more) = (&program.name, &first.name, &first.message, found.count());
    let more = if more > 0 { format!(", and on {more} more tests") } else { String::new() };
    Some(format!(
        "{name}: {message} of the answer of {test}{more}; the judge may answer PE (--compare exact is strict)"
    ))
}

/// Returns whether a program's output was empty, although its answer was not.
fn prints_nothing(result: &TestReport) -> bool {
    let answers = result.answers.as_ref();
    result.verdict == Verdict::WrongAnswer && answers.is_some_and(|answers| answers.printed == 0)
}

/// Returns whether a run was ended, as of a program that reads on where no input is.
fn ends_early(result: &TestReport) -> bool {
    use Verdict::{MemoryLimit, OutputLimit, RuntimeError, TimeLimit};
    matches!(result.verdict, MemoryLimit | OutputLimit | RuntimeError | TimeLimit)
}

/// Returns a text without the lines that the preprocessor may leave out, since files opened only at home explain nothing.
fn unconditional(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or_default();
        if directive.starts_with("if") {
            depth += 1;
        } else if directive.starts_with("endif") {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns the first file that a source opens by name.
fn opened(text: &str) -> Option<&str> {
    let calls = r#"(?:freopen|fopen|open|ifstream\s+\w+|ofstream\s+\w+|FileReader|FileInputStream|new\s+File)\s*\(\s*["']([\w./\\:-]+)["']"#;
    let calls = Regex::new(calls).ok()?;
    let mut files = calls.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str()));
    files.find(|file| !file.starts_with("/dev/") && *file != "CON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_opened_at_home_is_left_out() {
        let text = "#ifndef ONLINE_JUDGE\n  freopen(\"a.in\", \"r\", stdin);\n# endif\nfreopen(\"b.in\", \"r\", stdin);\n";
        assert_eq!(opened(&unconditional(text)), Some("b.in"));
    }

    #[test]
    fn files_that_take_the_place_of_streams_are_found() {
        for (text, file) in [
            ("freopen(\"in.txt\", \"r\", stdin);", Some("in.txt")),
            ("freopen( \"D:\\\\data.in\" ,\"r\",stdin)", Some("D:\\\\data.in")),
            ("ifstream fin(\"game.in\");", Some("game.in")),
            ("sys.stdin = open('input.txt')", Some("input.txt")),
            ("new Scanner(new File(\"a.in\"))", Some("a.in")),
            ("freopen(\"/dev/stdin\", \"r\", stdin)", None),
            ("scanf(\"%d\", &n)", None),
        ] {
            assert_eq!(opened(text), file, "{text}");
        }
    }
}
