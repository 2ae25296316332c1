//! The functions that WebAssembly exports. Bytes go in and out one by one, so that no address leaves the module.

use std::cell::RefCell;
use std::mem;

use super::engine::Engine;

#[derive(Default)]
struct Call {
    engine: Engine,
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static CALL: RefCell<Call> = RefCell::default();
}

/// Appends a byte to the question.
#[expect(unsafe_code, reason = "the name is exported; no code of the module has another of these names")]
#[unsafe(no_mangle)]
extern "C" fn put(byte: u8) {
    CALL.with_borrow_mut(|call| call.question.push(byte));
}

/// Answers the question, and returns the length of the answer.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    CALL.with_borrow_mut(|call| {
        let question = mem::take(&mut call.question);
        call.answer = call.engine.answer(&String::from_utf8_lossy(&question)).into_bytes();
        call.answer.len()
    })
}

/// Returns a byte of the answer.
#[expect(unsafe_code, reason = "as above")]
#[unsafe(no_mangle)]
extern "C" fn get(at: usize) -> u8 {
    CALL.with_borrow(|call| call.answer.get(at).copied().unwrap_or(0))
}
