//! Naming schemes of tests, with the table of their file names.

use std::fmt;
use std::path::Path;

use crate::language::is_code;

/// A naming convention for inputs and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NamingScheme {
    /// `data/{sample,secret}/**.in` with `.ans`: ICPC and Kattis.
    Icpc,
    /// `X.in` with `X.out`, `X.ans`, `X.diff` or `X.a` beside it.
    Plain,
    /// Polygon: `01` with `01.a`.
    Polygon,
    /// Themis: `X.inp` with `X.out`, also in a folder for each test.
    Themis,
    /// USACO: `I.1` with `O.1`.
    Usaco,
    /// A folder for each test: `1/in.txt` with `1/out.txt`.
    FolderPerTest,
    /// `in/X` with `out/X`, as `AtCoder` names them.
    AtCoder,
    /// Library Checker: `in/X.in` with `out/X.out`.
    LibraryChecker,
    /// CMS: `input/input0.txt` with `output/output0.txt`.
    Cms,
    /// `name1.in` with `name1.ou`, `name.in1` with `name.ou1`, `input1.txt` with `output1.txt`.
    OldOi,
    /// Hydro: `config.yaml`, or endings such as `.in.txt` and `.ans.txt`.
    Hydro,
    /// DMOJ: `init.yml`, or names with `in` and `out` and a number.
    Dmoj,
    /// A list of tests in a manifest, with the name of its format.
    Listed(&'static str),
    /// `invalid/X.in` with the error text in `X.err`.
    Invalid,
}

impl NamingScheme {
    /// The scheme of packages with a folder `data`, whose tests are ordered by the bytes of their paths.
    pub const PACKAGE: Self = Self::Icpc;
}

impl fmt::Display for NamingScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Icpc => "ICPC/Kattis (sample, secret: X.in, X.ans)",
            Self::Plain => "plain (X.in, X.out or X.ans)",
            Self::Polygon => "Polygon (X, X.a)",
            Self::Themis => "Themis (X.INP, X.OUT)",
            Self::Usaco => "USACO (I.1, O.1)",
            Self::FolderPerTest => "folder per test (1/in.txt, 1/out.txt)",
            Self::AtCoder => "AtCoder (in/X, out/X)",
            Self::LibraryChecker => "Library Checker (in/X.in, out/X.out)",
            Self::Cms => "CMS (input/inputN.txt, output/outputN.txt)",
            Self::OldOi => "old OI (nameN.in, nameN.ou; name.inN, name.ouN; inputN.txt, outputN.txt)",
            Self::Hydro => "Hydro",
            Self::Dmoj => "DMOJ",
            Self::Listed(name) => name,
            Self::Invalid => "invalid inputs (X.in, X.err)",
        })
    }
}

/// The folder of an answer, relative to its input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerPlace {
    /// In the folder of outputs that belongs to the input's folder.
    Across,
    /// The folder of the input.
    Beside,
    /// In the input's folder, where that belongs to an ICPC package.
    Package,
}

/// The change that turns the name of an input into that of its answer.
#[derive(Clone, Copy)]
enum Change {
    /// Replaces this ending, which may be empty.
    Ending(&'static str),
    /// Replaces everything after the last dot.
    Extension,
    /// The ending `.in` with a number is replaced, and the number kept.
    Numbered,
    /// `input` at the start is replaced, where the ending is `.txt`.
    Start,
    /// `input` is made `output`, and the ending `.in` is replaced.
    InputAndEnding,
    /// The letter of `i.1` is exchanged.
    Letter,
    /// The whole name before the extension, `in` or `input`, is exchanged.
    Stem,
    /// A word `in` or `input` is exchanged.
    Word,
    /// A word is replaced, in a name with a digit.
    WordWithDigit,
}

/// The rules for finding the answer of an input, in order of preference: place, naming scheme, change, and replacements.
const RULES: [(AnswerPlace, NamingScheme, Change, &[&str]); 21] = [
    (
        AnswerPlace::Across,
        NamingScheme::LibraryChecker,
        Change::Ending(".in"),
        &[".out", ".ans", ".a", ".ou"],
    ),
    (AnswerPlace::Across, NamingScheme::Cms, Change::Word, &[]),
    (AnswerPlace::Across, NamingScheme::AtCoder, Change::Ending(""), &[""]),
    (AnswerPlace::Across, NamingScheme::AtCoder, Change::Extension, &[".out", ".ans", ".txt", ".a", ""]),
    (AnswerPlace::Package, NamingScheme::Icpc, Change::Ending(".in"), &[".ans"]),
    (AnswerPlace::Beside, NamingScheme::Plain, Change::Ending(".in"), &[".out", ".ans", ".diff", ".a"]),
    (AnswerPlace::Beside, NamingScheme::OldOi, Change::Ending(".in"), &[".ou"]),
    (AnswerPlace::Beside, NamingScheme::Hydro, Change::Ending(".in"), &[".out.txt", ".ans.txt"]),
    (AnswerPlace::Beside, NamingScheme::Hydro, Change::InputAndEnding, &[".out", ".ans", ".in"]),
    (
        AnswerPlace::Beside,
        NamingScheme::Hydro,
        Change::Ending(".in.txt"),
        &[".out.txt", ".ans.txt", ".out", ".ans"],
    ),
    (AnswerPlace::Beside, NamingScheme::OldOi, Change::Numbered, &[".ou", ".out", ".ans"]),
    (AnswerPlace::Beside, NamingScheme::OldOi, Change::Start, &["output", "answer"]),
    (
        AnswerPlace::Beside,
        NamingScheme::Hydro,
        Change::Ending(".txt"),
        &[".out", ".ans", ".out.txt", ".ans.txt"],
    ),
    (AnswerPlace::Beside, NamingScheme::Dmoj, Change::WordWithDigit, &[]),
    (AnswerPlace::Beside, NamingScheme::Polygon, Change::Ending(""), &[".a"]),
    (
        AnswerPlace::Beside,
        NamingScheme::Plain,
        Change::Ending(".in"),
        &[".ok", ".sol", ".expected", ".correct"],
    ),
    (AnswerPlace::Beside, NamingScheme::Plain, Change::Ending(".dat"), &[".out", ".ans"]),
    (AnswerPlace::Beside, NamingScheme::Themis, Change::Ending(".inp"), &[".out", ".ans", ".oup"]),
    (AnswerPlace::Beside, NamingScheme::Usaco, Change::Letter, &["o."]),
    (
        AnswerPlace::Beside,
        NamingScheme::Plain,
        Change::Ending(".txt"),
        &["_out.txt", "_output.txt", "_ans.txt"],
    ),
    (
        AnswerPlace::Beside,
        NamingScheme::FolderPerTest,
        Change::Stem,
        &["out", "output", "ans", "answer", "expected"],
    ),
];

/// Folders of inputs, each with the folders of outputs that belong to it.
const FOLDERS: [(&str, &[&str]); 3] = [
    ("in", &["out", "ans", "expected"]),
    ("input", &["output", "ans", "answer", "expected"]),
    ("inputs", &["outputs", "answers", "expected"]),
];

/// Extensions that only answers have.
const ANSWERS: [&str; 11] =
    ["out", "ou", "ans", "diff", "a", "err", "ok", "sol", "expected", "correct", "oup"];

/// Endings that names of tests are shown without.
const ENDINGS: [&str; 7] = [".in.txt", ".in", ".inp", ".dat", ".txt", ".ans", ".out"];

/// Endings of documents and pictures.
const DOCUMENTS: [&str; 32] = [
    "md", "markdown", "rst", "adoc", "org", "tex", "typ", "sty", "cls", "bib", "htm", "html", "css", "pdf",
    "ps", "djvu", "rtf", "doc", "docx", "odt", "ppt", "pptx", "png", "jpg", "jpeg", "gif", "svg", "bmp",
    "webp", "eps", "tif", "tiff",
];

/// Returns whether a file is a source, a header, a document or a picture by its ending: only a manifest makes it a test.
pub fn is_no_test(name: &str) -> bool {
    let ending = Path::new(name).extension().unwrap_or_default().to_ascii_lowercase();
    DOCUMENTS.iter().any(|document| ending == *document) || is_code(Path::new(name))
}

/// The role of a file, judged by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name of an input.
    Input,
    /// The name of an answer.
    Answer,
    /// A name that may be either, or neither.
    Unknown,
}

/// Returns the role of a file that belongs to no test.
pub fn role(name: &str) -> Role {
    let lower = name.to_lowercase();
    let (folder, file) = split(&lower);
    if is_no_test(name) {
        Role::Unknown
    } else if is_answer(folder, file) && !file.ends_with(".err") {
        Role::Answer
    } else if [".in", ".in.txt", ".inp", ".dat"].iter().any(|ending| file.ends_with(ending))
        || folder.split('/').any(|part| FOLDERS.iter().any(|&(input, _)| input == part))
    {
        Role::Input
    } else {
        Role::Unknown
    }
}

/// Returns the folder of a file, ending in `/`, or nothing.
pub fn folder_of(name: &str) -> &str {
    name.rfind('/').map_or("", |end| &name[..=end])
}

/// Returns the subtask in a name such as `data3-12.in`, otherwise the folder.
pub fn group_of(name: &str) -> Option<String> {
    let folder = folder_of(name);
    let file = without_ending(name).strip_prefix(folder)?;
    let mut parts = file.rsplitn(2, ['-', '_']);
    let (case, before) = (parts.next()?, parts.next());
    let subtask =
        before.filter(|_| !case.is_empty() && case.bytes().all(|b| b.is_ascii_digit())).and_then(|before| {
            let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            (start < before.len()).then(|| before[start..].to_owned())
        });
    subtask.or_else(|| folder.strip_suffix('/').map(str::to_owned))
}

/// Returns a name without the ending of an input or an answer.
pub fn without_ending(name: &str) -> &str {
    let file = &name[folder_of(name).len()..];
    let lower = file.to_ascii_lowercase();
    match ENDINGS.iter().find(|ending| lower.ends_with(**ending)) {
        Some(ending) if ending.len() < file.len() => &name[..name.len() - ending.len()],
        _ => name,
    }
}

/// Returns the possible names of the answer to the input `name`, the most likely first, in lower case.
pub fn answers_of(name: &str) -> Vec<(NamingScheme, String)> {
    let lower = name.to_lowercase();
    let (folder, file) = split(&lower);
    if is_answer(folder, file) || is_no_test(name) {
        return Vec::new();
    }
    let is_package = folder.split('/').any(|part| matches!(part, "sample" | "secret"));
    let beside = &[AnswerPlace::Beside, AnswerPlace::Package][..=usize::from(is_package)];
    let folders = output_folders(folder);
    let across = folders.iter().flat_map(|folder| answers_in(folder, file, &[AnswerPlace::Across]));
    across.chain(answers_in(folder, file, beside)).collect()
}

/// Returns the names in a folder that the rules for these places make of `file`.
fn answers_in(folder: &str, file: &str, places: &[AnswerPlace]) -> Vec<(NamingScheme, String)> {
    let mut answers = Vec::new();
    for &(_, naming, change, replacements) in RULES.iter().filter(|(place, ..)| places.contains(place)) {
        let files = changed(file, change, replacements).into_iter();
        answers.extend(files.map(|file| (naming, join(folder, &file))));
    }
    answers
}

/// Returns the names that a change makes of `file`; none if it does not apply.
fn changed(file: &str, change: Change, replacements: &[&str]) -> Vec<String> {
    let each = |before: &str, after: &str| {
        replacements.iter().map(|replacement| format!("{before}{replacement}{after}")).collect()
    };
    let names = match change {
        Change::Ending(ending) => file.strip_suffix(ending).map(|stem| each(stem, "")),
        Change::Extension => Some(each(file.rsplit_once('.').map_or(file, |(stem, _)| stem), "")),
        Change::Numbered => file.rsplit_once(".in").and_then(|(stem, number)| {
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| each(stem, number))
        }),
        Change::Start => {
            file.strip_prefix("input").filter(|rest| rest.ends_with(".txt")).map(|rest| each("", rest))
        }
        Change::InputAndEnding => file
            .strip_suffix(".in")
            .filter(|stem| stem.contains("input"))
            .map(|stem| each(&stem.replacen("input", "output", 1), "")),
        Change::Letter => file
            .strip_prefix("i.")
            .filter(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
            .map(|number| each("", number)),
        Change::Stem => {
            let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
            matches!(stem, "in" | "input").then(|| each("", &file[stem.len()..]))
        }
        Change::Word => Some(exchanged_words(file)),
        Change::WordWithDigit => file.bytes().any(|b| b.is_ascii_digit()).then(|| exchanged_words(file)),
    };
    names.unwrap_or_default()
}

/// Returns the folder, without its `/`, and the file.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}

fn join(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

/// Returns whether a name can only belong to an answer.
fn is_answer(folder: &str, file: &str) -> bool {
    let extension = file.strip_suffix(".txt").unwrap_or(file).rsplit_once('.').map_or("", |(_, last)| last);
    let extension = extension.trim_end_matches(|c: char| c.is_ascii_digit());
    folder.split('/').any(|part| FOLDERS.iter().any(|(_, outputs)| outputs[0] == part))
        || ANSWERS.contains(&extension)
}

/// Returns the folders of outputs that belong to `folder`, the innermost part exchanged first.
fn output_folders(folder: &str) -> Vec<String> {
    let parts: Vec<&str> = folder.split('/').collect();
    let mut folders = Vec::new();
    for (index, part) in parts.iter().enumerate().rev() {
        for partner in FOLDERS.iter().filter(|(input, _)| input == part).flat_map(|(_, outputs)| *outputs) {
            let mut exchanged = parts.clone();
            exchanged[index] = partner;
            folders.push(exchanged.join("/"));
        }
    }
    folders
}

/// `file` with one word `in` or `input` made `out`, `ans` or `output`, the last one first.
///
/// A word is bounded by something other than a letter, so that `main1.txt` has none.
fn exchanged_words(file: &str) -> Vec<String> {
    let mut exchanged = Vec::new();
    for (word, partners) in [("input", &["output", "answer"][..]), ("in", &["out", "ans", "ou"][..])] {
        for (start, _) in file.rmatch_indices(word) {
            let (before, after) = (&file[..start], &file[start + word.len()..]);
            let bounded = !before.ends_with(|c: char| c.is_alphabetic())
                && !after.starts_with(|c: char| c.is_alphabetic());
            if bounded {
                exchanged.extend(partners.iter().map(|partner| format!("{before}{partner}{after}")));
            }
        }
    }
    exchanged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of the documentation's table: the naming scheme, the input and its answer.
    fn rows() -> impl Iterator<Item = [&'static str; 3]> {
        let page = include_str!("../../../../docs/layouts.md");
        page.lines().filter(|line| line.ends_with("` |")).flat_map(|line| {
            let mut cells = line.split('|').map(|cell| cell.trim().trim_matches('`')).skip(1);
            let [naming, input, answers] = std::array::from_fn(|_| cells.next().unwrap());
            answers.split("`, `").map(move |answer| [naming, input, answer])
        })
    }

    #[test]
    fn every_rule_has_a_row_on_the_page_about_layouts() {
        for (place, naming, change, replacements) in RULES {
            let is_shown = rows().any(|[name, input, answer]| {
                // Rules are for names in small letters.
                let (input, answer) = (input.to_lowercase(), answer.to_lowercase());
                let (folder, file) = split(&input);
                let folders = if place == AnswerPlace::Across {
                    output_folders(folder)
                } else {
                    vec![folder.to_owned()]
                };
                let files = changed(file, change, replacements);
                naming.to_string().starts_with(name)
                    && folders.iter().any(|folder| files.iter().any(|file| join(folder, file) == answer))
            });
            assert!(is_shown, "{naming}, with {replacements:?}");
        }
    }

    #[test]
    fn answers_are_no_inputs() {
        for answer in ["x.out", "x.ans", "x.a", "out/x.in", "x.ou3", "x.ans.txt", "x.err"] {
            assert_eq!(answers_of(answer), [], "{answer}");
        }
    }

    #[test]
    fn letters_inside_a_word_are_left_alone() {
        assert_eq!(exchanged_words("main1.txt"), Vec::<String>::new());
    }
}
