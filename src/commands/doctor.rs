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
use crate::terminal::output::OutputArgs;
use crate::terminal::pager::Pager;
use crate::terminal::say;
use crate::terminal::style as terminal;
use crate::terminal::style::{Colours, Style};
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
    #[command(flatten)]
    output: OutputArgs,
}

/// The name and version of the JSON.
const SCHEMA: &str = "toolkit-doctor/1";

/// All findings, in the order of the output.
#[derive(Serialize)]
struct Findings {
    version: &'static str,
    build: Build,
    machine: Machine,
    sandbox: SandboxFinding,
    languages: Vec<LanguageFinding>,
    /// Missing parts, with the remedy.
    missing: Vec<String>,
    /// Faults that keep the toolkit from working at all.
    broken: Vec<String>,
}

/// Prints the findings.
pub fn run(args: &Args, level: Option<Level>, pager: &Pager) -> anyhow::Result<Exit> {
    let findings = find(level);
    args.output.answer(SCHEMA, &findings, || findings.verdict(), || findings.text(pager))?;
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
    fn verdict(&self) -> String {
        match (self.broken.as_slice(), self.missing.len()) {
            ([], 0) => "works, and nothing is missing\n".to_owned(),
            ([], missing) => format!("works; {} missing\n", say::counted(missing, "thing")),
            (broken, _) => format!("does not work: {}\n", visible::line(&broken.join("; "))),
        }
    }

    fn text(&self, pager: &Pager) -> String {
        let columns = pager.columns();
        let head = format!("toolkit {} ({})\n\n", self.version, self.build);
        let mut text = terminal::fitted(&head, Some(2), columns);
        text += &terminal::fitted(&self.machine.text(), Some(9), columns);
        text += &self.sandbox.text(pager);
        text.push_str("\nlanguages\n");
        let rows = self.languages.iter().map(LanguageFinding::row);
        text += &table(&rows.collect_vec(), pager);
        for (title, lines) in [("missing", &self.missing), ("does not work", &self.broken)] {
            if !lines.is_empty() {
                writeln!(text, "\n{title}");
                for line in lines {
                    text += &terminal::fitted(&format!("  {}\n", visible::line(line)), Some(4), columns);
                }
            }
        }
        text
    }
}

/// The width of a mark with the spaces around it.
const MARKED: usize = 7;

/// Returns rows of a mark, a name and a remark, one below the other; on a narrow terminal, a remark stands below its name.
fn table(rows: &[(bool, String, String)], pager: &Pager) -> String {
    let (columns, colours) = (pager.columns(), Colours::of(pager.is_terminal()));
    let width = rows.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0);
    let hang = MARKED + width + 2;
    let is_narrow = columns.is_some_and(|columns| hang > columns / 2);
    let rows = rows.iter().map(|(is_there, name, remark)| {
        let (mark, style) = if *is_there { ("yes", Style::Green) } else { ("no", Style::Yellow) };
        let (marked, remark) = (format!("  {mark:<3}  {name}"), visible::line(remark));
        let lines = match remark.as_str() {
            "" => format!("{marked}\n"),
            remark if is_narrow => format!("{marked}\n{:MARKED$}{remark}\n", ""),
            remark => format!("{marked:hang$}{remark}\n"),
        };
        let text = terminal::fitted(&lines, (!is_narrow).then_some(hang), columns);
        // Painted last, as control sequences have no width.
        text.replacen(mark, &colours.paint(style, mark), 1)
    });
    rows.collect()
}
