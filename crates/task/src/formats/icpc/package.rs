//! The ICPC problem package format, 2025-09; and the folder that `import` makes: such a package with the keys `grammar` and `answers` in
//! its `problem.yaml`.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::io;
use std::path::Path;

use itertools::Itertools as _;
use nim_yaml::Mapping;
use serde_json::{Map, Value, json};

use super::super::{PackageFormat, PackageReader};
use crate::formats::manifest::Version;
use crate::layout::test::Test;
use crate::package::names::valid_name;
use crate::package::pairs::tops;
use crate::package::problem_yaml::{DESCRIPTION, KEYS, titles};
use crate::package::scoring::{NamedSubtask, Scoring, Unscored};
use crate::package::statement::note_images;
use crate::package::{ANSWER_VALIDATOR, Files, ICPC, INPUT_VALIDATOR, Notes, Package, SECRET, Statement};
use nim_ground::content::Content;
use nim_ground::folder::unique;

/// The options of the default output validator, for all tests.
const TEST_GROUP: &str = "data/test_group.yaml";
const VERSION: &str = "2025-09";
/// The manifest.
const PROBLEM: &str = "problem.yaml";

/// Folders and files that the format knows.
const KNOWN: &[&str] = &[
    "answer_validators/",
    "attachments/",
    "data/",
    "domjudge-problem.ini",
    "generators/",
    "include/",
    "input_validators/",
    "output_validator/",
    "problem.pdf",
    "solution/",
    "statement/",
    "static_validator/",
    "submissions/",
];

/// The version of 2025-09.
pub const FORMAT: PackageFormat = PackageFormat {
    name: "icpc",
    about: "ICPC problem package format, 2025-09: DOMjudge, Kattis, BAPCtools",
    detect: |package| {
        let manifest = package.manifest(PROBLEM)?;
        Ok(manifest.is_some_and(|manifest| manifest.version == Some(Version::Current)))
    },
    describe: Some(describe),
    write,
    is_native: true,
    unscored: Unscored::NoPoints,
    takes_testlib: false,
    takes_functions: false,
    validators: &[INPUT_VALIDATOR, ANSWER_VALIDATOR],
    losses,
};

/// Writes a package.
pub fn write(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    let mut files = package.files.clone();
    leave_out_groups(package, &mut files, "testdata.yaml", notes);
    let mut keys = package.keys();
    keys.0.retain(|key, _| {
        let is_known = KEYS.contains(&key.as_str());
        if !is_known {
            notes.push(format!("problem.yaml: {key:?} is no key of this format, and is left out"));
        }
        is_known
    });
    complete(&mut keys, package)?;
    note_scoring(&keys.list("type"), notes);
    for language in titles(keys.get("name")).keys().filter(|own| !package.statements.contains_key(*own)) {
        notes.push(format!("there is no statement in the language {language:?} of the name"));
    }
    let mut constants = take_constants(&mut keys);
    if let Some(grammar) = &package.grammar {
        constants.extend(grammar.ends());
    }
    if !constants.is_empty() {
        keys.set("constants", constants);
    }
    files.insert("problem.yaml".to_owned(), keys.yaml(KEYS).into());
    for (language, statement) in &package.statements {
        let (ending, text) = statement.file(package.own == "icpc", package.title_in(language));
        files.insert(format!("statement/problem.{language}.{ending}"), text.into());
    }
    note_images(package, notes);
    package.note_near(ICPC, package.comparison().unwrap_or_default(), notes);
    let subtasks = package.subtasks("icpc", Scoring::with_points).unwrap_or_default();
    let tests = write_tests(package, &subtasks, &mut files, notes)?;
    let mut settings = groups(&subtasks);
    note_validator(package, notes);
    add_args(package, &tests, &mut settings);
    write_settings(settings, &mut files);
    Ok(files)
}

/// Notes that a tool of the format takes no packages with points.
pub fn note_scoring(types: &[String], notes: &mut Notes) {
    if types.iter().any(|kind| kind == "scoring") {
        notes.push("BAPCtools refuses packages with points (`type: scoring`)".to_owned());
    }
}

/// Returns the differences in judging.
pub fn losses(package: &Package) -> io::Result<Vec<String>> {
    let scoring = package.lost_scoring("icpc", |_| None).into_iter();
    Ok(scoring.chain(package.lost_languages(ICPC)).collect())
}

/// The settings of folders and of single tests below `data`, by their files.
type TestSettingsFiles = BTreeMap<String, Mapping>;

/// Returns the settings by which subtasks add up to a score.
fn groups(subtasks: &[NamedSubtask]) -> TestSettingsFiles {
    let mut settings = TestSettingsFiles::new();
    if subtasks.is_empty() {
        return settings;
    }
    let total = subtasks.iter().map(|own| own.points).sum();
    settings.insert("data/secret/test_group.yaml".to_owned(), group_settings(total, "sum"));
    for subtask in subtasks {
        let aggregation = if subtask.each.is_some() { "sum" } else { "pass-fail" };
        let mut group = group_settings(subtask.points, aggregation);
        if !subtask.requires.is_empty() {
            let requires = subtask.requires.iter().map(|&own| format!("secret/{}", subtasks[own].folder));
            group.set("require_pass", requires.collect::<Value>());
        }
        settings.insert(format!("data/secret/{}/test_group.yaml", subtask.folder), group);
    }
    settings
}

fn group_settings(points: f64, aggregation: &str) -> Mapping {
    let mut group = Mapping::default();
    group.set("max_score", nim_yaml::number(points));
    group.set("score_aggregation", aggregation);
    group
}

/// Writes settings, except over those that the package has.
fn write_settings(settings: TestSettingsFiles, files: &mut Files) {
    for (path, own) in settings {
        files.entry(path).or_insert_with(|| own.yaml(&[]).into());
    }
}

/// Leaves out the settings of test groups that another version of the format has.
pub fn leave_out_groups(package: &Package, files: &mut Files, name: &str, notes: &mut Notes) {
    files.retain(|path, _| {
        let is_such = path.starts_with("data/") && path.ends_with(&format!("/{name}"));
        if is_such && package.scoring.is_none() {
            notes.push(format!("{path} has no place in this version of the format, and is left out"));
        }
        !is_such
    });
}

/// Writes the folder that `import` makes.
pub fn write_own(package: &Package, notes: &mut Notes) -> io::Result<Files> {
    notes.extend(package.lost_languages(ICPC));
    let lost = package.lost_scoring("icpc", |_| None).into_iter();
    notes.extend(lost.map(|loss| format!("judged differently: {loss}")));
    let mut files = package.files.clone();
    package.note_near(ICPC, package.comparison().unwrap_or_default(), notes);
    let subtasks = package.subtasks("icpc", Scoring::with_points).unwrap_or_default();
    if !subtasks.is_empty() {
        leave_out_groups(package, &mut files, "testdata.yaml", notes);
    }
    let mut keys = package.keys();
    complete(&mut keys, package)?;
    let mut own = take_constants(&mut keys);
    let mut text = keys.yaml(KEYS);
    if let Some(grammar) = &package.grammar {
        own.extend(grammar.bounds.iter().map(|(name, range)| (name.clone(), range.clone().into())));
    }
    if !own.is_empty() {
        let mut constants = Mapping::default();
        constants.set("constants", own);
        text += &constants.yaml(&[]);
    }
    if let Some(grammar) = &package.grammar {
        text += &grammar.yaml;
    }
    files.insert("problem.yaml".to_owned(), text.into());
    for (language, statement) in &package.statements {
        let ending = if statement.is_tex { "tex" } else { "md" };
        files.insert(format!("statement/problem.{language}.{ending}"), statement.text.clone().into());
    }
    let tests = places(package, &subtasks);
    for (path, test) in &tests {
        files.insert(format!("data/{path}.in"), test.input.clone());
        files.insert(format!("data/{path}.ans"), test.expected.content().clone());
    }
    let mut settings = groups(&subtasks);
    add_args(package, &tests, &mut settings);
    write_settings(settings, &mut files);
    Ok(files)
}

/// Adds the keys that every package has.
fn complete(keys: &mut Mapping, package: &Package) -> io::Result<()> {
    keys.set("problem_format_version", VERSION);
    if package.scoring.as_ref().is_some_and(|scoring| scoring.beyond.is_none()) {
        let mut kinds = keys.list("type");
        kinds.retain(|kind| kind != "pass-fail" && kind != "scoring");
        kinds.insert(0, "scoring".to_owned());
        keys.set("type", if kinds.len() == 1 { Value::from("scoring") } else { kinds.into() });
    }
    keys.0.entry("type").or_insert_with(|| "pass-fail".into());
    if package.titles.is_empty() {
        keys.set("name", json!({ "en": package.short_name() }));
    }
    if !keys.0.contains_key("uuid") {
        keys.set("uuid", uuid(&package.tests)?);
    }
    Ok(())
}

/// Returns a UUID (RFC 9562, version 8) that depends on nothing but the tests.
fn uuid(tests: &[Test]) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for test in tests {
        for content in [&test.input, test.expected.content()] {
            hasher.update(&content.size()?.to_le_bytes());
            content.copy_to(&mut hasher)?;
        }
    }
    Ok(uuid_of(&hasher.finalize()))
}

/// Returns a UUID (RFC 9562, version 8) made from a hash.
pub fn uuid_of(hash: &blake3::Hash) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    let bits = u128::from_be_bytes(bytes) & !(0xf << 76 | 0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let digits = format!("{bits:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// Takes the constants out of a `problem.yaml`.
fn take_constants(keys: &mut Mapping) -> Map<String, Value> {
    match keys.0.remove("constants") {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// A test with its path below `data` in the written package.
pub type Placed<'a> = (String, &'a Test);

/// Writes the tests, and returns those written. Left out are tests of which the format's tools warn: with an empty answer, if outputs are
/// compared with answers, or with an input and an answer that another test has. With scores, every test counts.
pub fn write_tests<'a>(
    package: &'a Package,
    subtasks: &[NamedSubtask],
    files: &mut Files,
    notes: &mut Notes,
) -> io::Result<Vec<Placed<'a>>> {
    let mut written = Vec::new();
    let mut taken = BTreeSet::new();
    let kinds = package.other_keys.list("type");
    let is_a_dialogue = kinds.iter().any(|kind| matches!(kind.as_str(), "interactive" | "multi-pass"));
    let counts_once = package.scoring.is_none();
    let placed = places(package, subtasks);
    let repeated = if counts_once { repeated(&placed)? } else { BTreeMap::new() };
    for (path, test) in &placed {
        if counts_once && test.expected.content().size()? == 0 && !is_a_dialogue {
            notes.push(format!(
                "data/{path}: its answer is empty, of which the format's tools warn; it is left out"
            ));
            continue;
        }
        let own_files = package.run_files_of(test);
        if let Some(first) = repeated.get(path.as_str()).filter(|_| own_files.is_empty()) {
            notes.push(format!("data/{path}: it is data/{first} again; it is left out"));
            continue;
        }
        let name = path.split('/').map(valid_name).collect::<Vec<_>>().join("/");
        let name = unique(&name, &mut taken);
        if name != *path {
            notes.push(format!("data/{path}: is called {name} here"));
            for (own, content) in own_files {
                files.remove(&own);
                files.insert(own.replacen(path.as_str(), &name, 1), content);
            }
        }
        files.insert(format!("data/{name}.in"), test.input.clone());
        files.insert(format!("data/{name}.ans"), test.expected.content().clone());
        written.push((name, *test));
    }
    Ok(written)
}

/// Returns the paths of tests that are an earlier one again, each with the path of that one. Only tests of equal sizes are read.
fn repeated<'t>(tests: &'t [Placed<'_>]) -> io::Result<BTreeMap<&'t str, &'t str>> {
    let mut by_size: BTreeMap<[u64; 2], Vec<&Placed<'_>>> = BTreeMap::new();
    for placed in tests {
        let (_, test) = placed;
        by_size.entry([test.input.size()?, test.expected.content().size()?]).or_default().push(placed);
    }
    let mut repeated = BTreeMap::new();
    for alike in by_size.into_values().filter(|alike| alike.len() > 1) {
        let mut known = BTreeMap::new();
        for (path, test) in alike {
            match known.entry((hash(&test.input)?, hash(test.expected.content())?)) {
                Entry::Vacant(place) => _ = place.insert(path),
                Entry::Occupied(first) => _ = repeated.insert(path.as_str(), first.get().as_str()),
            }
        }
    }
    Ok(repeated)
}

/// Returns the tests with their paths: those of the package or, with subtasks, the samples and the tests of each.
fn places<'a>(package: &'a Package, subtasks: &[NamedSubtask]) -> Vec<Placed<'a>> {
    if subtasks.is_empty() {
        return package.tests.iter().map(|test| (test.name.clone(), test)).collect();
    }
    let tests = subtasks.iter().flat_map(|own| own.tests.iter().map(move |test| (&own.folder, test)));
    let samples = package.tests.iter().filter(|test| test.is_sample);
    let samples = samples.map(|test| (test.name.clone(), test));
    let own = tests.map(|(folder, (name, test))| (format!("{SECRET}{folder}/{name}"), &package.tests[*test]));
    samples.chain(own).collect()
}

/// Notes that there is no input validator.
pub fn note_validator(package: &Package, notes: &mut Notes) {
    if package.below("input_validators/").is_empty() {
        notes.push("there is no grammar in problem.yaml, and so no input validator".to_owned());
    }
}

/// Adds the options of the output validator, and the arguments of input validators.
fn add_args(package: &Package, tests: &[Placed<'_>], settings: &mut TestSettingsFiles) {
    if !package.validator_args.is_empty() {
        let group = settings.entry(TEST_GROUP.to_owned()).or_default();
        group.set("output_validator_args", package.validator_args.clone());
    }
    if package.own == FORMAT.name {
        return;
    }
    let mut folders: BTreeMap<&str, Vec<(&str, Value)>> = BTreeMap::new();
    for (path, test) in tests {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        folders.entry(folder).or_default().push((path, input_args(package, test)));
    }
    for (folder, tests) in folders {
        let of_all = tests.iter().map(|(_, args)| args).all_equal_value().ok().cloned();
        let own = match of_all {
            Some(args) => vec![(format!("data/{folder}/test_group.yaml"), args)],
            None => tests.into_iter().map(|(path, args)| (format!("data/{path}.yaml"), args)).collect(),
        };
        for (file, args) in own.into_iter().filter(|(_, args)| !args.is_null()) {
            settings.entry(file).or_default().set(INPUT_ARGS, args);
        }
    }
}

/// The key of arguments of input validators, for a folder or a test.
const INPUT_ARGS: &str = "input_validator_args";

/// Returns the arguments of input validators for a test: for all of them, or for each by name; null if there are none.
pub fn input_args(package: &Package, test: &Test) -> Value {
    match &test.input_args {
        args if args.is_empty() => Value::Null,
        args if args.named.is_empty() => args.all.clone().into(),
        args => {
            let validators = package.below("input_validators/");
            let names = validators.keys().filter_map(|path| path.split('/').nth(1)).unique();
            names.map(|name| (name.to_owned(), args.for_validator(Path::new(name)))).collect()
        }
    }
}

/// Reads all but the tests of a package, or of a folder that `import` has made.
pub fn describe(reader: &mut PackageReader<'_>, package: &mut Package) -> io::Result<()> {
    let Some(manifest) = reader.take_manifest(PROBLEM)? else { return Ok(()) };
    let group = reader.manifest(TEST_GROUP)?;
    let mut keys = Mapping::from(&manifest.contents.value);
    let PackageReader { files, notes, .. } = reader;
    keys.0.remove("problem_format_version");
    let known = KEYS.iter().chain(DESCRIPTION);
    for key in keys.0.keys().filter(|key| !known.clone().any(|known| known == key)) {
        notes.push(format!("problem.yaml: the key {key:?} was not recognised"));
    }
    package.take_keys(keys);
    package.statements = take_statements(files, "statement/")?;
    package.files.append(files);
    if let Some(group) = group {
        package.state_args(&group.validator_args);
    }
    package.forget_made(&[TEST_GROUP], write)
}

/// Takes the statements in TeX or Markdown.
pub fn take_statements(files: &mut Files, folder: &str) -> io::Result<BTreeMap<String, Statement>> {
    let mut statements = BTreeMap::new();
    let paths: Vec<String> = files.keys().filter(|path| path.starts_with(folder)).cloned().collect();
    for path in paths {
        let name = &path[folder.len()..];
        let Some((rest, ending @ ("tex" | "md"))) = name.rsplit_once('.') else { continue };
        let language = match rest.strip_prefix("problem") {
            Some("") => "en",
            Some(rest) => rest.trim_start_matches(['.', '_']),
            None => continue,
        };
        let is_free = !language.contains('/') && !statements.contains_key(language);
        if is_free && let Some(content) = files.remove(&path) {
            statements
                .insert(language.to_owned(), Statement { is_tex: ending == "tex", text: content.text()? });
        }
    }
    Ok(statements)
}

/// Notes the files that no part of the format explains.
pub fn note_unknown(package: &Package, notes: &mut Notes) {
    let unknown = package.files.keys().filter(|path| !KNOWN.iter().any(|known| path.starts_with(known)));
    notes.extend(
        tops(unknown).into_iter().map(|top| format!("{top}: was not recognised, and is kept as it is")),
    );
}

/// Returns a hash of the bytes.
fn hash(content: &Content) -> io::Result<[u8; 32]> {
    let mut hasher = blake3::Hasher::new();
    content.copy_to(&mut hasher)?;
    Ok(*hasher.finalize().as_bytes())
}
