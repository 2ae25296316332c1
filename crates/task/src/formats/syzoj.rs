//! `LibreOJ`'s and SYZOJ's `data.yml`: subtasks with the names of cases, which replace `#` in file names.

use serde_json::Value;

use super::{Format, ManifestFile, ManifestKind};
use crate::Error;
use crate::formats::manifest::Manifest;
use crate::graders::Graders;
use crate::layout::naming_scheme::NamingScheme;
use crate::layout::scoring_config::ScoringConfig;
use crate::layout::settings::{Scope, SettingsReader, text};
use crate::layout::test::Test;
use crate::protocol::Protocol;
use crate::score::{Group, Rule};

pub const FORMAT: Format = Format { manifests: &[ManifestKind::any("data.yml", read)], ..Format::PLAIN };

const LISTED: NamingScheme = NamingScheme::Listed("LibreOJ/SYZOJ (data.yml)");

/// Reads a `data.yml`.
fn read(file: &ManifestFile<'_>, reader: &mut SettingsReader<'_>) -> Result<Manifest, Error> {
    let value = file.contents()?;
    reader.check("", value, "syzoj-top");
    let mut task = Manifest::default();
    let mut scoring = ScoringConfig { total: Some(100.0), ..ScoringConfig::default() };
    for (index, subtask) in value["subtasks"].as_array().into_iter().flatten().enumerate() {
        reader.check("subtasks.", subtask, "syzoj-subtask");
        let rule = reader.get(("subtasks.", subtask), "type", Scope::Scoring, |kind| {
            Some(match kind.as_str()? {
                "sum" => Rule::Sum,
                "min" => Rule::Min,
                "mul" => Rule::Product,
                _ => return None,
            })
        });
        scoring.root.groups.push(Group {
            name: (index + 1).to_string(),
            rule: rule.unwrap_or_default(),
            points: reader.points(("subtasks.", subtask), "score"),
            ..Group::default()
        });
        for case in subtask["cases"].as_array().into_iter().flatten().map(text) {
            let group = Some((index + 1).to_string());
            let [input, answer] =
                ["inputFile", "outputFile"].map(|key| text(&value[key]).replacen('#', &case, 1));
            task.tests.push(Test { group, ..Test::listed(LISTED, input, answer) });
        }
    }
    task.scoring = Some(scoring);
    if let Some(checker) = value["specialJudge"]["fileName"].as_str() {
        task.validator = Some(checker.to_owned());
        task.validator_style = Some(Protocol::SYZOJ);
    }
    task.graders = extra_files(&value["extraSourceFiles"], reader);
    Ok(task)
}

/// Returns the files that lie beside every program, by language; one with another name there is refused.
fn extra_files(value: &Value, reader: &mut SettingsReader<'_>) -> Option<Graders<String>> {
    let languages = value.as_array().into_iter().flatten();
    let mut beside = Vec::new();
    for file in languages.filter_map(|of_language| of_language["files"].as_array()).flatten() {
        let (name, place) = (text(&file["name"]), text(&file["dest"]));
        if name.is_empty() || !place.is_empty() && name.rsplit('/').next() != Some(place.as_str()) {
            reader.refuse("extraSourceFiles", file, Scope::Running);
        }
        beside.push(name);
    }
    (!beside.is_empty()).then(|| Graders { beside, ..Graders::default() })
}
