//! Random sums of every game of the catalogue: each winner, end, move, reply, value and theorem that `explain` states is read back from
//! its lines and compared with a search of the whole sum.
//!
//! The search is written here. It shares with the engine the list of a component's options, which `engine_oracle` checks.

use itertools::Itertools;
use nim_engine::games::notation::{self, ReadFile};
use nim_engine::games::{CATALOGUE, CatalogueEntry, Make};
use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::reason::Reason;
use nim_engine::theory::shape::Shape;
use nim_explain::picture::{self, Mark, Style};
use nim_explain::words::Language;
use nim_explain::{Explanation, Method, Step, explain};
use nim_solve::problem::MappedPosition;
use nim_testing::whole::is_whole;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rand_core::RngCore;
use regex::Regex;
use std::collections::HashMap;
use std::ops::ControlFlow;

