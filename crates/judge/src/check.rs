//! A check: programs on tests, and the report.

mod answering;
mod conflicts;
mod factors;
pub(crate) mod fingerprints;
mod identity;
mod kept;
mod last_run;
mod plan;
pub mod refusals;
mod runs;
mod score_graders;
mod secrets;
pub(crate) mod selection;
pub mod submissions;
pub mod time_limit;
pub mod warnings;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use itertools::Itertools;
use tempfile::TempDir;

use self::last_run::LastRun;
use self::plan::CheckPlan;
use self::time_limit::OpenTime;
use super::error::{Context as _, Error, Result};
use super::examples;
use super::locations::Locator;
use super::maker;
use super::observer::{Observer, notes};
use super::options::Options;
use super::problem::Problems;
use super::programs::NamedProgram;
use super::trusted::TrustedPrograms;
use super::validators::{self, probes};
use crate::report::results::Report;
use crate::selected_test::SelectedTest;
use nim_ground::visible;
use nim_sandbox::secrets::Secrets;
use nim_task::layout::{self, TestSet};
use nim_task::submissions::LeftOutProgram;

/// The tests and programs of a check.
pub struct CheckInputs {
    /// The paths of the data, as the user gave them.
    pub data: Vec<PathBuf>,
    /// The tests.
    pub test_set: TestSet,
    /// The programs; without any, the built-in solvers are checked.
    pub programs: Vec<NamedProgram>,
    /// The package that the programs are of.
    pub package: Option<PathBuf>,
    /// Programs of the package that are not run, with the reason.
    pub left_out: Vec<LeftOutProgram>,
    /// Notes on the data and the programs.
    pub notes: Vec<String>,
    /// The built-in problems of the tests.
    pub problems: Problems,
    /// Describes the tests on which a program fails.
    pub locator: Option<Arc<dyn Locator>>,
    /// Copies of the sources of a package in an archive; removed when dropped.
    copies: Option<TempDir>,
}

impl CheckInputs {
    /// Finds the tests of a folder, an archive or a single input.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        let test_set = layout::discover(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self::new(vec![path.to_path_buf()], test_set))
    }

    /// Returns the tests of some paths, without programs.
    pub fn new(data: Vec<PathBuf>, test_set: TestSet) -> Self {
        Self {
            data,
            test_set,
            programs: Vec::new(),
            package: None,
            left_out: Vec::new(),
            notes: Vec::new(),
            problems: Problems::default(),
            locator: None,
            copies: None,
        }
    }
}

/// Runs the programs on the tests, and returns the report; `None` where the tests are only listed.
///
/// # Errors
/// When there are no tests, something of them or of the settings does not fit, or the judge cannot do its work. What fails of a
/// program is no error, but its verdict.
pub fn check(
    options: &Options,
    mut inputs: CheckInputs,
    observer: &mut dyn Observer,
) -> Result<Option<Report>> {
    let begin = Instant::now();
    factors::check(options)?;
    if !options.submissions {
        for program in &mut inputs.programs {
            program.expect(&options.manifests)?;
        }
    }
    let trusted = TrustedPrograms::new(options);
    let answered_by_name = complete_tests(options, &mut inputs, observer)?;
    let last_run = LastRun::new(&inputs)?;
    let has_programs = !inputs.programs.is_empty();
    let secrets = if has_programs { secrets::of_check(options, &inputs)? } else { Secrets::default() };
    let is_unread = is_unread_list(options, &inputs.test_set);
    let _completed = if is_unread { None } else { submissions::complete(&mut inputs, options, &secrets)? };
    if has_programs {
        leave_out_solver_only(&mut inputs.test_set);
    }
    let scoring = inputs.test_set.score(options.score);
    let test_set = &inputs.test_set;
    let mut all = selection::select(options, &inputs, answered_by_name);
    let (mut limits, kept_limit) = which_limits(options, &inputs, &mut all)?;
    limits.extend(submissions::without_secrets(test_set).filter(|_| options.submissions));
    let left_out = selection::leave_out(&options.interaction, &mut all);
    let shards = selection::shards(&options.selection, &all);
    observer.found(test_set, &inputs.data, has_programs, kept_limit.as_deref())?;
    notes(observer, left_out.iter().chain(&limits))?;
    let mut tests = selection::of_run(&options.selection, &all, shards.as_deref(), &last_run)?;
    refuse_none(options, test_set, &all, &tests)?;
    if options.selection.dry_run {
        observer.listed(test_set, &tests.iter().map(|selected| selected.test).collect_vec())?;
        return Ok(None);
    }
    refusals::of_tests(options, &tests)?;
    refusals::incomplete(test_set)?;
    if options.submissions {
        refusals::without_partner(test_set)?;
    }
    refusals::tests(options, &inputs, &tests)?;
    let made = maker::make(trusted, test_set, observer)?;
    notes(observer, &made)?;
    let raised = selection::raise_output_limits(&mut tests, &all).context("cannot look at the answers")?;
    notes(observer, &raised)?;
    limits.extend(raised);
    let mut warnings = Vec::new();
    if options.submissions {
        let of_run = tests.iter().map(|selected| selected.test).collect_vec();
        notes(observer, &validators::check_inputs(trusted, &of_run)?)?;
        warnings = package_warnings(trusted, test_set, &tests, scoring.is_some())?;
        warnings.iter().try_for_each(|warning| observer.warning(warning))?;
    }
    let plan = CheckPlan { options, inputs: &inputs, secrets, scoring, begin };
    let mut report = plan.execute(&tests, &all, shards.as_deref(), observer)?;
    report.notes.extend(left_out);
    report.notes.extend(limits.into_iter().chain(kept_limit));
    report.add_warnings(warnings);
    report.left_out = inputs.left_out.clone();
    last_run.record(test_set, &report)?;
    Ok(Some(report))
}

/// Returns whether tests are only listed, and a manifest is unreadable: the list has a note of it, and no program is run.
fn is_unread_list(options: &Options, test_set: &TestSet) -> bool {
    options.selection.dry_run && test_set.check_readable().is_err()
}

/// Returns warnings of a package before its submissions are run.
fn package_warnings(
    trusted: TrustedPrograms<'_>,
    test_set: &TestSet,
    tests: &[SelectedTest<'_>],
    has_scores: bool,
) -> Result<Vec<String>> {
    let Some(first) = tests.first() else { return Ok(Vec::new()) };
    let mut found = warnings::of_package(test_set, tests, has_scores)?;
    found.extend(examples::inputs(trusted, test_set, first.test)?);
    found.extend(probes::warning(trusted, &tests.iter().map(|selected| selected.test).collect_vec())?);
    found.extend(examples::outputs(trusted, test_set, first)?);
    Ok(found)
}

/// Answers inputs without answers. Returns whether an answer comes from the solver of the problem that the programs are called after.
fn complete_tests(options: &Options, inputs: &mut CheckInputs, observer: &mut dyn Observer) -> Result<bool> {
    let CheckInputs { test_set, left_out, notes, .. } = &mut *inputs;
    test_set.notes.extend(left_out.iter().map(LeftOutProgram::to_string));
    test_set.notes.append(notes);
    let answered_by_name = answering::answer(options, inputs, observer)?;
    if options.selection.dry_run {
        inputs.test_set.notes.extend(inputs.test_set.incomplete());
    }
    Ok(answered_by_name)
}

/// Returns the name of a path of test data; for unpacked data, the path below the temporary folder.
pub fn name_of(path: &Path, test_set: &TestSet) -> String {
    let below = test_set.unpacked().find_map(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).display().to_string()
}

/// Returns notes on the limits that were not stated; the time limit may come from the package's submissions. It is returned separately,
/// since it can change a verdict from check to check.
fn which_limits(
    options: &Options,
    inputs: &CheckInputs,
    all: &mut [SelectedTest<'_>],
) -> io::Result<(Vec<String>, Option<String>)> {
    if inputs.programs.is_empty() || is_unread_list(options, &inputs.test_set) {
        return Ok((Vec::new(), None));
    }
    let mut notes: Vec<String> = time_limit::usual(all).into_iter().collect();
    let mut kept_limit = None;
    if !options.submissions
        && !options.time_of_package
        && let Some(open) = OpenTime::new(&inputs.test_set, all, &options.languages)?
    {
        match open.kept() {
            Some(found) => {
                all.iter_mut().for_each(|test| *test = test.with_time(found.limit));
                kept_limit = Some(found.note_of_kept());
            }
            None => notes.push(open.unknown(all[0].limits.cpu, false)),
        }
    }
    Ok((notes, kept_limit))
}

fn refuse_none(
    options: &Options,
    test_set: &TestSet,
    all: &[SelectedTest<'_>],
    tests: &[SelectedTest<'_>],
) -> Result<()> {
    if all.is_empty() {
        if !options.selection.dry_run {
            refusals::without_tests(test_set)?;
        }
        let has_all_filtered = options.selection.filter.is_some() && !test_set.tests.is_empty();
        let why = if has_all_filtered { "no test matches the filter" } else { "no tests were found" };
        let reasons =
            test_set.reasons.iter().map(|reason| format!("{}\n  ", visible::brief(reason))).join("");
        return Err(Error::NoTests(format!("{reasons}{why}")));
    }
    if tests.is_empty() && options.selection.failed {
        let why = "--failed: no test is known to have failed in the last run of these programs on this data";
        return Err(Error::NoTests(why.to_owned()));
    }
    Ok(())
}

/// Leaves out the inputs that are for the built-in solvers only, and notes how many.
fn leave_out_solver_only(test_set: &mut TestSet) {
    let mut counts = BTreeMap::new();
    test_set.tests.retain(|test| match test.solver_only {
        Some(solver_only) => {
            *counts.entry(solver_only).or_insert(0_usize) += 1;
            false
        }
        None => true,
    });
    if !counts.is_empty() {
        let counts =
            counts.iter().map(|(solver_only, count)| format!("{count} {}", solver_only.folder())).join(", ");
        test_set
            .notes
            .push(format!("left out {counts}: inputs that only the built-in solvers are checked on"));
    }
}
