//! Pictures of the values of a game: of a sequence, with its period, or of all pairs of heaps.
//!
//! Depends on `nim-engine` and `nim-ground`, and does no input or output. Begin with [`of_sequence`] and [`of_pairs`].
//!
//! | module | holds |
//! |---|---|
//! | [`picture`] | a picture as a list of shapes, and its SVG form |
//! | `sequence`, `pairs` | the two kinds of pictures |
//! | `axis` | the scale of an axis, with round ticks |

mod axis;
mod pairs;
pub mod picture;
mod sequence;

use self::picture::Picture;
use nim_engine::sequence::source::Sequence;
use nim_engine::theory::game::Game;
use nim_engine::theory::refusal::Refusal;
use nim_engine::theory::watch::Watch;

/// The largest heap in a picture of pairs.
const LAST_OF_PAIR: u64 = 500;

/// Checks that pairs of heaps up to `last` can be drawn.
///
/// # Errors
/// [`PlotError::LargePairs`] for heaps that are too large.
pub fn check_pairs(game: &dyn Game, last: u64) -> Result<(), PlotError> {
    if last > LAST_OF_PAIR { Err(PlotError::LargePairs(game.name(), LAST_OF_PAIR, last)) } else { Ok(()) }
}

nim_engine::sentences! {
    /// The reason why there is no picture. It is displayed as a lowercase fragment.
    PlotError {
        LargePairs(game: String, most: u64, last: u64) = "{game} is a game of pairs, drawn up to -n {most}, not {last}";
        NoHeaps(game: String, first: u64, last: u64) = "the heaps of {game} begin with {first}, beyond {last}";
        WideValue(game: String) = "a value of {game} needs more than 64 bits";
        Refusal(refusal: Refusal) = "{refusal}" from Refusal;
    }
}

/// Returns the picture of G(0) to G(`last`), which are computed already, with the period if one is proved or seen.
///
/// # Errors
/// A [`PlotError`], where there are no heaps, or for a value of more than 64 bits.
pub fn of_sequence(game: &str, sequence: &Sequence, last: u64) -> Result<Picture, PlotError> {
    let first = sequence.first();
    if first > last {
        return Err(PlotError::NoHeaps(game.to_owned(), first, last));
    }
    let values: Option<Vec<u64>> = (0..=last).map(|n| sequence.known(n)).collect();
    let values = values.ok_or_else(|| PlotError::WideValue(game.to_owned()))?;
    let period = sequence.period();
    let observed = if period.is_some() { None } else { sequence.observed() };
    let title = format!("{game}: G({first}) to G({last})");
    Ok(sequence::picture(&title, first as usize, &values, period, observed))
}

/// Returns the picture of a [game of pairs](nim_engine::games::pairs::is_of_pairs), of heaps up to `last`.
///
/// # Errors
/// A [`PlotError`], also by `watch`.
pub fn of_pairs(game: Box<dyn Game>, last: u64, watch: &mut Watch<'_>) -> Result<Picture, PlotError> {
    check_pairs(game.as_ref(), last)?;
    let title = format!("{}: values of pairs of heaps up to {last}", game.name());
    let rows = nim_engine::games::pairs::values(game, last, watch)?;
    Ok(pairs::picture(&title, last, |a, b| *rows.get(a as usize)?.get(b as usize)?))
}
