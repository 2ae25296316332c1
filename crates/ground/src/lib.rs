//! What crates of several floors need and no crate should have twice.
//!
//! Depends on no other crate of the project. Begin with [`random::Random`], which inputs and games are made with.
//!
//! | module | holds |
//! |---|---|
//! | [`folder`] | files below a folder, by paths of others |
//! | [`lock`] | locks that ignore poisoning |
//! | [`markup`] | escaping for HTML and XML |
//! | [`random`] | random numbers that are the same everywhere |

pub mod folder;
pub mod lock;
pub mod markup;
pub mod random;
