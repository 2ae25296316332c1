//! The rows: an input, the job to do on it, and what is measured.

use crate::inputs::{self, Recipe, Variant};
use crate::programs::{Program, Programs, Role, STRONG};
use crate::runs;
use anyhow::{Context, bail};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// An input and what to do with it.
pub struct Row {
    pub name: &'static str,
    /// The problem.
    slug: &'static str,
    recipe: Recipe,
    /// Whether other layouts are measured too.
    has_variants: bool,
    /// Whether it is measured through a pipe too.
    is_piped: bool,
}

/// Times of the toolkit on one layout of the numbers, by column.
pub type Layout = (&'static str, Vec<(Program, Duration)>);

/// The measurements of a row.
pub struct Measured {
    pub name: &'static str,
    pub bytes: u64,
    pub times: Vec<(Program, Duration)>,
    /// The most memory that the toolkit had, in KiB, by column.
    pub peaks: Vec<(String, u64)>,
    /// Times on other layouts; the first is the layout of the row.
    pub variants: Vec<Layout>,
    /// Times through a pipe.
    pub piped: Vec<(Program, Duration)>,
    /// Times of programs that have next to nothing to do.
    pub starts: Vec<(Program, Duration)>,
}

impl Row {
    /// All rows, with a part of the full sizes.
    pub fn all(scale: u64) -> Vec<Self> {
        let with = |name, slug, recipe| Self { name, slug, recipe, has_variants: false, is_piped: false };
        let sample = |name, slug, path| with(name, slug, Recipe::Sample(path));
        let row = |name, slug, params| with(name, slug, Recipe::Random { slug, params });
        let stones = |name, mut params: Vec<_>| {
            let slug = "stones-all-moves";
            params.push(("total_heaps", 0..=u64::MAX));
            with(name, slug, Recipe::Random { slug, params })
        };
        let varied = |row| Self { has_variants: true, ..row };
        let just = |number: u64| number..=number;
        let scaled = |number: u64| just(number / scale);
        let heaps = |heaps: u64| vec![("heaps", scaled(heaps)), ("heap", 1..=1_000_000_000)];
        let cases = |cases: u64, heaps, most: u64| {
            vec![("cases", scaled(cases)), ("heaps", heaps), ("heap", 0..=most)]
        };
        const BILLION: u64 = 1_000_000_000;
        vec![
            sample("matches, sample", "matches", "matches/sample/1.in"),
            sample("john, sample", "john", "john/sample/1.in"),
            row(
                "john, 237 KB",
                "john",
                vec![("cases", just(500)), ("heaps", just(50)), ("heap", 0..=200_000_000)],
            ),
            row("matches, 5e5 heaps", "matches", heaps(500_000)),
            row("matches, 5e6 heaps", "matches", heaps(5_000_000)),
            varied(row("matches, 5e7 heaps", "matches", heaps(50_000_000))),
            Self {
                is_piped: true,
                ..varied(row("nim-check, 100k cases", "nim-check", cases(100_000, 400..=600, BILLION)))
            },
            varied(row("nim-check, 9 million tiny cases", "nim-check", cases(9_000_000, 1..=9, BILLION))),
            varied(row("john, 1 million cases", "john", cases(1_000_000, just(50), 200_000_000))),
            varied(stones("stones, 100k cases", cases(100_000, 1..=999, BILLION))),
            varied(stones("stones, cases of 200 000 heaps", cases(250, just(200_000), BILLION))),
        ]
    }

    /// Makes the input, checks that all programs print the same and times them.
    pub fn measure(
        &self,
        programs: &Programs,
        folder: &Path,
        runs: usize,
        with_variants: bool,
    ) -> anyhow::Result<Measured> {
        let input = self.recipe.file(folder)?;
        let all = programs.for_job(self.slug);
        let answer = same_output(&all, &input)?;
        let times = runs::in_turns(all.len(), runs, |index| runs::time(&all[index], &input))?;
        let times: Vec<(Program, Duration)> = all.into_iter().zip(times).collect();
        let plain = programs.ours(self.slug, None);
        let mut peaks = Vec::new();
        if let Some(by) = programs.peak() {
            for program in &plain {
                peaks.push((program.column.clone(), runs::cost(program, by, &input)?.peak));
            }
        }
        let mut measured = Measured {
            name: self.name,
            bytes: fs::metadata(&input)?.len(),
            times,
            peaks,
            variants: Vec::new(),
            piped: Vec::new(),
            starts: Vec::new(),
        };
        if self.has_variants && with_variants {
            let compared: Vec<Program> =
                plain.iter().cloned().chain(programs.peer(STRONG, self.slug)).collect();
            measured.variants = variants(&compared, &input, answer, runs)?;
        }
        if matches!(self.recipe, Recipe::Sample(_)) {
            let starters = programs.starters(self.slug);
            let times = runs::in_turns(starters.len(), runs, |index| runs::time(&starters[index], &input))?;
            measured.starts = starters.into_iter().zip(times).collect();
        }
        if self.is_piped {
            let piped: Vec<Program> = programs.reader().into_iter().chain(plain).collect();
            // The time of a pipe depends on the CPUs of `cat` and its reader, which differ by luck.
            let runs = 3 * runs;
            let times = runs::in_turns(piped.len(), runs, |index| runs::time_piped(&piped[index], &input))?;
            measured.piped = piped.into_iter().zip(times).collect();
        }
        Ok(measured)
    }
}

/// The hash of what all programs that do the job print.
pub fn same_output(programs: &[Program], input: &Path) -> anyhow::Result<u64> {
    let workers: Vec<&Program> = programs.iter().filter(|program| program.role != Role::Limit).collect();
    let hashes = runs::hashes(&workers, input)?;
    let first = *hashes.first().context("no program")?;
    for (program, hash) in workers.iter().zip(hashes) {
        if hash != first {
            bail!("{} prints something else than {}", program.column, workers[0].column);
        }
    }
    Ok(first)
}

/// Times programs on the same numbers in other layouts, in turns with the layout they have.
fn variants(programs: &[Program], input: &Path, answer: u64, runs: usize) -> anyhow::Result<Vec<Layout>> {
    let mut inputs = vec![("as it is", input.to_owned())];
    for (variant, name) in Variant::ALL {
        let file = input.with_extension(name.replace(' ', "-"));
        inputs::lay_out(variant, input, &file)?;
        if same_output(programs, &file)? != answer {
            bail!("{name}: another answer");
        }
        inputs.push((name, file));
    }
    let pairs: Vec<(&Path, &Program)> = inputs
        .iter()
        .flat_map(|(_, file)| programs.iter().map(move |program| (file.as_path(), program)))
        .collect();
    let times = runs::in_turns(pairs.len(), runs, |index| runs::time(pairs[index].1, pairs[index].0))?;
    let mut times = times.into_iter();
    let measured =
        inputs.iter().map(|&(name, _)| (name, programs.iter().cloned().zip(&mut times).collect())).collect();
    for (_, file) in &inputs[1..] {
        fs::remove_file(file)?;
    }
    Ok(measured)
}
