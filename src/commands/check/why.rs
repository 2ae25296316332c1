//! `--why`: by which shape the time or the memory of a program grows, from runs on inputs of one family in three sizes.

use std::io;
use std::time::Duration;

use itertools::Itertools as _;

use crate::problem::Problem;
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::limits::{LimitOverrides, Limits, MIB};
use nim_inputs::Description;
use nim_inputs::families::{self, Family};
use nim_inputs::generate::{self, Recipe};
use nim_inputs::params::{self, KEYS, Params};
use nim_judge::growth::{CLEAR, Growth, GrowthPoint, Measure, Shape};
use nim_judge::observer::Silent;
use nim_judge::preparation::Preparation;
use nim_judge::report::results::Report;
use nim_judge::run_verdict::run_verdict;
use nim_judge::{CheckInputs, NamedProgram, Options};
use nim_sandbox::run::Runner;
use nim_sandbox::secrets::Secrets;
use nim_solve::registry::Entry;
use nim_task::defines::USUAL;
use nim_task::formats::Manifests;
use nim_task::verdict::Verdict;

/// Most programs that are measured.
const MOST_PROGRAMS: usize = 3;
/// CPU time for a program, or a quarter of the wall-clock time: on a machine that is busy, runs take as much CPU time as ever.
const FOR_PROGRAM: Duration = Duration::from_secs(15);
/// The wall-clock time of a run in terms of its CPU time.
const WALL: u32 = 4;
/// Most CPU time of a run that looks for a size, and of one that is measured.
const LIMITS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];
/// Most CPU time of a run that looks for a size, beyond one on a small input, in terms of the least that is measured: twice the size takes
/// a cube 8 times as long.
const OF_SEARCH: f64 = 25.0;
/// Most runs of each size, the best of which counts: other programs usually make one longer.
const ROUNDS: u32 = 5;
/// What a run must take, beyond one on a small input, to be measured: seconds, and bytes. Of time it must be as much as that one takes, too.
const LEAST: [f64; 2] = [0.01, 16.0 * MIB as f64];
/// The greatest factor of one step of exponential growth with which the sizes are two steps apart: a run that was disturbed then changes
/// the factor by less.
const OF_TWO_APART: f64 = 2.5;
/// The memory that a measured run may take at least.
const MEMORY: u64 = 1280 * MIB;
/// The size of the smallest inputs.
const SMALLEST: u64 = 4;
/// The greatest values of what does not grow, where they are not those of the statement.
const OTHERS: u64 = 10;
/// Most bytes of an input.
const MOST_BYTES: usize = 32 << 20;
/// The family where the failing test is of none.
const USUAL_FAMILY: &str = "random";
/// The parameter that counts cases.
const CASES: &str = "cases";

/// What is known before a check of programs that may be measured after it.
pub struct Why {
    programs: Vec<NamedProgram>,
    description: Description,
    limits: LimitOverrides,
    files: FileIo,
}

impl Why {
    /// Takes the programs of a check; `None` where the inputs of the tests have no grammar.
    ///
    /// # Errors
    /// When the description of the problem cannot be read.
    pub fn new(
        inputs: &CheckInputs,
        named: Option<&'static Entry>,
        manifests: &Manifests,
    ) -> anyhow::Result<Option<Self>> {
        let description = description(inputs, named, manifests)?;
        let first = inputs.test_set.tests.first();
        Ok(description.map(|description| Self {
            programs: inputs.programs.clone(),
            description,
            limits: first.map(|test| test.limits).unwrap_or_default(),
            files: first.map(|test| test.files.clone()).unwrap_or_default(),
        }))
    }

    /// Adds to the report how the time or the memory of programs grows that exceeded a limit, where that shows.
    ///
    /// # Errors
    /// When a program cannot be run.
    pub fn explain(&self, report: &mut Report, options: &Options) -> anyhow::Result<()> {
        let exceeds = [(Verdict::TimeLimit, Measure::Time), (Verdict::MemoryLimit, Measure::Memory)];
        let mut left = MOST_PROGRAMS;
        for program in &self.programs {
            let failure = exceeds.iter().find_map(|&(verdict, measure)| {
                let mut results = report.tests.iter().filter(|test| test.program == program.name);
                Some((results.find(|test| test.verdict == verdict)?.name.clone(), measure))
            });
            let Some((test, measure)) = failure.filter(|_| left > 0) else { continue };
            left -= 1;
            let growth = self.growth(program, family_of(&test), measure, options)?;
            if let Some(own) = report.programs.iter_mut().find(|own| own.name == program.name) {
                own.growth = growth;
            }
        }
        Ok(())
    }

    /// Measures a program.
    fn growth(
        &self,
        program: &NamedProgram,
        family: &Family,
        measure: Measure,
        options: &Options,
    ) -> anyhow::Result<Option<Growth>> {
        let programs = std::slice::from_ref(program);
        let preparation = Preparation { options, secrets: Secrets::default(), defines: USUAL };
        let prepared = preparation.compile(programs, &mut Silent)?;
        let limits = options.limits.or(self.limits).resolve();
        let limits = Limits { memory: limits.memory.max(MEMORY), ..limits };
        let sandboxed = preparation.ready(programs, &prepared, limits.output, &options.interrupted)?;
        let Some(sandboxed) = sandboxed.first() else { return Ok(None) };
        let mut measured = Measured {
            description: &self.description,
            files: &self.files,
            family,
            measure,
            limits,
            runner: sandboxed.start()?,
            spent: Duration::ZERO,
            until: Duration::ZERO,
        };
        measured.fastest_growth()
    }
}

/// Returns the description of the inputs of a check; `None` where they have no grammar.
///
/// # Errors
/// When the description of the problem cannot be read.
pub fn description(
    inputs: &CheckInputs,
    named: Option<&'static Entry>,
    manifests: &Manifests,
) -> anyhow::Result<Option<Description>> {
    let names = inputs.test_set.tests.iter().filter_map(|test| test.problem.as_deref()).dedup().collect_vec();
    let of_tests = match names[..] {
        [name] => nim_problems::find(name).map(Description::from_entry),
        _ => None,
    };
    match named.map(Description::from_entry).or(of_tests) {
        None => grammar(inputs, manifests),
        known => Ok(known),
    }
}

/// Returns the description in the only folder of a check; `None` where that has no grammar, or an unreadable manifest: the check itself
/// refuses that, and a list of tests notes it.
///
/// # Errors
/// When the grammar is malformed.
pub fn grammar(inputs: &CheckInputs, manifests: &Manifests) -> anyhow::Result<Option<Description>> {
    match &inputs.data[..] {
        [folder] if inputs.test_set.check_readable().is_ok() => Problem::at(folder, manifests).grammar(),
        _ => Ok(None),
    }
}

/// Returns whether a parameter is a field of the grammar or the number of cases.
fn is_own(key: &str) -> bool {
    !key.starts_with("total_") && !KEYS.iter().any(|(known, _)| *known == key)
}

/// Returns the family whose name a test has.
fn family_of(test: &str) -> &'static Family {
    let of_test = families::FAMILIES.iter().filter(|family| test.contains(family.name));
    let of_test = of_test.max_by_key(|family| family.name.len());
    of_test.or_else(|| families::find(USUAL_FAMILY)).unwrap_or(&families::FAMILIES[0])
}

/// A function that finds the shape of three points, and may allow only a part of the usual distances.
type ShapeOf = fn(&[GrowthPoint; 3], f64) -> Option<Shape>;

/// The runs of a program.
struct Measured<'a> {
    description: &'a Description,
    files: &'a FileIo,
    family: &'a Family,
    measure: Measure,
    limits: Limits,
    runner: Box<dyn Runner + Send + 'a>,
    /// The time of all runs, and that by which a search ends.
    spent: Duration,
    until: Duration,
}

/// The parameter that grows, and the others.
#[derive(Clone, Copy)]
struct Growing<'a> {
    key: &'a str,
    /// The greatest values of the others, where these are not those of the statement.
    others: Option<u64>,
    /// The number of cases, each of the size.
    cases: u64,
}

impl Measured<'_> {
    /// Returns the growth with the parameter with which it is fastest, if one shows.
    fn fastest_growth(&mut self) -> anyhow::Result<Option<Growth>> {
        // More cases rarely are the reason.
        let keys = params::keys(self.description).into_iter().filter(|key| is_own(key));
        let keys = keys.sorted_by_key(|key| key == CASES).collect_vec();
        let mut fastest: Option<Growth> = None;
        for (place, key) in keys.iter().enumerate() {
            // Without other fields, the inputs are the same.
            let has_others = keys.iter().any(|other| other != key && other != CASES);
            let choices: &[Option<u64>] = if has_others { &[Some(OTHERS), None] } else { &[None] };
            for &others in choices {
                // A parameter with which nothing grows leaves time for the others.
                let parts = u32::try_from((keys.len() - place) * 2).unwrap_or(u32::MAX);
                self.until = self.spent + FOR_PROGRAM.saturating_sub(self.spent) / parts;
                let growing = Growing { key, others, cases: 1 };
                let Some(found) = self.growth(growing)? else { continue };
                if fastest.as_ref().is_none_or(|known| known.shape < found.shape) {
                    fastest = Some(found);
                }
                break;
            }
            if fastest.as_ref().is_some_and(|known| known.shape > Shape::Power(1)) {
                break;
            }
        }
        Ok(fastest)
    }

    /// Returns the growth with one parameter.
    fn growth(&mut self, mut growing: Growing<'_>) -> anyhow::Result<Option<Growth>> {
        let (first, most) = (self.smallest(growing.key), *self.description.range(growing.key).end());
        if first.saturating_mul(4) > most {
            return Ok(None);
        }
        loop {
            let Some(least) = self.cost(growing, first, LIMITS[0])? else { return Ok(None) };
            let (mut size, mut is_found) = (first, false);
            while size <= most / 4 && !self.is_over() {
                match self.is_enough(growing, size * 2, least)? {
                    None => {
                        let size = self.least_size(growing, size, size * 2, 1, least)?;
                        return self.steps(growing, size, least);
                    }
                    Some(false) => size *= 2,
                    Some(true) => {
                        size = self.least_size(growing, size, size * 2, (size / 8).max(1), least)?;
                        is_found = true;
                        break;
                    }
                }
            }
            // The greatest sizes, where the times of these are too short for smaller ones to be measured.
            let size = size.min(most / 4);
            if let Some(points) = self.points(growing, [size, size * 2, size * 4], Shape::of_doubled)? {
                let shape = Shape::of_doubled(&points, 1.0);
                return Ok(shape.map(|shape| self.of(growing, shape, points)));
            }
            // Four times the size may take too long.
            if is_found && let Some(found) = self.steps(growing, size, least)? {
                return Ok(Some(found));
            }
            // Many cases take longer than one.
            let most = if growing.key == CASES { 1 } else { self.most_cases() };
            if growing.cases >= most || self.is_over() {
                return Ok(None);
            }
            growing.cases = (growing.cases * 16).min(most);
        }
    }

    /// Returns exponential growth from a size on.
    fn steps(&mut self, growing: Growing<'_>, size: u64, least: f64) -> anyhow::Result<Option<Growth>> {
        let Some(cost) = self.cost(growing, size, LIMITS[1])? else { return Ok(None) };
        let Some(next) = self.cost(growing, size + 1, LIMITS[1])? else { return Ok(None) };
        let apart = if next - least <= (cost - least) * OF_TWO_APART { 2 } else { 1 };
        let sizes = [size, size + apart, size + 2 * apart];
        let Some(points) = self.points(growing, sizes, Shape::of_steps)? else { return Ok(None) };
        let shape = Shape::of_steps(&points, 1.0);
        Ok(shape.map(|shape| self.of(growing, shape, points)))
    }

    /// Returns the least size that takes enough to be measured, or too long, up to an error; `below` takes too little, `above` does not.
    fn least_size(
        &mut self,
        growing: Growing<'_>,
        mut below: u64,
        mut above: u64,
        error: u64,
        least: f64,
    ) -> anyhow::Result<u64> {
        while above - below > error && !self.is_over() {
            let middle = below.midpoint(above);
            match self.is_enough(growing, middle, least)? {
                Some(false) => below = middle,
                _ => above = middle,
            }
        }
        Ok(above)
    }

    /// Returns whether runs on inputs of a size take enough to be measured; `None` where they take too long, or fail. A single run may take
    /// enough only because it was disturbed.
    fn is_enough(&mut self, growing: Growing<'_>, size: u64, least: f64) -> anyhow::Result<Option<bool>> {
        let limit = match self.measure {
            Measure::Time => Duration::from_secs_f64(least + self.least_beyond(least) * OF_SEARCH),
            Measure::Memory => LIMITS[0],
        };
        for _ in 0..2 {
            let Some(cost) = self.cost(growing, size, limit.min(LIMITS[0]))? else { return Ok(None) };
            if cost - least < self.least_beyond(least) {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    /// Returns what a run must take beyond a small one to be measured.
    fn least_beyond(&self, small: f64) -> f64 {
        match self.measure {
            Measure::Time => LEAST[0].max(small),
            Measure::Memory => LEAST[1],
        }
    }

    fn of(&self, growing: Growing<'_>, shape: Shape, points: [GrowthPoint; 3]) -> Growth {
        Growth { measure: self.measure, with: growing.key.to_owned(), shape, points }
    }

    /// Measures the smallest size and three others in turn, until their shape is clear; of several runs of a size, the best counts. `None`
    /// where one fails or takes too little to be measured.
    fn points(
        &mut self,
        growing: Growing<'_>,
        sizes: [u64; 3],
        shape_of: ShapeOf,
    ) -> anyhow::Result<Option<[GrowthPoint; 3]>> {
        let smallest = self.smallest(growing.key);
        let [first, second, third] = sizes;
        let mut best = [f64::INFINITY; 4];
        let mut points = sizes.map(|size| GrowthPoint { size, cost: f64::INFINITY });
        let begun = self.spent;
        for round in 1..=ROUNDS {
            for (best, size) in best.iter_mut().zip([smallest, first, second, third]) {
                let Some(cost) = self.cost(growing, size, LIMITS[1])? else { return Ok(None) };
                *best = best.min(cost);
            }
            let [least, costs @ ..] = best;
            points.iter_mut().zip(costs).for_each(|(point, cost)| point.cost = cost - least);
            // The best run may take less than those by which the size was found.
            if points[0].cost < self.least_beyond(least) / 2.0 {
                return Ok(None);
            }
            // A part of a round would leave some sizes with fewer runs than others.
            let of_round = self.spent.saturating_sub(begun) / round;
            if shape_of(&points, CLEAR).is_some() || self.spent + of_round > self.until {
                break;
            }
        }
        Ok(Some(points))
    }

    /// Returns what a run takes on an input of a size; `None` where there is no such input, or the run fails.
    fn cost(&mut self, growing: Growing<'_>, size: u64, cpu: Duration) -> anyhow::Result<Option<f64>> {
        let Some(text) = self.input(growing, size) else { return Ok(None) };
        // A run that looks for a size has a short limit of CPU time, but may have to wait as long as any other.
        let limits = Limits { cpu, wall: cpu.max(LIMITS[0]) * WALL, ..self.limits };
        let run = self.runner.run_with_files(&Content::from(text), self.files, &limits, &mut io::sink())?;
        self.spent += run.cpu.max(run.wall / WALL);
        if run_verdict(&run, &limits).is_some() {
            return Ok(None);
        }
        #[expect(clippy::cast_precision_loss, reason = "a measure is not exact")]
        Ok(match self.measure {
            Measure::Time => Some(run.cpu.as_secs_f64()),
            Measure::Memory => run.memory.map(|memory| memory as f64),
        })
    }

    /// Makes an input of a size.
    fn input(&self, Growing { key, others, cases }: Growing<'_>, size: u64) -> Option<Vec<u8>> {
        let keys = params::keys(self.description);
        let mut params = Params::default().with(key, size);
        if key != CASES && keys.iter().any(|key| key == CASES) {
            params = params.with(CASES, cases.max(*self.description.range(CASES).start()));
        }
        if let Some(most) = others {
            for other in keys.iter().filter(|other| is_own(other) && ![key, CASES].contains(&other.as_str()))
            {
                let range = self.description.range(other);
                params = params.with_most(other, most.clamp(*range.start(), *range.end()));
            }
        }
        let recipe = Recipe { family: self.family, seed: 0, number: 0, params: &params };
        generate::text(self.description, &recipe).ok().filter(|text| text.len() <= MOST_BYTES)
    }

    /// Returns the size of the smallest inputs.
    fn smallest(&self, key: &str) -> u64 {
        SMALLEST.max(*self.description.range(key).start())
    }

    fn most_cases(&self) -> u64 {
        let has_cases = params::keys(self.description).iter().any(|key| key == CASES);
        if has_cases { (*self.description.range(CASES).end()).min(1 << 16) } else { 1 }
    }

    fn is_over(&self) -> bool {
        self.spent >= self.until
    }
}
