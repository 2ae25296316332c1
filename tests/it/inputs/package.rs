//! Every `problem.yaml` keeps to the problem package format, version 2025-09, where a key that is not known is
//! an error.

use itertools::Itertools;
use nim_problems::PROBLEMS;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The keys that our packages use.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    problem_format_version: String,
    r#type: String,
    name: BTreeMap<String, String>,
    uuid: String,
    source: Vec<Source>,
    license: String,
    rights_owner: String,
    limits: Limits,
    keywords: Vec<String>,
    constants: BTreeMap<String, String>,
    #[serde(default)]
    unconfirmed: Vec<String>,
    /// Ours: the judges' names, see `nim_solve::registry::JudgesName`.
    #[serde(default)]
    names: BTreeMap<String, BTreeMap<String, serde_json::Value>>,
    /// Ours: cases that no judge has.
    #[serde(default)]
    known: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    name: String,
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    time_limit: f64,
    memory: u64,
    output: u64,
}

fn packages() -> impl Iterator<Item = (&'static str, Package)> {
    PROBLEMS.iter().map(|problem| {
        let package = nim_yaml::from_str(problem.texts.manifest);
        (problem.slug, package.unwrap_or_else(|error| panic!("{}: {error}", problem.slug)))
    })
}

#[test]
fn values_are_those_the_format_allows() {
    const LICENSES: [&str; 7] =
        ["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];
    for (slug, package) in packages() {
        assert_eq!(package.problem_format_version, "2025-09", "{slug}");
        assert_eq!(package.r#type, "pass-fail", "{slug}");
        let is_in_chinese = PROBLEMS.iter().any(|own| own.slug == slug && !own.texts.statement_zh.is_empty());
        let languages = if is_in_chinese { &["en", "zh"][..] } else { &["en"] };
        assert_eq!(package.name.keys().collect_vec(), languages, "{slug}");
        assert!(package.name.values().all(|name| !name.is_empty() && !name.contains(['$', '\\'])), "{slug}");
        assert!(LICENSES.contains(&&*package.license), "{slug}");
        assert!(!package.rights_owner.is_empty(), "{slug}");
        assert!(package.limits.time_limit > 0.0, "{slug}");
        assert!(package.limits.memory > 0 && package.limits.output > 0, "{slug}");
        assert!(!package.keywords.is_empty(), "{slug}");
        assert!(!package.source.is_empty(), "{slug}");
        for Source { name, url } in package.source {
            assert!(!name.is_empty() && url.starts_with("https://"), "{slug}: {name} {url}");
        }
        assert!(package.unconfirmed.iter().all(|sentence| sentence.ends_with('.')), "{slug}");
        assert!(
            package.known.iter().all(|known| known["why"].is_string() && known["cases"].is_array()),
            "{slug}"
        );
        assert!(package.names.values().all(|own| own.is_empty() || own.contains_key("source")), "{slug}");
        for name in package.constants.keys() {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(
                name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()),
                "{slug}: {name}"
            );
        }
    }
}

#[test]
fn every_package_has_an_identity_of_its_own() {
    let uuids = packages().map(|(_, package)| package.uuid).collect_vec();
    for uuid in &uuids {
        let groups = uuid.split('-').map(str::len).collect_vec();
        let is_hexadecimal = |c: char| c == '-' || c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(groups == [8, 4, 4, 4, 12] && uuid.chars().all(is_hexadecimal), "{uuid}");
    }
    assert!(uuids.iter().all_unique());
}
