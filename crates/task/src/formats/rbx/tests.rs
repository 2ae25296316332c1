//! The tests of an rbx package: those that its tool left in `build/tests`, otherwise those in `testcases`.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use super::{has_points, inline, judges_talk, main_solution};
use crate::Error;
use crate::formats::manifest::Manifest;
use crate::formats::{ManifestFile, Manifests};
use crate::glob::{files, files_of};
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::settings::{Scope, SettingsReader, text};
use crate::layout::test::Test;
use crate::layout::test_source::{AnswerBy, NamedSource, Origin, Run};
use nim_ground::error::named;
use nim_ground::files::read_regular;
use nim_ground::folder::file_below;

const LISTED: NamingScheme = NamingScheme::Listed("rbx (problem.rbx.yml)");
/// The folder of the tests that rbx makes.
const MADE: &str = "build/tests";

/// Adds the tests of all groups.
///
/// # Errors
/// When a file cannot be looked at.
pub fn read(
    value: &Value,
    file: &ManifestFile<'_>,
    task: &mut Manifest,
    reader: &mut SettingsReader<'_>,
) -> Result<(), Error> {
    let mut tests = Tests {
        folder: file.folder,
        manifests: file.manifests,
        printed: HashMap::new(),
        package: value,
        solution: main_solution(value, file.folder)?,
        has_points: has_points(value),
        task,
    };
    for group in value["testcases"].as_array().into_iter().flatten() {
        reader.check("testcases.", group, "rbx-group");
        let name = text(&group["name"]);
        let subgroups = group["subgroups"].as_array().map_or(&[][..], Vec::as_slice);
        tests.add(group, &name, &name, "", subgroups.is_empty(), reader)?;
        for (index, subgroup) in subgroups.iter().enumerate() {
            reader.check("testcases.subgroups.", subgroup, "rbx-group");
            let own = text(&subgroup["name"]);
            tests.add(subgroup, &format!("{name}/{own}"), &name, &format!("{index}-{own}-"), true, reader)?;
        }
    }
    Ok(())
}

struct Tests<'a> {
    folder: &'a Path,
    manifests: &'a Manifests,
    /// The outputs of the programs that list tests, by the name of the program.
    printed: HashMap<String, Option<Result<String, String>>>,
    package: &'a Value,
    solution: Option<String>,
    has_points: bool,
    task: &'a mut Manifest,
}

impl Tests<'_> {
    /// Adds the tests of a group or subgroup at a path, whose files begin with `prefix`. A group without tests or subgroups takes those of
    /// the package's script.
    fn add(
        &mut self,
        group: &Value,
        path: &str,
        name: &str,
        prefix: &str,
        is_whole: bool,
        reader: &mut SettingsReader<'_>,
    ) -> Result<(), Error> {
        let mut inputs = Vec::new();
        for case in group["testcases"].as_array().into_iter().flatten() {
            let answer = case["outputPath"].as_str().map(str::to_owned);
            inputs.push((Origin::File(text(&case["inputPath"]).into()), answer));
        }
        if let Some(pattern) = group["testcaseGlob"].as_str() {
            match files(self.folder, pattern) {
                Ok(files) => inputs.extend(
                    files
                        .into_iter()
                        .filter(|name| name.ends_with(".in"))
                        .map(|name| (Origin::File(name.into()), None)),
                ),
                Err(error @ Error::Unreadable(_)) => return Err(error),
                Err(_) => reader.refuse("testcases.testcaseGlob", &Value::from(pattern), Scope::Running),
            }
        }
        for call in group["generators"].as_array().into_iter().flatten() {
            let line = format!("{} {}", text(&call["name"]), text(&call["args"]));
            inputs.extend(self.call(&line, "", reader)?.map(|origin| (origin, None)));
        }
        let script = match &group["generatorScript"] {
            Value::Null if is_whole && inputs.is_empty() => &self.package["generatorScript"],
            own => own,
        };
        if script.is_object() {
            inputs.extend(self.script(script, path, reader)?);
        }
        for (number, (origin, answer)) in inputs.into_iter().enumerate() {
            self.add_test(&format!("{MADE}/{name}/{prefix}{number:03}"), name, origin, answer)?;
        }
        Ok(())
    }

    fn add_test(
        &mut self,
        stem: &str,
        group: &str,
        origin: Origin,
        answer: Option<String>,
    ) -> Result<(), Error> {
        let (input, made) = (format!("{stem}.in"), format!("{stem}.out"));
        let beside = match &origin {
            Origin::File(file) => Some(file.with_extension("ans").display().to_string()),
            _ => None,
        };
        let mut stored = None;
        for name in [Some(made.clone()), answer, beside].into_iter().flatten() {
            if stored.is_none() && file_below(self.folder, &name)?.is_some() {
                stored = Some(name);
            }
        }
        let (answer, by) = match (stored, &self.solution, &self.task.interactor) {
            (Some(stored), ..) => (stored, AnswerBy::Stored),
            (None, Some(solution), Some(interactor)) if judges_talk(self.task) => {
                let (interactor, solution) = (interactor.into(), solution.into());
                (made, AnswerBy::Interactor { interactor, solution })
            }
            // An interactor knows the answer by itself.
            (None, _, Some(_)) => (input.clone(), AnswerBy::Stored),
            (None, Some(solution), None) => (made, AnswerBy::Solution(solution.into())),
            (None, None, None) => (made, AnswerBy::Stored),
        };
        let origin = file_below(self.folder, &input)?.is_none().then_some(origin);
        let plan = NamedSource { input: input.clone(), answer: answer.clone(), origin, by };
        self.task.test_sources.extend(Some(plan).filter(NamedSource::makes_any));
        let group = self.has_points.then(|| group.to_owned());
        self.task.tests.push(Test { group, ..Test::listed(LISTED, input, answer) });
        Ok(())
    }

    /// Reads a script: a line is a call of a generator, `@copy FILE` or the beginning of an `@input`, perhaps for one group only.
    fn script(
        &mut self,
        script: &Value,
        path: &str,
        reader: &mut SettingsReader<'_>,
    ) -> Result<Vec<(Origin, Option<String>)>, Error> {
        reader.check("generatorScript.", script, "rbx-script");
        let (name, root) = (text(&script["path"]), text(&script["root"]));
        let content = match file_below(self.folder, &name)? {
            Some(file) if name.ends_with(".txt") => {
                String::from_utf8(read_regular(&file).map_err(named(file.display()))?).ok().map(Ok)
            }
            Some(file) => self.printed(&name, &file),
            None => None,
        };
        let content = match content {
            Some(Ok(content)) => content,
            Some(Err(why)) => {
                reader.refuse_because(format!("generatorScript.path: {why}"), Scope::Running);
                return Ok(Vec::new());
            }
            None => {
                reader.refuse("generatorScript.path", &script["path"], Scope::Running);
                return Ok(Vec::new());
            }
        };
        let is_box = script["format"] == "box";
        let mut within: Vec<String> = Vec::new();
        let mut inputs = Vec::new();
        let mut rest = content.as_str();
        while !rest.is_empty() {
            let whole = rest;
            let (line, after) = whole.split_once('\n').unwrap_or((whole, ""));
            let line = line.trim();
            rest = after;
            if is_box {
                inputs.extend(self.box_line(line, &root, reader)?.map(|origin| (origin, None)));
                continue;
            }
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            let group = within.join("/");
            let is_ours = group.is_empty() || path == group || path.starts_with(&format!("{group}/"));
            if line == "}" {
                within.pop();
            } else if let Some(group) =
                line.strip_prefix("@testgroup ").and_then(|rest| rest.strip_suffix('{'))
            {
                within.push(group.trim().to_owned());
            } else if let Some((text, after)) = inline::read(whole) {
                rest = after;
                if is_ours {
                    inputs.push((Origin::Text(text), None));
                }
            } else if !is_ours {
            } else if let Some(file) = line.strip_prefix("@copy ") {
                inputs.push((Origin::File(file.trim().into()), None));
            } else if line.starts_with('@') {
                reader.refuse(&name, &Value::from(line), Scope::Running);
            } else {
                inputs.extend(self.call(line, &root, reader)?.map(|origin| (origin, None)));
            }
        }
        Ok(inputs)
    }

    /// Returns the script that a program prints, which runs once, or the reason of its failure; `None` if the command runs no programs.
    fn printed(&mut self, name: &str, file: &Path) -> Option<Result<String, String>> {
        let manifests = self.manifests;
        self.printed.entry(name.to_owned()).or_insert_with(|| manifests.printed(file)).clone()
    }

    /// Returns the origin in a line of a script of Box: the number of a group, and a call or `copy FILE`.
    fn box_line(
        &self,
        line: &str,
        root: &str,
        reader: &mut SettingsReader<'_>,
    ) -> Result<Option<Origin>, Error> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let call = line.split_once(';').filter(|(group, _)| group.trim().parse::<i64>().is_ok());
        let Some((_, call)) = call else {
            reader.refuse("generatorScript", &Value::from(line), Scope::Running);
            return Ok(None);
        };
        let (program, args) = call.trim().split_once(char::is_whitespace).unwrap_or((call.trim(), ""));
        if ["copy", "@copy"].contains(&program) {
            return Ok(Some(Origin::File(args.trim().into())));
        }
        let program = program.strip_suffix(".exe").unwrap_or(program);
        self.call(&format!("{program} {args}"), root, reader)
    }

    /// Returns the run of a generator, given by its name or its file, whose ending may be missing.
    fn call(&self, line: &str, root: &str, reader: &mut SettingsReader<'_>) -> Result<Option<Origin>, Error> {
        let mut found = None;
        if let Ok(mut words) = shell_words::split(line)
            && !words.is_empty()
        {
            let name = words.remove(0);
            let named = self.package["generators"].as_array().into_iter().flatten();
            let program = named
                .filter(|generator| generator["name"] == name.as_str())
                .find_map(|generator| generator["path"].as_str())
                .map_or_else(|| Path::new(root).join(&name).display().to_string(), str::to_owned);
            let files = [program.clone(), format!("{program}.*")];
            let mut programs = files_of(self.folder, &files[0])?;
            programs.extend(files_of(self.folder, &files[1])?);
            found = programs.into_iter().next().map(|program| Origin::Run(Run::new(&name, program, words)));
        }
        if found.is_none() {
            reader.refuse("generators", &Value::from(line), Scope::Running);
        }
        Ok(found)
    }
}
