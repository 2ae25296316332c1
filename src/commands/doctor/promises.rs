//! The promises of the sandbox by its layers: one table; docs/sandbox.md shows every mode, and `doctor` the mode of the machine.

use serde::Serialize;

use nim_sandbox::Layers;

/// A promise of the sandbox.
struct Promise {
    /// The name in JSON.
    name: &'static str,
    /// The promise as a sentence.
    text: &'static str,
    /// Returns whether the promise holds with these layers.
    holds: fn(&Layers) -> bool,
}

/// A promise, and whether it holds here.
#[derive(Serialize)]
pub struct PromiseFinding {
    name: &'static str,
    /// The promise as a sentence.
    pub promise: &'static str,
    /// Whether the promise holds here.
    pub holds: bool,
}

const PROMISES: [Promise; 16] = [
    Promise { name: "contents", text: "hidden files cannot be read", holds: hides_contents },
    Promise { name: "names", text: "hidden files have no name, size or time", holds: has_mounts },
    Promise {
        name: "writing",
        text: "files outside the private folder are not written",
        holds: hides_contents,
    },
    Promise {
        name: "emptying",
        text: "files outside the private folder are not emptied",
        holds: |layers| {
            has_mounts(layers)
                || layers.landlock_version >= 3
                || hides_contents(layers) && has(layers, "seccomp")
        },
    },
    Promise {
        name: "attributes",
        text: "files outside the private folder keep times, modes and owners",
        holds: |layers| has_mounts(layers) || has(layers, "seccomp"),
    },
    Promise {
        name: "network",
        text: "there is no network",
        holds: |layers| has(layers, "network-namespace") || has(layers, "seccomp"),
    },
    Promise {
        name: "signals",
        text: "no other process gets a signal",
        holds: |layers| {
            has(layers, "pid-namespace") || layers.landlock_version >= 6 || has(layers, "seccomp")
        },
    },
    Promise {
        name: "processes",
        text: "other processes are not seen",
        holds: |layers| has(layers, "pid-namespace"),
    },
    Promise {
        name: "memory-of-others",
        text: "memory and environment of other processes cannot be read",
        holds: |layers| has(layers, "pid-namespace") || hides_contents(layers) || layers.has_own_user,
    },
    Promise {
        name: "other-user",
        text: "programs of root are not root",
        holds: |layers| has(layers, "other-user"),
    },
    Promise { name: "traces", text: "a run finds nothing that another has written", holds: hides_contents },
    Promise {
        name: "shared-files",
        text: "locks, notices and pages of system files tell nothing of other runs",
        holds: |layers| has(layers, "seccomp"),
    },
    Promise { name: "end", text: "all processes of a run end with it", holds: |_| true },
    Promise {
        name: "folder-size",
        text: "the files of the private folder are bounded together",
        holds: has_mounts,
    },
    Promise {
        name: "shared-memory",
        text: "memory that processes share without a file is bounded",
        holds: |layers| has(layers, "shared-memory-limit"),
    },
    Promise {
        name: "cpu-time",
        text: "CPU time of children that nobody awaits counts",
        holds: |layers| has(layers, "cgroup-cpu") || has(layers, "event-cpu"),
    },
];

fn has(layers: &Layers, name: &str) -> bool {
    layers.active.iter().any(|layer| layer == name)
}

fn has_mounts(layers: &Layers) -> bool {
    has(layers, "mount-namespace")
}

fn hides_contents(layers: &Layers) -> bool {
    layers.hide_files()
}

/// Returns all promises, and whether each holds with these layers.
pub fn find(layers: &Layers) -> Vec<PromiseFinding> {
    let findings = PROMISES.iter().map(|Promise { name, text, holds }| PromiseFinding {
        name,
        promise: text,
        holds: holds(layers),
    });
    findings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    struct Mode {
        title: &'static str,
        namespaces: bool,
        landlock_version: i64,
        groups: bool,
    }

    const fn mode(title: &'static str, namespaces: bool, landlock_version: i64, groups: bool) -> Mode {
        Mode { title, namespaces, landlock_version, groups }
    }

    const MODES: [Mode; 7] = [
        mode("complete", true, 7, true),
        mode("no control groups", true, 7, false),
        mode("no Landlock", true, 0, false),
        mode("no namespaces, Landlock 6 or 7", false, 7, false),
        mode("3 to 5", false, 5, false),
        mode("1 or 2", false, 1, false),
        mode("neither", false, 0, false),
    ];

    impl Mode {
        fn layers(&self, is_root: bool) -> Layers {
            let namespaces =
                ["user-namespace", "pid-namespace", "mount-namespace", "network-namespace", "ipc-namespace"];
            let names = namespaces
                .into_iter()
                .filter(|_| self.namespaces)
                .chain((self.landlock_version > 0).then_some("landlock"))
                .chain(["seccomp", "other-user", "event-cpu"])
                .chain(self.groups.then_some("shared-memory-limit"));
            Layers {
                active: names.map(str::to_owned).collect(),
                landlock_version: self.landlock_version,
                has_own_user: is_root,
                ..Layers::default()
            }
        }
    }

    /// So many promises that hold in the same modes share a row.
    const IN_A_ROW: usize = 4;

    #[test]
    fn the_page_shows_every_promise_in_every_mode() {
        let mut rows = Vec::<(String, Vec<&str>)>::new();
        for Promise { text, holds, .. } in &PROMISES {
            let mut cells = String::new();
            for mode in &MODES {
                let cell = match (holds(&mode.layers(true)), holds(&mode.layers(false))) {
                    (true, true) => "yes",
                    (true, false) => "root",
                    (false, true) => "user",
                    (false, false) => "**no**",
                };
                write!(cells, " {cell} |").unwrap();
            }
            match rows.iter_mut().find(|(own, texts)| *own == cells && texts.len() < IN_A_ROW) {
                Some((_, texts)) => texts.push(text),
                None => rows.push((cells, vec![text])),
            }
        }
        let mut table = String::from("| promise |");
        MODES.iter().for_each(|mode| write!(table, " {} |", mode.title).unwrap());
        table.push_str("\n|---|");
        MODES.iter().for_each(|_| table.push_str("---|"));
        table.push('\n');
        for (cells, texts) in rows {
            writeln!(table, "| {} |{cells}", texts.join("; ")).unwrap();
        }
        let page = include_str!("../../../docs/sandbox.md");
        assert!(page.contains(&table), "docs/sandbox.md lacks\n{table}");
    }
}
