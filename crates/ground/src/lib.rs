//! Shared utilities.
//!
//! Depends on no other crate of the project. Begin with [`random::Random`], which inputs and games are made with.
//!
//! ```
//! use nim_ground::limits::parse_time;
//! use nim_ground::random::Random;
//! use nim_ground::visible;
//!
//! // The same on every machine.
//! assert_eq!(Random::new(7).within(1, 6), Random::new(7).within(1, 6));
//! assert_eq!(parse_time("1.5s")?, std::time::Duration::from_millis(1500));
//! // Nothing that a program prints moves the cursor.
//! assert!(!visible::line("\x1b[2J").contains('\x1b'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`append`] | texts that `write!` adds to |
//! | [`cache`] | the folders of the user's cache |
//! | [`clear`] | folders of any depth and with any permissions, emptied |
//! | [`commands`] | the files of commands |
//! | [`content`] | the contents of a file: bytes in memory, or a file on disk |
//! | [`error`] | errors of texts and of files |
//! | [`file_io`] | files and named pipes in place of a program's standard streams |
//! | [`files`] | names, order, identity and permissions of files |
//! | [`folder`] | files below a folder, by paths of others |
//! | [`interruption`] | the flag that ends long work early |
//! | [`json`] | JSON whose strings are escaped for reports and the terminal |
//! | [`limits`] | the limits of a program, and their notation |
//! | [`lock`] | locks that ignore poisoning |
//! | [`markup`] | escaping for HTML and XML |
//! | [`presence`] | whether something is at a path |
//! | [`private`] | temporary files and folders |
//! | [`random`] | random numbers that are the same everywhere |
//! | [`staging`] | folders that are whole or not there |
//! | [`threads`] | threads that the system may refuse |
//! | [`visible`] | texts of others, escaped for reports and the terminal |
//! | [`words`] | words of messages |

pub mod append;
#[cfg(any(unix, windows))]
pub mod cache;
#[cfg(unix)]
pub mod clear;
#[cfg(any(unix, windows))]
pub mod commands;
#[cfg(any(unix, windows))]
pub mod content;
pub mod error;
pub mod file_io;
pub mod files;
pub mod folder;
pub mod interruption;
pub mod json;
pub mod limits;
pub mod lock;
pub mod markup;
pub mod presence;
#[cfg(any(unix, windows))]
pub mod private;
pub mod random;
#[cfg(any(unix, windows))]
pub mod staging;
pub mod threads;
pub mod visible;
pub mod words;
