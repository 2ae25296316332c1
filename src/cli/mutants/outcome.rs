//! What comes out of a mutant.

use serde::{Deserialize, Serialize};

use nim_task::verdict::Verdict;

/// What came out of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
pub enum Outcome {
    /// A test failed it.
    Killed {
        /// The first one that did.
        test: String,
        /// Its verdict there.
        verdict: Verdict,
    },
    /// It passed all tests.
    Survived,
    /// It does not compile.
    Stillborn,
    /// Its compiled form is that of another program.
    Equal {
        /// The other one.
        to: String,
    },
}

/// What is known of a mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Known {
    /// What the mutant is known by.
    pub key: String,
    /// What came out.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The fingerprint of the test that failed it, or of all that it passed.
    pub print: Option<String>,
    /// The digest of its compiled form.
    pub digest: Option<String>,
}
