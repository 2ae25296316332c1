//! The layers of the sandbox that work here, found by starting one.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use serde::Serialize;

use super::promises::{self, PromiseFinding};
use crate::terminal::pager::Pager;

use nim_ground::content::Content;
use nim_ground::limits::{Limits, MIB};
use nim_sandbox::run::{Ended, Runner};
use nim_sandbox::secrets::Secrets;
use nim_sandbox::{IS_AVAILABLE, Layers, Program, Sandbox, SandboxMode};

/// A layer: its name in reports, its effect, and the remedy if it is missing.
struct Layer {
    name: &'static str,
    gives: &'static str,
    /// Empty if another layer does the same.
    remedy: &'static str,
}

const NAMESPACES: &str = "let this user make namespaces (sysctl user.max_user_namespaces above 0, \
                          kernel.unprivileged_userns_clone 1, kernel.apparmor_restrict_unprivileged_userns 0; in a \
                          container, a profile that allows unshare and mount)";
const DELEGATE: &str =
    "start the toolkit in a control group of its own: systemd-run --user --scope -p Delegate=yes toolkit …";

/// Every layer, in the order of reports.
const LAYERS: &[Layer] = &[
    Layer { name: "user-namespace", gives: "its own users", remedy: NAMESPACES },
    Layer { name: "pid-namespace", gives: "no other process is seen or reached", remedy: NAMESPACES },
    Layer { name: "mount-namespace", gives: "hidden files do not exist", remedy: NAMESPACES },
    Layer { name: "network-namespace", gives: "no network", remedy: NAMESPACES },
    Layer { name: "ipc-namespace", gives: "its own message queues", remedy: NAMESPACES },
    Layer {
        name: "landlock",
        gives: "rules for files",
        remedy: "use Linux 5.13 or later, with landlock among its security modules (lsm=landlock,…)",
    },
    Layer {
        name: "seccomp",
        gives: "dangerous system calls are refused",
        remedy: "use a kernel with CONFIG_SECCOMP_FILTER",
    },
    Layer {
        name: "rlimits",
        gives: "limits of CPU time, files and stack",
        remedy: "raise the caller's hard limits (ulimit -H)",
    },
    Layer {
        name: "process-limit",
        gives: "a limit of processes",
        remedy: "judge as an ordinary user, or let a control group count processes",
    },
    Layer { name: "shared-memory-limit", gives: "shared memory is bounded", remedy: DELEGATE },
    Layer {
        name: "other-user",
        gives: "programs of root are not root",
        remedy: "judge as an ordinary user, or give root the capabilities SETUID, SETGID, CHOWN, KILL, DAC_OVERRIDE and FOWNER, and put \
                 programs where others may read them",
    },
    Layer { name: "no-new-privileges", gives: "no set-user-id programs", remedy: "" },
    Layer { name: "closed-descriptors", gives: "no open files of the judge", remedy: "" },
    Layer { name: "clean-environment", gives: "no variables of the caller", remedy: "" },
    Layer { name: "private-folder", gives: "a new folder for each run", remedy: "" },
    Layer { name: "cgroup-memory", gives: "memory is bounded exactly", remedy: DELEGATE },
    Layer { name: "cgroup-pids", gives: "processes are bounded exactly", remedy: DELEGATE },
    Layer { name: "cgroup-cpu", gives: "CPU time is counted exactly", remedy: DELEGATE },
    Layer {
        name: "event-cpu",
        gives: "CPU time is counted by an event",
        remedy: "set kernel.perf_event_paranoid to 2 or less",
    },
];

/// The state of the sandbox and of its layers.
#[derive(Serialize)]
pub struct SandboxFinding {
    /// The reason why no program can be run in it.
    pub error: Option<String>,
    layers: Vec<LayerFinding>,
    /// The version of Landlock; 0 where there is none.
    landlock_version: i64,
    /// The promises of the sandbox, kept or not.
    promises: Vec<PromiseFinding>,
    /// The reasons why variants with more layers could not be started.
    refusals: Vec<String>,
}

#[derive(Serialize)]
struct LayerFinding {
    name: &'static str,
    active: bool,
    gives: &'static str,
}

impl SandboxFinding {
    /// Runs this program in a sandbox, with every layer that the system has.
    pub fn find() -> Self {
        let started = examine();
        let error = started.as_ref().err().map(ToString::to_string);
        let found = started.unwrap_or_default();
        let promises = promises::find(&found);
        let Layers { active, refusals, landlock_version, .. } = found;
        let layers = LAYERS.iter().map(|layer| LayerFinding {
            name: layer.name,
            active: active.iter().any(|name| name == layer.name),
            gives: layer.gives,
        });
        Self { error, layers: layers.collect(), landlock_version, promises, refusals }
    }

    /// Returns the findings as lines of text.
    pub fn text(&self, pager: &Pager) -> String {
        // One way to count CPU time suffices, and a control group is the better one.
        let shown = self.layers.iter().filter(|layer| layer.name != "event-cpu" || !self.has("cgroup-cpu"));
        let rows = shown.map(|layer| (layer.active, layer.name.to_owned(), layer.gives.to_owned()));
        let promises =
            self.promises.iter().map(|found| (found.holds, found.promise.to_owned(), String::new()));
        format!(
            "\nsandbox\n{}\npromises\n{}",
            super::table(&rows.collect::<Vec<_>>(), pager),
            super::table(&promises.collect::<Vec<_>>(), pager)
        )
    }

    /// Returns whether a layer is active.
    fn has(&self, name: &str) -> bool {
        self.layers.iter().any(|layer| layer.name == name && layer.active)
    }

    /// Returns the missing layers with their remedies: a remedy of several layers once.
    pub fn missing(&self) -> Vec<String> {
        if self.error.is_some() {
            return Vec::new();
        }
        // Either counts CPU time.
        let counts_cpu = self.has("cgroup-cpu") || self.has("event-cpu");
        let mut missing: Vec<(&str, Vec<&str>)> = Vec::new();
        for layer in LAYERS.iter().filter(|layer| !self.has(layer.name)) {
            if layer.name.ends_with("-cpu") && counts_cpu {
                continue;
            }
            match missing.iter_mut().find(|(remedy, _)| *remedy == layer.remedy) {
                Some((_, names)) => names.push(layer.name),
                None => missing.push((layer.remedy, vec![layer.name])),
            }
        }
        let lines = missing.into_iter().map(|(remedy, names)| format!("{}: {remedy}", names.join(", ")));
        let refusals = self.refusals.iter().map(|why| format!("why layers are missing: {why}"));
        lines.chain(refusals).collect()
    }
}

/// Runs this program in a sandbox, with all available layers, and returns the layers.
///
/// # Errors
/// When no program can be run in one.
fn examine() -> anyhow::Result<Layers> {
    const LIMITS: Limits =
        Limits { cpu: Duration::from_secs(5), wall: Duration::from_secs(5), memory: 256 * MIB, output: MIB };
    if !IS_AVAILABLE {
        let why = "there is no sandbox on this system".to_owned();
        return Ok(Layers { refusals: vec![why], ..Layers::default() });
    }
    let own = std::env::current_exe()?;
    let command = [own.into_os_string(), "-V".into()];
    let program = Program::resolve(&command, &[], &Secrets::default())?;
    let never = AtomicBool::new(false);
    let sandbox = Sandbox::new(program, SandboxMode::Auto, LIMITS.output, &never);
    let (mut confined, layers) = sandbox.start()?;
    let mut printed = Vec::new();
    let result = confined.run(&Content::from(""), &LIMITS, &mut printed)?;
    if result.ended != Ended::Exited(0) || !printed.starts_with(b"toolkit ") {
        let said = String::from_utf8_lossy(&result.stderr).into_owned();
        bail!("a program in it failed: {:?} {}", result.ended, said.trim());
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_of_reports_has_a_row() {
        let report = include_str!("../../../docs/report.md");
        for layer in LAYERS {
            assert!(report.contains(&format!("`{}`", layer.name)), "{}", layer.name);
        }
    }
}
