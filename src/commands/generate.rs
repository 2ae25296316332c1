//! `toolkit gen SLUG`: makes inputs of a problem.

mod package;
mod testdata;

use std::collections::HashMap;
use std::collections::hash_map::Entry as Place;
use std::fs;
use std::io::{Cursor, Write};
use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::Context;
use itertools::Itertools;

use crate::built_in::solve;
use crate::exit::Exit;
use crate::problem::{DESCRIPTION, Problem, unknown};
use crate::system::interruption::Interruption;
use crate::system::output_file::{self, Overwrite};
use crate::terminal::UsageError;
use crate::terminal::streams::Stdout;
use crate::terminal::{count, say};
use nim_ground::content::Content;
use nim_ground::file_io::FileIo;
use nim_ground::presence::{find as find_path, find_link, is_file, is_folder};
use nim_ground::staging::{Existing, StagedFolder};
use nim_inputs::Description;
use nim_inputs::families::{self, FAMILIES, Family};
use nim_inputs::generate::{self, GenerateError, Recipe};
use nim_inputs::params::{self, KEYS, Params};
use nim_io::{Failure, Input, Kernel, Lines};
use nim_judge::Options;
use nim_judge::author_calls::{AuthorCalls, Call};
use nim_judge::trusted::TrustedPrograms;
use nim_simd::Level;
use nim_task::formats::Manifests;
use nim_task::formats::generators;

use nim_solve::registry::Entry;

/// Make inputs of a problem
///
/// Inputs come in families, named for the mistakes that they catch, and keep to the statement's bounds unless -p asks for
/// more. The same seed makes the same bytes everywhere. Without -o, one input is printed. Of a folder with a
/// generators/generators.yaml, the data is made that it lists.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit gen stones --family one-step-from-zero\n  toolkit gen john --family all --count 3 -o data\n  toolkit gen matches --family few-huge -p heaps=10000000 > large.in"
)]
pub struct Args {
    /// The problem, by slug or alias, or a folder: with a problem.yaml that has a grammar, or a generators/generators.yaml
    #[arg(required_unless_present_any = ["list", "testdata"])]
    slug: Option<String>,
    /// The kind of inputs, or `all`; may be repeated [default: random]
    #[arg(long = "family", value_name = "NAME")]
    families: Vec<String>,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::number)]
    seed: u64,
    /// Inputs of each family
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::number_from(1, 1_000_000))]
    count: u64,
    /// Write files such as 01-random.in, and their answers, into this folder
    #[arg(short, long = "output", value_name = "DIR")]
    output: Option<PathBuf>,
    /// Program or source file, below the current folder or that of the problem, that answers the inputs [default: the built-in solver]
    #[arg(long, value_name = "FILE", requires = "output")]
    solution: Option<PathBuf>,
    /// Replace files of the same names
    #[arg(long, requires = "output")]
    force: bool,
    /// A value, or a range such as 1..=9, in place of the statement's bounds; may be repeated
    #[arg(short, long = "param", value_name = "KEY=VALUE")]
    params: Vec<String>,
    /// Threads for the long lists of an input that is printed [default: one per core]
    #[arg(long, value_name = "N", value_parser = count::at_least_one)]
    threads: Option<NonZero<usize>>,
    /// List the families, and the keys of -p
    #[arg(long)]
    list: bool,
    /// Make the test data anew that is listed in inputs.yaml of each problem, in a checkout of this project
    #[arg(long, conflicts_with_all = ["list", "families", "seed", "count", "output", "params"])]
    testdata: bool,
}

/// The inputs to make.
struct Order {
    description: Description,
    /// The problem, if it is built in.
    problem: Option<&'static Entry>,
    families: Vec<&'static Family>,
    params: Params,
    seed: u64,
    count: u64,
}

impl Args {
    /// Returns whether no option about families is given.
    fn is_plain(&self) -> bool {
        !self.list && self.families.is_empty() && self.output.is_none() && self.params.is_empty()
    }

    /// Returns the families that are asked for.
    fn families(&self) -> Vec<String> {
        if self.families.is_empty() { vec!["random".to_owned()] } else { self.families.clone() }
    }
}

/// Makes the inputs of the arguments.
pub fn run(args: &Args, level: Option<Level>) -> anyhow::Result<Exit> {
    if args.testdata {
        return testdata::run(args.slug.as_deref().map(Problem::built_in).transpose()?, level);
    }
    if let Some(folder) = args.slug.as_deref().map(Path::new)
        && is_file(&folder.join(generators::FILE))?
        && args.is_plain()
    {
        return package::run(folder);
    }
    let Some(word) = &args.slug else { return list(None) };
    let opened = Problem::open(word, &Manifests::default(), level)?;
    if let Problem::There { path, .. } = &opened
        && is_folder(path)?
        && opened.grammar()?.is_none()
    {
        let why = format!("{word} has no {}, by which data is made", generators::FILE);
        return Err(
            UsageError(format!("{why}, and no grammar in {DESCRIPTION}, by which inputs are made")).into()
        );
    }
    let problem = opened.entry();
    let description = opened.description()?.ok_or_else(|| unknown(word))?;
    if args.list {
        return list(Some(&description));
    }
    let mut params = Params::default();
    for text in &args.params {
        params.read(&description, text).map_err(UsageError::new)?;
    }
    for beyond in params.beyond(&description) {
        say::note(beyond);
    }
    let name = problem.map_or(description.name.as_str(), |entry| entry.name);
    let order = Order {
        families: select(&description, name, &args.families())?,
        problem,
        description,
        params,
        seed: args.seed,
        count: args.count,
    };
    match &args.output {
        Some(folder) => {
            let interruption = Interruption::watch()?;
            let written = match &args.solution {
                Some(file) => by_solution(&order, folder, file, args),
                None => {
                    let answer = order.problem.map(|problem| move |input| answer(problem, input, level));
                    order.write(folder, args.force, answer.as_ref().map(|answer| answer as &Answer<'_>))
                }
            };
            interruption.end(written)
        }
        None if order.families.len() == 1 && order.count == 1 => order.print(args.threads, level),
        None => Err(UsageError("several inputs need a folder: -o DIR".to_owned()).into()),
    }
}

/// Returns the families of these names.
fn select(
    description: &Description,
    problem: &str,
    names: &[String],
) -> Result<Vec<&'static Family>, UsageError> {
    let mut selected = Vec::new();
    for name in names {
        if name == "all" {
            selected.extend(families::for_description(description));
            continue;
        }
        let family = families::find(name).ok_or_else(|| {
            let names = FAMILIES.iter().map(|family| family.name);
            UsageError(format!("there is no family {name:?}{}", hint(name, names)))
        })?;
        if !family.fits(description) {
            let there = families::for_description(description).map(|family| family.name).join(", ");
            let why = format!("is not for {problem}, whose inputs have no such numbers");
            return Err(UsageError(format!("the family {name} {why}; there are {there}")));
        }
        selected.push(family);
    }
    Ok(selected)
}

/// Returns a suggestion for a name that does not exist.
fn hint<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let nearest = params::nearest(name, names);
    nearest.map_or_else(|| "; see toolkit gen --list".to_owned(), |known| format!("; did you mean {known}?"))
}

/// Lists the families, and the keys of parameters.
fn list(description: Option<&Description>) -> anyhow::Result<Exit> {
    let mut out = Stdout;
    let width = FAMILIES.iter().map(|family| family.name.len()).max().unwrap_or(0);
    for family in FAMILIES.iter().filter(|family| description.is_none_or(|own| family.fits(own))) {
        writeln!(out, "{:width$}  {}", family.name, family.about)?;
    }
    writeln!(out)?;
    let Some(description) = description else {
        writeln!(out, "-p cases, or a field of the problem: its values; see toolkit gen SLUG --list")?;
        return keys(&mut out).map(|()| Exit::Success);
    };
    for key in params::keys(description).iter().filter(|key| !KEYS.iter().any(|(own, _)| own == key)) {
        let end = |end: Option<i128>| end.map_or_else(String::new, |end| end.to_string());
        let bound = description.bounds.get(key);
        let range = bound.map(|bound| format!("{}..={}", end(bound.least), end(bound.most)));
        writeln!(out, "-p {key}: {}", range.as_deref().unwrap_or("any"))?;
    }
    keys(&mut out).map(|()| Exit::Success)
}

fn keys(out: &mut impl Write) -> anyhow::Result<()> {
    for (key, about) in KEYS {
        writeln!(out, "-p {key}: {about}")?;
    }
    Ok(())
}

impl Order {
    fn recipe(&self, family: &'static Family, number: u64) -> Recipe<'_> {
        Recipe { family, seed: self.seed, number, params: &self.params }
    }

    /// Prints an input to standard output.
    fn print(&self, threads: Option<NonZero<usize>>, level: Option<Level>) -> anyhow::Result<Exit> {
        let threads =
            threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
        let mut stdout = nim_io::system::stdout().map_err(Failure::Write)?;
        let mut out = Lines::new(&mut stdout);
        out.use_kernel(Kernel::new(level.unwrap_or_else(Level::detected)));
        for family in &self.families {
            generate::input(&self.description, &self.recipe(family, 0), threads, &mut out)?;
        }
        out.flush().map_err(Failure::Write)?;
        Ok(Exit::Success)
    }

    /// Returns whether a test of this name may be one of an earlier run.
    fn is_ours(&self, stem: &str) -> bool {
        let (number, family) = stem.split_once('-').unwrap_or_default();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number && self.families.iter().any(|own| own.name == family)
    }

    /// Writes the inputs and their answers into a folder.
    fn write(&self, folder: &Path, may_replace: bool, answer: Option<&Answer<'_>>) -> anyhow::Result<Exit> {
        output_file::refuse_existing_tests(folder, |stem| self.is_ours(stem), may_replace)?;
        let cannot_write = || format!("cannot write {}", folder.display());
        let existing = if may_replace { Existing::Replaced } else { Existing::Others };
        let staged = StagedFolder::begin(folder, existing).with_context(cannot_write)?;
        let total = self.families.len() as u64 * self.count;
        let digits = total.to_string().len().max(2);
        let mut written = 0_usize;
        // The names of the inputs by contents: families overlap where a problem is small.
        let mut seen: HashMap<blake3::Hash, String> = HashMap::new();
        for family in &self.families {
            for number in 0..self.count {
                let text = match generate::text(&self.description, &self.recipe(family, number)) {
                    Ok(text) => text,
                    Err(GenerateError::NoMoreCases) => break,
                    Err(error) => return Err(anyhow::Error::new(error).context(family.name)),
                };
                let name = format!("{:0digits$}-{}", written + 1, family.name);
                match seen.entry(blake3::hash(&text)) {
                    Place::Vacant(place) => _ = place.insert(name.clone()),
                    Place::Occupied(place) => {
                        let other = place.get();
                        say::note(format_args!("{}: left out, as its input is that of {other}", family.name));
                        continue;
                    }
                }
                written += 1;
                let file = format!("{name}.in");
                staged.write(&file, &text)?;
                if let Some(answer) = answer {
                    let answer = answer(text).with_context(|| folder.join(&file).display().to_string())?;
                    staged.write(format!("{name}.ans"), &answer)?;
                }
            }
        }
        staged.publish().with_context(cannot_write)?;
        let no_answers = ", and no answers: --solution names a program that answers";
        let answers = if answer.is_some() { ", with answers" } else { no_answers };
        let inputs = say::counted(written, "input");
        say::message(format_args!("wrote {inputs} to {}{answers}", folder.display()));
        Ok(Exit::Success)
    }
}

/// Returns the answer for an input.
type Answer<'a> = dyn Fn(Vec<u8>) -> anyhow::Result<Vec<u8>> + 'a;

/// Writes the inputs with the answers of a program, which is below the current folder or that of the problem.
fn by_solution(order: &Order, folder: &Path, file: &Path, args: &Args) -> anyhow::Result<Exit> {
    say::missing_sandbox();
    let options = Options::new(crate::system::languages()?);
    let programs = TrustedPrograms::new(&options);
    let below = args.slug.as_deref().map(|folder| Path::new(folder).join(file));
    let mut place = None;
    for path in iter::once(file.to_path_buf()).chain(below) {
        if place.is_none() && find_path(&path)?.is_some() {
            place = Some(path);
        }
    }
    let place = place.ok_or_else(|| UsageError(format!("--solution: there is no {}", file.display())))?;
    let (built, calls) = (programs.build(&place)?, AuthorCalls::new(programs));
    let answer = |input: Vec<u8>| {
        let input = Content::from(input);
        let (command, readable, from) = (built.command(), built.own(), (&input, &FileIo::STANDARD));
        let answer = calls.run(&Call { command, words: &[], readable, input: from });
        answer.with_context(|| format!("the solution {} fails", file.display()))
    };
    order.write(folder, args.force, Some(&answer))
}

/// Returns the answers of the built-in solver.
fn answer(problem: &Entry, input: Vec<u8>, level: Option<Level>) -> anyhow::Result<Vec<u8>> {
    let mut answer = Vec::new();
    solve::answers(problem, Input::reader("the input", Cursor::new(input)), &mut answer, level)?;
    Ok(answer)
}

/// Writes a file, making its folders, unless the name belongs to something else than a regular file.
pub fn write(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let is_regular = find_link(path)?.is_none_or(|file| file.is_file());
    anyhow::ensure!(is_regular, "{} is not a regular file", path.display());
    output_file::write(path, Overwrite::Always, |out| out.write_all(text))
}
