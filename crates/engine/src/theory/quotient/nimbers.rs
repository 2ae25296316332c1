//! Games whose heaps are heaps of Nim in misère play, so that their quotients are known without a search.
//!
//! **Theorem** (Conway, *On Numbers and Games*, 1976, chapter 12). In misère play a position whose options are heaps of Nim of some sizes
//! is the heap of Nim whose size is their mex, if 0 or 1 is among the sizes, or there are no options. A heap of Nim beside one of size at
//! most 1 is that of the XOR of both; two larger ones are none.
//!
//! Different heaps of Nim are different elements. Those up to some size m that occur, with all smaller ones, have the tame
//! quotient `T_n` of 2^n + 2 elements, for n > 1 the number of binary digits of m (Plambeck and Siegel 2008): infinitely many sizes, an infinite
//! quotient.

use super::limits::Limits;
use crate::theory::budget::Budget;
use crate::theory::game::{Component, Flow, Game, Unanswerable};
use crate::theory::mex::mex;
use crate::theory::refusal::Refusal;
use crate::theory::watch::{Steps, Watch};

/// The number of values by which a game is asked for a period with a saltus.
const VALUES: u64 = 1 << 12;

/// The order of a quotient that is found within a moment.
const SMALL_ORDER: usize = 34;

/// The approximate number of elementary operations for an option.
const COST_OF_OPTION: u64 = 64;

/// Refuses a quotient that is larger than the limits by the theorem, before it is looked for.
///
/// # Errors
/// A [`Refusal`] for a game whose heaps up to `up_to` are heaps of Nim of too many sizes, or by the watch.
pub(super) fn refuse_large(
    game: &mut dyn Game,
    up_to: u64,
    limits: Limits,
    watch: &mut Watch<'_>,
) -> Result<(), Refusal> {
    let Some(sizes) = sizes(game, up_to, limits.elements, watch)? else { return Ok(()) };
    let of_all = order_up_to(&sizes);
    if of_all <= limits.elements {
        return Ok(());
    }
    let are_small = sizes.iter().take_while(|&&size| order(size) <= SMALL_ORDER).count();
    let (heap, small) = (sizes.len() - 1, are_small.saturating_sub(1));
    let of_small = order_up_to(&sizes[..are_small]);
    Err(match is_unbounded(game, watch)? {
        true => Unanswerable::InfiniteQuotient(small, of_small),
        false => Unanswerable::LargeQuotient(heap, of_all, limits.elements, small, of_small),
    }
    .into())
}

/// Returns the size of the heap of Nim that a heap equals, by those of its options; `None` if the theorem gives none.
fn size_of(options: &[Option<u64>]) -> Option<u64> {
    let sizes: Vec<u64> = options.iter().copied().collect::<Option<_>>()?;
    (sizes.is_empty() || sizes.iter().any(|&size| size < 2)).then(|| mex(&sizes))
}

/// Returns the size of the heap of Nim that a sum of heaps is, by their sizes.
fn size_of_sum(parts: &[Component], sizes: &[u64]) -> Option<u64> {
    let sizes = parts.iter().map(|part| match part[..] {
        [heap] => sizes.get(usize::try_from(heap).ok()?).copied(),
        _ => None,
    });
    let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
    let are_few = sizes.iter().filter(|&&size| size > 1).count() < 2;
    are_few.then(|| sizes.iter().fold(0, |sum, size| sum ^ size))
}

/// Returns the order of the quotient of heaps of Nim up to the largest of these sizes.
fn order_up_to(sizes: &[u64]) -> usize {
    order(sizes.iter().copied().max().unwrap_or(0))
}

/// Returns the order of the quotient of heaps of Nim up to this size.
fn order(size: u64) -> usize {
    match size {
        0 => 1,
        1 => 2,
        _ => 1_usize.checked_shl(u64::BITS - size.leading_zeros()).map_or(usize::MAX, |group| group + 2),
    }
}

/// Returns the sizes of the heaps of Nim that the heaps from 0 to `up_to` equal, at most to the first with which the order is above `most`;
/// `None` if the theorem does not give every size.
fn sizes(
    game: &dyn Game,
    up_to: u64,
    most: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<u64>>, Refusal> {
    let mut steps = Steps::new(watch, up_to, "heaps");
    let mut sizes: Vec<u64> = Vec::new();
    for heap in 0..=up_to {
        let mut options = Vec::new();
        let mut stopped = Ok(());
        let _ = game.options(&[heap], &mut |option| {
            options.push(size_of_sum(option, &sizes));
            stopped = steps.spend(COST_OF_OPTION);
            let is_last = stopped.is_err() || options.last() == Some(&None);
            if is_last { Flow::Break(()) } else { Flow::Continue(()) }
        });
        stopped?;
        steps.step(1)?;
        let Some(size) = size_of(&options) else { return Ok(None) };
        sizes.push(size);
        if order(size) > most {
            break;
        }
    }
    Ok(Some(sizes))
}

/// Returns whether all heaps equal heaps of Nim, whose sizes have no bound: without splits, the premise of the SJ rule is that of the
/// theorem.
fn is_unbounded(game: &mut dyn Game, watch: &mut Watch<'_>) -> Result<bool, Refusal> {
    let grows = match game.sequence() {
        Ok(sequence) => {
            sequence.reach(VALUES, watch)?;
            sequence.period().is_some_and(|period| period.saltus > 0)
        }
        Err(_) => false,
    };
    Ok(grows && game.sj_premise(&[u64::MAX], &mut Budget::new(watch))?.is_some())
}

#[cfg(test)]
mod tests {
    use super::super::of_game::GameQuotient;
    use super::*;
    use crate::games::notation;
    use crate::theory::watch::unwatched;

    fn game(text: &str) -> Box<dyn Game> {
        let mut read = |_: &str| Err(std::io::ErrorKind::Unsupported.into());
        notation::parse(text, &mut read).unwrap().remove(0)
    }

    fn refusal(text: &str, up_to: u64) -> String {
        let found = GameQuotient::find(game(text).as_mut(), up_to, &mut unwatched);
        found.map(|found| found.unwrap().order).unwrap_err().to_string()
    }

    #[test]
    fn games_of_heaps_of_nim_without_bound_have_infinite_quotients_and_are_refused_at_once() {
        for text in ["nim", "0.(3)", "allbut:2,5", "0.3033(3)"] {
            let why = refusal(text, 4000);
            assert!(
                why.starts_with("the misère quotient is infinite: each heap is a heap of Nim"),
                "{text}: {why}"
            );
        }
        assert!(refusal("nim", 1000).ends_with("that of the heaps up to 31 has order 34"));
        let why = refusal("bash:600", 1000);
        assert!(
            why.starts_with("the misère quotient of the heaps up to 512 has order 1026, more than 1024"),
            "{why}"
        );
    }

    /// The orders of the theorem equal those found by a search.
    #[test]
    fn heaps_of_nim_have_the_order_that_the_theorem_says() {
        for (text, up_to) in [
            ("nim", 9),
            ("bash:3", 20),
            ("subtract:1,3,4", 20),
            ("0.33", 20),
            ("0.3", 9),
            ("0.137", 3),
            ("kayles", 3),
        ] {
            let sizes = sizes(game(text).as_ref(), up_to, usize::MAX, &mut unwatched).unwrap().unwrap();
            let found = GameQuotient::find(game(text).as_mut(), up_to, &mut unwatched).unwrap().unwrap();
            assert_eq!((found.order, found.tame), (order(*sizes.iter().max().unwrap()), true), "{text}");
        }
        for (text, up_to) in [("kayles", 20), ("lasker", 9), ("0.123", 20)] {
            assert_eq!(sizes(game(text).as_ref(), up_to, usize::MAX, &mut unwatched), Ok(None), "{text}");
        }
    }
}
