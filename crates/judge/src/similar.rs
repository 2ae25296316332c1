//! Programs that are equal or nearly so: their fingerprints, by winnowing (Schleimer, Wilkerson, Aiken 2003).
//!
//! A program becomes a sequence of tokens, in which all names, all numbers and all texts are equal; it is cut into its functions, so that
//! their order does not matter. All runs of `RUN` tokens are hashed, and each window of `WINDOW` hashes keeps the least: two programs with
//! any `RUN + WINDOW - 1` tokens in common have a common fingerprint.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read as _};
use std::path::Path;

use crate::report::results::Similar;
use nim_ground::error::named;
use nim_task::source::Source;

/// The number of tokens in a hashed run.
const RUN: usize = 8;
/// The fewest tokens of a function that count: others are the ends of blocks.
const SHORTEST: usize = 4;
/// The number of hashes in a window.
const WINDOW: usize = 4;
/// The least share of common fingerprints that makes two programs nearly equal.
const LEAST_SHARE: f64 = 0.8;
/// The least number of fingerprints of a program that is compared.
const FEWEST: usize = 5;
/// A fingerprint of more programs than this, and of more than a part of all, is the usual way to write such a program and is ignored.
const MANY: usize = 10;
const MANY_PART: usize = 4;
/// Most bytes of a program that are read.
const MOST_BYTES: u64 = 1 << 20;

/// The words that count by themselves; all others are names.
const KEYWORDS: [&str; 34] = [
    "and", "break", "case", "catch", "class", "continue", "def", "default", "do", "elif", "else", "except",
    "fn", "for", "goto", "if", "impl", "import", "in", "include", "lambda", "loop", "match", "new", "not",
    "or", "return", "struct", "switch", "template", "try", "using", "while", "yield",
];

/// The endings of languages whose comments begin with `#`; other languages have `//` and `/* */`.
const HASH_COMMENTS: [&str; 8] = ["py", "py3", "pypy", "rb", "sh", "pl", "jl", "r"];

type Fingerprints = HashSet<u64>;

/// Returns the groups of programs, by their names, that are equal or nearly so, ignoring parts shared with the files `bases`. Programs in
/// different languages are not compared.
///
/// # Errors
/// When a file cannot be read.
pub fn groups<'a>(
    programs: impl Iterator<Item = (&'a str, &'a Source)>,
    bases: &[impl AsRef<Path>],
) -> io::Result<Vec<Similar>> {
    let mut given = Fingerprints::new();
    for base in bases {
        given.extend(fingerprints(&functions_of(base.as_ref())?));
    }
    let mut languages: BTreeMap<&str, Vec<(&str, Fingerprints)>> = BTreeMap::new();
    for (name, source) in programs {
        let mut functions = Vec::new();
        for file in &source.files {
            functions.extend(functions_of(file)?);
        }
        let own = fingerprints(&functions).difference(&given).copied().collect();
        languages.entry(&source.language.name).or_default().push((name, own));
    }
    Ok(languages.into_values().flat_map(of_language).collect())
}

fn of_language(mut programs: Vec<(&str, Fingerprints)>) -> Vec<Similar> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    programs.iter().flat_map(|(_, own)| own).for_each(|print| *counts.entry(*print).or_default() += 1);
    let many = MANY.max(programs.len() / MANY_PART);
    let whole: Vec<Fingerprints> = programs.iter().map(|(_, own)| own.clone()).collect();
    programs.iter_mut().for_each(|(_, own)| own.retain(|print| counts[print] <= many));
    // The group of each program, as the index of its first one, and the least share that made it.
    let mut first: Vec<usize> = (0..programs.len()).collect();
    let mut least = vec![1.0_f64; programs.len()];
    for a in 0..programs.len() {
        for b in a + 1..programs.len() {
            let are_equal = whole[a] == whole[b] && whole[a].len() >= FEWEST;
            let share = if are_equal { 1.0 } else { share(&programs[a].1, &programs[b].1) };
            if share >= LEAST_SHARE {
                let (to, from) = (first[a].min(first[b]), first[a].max(first[b]));
                least[to] = least[to].min(least[from]).min(share);
                first.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    let groups = (0..programs.len()).map(|group| {
        let of_group = first.iter().zip(&programs).filter(|(of, _)| **of == group);
        Similar { programs: of_group.map(|(_, (name, _))| (*name).to_owned()).collect(), share: least[group] }
    });
    groups.filter(|group| group.programs.len() > 1).collect()
}

/// Returns the part of two programs that they share; 0 if that is little.
fn share(one: &Fingerprints, other: &Fingerprints) -> f64 {
    let common = one.intersection(other).count();
    if common < FEWEST { 0.0 } else { 2.0 * common as f64 / (one.len() + other.len()) as f64 }
}

/// Selects one hash of each window, over all functions.
fn fingerprints(functions: &[Vec<u64>]) -> Fingerprints {
    let mut all = Fingerprints::new();
    for function in functions {
        let runs: Vec<u64> = function.windows(RUN.min(function.len().max(1))).map(hash).collect();
        all.extend(runs.windows(WINDOW.min(runs.len().max(1))).filter_map(|window| window.iter().min()));
    }
    all
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the tokens of each function of a file, and of the text outside of functions.
fn functions_of(file: &Path) -> io::Result<Vec<Vec<u64>>> {
    let mut text = Vec::new();
    fs::File::open(file)
        .and_then(|file| file.take(MOST_BYTES).read_to_end(&mut text))
        .map_err(named(file.display()))?;
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let has_hash_comments = HASH_COMMENTS.contains(&ending.to_lowercase().as_str());
    Ok(functions(&String::from_utf8_lossy(&text), has_hash_comments))
}

fn functions(text: &str, has_hash_comments: bool) -> Vec<Vec<u64>> {
    let mut functions = vec![Vec::new()];
    let (mut depth, mut in_definition) = (0_usize, false);
    let (mut rest, mut unclosed) = (text, Unclosed::default());
    while let Some(c) = rest.chars().next() {
        let is_line_start = text.len() == rest.len() || text[..text.len() - rest.len()].ends_with('\n');
        let length = length(rest, c, has_hash_comments, &mut unclosed);
        let (token, after) = rest.split_at(length);
        rest = after;
        let is_comment = match c {
            // Directives of C say little about the program.
            '#' => true,
            '/' => !has_hash_comments && length > 1,
            c => c.is_whitespace(),
        };
        if is_comment {
            continue;
        }
        let is_definition = has_hash_comments && matches!(token, "def" | "class");
        // In languages with indented functions, a function ends at the next one or at the first line without indentation.
        if is_definition || in_definition && is_line_start {
            functions.push(Vec::new());
            in_definition = is_definition;
        }
        if let Some(function) = functions.last_mut() {
            function.push(match c {
                c if c.is_alphabetic() || c == '_' => {
                    KEYWORDS.iter().position(|word| *word == token).map_or(0, |at| 256 + at as u64)
                }
                c if c.is_ascii_digit() => 1,
                '"' | '\'' | '`' if length > 1 => 2,
                c => u64::from(c),
            });
        }
        if has_hash_comments {
            continue;
        }
        depth = match c {
            '{' => depth + 1,
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        // A function may stand in a class.
        if c == '}' && depth <= 1 || c == ';' && depth == 0 {
            functions.push(Vec::new());
        }
    }
    functions.retain(|function| function.len() >= SHORTEST);
    functions
}

/// Returns the bytes of the first token of a text, which begins with `c`: a word or number, a text in quotes, a comment, or `c`.
fn length(text: &str, c: char, has_hash_comments: bool, unclosed: &mut Unclosed) -> usize {
    let line = || text.find('\n').unwrap_or(text.len());
    let end_of = |mark: &str, from: usize| {
        text.get(from..).and_then(|rest| rest.find(mark)).map_or(text.len(), |at| from + at + mark.len())
    };
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    match c {
        '#' => line(),
        '/' if !has_hash_comments && text.starts_with("//") => line(),
        '/' if !has_hash_comments && text.starts_with("/*") => end_of("*/", 2),
        '"' | '\'' if has_hash_comments && text.starts_with(&c.to_string().repeat(3)) => {
            end_of(&c.to_string().repeat(3), 3)
        }
        '"' | '\'' | '`' => quoted(text, c, unclosed),
        c if is_of_word(c) => text.find(|c| !is_of_word(c)).unwrap_or(text.len()),
        c => c.len_utf8(),
    }
}

/// The ends of lines on which a quote is not closed, by the quote: as the number of bytes that are left there. No later one of the line is
/// closed either; to look for its end again would take the square of the line.
#[derive(Default)]
struct Unclosed(HashMap<char, usize>);

/// Returns the number of bytes of a text in quotes on a line, or of the quote alone if it is not closed.
fn quoted(text: &str, quote: char, unclosed: &mut Unclosed) -> usize {
    if unclosed.0.get(&quote).is_some_and(|left| text.len() > *left) {
        return quote.len_utf8();
    }
    let mut is_escaped = false;
    let mut end = text.len();
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => {
                end = at;
                break;
            }
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    unclosed.0.insert(quote, text.len() - end);
    quote.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_task::language::Languages;

    const PROGRAM: &str = "#include <cstdio>\n\
        int sum(const int *heaps, int n) { int x = 0; for (int i = 0; i < n; i++) x ^= heaps[i]; return x; }\n\
        bool ones(const int *heaps, int n) { for (int i = 0; i < n; i++) if (heaps[i] > 1) return false; return true; }\n\
        int main() { int t, n, heaps[50]; scanf(\"%d\", &t); while (t--) { scanf(\"%d\", &n);\n\
        for (int i = 0; i < n; i++) scanf(\"%d\", heaps + i); puts(ones(heaps, n) ? \"a\" : \"b\"); } }\n";
    const OTHER: &str = "#include <iostream>\nint main() { int cases; std::cin >> cases; do { std::vector<int> row;\n\
        std::string line; std::getline(std::cin, line); std::istringstream in(line); int value;\n\
        while (in >> value) row.push_back(value); std::cout << (row.size() % 2 == 0) << '\\n'; } while (--cases > 0); }\n";
    const PYTHON: &str = "def xor(row):\n    total = 0\n    for one in row: total ^= one\n    return total\n\n\
        def main():\n    for _ in range(int(input())):\n        row = list(map(int, input().split()))\n\
        \x20       print('John' if xor(row) else 'Brother', len(row))\n\nmain()\n";

    /// Returns the groups of programs, by file names and contents.
    fn grouped(files: &[(&str, &str)], base: Option<&str>) -> Vec<(Vec<String>, f64)> {
        let folder = tempfile::tempdir().unwrap();
        let languages = Languages::load().unwrap();
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).unwrap();
            folder.path().join(name)
        };
        let sources: Vec<_> = files
            .iter()
            .map(|(name, text)| (*name, Source::of_file(&write(name, text), &languages).unwrap().unwrap()))
            .collect();
        let bases: Vec<_> = base.map(|text| write("base.cpp", text)).into_iter().collect();
        let programs = sources.iter().map(|(name, source)| (*name, source));
        groups(programs, &bases).unwrap().into_iter().map(|group| (group.programs, group.share)).collect()
    }

    fn names(groups: &[(Vec<String>, f64)]) -> Vec<String> {
        groups.iter().map(|(names, _)| names.join(" ")).collect()
    }

    #[test]
    fn quotes_that_are_not_closed_are_found_by_one_look_at_their_line() {
        // By the square of the line, each would take hours.
        const MANY: usize = 1 << 19;
        for (line, has_hash_comments) in
            [("\0\0", false), ("\\\"", false), ("\\'", true), ("\\`", false), ("//", true)]
        {
            let text = format!("\"'`{}\n\"a\" 'b' `c`\n", line.repeat(MANY));
            let functions = functions(&text, has_hash_comments);
            assert_eq!(
                functions.last().unwrap().iter().rev().take(3).copied().collect::<Vec<_>>(),
                [2; 3],
                "{line:?}"
            );
        }
    }

    #[test]
    fn space_comments_names_numbers_and_order_hide_nothing() {
        let spaced = PROGRAM.replace(' ', "\n \t").replace("#include\n \t", "#include ");
        let commented = PROGRAM.replace("; ", "; /* mine */ // and } mine\n");
        let renamed = PROGRAM
            .replace("heaps", "v")
            .replace("ones", "f")
            .replace("50", "1000")
            .replace("\"a\"", "\"John\"");
        let mut lines: Vec<&str> = PROGRAM.lines().collect();
        lines.swap(1, 2);
        let turned = lines.join("\n");
        for copy in [PROGRAM, &spaced, &commented, &renamed, &turned] {
            let groups = grouped(&[("a.cpp", PROGRAM), ("b.cpp", OTHER), ("c.cpp", copy)], None);
            assert_eq!(groups, [(vec!["a.cpp".to_owned(), "c.cpp".to_owned()], 1.0)], "{copy}");
        }
        let (first, second) = PYTHON.split_once("def main").unwrap();
        let (second, call) = second.split_once("\nmain()").unwrap();
        let turned = format!("def main{second}\n# mine\n{}\nmain(){call}", first.replace("total", "t"));
        assert_eq!(names(&grouped(&[("a.py", PYTHON), ("b.py", &turned)], None)), ["a.py b.py"]);
    }

    #[test]
    fn a_change_lowers_the_share_and_groups_are_no_pairs() {
        let changed = PROGRAM.replace("return true", "int unused = 1; unused += n; return true");
        let files =
            [("a.cpp", PROGRAM), ("b.cpp", &changed), ("c.cpp", PROGRAM), ("d.cpp", OTHER), ("e.cpp", OTHER)];
        let groups = grouped(&files, None);
        assert_eq!(names(&groups), ["a.cpp b.cpp c.cpp", "d.cpp e.cpp"]);
        assert!((LEAST_SHARE..1.0).contains(&groups[0].1) && groups[1].1 == 1.0, "{groups:?}");
    }

    #[test]
    fn what_was_given_or_is_everybodys_counts_for_nothing() {
        // Two programs that are the template, and one line of their own each.
        let own = |line: &str| PROGRAM.replace("int main() {", &format!("int main() {{ {line}"));
        let (a, b) = (own("setbuf(stdin, 0);"), own("int k = 7; k++; k *= k;"));
        assert_eq!(names(&grouped(&[("a.cpp", &a), ("b.cpp", &b)], None)), ["a.cpp b.cpp"]);
        assert!(grouped(&[("a.cpp", &a), ("b.cpp", &b), ("c.cpp", PROGRAM)], Some(PROGRAM)).is_empty());
        // Each program has a function of its own beside the common ones.
        let own = |c: char| {
            format!("{PROGRAM}int f() {{ return x {c} y[8 {c} z] {c} (w {c} 2) {c} f(k {c} 3); }}\n")
        };
        let files: Vec<(String, String)> =
            "+-*%^&|<>=!".chars().map(|c| (format!("{}.cpp", u32::from(c)), own(c))).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!((files.len(), grouped(&files, None)), (MANY + 1, Vec::new()));
        assert_eq!(grouped(&files[1..], None).len(), 1);
        // Languages are not compared with each other, and the shortest programs are ignored.
        assert!(grouped(&[("a.cpp", PROGRAM), ("b.py", PYTHON)], None).is_empty());
        assert!(grouped(&[("a.py", "print(input())\n"), ("b.py", "print(input())\n")], None).is_empty());
        assert!(grouped(&[("a.cpp", ""), ("b.cpp", "\u{0}\"'/*")], None).is_empty());
    }
}
