//! Polygon's full package: `problem.xml`, `tests`, `solutions` with descriptions, statements in sections, and a checker of testlib.
//!
//! Polygon itself imports only its own exports; other judges read the package.

use std::collections::BTreeMap;
use std::io;

use itertools::Itertools as _;

use super::super::checkers::testlib;
use super::super::{PackageFormat, PackageReader};
use super::of_tag;
use crate::comparison::Comparison;
use crate::layout::test::Test;
use crate::package::pairs::{NOT_READ, not_carried, note_left_out};
use crate::package::programs::{lost_dialogue, testlib_alone};
use crate::package::scoring::{NamedSubtask, Scoring, Unscored};
use crate::package::statement::note_images;
use crate::package::testlib::CHECKER;
use crate::package::{Files, Notes, Package, Statement};
use nim_ground::append::Append as _;
use nim_ground::limits::{Limits, seconds};
use nim_ground::markup::escaped;

/// The folders of submissions, and Polygon's tags of their solutions.
const TAGS: &[(&str, &str)] = &[
    ("accepted", "accepted"),
    ("wrong_answer", "wrong-answer"),
    ("time_limit_exceeded", "time-limit-exceeded"),
    ("run_time_error", "rejected"),
];

/// Polygon's names of languages, by the endings of source files.
const LANGUAGES: &[(&str, &str)] = &[
    ("c", "c.gcc"),
    ("cpp", "cpp.g++17"),
    ("cc", "cpp.g++17"),
    ("java", "java11"),
    ("kt", "kotlin17"),
    ("py", "python.3"),
    ("rs", "rust"),
    ("go", "go"),
];

/// The format of whole packages.
pub const FORMAT: PackageFormat = PackageFormat {
    name: "polygon",
    about: "Polygon's full package, for programs that import it",
    detect: |PackageReader { files, .. }| {
        Ok(files.contains_key("problem.xml") && !files.contains_key("problem.yaml"))
    },
    describe: Some(describe),
    write,
    is_native: false,
    unscored: Unscored::NoPoints,
    takes_testlib: true,
    takes_functions: false,
    validators: &[],
    losses,
};

pub(super) fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let mut files = Files::new();
    let solutions = write_solutions(package, &mut files, notes);
    let left = package.files.keys().filter(|path| !path.starts_with("submissions/"));
    let left = left.filter(|path| !path.starts_with("statement/"));
    note_left_out(left, &not_carried("Polygon"), notes);
    package.note_keys_left_out("Polygon", notes);
    if package.limits.output.is_some() {
        notes.push("Polygon has no output limit".to_owned());
    }
    if package.grammar.is_some() {
        notes.push("Polygon takes input validators of testlib alone, and no grammar".to_owned());
    }
    package.note_case("Polygon's checker", notes);
    package.note_near("Polygon", checker(package).and_then(testlib).unwrap_or_default(), notes);
    let names = write_statements(package, &mut files, notes);
    let judging = write_tests(package, &mut files);
    let checker = match &package.testlib {
        Some(own) => {
            own.write("files/", &mut files);
            format!(
                "<checker name=\"{CHECKER}\" type=\"testlib\"><source path=\"files/{CHECKER}\" type=\"cpp.g++17\"/></checker>"
            )
        }
        None => {
            let name = checker(package).unwrap_or("wcmp");
            format!("<checker name=\"std::{name}.cpp\" type=\"testlib\"/>")
        }
    };
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<problem revision=\"1\" short-name=\"{}\">\n{names}{judging}\
         <assets>\n{checker}\n<solutions>\n{solutions}</solutions>\n</assets>\n</problem>\n",
        escaped(&package.short_name())
    );
    files.insert("problem.xml".to_owned(), xml.into());
    Ok(files)
}

/// Returns the checker of testlib that compares as the package does.
fn checker(package: &Package) -> Option<&'static str> {
    let own = package.exact().or(package.comparison())?;
    let own = Comparison { case_sensitive: true, ..own };
    ["wcmp", "lcmp", "fcmp", "rcmp4", "rcmp6", "rcmp9"].into_iter().find(|name| testlib(name) == Some(own))
}

/// Returns whether a checker of testlib compares as the package does; checkers with a tolerance read only numbers.
fn is_compared(package: &Package) -> io::Result<bool> {
    let Some(name) = checker(package) else { return Ok(false) };
    for test in package.tests.iter().filter(|_| name.starts_with("rcmp")) {
        if !test.expected.content().text()?.split_ascii_whitespace().all(|token| token.parse::<f64>().is_ok())
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the differences in judging.
pub(super) fn losses(package: &Package) -> io::Result<Vec<String>> {
    let mut losses = lost_dialogue(package, false);
    losses.extend(package.lost_scoring("polygon", |_| None));
    losses.extend(package.lost_runs("Polygon"));
    if let Some(path) = package.below("output_validator/").keys().next() {
        losses.push(testlib_alone(path, "Polygon"));
    } else if package.testlib.is_none() && !is_compared(package)? {
        let args = package.validator_args.join(" ");
        losses.push(format!("no checker of testlib compares outputs as `{args}`"));
    }
    Ok(losses)
}

/// Writes the submissions, and returns their elements; the first accepted one is the main solution.
fn write_solutions(package: &Package, files: &mut Files, notes: &mut Notes) -> String {
    let mut elements = String::new();
    let mut has_main = false;
    for (path, content) in package.below("submissions/") {
        let parts: Vec<&str> = path.split('/').collect();
        let tag = parts.get(1).and_then(|folder| TAGS.iter().find(|(own, _)| own == folder));
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let language = LANGUAGES.iter().find(|(own, _)| *own == ending);
        let (&[_, folder, name], Some(&(_, tag)), Some(&(_, language))) = (&parts[..], tag, language) else {
            notes.push(format!("{path} {}, and is left out", not_carried("Polygon")));
            continue;
        };
        // In one folder, the names of all verdicts meet.
        let name = if folder == "accepted" { name.to_owned() } else { format!("{folder}-{name}") };
        let tag = if tag == "accepted" && !std::mem::replace(&mut has_main, true) { "main" } else { tag };
        let shown = escaped(&name);
        writeln!(
            elements,
            "<solution tag=\"{tag}\"><source path=\"solutions/{shown}\" type=\"{language}\"/></solution>"
        );
        let about = format!("File name: {name}\nTag: {}\n", tag.to_uppercase().replace('-', "_"));
        files.insert(format!("solutions/{name}.desc"), about.into());
        files.insert(format!("solutions/{name}"), content);
    }
    elements
}

/// The codes of languages, with Polygon's names.
const OF_STATEMENTS: [(&str, &str); 6] = [
    ("en", "english"),
    ("zh", "chinese"),
    ("ru", "russian"),
    ("de", "german"),
    ("fr", "french"),
    ("es", "spanish"),
];

/// Returns Polygon's name of a language of statements.
fn language(code: &str) -> &str {
    OF_STATEMENTS.iter().find(|(own, _)| *own == code).map_or(code, |(_, name)| name)
}

/// Returns the code of a language by Polygon's name.
pub(super) fn code(language: &str) -> &str {
    OF_STATEMENTS.iter().find(|(_, own)| *own == language).map_or(language, |(code, _)| code)
}

/// Writes the statements, and returns the elements of their names and places.
fn write_statements(package: &Package, files: &mut Files, notes: &mut Notes) -> String {
    let (mut names, mut places) = (String::new(), String::new());
    for (code, title) in &package.titles {
        writeln!(names, "<name language=\"{}\" value=\"{}\"/>", language(code), escaped(title));
    }
    for (code, statement) in &package.statements {
        let language = language(code);
        let title = package.titles.get(code).map(String::as_str).or(package.title()).unwrap_or_default();
        let sections = sections(statement);
        let mut whole =
            format!("\\begin{{problem}}{{{title}}}{{standard input}}{{standard output}}{{}}{{}}\n\n");
        for (file, heading, text) in &sections {
            if !heading.is_empty() {
                writeln!(whole, "\\{heading}");
            }
            whole += &format!("{text}\n\n");
            files.insert(format!("statement-sections/{language}/{file}.tex"), format!("{text}\n").into());
        }
        files.insert(format!("statement-sections/{language}/name.tex"), format!("{title}\n").into());
        write_samples(package, &format!("statement-sections/{language}"), files);
        for (path, picture) in package.below("statement/") {
            let name = path.trim_start_matches("statement/");
            files.insert(format!("statement-sections/{language}/{name}"), picture.clone());
            files.insert(format!("statements/{language}/{name}"), picture);
        }
        whole += "\\end{problem}\n";
        let place = format!("statements/{language}/problem.tex");
        writeln!(
            places,
            "<statement charset=\"UTF-8\" language=\"{language}\" path=\"{place}\" type=\"application/x-tex\"/>"
        );
        files.insert(place, whole.into());
    }
    note_images(package, notes);
    format!("<names>\n{names}</names>\n<statements>\n{places}</statements>\n")
}

fn write_samples(package: &Package, folder: &str, files: &mut Files) {
    for (number, test) in (1..).zip(package.tests.iter().filter(|test| test.is_sample)) {
        files.insert(format!("{folder}/example.{number:02}"), test.input.clone());
        files.insert(format!("{folder}/example.{number:02}.a"), test.expected.content().clone());
    }
}

/// The headings of sections, with Polygon's names and macros.
const SECTIONS: [(&str, &str, &str); 6] = [
    ("Input", "input", "InputFile"),
    ("Output", "output", "OutputFile"),
    ("Interaction", "interaction", "Interaction"),
    ("Scoring", "scoring", "Scoring"),
    ("Notes", "notes", "Note"),
    ("Note", "notes", "Note"),
];

/// Returns the sections of a statement: Polygon's name of each, its macro, and the text.
fn sections(statement: &Statement) -> Vec<(&'static str, &'static str, String)> {
    let tex = statement.tex();
    // The name stands elsewhere.
    let tex = match tex.split_once("\\problemname{").and_then(|(_, rest)| rest.split_once("}\n")) {
        Some((_, rest)) => rest.to_owned(),
        None => tex,
    };
    let mut sections: Vec<(&str, &str, String)> = vec![("legend", "", String::new())];
    for (number, part) in tex.split("\\section*{").enumerate() {
        let heading = part.split_once("}\n").filter(|_| number > 0);
        let place = heading.and_then(|(title, _)| SECTIONS.iter().find(|(own, ..)| *own == title));
        match (place, heading) {
            (Some(&(_, file, heading)), Some((_, text))) => {
                sections.push((file, heading, text.trim().to_owned()));
            }
            _ => {
                let text = if number > 0 { format!("\\section*{{{part}") } else { part.to_owned() };
                if let Some((.., last)) = sections.last_mut() {
                    *last = format!("{last}\n\n{}", text.trim()).trim().to_owned();
                }
            }
        }
    }
    sections
}

/// Writes the tests, and returns the element of the test set.
fn write_tests(package: &Package, files: &mut Files) -> String {
    let samples = package.tests.iter().filter(|test| test.is_sample).map(|test| (test, None));
    let subtasks = package.subtasks("polygon", Scoring::with_points).unwrap_or_default();
    let mut tests: Vec<(&Test, Option<(&str, f64)>)> = samples.collect();
    let samples = tests.len();
    for subtask in &subtasks {
        for (number, (_, test)) in subtask.tests.iter().enumerate() {
            // The points of a group are the sum of its tests' points.
            let whole = if number == 0 { subtask.points } else { 0.0 };
            let points = subtask.each.unwrap_or(whole);
            tests.push((&package.tests[*test], Some((&subtask.folder, points))));
        }
    }
    if subtasks.is_empty() {
        tests.extend(package.tests.iter().filter(|test| !test.is_sample).map(|test| (test, None)));
    }
    let width = tests.len().to_string().len().max(2);
    let mut elements = String::new();
    for (number, (test, place)) in (1..).zip(&tests) {
        files.insert(format!("tests/{number:0width$}"), test.input.clone());
        files.insert(format!("tests/{number:0width$}.a"), test.expected.content().clone());
        let sample = if number <= samples { " sample=\"true\"" } else { "" };
        let points = match place {
            Some((group, points)) => format!(" group=\"{group}\" points=\"{points}\""),
            None if subtasks.is_empty() => String::new(),
            None => " points=\"0\"".to_owned(),
        };
        writeln!(elements, "<test method=\"manual\"{points}{sample}/>");
    }
    let Limits { cpu, memory, .. } = package.limits.or(package.used_limits()).resolve();
    let time = (seconds(cpu) * 1e3).round();
    format!(
        "<judging input-file=\"\" output-file=\"\">\n<testset name=\"tests\">\n<time-limit>{time}</time-limit>\n\
         <memory-limit>{memory}</memory-limit>\n<test-count>{}</test-count>\n\
         <input-path-pattern>tests/%0{width}d</input-path-pattern>\n\
         <answer-path-pattern>tests/%0{width}d.a</answer-path-pattern>\n<tests>\n{elements}</tests>\n{}</testset>\n</judging>\n",
        tests.len(),
        groups(&subtasks)
    )
}

/// Returns the element of the groups.
fn groups(subtasks: &[NamedSubtask]) -> String {
    let mut elements = String::new();
    for NamedSubtask { folder: name, points, each, requires, .. } in subtasks {
        let policy = if each.is_some() { "each-test" } else { "complete-group" };
        let needs = requires.iter().map(|&other| &subtasks[other].folder);
        let needs = needs.map(|other| format!("<dependency group=\"{other}\"/>"));
        let needs: String = needs.collect();
        let needs = if needs.is_empty() { needs } else { format!("<dependencies>{needs}</dependencies>") };
        writeln!(
            elements,
            "<group name=\"{name}\" points=\"{points}\" points-policy=\"{policy}\">{needs}</group>"
        );
    }
    if elements.is_empty() { elements } else { format!("<groups>\n{elements}</groups>\n") }
}

/// The folder of the statements, section by section, in one folder a language.
const STATEMENTS: &str = "statement-sections/";
/// Folders and files that Polygon makes from the sections and the programs.
const MADE: [&str; 5] = ["statements/", "solutions/", "check.", "doall.", "wipe."];

/// Reads statements, titles and solutions.
pub(super) fn describe(reader: &mut PackageReader<'_>, package: &mut Package) -> io::Result<()> {
    let Some(manifest) = reader.take_manifest("problem.xml")? else { return Ok(()) };
    let PackageReader { files, notes, .. } = reader;
    package.take_solutions(&manifest.solutions, files, notes);
    name_solutions(package);
    read_statements(files, package)?;
    package.titles.clone_from(&manifest.titles);
    package.take_titles();
    files.retain(|path, _| !MADE.iter().any(|made| path.starts_with(made)));
    note_left_out(std::mem::take(files).keys(), NOT_READ, notes);
    Ok(())
}

/// Restores the names of solutions from before [`write_solutions`] put folders in front of them; several folders have one tag.
fn name_solutions(package: &mut Package) {
    for (folder, tag) in TAGS {
        let Some(around) = of_tag(tag).and_then(|expectation| expectation.folder()) else { continue };
        let begin = format!("submissions/{around}/{folder}-");
        let paths: Vec<String> = package.below(&begin).into_keys().collect();
        for path in paths {
            let name = format!("submissions/{folder}/{}", &path[begin.len()..]);
            if !package.files.contains_key(&name)
                && let Some(program) = package.files.remove(&path)
            {
                package.files.insert(name, program);
            }
        }
    }
}

/// Reads the statements with the pictures beside them; the tests are the source of the samples.
fn read_statements(files: &mut Files, package: &mut Package) -> io::Result<()> {
    let parts: Files;
    (parts, *files) = std::mem::take(files).into_iter().partition(|(path, _)| path.starts_with(STATEMENTS));
    let mut sections: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for (path, content) in &parts {
        let Some((language, name)) = path[STATEMENTS.len()..].split_once('/') else { continue };
        match name.strip_suffix(".tex") {
            Some(section) => _ = sections.entry(language).or_default().insert(section, content.text()?),
            None if name.contains('/') || name.starts_with("example.") => {}
            None => _ = package.files.insert(format!("statement/{name}"), content.clone()),
        }
    }
    for (language, own) in sections {
        let Some(legend) = own.get("legend") else { continue };
        let title = own.get("name").map_or("", |title| title.trim());
        let mut text = format!("\\problemname{{{title}}}\n\n{}\n", legend.trim());
        for (heading, section, _) in SECTIONS.iter().unique_by(|(_, section, _)| *section) {
            if let Some(own) = own.get(section).filter(|own| !own.trim().is_empty()) {
                write!(text, "\n\\section*{{{heading}}}\n\n{}\n", own.trim());
            }
        }
        package.statements.insert(code(language).to_owned(), Statement { is_tex: true, text });
    }
    Ok(())
}
