//! Scores of ICPC packages, whose groups are folders: the legacy format's `testdata.yaml` and `test_group.yaml` of 2025-09.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::formats::manifest::{FolderScores, Manifest, Version};
use crate::layout::naming_scheme::{NamingScheme, folder_of};
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::search::Search;
use crate::layout::settings::{Refused, Scope};
use crate::score::{Grader, Group, Needs, Rule};
use nim_ground::files::sorted;
use nim_ground::presence::absent_is_none;

impl Search {
    /// Refuses groups that are graded by a program of the package where there is none, or no score.
    pub(crate) fn refuse_missing_graders(&mut self) {
        let custom = self.tasks.iter().filter(|(_, configs)| {
            let mut folders = configs.iter().filter_map(|config| config.folder.as_ref());
            folders.any(|folder| folder.is_custom == Some(true))
        });
        let refused: Vec<(String, Cow<'_, str>)> =
            custom.filter_map(|(folder, _)| Some((folder.clone(), self.grader_of(folder).err()?))).collect();
        for (folder, why) in refused {
            let file = format!("{folder}testdata.yaml");
            let reason = format!("grading: custom, but {why}");
            let refused = Refused { file, reason, scope: Scope::Scoring };
            self.test_set.notes.push(refused.to_string());
            self.test_set.reasons.push(refused.to_string());
            let configs = self.tasks.entry(folder).or_default();
            configs.iter_mut().for_each(|config| config.refused.push(refused.clone()));
        }
    }

    /// Returns the only grader of the package that a folder belongs to, or the reason why there is none.
    fn grader_of(&self, folder: &str) -> Result<PathBuf, Cow<'static, str>> {
        let (package, root) = self.package_of(folder).ok_or("there is no package around it")?;
        if self.with_named_scores.contains(package) {
            return Err("the scores are those of DOMjudge, which has no graders".into());
        }
        let configs = self.tasks_of(package);
        if !configs.iter().any(|config| config.version == Some(Version::Legacy)) {
            return Err("only the legacy format has graders".into());
        }
        if !configs.iter().any(|config| config.has_scores) {
            return Err("the type of the problem is not scoring".into());
        }
        let graders = root.join("graders");
        let programs = absent_is_none(sorted(&graders), &graders).map_err(|error| error.to_string())?;
        let programs = programs.unwrap_or_default();
        let mut programs = programs.iter().filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.') && name != "__pycache__"
        });
        match (programs.next(), programs.next()) {
            (Some(only), None) => Ok(only.clone()),
            (None, _) => Err("there is no grader in graders".into()),
            (Some(_), Some(_)) => Err("there is more than one grader in graders".into()),
        }
    }

    /// Makes the rules of the packages whose tests have points.
    pub(crate) fn score_folders(&mut self) {
        let packages: Vec<(String, Version, bool)> = self
            .packages
            .keys()
            .filter(|folder| !self.is_part(folder))
            .filter_map(|folder| {
                let config = self.tasks_of(folder).iter().find(|config| config.has_scores)?;
                Some((folder.clone(), config.version?, config.custom_scores))
            })
            .collect();
        for (folder, version, custom_scores) in packages {
            let data = format!("{folder}data");
            let mut folders = BTreeSet::from([data.clone()]);
            for test in &mut self.test_set.tests {
                if test.naming != NamingScheme::PACKAGE || !test.name.starts_with(&format!("{data}/")) {
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
            let grader = self.grader_of(&folder).ok();
            let tree = Tree { data: &data, folders: &folders, tasks: &self.tasks, grader };
            let mut points = BTreeMap::new();
            let root = match version {
                Version::Legacy if self.with_named_scores.contains(&folder) => {
                    tree.domjudge(&data, &mut points)
                }
                Version::Legacy => {
                    // With points from the validator, the maximum score is unknown.
                    let usual = if custom_scores { 0.0 } else { 1.0 };
                    tree.legacy(&data, &FolderScores::default(), usual, &mut points)
                }
                Version::Current => tree.current(&mut points),
            };
            let wrong = root.wrong_dependency().map(|wrong| {
                let [group, _] = wrong.names();
                let line = tree.settings(group).and_then(|settings| settings.require_line);
                let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
                let (file, reason) = (format!("{group}/test_group.yaml"), format!("{wrong}{line}"));
                Refused { file, reason, scope: Scope::Scoring }
            });
            for test in &mut self.test_set.tests {
                if test.name.starts_with(&format!("{data}/")) {
                    test.refused.extend(wrong.clone());
                }
                let of_folder = test.group.as_ref().and_then(|group| points.get(group));
                test.points = of_folder.copied().or(test.points);
            }
            self.test_set.scorings.push(ScoringConfig {
                folder: format!("{data}/"),
                root,
                ..ScoringConfig::default()
            });
        }
    }

    /// Returns whether only a part of a package is searched, such as its folder `data`.
    fn is_part(&self, folder: &str) -> bool {
        folder.is_empty() && !self.files.iter().any(|file| file.name == "problem.yaml")
    }
}

/// The flags of the default grader for combining the verdicts of a group's members.
const VERDICT_FLAGS: [&str; 4] = ["worst_error", "no_errors", "first_error", "always_accept"];

/// Returns the flag that counts among several of the same kind: the last one.
fn last<'f>(flags: &'f [String], known: &[&str]) -> Option<&'f str> {
    flags.iter().map(String::as_str).rev().find(|flag| known.contains(flag))
}

/// Returns the rule for adding points by the flags of the default grader.
fn rule_of(flags: &[String]) -> Rule {
    match last(flags, &["sum", "avg", "min", "max"]) {
        Some("avg") => Rule::Average,
        Some("min") => Rule::Min,
        Some("max") => Rule::Max,
        _ => Rule::Sum,
    }
}

struct Tree<'a> {
    data: &'a str,
    folders: &'a BTreeSet<String>,
    tasks: &'a BTreeMap<String, Vec<Manifest>>,
    /// The package's own grader.
    grader: Option<PathBuf>,
}

impl Tree<'_> {
    fn settings(&self, path: &str) -> Option<FolderScores> {
        self.tasks.get(&format!("{path}/"))?.iter().find_map(|config| config.folder.clone())
    }

    fn below(&self, path: &str) -> impl Iterator<Item = &String> {
        self.folders.iter().filter(move |folder| folder_of(folder).trim_end_matches('/') == path)
    }

    /// Returns the rules of a folder in a legacy package, whose settings are inherited, and records the points of tests, which default to
    /// `usual`.
    fn legacy(
        &self,
        path: &str,
        above: &FolderScores,
        usual: f64,
        points: &mut BTreeMap<String, f64>,
    ) -> Group {
        let own = self.settings(path).unwrap_or_default();
        let settings = FolderScores {
            accept_score: own.accept_score.or(above.accept_score),
            flags: own.flags.or_else(|| above.flags.clone()),
            is_custom: own.is_custom.or(above.is_custom),
            continues: own.continues.or(above.continues),
            range: own.range,
            ..FolderScores::default()
        };
        let args = settings.flags.clone().unwrap_or_default();
        let grader = self.grader.clone().filter(|_| settings.is_custom == Some(true));
        let grader = grader.map(|place| Grader { place, args: args.clone() });
        // The maximum of a group with a grader does not follow from its tests.
        let each = settings.accept_score.unwrap_or(if grader.is_some() { 1.0 } else { usual });
        points.insert(path.to_owned(), each);
        let flags: Vec<&str> = args.iter().filter(|_| grader.is_none()).map(String::as_str).collect();
        // With `ignore_sample`, the other group alone counts; if there is none, the samples do.
        let ignores = path == self.data
            && flags.contains(&"ignore_sample")
            && self.below(path).any(|folder| !is_sample(folder));
        let (samples, inner): (Vec<_>, Vec<_>) =
            self.below(path).partition(|name| ignores && is_sample(name));
        let ignored = samples.into_iter().next().map(|folder| {
            let sample = self.legacy(folder, &settings, usual, points);
            points.insert(folder.clone(), 0.0);
            let accepts = sample.accepts || settings.continues.unwrap_or(false);
            // A group without points keeps none, even if the validator gives some.
            Group { rule: Rule::Product, points: Some(0.0), accepts, ..sample }
        });
        let groups = inner.into_iter().map(|folder| self.legacy(folder, &settings, usual, points));
        let always = last(&args, &VERDICT_FLAGS) == Some("always_accept");
        let rule = if ignores { Rule::Sum } else { rule_of(&args) };
        Group {
            name: path.to_owned(),
            rule,
            points: settings.range.1,
            range: settings.range,
            needs: match (always, flags.contains(&"accept_if_any_accepted")) {
                (true, _) => Needs::None,
                (false, true) if !ignores => Needs::Any,
                // Groups above a rejected one add its points nevertheless, unless the rule is the minimum.
                (false, _) if path != self.data && rule != Rule::Min => Needs::None,
                (false, _) => Needs::All,
            },
            accepts: always,
            stops: !settings.continues.unwrap_or(false),
            grader,
            groups: ignored.into_iter().chain(groups).collect(),
            ..Group::default()
        }
    }

    /// Returns the rules of a folder by `DOMjudge`, which inherits nothing: its accepted tests together have the points of the folder, or
    /// each those that the validator gives.
    fn domjudge(&self, path: &str, points: &mut BTreeMap<String, f64>) -> Group {
        let Some(own) = self.settings(path) else {
            // A folder without settings is no group, and nothing of it counts.
            points.insert(path.to_owned(), 0.0);
            let name = path.to_owned();
            return Group { name, rule: Rule::Product, points: Some(0.0), accepts: true, ..Group::default() };
        };
        let flags: Vec<&str> = own.flags.iter().flatten().map(String::as_str).collect();
        let counted = self.below(path).filter(|name| !flags.contains(&"ignore_sample") || !is_sample(name));
        let groups: Vec<Group> = counted.map(|folder| self.domjudge(folder, points)).collect();
        points.insert(path.to_owned(), own.accept_score.unwrap_or(0.0));
        let rule = match own.accept_score {
            Some(_) if groups.is_empty() => Rule::Min,
            _ if flags.contains(&"min") => Rule::Min,
            _ if flags.contains(&"max") => Rule::Max,
            _ if flags.contains(&"avg") => Rule::Average,
            _ => Rule::Sum,
        };
        let stops = !groups.is_empty() && !own.continues.unwrap_or(false);
        Group { name: path.to_owned(), rule, stops, groups, ..Group::default() }
    }

    /// Returns the rules of a package of 2025-09: only `secret` has points.
    fn current(&self, points: &mut BTreeMap<String, f64>) -> Group {
        let sample = format!("{}/sample", self.data);
        let secret = format!("{}/secret", self.data);
        let mut whole = self.group(&secret, "sum", Some(100.0));
        whole.groups = self.below(&secret).map(|path| self.group(path, "pass-fail", None)).collect();
        points.insert(sample.clone(), 0.0);
        let sample = Group { name: sample, points: Some(0.0), ..Group::default() };
        Group { groups: vec![sample, whole], ..Group::default() }
    }

    /// Returns the rules of a folder in a package of 2025-09, which may lack an aggregation and a maximum of points.
    fn group(&self, path: &str, usual: &str, usual_points: Option<f64>) -> Group {
        let settings = self.settings(path).unwrap_or_default();
        let aggregation = settings.aggregation.unwrap_or_else(|| usual.to_owned());
        Group {
            name: path.to_owned(),
            rule: if aggregation == "sum" { Rule::Sum } else { Rule::Min },
            points: settings.max_score.unwrap_or(usual_points),
            needs: if aggregation == "pass-fail" { Needs::All } else { Needs::None },
            requires: settings.require_pass.iter().map(|name| format!("{}/{name}", self.data)).collect(),
            ..Group::default()
        }
    }
}

fn is_sample(folder: &str) -> bool {
    folder.ends_with("/sample")
}
