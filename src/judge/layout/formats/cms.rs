//! The `task.yaml` of CMS, in its Italian format. Times in seconds, sizes in MiB.

use serde_json::Value;

use crate::judge::layout::config::Config;
use crate::judge::layout::settings::Rule::{Harmless, Obeyed, Only, Refused};
use crate::judge::layout::settings::{KeyTable, Scope, SettingsReader};
use crate::judge::limits::{LimitOverrides, MIB};

const TASK: KeyTable = &[
    (Obeyed, &["memory_limit", "time_limit", "timeout", "memlimit"]),
    (
        Harmless,
        &[
            "feedback_level",
            "max_submission_number",
            "max_user_test_number",
            "min_submission_interval",
            "min_user_test_interval",
            "n_input",
            "name",
            "nome",
            "nome_breve",
            "primary_language",
            "public_testcases",
            "risultati",
            "score_mode",
            "score_precision",
            "score_type",
            "score_type_parameters",
            "syllabuslevel",
            "title",
            "token_gen_initial",
            "token_gen_interval",
            "token_gen_max",
            "token_gen_number",
            "token_initial",
            "token_max_number",
            "token_min_interval",
            "token_mode",
            "total_value",
        ],
    ),
    (Only(&["batch"], Scope::Judging), &["task_type"]),
    (Refused(Scope::Running), &["infile", "outfile", "output_only"]),
    (Refused(Scope::Judging), &["checker", "num_processes", "managers"]),
];

/// Reads a `task.yaml`.
pub fn read(value: &Value, reader: &mut SettingsReader<'_>) -> Config {
    reader.check("", value, TASK);
    let settings = ("", value);
    let (cpu, old) = (reader.time(settings, "time_limit", 1.0), reader.time(settings, "timeout", 1.0));
    let memory = reader.size(settings, "memory_limit", MIB, Scope::Memory);
    let memory = memory.or(reader.size(settings, "memlimit", MIB, Scope::Memory));
    Config {
        limits: LimitOverrides { cpu: cpu.or(old), memory, ..LimitOverrides::default() },
        ..Config::default()
    }
}
