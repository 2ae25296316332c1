//! Values G(0), G(1), … of games on single heaps, and proofs of their periods.
//!
//! | module | holds |
//! |---|---|
//! | [`source`] | the values of heaps of any size, from a formula, a table or a period |
//! | [`values`] | tables that are computed in order |
//! | [`code`], [`parse_error`] | take-and-break codes, and errors in their notation |
//! | `octal`, `hexadecimal`, `repeating` | tables of codes that leave two heaps, or three, and of those whose digits repeat |
//! | `options`, `splits`, `sparse`, `codes`, `lanes` | the search for one value of an octal table, or for sixteen at once |
//! | [`subtraction`], [`one_hot`] | tables and formulas of subtraction games |
//! | [`period`] | preperiod, period and saltus, and observed patterns |
//! | [`theorem`], `arithmetic` | the theorems that prove periods |
//! | `certificate`, [`definition`] | proofs that can be checked by the plain definition |
//! | [`checksum`], `saved` | a sequence as a number, a file |

pub(crate) mod arithmetic;
pub(crate) mod bitset;
#[cfg(feature = "formats")]
pub mod certificate;
pub mod checksum;
pub mod code;
pub(crate) mod codes;
pub mod definition;
pub(crate) mod hexadecimal;
pub(crate) mod lanes;
pub(crate) mod octal;
pub mod one_hot;
pub(crate) mod options;
pub mod parse_error;
pub mod period;
pub(crate) mod repeating;
#[cfg(feature = "formats")]
pub mod saved;
pub mod source;
pub(crate) mod sparse;
pub(crate) mod splits;
pub mod subtraction;
pub mod theorem;
pub mod values;
