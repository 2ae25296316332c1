//! Games whose rules are a program: it lists the options of a position (docs/protocol.md), in the sandbox.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};

use crate::commands::check::run_options::SandboxArgs;
use crate::terminal::progress::Compiling;
use crate::terminal::say;
use nim_engine::theory::game::{Component, Flow, Game, Refusal, Shape, Visit};
use nim_ground::interruption;
use nim_ground::limits::LimitOverrides;
use nim_ground::lock::locked;
use nim_judge::Options;
use nim_judge::checker::CheckResult;
use nim_judge::interactive::referee::Referee;
use nim_judge::interactive::{Partner, run_dialogue};
use nim_judge::preparation::Preparation;
use nim_judge::programs::NamedProgram;
use nim_sandbox::run::{Loan, Stopped};
use nim_sandbox::secrets::Secrets;
use nim_task::defines::USUAL;
use nim_task::verdict::Verdict;

/// The CPU time of the program.
const CPU: Duration = Duration::from_secs(60);
/// The limit of components, and of options of all of them.
const MOST_COMPONENTS: usize = 1_000_000;
const MOST_OPTIONS: usize = 20_000_000;

/// The separator between the components of an option.
const PLUS: &str = " + ";

/// Asks the program for the options of components, and of all reachable ones; returns their game.
///
/// # Errors
/// When the program cannot be run, fails or breaks the protocol, or play need not end.
pub fn game(command: &str, sandbox: &SandboxArgs, starts: &[String]) -> anyhow::Result<Box<dyn Game>> {
    let languages = crate::system::languages()?;
    let program = [NamedProgram::of_option("--rules-from", command, &languages)?];
    let interrupted = interruption::flag();
    let limits = LimitOverrides { cpu: Some(CPU), ..LimitOverrides::default() }.resolve();
    let options = Options { sandbox: sandbox.options(), ..Options::new(languages) };
    let preparation = Preparation { options: &options, secrets: Secrets::default(), defines: USUAL };
    say::missing_sandbox();
    let prepared = preparation.compile(&program, &mut Compiling::default())?;
    let sandboxed = preparation.ready(&program, &prepared, limits.output, &interrupted)?;
    let mut runner = sandboxed.first().context("the program could not be prepared")?.start()?;
    let mut explored = Explored::new(command.to_owned());
    starts.iter().for_each(|start| {
        explored.number_of(start);
    });
    let explored = Arc::new(Mutex::new(explored));
    let asker = Asker { explored: Arc::clone(&explored), options: Vec::new(), listed: 0 };
    let dialogue = run_dialogue(
        vec![runner.start(&Loan::default(), &limits)?],
        &limits,
        Partner::Referee(Box::new(asker)),
    )?;
    if dialogue.run.stopped == Some(Stopped::Interrupted) {
        return Err(Refusal::Interrupted.into());
    }
    let explored = locked(&explored).clone();
    if dialogue.result.verdict != Verdict::Accepted {
        let asked = explored
            .next()
            .map_or_else(String::new, |position| format!(", asked for the options of {position:?}"));
        let stderr = String::from_utf8_lossy(&dialogue.run.stderr);
        let stderr = if stderr.is_empty() { String::new() } else { format!("\n{}", stderr.trim_end()) };
        bail!("{command}: {}{asked}{stderr}", dialogue.result.message);
    }
    if let Some(position) = explored.endless() {
        bail!("{command}: the position {position:?} can be reached from itself, so that play need not end");
    }
    Ok(Box::new(explored))
}

/// Asks for the options of one component after another.
struct Asker {
    explored: Arc<Mutex<Explored>>,
    /// The options of the component that was asked for, so far.
    options: Vec<Vec<Component>>,
    /// The number of options listed before these.
    listed: usize,
}

impl Asker {
    /// Asks for the next component; accepts the program when there is none.
    fn ask(&self, say: &mut Vec<u8>) -> Option<CheckResult> {
        match locked(&self.explored).next() {
            Some(position) => {
                say.extend_from_slice(format!("{position}\n").as_bytes());
                None
            }
            None => Some(CheckResult::new(Verdict::Accepted, String::new())),
        }
    }

    /// Takes a line of an answer.
    fn take(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let text = std::str::from_utf8(line).context("a line that is not UTF-8")?.trim();
        let mut explored = locked(&self.explored);
        if text.is_empty() {
            self.listed += self.options.len();
            explored.list(mem::take(&mut self.options));
            return Ok(());
        }
        let parts = text.split(PLUS).map(str::trim);
        let is_wrong = parts.clone().any(|part| {
            part.is_empty() || part.contains(char::is_control) || part.split(' ').any(|word| word == "+")
        });
        if is_wrong {
            bail!("the line {text:?}, which is no component and no sum of components");
        }
        self.options.push(parts.map(|part| vec![explored.number_of(part)]).collect());
        let counts = [
            (explored.len(), MOST_COMPONENTS, "components"),
            (self.listed + self.options.len(), MOST_OPTIONS, "options"),
        ];
        let passed = counts.into_iter().find(|(count, most, _)| count > most);
        passed.map_or(Ok(()), |(_, most, what)| Err(anyhow!("more than {most} {what}")))
    }
}

impl Referee for Asker {
    fn begin(&mut self, say: &mut Vec<u8>) -> Option<CheckResult> {
        self.ask(say)
    }

    fn read_line(&mut self, line: &[u8], say: &mut Vec<u8>) -> Option<CheckResult> {
        let is_end = line.iter().all(u8::is_ascii_whitespace);
        match self.take(line) {
            Ok(()) if is_end => self.ask(say),
            Ok(()) => None,
            Err(what) => Some(CheckResult::new(Verdict::WrongAnswer, format!("it printed {what}"))),
        }
    }

    fn closed(&mut self) -> CheckResult {
        CheckResult::new(Verdict::WrongAnswer, "it ended before its answer did".to_owned())
    }
}

/// The components that were found, and their options.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    name: String,
    names: Vec<String>,
    numbers: HashMap<String, u64>,
    /// The options of the first components.
    options: Vec<Vec<Vec<Component>>>,
}

impl Explored {
    /// Creates a game of this name, without components.
    pub fn new(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Returns the number of a component, a new one if it was unknown.
    pub fn number_of(&mut self, name: &str) -> u64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u64;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Returns the next component without listed options.
    pub fn next(&self) -> Option<&str> {
        self.names.get(self.options.len()).map(String::as_str)
    }

    /// Sets the options of that component.
    pub fn list(&mut self, options: Vec<Vec<Component>>) {
        self.options.push(options);
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns a component that can be reached from itself, if there is one.
    ///
    /// *Idea*: components are removed once all their options are. A remaining one has a remaining option; following such options leads to
    /// some component for the second time.
    pub fn endless(&self) -> Option<&str> {
        let mut waiting: Vec<usize> =
            self.options.iter().map(|options| options.iter().flatten().count()).collect();
        let mut leads_from: Vec<Vec<usize>> = vec![Vec::new(); self.len()];
        for (from, options) in self.options.iter().enumerate() {
            options.iter().flatten().flatten().for_each(|&to| leads_from[to as usize].push(from));
        }
        let mut ended: Vec<usize> = (0..waiting.len()).filter(|&component| waiting[component] == 0).collect();
        while let Some(component) = ended.pop() {
            for &from in &leads_from[component] {
                waiting[from] -= 1;
                if waiting[from] == 0 {
                    ended.push(from);
                }
            }
        }
        let stays = |component: &usize| waiting[*component] > 0;
        let mut component = (0..waiting.len()).find(stays)?;
        let mut is_seen = vec![false; waiting.len()];
        while !mem::replace(&mut is_seen[component], true) {
            let to = self.options[component].iter().flatten().flatten().map(|&to| to as usize).find(stays);
            component = to?;
        }
        self.names.get(component).map(String::as_str)
    }
}

impl Game for Explored {
    fn options(&self, component: &[u64], visit: &mut Visit<'_>) -> Flow {
        let options = component.first().and_then(|&number| self.options.get(number as usize));
        options.into_iter().flatten().try_for_each(|option| visit(option))
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn shape(&self) -> Shape {
        Shape::Vertex { count: self.names.len() as u64 }
    }

    fn label(&self, number: u64) -> Option<&str> {
        self.names.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    fn number(&self, label: &str) -> Option<u64> {
        self.numbers.get(label).copied()
    }
}
