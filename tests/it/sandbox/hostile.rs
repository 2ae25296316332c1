//! Programs that a judge must survive. Each runs in an outer PID namespace with a bound on processes and memory, so that a
//! sandbox that fails harms nothing but its test. Where root tests, everything is tried as an ordinary user, too.
//!
//! An ordinary run tries each kind of attack as one of the users that it can distinguish, another one in each `TURN`; with
//! `TOOLKIT_TEST_ALL=1`, every attack is tried as every user.
//!
//! If the system does not allow such a jail, or no sandbox in it, nothing hostile is run, and the test reports that. No verdict here
//! depends on how fast or busy the machine is: a program that shall end by its CPU time has plenty of time on the clock, one that shall end
//! by the clock uses no CPU time, and one that shall succeed has plenty of both.

mod bounds;
mod kept;
mod left_behind;
mod promises;

use crate::whole;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock, PoisonError};

use nim_sandbox::sys::landlock_version;
use rustix::process::{Resource, geteuid, getrlimit};
use serde_json::Value;
use tempfile::TempDir;

/// A folder that everybody can read, with the toolkit and the hostile program in it. It is locked while this test runs, and
/// removed by the next that finds it unlocked.
fn stage() -> &'static Path {
    static STAGE: OnceLock<(PathBuf, File)> = OnceLock::new();
    let (folder, _) = STAGE.get_or_init(|| {
        for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with("toolkit-hostile-")
                && File::open(entry.path().join("lock")).is_ok_and(|lock| lock.try_lock().is_ok())
            {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let folder = tempfile::Builder::new().prefix("toolkit-hostile-").tempdir().unwrap().keep();
        let lock = File::create(folder.join("lock")).unwrap();
        lock.lock().unwrap();
        open_to_all(&folder);
        fs::copy(env!("CARGO_BIN_EXE_toolkit"), folder.join("toolkit")).unwrap();
        fs::copy(compiled(), folder.join("hostile")).unwrap();
        (folder, lock)
    });
    folder
}

/// The hostile program, compiled by the first run of the tests that has its sources, and kept.
fn compiled() -> PathBuf {
    let sources = ["program.rs", "deeds.rs", "systems.rs"]
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/sandbox/hostile").join(name));
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let mut hasher = DefaultHasher::new();
    (&sources, sources.each_ref().map(|source| fs::read(source).unwrap()), &compiler).hash(&mut hasher);
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{:016x}", hasher.finish()));
    if !kept.exists() {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let program = folder.path().join("hostile");
        let output = Command::new(compiler)
            .args(["--edition=2021", "-O", "--cap-lints=allow", "-C", "panic=abort", "-o"])
            .args([&program, &sources[0]])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Whole or not at all, for others who look for it.
        fs::rename(program, &kept).unwrap();
    }
    kept
}

fn open_to_all(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
}

/// The user who runs the judge.
#[derive(Clone, Copy, Debug, PartialEq)]
enum User {
    Caller,
    Nobody,
    /// An ordinary user who may have no namespaces.
    Restricted,
    /// The same on a system without Landlock.
    WithoutLandlock,
    /// An ordinary user on a system that has no Landlock.
    NamespacesAlone,
    /// An ordinary user on a system that does not count CPU time for them.
    WithoutCounter,
    /// Root, who may have none either.
    RestrictedRoot,
}

impl User {
    fn is_restricted(self) -> bool {
        matches!(self, Self::Restricted | Self::RestrictedRoot | Self::WithoutLandlock)
    }
}

/// Everyone whom the system allows namespaces for a sandbox within the jail.
fn users() -> Vec<User> {
    allowed(&[User::Caller, User::Nobody]).into_iter().filter(|&user| offers(user).namespaces).collect()
}

/// Returns all of `users` if everything is tried, else the last, who has the fewest privileges.
fn sample(mut users: Vec<User>) -> Vec<User> {
    if !whole::is_whole() {
        users.drain(..users.len().saturating_sub(1));
    }
    users
}

/// Returns the users among `users` for whom there is a jail; only root may try as another user.
fn allowed(users: &[User]) -> Vec<User> {
    let may_try = |user| geteuid().is_root() || user != User::Nobody && user != User::RestrictedRoot;
    users.iter().copied().filter(|&user| may_try(user) && offers(user).jail).collect()
}

/// The abilities of the system for a user, found out without the judge.
#[derive(Clone, Copy, Debug)]
struct Offers {
    /// An outer PID namespace, in which staged programs can be run.
    jail: bool,
    /// Namespaces for a sandbox within it.
    namespaces: bool,
    /// A user namespace among them.
    own_users: bool,
}

fn offers(user: User) -> Offers {
    static KNOWN: Mutex<Vec<(User, Offers)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, offers)) = known.iter().find(|(of, _)| *of == user) {
        return *offers;
    }
    let folder = tempfile::tempdir().unwrap();
    open_to_all(folder.path());
    let works = |command: &[&str]| {
        let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        let output = jailed(user, &command, &folder.path().join("tmp"));
        (String::from_utf8_lossy(&output.stdout).contains("exit 0\nLEFT:"), output)
    };
    let (jail, output) = works(&[&stage().join("toolkit").display().to_string(), "--version"]);
    let namespaces = ["--pid", "--mount", "--net", "--ipc", "--fork", "--mount-proc", "true"];
    let own_users =
        jail && works(&[&["unshare", "--user", "--map-current-user"], &namespaces[..]].concat()).0;
    let offers = Offers {
        jail,
        own_users,
        namespaces: own_users
            || jail
                && user == User::Caller
                && geteuid().is_root()
                && works(&[&["unshare"], &namespaces[..]].concat()).0,
    };
    let restricted = user.is_restricted();
    if !jail || !restricted && !offers.namespaces {
        // Not by a macro, whose text the test harness would keep to itself.
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let _ = writeln!(std::io::stderr(), "skipped: hostile programs of {user:?}: {offers:?} {said}");
    }
    known.push((user, offers));
    offers
}

/// A test of one hostile deed.
struct Attack {
    folder: TempDir,
    deed: Vec<String>,
    options: Vec<String>,
    /// The abilities that the system lacks, by the words of the hostile program.
    system: Vec<String>,
}

/// The result of an attack.
struct Outcome {
    result: Value,
    report: Value,
}

impl Attack {
    fn new(deed: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        open_to_all(folder.path());
        fs::create_dir(folder.path().join("data")).unwrap();
        open_to_all(&folder.path().join("data"));
        fs::write(folder.path().join("data/1.in"), "ok\n").unwrap();
        fs::write(folder.path().join("data/1.ans"), "ok\n").unwrap();
        Self { folder, deed: vec![deed.to_owned()], options: Vec::new(), system: Vec::new() }
    }

    fn argument(mut self, argument: &str) -> Self {
        self.deed.push(format!("@{argument}"));
        self
    }

    fn option(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// Tries it on another system: the parts of this one that the hostile program leaves, given these words.
    fn on(mut self, system: &[&str]) -> Self {
        let hostile = stage().join("hostile").display().to_string();
        for words in system {
            self.system.push(hostile.clone());
            self.system.extend(words.split(' ').map(str::to_owned));
        }
        self
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Runs the judge as `user`, and sees to it that nothing is left when it has ended.
    #[track_caller]
    fn run(&self, user: User) -> Outcome {
        self.run_program(user, &stage().join("hostile"))
    }

    /// Runs another program than the hostile one in the same way.
    #[track_caller]
    fn run_program(&self, user: User, program: &Path) -> Outcome {
        let temporary = self.folder.path().join("tmp");
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir(&temporary).unwrap();
        open_to_all(&temporary);
        let report = self.folder.path().join(format!("{user:?}.json"));
        let stage = stage();
        let mut toolkit = self.system.clone();
        toolkit.extend([stage.join("toolkit").display().to_string(), "check".to_owned(), self.path("data")]);
        toolkit.push("--output-limit=16M".to_owned());
        let (cpu, wall, memory) = limits(&self.deed[0]);
        for (limit, value) in [("time", cpu), ("wall", wall), ("memory", memory)] {
            let limit = format!("--{limit}-limit=");
            if !self.options.iter().any(|option| option.starts_with(&limit)) {
                toolkit.push(limit + value);
            }
        }
        toolkit.push(format!("--report=json={}", report.display()));
        toolkit.extend(self.options.iter().cloned());
        toolkit.extend(["--".to_owned(), program.display().to_string()]);
        toolkit.extend(self.deed.iter().cloned());
        // Several at a time might use up the limits of a user.
        static BOMBS: Mutex<()> = Mutex::new(());
        let _alone =
            self.deed[0].contains("fork").then(|| BOMBS.lock().unwrap_or_else(PoisonError::into_inner));
        let output = jailed(user, &toolkit, &temporary);
        let printed = String::from_utf8_lossy(&output.stdout);
        let (_, left) = printed.split_once("LEFT:").unwrap_or_else(|| panic!("{output:?}"));
        assert_eq!(left.trim(), "", "processes left behind by {:?}", self.deed);
        let temporary: Vec<_> =
            fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(temporary.is_empty(), "left behind: {temporary:?}");
        let report: Value =
            serde_json::from_slice(&fs::read(&report).unwrap_or_else(|_| panic!("{output:?}"))).unwrap();
        Outcome { result: report["tests"][0].clone(), report }
    }

    /// Asserts the verdict in a sandbox for every user or for one, to whom each deed comes in turn, with a message that contains `says`.
    #[track_caller]
    fn check(&self, verdict: &str, says: &str) {
        let users = users();
        let in_turn = users.iter().copied().cycle().skip(self.deed[0].len()).take(users.len());
        self.check_for(&whole::turn(in_turn, users.len().max(1)).collect::<Vec<_>>(), verdict, says);
    }

    #[track_caller]
    fn check_for(&self, users: &[User], verdict: &str, says: &str) {
        for &user in users {
            let outcome = self.run(user);
            assert_eq!(outcome.result["verdict"], verdict, "{:?} {user:?}: {}", self.deed, outcome.result);
            let message = outcome.result["message"].as_str().unwrap();
            assert!(message.contains(says), "{:?} {user:?}: {message}", self.deed);
        }
    }
}

/// Returns the limits of CPU time, wall time and memory. The jail ends whatever the judge fails to end, and the test fails.
fn limits(deed: &str) -> (&'static str, &'static str, &'static str) {
    match deed {
        // Memory that the system allocates for processes that it then refuses counts, and is given back late on a busy machine.
        "fork-bomb" => ("300ms", "60s", "1G"),
        // The time that the bomb has used by then counts.
        "fork-bomb-and-done" => ("600s", "60s", "1G"),
        "busy" => ("300ms", "60s", "256M"),
        // The clock would end it, too, but later.
        "hides-time" => ("500ms", "30s", "256M"),
        "stretches-time" => ("20s", "500ms", "256M"),
        "sleeper" | "orphans" | "ignores-sigterm" | "stops-itself" | "closes-stdout-and-sleeps" => {
            ("10s", "500ms", "256M")
        }
        _ => ("20s", "60s", "256M"),
    }
}

/// Runs a command in a PID namespace of its own, bounded, and prints the processes left there when it has ended.
fn jailed(user: User, command: &[String], temporary: &Path) -> Output {
    let script = r#"
        "$@" 2>&1
        echo "exit $?"
        printf LEFT:
        for process in /proc/[0-9]*; do
            case ${process#/proc/} in
                1 | $$) ;;
                *) cat "$process/comm" 2>/dev/null ;;
            esac
        done
        exit 0
    "#;
    // If control groups may be made, one bounds root, too.
    let enter = r#"
        ulimit -v 16000000
        tree=/sys/fs/cgroup/pids
        [ -e $tree ] || tree=/sys/fs/cgroup
        group=$tree/toolkit-tests-$$
        if [ -e $tree/cgroup.procs ] && mkdir $group 2>/dev/null; then
            echo 1000 2>/dev/null >$group/pids.max
            sh -c 'echo $$ 2>/dev/null >$0/cgroup.procs; exec "$@"' $group "$@"
            rmdir $group 2>/dev/null || { sleep 1; rmdir $group; }
        else
            exec "$@"
        fi
    "#;
    let mut jail = Command::new("sh");
    jail.args(["-c", enter, "sh", "timeout", "-k", "1", "150"]);
    let root = geteuid().is_root();
    if root
        && matches!(
            user,
            User::Nobody
                | User::Restricted
                | User::WithoutLandlock
                | User::NamespacesAlone
                | User::WithoutCounter
        )
    {
        jail.args(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]);
    }
    jail.arg("unshare");
    match user {
        User::Caller if root => {}
        User::Caller | User::Nobody | User::NamespacesAlone | User::WithoutCounter => {
            _ = jail.args(["--user", "--map-current-user"]);
        }
        // Only the root of a user namespace can forbid further ones.
        _ => _ = jail.args(["--user", "--map-root-user"]),
    }
    jail.args(["--pid", "--fork", "--kill-child", "--mount-proc"]);
    if user.is_restricted() {
        let forbid = "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --bounding-set=-all --inh-caps=-all \
                      --no-new-privs \"$@\"";
        jail.args(["sh", "-c", forbid, "sh"]);
    }
    // Root is bounded by the control group alone.
    let processes = getrlimit(Resource::Nproc).maximum.unwrap_or(3000).min(3000);
    jail.arg("prlimit").arg(format!("--nproc={processes}")).args(["sh", "-c", script, "sh"]);
    let without = match user {
        User::WithoutLandlock | User::NamespacesAlone => Some("without-landlock"),
        User::WithoutCounter => Some("without-counter"),
        _ => None,
    };
    if let Some(without) = without {
        jail.arg(stage().join("hostile")).arg(without);
    }
    jail.args(command)
        .env("TMPDIR", temporary)
        .env("SECRET", "a-secret-of-the-judge")
        .current_dir(temporary.parent().unwrap());
    jail.output().unwrap()
}

/// A test function for each deed, tried as some users.
macro_rules! attacks {
    ($users:expr; $($name:ident: $deed:literal => $verdict:literal, $says:literal;)+) => {
        $(#[test]
        fn $name() {
            Attack::new($deed).check_for(&$users, $verdict, $says);
        })+
    };
}

// Attacks that depend on privileges: root's programs become another user, and an ordinary user's get a user namespace.
attacks! { users();
    a_plain_program_is_accepted: "ok" => "AC", "";
    processes_are_bounded: "count-forks" => "AC", "";
    a_reader_of_passwd: "reads-passwd" => "AC", "";
    a_sender_of_signals: "signals" => "AC", "";
    a_tracer: "ptrace" => "AC", "";
    a_mounter: "mount" => "AC", "";
    standard_input_by_name: "opens-stdin" => "AC", "";
    calls_that_are_rare: "rare-calls" => "AC", "";
    an_heir_of_descriptors: "descriptors" => "AC", "";
    a_raiser_of_limits: "raises-limits" => "AC", "";
    a_reader_of_memory: "memory-of-others" => "AC", "";
    a_sibling: "sibling" => "AC", "";
    an_owner_of_signals: "owner-of-signals" => "AC", "";
    locked_folders: "locked-folders" => "AC", "";
}

// Attacks that the judge counts and ends in the same way for every user.
attacks! { sample(users());
    a_wrong_one_is_not: "wrong" => "WA", "expected ok, got no";
    a_fork_bomb: "fork-bomb" => "TLE", "";
    a_fork_bomb_that_is_done: "fork-bomb-and-done" => "AC", "";
    a_memory_bomb: "memory-bomb" => "MLE", "256 MiB";
    too_much_memory_and_success: "memory-and-success" => "MLE", "";
    too_much_memory_and_a_crash: "memory-and-crash" => "MLE", "";
    too_much_memory_in_children: "memory-in-children" => "MLE", "";
    memory_that_is_not_touched: "memory-untouched" => "AC", "";
    a_sleeper: "sleeper" => "TLE", "wall-clock time";
    orphans_without_end: "orphans" => "TLE", "wall-clock time";
    a_busy_loop: "busy" => "TLE", "of CPU time";
    an_output_flood: "flood" => "OLE", "16 MiB";
    a_flood_of_errors: "flood-errors" => "OLE", "16 MiB";
    a_child_left_behind: "child-left-behind" => "AC", "";
    signals_ignored: "ignores-sigterm" => "TLE", "wall-clock time";
    a_daemon: "daemon" => "AC", "";
    a_program_that_stops_itself: "stops-itself" => "TLE", "wall-clock time";
    a_closer_of_its_output: "closes-stdout" => "WA", "ended";
    a_closer_of_everything: "closes-stdout-and-sleeps" => "TLE", "wall-clock time";
    a_maker_of_zombies: "zombies" => "AC", "";
    ten_thousand_files: "tiny-files" => "AC", "";
    strange_names: "strange-names" => "AC", "";
    a_large_file: "large-file" => "OLE", "a file";
    an_exit_status: "exit-3" => "RTE", "exit status 3";
    an_abort: "abort" => "RTE", "SIGABRT";
    a_null_pointer: "null" => "RTE", "SIGSEGV";
    files_in_memory: "files-in-memory" => "AC", "";
    too_much_memory_without_a_leader: "memory-without-leader" => "MLE", "";
    memory_that_is_shared_counts_once: "memory-shared" => "AC", "";
    deep_folders: "deep-folders" => "AC", "";
    a_sparse_file: "sparse-file" => "OLE", "a file";
    a_filler_of_its_folder: "fills-folder" => "AC", "";
    a_child_that_is_awaited: "waits-for-child" => "AC", "";
}

#[test]
fn the_answers_cannot_be_read() {
    let attack = Attack::new("reads-file");
    let answer = attack.path("data/1.ans");
    attack.argument(&answer).check("AC", "");
}

#[test]
fn the_judges_environment_cannot_be_read() {
    Attack::new("reads-environment").argument("egduj-eht-fo-terces-a").check("AC", "");
}

#[test]
fn nothing_is_written_outside() {
    // The caller's own folder is private inside.
    let attack = Attack::new("writes-outside").argument(&stage().display().to_string());
    attack.check("AC", "");
    assert!(!stage().join("written-by-hostile").exists());
    assert!(!attack.folder.path().join("written-by-hostile").exists());
    assert!(!Path::new("/tmp/written-by-hostile").exists());
}

#[test]
fn the_input_stays_as_it_was() {
    let attack = Attack::new("changes-input");
    let input = attack.folder.path().join("data/1.in");
    for mode in [0o644, 0o666, 0o600] {
        for user in users() {
            fs::set_permissions(&input, fs::Permissions::from_mode(mode)).unwrap();
            if user == User::Nobody {
                std::os::unix::fs::chown(&input, Some(65534), Some(65534)).unwrap();
            }
            assert_eq!(attack.run(user).result["verdict"], "AC", "{user:?}");
            assert_eq!(fs::read(&input).unwrap(), b"ok\n");
            assert_eq!(fs::metadata(&input).unwrap().permissions().mode() & 0o777, mode, "{user:?}");
        }
    }
}

#[test]
fn there_is_no_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    Attack::new("network").argument(&port).check("AC", "");
}

#[test]
fn queues_of_the_system_are_out_of_reach() {
    let Ok(made) = Command::new("ipcmk").args(["--queue", "--mode=0666"]).output() else {
        let _ = writeln!(std::io::stderr(), "skipped: queues: there is no ipcmk");
        return;
    };
    let made = String::from_utf8_lossy(&made.stdout).into_owned();
    let Some(queue) = made.split_whitespace().last() else { return };
    let results: Vec<_> = (users().into_iter().chain(allowed(&[User::Restricted])))
        .map(|user| (user, Attack::new("queue").argument(queue).run(user).result))
        .collect();
    let _ = Command::new("ipcrm").args(["--queue-id", queue]).output();
    for (user, result) in results {
        assert_eq!(result["verdict"], "AC", "{user:?}: {result}");
    }
}

#[test]
fn links_lead_nowhere() {
    let attack = Attack::new("symlink");
    let answer = attack.path("data/1.ans");
    attack.argument(&answer).check("AC", "");
}

#[test]
fn the_folder_is_empty_for_every_test() {
    let attack = Attack::new("leaves-file").option("-j1");
    for name in ["2", "3"] {
        fs::write(attack.path(&format!("data/{name}.in")), "ok\n").unwrap();
        fs::write(attack.path(&format!("data/{name}.ans")), "ok\n").unwrap();
    }
    for user in users() {
        let outcome = attack.run(user);
        assert_eq!(outcome.report["summary"]["accepted"], 3, "{user:?}: {}", outcome.report);
    }
}

#[test]
fn no_run_tells_the_next_anything() {
    let deed = Attack::new("leaves-traces").option("-j1").option("--time-limit=60s");
    for name in ["2", "3", "4"] {
        fs::write(deed.path(&format!("data/{name}.in")), "ok\n").unwrap();
        fs::write(deed.path(&format!("data/{name}.ans")), "ok\n").unwrap();
    }
    for user in users().into_iter().chain(allowed(&[User::Restricted, User::RestrictedRoot])) {
        let outcome = deed.run(user);
        assert_eq!(outcome.report["summary"]["accepted"], 4, "{user:?}: {}", outcome.report);
    }
}

#[test]
fn no_process_reaches_a_later_run_however_many_there_are() {
    let deed = Attack::new("leaves-processes").option("-j1").option("--time-limit=60s");
    // More than have the same rules for files.
    for name in 2..=20 {
        fs::write(deed.path(&format!("data/{name}.in")), "ok\n").unwrap();
        fs::write(deed.path(&format!("data/{name}.ans")), "ok\n").unwrap();
    }
    for user in sample(users()).into_iter().chain(allowed(&[User::Restricted])) {
        let outcome = deed.run(user);
        assert_eq!(outcome.report["summary"]["accepted"], 20, "{user:?}: {}", outcome.report);
    }
}

#[test]
fn programs_side_by_side_do_not_disturb_each_other() {
    let restricted = allowed(&[User::Restricted, User::WithoutLandlock]);
    let deeds = ["signals", "owner-of-signals", "sibling"];
    for (n, user) in users().into_iter().chain(restricted).enumerate() {
        // Every user and every deed, if not each with each.
        for deed in whole::part(deeds.into_iter().cycle().skip(n).take(3), 3) {
            let attack = Attack::new(deed).option("-j4");
            for name in ["2", "3", "4", "5", "6"] {
                fs::write(attack.path(&format!("data/{name}.in")), "ok\n").unwrap();
                fs::write(attack.path(&format!("data/{name}.ans")), "ok\n").unwrap();
            }
            let outcome = attack.run(user);
            assert_eq!(outcome.report["summary"]["accepted"], 6, "{deed} of {user:?}: {}", outcome.report);
        }
    }
}

#[test]
fn the_layers_are_named_and_strict_is_content_with_all() {
    for user in users().into_iter().filter(|&user| offers(user).own_users && landlock_version() > 0) {
        let outcome = Attack::new("ok").option("--sandbox=strict").run(user);
        assert_eq!(outcome.result["verdict"], "AC", "{user:?}");
        let layers = outcome.report["sandbox"]["layers"].as_array().unwrap().clone();
        for layer in ["user-namespace", "pid-namespace", "landlock", "seccomp", "process-limit"] {
            assert!(layers.iter().any(|active| active == layer), "{layers:?}");
        }
    }
}

#[test]
fn time_and_memory_are_measured() {
    for user in users() {
        let outcome = Attack::new("waits-for-child").run(user);
        let cpu = outcome.result["cpu_ms"].as_f64().unwrap();
        assert!((250.0..2500.0).contains(&cpu), "{user:?}: {cpu}");
        let outcome = Attack::new("memory-and-success").option("--memory-limit=1G").run(user);
        let memory = outcome.result["memory_kib"].as_u64().unwrap();
        assert!((300 << 10..330 << 10).contains(&memory), "{user:?}: {memory}");
    }
}

#[test]
fn time_of_children_that_nobody_awaits_counts() {
    let counted = users().into_iter().chain(allowed(&[User::Restricted]));
    for user in counted.filter(|&user| counts_time(user)) {
        let all = ["awaited-too", "short", "long", "no-wait", "double", "killed", "threads", "idle"];
        let some = match user {
            _ if whole::is_whole() => &all[..],
            User::Caller => &["threads"],
            User::Nobody => &["short"],
            _ => &["awaited-too"],
        };
        for how in some {
            Attack::new("hides-time").argument(how).check_for(&[user], "TLE", "of CPU time");
        }
    }
}

#[test]
fn time_that_is_only_seen_now_and_then_counts() {
    for user in allowed(&[User::WithoutCounter]) {
        for how in whole::part(["long", "double"], 2) {
            Attack::new("hides-time").argument(how).check_for(&[user], "TLE", "of CPU time");
        }
    }
}

#[test]
fn time_is_not_stretched_by_waiting_for_oneself() {
    let users = users().into_iter().chain(allowed(&[User::Restricted, User::WithoutCounter]));
    for (user, own) in users.zip(["plain", "idle", "nice", "batch"]) {
        for how in
            ["idle", "batch", "nice", "plain"].into_iter().filter(|&how| whole::is_whole() || how == own)
        {
            let attack = Attack::new("stretches-time").argument(how);
            let outcome = attack.run(user);
            assert_eq!(outcome.result["verdict"], "TLE", "{how} {user:?}: {}", outcome.result);
            // Other tests may have the CPU at times, which excuses a program of normal priority alone.
            let wall = outcome.result["wall_ms"].as_f64().unwrap();
            let most = if how == "plain" { 5_500.0 } else { 4_000.0 };
            assert!(wall < most, "{how} {user:?}: {}", outcome.result);
        }
    }
}

/// Returns whether the system counts CPU time for a user, as a run of theirs says.
fn counts_time(user: User) -> bool {
    let layers = Attack::new("ok").run(user).report["sandbox"]["layers"].clone();
    let counts = ["cgroup-cpu", "event-cpu"].iter().any(|counter| layers.to_string().contains(counter));
    if !counts {
        let _ = writeln!(std::io::stderr(), "skipped: time of {user:?} is not counted");
    }
    counts
}

#[test]
fn a_program_is_excused_while_others_have_its_cpu() {
    let counted = users().into_iter().chain(allowed(&[User::Restricted]));
    let tried = sample(counted.collect()).into_iter().chain(allowed(&[User::WithoutCounter]));
    for user in whole::part(tried, 2) {
        // Most of the time that the clock allows: with an equal share of a crowded machine, it takes many times as long.
        let crowd: Vec<_> = (0..3 * std::thread::available_parallelism().unwrap().get())
            .map(|_| Command::new(stage().join("hostile")).arg("busy").spawn().unwrap())
            .collect();
        let attack = Attack::new("nearly-a-second").option("--wall-limit=800ms").option("--time-limit=20s");
        let outcome = attack.run(user);
        for mut busy in crowd {
            let _ = busy.kill();
            let _ = busy.wait();
        }
        assert_eq!(outcome.result["verdict"], "AC", "{user:?}: {}", outcome.result);
    }
}

#[test]
fn without_a_sandbox_everything_still_ends() {
    let deeds = [
        ("ok", "AC"),
        ("sleeper", "TLE"),
        ("busy", "TLE"),
        ("flood", "OLE"),
        ("child-left-behind", "AC"),
        ("daemon", "AC"),
        ("memory-bomb", "MLE"),
    ];
    // Like some of these, but longer.
    let more = [("memory-in-children", "MLE"), ("ignores-sigterm", "TLE")];
    let has_more = !whole::is_skipped("memory in children and signals ignored without a sandbox");
    for (deed, verdict) in deeds.into_iter().chain(more.into_iter().filter(|_| has_more)) {
        let users = sample(allowed(&[User::Caller, User::Nobody]));
        Attack::new(deed).option("--sandbox=off").check_for(&users, verdict, "");
    }
}

/// The files that Landlock hides from a program without namespaces.
const SECRETS: [(&str, Option<&str>); 8] = [
    ("memory-of-others", None),
    ("reads-passwd", None),
    ("reads-file", Some("data/1.ans")),
    ("reads-environment", Some("egduj-eht-fo-terces-a")),
    ("writes-outside", Some("")),
    ("symlink", Some("data/1.ans")),
    ("changes-input", None),
    ("ptrace", None),
];

/// The attacks that Landlock's rules for signals and the network concern.
const SCOPED: [&str; 6] = ["ok", "network", "signals", "owner-of-signals", "sibling", "raises-limits"];

/// The attacks that the judge counts, ends and clears in the same way with or without namespaces. Root without namespaces has the bomb of
/// forks as well.
const COUNTED_ALIKE: [&str; 9] = [
    "memory-bomb",
    "memory-and-success",
    "memory-without-leader",
    "memory-shared",
    "tiny-files",
    "deep-folders",
    "flood",
    "ignores-sigterm",
    "fork-bomb",
];

#[test]
fn without_namespaces_the_other_layers_hold() {
    let others = [
        ("ok", "AC"),
        ("opens-stdin", "AC"),
        ("network", "AC"),
        ("signals", "AC"),
        ("daemon", "AC"),
        ("child-left-behind", "AC"),
        ("zombies", "AC"),
        // Either the forks are refused until the time is up, or the run is ended for their number.
        ("fork-bomb", "TLE or RTE"),
        ("memory-bomb", "MLE"),
        ("memory-and-success", "MLE"),
        ("memory-in-children", "MLE"),
        ("ignores-sigterm", "TLE"),
        ("tiny-files", "AC"),
        ("strange-names", "AC"),
        ("deep-folders", "AC"),
        ("locked-folders", "AC"),
        ("sparse-file", "OLE"),
        ("sibling", "AC"),
        ("owner-of-signals", "AC"),
        ("descriptors", "AC"),
        ("rare-calls", "AC"),
        ("raises-limits", "AC"),
        ("memory-without-leader", "MLE"),
        ("memory-shared", "AC"),
        ("flood", "OLE"),
    ];
    let others = others.map(|(deed, verdict)| (deed, (deed == "network").then_some("9"), verdict));
    for user in allowed(&[User::Restricted, User::WithoutLandlock]) {
        let has_landlock = landlock_version() > 0 && user != User::WithoutLandlock;
        let secrets = SECRETS.iter().filter(|_| has_landlock).map(|&(deed, argument)| (deed, argument, "AC"));
        let what = format!("some attacks of {user:?}, who may have no namespaces");
        let is_skipped = whole::is_skipped(&what);
        let is_tried = |deed: &str| {
            !is_skipped || if has_landlock { !COUNTED_ALIKE.contains(&deed) } else { SCOPED.contains(&deed) }
        };
        for (deed, argument, verdict) in secrets.chain(others).filter(|(deed, ..)| is_tried(deed)) {
            let mut attack = Attack::new(deed);
            if let Some(argument) = argument {
                let path = argument.contains('/') || argument.is_empty();
                let argument = if path { attack.path(argument) } else { argument.to_owned() };
                attack = attack.argument(&argument);
            }
            let outcome = attack.run(user);
            let given = outcome.result["verdict"].as_str().unwrap();
            assert!(
                verdict.split(" or ").any(|one| one == given),
                "{deed} of {user:?}, not {verdict}: {}",
                outcome.result
            );
            assert_eq!(fs::read(attack.path("data/1.in")).unwrap(), b"ok\n", "{deed}");
            assert!(!Path::new(&attack.path("written-by-hostile")).exists(), "{deed}");
        }
    }
}

#[test]
fn processes_are_bounded_without_namespaces() {
    for user in allowed(&[User::Restricted]) {
        // Either the system refuses the fork, or the judge ends a run with too many.
        let verdict = Attack::new("count-forks").run(user).result["verdict"].clone();
        assert!(verdict == "AC" || verdict == "RTE", "{verdict}");
    }
}

#[test]
fn processes_of_root_are_bounded_without_namespaces() {
    for user in allowed(&[User::RestrictedRoot]) {
        // Nor may it trace: shared memory of its programs is read as the user to whom they belong.
        for (deed, verdict) in
            [("ok", "AC"), ("daemon", "AC"), ("memory-bomb", "MLE"), ("memory-shared", "AC")]
        {
            let outcome = Attack::new(deed).run(user);
            assert_eq!(outcome.result["verdict"], verdict, "{deed}: {}", outcome.result);
        }
        let bomb = Attack::new("fork-bomb").run(user);
        assert!(["RTE", "TLE"].contains(&bomb.result["verdict"].as_str().unwrap()), "{}", bomb.result);
    }
}

#[test]
fn the_answers_stay_hidden_in_a_folder_that_may_be_read() {
    let hides = |user| landlock_version() > 0 || user != User::Restricted;
    let users = users().into_iter().chain(allowed(&[User::Restricted]));
    for user in users.filter(|&user| hides(user)) {
        let attack = Attack::new("reads-file").option("--allow-read=.");
        let answer = attack.path("data/1.ans");
        assert_eq!(attack.argument(&answer).run(user).result["verdict"], "AC", "{user:?}");
        let attack = Attack::new("reads-file").option("--allow-read=.");
        fs::write(attack.path("other"), "x").unwrap();
        let other = attack.path("other");
        assert_eq!(attack.argument(&other).run(user).result["verdict"], "WA", "{user:?}: it may be read");
    }
}

#[test]
fn strict_refuses_where_a_layer_is_missing() {
    for user in allowed(&[User::Restricted]) {
        let attack = Attack::new("ok").option("--sandbox=strict");
        let toolkit = stage().join("toolkit").display().to_string();
        let hostile = stage().join("hostile").display().to_string();
        let command = [
            toolkit,
            "check".to_owned(),
            attack.path("data"),
            "--sandbox=strict".to_owned(),
            "--".to_owned(),
            hostile,
        ];
        let output = jailed(user, &command, &attack.folder.path().join("data"));
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("pid-namespace") && printed.contains("exit 5"), "{output:?}");
    }
}

#[test]
fn no_file_is_emptied_whatever_landlock_knows() {
    let users = users().into_iter().chain(allowed(&[User::Restricted]));
    let tried = users.flat_map(|user| (1..=7).map(move |version| (user, version)));
    for (user, version) in whole::turn(tried, 7) {
        let landlock = format!("with-landlock {version}");
        let attack = Attack::new("empties-file").on(&["without-namespaces", &landlock]);
        let file = attack.path("file");
        fs::write(&file, "of the user").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        let attack = attack.argument(&file);
        let outcome = attack.run(user);
        assert_eq!(outcome.result["verdict"], "AC", "{version} {user:?}: {}", outcome.result);
        assert!(outcome.report["sandbox"]["missing"].to_string().contains("mount-namespace"));
        assert_eq!(fs::read(&file).unwrap(), b"of the user", "{version} {user:?}");
    }
}

#[test]
fn no_run_learns_by_a_file_that_another_sees() {
    for user in users().into_iter().chain(allowed(&[User::Restricted, User::RestrictedRoot])) {
        Attack::new("uses-by-others").check_for(&[user], "AC", "");
    }
}

#[test]
fn programs_of_root_are_not_root_where_there_are_no_namespaces() {
    if !geteuid().is_root() {
        return;
    }
    let attack = Attack::new("is-the-caller").on(&["without-namespaces"]).argument("0");
    assert_eq!(attack.run(User::Caller).result["verdict"], "AC");
    // Like a program that is kept in the cache of root.
    let closed = attack.folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    let program = closed.join("hostile");
    fs::copy(stage().join("hostile"), &program).unwrap();
    let outcome = attack.run_program(User::Caller, &program);
    assert_eq!(outcome.result["verdict"], "AC", "{}", outcome.result);
    assert!(outcome.report["sandbox"]["layers"].to_string().contains("other-user"));
    // A file that nobody else may read makes a program run as root, and the judge reports that.
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
    let outcome = attack.run_program(User::Caller, &program);
    assert_eq!(outcome.result["verdict"], "WA", "{}", outcome.result);
    assert!(outcome.report["sandbox"]["missing"].to_string().contains("other-user"));
}

#[test]
fn links_in_a_visible_folder_open_nothing_that_is_hidden() {
    let systems: [&[&str]; 2] = [&[], &["without-namespaces"]];
    let tried = users().into_iter().flat_map(|user| systems.map(|system| (user, system)));
    for (user, system) in tried.filter(|_| landlock_version() > 0) {
        let attack = Attack::new("reads-file").on(system).option("--allow-read=.");
        let outside = tempfile::tempdir().unwrap();
        open_to_all(outside.path());
        fs::write(outside.path().join("file"), "hidden").unwrap();
        // A folder around hidden files is shown in parts; the links are some of them.
        for (name, target) in [("to-file", outside.path().join("file")), ("to-folder", outside.path().into())]
        {
            std::os::unix::fs::symlink(target, attack.path(name)).unwrap();
        }
        std::os::unix::fs::symlink(attack.path("data/1.ans"), attack.path("to-answer")).unwrap();
        for name in ["to-file", "to-folder/file", "to-answer"] {
            let attack = Attack {
                deed: vec!["reads-file".into(), format!("@{}", attack.path(name))],
                ..Attack::new("")
            };
            let attack = attack.on(system).option("--allow-read=.");
            assert_eq!(attack.run(user).result["verdict"], "AC", "{name} {user:?} {system:?}");
        }
    }
}

#[test]
fn no_name_of_an_answer_in_a_folder_of_the_system_is_visible() {
    let attack = Attack::new("reads-file");
    let Ok(place) = tempfile::Builder::new().prefix("toolkit-hard-").tempdir_in("/usr/local/lib") else {
        return;
    };
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let name = place.path().join("answer");
    if fs::hard_link(attack.path("data/1.ans"), &name).is_err() {
        // Another file system.
        return;
    }
    for system in [&[][..], &["without-namespaces"]] {
        let other = Attack {
            deed: vec!["reads-more-than-nothing".into(), format!("@{}", name.display())],
            ..Attack::new("")
        };
        let other = other.on(system);
        fs::remove_file(other.path("data/1.ans")).unwrap();
        fs::hard_link(&name, other.path("data/1.ans")).unwrap();
        for user in sample(users()) {
            assert_eq!(other.run(user).result["verdict"], "AC", "{user:?} {system:?}");
        }
    }
}
