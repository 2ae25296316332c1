//! Writes `stated.rs`: for each problem the statements of its `problem.yaml`, as constants, and a type for each of its other names
//! (`nim_solve::registry::Form`). Tells the build of the program the path of this crate's folder, with the `inputs.yaml` of each problem.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use serde::Deserialize;

/// The keys of a `problem.yaml`, in the ICPC problem package format, 2025-09, that the program needs.
#[derive(Deserialize)]
struct Manifest {
    name: Title,
    source: Sources,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    constants: BTreeMap<String, String>,
    #[serde(default)]
    names: BTreeMap<String, Name>,
    #[serde(default)]
    known: Vec<Known>,
}

/// A text, or one for each language.
#[derive(Deserialize)]
#[serde(untagged)]
enum Title {
    One(String),
    Each(BTreeMap<String, String>),
}

/// The sources of a problem: one or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sources {
    One(Source),
    Several(Vec<Source>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Name(String),
    Linked { name: String },
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Limits {
    time_limit: Option<f64>,
    memory: Option<u64>,
    output: Option<u64>,
}

/// A name of a problem at a judge, as `nim_solve::registry::JudgesName`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Name {
    source: String,
    answers: BTreeMap<String, String>,
    layout: String,
    /// In the words of a grammar: `one`, `counted`, `to-end`, `until-zeros 1`.
    framing: Option<String>,
    on_one_line: bool,
    numbered: bool,
    switches: Vec<String>,
    #[serde(flatten)]
    bounds: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Known {
    cases: Vec<String>,
    why: String,
}

fn main() -> io::Result<()> {
    // A new problem has a line in mod.rs.
    for file in ["build.rs", "mod.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::metadata=folder={folder}");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    folders.sort();
    let mut modules = String::new();
    for folder in folders {
        let file = folder.join("problem.yaml");
        let yaml = match fs::read_to_string(&file) {
            // A file, or a folder of something else.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
            yaml => yaml?,
        };
        println!("cargo::rerun-if-changed={}", file.display());
        let refused = |why: String| io::Error::other(format!("{}: {why}", file.display()));
        let manifest: Manifest = nim_yaml::from_str(&yaml).map_err(|why| refused(why.to_string()))?;
        let problem = folder.file_name().unwrap_or_default().to_string_lossy();
        modules += &module(&problem, &manifest).map_err(refused)?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("stated.rs"), modules)
}

/// Returns the module of a problem: a type for each name, and a function that adds these statements to what a solver declares.
fn module(problem: &str, manifest: &Manifest) -> Result<String, String> {
    let (mut types, mut names) = (String::new(), String::new());
    // Abbreviations of the slug come first: they have no source.
    let (short, judges): (Vec<_>, Vec<_>) = manifest.names.iter().partition(|(_, own)| own.source.is_empty());
    for (name, own) in short.into_iter().chain(judges) {
        let own_type: String = name.split('-').map(capitalised).collect();
        let constant = judges_name(name, own).map_err(|why| format!("{name}: {why}"))?;
        types += &format!(
            "pub struct {own_type};\nimpl Form for {own_type} {{ const NAME: JudgesName = {constant}; }}\n"
        );
        names += &format!("({own_type}::NAME, Variant::of_name::<P, {own_type}>()),\n");
    }
    let Limits { time_limit, memory, output } = manifest.limits;
    let known = manifest
        .known
        .iter()
        .map(|Known { cases, why }| format!("KnownCases {{ cases: &{cases:?}, why: {why:?} }}, "));
    let (known, bounds) = (known.collect::<String>(), bounds(&manifest.constants)?);
    Ok(format!(
        "pub mod {problem} {{\nuse super::*;\n{types}\
         pub struct Names<P>(std::marker::PhantomData<P>);\n\
         impl<P: Problem + 'static> Names<P> {{ const ALL: &'static [(JudgesName, Variant)] = &[{names}]; }}\n\
         pub const fn entry<P: Problem + 'static>(slug: &'static str, texts: Texts) -> Entry {{\nEntry {{\n\
         titles: &{:?},\nsources: &{:?},\n\
         limits: ProblemLimits {{ time_limit: {time_limit:?}, memory: {memory:?}, output: {output:?} }},\n\
         own_bounds: &[{bounds}],\nknown: &[{known}],\nnames: Names::<P>::ALL,\n\
         ..Entry::new::<P>(slug, texts)\n}}\n}}\n}}\n",
        titles(&manifest.name),
        sources(&manifest.source),
    ))
}

/// Returns the title by language, English first.
fn titles(title: &Title) -> Vec<(&str, &str)> {
    match title {
        Title::One(title) => vec![("en", title)],
        Title::Each(titles) => {
            let mut titles: Vec<_> = titles.iter().map(|(language, title)| (&**language, &**title)).collect();
            titles.sort_by_key(|(language, _)| *language != "en");
            titles
        }
    }
}

/// Returns the names of sources.
fn sources(sources: &Sources) -> Vec<&str> {
    let sources = match sources {
        Sources::One(source) => std::slice::from_ref(source),
        Sources::Several(sources) => sources,
    };
    sources.iter().map(|(Source::Name(name) | Source::Linked { name })| &**name).collect()
}

/// Returns the statements about a name.
fn judges_name(name: &str, own: &Name) -> Result<String, String> {
    let Name { source, answers, layout, framing, on_one_line, numbered, switches, bounds: own_bounds } = own;
    let answers: Vec<(&String, &String)> = answers.iter().collect();
    let framing = match framing {
        Some(framing) => format!("Some(Cases::{})", cases(framing)?),
        None => "None".to_owned(),
    };
    Ok(format!(
        "JudgesName {{ name: {name:?}, source: {source:?}, answers: &{answers:?}, \
         layout: {layout:?}, framing: {framing}, \
         is_on_one_line: {on_one_line}, is_numbered: {numbered}, switches: &{switches:?}, bounds: &[{}] }}",
        bounds(own_bounds)?
    ))
}

/// Returns the number of cases in an input.
fn cases(framing: &str) -> Result<String, String> {
    match framing.split_once(' ').unwrap_or((framing, "")) {
        ("one", "") => Ok("One".to_owned()),
        ("counted", "") => Ok("Counted".to_owned()),
        ("to-end", "") => Ok("ToEnd".to_owned()),
        ("until-zeros", zeros) if zeros.parse::<usize>().is_ok() => Ok(format!("UntilZeros({zeros})")),
        _ => Err(format!("what is the framing {framing:?}?")),
    }
}

/// Returns bounds by the names of fields.
fn bounds(ranges: &BTreeMap<String, String>) -> Result<String, String> {
    ranges.iter().map(|(field, range)| Ok(format!("({field:?}, {}), ", bound(range)?))).collect()
}

/// Returns the bound that a range such as `1..=50` or `0..=` states.
fn bound(range: &str) -> Result<String, String> {
    let wrong = || format!("expected a range such as 1..=50, found {range:?}");
    let (least, most) = range.split_once("..=").ok_or_else(wrong)?;
    let [least, most] = [least, most].map(|end| match end {
        "" => Ok(None),
        end => end.parse::<i128>().map(Some).map_err(|_| wrong()),
    });
    Ok(format!("Bound {{ least: {:?}, most: {:?} }}", least?, most?))
}

/// Returns a word with a capital letter in front.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
