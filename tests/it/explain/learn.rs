//! `toolkit learn`: the course's text equals the page's, and its positions are solved through a pipe.

use crate::inputs::golden;
use crate::run::Test;
use crate::whole::part;
use nim_engine::games::{fibonacci, wythoff};
use nim_engine::theory::game::Component;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The number of chapters.
const CHAPTERS: usize = 12;

/// Returns the command of the course, with its progress in a folder.
fn learn(data: &Path, args: &[&str]) -> Command {
    let mut command = Test::new().args(["learn"]).args(args).command();
    command.env("XDG_DATA_HOME", data);
    command
}

fn printed(data: &Path, args: &[&str]) -> String {
    let output = learn(data, args).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The first chapter comes before nim-sums.
#[test]
fn the_hint_of_the_first_chapter_needs_no_later_one() {
    let home = tempfile::tempdir().unwrap();
    for (language, hint) in [("en", "Are the two heaps the same?"), ("zh", "两堆一样多吗？")] {
        let mut command = learn(home.path(), &["1", "--lang", language]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"?\nq\n").unwrap();
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(text.contains(hint) && !text.contains("nim-sum"), "{text}");
    }
}

/// `UPDATE_GOLDEN=1` writes them.
#[test]
fn the_pages_of_the_course_are_what_the_program_prints() {
    let folder = tempfile::tempdir().unwrap();
    let pages = [("docs/learn.md", "en"), ("docs/learn.zh.md", "zh")].map(|(file, language)| {
        let page = printed(folder.path(), &["--markdown", "--lang", language]);
        assert_eq!(page.matches("\n## ").count(), CHAPTERS, "{page}");
        golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), page.as_bytes());
        page
    });
    // Both have the same parts.
    let parts = |page: &str| {
        let kinds = ["#", "```", "- "];
        page.split("\n\n").map(|part| kinds.map(|kind| part.starts_with(kind))).collect::<Vec<_>>()
    };
    assert_eq!(parts(&pages[0]), parts(&pages[1]));
}

#[test]
fn what_the_text_says_of_numbers_is_so() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/learn.md")).unwrap();
    let heaps = |from: u64, to: u64| (from..to).map(|heap| vec![heap]).collect::<Vec<_>>();
    let is_lost = |from, to| {
        let values = nim_engine::parse("subtract:1,3,4").unwrap().values(&heaps(from, to)).unwrap();
        values.iter().map(|&value| value == 0).collect::<Vec<_>>()
    };
    assert!(page.contains("- 1 is won, as a move leads to 0; 2 is lost, as the only move leads to 1."));
    assert!(page.contains("- 3 and 4 are won, as a move leads to 0; 5 and 6 are won, as a move leads to 2."));
    assert!(page.contains("- 7 is lost: the moves lead to 6, 4 and 3."));
    assert_eq!(is_lost(0, 8), [true, false, true, false, false, false, false, true]);
    assert!(page.contains("heaps that differ by 7 have the same winner"));
    assert_eq!(is_lost(0, 100), is_lost(7, 107));
    assert!(page.contains("the pairs 0,0 and 1,2 and 3,5 and 4,7 and so on"));
    let small: Vec<[u64; 2]> = (0..8)
        .flat_map(|a| (a..8).map(move |b| [a, b]))
        .filter(|&[a, b]| wythoff::is_p_position(a, b, false))
        .collect();
    assert_eq!(small, [[0, 0], [1, 2], [3, 5], [4, 7]]);
    assert!(page.contains("In *Twins* a move turns a head and exactly one coin before it"));
    assert_eq!(nim_engine::parse("coins:twins").unwrap().values(&heaps(1, 2)).unwrap(), [0]);
    assert!(page.contains("12 is 8 + 3 + 1"));
    assert_eq!(fibonacci::zeckendorf(12), [1, 3, 8]);
}

/// Returns whether y is k times the golden ratio, rounded down: y / k is below the root of x^2 = x + 1, and (y + 1) / k above it.
fn is_golden(k: u64, y: u64) -> bool {
    let [k, y] = [k, y].map(i128::from);
    y * (y - k) < k * k && k * k < (y + 1) * (y + 1 - k)
}

#[test]
fn floating_point_goes_wrong_first_where_the_course_says() {
    const FIRST: u64 = 102_334_155;
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/learn.md")).unwrap();
    assert!(
        page.contains(
            "is wrong first at k = 102,334,155, where it gives 165,580,141 in place of 165,580,140."
        )
    );
    let root = 5_f64.sqrt();
    let in_doubles =
        |k: u64| [(k as f64 * ((1.0 + root) / 2.0)) as u64, (k as f64 * (1.0 + root) / 2.0) as u64];
    assert_eq!(in_doubles(FIRST), [165_580_141; 2]);
    assert!(is_golden(FIRST, 165_580_140));
    // Multiples of the golden ratio come closest to whole numbers at Fibonacci numbers.
    let fibonacci = std::iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b))).map(|(a, _)| a);
    let close = fibonacci.take_while(|&k| k < FIRST).flat_map(|k| [k - 1, k, k + 1]).filter(|&k| k > 0);
    for k in close.chain(part(1..FIRST, 9973)) {
        assert!(in_doubles(k).iter().all(|&y| is_golden(k, y)), "{k}");
    }
}

/// Returns the right answer to a question: `Win nim 3 5; you move first.` is answered at each position.
fn right_answer(question: &str, position: Option<&str>) -> String {
    let is_misere = question.contains("the last move loses");
    let kinds = ["Win ", "Who wins ", "What is the value of "];
    let (kind, rest) = kinds.iter().find_map(|kind| Some((*kind, question.strip_prefix(kind)?))).unwrap();
    let ends = ["; you", ": the first", "?", ", where"];
    let rest = ends.iter().fold(rest, |rest, end| rest.split(end).next().unwrap());
    let (game, given) = rest.split_once(' ').unwrap();
    let play = || {
        let play = nim_engine::parse(game).unwrap();
        if is_misere { play.misere() } else { play }
    };
    let read = |text: &str| -> Vec<Component> {
        let heaps = text.split(' ').map_while(|heap| match heap {
            "-" => Some(Component::new()),
            heap => heap.split(',').map(|number| number.parse().ok()).collect(),
        });
        heaps.collect()
    };
    let given = read(given);
    match (kind, position) {
        ("Win ", Some(position)) => {
            let mut components = read(position);
            // The engine takes no tree without edges; the other trees keep their numbers.
            let places: Vec<usize> = (0..components.len()).filter(|&at| !components[at].is_empty()).collect();
            components.retain(|component| !component.is_empty());
            let moves = play().winning_moves(&components).unwrap();
            let winning = moves.first().unwrap_or_else(|| panic!("{question} {position}"));
            let parts: Vec<String> = winning
                .option
                .iter()
                .map(|part| part.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
                .collect();
            let nothing = if game == "hackenbush" { "-" } else { "0" };
            let left = if parts.concat().is_empty() { nothing.to_owned() } else { parts.join(" ") };
            format!("{}={left}", places[winning.component] + 1)
        }
        ("Who wins ", None) => {
            if play().outcome(&given).unwrap().first_wins { "first" } else { "second" }.to_owned()
        }
        ("What is the value of ", None) => {
            play().values(&given).unwrap().iter().fold(0, |sum, value| sum ^ value).to_string()
        }
        _ => panic!("{question}"),
    }
}

/// Answers every question of a chapter, and returns the output.
fn solve(data: &Path, chapter: &str) -> String {
    let mut child = learn(data, &[chapter]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut answers = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let (mut all, mut question) = (String::new(), String::new());
    loop {
        let mut line = String::new();
        if out.read_line(&mut line).unwrap() == 0 {
            break;
        }
        all += &line;
        let text = line.trim_start_matches("> ").trim_end();
        let mut answer = |answer: String| writeln!(answers, "{answer}").unwrap();
        if let Some((_, asked)) = text.strip_prefix("Position ").and_then(|text| text.split_once(". ")) {
            question = asked.to_owned();
            if !question.starts_with("Win") {
                // A wrong answer first, then a hint.
                answer("no idea".to_owned());
                answer(right_answer(&question, None));
            }
        } else if let Some(position) = text.strip_prefix("position: ") {
            answer(right_answer(&question, Some(position)));
        }
    }
    assert!(child.wait().unwrap().success());
    let _ = out.read_to_string(&mut all);
    all
}

#[test]
fn every_position_can_be_solved_through_a_pipe_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    for chapter in 1..=CHAPTERS {
        let all = solve(folder.path(), &chapter.to_string());
        assert!(all.contains(&format!("Chapter {chapter} is done.")), "{all}");
        assert!(!all.contains("That loses") && !all.contains("That is no move"), "{all}");
        assert!(!all.contains('{') && all.contains("Right."), "{all}");
        let list = printed(folder.path(), &["--list"]);
        let line = list.lines().nth(chapter - 1).unwrap();
        let (_, counts) = line.rsplit_once(" (").unwrap();
        let words: Vec<&str> = counts.split(' ').collect();
        assert_eq!(words[0], words[2], "{line}");
    }
    printed(folder.path(), &["--reset"]);
    assert_eq!(printed(folder.path(), &["--list"]).matches("(0 of").count(), CHAPTERS);
    printed(folder.path(), &["--reset"]);
}

#[test]
fn the_end_of_the_input_is_quiet_and_a_broken_file_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    for broken in ["", "{", "[1, 2]", "{\"solved\": 7}", "\0\0"] {
        fs::create_dir_all(folder.path().join("nim-toolkit")).unwrap();
        fs::write(folder.path().join("nim-toolkit/learn.json"), broken).unwrap();
        let text = printed(folder.path(), &[]);
        assert!(text.starts_with("1. Two heaps\n") && text.ends_with("\n> \n"), "{text}");
    }
    Test::new().line("learn 13").status(2).error("the course has the chapters 1 to 12").run();
    Test::new().line("learn --list --reset").status(2).run();
    for line in ["learn 4", "learn"] {
        // Lines that say nothing, and a very long one.
        let input = format!("\n\n?\n{}\nq\n", "7".repeat(100_000));
        let mut child = learn(folder.path(), &line.split(' ').skip(1).collect::<Vec<_>>())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
        assert!(child.wait_with_output().unwrap().status.success());
    }
}

#[test]
fn the_course_says_how_a_heap_is_split() {
    let folder = tempfile::tempdir().unwrap();
    for (chapter, answers, is_split) in [("8", "1\n1=2+2\n", true), ("1", "second\nfirst\n2-1\n", false)] {
        let mut child =
            learn(folder.path(), &[chapter]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(text.contains("Write a move: ") && !text.contains("That is no move"), "{text}");
        assert_eq!(text.contains("1=2+2 splits heap 1 into 2 and 2."), is_split, "{text}");
        assert_eq!(text.contains("Right. The computer moves"), is_split, "{text}");
    }
}

#[test]
fn the_course_speaks_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = learn(folder.path(), &["1", "--lang", "zh"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // In either language; then a move that could be two, one that loses, and the winning ones.
    let answers = "先手\n后手\nfirst\n2 3\n2-1\n2=3\n";
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "1. 两堆石子\n",
        "第 1 题，共 4 题。nim 4 4：谁赢，先手还是后手？\n> 不对",
        "这不是一步：2 3 有两种意思：2-3 是取走 3，2=3 是留下 3。",
        "这一步输了：电脑会走 2=3。",
        "对。电脑走 ",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn a_terminal_shows_a_screen_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_toolkit");
    let start = |chapter| {
        let mut script = Command::new("script");
        // Text typed ahead would be echoed into a screen that is being written.
        let line = format!("stty rows 24 cols 80 -echo; {program} learn {chapter}");
        script.args(["-qec", &line, "/dev/null"]);
        script.env("XDG_DATA_HOME", folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = script.spawn().ok()?;
        child.stdin.take().unwrap().write_all(&[&b"\n".repeat(9)[..], b"q\n"].concat()).unwrap();
        Some((chapter, child))
    };
    // All at once: most of the time each of them waits.
    let Some(children) = (1..=CHAPTERS).map(start).collect::<Option<Vec<_>>>() else {
        return eprintln!("skipped: script cannot be started");
    };
    for (chapter, child) in children {
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let screens: Vec<_> = text.split("\x1b[2J\x1b[H").skip(1).collect();
        assert!(screens.len() > 1 && screens[0].contains(&format!("{chapter}. ")), "{text}");
        let (last, reading) = screens.split_last().unwrap();
        for screen in reading {
            let (shown, _) = screen.split_once("(Enter: next, q: leave)").expect(screen);
            // A longer line is two on the terminal.
            let rows = |line: &str| line.trim_end().chars().count().div_ceil(80).max(1);
            assert!(shown.lines().map(rows).sum::<usize>() < 24, "{screen}");
            assert!(!screen.contains('*'), "{screen}");
        }
        assert!(last.starts_with("Position 1 of "), "{last}");
    }
}
