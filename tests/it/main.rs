//! The integration tests: one binary, one file an idea.
//!
//! | files | what they test |
//! |---|---|
//! | [`cli`], [`help`], [`screens`], [`mistakes`], `doctor`, [`simd`], [`streams`], [`output_files`], [`readme`], [`guides`] | the program from outside: arguments, levels of the CPU, streams, exit codes, mistyped command lines, what fits a terminal, files that it writes, what the README and the guides show, and how long their sentences are |
//! | [`solvers`], [`threads`], [`fixed`], [`fields`], [`engine_problems`] | answers, by every route that an input can take |
//! | [`peak`], [`shapes`], [`vanish`] | the memory that an input takes, its allocations, and files that change while they are read |
//! | [`gen_families`] | made-up inputs: valid whatever the family, and the same bytes everywhere |
//! | [`golden`], [`strict`], [`validate`], [`package`], [`registry`], [`judges_names`], [`submissions`] | test data and problem folders: generated, within the statement, complete, passed by textbook solutions |
//! | [`explain`], `explain_rules`, [`explain_moves`], [`explain_small`], [`explain_sums`], [`learn`] | the reasons that `toolkit explain` gives, for every problem; the course |
//! | [`sg`], [`sg_batch`], [`sg_codes`], `sg_rules`, [`sg_table`], [`quotient`], [`certificates`], [`engine_oracle`], [`own_game`], [`rules`] | the engine: `toolkit sg`, many positions at once, octal codes, published periods, misère quotients, certificates that another program checks, every game against a search of its tree, a game of one's own, and games whose rules are a program or a text |
//! | [`judge`], [`classes`], [`daily`], `receive`, [`layouts`], [`reports`], [`shards`], `interactive`, `load`, `hostile`, [`below`], [`hostile_paths`], `manifests` | `toolkit check`, `receive` and `merge`: verdicts, the same on a busy machine, usage, layouts, settings of packages, reports, sharding, interaction, the sandbox, manifests that are opened once |
//! | [`fixtures`] | packages of every judge, each a folder below `tests/fixtures` with the commands and what they print |
//! | `machine` | what the machine or the caller denies, told as that |
//! | `faults`, `not_absent` | commands of which each system call fails, or is the moment of a signal; or those calls that look at a file |
//! | [`play`], [`play_page`], [`never_errs`], [`written`] | `toolkit play` and `referee`: the line protocol, the screen in a terminal, the page in a browser, that the computer wins, and positions and moves as text |
//! | [`graph`], [`circles`], [`words_of_formats`], [`libraries`], [`published`] | the source: the graph of crates, circles between files, words of formats outside of their files, the licences of the libraries, the packages for cargo |
//!
//! | files | what they help with |
//! |---|---|
//! | [`run`], [`place`], [`wait`] | runs of the program, folders to run it in, waiting for other processes |
//! | [`naive`], [`answers`], [`oracle`], [`theory`] | references that share nothing with the library: reading, answers, game search, Bouton's theorem |
//! | [`found`] | what a search for tests finds, as text |
//! | `spoken_of` | the files that pages of the documentation speak of, and commands that go on until they are ended |
//! | [`routes`] | the routes by which an input reaches a solver |
//! | [`whole`] | what an ordinary run takes of tests that are long |

#![expect(
    clippy::disallowed_methods,
    clippy::let_underscore_must_use,
    clippy::unused_result_ok,
    reason = "a test looks at files of its own, and fails where it cannot"
)]
#![expect(clippy::panic, clippy::unwrap_used, reason = "the helpers of a test fail it as its body does")]

use nim_testing::whole;

mod answers;
mod below;
#[cfg(target_os = "linux")]
mod bounded;
mod certificates;
mod circles;
mod classes;
mod cli;
mod converted;
mod daily;
#[cfg(target_os = "linux")]
mod doctor;
mod engine_oracle;
mod engine_problems;
mod escapes;
mod explain;
mod explain_moves;
mod explain_rules;
mod explain_small;
mod explain_sums;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
mod fields;
mod fixed;
mod fixtures;
mod formats;
mod found;
mod gen_families;
mod golden;
mod graph;
mod guides;
mod help;
#[cfg(target_os = "linux")]
mod hostile;
mod hostile_paths;
#[cfg(target_os = "linux")]
mod in_memory;
mod interactive;
mod judge;
mod judges_names;
mod kattis;
#[cfg(target_os = "linux")]
mod kept;
mod layouts;
mod learn;
mod libraries;
#[cfg(target_os = "linux")]
mod load;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod manifests;
mod mistakes;
mod mutants;
mod naive;
mod never_errs;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod not_absent;
mod oracle;
mod output_files;
mod own_game;
#[cfg(target_os = "linux")]
mod own_programs;
mod package;
mod packages;
mod page;
mod peak;
mod place;
mod play;
mod play_page;
mod polygon;
mod published;
mod quotient;
mod readme;
#[cfg(unix)]
mod receive;
mod registry;
mod reports;
mod routes;
mod rules;
mod run;
mod screens;
mod sg;
mod sg_batch;
mod sg_codes;
#[cfg(unix)]
mod sg_rules;
mod sg_table;
mod shapes;
mod shards;
mod shells;
mod simd;
mod solvers;
mod sources;
mod spoken_of;
mod statements;
mod streams;
mod stress;
mod strict;
mod submissions;
mod theory;
mod threads;
mod validate;
mod vanish;
mod verdicts;
mod wait;
mod warnings;
mod words_of_formats;
mod written;
