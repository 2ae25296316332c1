//! Scores of ICPC packages, whose groups are folders: the legacy format's `testdata.yaml` and `test_group.yaml` of 2025-09.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{FolderScores, Version};
use super::family::{Family, folder_of};
use super::scheme::Scheme;
use super::search::Search;
use crate::score::{Group, Needs, Rule};

impl Search {
    /// Makes the rules of the packages whose tests have points.
    pub(super) fn score_folders(&mut self) {
        let packages: Vec<(String, Version, bool)> = self
            .packages
            .keys()
            .filter(|folder| !self.is_part(folder))
            .filter_map(|folder| {
                let config = self.configs_of(folder).iter().find(|config| config.has_scores)?;
                Some((folder.clone(), config.version?, config.custom_scores))
            })
            .collect();
        for (folder, version, custom_scores) in packages {
            let data = format!("{folder}data");
            let mut folders = BTreeSet::from([data.clone()]);
            for test in &mut self.suite.tests {
                if test.family != Family::Icpc || !test.name.starts_with(&format!("{data}/")) {
                    continue;
                }
                let own = folder_of(&test.name).trim_end_matches('/').to_owned();
                let mut above = own.as_str();
                while above.len() > data.len() {
                    folders.insert(above.to_owned());
                    above = folder_of(above).trim_end_matches('/');
                }
                test.group = Some(own);
            }
            let settings = |path: &str| {
                let configs = self.configs.get(&format!("{path}/")).map_or(&[][..], Vec::as_slice);
                configs.iter().find_map(|config| config.folder.clone())
            };
            let tree = Tree { data: &data, folders: &folders, settings: &settings };
            let mut points = BTreeMap::new();
            let root = match version {
                Version::Legacy if self.of_domjudge.contains(&folder) => tree.domjudge(&data, &mut points),
                Version::Legacy => {
                    // Where the validator gives the points, nobody knows the most of a test.
                    let each = Some(if custom_scores { 0.0 } else { 1.0 });
                    let above = FolderScores { accept_score: each, ..FolderScores::default() };
                    tree.legacy(&data, &above, &mut points)
                }
                Version::Current => tree.current(&mut points),
            };
            for test in &mut self.suite.tests {
                let of_folder = test.group.as_ref().and_then(|group| points.get(group));
                test.points = of_folder.copied().or(test.points);
            }
            self.suite.schemes.push(Scheme { folder: format!("{data}/"), root, ..Scheme::default() });
        }
    }

    /// Returns whether only a part of a package is searched, as is its folder `data`.
    fn is_part(&self, folder: &str) -> bool {
        folder.is_empty() && !self.files.iter().any(|file| file.name == "problem.yaml")
    }
}

struct Tree<'a> {
    data: &'a str,
    folders: &'a BTreeSet<String>,
    settings: &'a dyn Fn(&str) -> Option<FolderScores>,
}

impl Tree<'_> {
    fn below(&self, path: &str) -> impl Iterator<Item = &String> {
        self.folders.iter().filter(move |folder| folder_of(folder).trim_end_matches('/') == path)
    }

    /// Returns the rules of a folder of a legacy package, whose settings are inherited, and notes the points of tests.
    fn legacy(&self, path: &str, above: &FolderScores, points: &mut BTreeMap<String, f64>) -> Group {
        let own = (self.settings)(path).unwrap_or_default();
        let settings = FolderScores {
            accept_score: own.accept_score.or(above.accept_score),
            flags: own.flags.or_else(|| above.flags.clone()),
            continues: own.continues.or(above.continues),
            most: own.most,
            ..FolderScores::default()
        };
        points.insert(path.to_owned(), settings.accept_score.unwrap_or(0.0));
        let has = |flag: &str| settings.flags.iter().flatten().any(|known| known == flag);
        // Its parts are the samples and one group, which alone counts.
        let ignores = path == self.data && has("ignore_sample");
        let is_ignored = |folder: &&String| ignores && folder.ends_with("/sample");
        let ignored = self.below(path).find(is_ignored).map(|folder| {
            let sample = self.legacy(folder, &settings, points);
            points.insert(folder.clone(), 0.0);
            let accepts = sample.accepts || settings.continues.unwrap_or(false);
            Group { points: Some(0.0), accepts, ..sample }
        });
        let inner = self.below(path).filter(|folder| !is_ignored(folder));
        let groups: Vec<Group> = inner.map(|folder| self.legacy(folder, &settings, points)).collect();
        // Of flags that say the same, the last one counts.
        let last = |known: &[&str]| {
            let flags = settings.flags.iter().flatten().rev();
            flags.into_iter().find(|flag| known.contains(&flag.as_str())).map(String::as_str)
        };
        let verdicts = ["worst_error", "no_errors", "first_error", "always_accept"];
        let always = last(&verdicts) == Some("always_accept");
        let rule = match last(&["sum", "avg", "min", "max"]) {
            _ if ignores => Rule::Sum,
            Some("avg") => Rule::Average,
            Some("min") => Rule::Min,
            Some("max") => Rule::Max,
            _ => Rule::Sum,
        };
        Group {
            name: path.to_owned(),
            rule,
            points: settings.most,
            needs: match (always, has("accept_if_any_accepted")) {
                (true, _) => Needs::None,
                (false, true) if !ignores => Needs::Any,
                // Groups above one that is rejected add its points nevertheless; the least of them are none.
                (false, _) if path != self.data && rule != Rule::Min => Needs::None,
                (false, _) => Needs::All,
            },
            accepts: always,
            stops: !settings.continues.unwrap_or(false),
            groups: ignored.into_iter().chain(groups).collect(),
            ..Group::default()
        }
    }

    /// Returns the rules of a folder of `DOMjudge`, which inherits nothing: its accepted tests together have the points of the folder,
    /// or each those that the validator gives.
    fn domjudge(&self, path: &str, points: &mut BTreeMap<String, f64>) -> Group {
        let Some(own) = (self.settings)(path) else {
            // A folder without settings is no group, and nothing of it counts.
            points.insert(path.to_owned(), 0.0);
            let name = path.to_owned();
            return Group { name, rule: Rule::Product, points: Some(0.0), accepts: true, ..Group::default() };
        };
        let has = |flag: &str| own.flags.iter().flatten().any(|known| known == flag);
        let is_counted = |folder: &&String| !(has("ignore_sample") && folder.ends_with("/sample"));
        let groups: Vec<Group> =
            self.below(path).filter(is_counted).map(|folder| self.domjudge(folder, points)).collect();
        points.insert(path.to_owned(), own.accept_score.unwrap_or(0.0));
        let rule = match own.accept_score {
            Some(_) if groups.is_empty() => Rule::Min,
            _ if has("min") => Rule::Min,
            _ if has("max") => Rule::Max,
            _ if has("avg") => Rule::Average,
            _ => Rule::Sum,
        };
        let stops = !groups.is_empty() && !own.continues.unwrap_or(false);
        Group { name: path.to_owned(), rule, stops, groups, ..Group::default() }
    }

    /// Returns the rules of a package of 2025-09: only `secret` has points.
    fn current(&self, points: &mut BTreeMap<String, f64>) -> Group {
        let sample = format!("{}/sample", self.data);
        let secret = format!("{}/secret", self.data);
        let group = |path: &str, usual: &str, usual_points: Option<f64>| {
            let settings = (self.settings)(path).unwrap_or_default();
            let aggregation = settings.aggregation.unwrap_or_else(|| usual.to_owned());
            Group {
                name: path.to_owned(),
                rule: if aggregation == "sum" { Rule::Sum } else { Rule::Min },
                points: settings.max_score.unwrap_or(usual_points),
                needs: if aggregation == "pass-fail" { Needs::All } else { Needs::None },
                requires: settings.require_pass.iter().map(|name| format!("{}/{name}", self.data)).collect(),
                ..Group::default()
            }
        };
        let mut whole = group(&secret, "sum", Some(100.0));
        whole.groups = self.below(&secret).map(|path| group(path, "pass-fail", None)).collect();
        points.insert(sample.clone(), 0.0);
        let sample = Group { name: sample, points: Some(0.0), ..Group::default() };
        Group { groups: vec![sample, whole], ..Group::default() }
    }
}
