//! Invariants of the whole registry: a problem that is forgotten somewhere fails here.

use crate::inputs::golden;
use itertools::Itertools;
use nim_problems::{self as problems, PROBLEMS};
use nim_solve::problem::Answers;
use nim_solve::registry::{Entry, constants};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names of the folders in a folder of the project.
fn folders(path: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let folders = entries.map(Result::unwrap).filter(|entry| entry.file_type().unwrap().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

#[test]
fn every_problem_has_its_folders_and_every_folder_its_problem() {
    let slugs: BTreeSet<String> = PROBLEMS.iter().map(|problem| problem.slug.to_owned()).collect();
    assert_eq!(folders("testdata"), slugs);
    assert_eq!(folders("problems"), slugs.iter().map(|slug| slug.replace('-', "_")).collect());
}

#[test]
fn names_are_unique_and_plain() {
    let names = PROBLEMS.iter().flat_map(Entry::all_names).collect_vec();
    assert_eq!(names.iter().duplicates().collect_vec(), [&""; 0]);
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-'), "{name}");
        assert!(name.chars().all(plain) && !name.contains("--"), "{name}");
    }
}

#[test]
fn no_problem_is_named_like_a_command() {
    let command = nim_toolkit::dispatcher::command();
    let names =
        command.get_subcommands().flat_map(|command| command.get_all_aliases().chain([command.get_name()]));
    assert_eq!(names.duplicates().collect_vec(), [""; 0]);
    command.debug_assert();
}

#[test]
fn a_problem_is_found_by_each_of_its_names() {
    for problem in PROBLEMS {
        for name in problem.all_names() {
            let found = problems::find(name).unwrap();
            assert_eq!((found.slug, found.name), (problem.slug, name));
        }
    }
    for name in ["luogu1247", "LuoguP1247", "P1247", "p-1247"] {
        assert_eq!(problems::find(name).map(|found| found.name), Some("p1247"), "{name}");
    }
    for (name, short) in [("Codeforces 768E", "cf768e"), ("AtCoder EDPC K", "edpck"), ("HDU 1907", "hdu1907")]
    {
        assert_eq!(problems::find(name).map(|found| found.name), Some(short), "{name}");
    }
    assert!(problems::find("").is_none());
}

#[test]
fn declarations_are_filled_in() {
    for problem in PROBLEMS {
        assert!(!problem.rule.is_empty() && !problem.rule.contains('\n'), "{}", problem.slug);
        assert!(!problem.rule.ends_with('.'), "a rule is a fragment: {}", problem.rule);
        assert!(!problem.themes.is_empty() && !problem.form.grammar.case.is_empty(), "{}", problem.slug);
        assert!(!problem.idea.is_empty() && !problem.idea.contains('\n'), "{}", problem.slug);
        assert!(!problem.idea.ends_with('.'), "an idea is a fragment: {}", problem.idea);
        if let Answers::BlockAfter(words) = problem.form.answers {
            assert!(!words.is_empty(), "{}", problem.slug);
        }
    }
}

#[test]
fn samples_are_those_on_disk() {
    for problem in PROBLEMS {
        let names = problem.texts.samples.iter().map(|sample| sample.name.to_owned()).sorted().collect_vec();
        let on_disk = golden::inputs(problem, &["sample"]);
        let on_disk =
            on_disk.iter().map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect_vec();
        assert!(!names.is_empty(), "{} has no sample", problem.slug);
        assert_eq!(names, on_disk, "{}", problem.slug);
    }
}

/// The statements of a problem, by language: in English, and in Chinese where it has one.
fn statements(problem: &Entry) -> Vec<(&'static str, &'static str)> {
    let both = [("en", problem.texts.statement_en), ("zh", problem.texts.statement_zh)];
    both.into_iter().filter(|(language, text)| *language == "en" || !text.is_empty()).collect()
}

#[test]
fn a_statement_begins_with_the_title_and_has_every_section() {
    let sections = BTreeMap::from([
        ("en", ["## Input", "## Output", "## Samples", "## Notes"]),
        ("zh", ["## 输入格式", "## 输出格式", "## 样例", "## 说明"]),
    ]);
    for problem in PROBLEMS {
        for (language, statement) in statements(problem) {
            let place = format!("{}, {language}", problem.slug);
            assert_eq!(statement.lines().next(), Some(&*format!("# {}", problem.title(language))), "{place}");
            let found = statement.lines().filter(|line| line.starts_with("## ")).collect_vec();
            assert_eq!(found, sections[language], "{place}");
            assert!(
                statement.ends_with('\n') && !statement.contains(" \n"),
                "{place}: white space at a line's end"
            );
        }
    }
}

#[test]
fn a_statement_names_every_bound_and_nothing_else() {
    for problem in PROBLEMS {
        let mut bounds = constants(&problem.bounds());
        // The description of the layout depends on the name if a judge has another layout.
        let forms = problem.under_aliases().filter(Entry::is_formed).collect_vec();
        let mut marks = vec!["samples"];
        if forms.iter().any(Entry::has_own_grammar) {
            marks.push("framing");
            bounds.retain(|name, _| !name.ends_with("_cases"));
        }
        if forms.iter().any(|form| form.form.answers == Answers::Numbered) {
            marks.push("numbering");
        }
        let mut optional = vec!["cases".to_owned(), "/cases".to_owned()];
        let laid_out = forms.iter().filter(|form| form.layout().is_some());
        let of_layouts = laid_out.flat_map(|form| constants(&form.bounds()).into_keys());
        optional.extend(of_layouts.filter(|name| !bounds.contains_key(name)));
        let layouts = problem.layouts.iter().map(|layout| format!("layout {}", layout.name));
        for layout in layouts.chain(["own layout".to_owned()]) {
            optional.extend(["", "/"].map(|mark| format!("{mark}{layout}")));
        }
        for switch in problem.switches {
            optional.extend(["", "/", "no ", "/no "].map(|mark| format!("{mark}{}", switch.name)));
        }
        let names: BTreeSet<&str> = bounds.keys().map(String::as_str).chain(marks).collect();
        for (language, statement) in statements(problem) {
            let named: BTreeSet<&str> =
                placeholders(statement).filter(|name| !optional.iter().any(|mark| mark == name)).collect();
            assert_eq!(named, names, "{}, {language}", problem.slug);
            assert_eq!(
                statement.lines().filter(|line| *line == "{{samples}}").count(),
                1,
                "{}",
                problem.slug
            );
        }
    }
}

/// The names between double braces.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap())
}

#[test]
fn both_statements_say_the_same_in_code_words() {
    for problem in PROBLEMS {
        let words = statements(problem).into_iter().map(|(_, statement)| {
            let quoted = statement.split('`').skip(1).step_by(2);
            quoted.map(str::to_owned).collect::<BTreeSet<_>>()
        });
        assert!(words.collect_vec().iter().all_equal(), "{}", problem.slug);
    }
}
