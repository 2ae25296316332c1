//! `cargo bench --bench engine`: the Sprague–Grundy engine against its peers.
//!
//! Every row runs the programs in turns, checks that they print the same, and prints medians as CSV: CPU seconds, and the seconds
//! that pass. `ogsolve` is
//! used where it is on PATH, `g++` or `c++` where one is installed; what is missing is skipped and named. Nothing is
//! installed. `-- --quick` leaves out the rows that take long.

#[path = "machine.rs"]
mod machine;
#[path = "median.rs"]
mod median;

use median::median;
use nim_engine::theory::nimber::Nimber;
use nim_ground::presence::is_file;
use nim_simd::Level;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Times that each program of a row runs.
const RUNS: usize = 5;

/// Seconds from which on one run is enough.
const SLOW: f64 = 2.0;

/// A program of a row.
#[derive(Clone)]
struct Program {
    name: &'static str,
    command: Vec<String>,
    /// The file on its standard input.
    input: Option<PathBuf>,
}

fn program(name: &'static str, command: &[&str]) -> Program {
    Program { name, command: command.iter().map(|&word| word.to_owned()).collect(), input: None }
}

fn toolkit(name: &'static str, args: &[&str]) -> Program {
    program(name, &[&[env!("CARGO_BIN_EXE_toolkit")], args].concat())
}

fn is_on_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_file(&folder.join(name)).unwrap_or(false))
}

/// Builds a C++ baseline, where there is a compiler.
fn build(name: &str, folder: &Path) -> Option<String> {
    let compiler = ["g++", "c++"].into_iter().find(|compiler| is_on_path(compiler))?;
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/baselines").join(name).with_extension("cpp");
    let program = folder.join(name);
    let built =
        Command::new(compiler).args(["-O3", "-march=native", "-o"]).arg(&program).arg(source).status();
    built.is_ok_and(|status| status.success()).then(|| program.display().to_string())
}

/// Seconds, as `bash` measures them, to the millisecond.
#[derive(Clone, Copy)]
struct Seconds {
    elapsed: f64,
    cpu: f64,
}

/// The time that a program takes, and what it prints.
fn run(program: &Program) -> anyhow::Result<(Seconds, String)> {
    let mut command = Command::new("bash");
    command.args(["-c", "TIMEFORMAT='%R %U %S'; time \"$@\"", "bash"]).args(&program.command);
    if let Some(input) = &program.input {
        command.stdin(Stdio::from(std::fs::File::open(input)?));
    }
    let output = command.output()?;
    let times = String::from_utf8_lossy(&output.stderr).into_owned();
    let times: Vec<f64> =
        times.lines().last().unwrap_or_default().split(' ').filter_map(|time| time.parse().ok()).collect();
    let &[elapsed, user, system] = &times[..] else {
        anyhow::bail!("{} does not run: {}", program.name, String::from_utf8_lossy(&output.stderr));
    };
    Ok((Seconds { elapsed, cpu: user + system }, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// The part of an output that programs must agree on: a checksum, or the whole.
fn essence(output: &str) -> String {
    match output.split_once("checksum: ") {
        Some((_, rest)) => format!("{:0>8}", rest.split_whitespace().next().unwrap_or_default()),
        None => output.trim().to_owned(),
    }
}

/// Runs the programs of a row in turns and prints a line for each.
fn row(job: &str, programs: &[Program]) -> anyhow::Result<()> {
    let mut times = vec![Vec::new(); programs.len()];
    let mut expected = None;
    for _ in 0..RUNS {
        for (program, times) in programs.iter().zip(&mut times) {
            // A program that takes seconds runs once.
            if times.first().is_some_and(|first: &Seconds| first.cpu > SLOW) {
                continue;
            }
            let (seconds, output) = run(program)?;
            times.push(seconds);
            let expected = expected.get_or_insert_with(|| essence(&output));
            anyhow::ensure!(
                essence(&output) == *expected,
                "{} answers otherwise at {job}: {output}",
                program.name
            );
        }
    }
    for (program, times) in programs.iter().zip(&times) {
        // A run of less than a millisecond counts as one.
        let cpu = median(times.iter().map(|seconds| seconds.cpu)).max(0.001);
        let elapsed = median(times.iter().map(|seconds| seconds.elapsed));
        println!("\"{job}\",{},{cpu:.3},{elapsed:.3}", program.name);
    }
    Ok(())
}

/// A row for the checksum of a game's values, with one thread and with two.
fn checksum(name: &str, game: &str, n: &str, peers: &[Program]) -> anyhow::Result<()> {
    let ours = |column, threads| toolkit(column, &["sg", "checksum", game, "-n", n, "--threads", threads]);
    row(&format!("{name} to {n}"), &[&[ours("1 thread", "1"), ours("2 threads", "2")], peers].concat())
}

fn octal(game: &str, n: &str, methods: &[&'static str]) -> anyhow::Result<()> {
    let peers = methods.iter().map(|method| program(method, &["ogsolve", game, "-n", n, "-m", method]));
    let peers: Vec<Program> = peers.filter(|_| is_on_path("ogsolve")).collect();
    checksum(game, game, n, &peers)
}

/// The nanoseconds of a product, each waiting for the one before.
fn product_time(product: impl Fn(Nimber, Nimber) -> Nimber) -> f64 {
    const PRODUCTS: u32 = 1_000_000;
    let times = (0..RUNS).map(|_| {
        let (mut x, y) = (Nimber(0x1234_5678_9abc_def1), black_box(Nimber(0xfedc_ba98_7654_3211)));
        let start = Instant::now();
        for _ in 0..PRODUCTS {
            x = product(x, y) + y;
        }
        black_box(x);
        start.elapsed().as_secs_f64() * 1e9 / f64::from(PRODUCTS)
    });
    median(times)
}

fn main() -> anyhow::Result<()> {
    if !std::env::args().any(|arg| arg == "--bench") {
        println!("nothing to test; cargo bench --bench engine measures");
        return Ok(());
    }
    let quick = std::env::args().any(|arg| arg == "--quick");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("engine");
    std::fs::create_dir_all(&folder)?;
    if !is_on_path("ogsolve") {
        eprintln!("ogsolve is not on PATH: its columns are left out");
    }
    let (grundy, blocks) = (build("grundy", &folder), build("blocks", &folder));
    if grundy.is_none() {
        eprintln!("no C++ compiler is installed: its columns are left out");
    }

    println!("job,program,CPU s,wall s");
    // Games whose period is proved early are not compared: the values beyond it are not computed.
    for game in ["0.6", "0.36", "0.354", "0.1772", "0.17777", "0.106", "0.14", "0.007", "0.04", "0.06"] {
        octal(game, "100000", &["rc", "rc2", "rcs", "rc2s"])?;
    }
    let loops: Vec<Program> =
        grundy.as_deref().map(|path| program("C++ loop", &[path, "100000"])).into_iter().collect();
    checksum("Grundy's game", "grundy", "100000", &loops)?;
    if !quick {
        octal("0.6", "1000000", &["rc2", "rc2s"])?;
        octal("0.354", "1000000", &["rc2", "rc2s"])?;
        checksum("Grundy's game", "grundy", "1000000", &[])?;
    }
    let input = folder.join("array-game.in");
    std::fs::write(&input, "1000000000\n3\n2\n1 2\n1 1\n3\n7 9 12345\n")?;
    let with_input = |program: Program| Program { input: Some(input.clone()), ..program };
    let blocks = blocks.as_deref().map(|path| with_input(program("C++ walk over blocks", &[path])));
    let blocks: Vec<Program> = blocks.into_iter().collect();
    let ours = with_input(toolkit("1 thread", &["array-game", "--threads", "1"]));
    row("array-game, N = 10^9", &[&[ours], &blocks[..]].concat())?;

    let portable = product_time(|x, y| x.times_at_level(y, Level::SCALAR));
    let fastest = product_time(|x, y| x * y);
    println!("nim product,1 thread,{:.3e},", fastest / 1e9);
    println!("nim product,by multiplications,{:.3e},", portable / 1e9);
    eprintln!("{}", machine::now()?);
    Ok(())
}
