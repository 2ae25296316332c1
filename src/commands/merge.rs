//! `toolkit merge`: join the reports of shards.

use std::path::PathBuf;

use super::check::{Screen, ScreenArgs, exit_for};
use crate::commands::check::reports;
use crate::commands::check::reports::{ReportTarget, check_reports};
use crate::exit::Exit;
use crate::system::output_file::check_files;
use crate::terminal::UsageError;
use nim_judge::report::merge;

/// Merge the reports of shards; fails if one is missing or duplicated.
#[derive(clap::Args)]
#[command(after_help = "Example: toolkit merge shard-1.json shard-2.json --report html=report.html")]
pub struct Args {
    /// JSON reports
    #[arg(value_name = "REPORT.json", required = true)]
    files: Vec<PathBuf>,
    #[arg(long = "report", value_name = "KIND=FILE", value_parser = ReportTarget::parse, help = reports::help())]
    reports: Vec<ReportTarget>,
    /// Overwrite files that are not earlier reports of the same kind
    #[arg(long, requires = "reports")]
    force: bool,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// Merges reports of shards into one.
pub fn run(mut args: Args) -> anyhow::Result<Exit> {
    args.reports.extend(args.screen.json());
    for file in &args.files {
        UsageError::unless_there(file)?;
    }
    check_files(args.files.iter().map(PathBuf::as_path), args.reports.iter().filter_map(ReportTarget::file))?;
    check_reports(&args.reports, args.force)?;
    let reports = args.files.iter().map(|path| Ok((path.display().to_string(), reports::read(path)?)));
    let merged = merge::merge(reports.collect::<anyhow::Result<Vec<_>>>()?)?;
    Screen::new(&args.screen, &args.reports).report(&merged)?;
    Ok(if merged.tests.is_empty() { Exit::NoTests } else { exit_for(&merged) })
}
