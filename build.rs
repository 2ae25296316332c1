//! Tells the linker how the program is to start.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // A program at a fixed place has no addresses to correct, and one whose calls are bound when they are first made
        // looks up few names: together a third of the time that a small input takes.
        println!("cargo::rustc-link-arg-bin=toolkit=-no-pie");
        println!("cargo::rustc-link-arg-bin=toolkit=-Wl,-z,lazy");
    }
}
