//! Packages of every judge: read, written, converted, and as folders of `tests/fixtures`.

mod converted;
pub mod fixtures;
mod formats;
mod found;
mod held;
mod hostile_paths;
mod kattis;
mod layouts;
#[cfg(target_os = "linux")]
mod manifests;
mod packages;
mod parts;
mod polygon;
mod round_trips;
mod statements;
mod types_of_settings;
mod warnings;
