//! Packs the data of the built-in problems for the program to carry.
//!
//! The tests of a problem, `sample` and `secret`, become one compressed file: its `inputs.yaml`, the inputs that this does not make,
//! and the answers. What only its packages have becomes another: malformed inputs, submissions, and digests of
//! the answers of wrong ones. `src/built_in/packed.rs` unpacks both. So is the engine of the page to play, where `page/build` has made it; `src/commands/play/page.rs` has it.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    tell_build();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    pack_tests(&out)?;
    pack_page(&out)
}

/// Tells the program its target and profile. The latter is a folder of the path of `OUT_DIR`; `PROFILE` has the one that it is
/// derived from.
fn tell_build() {
    let of = |name: &str| env::var(name).unwrap_or_default();
    let out = PathBuf::from(of("OUT_DIR"));
    let above = out.ancestors().find(|folder| folder.ends_with("build")).and_then(Path::parent);
    let profile = above
        .and_then(Path::file_name)
        .map_or_else(|| of("PROFILE"), |name| name.to_string_lossy().into_owned());
    // At a fixed address the program starts without moving its pointers.
    if of("CARGO_CFG_TARGET_OS") == "linux" && of("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bin=toolkit=-no-pie");
        // What unwinds is linked in: a library less for the loader to find, of which a few functions are used.
        println!("cargo::rustc-link-lib=gcc_eh");
    }
    println!("cargo::rustc-env=TOOLKIT_TARGET={}", of("TARGET"));
    println!("cargo::rustc-env=TOOLKIT_PROFILE={profile}");
}

fn pack_tests(out: &Path) -> io::Result<()> {
    // Told by the build script of the problems, whose folder is another one where cargo has taken them from a registry.
    let problems = PathBuf::from(env::var_os("DEP_NIM_PROBLEMS_FOLDER").unwrap_or_default());
    let (mut tests, mut others) = (String::new(), String::new());
    for folder in entries(Path::new("testdata"))? {
        let slug = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let problem = problems.join(slug.replace('-', "_"));
        let yaml = problem.join("inputs.yaml");
        println!("cargo::rerun-if-changed={}", yaml.display());
        let yaml = match fs::read_to_string(yaml) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            yaml => yaml?,
        };
        let mut files = Vec::new();
        add(&mut files, "inputs.yaml", yaml.as_bytes());
        for group in ["sample", "secret"] {
            println!("cargo::rerun-if-changed={}", folder.join(group).display());
            for file in entries(&folder.join(group))? {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                let is_input = file.extension().is_some_and(|ending| ending == "in");
                if is_input && is_made(&yaml, group, &stem) {
                    continue;
                }
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                add(&mut files, &format!("{group}/{name}"), &fs::read(&file)?);
            }
        }
        let packed = out.join(format!("{slug}.packed"));
        write_row(&mut tests, &slug, &packed, &files)?;
        write_row(&mut others, &slug, &packed.with_extension("others"), &other_files(&folder, &problem)?)?;
    }
    let table = |name: &str, rows: String| format!("const {name}: &[(&str, &[u8])] = &[\n{rows}];\n");
    fs::write(out.join("packed.rs"), table("TESTS", tests) + &table("OTHERS", others))
}

/// Writes a packed file, and its row of a table.
fn write_row(table: &mut String, slug: &str, packed: &Path, files: &[u8]) -> io::Result<()> {
    fs::write(packed, miniz_oxide::deflate::compress_to_vec(files, 10))?;
    table.push_str(&format!("    ({slug:?}, include_bytes!({:?})),\n", packed.display().to_string()));
    Ok(())
}

/// Returns the files of a problem that only its packages have.
fn other_files(data: &Path, problem: &Path) -> io::Result<Vec<u8>> {
    let mut files = Vec::new();
    let submissions = entries(&problem.join("submissions"))?;
    let mut folders = Vec::new();
    for folder in submissions {
        if folder.metadata()?.is_dir() {
            folders.push((folder, "submissions/"));
        }
    }
    let answers = problem.join("submissions/answers.yaml");
    println!("cargo::rerun-if-changed={}", answers.display());
    match fs::read(answers) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        answers => add(&mut files, "submissions/answers.yaml", &answers?),
    }
    folders.push((data.join("invalid"), ""));
    for (folder, within) in folders {
        println!("cargo::rerun-if-changed={}", folder.display());
        let group = folder.file_name().unwrap_or_default().to_string_lossy();
        for file in entries(&folder)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if !within.is_empty() || name.ends_with(".in") {
                add(&mut files, &format!("{within}{group}/{name}"), &fs::read(&file)?);
            }
        }
    }
    Ok(files)
}

/// Packs the engine of the page to play, if there is one.
fn pack_page(out: &Path) -> io::Result<()> {
    let folder = Path::new("page");
    if !entries(folder)?.is_empty() {
        // The folder, as a file that is missing would count as changed in every build.
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let engine = match fs::read(folder.join("page.wasm")) {
        Ok(wasm) => {
            let packed = out.join("page.packed");
            fs::write(&packed, miniz_oxide::deflate::compress_to_vec(&wasm, 10))?;
            format!("Some(include_bytes!({:?}))", packed.display().to_string())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => "None".to_owned(),
        Err(error) => return Err(error),
    };
    fs::write(out.join("page.rs"), format!("const ENGINE: Option<&[u8]> = {engine};\n"))
}

/// Adds a file: its name and its size, a line each, and its bytes.
fn add(files: &mut Vec<u8>, name: &str, contents: &[u8]) {
    files.extend_from_slice(format!("{name}\n{}\n", contents.len()).as_bytes());
    files.extend_from_slice(contents);
}

/// Returns whether an `inputs.yaml` has a row for the input `name` in the group `group`: a key below that of the group.
/// A row that is written otherwise costs space, as its input is packed too.
fn is_made(yaml: &str, group: &str, name: &str) -> bool {
    let below = yaml.lines().skip_while(|line| line.trim_end() != format!("{group}:")).skip(1);
    let mut rows = below.take_while(|line| line.starts_with([' ', '#']) || line.trim().is_empty());
    rows.any(|row| row.split_once(": {").is_some_and(|(key, _)| key.trim() == name))
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
