//! The output of a check: the layouts found, the failures, the summary.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::iter::{once, repeat_n};
use std::path::PathBuf;

use anyhow::Context as _;
use itertools::Itertools;

use super::saved::SavedFailure;
use super::{invocations, side_by_side, summary};
use crate::commands::check::reports::{ReportTarget, write_reports};
use crate::system::interruption::Interruption;
use crate::system::output_file::check_files;
use crate::terminal::count::number;
use crate::terminal::output::OutputArgs;
use crate::terminal::progress::{CheckProgress, Compiling, MakingProgress};
use crate::terminal::streams::Stdout;
use crate::terminal::style::{Colours, Style};
use crate::terminal::{say, style as terminal};
use nim_ground::append::Append as _;
use nim_ground::content::Content;
use nim_ground::error::best_effort;
use nim_ground::visible;
use nim_judge::check::name_of;
use nim_judge::locations;
use nim_judge::mistakes;
use nim_judge::report::matrix;
use nim_judge::report::results::{ProgramReport, Report, SIMILAR, TestReport};
use nim_judge::report::standing::outcome;
use nim_judge::report::transcript;
use nim_judge::sanitizer;
use nim_judge::{Error, Observer};
use nim_sandbox::weaknesses;
use nim_task::layout::{Test, TestSet, Unmatched};
use nim_task::score::{self, SubtaskScore};
use nim_task::verdict::Verdict;

/// Most unmatched files that are listed.
const MOST_UNMATCHED: usize = 5;
/// Most programs that are compared test by test; of more, each has a line.
const MOST_COMPARED: usize = 3;
/// Most failures of a line each.
const MOST_FAILURES: usize = 10;
/// Most lines shown of a program's standard error.
const MOST_ERRORS: usize = 8;
/// Most lines shown of a compiler's message.
const MOST_LINES: usize = 20;

/// The options for what is printed.
#[derive(Default, clap::Args)]
pub struct ScreenArgs {
    /// Number of failures shown whole: with the input, and the expected lines beside those of the output [default: 1; of more than
    /// three programs, 0]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true, conflicts_with = "quiet")]
    show: Option<u64>,
    /// List every failure, every compiler's message, and every unmatched file
    #[arg(long, conflicts_with = "quiet")]
    verbose: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl ScreenArgs {
    /// Returns the report that `--json` is short for.
    pub fn json(&self) -> Option<ReportTarget> {
        self.output.json.then(ReportTarget::json_on_stdout).flatten()
    }
}

/// The output of a check.
pub struct Screen<'a> {
    args: &'a ScreenArgs,
    reports: &'a [ReportTarget],
    /// Whether a report is written to standard output: everything else goes to standard error.
    to_stderr: bool,
    colours: Colours,
    /// Whether nothing is to be said of a check without programs.
    pub is_built_in: bool,
    /// What is said of it, on the line of the summary.
    hint: Option<&'static str>,
    /// Whether the programs are submissions, which may be expected to fail.
    pub of_submissions: bool,
    /// Whether nothing is printed.
    is_silent: bool,
    /// Whether everything is printed at the end, below the result of the check before.
    pub is_held: bool,
    held: RefCell<String>,
    /// The failure that is to be saved.
    pub saved: Option<SavedFailure<'a>>,
    was_saved: anyhow::Result<Option<String>>,
    /// The command that finds a smaller input.
    pub smaller: Option<String>,
    /// The signals of a check.
    interruption: Option<&'a Interruption>,
    compiling: Compiling,
    making: MakingProgress,
    running: Option<CheckProgress>,
}

/// Said where no program was named: the summary would read as if one had been accepted.
const NO_PROGRAM: &str =
    "the built-in solver was checked, for no program was named: add sol.cpp or -- ./sol, or --builtin";

impl<'a> Screen<'a> {
    /// Creates the output of a check with these reports.
    pub fn new(args: &'a ScreenArgs, reports: &'a [ReportTarget]) -> Self {
        let to_stderr = reports.iter().any(ReportTarget::is_standard_output);
        let is_terminal = if to_stderr { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
        Self {
            args,
            reports,
            to_stderr,
            colours: Colours::of(is_terminal),
            is_built_in: false,
            hint: None,
            of_submissions: false,
            is_silent: false,
            is_held: false,
            held: RefCell::default(),
            saved: None,
            was_saved: Ok(None),
            smaller: None,
            interruption: None,
            compiling: Compiling::default(),
            making: MakingProgress::default(),
            running: None,
        }
    }

    /// Creates the output of a check that signals may end.
    pub fn of_check(
        args: &'a ScreenArgs,
        reports: &'a [ReportTarget],
        interruption: &'a Interruption,
    ) -> Self {
        Self { interruption: Some(interruption), ..Self::new(args, reports) }
    }

    /// Creates one that shows the progress of submissions alone.
    pub fn silent(args: &'a ScreenArgs, interruption: &'a Interruption) -> Self {
        Self { is_silent: true, of_submissions: true, ..Self::of_check(args, &[], interruption) }
    }

    /// Lists the unmatched files; many are counted by reason, each with the first of them.
    fn unmatched(&self, text: &mut String, test_set: &TestSet) {
        if self.args.verbose || test_set.unmatched.len() <= MOST_UNMATCHED {
            for Unmatched { file, reason, .. } in &test_set.unmatched {
                writeln!(text, "  unmatched: {} ({reason})", visible::line(file));
            }
            return;
        }
        let mut reasons: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for unmatched in &test_set.unmatched {
            reasons.entry(unmatched.reason.to_string()).or_insert((0, &unmatched.file)).0 += 1;
        }
        let reasons = reasons
            .iter()
            .map(|(reason, (count, first))| format!("{count} {reason}, such as {}", visible::line(first)))
            .join("; ");
        let count = test_set.unmatched.len();
        writeln!(text, "  unmatched: {count} files ({reasons}); --verbose lists them");
    }

    /// Prints the failures, the table of several programs, and the summary, and writes the reports.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn report(&mut self, report: &Report) -> anyhow::Result<()> {
        let mut text = self.held.take();
        let several = report.programs.len() > 1;
        if self.args.output.quiet {
            if several && report.expectations().is_none() {
                summary::standings(&mut text, report, self.columns(), self.colours);
            }
        } else {
            self.details(&mut text, report, several);
        }
        writeln!(text, "{}", summary::line(report, self.hint, !is_class(report), self.width()));
        if several && report.expectations().is_none() {
            let (good, all, what) = outcome(report);
            writeln!(text, "{good} of {all} {what}");
        }
        let saved = std::mem::replace(&mut self.was_saved, Ok(None));
        if !self.args.output.quiet {
            for group in &report.similar {
                writeln!(text, "{SIMILAR}: {}", visible::line(&group.text()));
            }
            for line in mistakes::lines(report).chain(locations::lines(report)).chain(report.growths()) {
                writeln!(text, "{}", visible::line(&line));
            }
            let smaller = self.smaller.iter().map(|command| format!("a smaller input: {command}"));
            for line in saved.as_ref().iter().copied().flatten().cloned().chain(smaller) {
                writeln!(text, "{}", visible::line(&line));
            }
        }
        let shown = self.write(&text);
        // Reports are written even if printing failed.
        write_reports(report, self.reports)?;
        shown?;
        saved.context("cannot save the failure").map(drop)
    }

    /// Prints what stands above the summary: the failures, what several programs have in common, scores, and what the sandbox lacks.
    fn details(&self, text: &mut String, report: &Report, several: bool) {
        self.failures(text, report);
        if report.expectations().is_some() {
            invocations::write(text, report, self.columns(), self.args.verbose);
        } else if several {
            if !is_class(report) && report.matrix.is_none() {
                table(text, report);
            }
            summary::standings(text, report, self.columns(), self.colours);
        }
        if report.scoring.is_some() && !several {
            scores(text, report);
        }
        for program in report.programs.iter().filter(|program| !program.grader_failure.is_empty()) {
            let (name, why) = (visible::line(&program.name), visible::line(&program.grader_failure));
            writeln!(text, "{name} has no score: {why}");
        }
        if let Some(matrix) = &report.matrix {
            text.push_str(&matrix::text(report, matrix));
        }
        let sandbox = &report.sandbox;
        // The report lists all layers; only missing ones are printed.
        if !sandbox.missing.is_empty() {
            let without = format!("sandbox ({}) without: {}", sandbox.mode, sandbox.missing.join(", "));
            writeln!(text, "{}", visible::line(&without));
            for weakness in weaknesses(&sandbox.missing) {
                writeln!(text, "  {weakness}");
            }
        }
    }

    /// Prints the programs that do not compile and the failures; of many programs, those that are asked for.
    fn failures(&self, text: &mut String, report: &Report) {
        let several = report.programs.len() > 1;
        let is_brief = is_class(report) && !self.args.verbose;
        for (program, verdict) in report.not_compiled().filter(|_| !is_brief) {
            if program.expected.as_ref().is_none_or(|expected| !expected.met) {
                self.not_compiled(text, program, verdict);
            }
        }
        let failures = report.tests.iter().filter(|test| !report.is_fine(test));
        let shown = self.args.show.unwrap_or(u64::from(!is_class(report)));
        let shown = usize::try_from(shown).unwrap_or(usize::MAX);
        // The smallest inputs say most.
        let by_size = failures.clone().sorted_by_key(|test| test.input_bytes.unwrap_or(u64::MAX));
        let whole = by_size.take(shown).collect_vec();
        let others =
            failures.filter(|test| !whole.iter().any(|other| std::ptr::eq(*other, *test))).collect_vec();
        // What is shown whole stands last, where a screen is not scrolled.
        let most = if self.args.verbose { others.len() } else { MOST_FAILURES.min(others.len()) };
        if !is_brief {
            others[..most].iter().for_each(|test| self.failure_in_a_line(text, test, several));
            if most < others.len() {
                writeln!(text, "… and {} more; --verbose lists them", others.len() - most);
            }
        }
        whole.iter().for_each(|test| self.failure(text, test, several));
    }

    /// Prints a program that does not compile, with the compiler's message.
    fn not_compiled(&self, text: &mut String, program: &ProgramReport, verdict: Verdict) {
        writeln!(text, "{} {}", self.colours.verdict(verdict), visible::line(&program.name));
        let first = program.first_error();
        let lines = program.message.trim_end().lines().collect_vec();
        // Warnings before it may fill a screen.
        let skipped =
            lines.iter().position(|line| *line == first).filter(|&at| at >= MOST_LINES).unwrap_or(0);
        if skipped > 0 {
            writeln!(text, "    … {} before", say::counted(skipped, "line"));
        }
        for line in lines.iter().skip(skipped).take(MOST_LINES) {
            writeln!(text, "    {}", visible::lines(line));
        }
        if let Some(more @ 1..) = lines.len().checked_sub(skipped + MOST_LINES) {
            writeln!(text, "    … {more} more lines");
        }
    }

    /// Returns a failure as it is shown whole.
    pub fn failure_text(&self, test: &TestReport) -> String {
        let mut text = String::new();
        self.failure(&mut text, test, false);
        text
    }

    /// Prints a failure whole: verdict, reason, the input of the case, both sides of the difference, and the end of standard error.
    fn failure(&self, text: &mut String, test: &TestReport, several: bool) {
        writeln!(text, "{} {}", self.colours.verdict(test.verdict), name_of_failure(test, several));
        if !test.message.is_empty() {
            writeln!(text, "    {}", visible::line(&test.message));
        }
        // Not where the message has told it.
        let place = test.place.split(" of the ").next().unwrap_or_default();
        if !test.message.starts_with(place) {
            writeln!(text, "    {}", visible::line(&test.place));
        }
        if !test.input.is_empty() {
            self.heading(text, "input");
            let digits = test.input.iter().map(|line| line.line).max().unwrap_or(1).to_string().len();
            for line in &test.input {
                let number = self.colours.paint(Style::Dim, &format!("{:>digits$}", line.line));
                writeln!(text, "    {number} {}", visible::line(&line.text));
            }
        }
        if !test.diff.is_empty() {
            text.push_str(&side_by_side::text(&test.diff, self.columns(), self.colours));
        }
        if !test.transcript.is_empty() {
            self.heading(text, "dialogue");
            self.indented(text, transcript::text(&test.transcript).iter().map(String::as_str));
        }
        let errors: Vec<&str> = test.stderr.lines().collect();
        if !errors.is_empty() {
            let last = errors.len().saturating_sub(MOST_ERRORS);
            let skipped = sanitizer::first_line(&test.stderr).map_or(last, |first| first.min(last));
            let title = match skipped {
                0 => "standard error",
                _ if skipped < last => "standard error, from the first report",
                _ => "standard error, its end",
            };
            self.heading(text, title);
            self.indented(text, errors[skipped..].iter().copied().take(MOST_ERRORS));
        }
    }

    fn heading(&self, text: &mut String, title: &str) {
        writeln!(text, "    {}", self.colours.paint(Style::Bold, title));
    }

    /// Prints lines as far as there is room.
    fn indented<'t>(&self, text: &mut String, lines: impl Iterator<Item = &'t str>) {
        for line in lines {
            writeln!(text, "    {}", visible::shortened(&visible::line(line), self.columns() - 4));
        }
    }

    /// Prints a failure in a line.
    fn failure_in_a_line(&self, text: &mut String, test: &TestReport, several: bool) {
        let (name, room) = (name_of_failure(test, several), self.columns() - 4);
        let mut rest = format!("{name}  {}", visible::line(&test.message));
        // What was expected is worth more than where the case stands in the input.
        if visible::width(&rest) > room
            && let Some(message) = without_place(&test.message)
        {
            rest = format!("{name}  {}", visible::line(&message));
        }
        let rest = visible::shortened(rest.trim_end(), room);
        writeln!(text, "{} {rest}", self.colours.verdict(test.verdict));
    }

    /// Returns the width in columns, 80 where there is no terminal.
    pub fn columns(&self) -> usize {
        self.width().unwrap_or(80)
    }

    /// Returns the width in columns: that of `COLUMNS` or of the terminal.
    fn width(&self) -> Option<usize> {
        terminal::columns(self.to_stderr).map(|columns| columns.max(40))
    }

    fn print(&self, text: &str) -> io::Result<()> {
        if self.args.output.quiet {
            return Ok(());
        }
        if !self.is_held {
            return self.write(text);
        }
        self.held.borrow_mut().push_str(text);
        Ok(())
    }

    fn write(&self, text: &str) -> io::Result<()> {
        if self.is_silent {
            return Ok(());
        }
        if self.to_stderr {
            // An error of standard error itself cannot be reported.
            best_effort(io::stderr().write_all(text.as_bytes()));
            return Ok(());
        }
        match Stdout.write_all(text.as_bytes()) {
            // A closed pipe is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    }
}

impl Observer for Screen<'_> {
    fn found(
        &mut self,
        test_set: &TestSet,
        data: &[PathBuf],
        has_programs: bool,
        kept_limit: Option<&str>,
    ) -> nim_judge::Result<()> {
        let files = test_set
            .tests
            .iter()
            .flat_map(|test| [&test.input, test.expected.content()])
            .filter_map(Content::file);
        check_files(files, self.reports.iter().filter_map(ReportTarget::file))
            .map_err(|error| Error::Failed(error.to_string()))?;
        self.saved.iter_mut().for_each(|saved| saved.found(test_set));
        self.hint = (!has_programs && !self.is_built_in).then_some(NO_PROGRAM);
        if has_programs {
            say::missing_sandbox();
        }
        let shown = data.iter().map(|path| name_of(path, test_set)).join(" ");
        let naming =
            test_set.naming_schemes().iter().map(|(naming, count)| format!("{count} {naming}")).join("; ");
        let between = if naming.is_empty() { "" } else { ": " };
        let tests = say::counted(test_set.tests.len(), "test");
        let limit = kept_limit.map(|limit| format!("; {}", visible::brief(limit))).unwrap_or_default();
        let mut text = format!("{}: {tests}{between}{naming}{limit}\n", visible::line(&shown));
        self.unmatched(&mut text, test_set);
        self.print(&text)?;
        Ok(test_set.notes.iter().try_for_each(|note| self.note(note))?)
    }

    fn note(&mut self, note: &str) -> io::Result<()> {
        self.print(&format!("  note: {}\n", visible::brief(note)))
    }

    fn warning(&mut self, warning: &str) -> io::Result<()> {
        self.print(&format!("  warning: {}\n", visible::brief(warning)))
    }

    fn listed(&mut self, test_set: &TestSet, tests: &[&Test]) -> io::Result<()> {
        let pairs = tests.iter().map(|test| {
            let contents = [(&test.input, "in"), (test.expected.content(), "ans")];
            let [input, partner] = contents.map(|(content, ending)| match content.file() {
                Some(file) => name_of(file, test_set),
                None => format!("{}/{}.{ending}", test.problem.as_deref().unwrap_or_default(), test.name),
            });
            visible::line(&format!("{}: {input} -> {partner}", test.name)) + "\n"
        });
        self.print(&pairs.collect::<String>())
    }

    fn compiling(&mut self, is_begin: bool) {
        self.compiling.compiling(is_begin);
    }

    fn making(&mut self, made: usize, total: usize, name: Option<&str>) {
        self.making.making(made, total, name);
    }

    fn expected(&mut self, results: usize) {
        self.running.get_or_insert_with(CheckProgress::new).expect(results);
    }

    fn result(&mut self, result: &TestReport) {
        self.saved.iter_mut().for_each(|saved| saved.seen(result));
        let of_submissions = self.of_submissions;
        self.running.iter_mut().for_each(|progress| progress.seen(result, of_submissions));
    }

    fn finished(&mut self) {
        // The tests may lie in a temporary folder.
        self.was_saved = self.saved.as_ref().map_or(Ok(None), SavedFailure::save);
        self.running.take().iter().for_each(CheckProgress::finish);
    }

    fn was_stopped(&self) -> bool {
        self.interruption.is_some_and(|interruption| interruption.exit().is_some())
    }
}

/// Returns whether the programs are too many to be compared test by test.
fn is_class(report: &Report) -> bool {
    report.programs.len() > MOST_COMPARED && report.expectations().is_none()
}

/// Prints a table of tests by programs, with verdict and CPU time.
fn table(text: &mut String, report: &Report) {
    let programs = report.programs.iter().filter(|program| program.verdict.is_none()).collect_vec();
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for test in &report.tests {
        let Some(column) = programs.iter().position(|program| program.name == test.program) else { continue };
        let row = rows.entry(test.index).or_insert_with(|| {
            once(visible::line(&test.name)).chain(repeat_n("-".to_owned(), programs.len())).collect()
        });
        row[column + 1] = format!("{} {:.0} ms", test.verdict.short(), test.cpu_ms);
    }
    let names = programs.iter().map(|program| visible::line(&program.name));
    let rows =
        once(once("test".to_owned()).chain(names).collect_vec()).chain(rows.into_values()).collect_vec();
    for line in terminal::aligned(&rows, &[]) {
        writeln!(text, "{}", line.trim_end());
    }
}

/// Most subtasks that are shown.
const MOST_SUBTASKS: usize = 100;

/// Prints the score of a program, by subtask.
fn scores(text: &mut String, report: &Report) {
    for program in &report.programs {
        subtasks(text, &program.subtasks);
        if program.grader_failure.is_empty() {
            writeln!(text, "score: {}", score::text(program.score, program.points.unwrap_or_default()));
        }
    }
}

/// Prints a line for each subtask.
fn subtasks(text: &mut String, subtasks: &[SubtaskScore]) {
    if subtasks.is_empty() {
        return;
    }
    let head = ["subtask", "points", "verdict", "tests"].map(str::to_owned);
    let rows = once(head).chain(subtasks.iter().take(MOST_SUBTASKS).map(subtask_row)).collect_vec();
    for line in terminal::aligned(&rows, &[1]) {
        writeln!(text, "{}", line.trim_end());
    }
    if let Some(more) = subtasks.len().checked_sub(MOST_SUBTASKS).filter(|&more| more > 0) {
        writeln!(text, "… {more} more subtasks");
    }
}

fn subtask_row(subtask: &SubtaskScore) -> [String; 4] {
    let verdict = subtask.verdict.map_or("-", Verdict::short).to_owned();
    let mut tests = format!("{} of {} accepted", subtask.accepted, subtask.tests);
    if !subtask.message.is_empty() {
        write!(tests, "; {}", visible::line(&subtask.message));
    }
    let points = match subtask.score {
        None if subtask.verdict == Some(Verdict::JudgeError) || subtask.message == score::NOT_GRADED => {
            "-".to_owned()
        }
        score => score::text(score, subtask.points),
    };
    [visible::line(&subtask.name), points, verdict, tests]
}

/// Returns the test of a failure, with its program where there are several.
fn name_of_failure(test: &TestReport, several: bool) -> String {
    let program = if several { format!("{}: ", visible::line(&test.program)) } else { String::new() };
    program + &visible::line(&test.name)
}

/// Returns a message without the place of its case in the input, where it tells one.
fn without_place(message: &str) -> Option<String> {
    let (case, rest) = message.split_once(" (input line ")?;
    let (_, reason) = rest.split_once("): ")?;
    Some(format!("{case}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_message_leaves_out_where_the_case_stands() {
        let message = "case 92 of 500 (input line 185: heaps 0 1 … (50 in all)): expected John, got Brother";
        let short = "case 92 of 500: expected John, got Brother";
        assert_eq!(without_place(message).as_deref(), Some(short));
        assert_eq!(without_place("expected 3, got 5"), None);
    }
}
