//! A check that is ready to run: every program on every test, and the report.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::kept::KeptResults;
use super::runs::Runs;
use super::score_graders::ScoreGraders;
use super::{CheckInputs, conflicts, factors, identity, warnings};
use crate::confinement::Sandboxed;
use crate::error::{Context as _, Result};
use crate::explanations;
use crate::hidden;
use crate::locations::{self, FurtherRuns};
use crate::mistakes::{self, Mistakes};
use crate::observer::{Observer, notes};
use crate::options::Options;
use crate::output_check::OutputChecks;
use crate::preparation::{self, Preparation, Prepared};
use crate::report::fingerprint;
use crate::report::matrix;
use crate::report::results::{NotRun, Report, ReportSummary, SCHEMA, SandboxReport, ShardReport, TestReport};
use crate::report::shard::Shard;
use crate::selected_test::SelectedTest;
use crate::trusted::TrustedPrograms;
use nim_ground::cache;
use nim_sandbox::hide_files;
use nim_sandbox::secrets::Secrets;
use nim_task::defines;
use nim_task::layout::RunFiles;
use nim_task::score::{self, Grade, Group};
use nim_task::verdict::Verdict;

/// A check that is ready to run.
pub struct CheckPlan<'a> {
    /// The settings.
    pub options: &'a Options,
    /// The tests and programs.
    pub inputs: &'a CheckInputs,
    /// The files hidden from every program.
    pub secrets: Secrets,
    /// The rule by which tests add up to a score.
    pub scoring: Option<Group>,
    /// The time at which the check began.
    pub begin: Instant,
}

impl CheckPlan<'_> {
    /// Compiles the programs, runs each on the given tests, and reports the results.
    pub fn execute(
        &self,
        tests: &[SelectedTest<'_>],
        all: &[SelectedTest<'_>],
        shards: Option<&[usize]>,
        observer: &mut dyn Observer,
    ) -> Result<Report> {
        let options = self.options;
        let trusted = TrustedPrograms::new(options);
        let mut checks = OutputChecks::new(trusted);
        let tests = &checks.choose(tests)?[..];
        let graders = ScoreGraders::new(trusted, self.scoring.as_ref())?;
        let defines = defines::of_test_set(&self.inputs.test_set);
        let with = Preparation { options, secrets: self.secrets.clone(), defines };
        let mut prepared = with.compile(&self.inputs.programs, observer)?;
        if options.mutants {
            leave_out_equal(&mut prepared, observer)?;
            observer.fingerprints(&|| identity::of_tests(options, tests))?;
        }
        conflicts::refuse(&prepared, tests.iter().map(|test| test.test), options.sandbox.mode)?;
        let shard = self.shard_report(&prepared, all, shards)?;
        let factors: Vec<_> =
            prepared.iter().map(|prepared| factors::of_program(prepared.program, tests, options)).collect();
        let sandboxed = self.sandboxed(&with, &prepared, tests)?;
        let mut withheld: Vec<String> = sandboxed.iter().flatten().flat_map(Sandboxed::withheld).collect();
        let of_programs = prepared.iter().zip(&factors);
        withheld.extend(of_programs.filter_map(|(prepared, own)| factors::note(prepared.program, own)));
        let sandbox = preparation::sandbox_report(options.sandbox.mode, &sandboxed)?;
        let hides_files = hide_files(&sandbox.layers) || sandboxed.iter().flatten().next().is_none();
        let kept = (options.submissions && hides_files)
            .then(|| KeptResults::open(options, &prepared, &sandbox, tests))
            .transpose()
            .context("cannot read what results are kept by")?;
        let why = match &kept {
            Some(kept) if kept.lacks_tests(tests) => "that a command judges, whose files are not known",
            None if !hides_files => "of programs that may read any file, which are not known",
            _ => "",
        };
        if options.resume && !why.is_empty() {
            withheld.push(format!("--resume reuses no results {why}"));
        }
        if !prepared.is_empty() {
            withheld.extend(cache::refusal());
        }
        notes(observer, &withheld)?;
        let candidates = preparation::candidates(&prepared, &sandboxed, &factors);
        observer.expected(candidates.len() * tests.len());
        let seen: &mut dyn Observer = &mut *observer;
        let shared = Mutex::new(seen);
        let (kept, scoring) = (kept.as_ref(), self.scoring.as_ref());
        let graders_seen = (!graders.is_empty()).then_some(&graders);
        let runs = Runs { options, observer: &shared, kept, scoring, graders: graders_seen };
        let (results, found) = runs.all(candidates, tests, self.inputs)?;
        observer.finished();
        notes(observer, &found)?;
        withheld.extend(found);
        let was_stopped = observer.was_stopped();
        let mut report =
            Report { shard, ..self.report(&prepared, sandbox, tests.len(), results, was_stopped) };
        report.notes.extend(withheld);
        let further = FurtherRuns { options, prepared: &prepared, sandboxed: &sandboxed, factors: &factors };
        self.find_mistakes(&mut report, tests, &further)?;
        self.judge_programs(&mut report, &graders, &prepared, observer)?;
        report.matrix = options.matrix.then(|| matrix::build(&report));
        Ok(report)
    }

    /// Scores the programs, compares them with their expectations, and adds notes on them.
    fn judge_programs(
        &self,
        report: &mut Report,
        graders: &ScoreGraders<'_>,
        prepared: &[Prepared<'_>],
        observer: &mut dyn Observer,
    ) -> Result<()> {
        // After an interruption, programs that were done have been graded, and no further one is.
        let grade: &Grade<'_> =
            &|grader, lines| Ok(graders.grade(grader, lines, &self.options.interrupted)?);
        let wholes = report.score(Some(grade));
        report.judge_expectations(&wholes);
        let in_part = notes_in_part(report);
        notes(observer, &in_part)?;
        report.notes.extend(in_part);
        if self.options.submissions {
            let slow = warnings::of_times(&self.inputs.programs, &report.tests);
            slow.iter().try_for_each(|warning| observer.warning(warning))?;
            report.add_warnings(slow);
        }
        let explained = explanations::notes_on(prepared, &report.tests)?;
        notes(observer, &explained)?;
        report.notes.extend(explained);
        Ok(())
    }

    /// Finds the mistakes of programs and the tests where they fail. Not for submissions, which are wrong on purpose, nor for mutants, nor
    /// for a shard, which has only a part of the tests.
    fn find_mistakes(
        &self,
        report: &mut Report,
        tests: &[SelectedTest<'_>],
        further: &FurtherRuns<'_>,
    ) -> Result<()> {
        let Options { submissions, mutants, selection, .. } = self.options;
        let is_wanted = !submissions && !mutants && selection.shard.is_none();
        if !is_wanted {
            return Ok(());
        }
        if report.summary.count(Verdict::WrongAnswer) > 0 {
            self.name_mistakes(report, tests)?;
        }
        if let Some(locator) = &self.inputs.locator {
            locations::add(report, &**locator, tests, further)?;
        }
        Ok(())
    }

    /// Names the mistakes that wrong answers show.
    fn name_mistakes(&self, report: &mut Report, tests: &[SelectedTest<'_>]) -> Result<()> {
        let mut mistakes = Mistakes::new(tests, &self.inputs.test_set)?;
        let results = report.results_by_program();
        let found = report.programs.iter().map(|program| match results.get(&*program.name) {
            Some(results) => mistakes.of_program(results),
            None => Ok(None),
        });
        let found = found.collect::<io::Result<Vec<_>>>()?;
        for (program, mistake) in report.programs.iter_mut().zip(found) {
            program.mistake = mistake;
        }
        report.mistakes = mistakes::groups(report, self.options.in_chinese);
        Ok(())
    }

    /// Returns the sandbox of each program, with room for the input and the output in its private folder.
    fn sandboxed(
        &self,
        with: &Preparation<'_>,
        prepared: &[Prepared<'_>],
        tests: &[SelectedTest<'_>],
    ) -> Result<Vec<Option<Sandboxed<'_>>>> {
        let mut most_bytes = 0;
        for test in tests {
            let input = test.files.input.as_ref().map_or(Ok(0), |_| test.test.input.size())?;
            let given = test.test.run_files.as_ref().map_or(Ok(0), RunFiles::size)?;
            most_bytes = most_bytes.max(test.limits.output.saturating_add(input.saturating_add(given)));
        }
        let against = self.options.against.as_deref();
        let sandboxed = prepared.iter().map(|prepared| {
            let secrets =
                hidden::of_program(&self.secrets, prepared.program, &self.inputs.programs, against)?;
            with.sandboxed(prepared, &secrets, most_bytes, &self.options.interrupted)
        });
        sandboxed.collect()
    }

    /// Returns the report of these results, not yet judged as a whole.
    fn report(
        &self,
        prepared: &[Prepared<'_>],
        sandbox: SandboxReport,
        tests: usize,
        (results, not_run): (Vec<TestReport>, Vec<NotRun>),
        was_stopped: bool,
    ) -> Report {
        let programs = preparation::reported(prepared);
        let mut summary = ReportSummary::from_results(&programs, &results);
        summary.tests = tests;
        summary.not_run = not_run.len();
        summary.interrupted =
            was_stopped || !not_run.is_empty() && self.options.interrupted.load(Ordering::Relaxed);
        summary.wall_ms = (self.begin.elapsed().as_secs_f64() * 1e3).round();
        let test_set = &self.inputs.test_set;
        let layouts = test_set.naming_schemes().into_iter();
        Report {
            schema: SCHEMA.to_owned(),
            sandbox,
            programs,
            summary,
            layouts: layouts.map(|(naming, count)| (naming.to_string(), count)).collect(),
            tests: results,
            not_run,
            scoring: self.scoring.clone(),
            unmatched: test_set.unmatched.iter().map(|unmatched| unmatched.file.clone()).collect(),
            notes: test_set.notes.clone(),
            ..Report::default()
        }
    }

    /// Returns the shard of this check; its fingerprint covers all tests, also those of other shards.
    fn shard_report(
        &self,
        programs: &[Prepared<'_>],
        all: &[SelectedTest<'_>],
        shards: Option<&[usize]>,
    ) -> Result<Option<ShardReport>> {
        let Some(Shard { index, count }) = self.options.selection.shard else { return Ok(None) };
        let parts = identity::parts(self.options, programs, all, shards, self.scoring.as_ref())
            .context("cannot compute the fingerprint of the check")?;
        let running = programs.iter().filter(|program| program.compiled.is_ok()).count();
        let tests = all.len() * if programs.is_empty() { 1 } else { running };
        Ok(Some(ShardReport { index, count, tests, fingerprint: fingerprint::digest(&parts), parts }))
    }
}

/// Leaves the mutants that the observer does not want to be run without a compiled form.
fn leave_out_equal(prepared: &mut [Prepared<'_>], observer: &mut dyn Observer) -> Result<()> {
    for Prepared { program, compiled } in prepared {
        let Ok(executable) = compiled else { continue };
        let digest = executable.digest().context("cannot read what was compiled")?;
        if !observer.compiled(&program.name, digest.as_deref()) {
            *compiled = Err("it equals another program".to_owned().into());
        }
    }
    Ok(())
}

/// Returns notes on programs that are accepted without all points.
fn notes_in_part(report: &Report) -> Vec<String> {
    let notes = report.accepted_in_part().map(|program| {
        let points = score::text(program.score, program.points.unwrap_or_default());
        format!("{}: accepted with {points} points, not with all", program.name)
    });
    notes.collect()
}
