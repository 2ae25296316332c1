//! Layouts of test data: every family, folders that mix them, and what is broken in them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use nim_judge::expected::Expectation;
use nim_judge::jury;
use nim_judge::language::Languages;
use nim_judge::layout::{self, Expected, Reserved, Suite, Validation};
use nim_judge::submissions::{Submission, Submissions};
use nim_sandbox::limits::{LimitOverrides, MIB};

use std::time::Duration;
use tempfile::TempDir;

use crate::sources::has;

/// A folder with these files; what follows a name's `:` is the content, else it is the name.
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
fn shown(suite: &Suite, root: &Path) -> Vec<String> {
    let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    suite
        .tests
        .iter()
        .map(|test| {
            let (Expected::Answer(partner) | Expected::Refusal(partner)) = &test.expected;
            format!("{}={}", relative(&test.input), relative(partner))
        })
        .collect()
}

/// The pairs found in a folder with these files, and the files without a partner.
#[track_caller]
fn check(files: &[&str], pairs: &[&str], unmatched: &[&str]) -> Suite {
    let folder = folder(files);
    let suite = layout::discover(folder.path()).unwrap();
    assert_eq!(shown(&suite, folder.path()), pairs);
    let mut alone: Vec<&str> = suite.unmatched.iter().map(|unmatched| unmatched.file.as_str()).collect();
    alone.sort_unstable();
    assert_eq!(alone, unmatched, "{:?}", suite.unmatched);
    suite
}

/// Every row of the page about layouts, on disk: the input, its answer, and nothing else.
#[test]
fn layouts_are_those_of_the_page() {
    let page = include_str!("../../docs/layouts.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.ends_with("` |"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert!(!rows.is_empty());
    for row in rows {
        let (family, input, answer) = (row[1], row[2], row[3]);
        let pair = format!("{input}={answer}");
        let suite = check(&[input, answer], &[&pair], &[]);
        let found = suite.tests[0].family.to_string();
        assert!(found == family || found.starts_with(&format!("{family} (")), "{input}: {found}");
        let folder = tempfile::tempdir().unwrap();
        for ending in ["zip", "tar", "tgz", "tar.gz", "tar.zst"] {
            let path = folder.path().join(format!("nim.{ending}"));
            packed(&path, &[(input, b"x"), (answer, b"x")]);
            let suite = layout::discover(&path).unwrap();
            assert_eq!(shown(&suite, suite.unpacked().next().unwrap()), [pair.as_str()], "{ending}");
            assert_eq!(suite.tests[0].family.to_string(), found);
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
    let suite = layout::discover(&path).unwrap();
    assert_eq!(suite.tests[0].name, long);
    let mode = |name: &str| {
        suite.unpacked().next().unwrap().join(name).metadata().unwrap().permissions().mode() & 0o777
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
    entry(EntryType::Fifo, "f.in", "", b"");
    entry(EntryType::Regular, "../up.in", "", b"x");
    entry(EntryType::Regular, "/top.in", "", b"x");
    entry(EntryType::Regular, "1.in", "", b"1");
    entry(EntryType::Regular, "1.out", "", b"1");
    let tar = builder.into_inner().unwrap();
    for ending in ["tar", "tar.gz", "tar.zst"] {
        let path = folder.path().join(format!("hostile.{ending}"));
        fs::write(&path, compressed(ending, &tar)).unwrap();
        let suite = layout::discover(&path).unwrap();
        assert_eq!(suite.tests.len(), 1);
        assert_eq!(fs::read(&suite.tests[0].input).unwrap(), b"1");
        let mut alone: Vec<&str> = suite.unmatched.iter().map(|unmatched| unmatched.file.as_str()).collect();
        alone.sort_unstable();
        assert_eq!(alone, ["../up.in", "/top.in", "f.in", "h.txt", "s.txt", "s/passwd.in"]);
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

/// A tar archive of test 1, and links with their targets; those that begin with `=` are hard links.
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
    let suite = layout::discover(&path).unwrap();
    let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    let expected = ["data/1", "data/2", "data/3", "data/4/a", "more/1", "more/2", "more/3", "more/4/a"];
    assert_eq!(names, expected);
    for test in &suite.tests {
        assert_eq!(fs::read(&test.input).unwrap(), b"1", "{}", test.name);
        assert_eq!(fs::read(test.expected.file()).unwrap(), b"one", "{}", test.name);
    }
    assert_eq!(suite.unmatched.len(), 1, "{:?}", suite.unmatched);
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
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.path().join("links.zip")).unwrap());
    for (name, content) in [("1.in", "1"), ("1.out", "one")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        Write::write_all(&mut zip, content.as_bytes()).unwrap();
    }
    for (name, target) in [("2.in", "1.in"), ("2.out", "1.out")] {
        zip.add_symlink(name, target, zip::write::SimpleFileOptions::default()).unwrap();
    }
    zip.finish().unwrap();
    let suite = layout::discover(&folder.path().join("links.zip")).unwrap();
    assert_eq!(suite.tests.len(), 2);
    assert_eq!(fs::read(suite.tests[1].expected.file()).unwrap(), b"one");
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
    let suite = layout::discover(&file("outer.zip")).unwrap();
    assert_eq!(suite.tests[0].name, "data/john/1");
    assert_eq!(suite.unmatched.len(), 1, "{:?}", suite.unmatched);
    archive(&file("both.zip"), &[("john.tar.gz", &inner), ("2.in", b"x"), ("2.out", b"x")]);
    let suite = layout::discover(&file("both.zip")).unwrap();
    assert_eq!((suite.tests.len(), suite.tests[0].name.as_str()), (1, "2"));
    assert!(suite.unmatched[0].reason.contains("beside tests"), "{:?}", suite.unmatched);
    // Deeper and deeper: unpacked to a depth.
    for depth in 0..4 {
        let content = fs::read(file("outer.zip")).unwrap();
        archive(&file("next.zip"), &[("outer.zip", &content)]);
        fs::rename(file("next.zip"), file("outer.zip")).unwrap();
        let suite = layout::discover(&file("outer.zip")).unwrap();
        assert_eq!(suite.tests.len(), usize::from(depth == 0), "{depth}");
    }
}

#[test]
fn what_several_rules_fit_goes_to_the_surer_one_and_is_told() {
    let suite = check(
        &["1.in", "1.out", "1.ok", "2.txt", "2.out", "2_out.txt", "3.in", "3.dat", "3.ans"],
        &["1.in=1.out", "2.txt=2.out", "3.in=3.ans"],
        &["1.ok", "2_out.txt", "3.dat"],
    );
    let told = suite.unmatched.iter().find(|unmatched| unmatched.file == "1.ok").unwrap();
    assert_eq!(told.reason, "its input has another answer already");
    check(
        &["1/in.txt", "1/out.txt", "10/in.txt", "10/out.txt", "2/in.txt", "2/out.txt"],
        &["1/in.txt=1/out.txt", "2/in.txt=2/out.txt", "10/in.txt=10/out.txt"],
        &[],
    );
    let config = "data.yml:inputFile: 'nim#.inp'\noutputFile: 'nim#.key'\nsubtasks:\n- {score: 100, type: sum, cases: [1, b]}\n";
    check(
        &[config, "nim1.inp", "nim1.key", "nimb.inp", "nimb.key"],
        &["nim1.inp=nim1.key", "nimb.inp=nimb.key"],
        &[],
    );
}

fn groups(suite: &Suite) -> Vec<&str> {
    suite.tests.iter().map(|test| test.group.as_deref().unwrap_or("")).collect()
}

#[test]
fn icpc_goes_by_the_bytes_of_the_whole_path() {
    let suite = check(
        &[
            "problem.yaml:name: x\nlimits:\n  time_limit: 3.5\n  memory: 128\n  output: 8\n",
            "data/sample/1.in",
            "data/sample/1.ans",
            "data/secret/10.in",
            "data/secret/10.ans",
            "data/secret/2.in",
            "data/secret/2.ans",
            "data/secret/a/1.in",
            "data/secret/a/1.ans",
            "data/secret/3.in",
            "data/invalid_input/1.in",
            "data/invalid_output/1.in",
            "data/valid_output/1.in",
            "submissions/accepted/a.cc",
            "statement/problem.en.md",
        ],
        &[
            "data/sample/1.in=data/sample/1.ans",
            "data/secret/10.in=data/secret/10.ans",
            "data/secret/2.in=data/secret/2.ans",
            "data/secret/a/1.in=data/secret/a/1.ans",
        ],
        &["data/secret/3.in"],
    );
    assert_eq!(groups(&suite), ["data/sample", "data/secret", "data/secret", "data/secret/a"]);
    let limits = LimitOverrides {
        cpu: Some(Duration::from_millis(3500)),
        memory: Some(128 * MIB),
        output: Some(8 * MIB),
        ..LimitOverrides::default()
    };
    assert!(suite.tests.iter().all(|test| test.limits == limits));
    assert!(suite.tests.iter().all(|test| test.validation.is_some()));
    for skipped in ["invalid_input", "invalid_output", "valid_output"] {
        assert!(suite.notes.iter().any(|note| note.contains(skipped)), "{:?}", suite.notes);
    }
}

#[test]
fn a_part_of_a_package_goes_by_its_rules() {
    let files = ["problem.yaml:name: x\nlimits: {time_limit: 3}\n", "data/secret/1.in", "data/secret/1.ans"];
    let package = folder(&files);
    for part in ["data", "data/secret"] {
        let suite = layout::discover(&package.path().join(part)).unwrap();
        assert_eq!(suite.tests.len(), 1);
        assert_eq!(suite.tests[0].limits.cpu, Some(Duration::from_secs(3)));
        assert!(suite.tests[0].validation.is_some());
    }
}

#[test]
fn validators_and_their_options_are_found() {
    let suite = check(
        &[
            "problem.yaml:validation: custom\nvalidator_flags: a b\n",
            "output_validators/check/run",
            "data/secret/1.in",
            "data/secret/1.ans",
            "data/secret/sub/testdata.yaml:output_validator_flags: c\n",
            "data/secret/sub/1.in",
            "data/secret/sub/1.ans",
        ],
        &["data/secret/1.in=data/secret/1.ans", "data/secret/sub/1.in=data/secret/sub/1.ans"],
        &[],
    );
    let programs: Vec<_> = suite.tests.iter().map(|test| test.validation.clone().unwrap()).collect();
    for (program, option) in programs.iter().zip([vec!["a", "b"], vec!["c"]]) {
        let Validation::Program { place, args, .. } = program else { panic!("{program:?}") };
        assert!(place.ends_with("output_validators"));
        assert_eq!(*args, option);
    }
}

#[test]
fn plain_folders_have_four_endings() {
    check(
        &["a10.in", "a10.out", "a2.in", "a2.ans", "b.in", "b.diff", "c.in", "c.a", "d.in", "e.out"],
        &["a2.in=a2.ans", "a10.in=a10.out", "b.in=b.diff", "c.in=c.a"],
        &["d.in", "e.out"],
    );
}

#[test]
fn polygon_has_no_ending_for_inputs() {
    check(
        &["tests/01", "tests/01.a", "tests/02", "tests/02.a", "tests/03"],
        &["tests/01=tests/01.a", "tests/02=tests/02.a"],
        &["tests/03"],
    );
}

/// Polygon's packages have inputs and answers that are no tests, and `problem.xml` says which ones are.
#[test]
fn polygon_names_the_folder_of_its_tests() {
    let xml = "problem.xml:<problem><judging><testset name='tests'><test-count>2</test-count>\
        <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
        </testset></judging></problem>";
    let files = [
        xml,
        "tests/01",
        "tests/01.a",
        "tests/02",
        "tests/02.a",
        "tests/03",
        "tests/03.a",
        "statement-sections/english/example.01",
        "statement-sections/english/example.01.a",
        "statements/english/example.01",
        "statements/english/example.01.a",
        "files/tests/checker-tests/01",
        "files/tests/checker-tests/01.a",
        "files/tests/validator-tests/01",
        "files/check.cpp",
        "solutions/main.cpp",
    ];
    check(&files, &["tests/01=tests/01.a", "tests/02=tests/02.a"], &["tests/03", "tests/03.a"]);
    // The same below another folder, beside a package without such a file.
    let below: Vec<String> =
        files.iter().map(|file| format!("p/{file}")).chain(["q/x.in".into(), "q/x.out".into()]).collect();
    let below: Vec<&str> = below.iter().map(String::as_str).collect();
    check(
        &below,
        &["p/tests/01=p/tests/01.a", "p/tests/02=p/tests/02.a", "q/x.in=q/x.out"],
        &["p/tests/03", "p/tests/03.a"],
    );
}

/// A package whose answers were not made has inputs, which a program may answer.
#[test]
fn polygon_names_inputs_without_answers() {
    let xml = "problem.xml:<problem><judging><testset name='tests'><test-count>1</test-count>\
        <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
        </testset></judging></problem>";
    let files = [xml, "tests/01", "statements/english/example.01", "statements/english/example.01.a"];
    let suite = check(&files, &[], &["tests/01"]);
    assert_eq!(suite.orphans().count(), 1);
}

#[test]
fn unit_tests_of_rbx_are_no_tests() {
    let files = [
        "problem.rbx.yml:name: x\ntestcases: [{name: main, generators: [{name: gen}]}]\ngenerators: [{name: gen, path: gen.py}]",
        "gen.py",
        "unit/checker/wa.in",
        "unit/checker/wa.out",
        "unit/validator/invalid.in",
        "tests/samples/001.in",
        "build/tests/main/000.in",
        "build/tests/main/000.out",
    ];
    let made = "build/tests/main/000.in=build/tests/main/000.out";
    let suite = check(&files, &[made], &[]);
    assert!(
        suite
            .notes
            .contains(&"unit: skipped, 3 files that test checkers and validators, not programs".to_owned())
    );
    // What the tool has made is not made again.
    assert!(suite.tests[0].refused.is_empty() && suite.recipes.is_empty());
}

#[test]
fn atcoder_library_checker_and_cms_have_two_folders() {
    check(
        &["in/a.txt", "out/a.txt", "in/b", "out/b", "out/c"],
        &["in/a.txt=out/a.txt", "in/b=out/b"],
        &["out/c"],
    );
    check(&["in/s_00.in", "out/s_00.out", "in/s_01.in"], &["in/s_00.in=out/s_00.out"], &["in/s_01.in"]);
    check(
        &[
            "input/input0.txt",
            "output/output0.txt",
            "input/input10.txt",
            "output/output10.txt",
            "input/input9.txt",
            "output/output9.txt",
        ],
        &[
            "input/input0.txt=output/output0.txt",
            "input/input9.txt=output/output9.txt",
            "input/input10.txt=output/output10.txt",
        ],
        &[],
    );
}

#[test]
fn old_oi_numbers_its_endings() {
    check(&["nim1.in", "nim1.ou", "nim2.in", "nim2.out"], &["nim1.in=nim1.ou", "nim2.in=nim2.out"], &[]);
    check(
        &["nim.in1", "nim.ou1", "nim.in2", "nim.out2", "nim.in3"],
        &["nim.in1=nim.ou1", "nim.in2=nim.out2"],
        &["nim.in3"],
    );
    check(&["input1.txt", "output1.txt"], &["input1.txt=output1.txt"], &[]);
}

#[test]
fn hydro_knows_subtasks_by_name_and_by_configuration() {
    let suite = check(
        &[
            "data1-2.in",
            "data1-2.out",
            "data2-1.IN",
            "data2-1.OUT",
            "x3.in.txt",
            "x3.ans.txt",
            "input4.in",
            "output4.out",
            "5.txt",
            "5.out",
        ],
        &[
            "5.txt=5.out",
            "data1-2.in=data1-2.out",
            "data2-1.IN=data2-1.OUT",
            "input4.in=output4.out",
            "x3.in.txt=x3.ans.txt",
        ],
        &[],
    );
    assert_eq!(groups(&suite), ["", "1", "2", "", ""]);
    let config = "config.yaml:time: 1500ms\nmemory: 64m\nsubtasks:\n  - id: 7\n    cases: [{input: p.txt, output: q.txt}]\n  - time: 3s\n    cases: [{input: r, output: s}, {input: none, output: s}]\n";
    let suite = check(&[config, "p.txt", "q.txt", "r", "s"], &["p.txt=q.txt", "r=s"], &[]);
    assert_eq!(groups(&suite), ["7", "2"]);
    let times: Vec<_> = suite.tests.iter().map(|test| test.limits.cpu.unwrap().as_millis()).collect();
    assert_eq!(times, [1500, 3000]);
    assert_eq!(suite.incomplete().unwrap(), "a file of the configured tests is missing: none");
}

#[test]
fn dmoj_names_its_pairs_or_numbers_them() {
    let init = "init.yml:test_cases:\n- {in: p.1, out: q.1, points: 5}\n- batched:\n  - {in: p.2, out: q.2}\n  - {in: p.3, out: q.3}\n";
    let files = [init, "p.1:1\n", "q.1:1\n", "p.2:2\n", "q.2:2\n", "p.3:3\n", "q.3:3\n"];
    let suite = check(&files, &["p.1=q.1", "p.2=q.2", "p.3=q.3"], &[]);
    assert_eq!(groups(&suite), ["", "1", "1"]);
    check(
        &["nim.in.1", "nim.out.1", "1in.txt", "1out.txt", "in3", "out3"],
        &["1in.txt=1out.txt", "in3=out3", "nim.in.1=nim.out.1"],
        &[],
    );
}

#[test]
fn where_a_configuration_names_its_tests_there_are_no_others() {
    let archived = folder(&["init.yml:archive: data.zip\ntest_cases: [{in: 1.in, out: 1.out}]\n"]);
    archive(
        &archived.path().join("data.zip"),
        &["1.in", "1.out", "2.in", "2.out"].map(|name| (name, &b"1\n"[..])),
    );
    let suite = layout::discover(archived.path()).unwrap();
    let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    let others: Vec<String> =
        suite.unmatched.iter().map(|other| format!("{}: {}", other.file, other.reason)).collect();
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
fn library_checker_has_its_limit_its_checker_and_its_tests() {
    let info = "info.toml:title = 'X'\ntimelimit = 5.0\n[[tests]]\n    name = \"example.in\"\n    number = 1\n[[tests]]\n    name = \"random.cpp\"\n    number = 1\n";
    let files = [
        info,
        "checker.cpp",
        "sol/correct.cpp",
        "in/example_00.in",
        "out/example_00.out",
        "in/random_00.in",
        "out/random_00.out",
    ];
    let pairs = ["in/example_00.in=out/example_00.out", "in/random_00.in=out/random_00.out"];
    let suite = check(&files, &pairs, &[]);
    assert_eq!(suite.tests[0].limits.cpu, Some(Duration::from_secs(5)));
    assert!(matches!(&suite.tests[0].validation, Some(Validation::Program { .. })));
    let place = folder(&files[..5]);
    let missing = layout::discover(place.path()).unwrap().incomplete().unwrap();
    assert!(missing.contains("in/random_00.in") && missing.contains("generate.py"), "{missing}");
    let bad =
        "info.toml:[[tests]]\nname = 'a.in'\nnumber = 1\n[params]\nA = [1]\n'B\\n#error' = 1\nC = 'x\"'\n";
    let suite = check(&[bad, "in/a_00.in", "out/a_00.out"], &["in/a_00.in=out/a_00.out"], &[]);
    assert_eq!(suite.reasons.len(), 3, "{:?}", suite.reasons);
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
    let checker = || jury::source(&problem.join("checker.cpp"), &languages, None).unwrap().unwrap();
    let params = "#define F 0.5\n#define N (long long)1000\n#define S \"abc\"\n".to_owned();
    assert_eq!(names(&checker().beside), ["base.hpp", "random.h", "testlib.h"]);
    assert_eq!(checker().made, [("params.h".to_owned(), params)]);
    let before = checker().fingerprint().unwrap();
    let changed = fs::read_to_string(problem.join("info.toml")).unwrap().replace("1_000", "2_000");
    fs::write(problem.join("info.toml"), changed).unwrap();
    assert_ne!(checker().fingerprint().unwrap(), before);

    let Submissions { found, notes } = Submissions::of(&problem, &languages).unwrap();
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
    for (note, why) in notes.iter().zip(["XX", "odd", "not there"]) {
        assert!(note.contains("left out") && note.contains(why), "{note}");
    }
    assert_eq!(notes.len(), 3, "{notes:?}");
    // A header that is stored is taken as it is; testlib that is nowhere is asked for.
    fs::write(problem.join("params.h"), "#define N 1\n").unwrap();
    assert!(checker().made.is_empty());
    fs::remove_file(place.path().join("common/testlib.h")).unwrap();
    assert!(jury::source(&problem.join("checker.cpp"), &languages, None).is_err());
}

#[test]
fn luogu_keys_its_configuration_by_input() {
    let config =
        "config.yml:a1.in:\n  timeLimit: 700\n  memoryLimit: 2048\n  subtaskId: 3\na2.in: {timeLimit: 900}\n";
    let suite =
        check(&[config, "a1.in", "a1.out", "a2.in", "a2.out"], &["a1.in=a1.out", "a2.in=a2.out"], &[]);
    assert_eq!(suite.tests[0].limits.cpu, Some(Duration::from_millis(700)));
    assert_eq!(suite.tests[0].limits.memory, Some(2 * MIB));
    assert_eq!(suite.tests[0].group.as_deref(), Some("3"));
}

#[test]
fn uoj_counts_its_files() {
    let conf = "problem.conf:n_tests 2\nn_ex_tests 1\nn_sample_tests 1\ninput_pre nim\ninput_suf in\noutput_pre nim\noutput_suf out\ntime_limit 2\nmemory_limit 64\nn_subtasks 2\nsubtask_end_1 1\nsubtask_end_2 2\n";
    let files = [conf, "nim1.in", "nim1.out", "nim2.in", "nim2.out", "ex_nim1.in", "ex_nim1.out", "nim3.in"];
    let suite =
        check(&files, &["ex_nim1.in=ex_nim1.out", "nim1.in=nim1.out", "nim2.in=nim2.out"], &["nim3.in"]);
    assert_eq!(groups(&suite), ["extra tests", "1", "2"]);
    assert_eq!(suite.tests[1].limits.memory, Some(64 * MIB));
}

#[test]
fn our_own_folders_have_refusals() {
    let suite = check(
        &[
            "beyond/w.in",
            "beyond/w.ans",
            "sample/1.in",
            "sample/1.ans",
            "invalid/x.in",
            "invalid/x.err",
            "invalid/y.in",
            "tolerated/z.in",
            "tolerated/z.ans",
        ],
        &[
            "sample/1.in=sample/1.ans",
            "beyond/w.in=beyond/w.ans",
            "invalid/x.in=invalid/x.err",
            "tolerated/z.in=tolerated/z.ans",
        ],
        &["invalid/y.in"],
    );
    let reserved: Vec<_> = suite.tests.iter().map(|test| test.reserved).collect();
    assert_eq!(reserved, [None, Some(Reserved::Beyond), Some(Reserved::Invalid), Some(Reserved::Tolerated)]);
}

#[test]
fn mixed_and_broken_folders_are_explained() {
    let suite = check(
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
    assert_eq!(suite.notes.len(), 2, "{:?}", suite.notes);
    let reason = |file: &str| {
        let unmatched = suite.unmatched.iter().find(|unmatched| unmatched.file == file).unwrap();
        unmatched.reason.clone()
    };
    assert_eq!(reason("1.ans"), "its input has another answer already");
    assert_eq!(reason("README.md"), "not recognised as test data");
}

#[test]
fn links_and_pipes_do_not_lead_astray() {
    let folder = folder(&["a.in", "a.out"]);
    let link =
        |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    link(".", "loop");
    link("/etc", "etc");
    link("missing", "dangling.in");
    link("a.out", "b.out");
    link("a.in", "b.in");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.path().join("pipe.in"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o644),
        0,
    )
    .unwrap();
    let suite = layout::discover(folder.path()).unwrap();
    assert_eq!(shown(&suite, folder.path()), ["a.in=a.out", "b.in=b.out"]);
    assert_eq!(suite.notes.len(), 4, "{:?}", suite.notes);
    link("/etc/passwd", "c.in");
    let error = layout::discover(folder.path()).unwrap_err().to_string();
    assert!(error.contains("c.in: a link that leads out of the folder"), "{error}");
}

#[test]
fn names_are_unique() {
    let folder = folder(&["a.in", "a.out", "a.txt", "a.ans.txt"]);
    let suite = layout::discover(folder.path()).unwrap();
    let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["a.in", "a.txt"]);
}

#[test]
fn a_single_input_is_a_test() {
    let folder = folder(&["a.in", "a.out", "b.in", "b.out"]);
    let suite = layout::discover(&folder.path().join("b.in")).unwrap();
    assert_eq!(shown(&suite, folder.path()), ["b.in=b.out"]);
}

/// A zip archive with these entries.
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
    let suite = layout::discover(&path).unwrap();
    assert_eq!((suite.tests.len(), suite.tests[0].name.as_str()), (1, "in/1"));
    assert_eq!(suite.unmatched[0].file, "in/2");
    let unpacked = suite.unpacked().next().unwrap().to_path_buf();
    assert!(unpacked.exists());
    drop(suite);
    assert!(!unpacked.exists(), "removed with the suite");
}

#[test]
fn entries_that_stand_in_each_others_way_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.zip");
    archive(&path, &[("a", b"1"), ("a/1.in", b"1"), ("1.in", b"1"), ("1.out", b"1"), ("1.in/", b"")]);
    let suite = layout::discover(&path).unwrap();
    assert_eq!(suite.tests.len(), 1);
    let unmatched: Vec<&str> = suite.unmatched.iter().map(|unmatched| unmatched.file.as_str()).collect();
    assert!(unmatched.contains(&"a/1.in"), "{unmatched:?}");
}

#[test]
fn an_archive_that_the_configuration_names_lies_beside_it() {
    let folder = folder(&["init.yml:archive: data.zip\ntest_cases:\n- {in: a, out: b}\n"]);
    archive(&folder.path().join("data.zip"), &[("a", b"1"), ("b", b"1")]);
    let suite = layout::discover(folder.path()).unwrap();
    assert_eq!(suite.tests.len(), 1);
    assert!(suite.unmatched.is_empty(), "{:?}", suite.unmatched);
}

#[test]
fn a_file_may_be_in_several_tests_of_a_configuration() {
    let names = |suite: &Suite| suite.tests.iter().map(|test| test.name.clone()).collect::<Vec<_>>();
    let config = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{cases: [1]}, {cases: [1, 2]}, {cases: [2, 1]}]\n";
    let pairs = ["1.in=1.out", "1.in=1.out", "1.in=1.out", "2.in=2.out", "2.in=2.out"];
    let suite = check(&[config, "1.in", "1.out", "2.in", "2.out"], &pairs, &[]);
    assert_eq!(names(&suite), ["1", "1#2", "1#3", "2", "2#2"]);
    assert_eq!(groups(&suite), ["1", "2", "3", "2", "3"]);
    // A name that a file has already is passed over.
    let config = config.replace("{cases: [1]}", "{cases: ['1#2', 1]}");
    let suite = check(
        &[&config, "1.in", "1.out", "2.in", "2.out", "1#2.in", "1#2.out"],
        &["1#2.in=1#2.out", "1.in=1.out", "1.in=1.out", "1.in=1.out", "2.in=2.out", "2.in=2.out"],
        &[],
    );
    assert_eq!(names(&suite), ["1#2", "1", "1#3", "1#4", "2", "2#2"]);
    // A file may be its own answer, and that of others.
    let init = "init.yml:test_cases: [{in: a, out: a}, {in: b, out: a}, {in: a, out: b}]\n";
    let suite = check(&[init, "a:a\n", "b:b\n"], &["a=a", "a=b", "b=a"], &[]);
    assert_eq!(names(&suite), ["a", "a#2", "b"]);
    // The same tests in the configurations of two judges are there once.
    let other = "problem.conf:n_tests 2\ninput_pre \ninput_suf in\noutput_pre \noutput_suf out\n";
    let config = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{cases: [1, 2]}]\n";
    check(&[config, other, "1.in", "1.out", "2.in", "2.out"], &["1.in=1.out", "2.in=2.out"], &[]);
}

#[test]
fn the_files_that_a_configuration_names_must_be_there() {
    let incomplete = |files: &[&str]| layout::discover(folder(files).path()).unwrap().incomplete();
    let init = "t/init.yml:test_cases: [{in: 1, out: a}, {in: 2, out: a}, {in: 3, out: b}, {in: 4, out: 1}, {out: a}]\n";
    assert_eq!(
        incomplete(&[init, "t/1"]).unwrap(),
        "4 files of the configured tests are missing: t/a, t/2, t/3, …"
    );
    let archive = "init.yml:archive: data.zip\ntest_cases: [{in: 1, out: 2}]\n";
    assert_eq!(
        incomplete(&[archive, "1", "2"]).unwrap(),
        "a file of the configured tests is missing: data.zip"
    );
    let luogu = "config.yml:1.in: {score: 30}\n2.in: {score: 30}\n10.in: {score: 40}\n";
    assert_eq!(
        incomplete(&[luogu, "1.in", "1.out", "10.in"]).unwrap(),
        "2 files of the configured tests are missing: 2.in, the answer to 10.in"
    );
    assert_eq!(incomplete(&[luogu, "1.in", "1.out", "2.in", "2.out", "10.in", "10.out"]), None);
    // One test needs no others.
    let place = folder(&[luogu, "1.in", "1.out"]);
    assert_eq!(layout::discover(&place.path().join("1.in")).unwrap().incomplete(), None);
    // The tests of an ICPC package are those in its folders.
    let icpc = ["problem.yaml:name: x\n", "data/secret/1.in", "data/secret/1.ans"];
    let data = "data.yml:inputFile: '#.in'\noutputFile: '#.out'\nsubtasks: [{cases: [1]}]\n";
    assert_eq!(incomplete(&[icpc[0], icpc[1], icpc[2], data]), None);
}

#[test]
fn archives_stay_in_their_folder_and_do_not_explode() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    archive(&path, &[("../../escaped.in", b"x"), ("/absolute.in", b"x"), ("1.in", b"x"), ("1.out", b"x")]);
    let suite = layout::discover(&path).unwrap();
    assert!(suite.tests.iter().any(|test| test.name == "1"));
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
fn what_packages_keep_beside_their_data_is_known() {
    let beside = [
        "1.desc",
        "1.hint",
        "1.in.download",
        "1.in.statement",
        "1.ans.statement",
        "1.interaction",
        "1.png",
        "1.yaml:hint: x\n",
        "1.files/a.in",
        "1.files/a.ans",
        "1.files/deep/b",
    ];
    let mut files = vec!["1.in".to_owned(), "1.ans".to_owned(), "2.hint".to_owned()];
    files.extend(beside.map(str::to_owned));
    check(&files.iter().map(String::as_str).collect::<Vec<_>>(), &["1.in=1.ans"], &["2.hint"]);
    let mut package: Vec<String> = files.iter().map(|file| format!("data/sample/{file}")).collect();
    package.push("problem.yaml:name: x\n".to_owned());
    package.push("data/sample/3.interaction".to_owned());
    let suite = check(
        &package.iter().map(String::as_str).collect::<Vec<_>>(),
        &["data/sample/1.in=data/sample/1.ans"],
        &[],
    );
    assert_eq!(suite.notes, [""; 0]);
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
    // A configuration's name is that of one file.
    let config = "config.yaml:cases: [{input: p.In, output: q}]\n";
    let suite = check(&[config, "p.in", "q"], &["p.in=q"], &[]);
    assert_eq!(suite.incomplete(), None);
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
    let suite = layout::discover(folder.path()).unwrap();
    let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["\\xfe", "\\xff", "\\xff\\xfe"]);
    for test in &suite.tests {
        let Expected::Answer(answer) = &test.expected else { panic!("{test:?}") };
        assert_eq!(test.input.file_stem(), answer.file_stem());
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
    let suite = layout::discover(&path).unwrap();
    let unpacked = suite.unpacked().next().unwrap();
    let mode = |name: &str| unpacked.join(name).metadata().unwrap().permissions().mode() & 0o7777;
    assert_eq!((mode("run"), mode("odd"), mode("1.in") & 0o111), (0o755, 0o755, 0));
}
