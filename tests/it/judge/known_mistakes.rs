//! The mistake of a program by its answers: programs that make a known mistake in other words hear its name, and no others do.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::inputs::submissions::submissions;
use crate::place::Place;
use crate::whole;

/// Programs with a mistake of their problem's list, written anew: a line with the problem, the mistake and the ending, then the source.
const REWRITTEN: &str = include_str!("rewritten.txt");
/// Programs whose turn it is, of each kind.
const TURNS: usize = 60;

/// A program that was written anew.
struct Rewritten {
    problem: &'static str,
    mistake: &'static str,
    ending: &'static str,
    source: &'static str,
}

fn rewritten() -> Vec<Rewritten> {
    let programs = REWRITTEN.split("\n== ").map(|program| {
        let (head, source) = program.trim_start_matches("== ").split_once('\n').unwrap();
        let [problem, mistake, ending] = head.split(' ').collect::<Vec<_>>().try_into().unwrap();
        Rewritten { problem, mistake, ending, source }
    });
    programs.collect()
}

/// Returns the report of a program of this name on the data of a problem.
fn report(problem: &str, name: &str, source: &str, code: i32) -> Value {
    let place = Place::new(&[]);
    place.write(name, source);
    place.report(code, &[problem, name])
}

#[test]
fn a_known_mistake_is_named_in_whatever_form_it_is_made() {
    let all = rewritten();
    assert!(all.len() >= 40);
    for Rewritten { problem, mistake, ending, source } in whole::turn(all, TURNS) {
        let report = report(problem, &format!("sol.{ending}"), source, 1);
        let found = &report["programs"][0]["mistake"];
        assert_eq!(found["name"], mistake, "{problem}: {found}");
    }
}

/// The changes of the lines that a right program prints, by which it makes mistakes that are not on the list.
const CHANGES: [&str; 10] = [
    "lines = []",
    "lines = [words[0]] * len(lines)",
    "lines = [random.choice(words) for _ in lines]",
    "lines[0] = other[lines[0]]",
    "lines[-1] = other[lines[-1]]",
    "lines[::5] = [other[line] for line in lines[::5]]",
    "lines = [other[line] if zlib.crc32(str(i).encode()) % 3 else line for i, line in enumerate(lines)]",
    "lines = lines[: len(lines) // 2]",
    "lines = [line for line in lines for _ in range(2)]",
    "lines = [a if i % 2 else b for i, (a, b) in enumerate(zip(lines, mistaken))]",
];

/// Problems whose answers are one of two lines, each with a wrong program in Python.
const PROBLEMS: [(&str, [&str; 2], &str); 6] = [
    ("john", ["John", "Brother"], "normal_play.py"),
    ("nim-check", ["Yes", "No"], "parity_of_stones.py"),
    ("nim-up-to-three", ["first", "second"], "sum_of_remainders.py"),
    ("sequential-nim", ["First", "Second"], "counts_all_ones.py"),
    ("lasker-nim", ["Alice", "Bob"], "swaps_four_and_five.py"),
    ("georgia-and-bob", ["Georgia will win", "Bob will win"], "pairs_from_the_left.py"),
];

/// Returns a program that prints the output of a right one, changed.
fn changed(problem: &str, [one, other]: [&str; 2], wrong: &str, change: &str) -> String {
    let source = |file: &Path| serde_json::to_string(&fs::read_to_string(file).unwrap()).unwrap();
    let right = source(&submissions(problem).join("accepted/lines.py"));
    let wrong = source(&submissions(problem).join("wrong_answer").join(wrong));
    format!(
        "import contextlib, io, random, sys, zlib
data = sys.stdin.buffer.read()
def lines_of(source):
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source, {{'__name__': '__main__'}})
    return out.getvalue().splitlines()
random.seed(len(data))
words = ['{one}', '{other}']
other = {{'{one}': '{other}', '{other}': '{one}'}}
lines = lines_of({right})
mistaken = lines_of({wrong})
{change}
print(*lines, sep='\\n')
"
    )
}

#[test]
fn a_mistake_that_is_not_on_the_list_is_never_named() {
    let all = PROBLEMS.iter().flat_map(|problem| CHANGES.map(|change| (problem, change)));
    for ((problem, words, wrong), change) in whole::turn(all, TURNS) {
        let report = report(problem, "sol.py", &changed(problem, *words, wrong, change), 1);
        let found = &report["programs"][0]["mistake"];
        assert!(found["name"].is_null(), "{problem}, {change}: {found}");
    }
}

#[test]
fn a_right_program_hears_of_no_mistake() {
    for (problem, ..) in whole::turn(PROBLEMS, PROBLEMS.len()) {
        let source = fs::read_to_string(submissions(problem).join("accepted/lines.py")).unwrap();
        let report = report(problem, "sol.py", &source, 0);
        assert!(report["programs"][0]["mistake"].is_null(), "{problem}: {report}");
    }
}

/// Returns the source of a rewritten program.
fn source_of(problem: &str, mistake: &str) -> &'static str {
    let all = rewritten();
    let found = all.iter().find(|program| (program.problem, program.mistake) == (problem, mistake));
    found.unwrap().source
}

/// The sentence on the program below.
const SAID: &str = "sol.py: prints, in all 12 tests, what a program prints that takes the powers of two themselves for lost; ";

#[test]
fn the_sentence_names_tests_and_cases_in_both_languages() {
    let place = Place::new(&[]);
    place.write("sol.py", source_of("box-game", "powers_of_two"));
    let text = place.run(1, &["check", "box-game", "sol.py"]);
    assert!(text.contains(SAID) && text.contains(" cases are wrong (toolkit explain box-game)\n"), "{text}");
    let text = place.run(1, &["check", "box-game", "sol.py", "--lang", "zh"]);
    assert!(
        text.contains("在全部 12 个测试中的输出，都与“把 2 的幂本身当作必败”的程序相同；共有 "),
        "{text}"
    );
}

#[test]
fn a_part_of_the_tests_and_another_comparison_name_nothing() {
    let place = Place::new(&[]);
    place.write("sol.py", source_of("box-game", "powers_of_two"));
    for more in ["--filter=sample", "--compare=tokens", "--fail-fast"] {
        let text = place.run(1, &["check", "box-game", "sol.py", more]);
        assert!(!text.contains("what a program prints"), "{more}: {text}");
    }
}

#[test]
fn a_search_for_a_counterexample_names_the_mistake_by_the_tests_of_the_problem() {
    let place = Place::new(&[]);
    place.write("sol.py", source_of("box-game", "powers_of_two"));
    let args = ["stress", "box-game", "sol.py", "--time", "20s"];
    let text = place.run(1, &args);
    let said = SAID.replace("sol.py: ", "\nmistake: on the tests of toolkit check box-game, ");
    assert!(text.contains(&said), "{text}");
    let json: Value = serde_json::from_str(&place.run(1, &[&args[..], &["--json"]].concat())).unwrap();
    let mistake = &json["programs"][0]["counterexample"]["mistake"];
    assert_eq!((&mistake["name"], &mistake["of"]), (&"powers_of_two".into(), &12.into()), "{json}");
    let text = place.run(1, &[&args[..], &["--compare", "tokens"]].concat());
    assert!(!text.contains("\nmistake: "), "{text}");
    place.write("sol.py", &source_of("box-game", "powers_of_two").replace("== 1", "== 2"));
    let text = place.run(1, &args);
    assert!(!text.contains("\nmistake: "), "{text}");
}

#[test]
fn the_tests_of_a_judges_name_are_on_record_too() {
    let place = Place::new(&[]);
    place.write("sol.py", source_of("donations", "more_than_n"));
    let text = place.run(1, &["check", "hdu2188", "sol.py"]);
    assert!(text.contains(" what a program prints that plays on until the sum is more than n; "), "{text}");
    assert!(text.contains("(toolkit explain hdu2188)\n"), "{text}");
}

#[test]
fn a_class_is_grouped_by_mistakes_and_by_equal_wrong_answers() {
    let place = Place::new(&[]);
    let known = source_of("box-game", "powers_of_two");
    let unknown = known.replace("== 1", "== 2");
    for (student, source) in [("ann", known), ("bob", known), ("cem", &unknown), ("dora", &unknown)] {
        place.write(&format!("class/{student}/sol.py"), source);
    }
    let args = ["check", "box-game", "--class", "class", "--pages", "pages"];
    let args =
        [&args[..], &["--report", "csv=c.csv", "--report", "html=c.html", "--report", "md=c.md"]].concat();
    let text = place.run(1, &args);
    let sentence = "2 of 4 programs print what a program prints that takes the powers of two themselves for lost: ann, bob";
    let equal = "2 of 4 programs print the same wrong answers, of no known mistake: cem, dora";
    assert!(text.contains(&format!("{sentence}\n{equal}\n")), "{text}");
    let file = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    for page in ["c.html", "c.md"] {
        assert!(file(page).contains(sentence) && file(page).contains(equal), "{page}");
    }
    let table = file("c.csv");
    let row = table.lines().find(|row| row.starts_with("\"bob\"")).unwrap();
    assert!(row.contains(",\"takes the powers of two themselves for lost\",\""), "{table}");
    let page = file("pages/bob.html");
    assert!(page.contains(&SAID.replace("sol.py: ", "<p>bob: ")) && !page.contains("\"ann\""), "{page}");
}
