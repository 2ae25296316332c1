//! Shared utilities.
//!
//! Depends on no other crate of the project. Begin with [`random::Random`], which inputs and games are made with.
//!
//! | module | holds |
//! |---|---|
//! | [`commands`] | the files of commands |
//! | [`failure`] | a failure in words |
//! | [`files`] | names, order, identity and permissions of files |
//! | [`folder`] | files below a folder, by paths of others |
//! | [`lock`] | locks that ignore poisoning |
//! | [`markup`] | escaping for HTML and XML |
//! | [`private`] | temporary files and folders |
//! | [`random`] | random numbers that are the same everywhere |
//! | [`words`] | words of messages |

#[cfg(any(unix, windows))]
pub mod commands;
pub mod failure;
pub mod files;
pub mod folder;
pub mod lock;
pub mod markup;
#[cfg(any(unix, windows))]
pub mod private;
pub mod random;
pub mod words;
