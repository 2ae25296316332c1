//! The reasons for which the engine gives no answer.

use std::fmt;

/// The reason why the engine gives no answer. It never guesses instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// A value needs more bits than the game's table holds.
    Values,
    /// The heap lies beyond the values that may be computed, and no period was proved.
    TooFar {
        /// The requested heap.
        heap: u64,
        /// The largest heap whose value may be computed.
        limit: u64,
    },
    /// The heap lies beyond the values that may be computed, and a search for a period takes too long.
    LongSearch {
        /// The requested heap.
        heap: u64,
        /// The number of values computed, which prove no period.
        values: u64,
        /// The largest heap whose value may be computed.
        limit: u64,
    },
    /// More moves, positions or options than may be listed or searched.
    TooMany {
        /// The things counted, as a plural noun.
        what: &'static str,
        /// The largest number allowed.
        limit: u64,
    },
    /// This component can be reached from itself, so that play need not end.
    Endless(Vec<u64>),
    /// A move of the game has no meaning, or breaks its own rules; the text names the place and the position.
    Broken(String),
    /// The question has no meaning or no known answer; the text is the reason, as a lowercase fragment.
    Unanswerable(String),
    /// The watch stopped the computation.
    Interrupted,
}

impl Refusal {
    /// There are more of something than the limit.
    pub(crate) fn too_many(what: &'static str, limit: impl TryInto<u64>) -> Self {
        Self::TooMany { what, limit: limit.try_into().unwrap_or(u64::MAX) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values => f.write_str("a value of this game needs more bits than its table holds"),
            Self::TooFar { heap, limit } => write!(
                f,
                "heap {heap} lies beyond {limit}, the largest heap that may be computed, and no period is proved up to there"
            ),
            Self::LongSearch { heap, values, limit } => write!(
                f,
                "no period is proved by {values} values, and to search for one up to heap {limit} takes too long, so that heap {heap} is out of reach; `toolkit sg period` searches for as long as it takes"
            ),
            Self::TooMany { what, limit } => write!(f, "there are more than {limit} {what}"),
            Self::Endless(position) => {
                write!(f, "the position {position:?} can be reached from itself, so that play need not end")
            }
            Self::Broken(why) | Self::Unanswerable(why) => f.write_str(why),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Refusal {}
