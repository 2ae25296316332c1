//! Whole problems, read in one piece and in many, by each kernel.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| nim_toolkit_fuzz::solve(data));
