//! `toolkit doctor`: what the machine offers, and what is missing.

mod languages;
mod layers;
mod machine;
mod promises;

use std::thread;

use itertools::Itertools as _;
use serde::Serialize;

use self::languages::{LanguageFinding, find_languages};
use self::layers::SandboxFinding;
use self::machine::Machine;
use crate::exit::Exit;
use crate::terminal::json;
use crate::terminal::pager::Pager;
use crate::terminal::style as terminal;
use crate::terminal::version;
use crate::terminal::version::Build;
use nim_ground::append::Append as _;
use nim_ground::threads;
use nim_ground::visible;
use nim_simd::Level;
use nim_task::language::Languages;

/// Say what this machine offers, and what is missing
///
/// Lists the CPU's instructions, memory, folders, the layers of the sandbox that work, and the compilers and interpreters that
/// are installed. What is missing limits some commands only; the exit code is 5 where `check` cannot work at all.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  toolkit doctor\n  toolkit doctor --json | jq .missing")]
pub struct Args {
    /// Print JSON: an object with the same findings (see docs/doctor.md)
    #[arg(long)]
    json: bool,
}

/// The version of the JSON.
const SCHEMA: &str = "toolkit-doctor/1";

/// Everything that was found.
#[derive(Serialize)]
struct Findings {
    version: &'static str,
    build: Build,
    machine: Machine,
    sandbox: SandboxFinding,
    languages: Vec<LanguageFinding>,
    /// What is missing, and what helps.
    missing: Vec<String>,
    /// What stops the toolkit from working at all.
    broken: Vec<String>,
}

/// Prints the findings.
pub fn run(args: &Args, level: Option<Level>, pager: &Pager) -> anyhow::Result<Exit> {
    let findings = find(level);
    let text = || findings.text(pager.columns());
    json::answer(args.json, SCHEMA, &findings, |out| out.write_all(text().as_bytes()))?;
    Ok(if findings.broken.is_empty() { Exit::Success } else { Exit::Failed })
}

fn find(level: Option<Level>) -> Findings {
    let known = Languages::load();
    let known_languages = known.iter().flat_map(Languages::iter).collect_vec();
    let (machine, sandbox, languages) = thread::scope(|scope| {
        // Compilers take the longest to answer.
        let asked = threads::start(scope, || find_languages(&known_languages));
        let (machine, sandbox) = (Machine::find(level), SandboxFinding::find());
        // Without a thread, they are asked now.
        let languages =
            asked.map_or_else(|_| find_languages(&known_languages), |asked| asked.join().unwrap_or_default());
        (machine, sandbox, languages)
    });
    let mut missing = machine.missing();
    missing.extend(sandbox.missing());
    missing.extend(languages::missing(&languages));
    let broken = known.err().map(|error| format!("languages: {error}")).into_iter();
    let broken = broken.chain(machine.broken());
    let broken = broken.chain(sandbox.error.as_ref().map(|error| format!("sandbox: {error}"))).collect();
    Findings {
        version: env!("CARGO_PKG_VERSION"),
        build: version::BUILD,
        machine,
        sandbox,
        languages,
        missing,
        broken,
    }
}

impl Findings {
    fn text(&self, columns: Option<usize>) -> String {
        let fitted = |text: &str, hang| terminal::fitted(text, Some(hang), columns);
        let mut text = fitted(&format!("toolkit {} ({})\n\n", self.version, self.build), 2);
        text += &fitted(&self.machine.text(), 9);
        text += &self.sandbox.text(columns);
        text.push_str("\nlanguages\n");
        let rows = self.languages.iter().map(LanguageFinding::row);
        text += &table(&rows.collect_vec(), columns);
        for (title, lines) in [("missing", &self.missing), ("does not work", &self.broken)] {
            if !lines.is_empty() {
                writeln!(text, "\n{title}");
                for line in lines {
                    text += &fitted(&format!("  {}\n", visible::line(line)), 4);
                }
            }
        }
        text
    }
}

/// Returns rows of a mark, a name and a remark, below each other.
fn table(rows: &[(bool, String, String)], columns: Option<usize>) -> String {
    let mark = |is_there: bool| if is_there { "yes" } else { "no" };
    let width = rows.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|(is_there, name, remark)| {
            let line = format!("  {:<3}  {name:<width$}  {}", mark(*is_there), visible::line(remark));
            terminal::fitted(&format!("{}\n", line.trim_end()), Some(width + 9), columns)
        })
        .collect()
}
