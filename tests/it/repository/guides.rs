//! The README and the pages of `docs` can be read: no cell of a table, no sentence and no paragraph is longer than a reader follows, and
//! no paragraph lists what a table should.

use crate::repository::readme::{Page, pages};
use itertools::Itertools;
use regex::Regex;
use std::sync::LazyLock;

/// Most words of a cell of a table.
const CELL: usize = 40;
/// Most words of a sentence.
const SENTENCE: usize = 45;
/// Most words of a paragraph, or of an item of a list.
const PARAGRAPH: usize = 120;

/// Most names in code in a paragraph: more are a table.
const NAMES: usize = 15;

/// A part of a page: its line, and its text.
#[derive(Debug, PartialEq)]
struct Part {
    line: usize,
    text: String,
}

/// Returns the cells of the tables, and the paragraphs, of a page. Code, headings and pictures are neither.
fn parts(page: &str) -> (Vec<Part>, Vec<Part>) {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^([-*]|\d+\.) ").unwrap());
    let (mut cells, mut paragraphs) = (Vec::new(), Vec::<Part>::new());
    let (mut is_code, mut goes_on) = (false, false);
    for (number, line) in page.lines().enumerate() {
        let (number, line) = (number + 1, line.trim());
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        let is_row = line.starts_with('|');
        let is_apart = line.is_empty() || line.starts_with(['#', '<', '!']);
        if is_code || is_fence || is_row || is_apart {
            goes_on = false;
            if is_row && !is_code {
                let part = |text: &str| Part { line: number, text: text.trim().to_owned() };
                cells.extend(line.replace("\\|", " ").split('|').map(part));
            }
            continue;
        }
        match paragraphs.last_mut().filter(|_| goes_on && !ITEM.is_match(line)) {
            Some(part) => part.text += &format!(" {line}"),
            None => paragraphs.push(Part { line: number, text: ITEM.replace(line, "").into_owned() }),
        }
        goes_on = true;
    }
    (cells, paragraphs)
}

/// Returns the number of words that a reader sees: the target of a link is none.
fn words(text: &str) -> usize {
    static TARGET: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\]\([^)]*\)").unwrap());
    TARGET.replace_all(text, "]").split_whitespace().count()
}

/// Returns the sentences of a paragraph. A mark within code ends none.
fn sentences(text: &str) -> Vec<String> {
    static END: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[.?!][)*]*(\s+|$)|。").unwrap());
    static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new("`[^`]*`").unwrap());
    let text = CODE.replace_all(text, |code: &regex::Captures<'_>| code[0].replace(['.', '?', '!'], "_"));
    END.split(&text).map(str::to_owned).filter(|sentence| !sentence.is_empty()).collect()
}

/// Returns the parts of a page that are too long, each with its place.
fn too_long(page: &Page) -> Vec<String> {
    let (cells, paragraphs) = parts(&page.text);
    let sentences = paragraphs.iter().flat_map(|Part { line, text }| {
        sentences(text).into_iter().map(|text| Part { line: *line, text }).collect_vec()
    });
    let sentences = sentences.collect_vec();
    let all =
        [("cell", CELL, &cells), ("sentence", SENTENCE, &sentences), ("paragraph", PARAGRAPH, &paragraphs)];
    let found = all.into_iter().flat_map(|(what, most, parts)| {
        let long = parts.iter().filter(move |part| words(&part.text) > most);
        long.map(move |Part { line, text }| {
            format!("{}:{line}: a {what} of {} words: {text}", page.path, words(text))
        })
    });
    let listed = paragraphs.iter().filter(|part| names(&part.text) > NAMES);
    let listed = listed
        .map(|Part { line, text }| format!("{}:{line}: {} names in a paragraph", page.path, names(text)));
    found.chain(listed).collect()
}

/// Returns the number of names in code.
fn names(text: &str) -> usize {
    text.matches('`').count() / 2
}

#[test]
fn no_cell_sentence_or_paragraph_of_a_page_is_long() {
    let found = pages().iter().flat_map(too_long).collect_vec();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn long_parts_are_found() {
    let text = |words: usize| ["word"].repeat(words).join(" ");
    let page = |text: String| Page { path: "page.md".to_owned(), text };
    let cell = format!("| key | {} |\n", text(CELL));
    let sentence = format!("- {}.\n", text(SENTENCE));
    let paragraph = format!("{}\n", format!("{}.\n", text(SENTENCE - 5)).repeat(PARAGRAPH / (SENTENCE - 5)));
    let code = format!("```text\n{}\n```\n", text(PARAGRAPH + 1));
    let list = format!("{}.\n", ["`key`"].repeat(NAMES).join(", "));
    let short = [&cell, &sentence, &paragraph, &code, &list].into_iter().join("\n");
    assert_eq!(too_long(&page(short.clone())), Vec::<String>::new());
    for (part, longer) in [
        (&cell, cell.replace("key | ", "key | one ")),
        (&sentence, sentence.replace("- ", "- `one.two` ")),
        (&paragraph, paragraph.trim_end().to_owned() + "\nMore.\n"),
        (&list, list.replace(".\n", " and `one`.\n")),
    ] {
        let found = too_long(&page(short.replace(part.as_str(), &longer)));
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
