//! Tells the linker how the program is to start: at once.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The shared libraries that Rust's standard library asks for, and the archives of the same.
///
/// Where the name of the one leads to a script that names the other, the linker takes that. It comes to the same as
/// rustc's `crt-static`, which a package cannot ask for.
const SHARED: [(&str, &str); 7] = [
    ("gcc_s", "gcc_eh"),
    ("util", "util"),
    ("rt", "rt"),
    ("pthread", "pthread"),
    ("m", "m"),
    ("dl", "dl"),
    ("c", "c"),
];

/// A program that needs threads, arithmetic and unwinding.
const TRIAL: &str = "fn main() {
    let number: f64 = std::env::args().count() as f64;
    assert!(number.powf(number) == 1.0);
    assert!(std::thread::spawn(|| panic!()).join().is_err());
}
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") != "linux" || target("ENV") != "gnu" || target("FEATURE").contains("crt-static") {
        return;
    }
    // A program at a fixed place has no addresses to correct, and one whose calls are bound when they are first made
    // looks up few names; one with its libraries in it looks up none.
    let mut args = vec!["-no-pie".to_owned(), "-Wl,-z,lazy".to_owned()];
    if let Some(archives) = archives(&args) {
        args.extend(archives);
    }
    for arg in args {
        println!("cargo::rustc-link-arg-bin=toolkit={arg}");
    }
}

/// The arguments that link with archives, if a program that is linked so works.
fn archives(others: &[String]) -> Option<[String; 2]> {
    let folder = env::var_os("OUT_DIR")?;
    let folder = Path::new(&folder);
    for (shared, archive) in SHARED {
        // These need one another.
        let script = format!("GROUP(-l:lib{archive}.a -l:libc.a -l:libgcc_eh.a -l:libgcc.a)\n");
        fs::write(folder.join(format!("lib{shared}.so")), script).ok()?;
    }
    let args = [format!("-L{}", folder.display()), "-static".to_owned()];
    let (source, program) = (folder.join("trial.rs"), folder.join("trial"));
    fs::write(&source, TRIAL).ok()?;
    let target = env::var_os("TARGET")?;
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}"));
    let built = Command::new(env::var_os("RUSTC")?)
        .args([OsStr::new("--target"), &target, OsStr::new("-o"), program.as_os_str(), source.as_os_str()])
        .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
        .args(linker)
        .args(others.iter().chain(&args).map(|arg| format!("-Clink-arg={arg}")))
        .output();
    let works = built.is_ok_and(|built| built.status.success())
        && (env::var_os("HOST")? != target
            || Command::new(program).output().is_ok_and(|ran| ran.status.success()));
    works.then_some(args)
}
