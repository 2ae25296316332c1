//! The commands, a file or a folder for each.

pub mod check;
pub mod completions;
pub mod contest;
pub mod doctor;
pub mod explain;
pub mod export;
pub mod generate;
pub mod import;
pub mod learn;
pub mod list;
pub mod man;
pub mod merge;
pub mod mutants;
pub mod new;
pub mod play;
pub mod precompile;
pub mod receive;
pub mod referee;
pub mod samples;
pub mod sg;
pub mod show;
pub mod stress;
pub mod validate;
