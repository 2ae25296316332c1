//! The data of the built-in problems inside the program, packed by `build.rs`: tests, `sample` and `secret`, and the other files of
//! packages.
//!
//! Inputs listed in a problem's `inputs.yaml` are made again; everything else is packed unchanged.

use std::collections::BTreeMap;
use std::io;

use anyhow::{Context, anyhow};

use nim_ground::content::Content;
use nim_inputs::named;
use nim_inputs::{Description, largest, made};
use nim_solve::registry::Entry;
use nim_task::layout::Test;
use nim_task::package::Files;

include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// Most bytes of a problem's files; more are a mistake.
const MOST_BYTES: usize = 64 << 20;
/// The digests of the answers of wrong programs.
const ANSWERS: &str = "submissions/answers.yaml";
/// The folder of wrong programs.
const WRONG: &str = "submissions/wrong_answer/";
/// The list of inputs that are made.
const MADE: &str = "inputs.yaml";

/// Returns the tests of a built-in problem whose names `is_wanted`: the stored ones in the order of their names, and the largest ones.
/// Under the name of a judge that differs, the fitting tests come first, then generated ones.
///
/// # Errors
/// When the data is damaged, which the tests rule out.
pub fn tests(entry: &Entry, is_wanted: impl Fn(&str) -> bool) -> anyhow::Result<Vec<Test>> {
    let tests = of_problem(entry, &is_wanted)?;
    let mut tests = named::tests(entry, &Description::from_entry(entry), tests)?;
    tests.retain(|test| is_wanted(&test.name));
    if is_wanted(named::MADE) {
        tests.extend(largest(entry)?);
    }
    Ok(tests)
}

/// Returns the largest tests of a built-in problem, which are made.
///
/// # Errors
/// When the solver fails, which the tests rule out.
pub fn largest(entry: &Entry) -> anyhow::Result<Vec<Test>> {
    Ok(largest::tests(entry, &Description::from_entry(entry))?)
}

/// Returns the tests that are packed.
fn of_problem(entry: &Entry, is_wanted: impl Fn(&str) -> bool) -> anyhow::Result<Vec<Test>> {
    let bytes = unpacked(TESTS, entry)?;
    let mut files = files(&bytes).with_context(|| damaged(entry))?;
    let description = Description::from_entry(&entry.under_slug());
    let yaml = String::from_utf8_lossy(files.remove(MADE).unwrap_or_default());
    let rows = made::read(&description, &yaml).with_context(|| format!("{MADE} of {}", entry.slug))?;
    let mut inputs: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for row in rows {
        let name = format!("{}/{}", row.group, row.name);
        if files.contains_key(format!("{name}.ans").as_str()) && is_wanted(&name) {
            inputs.insert(name, row.text(&description).with_context(|| row.name.clone())?);
        }
    }
    for (file, contents) in &files {
        if let Some(name) = file.strip_suffix(".in").filter(|name| is_wanted(name)) {
            inputs.insert(name.to_owned(), contents.to_vec());
        }
    }
    let tests = inputs.into_iter().filter_map(|(name, input)| {
        let answer = *files.get(format!("{name}.ans").as_str())?;
        Some(Test::of_package(name, input.into(), answer.into()))
    });
    Ok(tests.collect())
}

/// Returns the files of a built-in problem's package that are not its tests: `invalid/NAME.in`, and `submissions/GROUP/NAME`.
///
/// # Errors
/// When the data is damaged, which the tests rule out.
pub fn others(entry: &Entry) -> anyhow::Result<Files> {
    let bytes = unpacked(OTHERS, entry)?;
    let mut others = files(&bytes).with_context(|| damaged(entry))?;
    others.remove(ANSWERS);
    Ok(others.into_iter().map(|(name, contents)| (name.to_owned(), contents.into())).collect())
}

/// Returns the record of a built-in problem's wrong programs: the digests of their answers, by test, and their sources, by name.
///
/// # Errors
/// When the data is damaged, which the tests rule out.
pub fn wrong_programs(entry: &Entry) -> anyhow::Result<(String, BTreeMap<String, String>)> {
    let bytes = unpacked(OTHERS, entry)?;
    let mut others = files(&bytes).with_context(|| damaged(entry))?;
    let answers = String::from_utf8_lossy(others.remove(ANSWERS).unwrap_or_default()).into_owned();
    let sources = others.into_iter().filter_map(|(name, source)| {
        Some((name.strip_prefix(WRONG)?.to_owned(), String::from_utf8_lossy(source).into_owned()))
    });
    Ok((answers, sources.collect()))
}

/// Returns the packed files of a problem in a table.
fn unpacked(table: &[(&str, &[u8])], entry: &Entry) -> anyhow::Result<Vec<u8>> {
    let packed = table.iter().find(|(slug, _)| *slug == entry.slug);
    let (_, packed) = packed.with_context(|| format!("{} has no test data", entry.slug))?;
    miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MOST_BYTES)
        .map_err(|error| anyhow!("{}: {error}", damaged(entry)))
}

fn damaged(entry: &Entry) -> String {
    format!("the test data of {} is damaged", entry.slug)
}

/// Packs tests, as [`tests_of`] reads them.
///
/// # Errors
/// When one cannot be read.
pub fn of_tests(tests: &[Test]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    for (name, content) in tests.iter().flat_map(files_of) {
        let bytes = content.bytes()?;
        packed.extend_from_slice(format!("{name}\n{}\n", bytes.len()).as_bytes());
        packed.extend_from_slice(&bytes);
    }
    Ok(packed)
}

/// Returns packed tests, in their order; `None` where they are damaged.
pub fn tests_of(packed: &[u8]) -> Option<Vec<Test>> {
    let files = each_file(packed)?;
    let tests = files.chunks(2).map(|files| {
        let &[(name, input), (_, answer)] = files else { return None };
        Some(Test::of_package(name.strip_suffix(".in")?.to_owned(), input.into(), answer.into()))
    });
    tests.collect()
}

/// Returns the files of a test: name and contents.
pub fn files_of(test: &Test) -> [(String, &Content); 2] {
    [(format!("{}.in", test.name), &test.input), (format!("{}.ans", test.name), test.expected.content())]
}

/// Returns the packed files by name.
fn files(bytes: &[u8]) -> Option<BTreeMap<&str, &[u8]>> {
    Some(each_file(bytes)?.into_iter().collect())
}

/// Returns the packed files in their order: for each a name line, a size line, and the bytes.
fn each_file(mut bytes: &[u8]) -> Option<Vec<(&str, &[u8])>> {
    fn line<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let line = std::str::from_utf8(&bytes[..end]).ok()?;
        *bytes = &bytes[end + 1..];
        Some(line)
    }
    let mut files = Vec::new();
    while !bytes.is_empty() {
        let name = line(&mut bytes)?;
        let size = line(&mut bytes)?.parse().ok()?;
        let (contents, rest) = bytes.split_at_checked(size)?;
        files.push((name, contents));
        bytes = rest;
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nim_inputs::reached::{self, Reached};
    use nim_inputs::strict;
    use nim_problems::{ALIASES, PROBLEMS};
    use nim_testing::whole;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_problem_has_its_test_data_in_little_space() {
        let size: usize = TESTS.iter().chain(OTHERS).map(|(_, packed)| packed.len()).sum();
        assert!(size < 600_000, "{size} bytes");
        for entry in PROBLEMS {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(entry.slug);
            let found = of_problem(entry, |_: &str| true).unwrap();
            for (file, content) in found.iter().flat_map(files_of) {
                let stored = fs::read(folder.join(&file)).unwrap();
                assert!(content.bytes().unwrap() == stored, "{}: {file}", entry.slug);
            }
            let groups = ["sample", "secret"].map(|group| fs::read_dir(folder.join(group)).unwrap().count());
            assert_eq!(found.len() * 2, groups.iter().sum::<usize>(), "{}", entry.slug);
        }
    }

    #[test]
    fn tests_are_unpacked_as_they_were_packed() {
        let test = |name: &str, input: &[u8]| Test::of_package(name.to_owned(), input.into(), "1\n".into());
        let tests = [test("sample/1", b""), test("secret/a b", b"2\n\xff\n"), test("secret/b.in", b"3")];
        let packed = of_tests(&tests).unwrap();
        let unpacked = tests_of(&packed).unwrap();
        let files = |tests: &[Test]| {
            let files = tests.iter().flat_map(files_of);
            files.map(|(name, content)| (name, content.bytes().unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(files(&unpacked), files(&tests));
        assert!(tests_of(&packed[..packed.len() - 1]).is_none());
        assert!(tests_of(b"1.in\n0\n").is_none());
    }

    /// Checks that the data of a part of all names, of `PARTS` parts, reaches every bound.
    #[track_caller]
    fn reaches_every_bound(part: usize) {
        let mut never = Vec::new();
        // A name that does not differ has the data of its problem.
        let differing = ALIASES.iter().filter(|entry| named::differs(entry));
        let entries = PROBLEMS.iter().chain(differing).skip(part).step_by(PARTS);
        for entry in whole::turn(entries, 4) {
            let description = Description::from_entry(entry);
            let out_of_reach = reached::out_of_reach(&description);
            let mut reached = Reached::new(&description);
            for Test { name, input, .. } in tests(entry, |_| true).unwrap() {
                let reading = strict::read(&description, &input.bytes().unwrap(), 1, |_| {});
                assert!(reading.violations.is_empty(), "{} {name}: {:?}", entry.name, reading.violations);
                reached.add(&reading);
            }
            for bound in reached.never() {
                if !out_of_reach.contains(&format!("{} {}", bound.field, bound.bound)) {
                    never.push(format!("{}: {bound}", entry.name));
                }
            }
        }
        assert!(never.is_empty(), "{}", never.join("\n"));
    }

    const PARTS: usize = 4;

    #[test]
    fn the_data_of_every_name_reaches_every_bound_in_part_0() {
        reaches_every_bound(0);
    }

    #[test]
    fn the_data_of_every_name_reaches_every_bound_in_part_1() {
        if !whole::is_skipped("bounds of most names") {
            reaches_every_bound(1);
        }
    }

    #[test]
    fn the_data_of_every_name_reaches_every_bound_in_part_2() {
        if !whole::is_skipped("bounds of most names") {
            reaches_every_bound(2);
        }
    }

    #[test]
    fn the_data_of_every_name_reaches_every_bound_in_part_3() {
        if !whole::is_skipped("bounds of most names") {
            reaches_every_bound(3);
        }
    }
}
