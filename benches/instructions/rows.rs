//! The rows: every shape of every problem, and the main ways through the rest of the program.

use crate::count::Run;
use crate::shapes::{self, Param, SHAPES, Shape};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;

/// Writes the files of a row into a folder, and returns its runs.
type Prepare = Box<dyn Fn(&Path) -> anyhow::Result<Vec<Run>> + Sync>;

/// One run, or two of which the second is longer.
pub struct Row {
    pub name: String,
    /// How many of the kernels it is counted with.
    pub levels: usize,
    pub prepare: Prepare,
}

/// Parts of the full length of an input, and the least cases, of two runs.
const SIZES: [(u64, u64); 2] = [(96, 4), (48, 8)];
/// The names of their files.
const FILES: [&str; 2] = ["1", "2"];
/// Inputs of fewer bytes do not grow: a run is counted whole, on the full length.
const FEWEST: u64 = 1000;

/// Cells of the largest board of array-game.
const LARGEST_BOARD: u64 = 10_000_000;

/// Every row.
pub fn all() -> Vec<Row> {
    let mut rows: Vec<Row> = SHAPES.iter().map(of_shape).collect();
    rows.extend(starts());
    rows.extend(readings());
    rows.extend(engine());
    rows.extend(judge());
    rows
}

fn row(
    name: &str,
    levels: usize,
    prepare: impl Fn(&Path) -> anyhow::Result<Vec<Run>> + Sync + 'static,
) -> Row {
    Row { name: name.to_owned(), levels, prepare: Box::new(prepare) }
}

fn words(args: &str) -> Vec<String> {
    args.split(' ').map(str::to_owned).collect()
}

/// A run without input.
fn run(args: &str, items: u64) -> Run {
    Run { args: words(args), input: None, items }
}

/// Writes a made-up input, and returns a run that reads it.
fn run_on(
    folder: &Path,
    file: &'static str,
    args: &str,
    (slug, params): (&str, &[Param]),
) -> anyhow::Result<Run> {
    let path = folder.join(file);
    shapes::write(slug, params, &mut File::create(&path)?)?;
    Ok(Run { args: words(args), input: Some(file), items: fs::metadata(&path)?.len() })
}

/// The parameters of a shape; a large board takes seconds under valgrind, and a start counts what it takes.
fn params(shape: &Shape, part: u64, least: u64) -> Vec<Param> {
    let mut params = shape.params(part, least);
    for (_, cells) in params.iter_mut().filter(|(key, _)| *key == "N") {
        *cells = (*cells.start()).min(LARGEST_BOARD)..=(*cells.end()).min(LARGEST_BOARD);
    }
    params
}

/// Runs on two lengths of a shape.
fn on_shape(folder: &Path, shape: &Shape, args: &str) -> anyhow::Result<Vec<Run>> {
    let sizes = SIZES.into_iter().zip(FILES);
    sizes
        .map(|((part, least), file)| run_on(folder, file, args, (shape.slug, &params(shape, part, least))))
        .collect()
}

/// A solver on a shape.
fn of_shape(shape: &'static Shape) -> Row {
    row(&shape.name(), 2, move |folder| {
        let args = format!("{} --threads 1", shape.slug);
        let runs = on_shape(folder, shape, &args)?;
        if runs.iter().all(|run| run.items >= FEWEST) {
            return Ok(runs);
        }
        Ok(vec![run_on(folder, FILES[0], &args, (shape.slug, &params(shape, 1, 1)))?])
    })
}

/// The rows of starts.
fn starts() -> Vec<Row> {
    let sample = |folder: &Path, slug: &str, text: &str| -> anyhow::Result<Vec<Run>> {
        fs::write(folder.join(FILES[0]), text)?;
        Ok(vec![Run { args: words(slug), input: Some(FILES[0]), items: 0 }])
    };
    vec![
        row("start, --version", 1, |_| Ok(vec![run("--version", 0)])),
        row("start, matches", 1, move |folder| sample(folder, "matches", "3\n3 6 9\n")),
        row("start, john", 1, move |folder| sample(folder, "john", "2\n3\n3 5 1\n1\n1\n")),
        // The values of the board come before the first case.
        row("start, array-game with a board of 10^8", 2, move |folder| {
            sample(folder, "array-game", "100000000\n1\n1\n1\n")
        }),
    ]
}

/// Other ways to read inputs, and other commands that read or write them.
fn readings() -> Vec<Row> {
    let on = |slug: &'static str, name: &str, levels: usize, args: String| {
        let shapes = SHAPES.iter().filter(|shape| shape.slug == slug && shape.name().ends_with(", random"));
        let of = |shape: &'static Shape| {
            let args = args.clone();
            row(name, levels, move |folder| on_shape(folder, shape, &args))
        };
        shapes.map(of).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    for slug in ["matches", "nim-check", "stones-all-moves"] {
        rows.extend(on(slug, &format!("{slug}, without a mapping"), 2, format!("{slug} --no-mmap")));
    }
    // A problem without a bound on its cases.
    rows.extend(on("be-the-winner", "validate, be-the-winner", 1, "validate be-the-winner -".to_owned()));
    rows.push(row("explain, be-the-winner", 1, |folder| {
        let cases = [50_u64, 100].into_iter().zip(FILES);
        let run = |(cases, file)| {
            run_on(
                folder,
                file,
                "explain be-the-winner --all -",
                ("be-the-winner", &[("cases", cases..=cases)]),
            )
        };
        cases.map(run).collect()
    }));
    rows.push(row("gen, john", 1, |_| {
        let run = |cases: u64| {
            run(&format!("gen john --family random --threads 1 -p cases={cases} -p heaps=50"), cases)
        };
        Ok(vec![run(500), run(1000)])
    }));
    rows
}

/// Values, checksums, proofs and quotients.
fn engine() -> Vec<Row> {
    let grows = |name: &str, args: &'static str, n: u64| {
        let run = move |n: u64| run(&format!("{args} -n {n}"), n);
        row(name, 2, move |_| Ok(vec![run(n), run(2 * n)]))
    };
    let whole = |name: &str, args: &'static str| row(name, 2, move |_| Ok(vec![run(args, 0)]));
    vec![
        grows("sg, values of kayles", "sg values kayles", 20_000),
        grows("sg, checksum of 0.6", "sg checksum 0.6", 5_000),
        grows("sg, checksum of 0.007", "sg checksum 0.007", 4_000),
        grows("sg, checksum of Grundy's game", "sg checksum grundy", 5_000),
        whole("sg, period of 0.156", "sg period 0.156"),
        whole("sg, misère quotient of 0.75", "sg quotient 0.75"),
        whole("sg, misère quotient of kayles", "sg quotient kayles"),
    ]
}

/// Comparison of outputs, and reading of layouts.
fn judge() -> Vec<Row> {
    // An output equal to the answer byte by byte is not split: these have other white space, and other digits.
    let compare = |name: &str, how: &'static str, other: fn(&str) -> String| {
        row(name, 1, move |folder| {
            let sizes = [50_000_u64, 100_000].into_iter().zip(FILES);
            sizes.map(|(count, name)| numbers(folder, name, count, (how, other))).collect()
        })
    };
    vec![
        compare("check, compare tokens", "tokens", |answer| answer.replace(' ', "  ")),
        compare("check, compare exactly", "exact", str::to_owned),
        compare("check, compare floats", "float:1e-6", |answer| answer.replace(' ', ".0 ")),
        row("check, read a layout", 1, |folder| {
            [300, 600].into_iter().zip(FILES).map(|(count, name)| layout(folder, name, count)).collect()
        }),
    ]
}

/// A test of `matches` with an answer of so many numbers; the items are its bytes.
fn numbers(
    folder: &Path,
    name: &str,
    count: u64,
    (how, other): (&str, fn(&str) -> String),
) -> anyhow::Result<Run> {
    let tests = folder.join(name).join("secret");
    fs::create_dir_all(&tests)?;
    // The first heap alone has the highest bit: it becomes the XOR of the others.
    let heaps = |first: u64| {
        (1..count).fold(first.to_string(), |text, heap| text + " " + &(900_000_000 + heap).to_string())
    };
    let others = (1..count).fold(0, |sum, heap| sum ^ (900_000_000 + heap));
    let first = 1 << 30;
    fs::write(tests.join("1.in"), format!("{count}\n{}\n", heaps(first)))?;
    let answer = other(&format!("{} 1\n{}\n", first - others, heaps(others)));
    fs::write(tests.join("1.ans"), &answer)?;
    let args = format!("check {name} --problem matches --builtin --jobs 1 --compare {how}");
    Ok(Run { args: words(&args), input: None, items: answer.len() as u64 })
}

/// A folder of so many tests, which are only listed.
fn layout(folder: &Path, name: &str, count: u64) -> anyhow::Result<Run> {
    let tests = folder.join(name);
    fs::create_dir(&tests)?;
    for number in 1..=count {
        let mut file = String::new();
        write!(file, "{number:04}")?;
        fs::write(tests.join(file.clone() + ".in"), "1\n1\n")?;
        fs::write(tests.join(file + ".out"), "1 1\n0\n")?;
    }
    Ok(run(&format!("check {name} --problem matches --dry-run"), count))
}
