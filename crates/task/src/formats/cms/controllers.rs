//! The settings of controllers in `task.yaml`: a controller starts the processes of a program and talks with them.

use std::time::Duration;

use serde_json::Value;

use super::file_or;
use crate::formats::manifest::Manifest;
use crate::layout::settings::{Scope, SettingsReader, number};
use crate::protocol::{MOST_STARTED, Protocol, Start};
use nim_ground::limits::MIB;

/// The file in the folder of a controller that has the input.
const INPUT: &str = "input.txt";

/// Reads the limits of a controller and of its processes, with task-maker's values for missing ones.
pub fn read(settings: (&str, &Value), task: &mut Manifest, reader: &mut SettingsReader<'_>) {
    let time = reader.time(settings, "controller_time_limit", 1.0);
    task.validation_time = time.or_else(|| task.limits.cpu?.checked_add(Duration::from_secs(1)));
    // The processes wait for each other, so the limit covers them too.
    let usual =
        time.or(task.limits.cpu).and_then(|time| time.checked_mul(3)?.checked_add(Duration::from_secs(1)));
    task.limits.wall = reader.time(settings, "controller_wall_time_limit", 1.0).or(usual);
    let memory = reader.size(settings, "controller_memory_limit", MIB, Scope::Memory);
    let most = reader.get(settings, "controller_process_limit", Scope::Running, |value| {
        number(value).filter(|count| *count >= 1.0 && count.fract() == 0.0)
    });
    // Few controllers start the allowed number of processes.
    let most = most.map_or(MOST_STARTED, |most| MOST_STARTED.min(most as usize));
    let is_concurrent = settings.1.get("interactive_concurrent").and_then(Value::as_bool).unwrap_or(true);
    task.interactor_style =
        Some(Protocol { start: Start::Controller { most, is_concurrent, memory }, ..Protocol::CONTROLLER });
    task.validator_args =
        vec![file_or(settings, "infile", INPUT, reader).unwrap_or_else(|| INPUT.to_owned())];
}
