//! `cargo bench --bench engine`: the Sprague–Grundy engine against its peers, in CPU seconds.
//!
//! Every row runs the programs in turns, checks that they print the same, and shows medians and ratios. `ogsolve` is
//! used where it is on PATH, `g++` or `c++` where one is installed; what is missing is skipped and named. Nothing is
//! installed. `-- --quick` leaves out the rows that take long.

use nim_toolkit::engine::nimber::Nimber;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Times that each program of a row runs.
const RUNS: usize = 5;

/// A program of a row.
struct Program {
    name: &'static str,
    command: Vec<String>,
    /// What is written to its standard input.
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
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
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

/// The CPU seconds that a program takes, and what it prints. `bash` measures, to the millisecond.
fn run(program: &Program) -> anyhow::Result<(f64, String)> {
    let mut command = Command::new("bash");
    command.args(["-c", "TIMEFORMAT='%U %S'; time \"$@\"", "bash"]).args(&program.command);
    if let Some(input) = &program.input {
        command.stdin(Stdio::from(std::fs::File::open(input)?));
    }
    let output = command.output()?;
    let times = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = times.lines().last().unwrap_or_default();
    let seconds = last.split(' ').filter_map(|time| time.parse::<f64>().ok()).sum();
    Ok((seconds, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// The part of an output that programs must agree on: a checksum, or the whole.
fn essence(output: &str) -> String {
    match output.split_once("checksum: ") {
        Some((_, rest)) => format!("{:0>8}", rest.split_whitespace().next().unwrap_or_default()),
        None => output.trim().to_owned(),
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Runs the programs of a row in turns and prints it: ours first, then each other with its ratio to ours.
fn row(job: &str, programs: &[Program]) -> anyhow::Result<()> {
    let mut times = vec![Vec::new(); programs.len()];
    let mut expected = None;
    for _ in 0..RUNS {
        for (program, times) in programs.iter().zip(&mut times) {
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
    // A run of less than a millisecond counts as one.
    let medians: Vec<f64> = times.into_iter().map(|times| median(times).max(0.001)).collect();
    print!("| {job} | {:.3} |", medians.first().copied().unwrap_or_default());
    for (program, time) in programs.iter().zip(&medians).skip(1) {
        print!(" {} {time:.3} = {:.1}x;", program.name, time / medians[0]);
    }
    println!(" |");
    Ok(())
}

fn octal(game: &'static str, n: &str, methods: &[&'static str]) -> anyhow::Result<()> {
    let mut programs = vec![toolkit("toolkit", &["sg", "checksum", game, "-n", n])];
    if is_on_path("ogsolve") {
        programs
            .extend(methods.iter().map(|method| program(method, &["ogsolve", game, "-n", n, "-m", method])));
    }
    row(&format!("{game} to {n}"), &programs)
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
    median(times.collect())
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
        println!("ogsolve is not on PATH: its columns are left out");
    }
    let (grundy, blocks) = (build("grundy", &folder), build("blocks", &folder));
    if grundy.is_none() {
        println!("no C++ compiler is installed: its columns are left out");
    }

    println!("| job | toolkit, CPU s | peers, CPU s and ratio |");
    println!("|---|---|---|");
    for game in ["0.77", "0.07", "0.007", "0.106", "0.6", "0.354"] {
        octal(game, "100000", &["rc", "rc2", "rcs", "rc2s"])?;
    }
    let mut programs = vec![toolkit("toolkit", &["sg", "checksum", "grundy", "-n", "100000"])];
    programs.extend(grundy.as_deref().map(|path| program("C++ loop", &[path, "100000"])));
    row("Grundy's game to 100000", &programs)?;
    if !quick {
        octal("0.6", "1000000", &["rc", "rc2", "rc2s"])?;
        octal("0.354", "1000000", &["rc2", "rc2s"])?;
    }
    let input = folder.join("array-game.in");
    std::fs::write(&input, "1000000000\n3\n2\n1 2\n1 1\n3\n7 9 12345\n")?;
    let with_input = |program: Program| Program { input: Some(input.clone()), ..program };
    let mut programs = vec![with_input(toolkit("toolkit", &["array-game"]))];
    programs.extend(blocks.as_deref().map(|path| with_input(program("C++ walk over blocks", &[path]))));
    row("array-game, N = 10^9", &programs)?;

    let logarithms = product_time(Nimber::times_by_logarithms);
    match Nimber(1).times_by_polynomials(Nimber(1)) {
        Some(_) => {
            let polynomials = product_time(|x, y| x.times_by_polynomials(y).unwrap_or_default());
            println!(
                "\nnim product: {polynomials:.1} ns by carry-less multiplication, {logarithms:.1} ns by logarithms = {:.1}x",
                logarithms / polynomials
            );
        }
        None => {
            println!("\nnim product: {logarithms:.1} ns by logarithms; no carry-less multiplication here");
        }
    }
    Ok(())
}
