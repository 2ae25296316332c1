//! A game of one's own: its values, who wins, all winning moves, misère play, and a sum with a game of the catalogue.
//!
//! Nothing but the library is used: `cargo run -p nim-engine --example own_game`.

use nim_engine::theory::game::{Flow, Game, Visit};
use nim_engine::{self as engine, Play};
use std::error::Error;

/// Take one token from a heap, or split a heap into two equal ones.
#[derive(Debug)]
pub struct Halves;

impl Game for Halves {
    fn options(&self, heap: &[u64], visit: &mut Visit<'_>) -> Flow {
        if heap[0] > 0 {
            visit(&[vec![heap[0] - 1]])?;
        }
        if heap[0] > 0 && heap[0].is_multiple_of(2) {
            visit(&[vec![heap[0] / 2], vec![heap[0] / 2]])?;
        }
        Flow::Continue(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report()?);
    Ok(())
}

/// Returns the engine's results for the game, as text.
pub fn report() -> Result<String, Box<dyn Error>> {
    let heaps = [vec![6], vec![3]];
    let mut halves = Play::new(Halves);
    let values = halves.values(&(0..10).map(|heap| vec![heap]).collect::<Vec<_>>())?;
    let winner = |first_wins| if first_wins { "first" } else { "second" };
    let mut text = format!("values of heaps 0 to 9: {values:?}\n");
    let outcome = halves.outcome(&heaps)?;
    text += &format!("6 and 3: the {} player wins, as {}\n", winner(outcome.first_wins), outcome.reason);
    for winning in halves.winning_moves(&heaps)? {
        text += &format!("  {:?} -> {:?}\n", winning.from, winning.to);
    }
    let mut misere = halves.misere();
    text += &format!("in misère play the {} player wins\n", winner(misere.outcome(&heaps)?.first_wins));
    for winning in misere.winning_moves(&heaps)? {
        text += &format!("  {:?} -> {:?}\n", winning.from, winning.to);
    }
    let mut sum = Play::new(Halves).plus(engine::parse("kayles")?);
    for winning in sum.winning_moves(&[vec![6], vec![5]])? {
        text += &format!("6 beside a row of 5 pins: {:?} -> {:?}\n", winning.from, winning.to);
    }
    Ok(text)
}
