//! Inputs as data: test data, problem folders, generators and validators.

mod answers_of_submissions;
mod gen_families;
pub mod golden;
mod judges_names;
mod package;
mod registry;
mod strict;
pub mod submissions;
mod validate;
