//! Writes `names.rs`: for each problem its other names, and a type for each name that has a form of its own (`nim_solve::registry::Form`),
//! as `problem.yaml` declares them. Tells the build of the program where this crate's folder is, with the `inputs.yaml` of each problem.
//!
//! Reads only the part `names` of each file, line by line; tests compare what is compiled with the parsed YAML.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// A name in `problem.yaml`, and its keys that declare a form.
#[derive(Default)]
struct Name {
    name: String,
    /// The text of `framing`.
    framing: Option<String>,
    is_on_one_line: bool,
    is_numbered: bool,
    /// The items of `switches`.
    switches: Vec<String>,
    /// The rows of `answers`.
    words: Vec<(String, String)>,
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
        let problem = folder.file_name().unwrap_or_default().to_string_lossy();
        modules += &module(&problem, &names(&yaml))
            .map_err(|why| io::Error::other(format!("{}: {why}", file.display())))?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("names.rs"), modules)
}

/// Returns the names in a `problem.yaml`, in its order.
fn names(yaml: &str) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let lines = yaml.lines().skip_while(|line| *line != "names:").skip(1);
    for line in lines.take_while(|line| line.starts_with(' ')) {
        let depth = line.len() - line.trim_start().len();
        let Some((key, value)) = line.trim().split_once(':') else { continue };
        let (key, value) = (unquoted(key), unquoted(value.trim()));
        match (depth, names.last_mut()) {
            (2, _) => names.push(Name { name: key, ..Name::default() }),
            (4, Some(name)) => match &*key {
                "framing" => name.framing = Some(value),
                "on_one_line" => name.is_on_one_line = value == "true",
                "switches" => {
                    name.switches = value.trim_matches(['[', ']']).split(", ").map(str::to_owned).collect();
                }
                "numbered" => name.is_numbered = value == "true",
                _ => {}
            },
            (6, Some(name)) => name.words.push((key, value)),
            _ => {}
        }
    }
    names
}

/// Returns a scalar without its quotes.
fn unquoted(text: &str) -> String {
    text.trim_matches('"').to_owned()
}

/// Returns the module of a problem: a type for each form, and the constant `NAMES` of a solver.
fn module(problem: &str, names: &[Name]) -> Result<String, String> {
    let (mut types, mut forms) = (String::new(), String::new());
    let aliases: Vec<&str> = names.iter().map(|name| &*name.name).collect();
    for name in names {
        let declared = form(name)?;
        if declared.is_empty() {
            continue;
        }
        let own: String = name.name.split('-').map(capitalised).collect();
        types += &format!("pub struct {own};\nimpl nim_solve::registry::Form for {own} {{\n{declared}}}\n");
        forms += &format!(
            "({:?}, nim_solve::registry::Variant::new::<nim_solve::registry::Formed<P, {own}>>()),\n",
            name.name
        );
    }
    let list = format!("nim_solve::registry::Names {{ aliases: &{aliases:?}, forms: &[{forms}] }}");
    Ok(format!(
        "pub mod {problem} {{\n{types}pub struct Of<P>(std::marker::PhantomData<P>);\n\
         impl<P: nim_solve::problem::Problem + 'static> Of<P> {{\n\
         pub const NAMES: nim_solve::registry::Names = {list};\n}}\n}}\n"
    ))
}

/// Returns the constants of a name's form; none where it has that of its problem.
fn form(name: &Name) -> Result<String, String> {
    let mut constants = String::new();
    if let Some(framing) = &name.framing {
        let cases = match framing.split_once(' ').unwrap_or((framing, "")) {
            ("one", "") => "One".to_owned(),
            ("counted", "") => "Counted".to_owned(),
            ("to-end", "") => "ToEnd".to_owned(),
            ("until-zeros", zeros) if zeros.parse::<usize>().is_ok() => format!("UntilZeros({zeros})"),
            _ => return Err(format!("{}: what is the framing {framing:?}?", name.name)),
        };
        constants += &format!(
            "const CASES: Option<nim_solve::problem::Cases> = Some(nim_solve::problem::Cases::{cases});\n"
        );
    }
    if name.is_on_one_line {
        constants += "const IS_ON_ONE_LINE: bool = true;\n";
    }
    if name.is_numbered {
        constants += "const IS_NUMBERED: bool = true;\n";
    }
    if !name.switches.is_empty() {
        constants += &format!("const SWITCHES: &'static [&'static str] = &{:?};\n", name.switches);
    }
    if !name.words.is_empty() {
        constants += &format!("const WORDS: &'static [(&'static str, &'static str)] = &{:?};\n", name.words);
    }
    Ok(constants)
}

/// Returns a word with a capital letter in front.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}
