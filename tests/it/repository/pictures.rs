//! The pictures of the README are what the program shows: `UPDATE_GOLDEN=1 cargo test --test it pictures` draws them anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use itertools::Itertools;
use regex::Regex;

use crate::inputs::golden;
use crate::repository::readme::comparable;
use crate::run::Test;
use crate::terminal::{Cell, Size, Style, Terminal, screen};
use crate::wait::until;

/// The width and the height of a character, in pixels.
const CELL: [f64; 2] = [8.4, 18.0];
const FONT: &str = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const BACKGROUND: &str = "#16191d";
const TEXT: &str = "#dfe3e8";

/// The file of a picture.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name)
}

/// A picture of the first rows of a screen.
fn svg(cells: &[Vec<Cell>], columns: u16) -> String {
    let [wide, high] = CELL;
    let is_blank = |row: &Vec<Cell>| row.iter().all(|cell| *cell == (' ', Style::default()));
    let rows = cells.len() - cells.iter().rev().take_while(|row| is_blank(row)).count();
    let (width, height) = (f64::from(columns) * wide + 28.0, rows as f64 * high + 28.0);
    let [width, height] = [width, height].map(|length| format!("{length:.1}"));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <g font-family=\"{FONT}\" font-size=\"14\" fill=\"{TEXT}\">\n"
    );
    // Words have their places and widths, as fonts differ; spaces in a row would be one.
    static WORDS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\S+(?: \S+)*").unwrap());
    for (number, row) in cells[..rows].iter().enumerate() {
        let y = 14.0 + number as f64 * high;
        let mut column = 0;
        for (style, part) in &row.iter().chunk_by(|cell| &cell.1) {
            let part: String = part.map(|cell| cell.0).collect();
            let (attributes, back) = attributes(style);
            let place = |chars: usize| format!("{:.1}", 14.0 + chars as f64 * wide);
            let length = |text: &str| format!("{:.1}", text.chars().count() as f64 * wide);
            if let Some(back) = back {
                let (x, width) = (place(column), length(&part));
                out += &format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{high}\" fill=\"{back}\"/>\n"
                );
            }
            for words in WORDS.find_iter(&part) {
                let x = place(column + part[..words.start()].chars().count());
                let (width, words) = (length(words.as_str()), words.as_str());
                let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let y = y + 13.5;
                out +=
                    &format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\"{attributes}>{words}</text>\n");
            }
            column += part.chars().count();
        }
    }
    out + "</g>\n</svg>\n"
}

/// The attributes of text in a style, and the colour behind it.
fn attributes(style: &Style) -> (String, Option<String>) {
    let [bold, dim, under, reverse] = style.marks;
    let (mut fore, mut back) = (style.fore.clone().unwrap_or(TEXT.to_owned()), style.back.clone());
    if reverse {
        (fore, back) = (back.unwrap_or(BACKGROUND.to_owned()), Some(fore));
    }
    let mut attributes = String::new();
    for (is_so, attribute) in [
        (fore != TEXT, format!(" fill=\"{fore}\"")),
        (bold, " font-weight=\"bold\"".to_owned()),
        (dim, " opacity=\".65\"".to_owned()),
        (under, " text-decoration=\"underline\"".to_owned()),
    ] {
        attributes += if is_so { &attribute } else { "" };
    }
    (attributes, back)
}

/// The lines of text in a picture, without durations.
fn lines(svg: &str) -> String {
    static WORDS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#"<text x="\S+" y="(\S+)".*?>(.*)</text>"#).unwrap());
    let words = WORDS.captures_iter(svg).map(|words| words.extract().1);
    let rows = words.chunk_by(|[row, _]| (*row).to_owned());
    comparable(
        &rows
            .into_iter()
            .map(|(_, words)| words.map(|[_, words]| words).join(" ") + "\n")
            .collect::<String>(),
    )
}

#[test]
fn the_picture_of_a_game_is_the_screen() {
    const SIZE: Size = (80, 15);
    let program = env!("CARGO_BIN_EXE_toolkit");
    let command = [program, "play", "nim", "3", "5", "7", "--seed", "1"];
    let Some(mut terminal) = Terminal::run_in(Path::new("."), SIZE, &command) else { return };
    until("the game begins", || terminal.text().contains("quit"));
    // Explanations, the selected move, another heap, and another move.
    terminal.types("e\r\x1b[B\x1b[C");
    let shown = |terminal: &Terminal| {
        let cells = screen(&terminal.text(), SIZE);
        (cells.iter().map(|row| row.iter().map(|cell| cell.0).collect::<String>()).join("\n"), cells)
    };
    // A screen is written in parts, between which a busy machine may pause.
    let (mut before, mut looks) = (String::new(), 0);
    until("the second move of heap 3, on a screen that stays", || {
        let (text, _) = shown(&terminal);
        looks = if text.contains("2 of 7") && text == before { looks + 1 } else { 0 };
        before = text;
        looks == 30
    });
    golden::check(&file("play.svg"), svg(&shown(&terminal).1, SIZE.0).as_bytes());
    terminal.types("q");
    terminal.ends(0);
}

#[test]
fn the_picture_of_a_check_is_what_it_prints() {
    const SIZE: Size = (116, 40);
    const WRONG: &str = "largest_heap.py";
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let wrong =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/matches/submissions/wrong_answer").join(WRONG);
    // Among the submissions of the problem it would be expected to fail.
    fs::copy(wrong, folder.path().join(WRONG)).unwrap();
    let command = [env!("CARGO_BIN_EXE_toolkit"), "check", "matches", WRONG];
    let Some(terminal) = Terminal::run_in(folder.path(), SIZE, &command) else { return };
    let text = format!("$ toolkit check matches {WRONG}\r\n{}", terminal.written());
    let picture = svg(&screen(&text, SIZE), SIZE.0);
    let drawn = fs::read_to_string(file("check.svg")).unwrap_or_default();
    // A run takes another time than the one before it.
    if lines(&drawn) != lines(&picture) {
        golden::check(&file("check.svg"), picture.as_bytes());
    }
}

#[test]
fn the_picture_of_values_is_that_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    Test::new().line("sg plot kayles -n 180 -o plot.svg").folder(folder.path()).run();
    golden::check(&file("plot.svg"), &fs::read(folder.path().join("plot.svg")).unwrap());
}
