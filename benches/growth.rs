//! How CPU time and memory grow with an input: the exponents, by problem and command, between an input and one eight times as long.
//!
//! The cases of a problem's sample are repeated; an input of a single case is made by `toolkit gen` with a longer list. 1.0 is
//! linear; what a command takes that reads nothing is subtracted.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]

mod machine;

use nim_problems::PROBLEMS;
use nim_solve::problem::Cases;
use nim_solve::registry::Entry;
use std::env;
use std::fs::{self, File};
use std::io::{self, Cursor};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Bytes of the inputs.
const SIZES: [usize; 2] = [4 << 20, 32 << 20];
/// Runs, of which the quickest counts.
const RUNS: usize = 3;
/// The counts of inputs of one case, and bytes for each item.
const ONE_CASE: &[(&str, &str, usize)] = &[
    ("matches", "heaps", 10),
    ("nim-without-repeats", "heaps", 3),
    ("interval-nim", "heaps", 10),
    ("tree-cutting", "vertices", 14),
];

/// The cost of a run: nanoseconds of CPU time, and bytes of memory.
type Cost = [f64; 2];

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in.txt");
    println!("exponents of CPU time, and of memory with the growth in bytes a byte of input");
    println!("{:26}{:>18}{:>18}{:>18}{:>18}{:>18}", "", "file", "pipe", "validate", "explain", "gen");
    let start = cost(&["show", "john", "--sample", "1"], None);
    for problem in PROBLEMS {
        let mut columns: Vec<[Cost; SIZES.len()]> = vec![[[0.0; 2]; SIZES.len()]; 5];
        let mut bytes = [0; SIZES.len()];
        for (n, &size) in SIZES.iter().enumerate() {
            let Some(generated) = make(problem, size, &path) else { continue };
            bytes[n] = fs::metadata(&path).unwrap().len() as usize;
            let file = path.to_str().unwrap();
            columns[0][n] = cost(&[problem.slug, "--threads=1", file], None);
            columns[1][n] = cost(&[problem.slug, "--threads=1"], Some(&path));
            columns[2][n] = cost(&["validate", problem.slug, file], None);
            columns[3][n] = cost(&["explain", problem.slug, file], None);
            columns[4][n] = generated.unwrap_or_default();
        }
        if bytes[0] > 0 {
            let columns = columns.iter().map(|costs| format!("{:>18}", growth(costs, bytes, start)));
            println!("{:26}{}", problem.slug, columns.collect::<String>());
        }
    }
    println!("{}", machine::now().unwrap());
}

/// Writes an input of about so many bytes; `None` where it cannot grow. Returns what it took to generate it, if it was.
fn make(problem: &Entry, size: usize, path: &Path) -> Option<Option<Cost>> {
    let generate = |params: &[String]| {
        let mut args = vec!["gen", problem.slug, "--threads=1", "--family=random"];
        args.extend(params.iter().flat_map(|param| ["-p", param]));
        let cost = cost(&args, None);
        let made = Command::new(toolkit())
            .args(&args)
            .stdout(File::create(path).unwrap())
            .stderr(Stdio::null())
            .status();
        made.is_ok_and(|made| made.success()).then_some(cost)
    };
    if let Some((_, count, width)) = ONE_CASE.iter().find(|(slug, ..)| *slug == problem.slug) {
        let count = format!("{count}={0}..={0}", size / width);
        return generate(&[count]).map(Some);
    }
    if problem.form.grammar.cases == Cases::One {
        return None;
    }
    let is_counted = problem.form.grammar.cases == Cases::Counted;
    let generated = if is_counted {
        // As many cases as the sample's have this size; the cases of families may be longer.
        generate(&[format!("cases={0}..={0}", size >> 14)])
    } else {
        None
    };
    fs::write(path, repeated(problem, size)).unwrap();
    Some(generated)
}

/// The cases of a sample, again and again.
fn repeated(problem: &Entry, size: usize) -> String {
    let sample = problem.texts.samples[0].input;
    let words: Vec<&str> = sample.split_inclusive(|byte: char| byte.is_ascii_whitespace()).collect();
    let is_counted = usize::from(problem.form.grammar.cases == Cases::Counted);
    let zeros = if let Cases::UntilZeros(zeros) = problem.form.grammar.cases { zeros } else { 0 };
    let (head, body) = words.split_at(problem.form.grammar.header.len() + is_counted);
    let (body, closing) = body.split_at(body.len() - zeros);
    let times = size / body.concat().len();
    let head = match head {
        [head @ .., count] if is_counted == 1 => {
            head.concat() + &format!("{}\n", count.trim().parse::<usize>().unwrap() * times)
        }
        head => head.concat(),
    };
    head + &body.concat().repeat(times) + &closing.concat()
}

/// The program: that of this build, or one that is named, `cargo bench --bench growth -- PROGRAM`.
fn toolkit() -> String {
    let named = env::args().skip(1).find(|arg| !arg.starts_with('-'));
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_toolkit").to_owned())
}

/// Measures a run, on the input from a pipe if there is one.
fn cost(args: &[&str], input: Option<&Path>) -> Cost {
    let run = || {
        let mut command = Command::new(toolkit());
        command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().unwrap();
        let feeder = child.stdin.take().zip(input).map(|(mut pipe, input)| {
            let mut text = Cursor::new(fs::read(input).unwrap());
            thread::spawn(move || io::copy(&mut text, &mut pipe))
        });
        let memory = peak(&child);
        let times = fs::read_to_string(format!("/proc/{}/schedstat", child.id())).unwrap();
        let time: f64 = times.split(' ').next().unwrap().parse().unwrap();
        child.wait().unwrap();
        feeder.map(|feeder| feeder.join().unwrap());
        [time, memory]
    };
    (0..RUNS).map(|_| run()).fold([f64::MAX; 2], |[time, memory], run| [time.min(run[0]), memory.min(run[1])])
}

/// Waits until a process has ended, and returns how many bytes of memory it had at most.
fn peak(child: &Child) -> f64 {
    let mut peak: f64 = 0.0;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if field("State:").is_some_and(|state| state.starts_with('Z')) {
            return peak;
        }
        let kib = field("VmHWM:").and_then(|kib| kib.strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kib.unwrap_or(0.0) * 1024.0);
        thread::sleep(Duration::from_micros(500));
    }
}

/// The exponents of time and memory, with the bytes of memory for each byte of input.
fn growth(costs: &[Cost; SIZES.len()], bytes: [usize; SIZES.len()], start: Cost) -> String {
    let [short, long] = costs;
    if short[0] == 0.0 || bytes[0] == 0 {
        return "-".to_owned();
    }
    let exponent = |of: usize| {
        let grown = (long[of] - start[of]).max(1.0) / (short[of] - start[of]).max(1.0);
        grown.ln() / (bytes[1] as f64 / bytes[0] as f64).ln()
    };
    let memory = (long[1] - short[1]) / (bytes[1] - bytes[0]) as f64;
    // Memory that hardly grows has no exponent.
    let grows = if memory > 0.1 { format!("{:.1}", exponent(1)) } else { "0".to_owned() };
    format!("{:.2} {grows} ({memory:.1})", exponent(0))
}
