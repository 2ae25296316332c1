//! The programs that are timed: the toolkit, the C++ programs and the limits.

use anyhow::{Context, bail};
use nim_ground::presence::is_file;
use nim_simd::Level;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program to time, with its arguments.
#[derive(Clone)]
pub struct Program {
    /// The name of its column.
    pub column: String,
    path: PathBuf,
    args: Vec<String>,
    simd: Option<&'static str>,
    pub role: Role,
}

/// The role of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Does the job, in C++.
    Peer,
    /// Does the job, and is ours.
    Toolkit,
    /// Only gets at the bytes.
    Limit,
}

/// The C++ peer that the others are compared with.
pub const STRONG: &str = "strong";
/// How the toolkit's columns begin.
pub const ONE_THREAD: &str = "1 thread";
pub const TWO_THREADS: &str = "2 threads";

/// A program with what it is called with.
fn program(column: &str, path: PathBuf, args: Vec<String>, role: Role) -> Program {
    Program { column: column.to_owned(), path, args, simd: None, role }
}

/// The programs that could be had.
pub struct Programs {
    toolkit: PathBuf,
    has_threads: bool,
    kernels: Vec<&'static str>,
    built: BTreeMap<&'static str, PathBuf>,
    /// The static build of the toolkit, and an empty static program.
    fixed: Option<[PathBuf; 2]>,
    /// Missing programs and columns, with the reason.
    pub missing: Vec<String>,
}

const PEERS: [&str; 5] = ["scanf", "cin", "getchar", STRONG, "words"];
const HELPERS: [&str; 3] = ["read", "touch", "peak"];

impl Programs {
    /// Builds what the machine can build.
    pub fn build(toolkit: &Path, folder: &Path, with_peers: bool) -> anyhow::Result<Self> {
        let help = Command::new(toolkit).args(["john", "--help"]).output();
        let help = help.with_context(|| toolkit.display().to_string())?;
        let mut programs = Self {
            toolkit: toolkit.to_owned(),
            has_threads: String::from_utf8_lossy(&help.stdout).contains("--threads"),
            kernels: Level::available().map(|(name, _)| name).collect(),
            built: BTreeMap::new(),
            fixed: None,
            missing: Vec::new(),
        };
        if !programs.has_threads {
            programs.missing.push("the program has no --threads, no column for two".to_owned());
        }
        for name in Level::names().filter(|name| !programs.kernels.contains(name)) {
            programs.missing.push(format!("this CPU has no {name}"));
        }
        let sources = if with_peers { &[&PEERS[..], &HELPERS[..]].concat() } else { &HELPERS[..] };
        match ["c++", "g++", "clang++"].into_iter().find(|compiler| runs(compiler)) {
            Some(compiler) => programs.compile(compiler, sources, folder)?,
            None => programs.missing.push(
                "no C++ compiler: no C++ programs, no reader, no mapped touch, no peak memory".to_owned(),
            ),
        }
        match fixed(folder)? {
            Ok(found) => programs.fixed = Some(found),
            Err(why) => programs.missing.push(format!("no static build: {why}")),
        }
        if !runs("cat") {
            programs.missing.push("no cat".to_owned());
        }
        Ok(programs)
    }

    fn compile(&mut self, compiler: &str, sources: &[&'static str], folder: &Path) -> anyhow::Result<()> {
        let bin = folder.join("bin");
        fs::create_dir_all(&bin)?;
        let baselines = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/baselines");
        for &name in sources {
            let (source, program) = (baselines.join(name).with_extension("cpp"), bin.join(name));
            let built = Command::new(compiler)
                .args(["-O2", "-std=c++17", "-o"])
                .args([&program, &source])
                .status()
                .context(compiler.to_owned())?;
            if !built.success() {
                bail!("{} does not compile", source.display());
            }
            self.built.insert(name, program);
        }
        Ok(())
    }

    /// The programs for a problem, in the order of their columns.
    pub fn for_job(&self, slug: &str) -> Vec<Program> {
        let mut programs: Vec<Program> = PEERS.iter().filter_map(|name| self.peer(name, slug)).collect();
        programs.extend(self.ours(slug, None));
        if let Some([toolkit, _]) = &self.fixed {
            programs.extend(self.on_threads(toolkit, slug, Some("static"), None));
        }
        // The last is the fastest, and the one that is chosen without being asked for.
        if let Some((_, slower)) = self.kernels.split_last() {
            programs.extend(slower.iter().rev().flat_map(|name| self.ours(slug, Some(name))));
        }
        programs.extend(self.limits());
        programs
    }

    /// The C++ program of this name, if it could be built.
    pub fn peer(&self, name: &'static str, slug: &str) -> Option<Program> {
        let path = self.built.get(name)?.clone();
        Some(program(name, path, vec![slug.to_owned()], Role::Peer))
    }

    /// The toolkit on one thread and on two.
    pub fn ours(&self, slug: &str, simd: Option<&'static str>) -> Vec<Program> {
        self.on_threads(&self.toolkit, slug, simd, simd)
    }

    /// A build of the toolkit on one thread and on two, its columns named for what is special about it.
    fn on_threads(
        &self,
        toolkit: &Path,
        slug: &str,
        special: Option<&str>,
        simd: Option<&'static str>,
    ) -> Vec<Program> {
        let threads: &[u32] = if self.has_threads { &[1, 2] } else { &[1] };
        let ours = |&threads: &u32| {
            let args =
                if self.has_threads { vec!["--threads".to_owned(), threads.to_string()] } else { vec![] };
            let column = if threads == 1 { ONE_THREAD } else { TWO_THREADS };
            Program {
                column: special.map_or(column.to_owned(), |special| format!("{special}, {threads}")),
                path: toolkit.to_owned(),
                args: [vec![slug.to_owned()], args].concat(),
                simd,
                role: Role::Toolkit,
            }
        };
        threads.iter().map(ours).collect()
    }

    fn limits(&self) -> Vec<Program> {
        let limit = |column, path| program(column, path, Vec::new(), Role::Limit);
        let cat = runs("cat").then(|| limit("`cat`", PathBuf::from("cat")));
        cat.into_iter()
            .chain(self.reader())
            .chain(self.built.get("touch").map(|path| limit("touch", path.clone())))
            .collect()
    }

    /// The program that reads and does nothing else.
    pub fn reader(&self) -> Option<Program> {
        let path = self.built.get("read")?.clone();
        Some(program("`read`", path, Vec::new(), Role::Limit))
    }

    /// The programs whose start is measured: an empty static program first.
    pub fn starters(&self, slug: &str) -> Vec<Program> {
        let Some([toolkit, empty]) = self.fixed.clone() else { return Vec::new() };
        let ours = [(toolkit, "toolkit, static"), (self.toolkit.clone(), "toolkit")];
        let ours = ours.map(|(path, name)| program(name, path, vec![slug.to_owned()], Role::Toolkit));
        let empty = program("empty static program", empty, Vec::new(), Role::Limit);
        [empty].into_iter().chain(ours).chain(self.peer(STRONG, slug)).collect()
    }

    /// The program that runs another and says how much memory it took.
    pub fn peak(&self) -> Option<&Path> {
        self.built.get("peak").map(PathBuf::as_path)
    }
}

/// The static build of the toolkit if it has been built, and an empty program built like it; or why not.
fn fixed(folder: &Path) -> anyhow::Result<Result<[PathBuf; 2], String>> {
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    let builds = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(&target);
    let toolkit = builds.join("dist/toolkit");
    if !is_file(&toolkit)? {
        return Ok(Err(format!("cargo build --profile dist --target {target} makes one")));
    }
    let (source, empty) = (folder.join("empty.rs"), folder.join("bin/empty"));
    fs::write(&source, "fn main() {}\n")?;
    fs::create_dir_all(folder.join("bin"))?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc)
        .args(["--target", &target, "-O", "-C", "panic=abort", "-C", "strip=symbols", "-o"])
        .args([&empty, &source])
        .status()?;
    Ok(if built.success() {
        Ok([toolkit, empty])
    } else {
        Err("rustc cannot build for the target".to_owned())
    })
}

/// Whether there is such a command.
fn runs(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

impl Program {
    /// The command that runs it.
    pub fn command(&self) -> Command {
        self.prepared(Command::new(&self.path))
    }

    /// The command that runs it by another program.
    pub fn command_by(&self, by: &Path) -> Command {
        let mut command = Command::new(by);
        command.arg(&self.path);
        self.prepared(command)
    }

    fn prepared(&self, mut command: Command) -> Command {
        command.args(&self.args).env_remove("TOOLKIT_SIMD");
        if let Some(simd) = self.simd {
            command.env("TOOLKIT_SIMD", simd);
        }
        command
    }
}
