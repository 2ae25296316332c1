//! A check that is ready to run: every program on every test, and the report.

use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::Context;

use super::{Args, Asked, Given, factors, hidden, identity};

use super::confinement::Sandboxed;
use super::judging::Judges;
use super::kept::KeptResults;
use super::preparation::{self, Preparation, Prepared};

use super::progress::CheckProgress;
use super::runs::Runs;
use super::score_graders::ScoreGraders;
use super::selection::Selected;
use super::show::Screen;
use nim_judge::fingerprint;
use nim_judge::language::Languages;

use nim_judge::matrix;
use nim_judge::report::{
    NotRun, ProgramReport, Report, ReportSummary, SCHEMA, SandboxReport, ShardReport, TestReport,
};
use nim_judge::score::{self, Grade, Group};
use nim_judge::shard::Shard;
use nim_sandbox::secrets::Secrets;

/// A check that is ready to run.
pub struct CheckPlan<'a> {
    /// What is asked for.
    pub asked: Asked<'a>,
    /// What the command line names.
    pub given: &'a Given,
    /// The files hidden from every program.
    pub secrets: Secrets,
    /// How tests add up to a score.
    pub scoring: Option<Group>,
}

impl CheckPlan<'_> {
    /// Compiles the programs, runs each on these of all tests, and reports the results.
    pub fn execute(
        &self,
        tests: &[Selected<'_>],
        (all, shards): (&[Selected<'_>], Option<&[usize]>),
        screen: &Screen<'_>,
    ) -> anyhow::Result<Report> {
        let Asked { args, languages, interruption, .. } = self.asked;
        let interrupted = &interruption.happened;
        let jobs = jobs(args.jobs);
        let mut judges = Judges::new(self.asked.jury());
        let chosen = judges.choose(args, tests)?;
        let graders = ScoreGraders::new(self.asked.jury(), self.scoring.as_ref())?;
        let chosen = tests.iter().map(|test| test.index).zip(chosen).collect();
        let with =
            Preparation { args: &args.sandbox, languages, secrets: self.secrets.clone(), jobs, interrupted };
        let prepared = with.compile(&self.given.programs)?;
        let shard = shard_report((args, languages), &prepared, all, shards, self.scoring.as_ref())?;
        let factors: Vec<_> =
            prepared.iter().map(|prepared| factors::of_program(prepared.program, tests, args)).collect();
        let sandboxed = self.sandboxed(&with, &prepared, tests)?;
        let mut withheld: Vec<String> = sandboxed.iter().flatten().flat_map(Sandboxed::withheld).collect();
        let of_programs = prepared.iter().zip(&factors);
        withheld.extend(of_programs.filter_map(|(prepared, own)| factors::note(prepared.program, own)));
        let sandbox = preparation::sandbox_report(args.sandbox.mode, &sandboxed)?;
        let open = || KeptResults::open(self.asked, (&prepared, &sandbox), tests);
        let kept = args.submissions.then(open).transpose();
        let kept = kept.context("cannot read what results are kept by")?;
        if args.resume && kept.as_ref().is_some_and(|kept| kept.lacks_tests(tests)) {
            let why = "--resume takes over no results that a command judges, whose files are not known";
            withheld.push(why.to_owned());
        }
        screen.notes(&withheld)?;
        let contenders = preparation::contenders(&prepared, &sandboxed, &factors);
        let progress = CheckProgress::new(contenders.len() * tests.len(), args.submissions);
        let runs = Runs {
            args,
            languages,
            chosen: &chosen,
            jobs: jobs.get(),
            columns: screen.columns(),
            interrupted,
            progress: &progress,
            kept: kept.as_ref(),
            scoring: self.scoring.as_ref(),
        };
        let (results, notes) = runs.all(contenders, tests, self.given);
        progress.finish();
        screen.notes(&notes)?;
        withheld.extend(notes);
        let mut report = Report { shard, ..self.report(&prepared, sandbox, tests.len(), results) };
        report.notes.extend(withheld);
        // After an interruption, no further program is started.
        let grade: &Grade<'_> = &|grader, lines| graders.grade(grader, lines);
        let wholes = report.score((!report.summary.interrupted).then_some(grade));
        report.judge_expectations(&wholes);
        let in_part = notes_in_part(&report);
        screen.notes(&in_part)?;
        report.notes.extend(in_part);
        report.matrix = args.matrix.then(|| matrix::of(&report));
        Ok(report)
    }

    /// Returns the sandbox of each program, with room for the input and the output in its private folder.
    fn sandboxed(
        &self,
        with: &Preparation<'_>,
        prepared: &[Prepared<'_>],
        tests: &[Selected<'_>],
    ) -> anyhow::Result<Vec<Option<Sandboxed<'_>>>> {
        let size = |selected: &Selected<'_>| match &selected.files.input {
            Some(_) => fs::metadata(&selected.test.input).map_or(0, |metadata| metadata.len()),
            None => 0,
        };
        let most_output =
            tests.iter().map(|test| test.limits.output.saturating_add(size(test))).max().unwrap_or(0);
        let against = self.asked.args.against.as_deref();
        let sandboxed = |prepared: &Prepared<'_>| {
            let secrets = hidden::of_program(&self.secrets, prepared.program, &self.given.programs, against);
            with.sandboxed(prepared, &secrets, most_output, &self.asked.interruption.happened)
        };
        prepared.iter().map(sandboxed).collect()
    }

    /// Returns the report of these results, not yet judged as a whole.
    fn report(
        &self,
        prepared: &[Prepared<'_>],
        sandbox: SandboxReport,
        tests: usize,
        (results, not_run): (Vec<TestReport>, Vec<NotRun>),
    ) -> Report {
        let programs = preparation::reported(prepared);
        let mut summary = ReportSummary::of(&programs, &results);
        summary.tests = tests;
        summary.not_run = not_run.len();
        summary.interrupted = self.asked.interruption.has_cut(not_run.len());
        summary.wall_ms = (self.asked.begin.elapsed().as_secs_f64() * 1e3).round();
        let suite = &self.given.suite;
        let layouts = suite.families().into_iter();
        Report {
            schema: SCHEMA.to_owned(),
            sandbox,
            programs,
            summary,
            shard: None,
            layouts: layouts.map(|(family, count)| (family.to_string(), count)).collect(),
            tests: results,
            not_run,
            scoring: self.scoring.clone(),
            matrix: None,
            unmatched: suite.unmatched.iter().map(|unmatched| unmatched.file.clone()).collect(),
            notes: suite.notes.clone(),
        }
    }
}

/// Returns the shard of this check; its fingerprint covers all tests, also those of other shards.
fn shard_report(
    (args, languages): (&Args, &Languages),
    programs: &[Prepared<'_>],
    all: &[Selected<'_>],
    shards: Option<&[usize]>,
    scoring: Option<&Group>,
) -> anyhow::Result<Option<ShardReport>> {
    let Some(Shard { index, count }) = args.shard else { return Ok(None) };
    let parts = identity::parts((args, languages), programs, all, shards, scoring)
        .context("cannot compute the fingerprint of the check")?;
    let running = programs.iter().filter(|program| program.compiled.is_ok()).count();
    let tests = all.len() * if programs.is_empty() { 1 } else { running };
    Ok(Some(ShardReport { index, count, tests, fingerprint: fingerprint::of(&parts), parts }))
}

/// Returns the number of tests run at a time: as requested, at most one per core.
pub fn jobs(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    let cores = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    asked.map_or(cores, |asked| asked.min(cores))
}

/// Says which programs are accepted without all points.
fn notes_in_part(report: &Report) -> Vec<String> {
    let note = |program: &ProgramReport| {
        let points = score::of(program.score, program.points.unwrap_or_default());
        let name = &program.name;
        format!("{name}: accepted with {points} points, not with all; its time does not set the time limit")
    };
    report.accepted_in_part().map(note).collect()
}
