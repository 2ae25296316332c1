//! The engine: every game against a search of its tree, games whose rules are a text or a program, positions as text, and `toolkit sg`.

mod certificates;
pub mod engine_oracle;
mod own_game;
mod quotient;
mod rules;
mod sg;
mod sg_batch;
mod sg_codes;
#[cfg(unix)]
mod sg_rules;
mod sg_table;
mod written;
