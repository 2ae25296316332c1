//! The families of layouts, and the names under which each looks for an answer.

use std::fmt;

/// A convention by which an input and its answer find each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// `data/{sample,secret}/**.in` with `.ans`: ICPC and Kattis.
    Icpc,
    /// `X.in` with `X.out`, `X.ans`, `X.diff` or `X.a` beside it.
    Plain,
    /// `01` with `01.a`.
    Polygon,
    /// `in/X` with `out/X`.
    AtCoder,
    /// `in/X.in` with `out/X.out`.
    LibraryChecker,
    /// `input/input0.txt` with `output/output0.txt`.
    Cms,
    /// `name1.in` with `name1.ou`, `name.in1` with `name.ou1`, `input1.txt` with `output1.txt`.
    OldOi,
    /// Hydro: `config.yaml`, or endings such as `.in.txt` and `.ans.txt`.
    Hydro,
    /// DMOJ: `init.yml`, or names with `in` and `out` and a number.
    Dmoj,
    /// Luogu: `config.yml` with a key for each input.
    Luogu,
    /// UOJ: `problem.conf`.
    Uoj,
    /// `LibreOJ` and SYZOJ: `data.yml`.
    Syzoj,
    /// `invalid/X.in` with the error text in `X.err`.
    Invalid,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Icpc => "ICPC/Kattis (sample, secret: X.in, X.ans)",
            Self::Plain => "plain (X.in, X.out)",
            Self::Polygon => "Polygon (X, X.a)",
            Self::AtCoder => "AtCoder (in/X, out/X)",
            Self::LibraryChecker => "Library Checker (in/X.in, out/X.out)",
            Self::Cms => "CMS (input/inputN.txt, output/outputN.txt)",
            Self::OldOi => "old OI (nameN.in, nameN.ou; name.inN, name.ouN; inputN.txt, outputN.txt)",
            Self::Hydro => "Hydro",
            Self::Dmoj => "DMOJ",
            Self::Luogu => "Luogu (config.yml)",
            Self::Uoj => "UOJ (problem.conf)",
            Self::Syzoj => "LibreOJ/SYZOJ (data.yml)",
            Self::Invalid => "invalid inputs (X.in, X.err)",
        })
    }
}

/// Where the answer to the input `name` may lie, the likeliest first, all in lower case.
#[must_use]
pub fn answers_of(name: &str) -> Vec<(Family, String)> {
    let lower = name.to_lowercase();
    let (folder, file) = lower.rsplit_once('/').map_or(("", lower.as_str()), |(folder, file)| (folder, file));
    if is_answer(folder, file) {
        return Vec::new();
    }
    let mut answers = Vec::new();
    for output_folder in output_folders(folder) {
        across_folders(file, &mut |family, answer| answers.push((family, join(&output_folder, &answer))));
    }
    let icpc = folder.split('/').any(|part| matches!(part, "sample" | "secret"));
    beside(file, icpc, &mut |family, answer| answers.push((family, join(folder, &answer))));
    answers
}

fn join(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

/// Whether a name can only be that of an answer.
fn is_answer(folder: &str, file: &str) -> bool {
    let in_output_folder = folder.split('/').any(|part| matches!(part, "out" | "output" | "outputs"));
    let ending = file.strip_suffix(".txt").unwrap_or(file).rsplit_once('.').map_or("", |(_, ending)| ending);
    let ending = ending.trim_end_matches(|c: char| c.is_ascii_digit());
    in_output_folder || matches!(ending, "out" | "ou" | "ans" | "diff" | "a" | "err")
}

/// The folders that stand to `folder` as `out` to `in`, the innermost exchanged first.
fn output_folders(folder: &str) -> Vec<String> {
    let parts: Vec<&str> = folder.split('/').collect();
    let mut folders = Vec::new();
    for (index, part) in parts.iter().enumerate().rev() {
        let partners: &[&str] = match *part {
            "in" => &["out", "ans"],
            "input" => &["output", "ans", "answer"],
            "inputs" => &["outputs", "answers"],
            _ => &[],
        };
        for partner in partners {
            let mut exchanged = parts.clone();
            exchanged[index] = partner;
            folders.push(exchanged.join("/"));
        }
    }
    folders
}

/// Names in a folder of outputs for a file in a folder of inputs.
fn across_folders(file: &str, found: &mut impl FnMut(Family, String)) {
    if let Some(stem) = file.strip_suffix(".in") {
        for ending in ["out", "ans", "a", "ou"] {
            found(Family::LibraryChecker, format!("{stem}.{ending}"));
        }
    }
    for answer in exchanged_words(file) {
        found(Family::Cms, answer);
    }
    found(Family::AtCoder, file.to_owned());
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    for ending in [".out", ".ans", ".txt", ".a", ""] {
        found(Family::AtCoder, format!("{stem}{ending}"));
    }
}

/// Names in the same folder.
fn beside(file: &str, icpc: bool, found: &mut impl FnMut(Family, String)) {
    if let Some(stem) = file.strip_suffix(".in") {
        if icpc {
            found(Family::Icpc, format!("{stem}.ans"));
        }
        for ending in ["out", "ans", "diff", "a"] {
            found(Family::Plain, format!("{stem}.{ending}"));
        }
        found(Family::OldOi, format!("{stem}.ou"));
        for ending in ["out.txt", "ans.txt"] {
            found(Family::Hydro, format!("{stem}.{ending}"));
        }
        if stem.contains("input") {
            for ending in ["out", "ans", "in"] {
                found(Family::Hydro, format!("{}.{ending}", stem.replacen("input", "output", 1)));
            }
        }
    }
    if let Some(stem) = file.strip_suffix(".in.txt") {
        for ending in ["out.txt", "ans.txt", "out", "ans"] {
            found(Family::Hydro, format!("{stem}.{ending}"));
        }
    }
    if let Some((stem, ending)) = file.rsplit_once('.')
        && let Some(number) = ending.strip_prefix("in")
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
    {
        for ending in ["ou", "out", "ans"] {
            found(Family::OldOi, format!("{stem}.{ending}{number}"));
        }
    }
    if let Some(rest) = file.strip_prefix("input")
        && rest.ends_with(".txt")
    {
        found(Family::OldOi, format!("output{rest}"));
        found(Family::OldOi, format!("answer{rest}"));
    }
    if let Some(stem) = file.strip_suffix(".txt") {
        for ending in ["out", "ans", "out.txt", "ans.txt"] {
            found(Family::Hydro, format!("{stem}.{ending}"));
        }
    }
    if file.bytes().any(|b| b.is_ascii_digit()) {
        for answer in exchanged_words(file) {
            found(Family::Dmoj, answer);
        }
    }
    found(Family::Polygon, format!("{file}.a"));
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

    #[track_caller]
    fn check(input: &str, family: Family, answer: &str) {
        let answers = answers_of(input);
        assert!(answers.contains(&(family, answer.to_owned())), "{input}: {answers:?}");
    }

    #[test]
    fn every_family_finds_its_answers() {
        check("data/secret/a/01.in", Family::Icpc, "data/secret/a/01.ans");
        check("x.in", Family::Plain, "x.out");
        check("x.in", Family::Plain, "x.ans");
        check("x.in", Family::Plain, "x.diff");
        check("x.in", Family::Plain, "x.a");
        check("tests/01", Family::Polygon, "tests/01.a");
        check("in/01-hand.txt", Family::AtCoder, "out/01-hand.txt");
        check("in/01-hand", Family::AtCoder, "out/01-hand");
        check("in/s_00.in", Family::LibraryChecker, "out/s_00.out");
        check("input/input0.txt", Family::Cms, "output/output0.txt");
        check("nim7.in", Family::OldOi, "nim7.ou");
        check("nim.in7", Family::OldOi, "nim.ou7");
        check("nim.in7", Family::OldOi, "nim.out7");
        check("input7.txt", Family::OldOi, "output7.txt");
        check("A1.IN", Family::Plain, "a1.out");
        check("a1.in.txt", Family::Hydro, "a1.ans.txt");
        check("a1.txt", Family::Hydro, "a1.out");
        check("1in.txt", Family::Dmoj, "1out.txt");
        check("nim.in.1", Family::Dmoj, "nim.out.1");
    }

    #[test]
    fn answers_are_nobodys_input() {
        for answer in ["x.out", "x.ans", "x.a", "out/x.in", "x.ou3", "x.ans.txt", "x.err"] {
            assert_eq!(answers_of(answer), [], "{answer}");
        }
    }

    #[test]
    fn letters_inside_a_word_are_left_alone() {
        assert_eq!(exchanged_words("main1.txt"), Vec::<String>::new());
    }
}
