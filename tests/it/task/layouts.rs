//! Layouts of test data: every naming scheme, folders that mix them, and their faults.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use nim_ground::content::Content;
use nim_judge::report::fingerprint;
use nim_task::expected::Expectation;
use nim_task::formats::Manifests;
use nim_task::language::Languages;
use nim_task::layout::{self, Expected, TestSet, UnmatchedReason};
use nim_task::submissions::{Submission, Submissions};
use nim_task::trusted_sources::TrustedSources;

use tempfile::TempDir;

use crate::judge::sources::has;
use crate::place::Place;

/// Creates a folder with these files; the text after a name's `:` is the content, without one the name itself.
fn folder(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let (name, content) = file.split_once(':').unwrap_or((file, file));
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

/// The tests as `name=answer`, with the subtask in brackets where it is not the folder.
fn shown(test_set: &TestSet, root: &Path) -> Vec<String> {
    let relative = |content: &Content| {
        let path = content.file().unwrap();
        path.strip_prefix(root).unwrap_or(path).display().to_string()
    };
    test_set
        .tests
        .iter()
        .map(|test| {
            let (Expected::Answer(partner) | Expected::Refusal(partner)) = &test.expected;
            format!("{}={}", relative(&test.input), relative(partner))
        })
        .collect()
}

/// Checks the pairs found in a folder with these files, and the unmatched files.
#[track_caller]
fn check(files: &[&str], pairs: &[&str], unmatched: &[&str]) -> TestSet {
    let folder = folder(files);
    let test_set = layout::discover(folder.path()).unwrap();
    assert_eq!(shown(&test_set, folder.path()), pairs);
    let mut alone: Vec<&str> = test_set.unmatched.iter().map(|unmatched| unmatched.file.as_str()).collect();
    alone.sort_unstable();
    assert_eq!(alone, unmatched, "{:?}", test_set.unmatched);
    test_set
}

/// Every row of the page about layouts, on disk: the input, its answer, and nothing else.
#[test]
fn layouts_are_those_of_the_page() {
    let page = include_str!("../../../docs/layouts.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.ends_with("` |"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert!(!rows.is_empty());
    let pairs = rows.iter().flat_map(|row| row[3].split("`, `").map(|answer| (row[1], row[2], answer)));
    for (naming, input, answer) in pairs {
        let pair = format!("{input}={answer}");
        let test_set = check(&[input, answer], &[&pair], &[]);
        let found = test_set.tests[0].naming.to_string();
        assert!(found == naming || found.starts_with(&format!("{naming} (")), "{input}: {found}");
        let folder = tempfile::tempdir().unwrap();
        for ending in ["zip", "tar", "tgz", "tar.gz", "tar.zst"] {
            let path = folder.path().join(format!("nim.{ending}"));
            packed(&path, &[(input, b"x"), (answer, b"x")]);
            let test_set = layout::discover(&path).unwrap();
            assert_eq!(shown(&test_set, test_set.unpacked().next().unwrap()), [pair.as_str()], "{ending}");
            assert_eq!(test_set.tests[0].naming.to_string(), found);
        }
    }
}

/// An archive of the format that its name ends in.
fn packed(path: &Path, entries: &[(&str, &[u8])]) {
    let name = path.to_str().unwrap();
    if name.ends_with(".zip") {
        return archive(path, entries);
    }
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(if *name == "run" { 0o755 } else { 0o644 });
        builder.append_data(&mut header, name, *content).unwrap();
    }
    fs::write(path, compressed(name, &builder.into_inner().unwrap())).unwrap();
}

fn compressed(name: &str, tar: &[u8]) -> Vec<u8> {
    if name.ends_with("gz") {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(tar).unwrap();
        gzip.finish().unwrap()
    } else if name.ends_with("zst") {
        ruzstd::encoding::compress_to_vec(tar, ruzstd::encoding::CompressionLevel::Fastest)
    } else {
        tar.to_vec()
    }
}

#[test]
fn tar_archives_keep_long_names_and_programs_and_refuse_the_rest() {
    use std::os::unix::fs::PermissionsExt;
    use tar::EntryType;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.tar.gz");
    let long = format!("{}/1", "nested".repeat(40));
    let (input, answer) = (format!("{long}.in"), format!("{long}.out"));
    packed(&path, &[(&input, b"1"), (&answer, b"1"), ("run", b"")]);
    let test_set = layout::discover(&path).unwrap();
    assert_eq!(test_set.tests[0].name, long);
    let mode = |name: &str| {
        test_set.unpacked().next().unwrap().join(name).metadata().unwrap().permissions().mode() & 0o777
    };
    assert_eq!((mode("run"), mode(&input) & 0o111), (0o755, 0));

    let mut builder = tar::Builder::new(Vec::new());
    let mut entry = |kind: EntryType, name: &str, link: &str, content: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.as_old_mut().linkname[..link.len()].copy_from_slice(link.as_bytes());
        header.set_entry_type(kind);
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, content).unwrap();
    };
    entry(EntryType::Symlink, "s.txt", "/etc", b"");
    entry(EntryType::Regular, "s/passwd.in", "", b"x");
    entry(EntryType::Link, "h.txt", "/etc/passwd", b"");
    entry(EntryType::Fifo, "f.txt", "", b"");
    entry(EntryType::Regular, "../up.in", "", b"x");
    entry(EntryType::Regular, "/top.in", "", b"x");
    entry(EntryType::Regular, "1.in", "", b"1");
    entry(EntryType::Regular, "1.out", "", b"1");
    let tar = builder.into_inner().unwrap();
    for ending in ["tar", "tar.gz", "tar.zst"] {
        let path = folder.path().join(format!("hostile.{ending}"));
        fs::write(&path, compressed(ending, &tar)).unwrap();
        let test_set = layout::discover(&path).unwrap();
        assert_eq!(test_set.tests.len(), 1);
        assert_eq!(test_set.tests[0].input.bytes().unwrap(), b"1");
        let mut alone: Vec<&str> =
            test_set.unmatched.iter().map(|unmatched| unmatched.file.as_str()).collect();
        alone.sort_unstable();
        assert_eq!(alone, ["../up.in", "/top.in", "f.txt", "h.txt", "s.txt", "s/passwd.in"]);
        assert!(!folder.path().parent().unwrap().join("up.in").exists());
        // Cut off in the middle of an entry, or of the compressed bytes.
        let whole = fs::read(&path).unwrap();
        let cut = if ending == "tar" { tar.len() - 1024 - 700 } else { whole.len() * 2 / 3 };
        fs::write(&path, &whole[..cut]).unwrap();
        assert!(layout::discover(&path).is_err(), "{ending}");
        fs::write(&path, b"nothing of the kind").unwrap();
        assert!(layout::discover(&path).is_err(), "{ending}");
    }
}

/// Returns a tar archive of test 1, and links with their targets; targets that begin with `=` are of hard links.
fn tar_of_links(links: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in [("data/1.in", "1"), ("data/1.ans", "one")] {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    for (name, target) in links {
        let mut header = tar::Header::new_gnu();
        let hard = target.strip_prefix('=');
        header.set_entry_type(if hard.is_some() { tar::EntryType::Link } else { tar::EntryType::Symlink });
        header.set_size(0);
        builder.append_link(&mut header, name, hard.unwrap_or(target)).unwrap();
    }
    builder.into_inner().unwrap()
}

#[test]
fn links_of_archives_are_followed_or_the_archive_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("links.tar");
    let long = format!("{}/../1.in", "./".repeat(80));
    let followed = [
        ("data/2.in", "./1.in"),
        ("data/2.ans", "../data/1.ans"),
        ("data/3.in", "2.in"),
        ("data/3.ans", "=data/1.ans"),
        ("data/4/a.in", &long),
        ("data/4/a.ans", "../../more/1.ans"),
        ("more", "data"),
        ("notes.txt", "/etc/passwd"),
    ];
    // No link leads to a folder that holds links to folders.
    fs::write(&path, tar_of_links(&followed)).unwrap();
    let test_set = layout::discover(&path).unwrap();
    let names: Vec<&str> = test_set.tests.iter().map(|test| test.name.as_str()).collect();
    let expected = ["data/1", "data/2", "data/3", "data/4/a", "more/1", "more/2", "more/3", "more/4/a"];
    assert_eq!(names, expected);
    for test in &test_set.tests {
        assert_eq!(test.input.bytes().unwrap(), b"1", "{}", test.name);
        assert_eq!(test.expected.content().bytes().unwrap(), b"one", "{}", test.name);
    }
    assert_eq!(test_set.unmatched.len(), 1, "{:?}", test_set.unmatched);
    for (name, target) in [
        ("data/2.in", "/etc/passwd"),
        ("data/2.in", "../../1.in"),
        ("data/2.ans", "=/etc/passwd"),
        ("data/2.in", "none.in"),
        ("data/2.in", "2.in"),
        ("data/secret", ".."),
        ("data/secret", "/etc"),
        ("data/test_group.yaml", "../../test_group.yaml"),
        ("data/1.in", "1.ans"),
    ] {
        fs::write(&path, tar_of_links(&[(name, target)])).unwrap();
        let error = layout::discover(&path).unwrap_err().to_string();
        assert!(error.starts_with(name) && error.contains("a test may be lost"), "{target}: {error}");
    }
    for kind in [tar::EntryType::Fifo, tar::EntryType::Char, tar::EntryType::GNUSparse] {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        builder.append_data(&mut header, "data/1.ans", &b""[..]).unwrap();
        fs::write(&path, builder.into_inner().unwrap()).unwrap();
        let error = layout::discover(&path).unwrap_err().to_string();
        assert!(error.starts_with("data/1.ans: not a regular file"), "{kind:?}: {error}");
    }
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.path().join("links.zip")).unwrap());
    for (name, content) in [("1.in", "1"), ("1.out", "one")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        Write::write_all(&mut zip, content.as_bytes()).unwrap();
    }
    for (name, target) in [("2.in", "1.in"), ("2.out", "1.out")] {
        zip.add_symlink(name, target, zip::write::SimpleFileOptions::default()).unwrap();
    }
    zip.finish().unwrap();
    let test_set = layout::discover(&folder.path().join("links.zip")).unwrap();
    assert_eq!(test_set.tests.len(), 2);
    assert_eq!(test_set.tests[1].expected.content().bytes().unwrap(), b"one");
}

#[test]
fn tar_archives_do_not_explode() {
    let folder = tempfile::tempdir().unwrap();
    let mut header = tar::Header::new_gnu();
    header.set_path("1.in").unwrap();
    header.set_size(3 << 30);
    header.set_cksum();
    let mut long_name = tar::Header::new_gnu();
    long_name.set_entry_type(tar::EntryType::GNULongName);
    long_name.set_size(1 << 30);
    long_name.set_cksum();
    for (name, header, says) in
        [("bomb.tar.gz", header, "unpacks to more than"), ("name.tar.gz", long_name, "a name of more than")]
    {
        let tar = [header.as_bytes().as_slice(), &vec![0; 1 << 20]].concat();
        let path = folder.path().join(name);
        fs::write(&path, compressed(name, &tar)).unwrap();
        let error = layout::discover(&path).unwrap_err().to_string();
        assert!(error.contains(says), "{name}: {error}");
    }
}

#[test]
fn an_archive_within_an_archive_is_unpacked_where_nothing_else_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    packed(&file("john.tar.gz"), &[("1.in", b"1"), ("1.out", b"1")]);
    let inner = fs::read(file("john.tar.gz")).unwrap();
    archive(&file("outer.zip"), &[("data/john.tar.gz", &inner), ("README", b"x")]);
    let test_set = layout::discover(&file("outer.zip")).unwrap();
    assert_eq!(test_set.tests[0].name, "data/john/1");
    assert_eq!(test_set.unmatched.len(), 1, "{:?}", test_set.unmatched);
    archive(&file("both.zip"), &[("john.tar.gz", &inner), ("2.in", b"x"), ("2.out", b"x")]);
    let test_set = layout::discover(&file("both.zip")).unwrap();
    assert_eq!((test_set.tests.len(), test_set.tests[0].name.as_str()), (1, "2"));
    assert!(test_set.unmatched[0].reason == UnmatchedReason::ArchiveBesideTests);
    // Deeper and deeper: unpacked to a depth.
    for depth in 0..4 {
        let content = fs::read(file("outer.zip")).unwrap();
        archive(&file("next.zip"), &[("outer.zip", &content)]);
        fs::rename(file("next.zip"), file("outer.zip")).unwrap();
        let test_set = layout::discover(&file("outer.zip")).unwrap();
        assert_eq!(test_set.tests.len(), usize::from(depth == 0), "{depth}");
    }
}

#[test]
fn where_a_configuration_names_its_tests_there_are_no_others() {
    let archived = folder(&["init.yml:archive: data.zip\ntest_cases: [{in: 1.in, out: 1.out}]\n"]);
    archive(
        &archived.path().join("data.zip"),
        &["1.in", "1.out", "2.in", "2.out"].map(|name| (name, &b"1\n"[..])),
    );
    let test_set = layout::discover(archived.path()).unwrap();
    let names: Vec<&str> = test_set.tests.iter().map(|test| test.name.as_str()).collect();
    let others: Vec<String> =
        test_set.unmatched.iter().map(|other| format!("{}: {}", other.file, other.reason)).collect();
    assert_eq!(names, ["1"]);
    assert_eq!(others, ["2.in: not a test of its package", "2.out: not a test of its package"]);
    for config in [
        "config.yaml:cases: [{input: 1.in, output: 1.out}]\n",
        "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{cases: [1]}]\n",
        "problem.conf:n_tests 1\ninput_pre \ninput_suf in\noutput_pre \noutput_suf out\n",
    ] {
        let files = [config, "1.in", "1.out", "2.in", "2.out", "more/3.in", "more/3.out"];
        check(&files, &["1.in=1.out"], &["2.in", "2.out", "more/3.in", "more/3.out"]);
    }
    // Without names, a configuration is about the tests that are there.
    let files = ["init.yml:time_limit: 1\n", "1.in", "1.out", "more/3.in", "more/3.out"];
    check(&files, &["1.in=1.out", "more/3.in=more/3.out"], &[]);
}

#[test]
fn library_checker_compiles_its_programs_with_its_headers_and_compares_its_solutions() {
    if !has("g++") {
        eprintln!("skipped: g++ is not installed");
        return;
    }
    let info = "sample/x/info.toml:[[tests]]\nname = 'a.in'\nnumber = 1\n[params]\nN = 1_000\nF = 0.5\nS = 'abc'\n\
        [[solutions]]\nname = 'wa.cpp'\nexpect = 'WA'\nallow_re = true\n[[solutions]]\nname = 'slow.cpp'\nallow_tle = true\n\
        [[solutions]]\nname = 'f.cpp'\nfunction = true\n[[solutions]]\nname = 'odd.cpp'\nexpect = 'XX'\n\
        [[solutions]]\nname = 'new.cpp'\nodd = 1\n[[solutions]]\nname = '../../secret.cpp'\n";
    let place = folder(&[
        info,
        "common/testlib.h",
        "common/random.h",
        "secret.cpp",
        "sample/x/checker.cpp:#include \"testlib.h\"\n",
        "sample/x/base.hpp",
        "sample/x/sol/correct.cpp:#include \"../params.h\"\n#include \"../base.hpp\"\n",
        "sample/x/sol/wa.cpp",
        "sample/x/sol/slow.cpp",
        "sample/x/sol/f.cpp",
        "sample/x/sol/odd.cpp",
        "sample/x/sol/new.cpp",
        "sample/x/grader/grader.cpp",
        "sample/x/grader/solve.hpp",
    ]);
    let problem = place.path().join("sample/x");
    let languages = Languages::parse("").unwrap();
    let names = |files: &[PathBuf]| -> Vec<String> {
        files.iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    let source = || {
        let sources =
            TrustedSources { languages: &languages, testlib: None, manifests: &Manifests::default() };
        sources.source(&problem.join("checker.cpp"))
    };
    let checker = || source().unwrap().unwrap();
    let params = "#define F 0.5\n#define N (long long)1000\n#define S \"abc\"\n".to_owned();
    assert_eq!(names(&checker().beside), ["base.hpp", "random.h", "testlib.h"]);
    assert_eq!(checker().made, [("params.h".to_owned(), params)]);
    let before = fingerprint::of_source(&checker()).unwrap();
    let changed = fs::read_to_string(problem.join("info.toml")).unwrap().replace("1_000", "2_000");
    fs::write(problem.join("info.toml"), changed).unwrap();
    assert_ne!(fingerprint::of_source(&checker()).unwrap(), before);

    let Submissions { found, left_out, notes } =
        Manifests::default().submissions(&problem, &languages).unwrap();
    let shown: Vec<String> = found
        .iter()
        .map(|Submission { name, source, expectation, .. }| {
            let Expectation { required, permitted, .. } = expectation.as_ref().unwrap();
            format!("{name} {:?} {required:?} {permitted:?}", names(&source.files))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "sol/correct.cpp [\"correct.cpp\"] {Accepted} {Accepted}",
            "sol/wa.cpp [\"wa.cpp\"] {WrongAnswer} {Accepted, WrongAnswer, RuntimeError}",
            "sol/slow.cpp [\"slow.cpp\"] {} {Accepted, TimeLimit}",
            "sol/f.cpp [\"f.cpp\", \"grader.cpp\"] {Accepted} {Accepted}",
        ]
    );
    assert_eq!(names(&found[0].source.beside), ["base.hpp", "random.h", "testlib.h"]);
    // A header in another folder finds those of the repository, too.
    let compile = found[0].source.language.compile.as_ref().unwrap();
    assert!(compile.filled(&[]).contains(&"-Isol".into()));
    assert!(names(&found[3].source.beside).contains(&"solve.hpp".to_owned()));
    for (own, why) in left_out.iter().zip(["XX", "odd", "not there"]) {
        assert!(own.to_string().contains(why), "{own}");
    }
    assert_eq!((left_out.len(), notes.len()), (3, 0), "{notes:?}");
    // A header that is stored is taken as it is; testlib that is nowhere is asked for.
    fs::write(problem.join("params.h"), "#define N 1\n").unwrap();
    assert!(checker().made.is_empty());
    fs::remove_file(place.path().join("common/testlib.h")).unwrap();
    assert!(source().is_err());
}

#[test]
fn mixed_and_broken_folders_are_explained() {
    let test_set = check(
        &[
            "problem.yaml:limits: [this is, not: a mapping",
            "config.yml:{a: [",
            "1.in",
            "1.out",
            "1.ans",
            "in/x",
            "out/x",
            "tests/01",
            "tests/01.a",
            "nim.in1",
            "nim.ou1",
            "README.md",
            "checker.cpp",
            "strange\nname",
            ".hidden",
        ],
        &["1.in=1.out", "in/x=out/x", "nim.in1=nim.ou1", "tests/01=tests/01.a"],
        &["1.ans", "README.md", "checker.cpp", "strange\nname"],
    );
    assert_eq!(test_set.notes.len(), 2, "{:?}", test_set.notes);
    let reason = |file: &str| {
        let unmatched = test_set.unmatched.iter().find(|unmatched| unmatched.file == file).unwrap();
        unmatched.reason.to_string()
    };
    assert_eq!(reason("1.ans"), "its input has another answer already");
    assert_eq!(reason("README.md"), "not recognised as test data");
}

/// Writes a zip archive with these entries.
fn archive(path: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn archives_are_folders() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.zip");
    archive(&path, &[("in/1", b"1"), ("out/1", b"1"), ("in/2", b"2")]);
    let test_set = layout::discover(&path).unwrap();
    assert_eq!((test_set.tests.len(), test_set.tests[0].name.as_str()), (1, "in/1"));
    assert_eq!(test_set.unmatched[0].file, "in/2");
    let unpacked = test_set.unpacked().next().unwrap().to_path_buf();
    assert!(unpacked.exists());
    drop(test_set);
    assert!(!unpacked.exists(), "removed with the test set");
}

#[test]
fn entries_that_stand_in_each_others_way_refuse_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.zip");
    archive(&path, &[("a", b"1"), ("a/1.in", b"1"), ("1.in", b"1"), ("1.out", b"1"), ("1.in/", b"")]);
    let error = layout::discover(&path).unwrap_err().to_string();
    assert!(error.contains("a/1.in"), "{error}");
}

#[test]
fn an_archive_that_the_configuration_names_lies_beside_it() {
    let folder = folder(&["init.yml:archive: data.zip\ntest_cases:\n- {in: a, out: b}\n"]);
    archive(&folder.path().join("data.zip"), &[("a", b"1"), ("b", b"1")]);
    let test_set = layout::discover(folder.path()).unwrap();
    assert_eq!(test_set.tests.len(), 1);
    assert!(test_set.unmatched.is_empty(), "{:?}", test_set.unmatched);
}

#[test]
fn archives_stay_in_their_folder_and_do_not_explode() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    archive(&path, &[("../../escaped.in", b"x"), ("/absolute.in", b"x"), ("1.in", b"x"), ("1.out", b"x")]);
    let test_set = layout::discover(&path).unwrap();
    assert!(test_set.tests.iter().any(|test| test.name == "1"));
    assert!(!folder.path().parent().unwrap().join("escaped.in").exists());
    assert!(!Path::new("/absolute.in").exists());

    // The same zeros again and again: four gibibytes from a few kibibytes.
    let seed = folder.path().join("seed.zip");
    archive(&seed, &[("0.in", &vec![0; 1 << 24])]);
    let mut seed = zip::ZipArchive::new(fs::File::open(&seed).unwrap()).unwrap();
    let bomb = folder.path().join("bomb.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&bomb).unwrap());
    for part in 0..256 {
        zip.raw_copy_file_rename(seed.by_index_raw(0).unwrap(), format!("{part}.in")).unwrap();
    }
    zip.finish().unwrap();
    let error = layout::discover(&bomb).unwrap_err();
    assert!(error.to_string().contains("unpacks to more than"), "{error}");

    fs::write(folder.path().join("broken.zip"), b"PK\x03\x04 nothing").unwrap();
    assert!(layout::discover(&folder.path().join("broken.zip")).is_err());
}

#[test]
fn names_that_differ_in_case_are_two_tests() {
    check(
        &[
            "A.in", "A.out", "a.in", "a.out", "B1.IN", "b1.out", "C.in", "c.in", "c.ans", "in/x", "in/X",
            "out/x", "out/X",
        ],
        &["A.in=A.out", "B1.IN=b1.out", "a.in=a.out", "c.in=c.ans", "in/X=out/X", "in/x=out/x"],
        &["C.in"],
    );
    let config = "config.yaml:cases: [{input: p, output: q}, {input: P, output: Q}]\n";
    check(&[config, "p", "q", "P", "Q"], &["P=Q", "p=q"], &[]);
    check(
        &["invalid/x.in", "invalid/X.in", "invalid/x.err", "invalid/X.err"],
        &["invalid/X.in=invalid/X.err", "invalid/x.in=invalid/x.err"],
        &[],
    );
    // Only endings and words differ, in files and folders.
    check(&["1.in", "1.ans", "1.IN", "1.ANS"], &["1.IN=1.ANS", "1.in=1.ans"], &[]);
    check(&["1.in", "1.out", "1.IN", "1.ANS"], &["1.IN=1.ANS", "1.in=1.out"], &[]);
    check(&["I.1", "O.1", "i.1", "o.1"], &["I.1=O.1", "i.1=o.1"], &[]);
    check(&["IN/x", "OUT/x", "in/x", "out/x"], &["IN/x=OUT/x", "in/x=out/x"], &[]);
    let refusals = ["invalid/x.in", "invalid/x.IN", "invalid/x.err", "invalid/x.ERR"];
    check(&refusals, &["invalid/x.IN=invalid/x.ERR", "invalid/x.in=invalid/x.err"], &[]);
    // A name in a configuration is the name of one file.
    let config = "config.yaml:cases: [{input: p.In, output: q}]\n";
    let test_set = check(&[config, "p.in", "q"], &["p.in=q"], &[]);
    assert_eq!(test_set.incomplete(), None);
    let place = folder(&[config, "p.in", "p.IN", "q"]);
    let missing = layout::discover(place.path()).unwrap().incomplete().unwrap();
    assert_eq!(missing, "a file of the configured tests is missing: p.In");
}

#[test]
fn names_that_differ_in_bytes_are_two_tests() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    for name in [&b"\xfe"[..], b"\xff", b"\xff\xfe"] {
        for ending in [&b".in"[..], b".out"] {
            let name = [name, ending].concat();
            fs::write(folder.path().join(OsStr::from_bytes(&name)), &name).unwrap();
        }
    }
    let test_set = layout::discover(folder.path()).unwrap();
    let names: Vec<&str> = test_set.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["\\xfe", "\\xff", "\\xff\\xfe"]);
    for test in &test_set.tests {
        let Expected::Answer(answer) = &test.expected else { panic!("{test:?}") };
        assert_eq!(test.input.file().unwrap().file_stem(), answer.file().unwrap().file_stem());
    }
}

#[test]
fn archives_keep_which_files_are_programs() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for (name, mode) in [("run", 0o755), ("1.in", 0o644), ("1.out", 0o644), ("odd", 0o4711)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default().unix_permissions(mode)).unwrap();
    }
    zip.finish().unwrap();
    let test_set = layout::discover(&path).unwrap();
    let unpacked = test_set.unpacked().next().unwrap();
    let mode = |name: &str| unpacked.join(name).metadata().unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode("run"), mode("odd"), mode("1.in") & 0o111), (0o755, 0o755, 0));
}

/// Unreadable tests are not absent: tests that may be lost are an error with their number, unless the caller accepts that.
#[cfg(unix)]
#[test]
fn tests_that_cannot_be_read_are_lost_and_not_absent() {
    use std::os::unix::fs::symlink;
    for (link, lost) in
        [("secret/2.in", 1), ("b", 1), ("I.3", 1), ("name.in4", 1), ("notes.md", 0), ("sol.py", 0)]
    {
        let folder = folder(&["1.in", "1.out", "secret/3.in", "secret/3.ans"]);
        symlink("nothing", folder.path().join(link)).unwrap();
        let found = layout::discover(folder.path());
        assert_eq!(found.is_err(), lost > 0, "{link}");
        if let Err(error) = found {
            assert!(
                error.to_string().contains("at least a test may be lost") && error.to_string().contains(link),
                "{error}"
            );
        }
        let mut readable = layout::discover_readable(folder.path(), &Manifests::default()).unwrap();
        readable.check_lost(true).unwrap();
        assert_eq!(readable.tests.len(), 2, "{link}");
        assert!(readable.notes.iter().any(|note| note.contains(link)), "{:?}", readable.notes);
    }
}

/// Unreadable settings do not make a package one without any.
#[cfg(unix)]
#[test]
fn manifests_that_cannot_be_read_are_errors() {
    use std::os::unix::fs::symlink;
    for name in ["problem.yaml", "init.yml", "config.yaml", "problem.xml"] {
        let folder = folder(&["1.in", "1.out", "elsewhere/x"]);
        symlink("nothing", folder.path().join(name)).unwrap();
        let error = layout::discover(folder.path()).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("a link to nothing"), "{error}");
        fs::remove_file(folder.path().join(name)).unwrap();
        symlink("/dev/null", folder.path().join(name)).unwrap();
        let error = layout::discover(folder.path()).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("no regular file"), "{error}");
    }
}

/// Makes a file that is not regular.
#[cfg(unix)]
fn make_special(kind: &str, path: &Path) {
    use rustix::fs::{CWD, FileType, mknodat};
    match kind {
        "pipe" => mknodat(CWD, path, FileType::Fifo, 0o644.into(), 0).unwrap(),
        "socket" => drop(std::os::unix::net::UnixListener::bind(path).unwrap()),
        _ => std::os::unix::fs::symlink("/dev/null", path).unwrap(),
    }
}

/// A test is not left out silently if one of its files is a pipe, a socket or a device.
#[cfg(unix)]
#[test]
fn a_test_of_which_a_file_is_no_regular_one_is_an_error_by_its_name() {
    for (kind, file, partner) in [
        ("pipe", "plain/2.in", "plain/2.out"),
        ("pipe", "plain/2.out", "plain/2.in"),
        ("socket", "plain/2.out", "plain/2.in"),
        ("device", "plain/2.in", "plain/2.out"),
        ("pipe", "package/data/secret/2.in", "package/data/secret/2.ans"),
        ("socket", "package/data/secret/2.ans", "package/data/secret/2.in"),
    ] {
        let place = Place::new(&[
            "plain/1.in:1\n",
            "plain/1.out:1\n",
            "package/problem.yaml:name: x\n",
            "package/data/secret/1.in:1\n",
            "package/data/secret/1.ans:1\n",
        ]);
        place.write(partner, "1\n");
        make_special(kind, &place.path(file));
        let (folder, name) = file.split_once('/').unwrap();
        for args in [
            &["check", folder, "--", "cat"][..],
            &["check", folder, "--dry-run"],
            &["import", folder, "-o", "made"],
            &["export", folder, "--format", "dmoj", "-o", "made.zip"],
        ] {
            let text = place.run(5, args);
            // For an import, the device is a link out of the folder.
            let is_named = text.contains(&format!("{name}: not a regular file"));
            assert!(is_named || kind == "device" && text.contains(name), "{kind} {args:?}: {text}");
        }
        let text = place.run(0, &["check", folder, "--allow-missing", "--", "cat"]);
        assert!(text.contains(&format!("{name}: not a regular file")), "{kind}: {text}");
    }
}

/// A folder that the user named may have its files elsewhere; a package may not.
#[cfg(unix)]
#[test]
fn links_to_files_elsewhere_are_followed_in_plain_folders_alone() {
    use std::os::unix::fs::symlink;
    let store = folder(&["x", "y"]);
    let folder = folder(&["1.in", "1.out"]);
    symlink(store.path().join("x"), folder.path().join("2.in")).unwrap();
    symlink(store.path().join("y"), folder.path().join("2.out")).unwrap();
    assert_eq!(layout::discover(folder.path()).unwrap().tests.len(), 2);
    fs::write(folder.path().join("problem.yaml"), "name: x\n").unwrap();
    let error = layout::discover(folder.path()).unwrap_err().to_string();
    assert!(error.contains("leads out of the folder"), "{error}");
}

#[test]
fn sources_and_documents_make_no_test_by_name() {
    for [input, answer] in [
        ["Input.java", "Output.java"],
        ["input.py", "output.py"],
        ["input/x.py", "output/x.py"],
        ["in/x.hpp", "out/x.hpp"],
        ["docs/in.md", "docs/out.md"],
        ["in/1.png", "out/1.png"],
        ["in.pas", "out.pas"],
        ["input1.tex", "output1.tex"],
    ] {
        let test_set = check(&["1.in", "1.out", input, answer], &["1.in=1.out"], &[input, answer]);
        assert_eq!(test_set.inputs_without_answers().count(), 0, "{input}");
    }
    // A data set may have these files.
    check(&["in/1.json", "out/1.json"], &["in/1.json=out/1.json"], &[]);
}

#[test]
fn a_compiled_program_is_no_answer() {
    for head in [&b"\x7fELF\x02"[..], b"MZ\x90\0\x03", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"] {
        let folder = folder(&["1.in", "1.out", "a.in"]);
        fs::write(folder.path().join("a.out"), [head, &[0; 60]].concat()).unwrap();
        let test_set = layout::discover(folder.path()).unwrap();
        assert_eq!(shown(&test_set, folder.path()), ["1.in=1.out"]);
        assert!(test_set.notes.iter().any(|note| note.contains("a.out")), "{:?}", test_set.notes);
    }
    check(&["a.in", "a.out:MZ\n"], &["a.in=a.out"], &[]);
}

/// Returns an archive of these entries, in tar.
fn tar(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, content.as_bytes()).unwrap();
    }
    archive.into_inner().unwrap()
}

/// Returns the message about an archive with these bytes.
fn refused(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    layout::discover(&folder.path().join(name)).unwrap_err().to_string()
}

/// An entry that cannot be made is a test that may be lost.
#[test]
fn entries_that_cannot_be_made_refuse_the_archive() {
    let long = format!("{}.in", "a".repeat(253));
    for entries in [[("1.in", "1"), (long.as_str(), "2")], [("g", "1"), ("g/2.in", "2")]] {
        let error = refused("a.tar", &tar(&entries));
        assert!(error.contains(entries[1].0), "{error}");
    }
}

#[test]
fn checksums_of_compressed_archives_are_compared() {
    let mut zipped = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    zipped.write_all(&tar(&[("1.in", "1"), ("1.out", "16")])).unwrap();
    let whole = zipped.finish().unwrap();
    let at = whole.windows(2).position(|two| two == b"16").unwrap();
    let mut damaged = whole.clone();
    damaged[at + 1] = b'7';
    let folder = folder(&[]);
    fs::write(folder.path().join("a.tar.gz"), &whole).unwrap();
    assert_eq!(layout::discover(&folder.path().join("a.tar.gz")).unwrap().tests.len(), 1);
    refused("a.tar.gz", &damaged);
    let whole = compressed("a.tar.zst", &tar(&[("1.in", "1"), ("1.out", "16")]));
    let mut damaged = whole.clone();
    assert_ne!(whole[4] & 4, 0, "the frame has a checksum");
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("a.tar.zst"), &whole).unwrap();
    assert_eq!(layout::discover(&folder.path().join("a.tar.zst")).unwrap().tests.len(), 1);
    assert!(refused("a.tar.zst", &damaged).contains("checksum"));
}

/// Members of a gzip file are one stream, and zeros behind them are padding, as of a tape; anything else there is damage.
#[test]
fn padding_behind_a_gzip_file_is_none_of_its_content() {
    let whole = tar(&[("1.in", "1"), ("1.out", "16")]);
    let (first, second) = whole.split_at(700);
    let members = [compressed("a.gz", first), compressed("a.gz", second)].concat();
    let folder = folder(&[]);
    let path = folder.path().join("a.tar.gz");
    for padding in [0, 1, 512, 20_000] {
        fs::write(&path, [members.clone(), vec![0; padding]].concat()).unwrap();
        assert_eq!(layout::discover(&path).unwrap().tests.len(), 1, "{padding}");
    }
    refused("a.tar.gz", &[members, b"\0\0more".to_vec()].concat());
}

/// The end of a zip states the number of entries; further ones would be lost.
#[test]
fn a_zip_that_counts_too_few_entries_is_refused() {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["1.in", "1.out", "2.in", "2.out"] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(b"1").unwrap();
    }
    let mut bytes = archive.finish().unwrap().into_inner();
    let end = bytes.len() - 22;
    assert!(bytes[end..].starts_with(b"PK\x05\x06"));
    (bytes[end + 8], bytes[end + 10]) = (2, 2);
    assert!(refused("a.zip", &bytes).contains("more entries"));
}

#[test]
fn archives_that_are_not_read_say_what_they_are() {
    for (name, format) in [("a.tar.xz", "xz"), ("a.7z", "7-Zip"), ("a.rar", "RAR"), ("a.tar.bz2", "bzip2")] {
        assert!(refused(name, b"x").contains(format), "{name}");
    }
}
