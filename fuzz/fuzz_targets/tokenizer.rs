//! Each tokenizer kernel against the scalar one, and that against the standard library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| nim_toolkit_fuzz::tokenizer(data));
