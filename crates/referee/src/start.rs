//! Small random positions, suited to each game.

use std::ops::ControlFlow;

use nim_engine::theory::game::{Component, Game};
use nim_engine::theory::shape::Shape;
use nim_ground::random::Random;

/// The way in which the numbers of a component are drawn.
#[derive(Clone, Copy)]
enum Draw {
    /// A number of numbers from the first range, each from the second.
    Numbers((u64, u64), (u64, u64)),
    /// Different numbers, in rising order: a number of numbers from the first range, each from the second.
    Different((u64, u64), (u64, u64)),
    /// A tree with a number of edges from this range.
    Tree(u64, u64),
}

/// The random positions of a game.
struct Start {
    /// The name of the game, or the part of it before the colon.
    name: &'static str,
    /// The least and the greatest number of components.
    components: (u64, u64),
    draw: Draw,
}

/// Positions of games that are not played on plain heaps, or need other heaps than most.
const STARTS: &[Start] = &[
    Start { name: "bash", components: (1, 3), draw: Draw::Numbers((1, 1), (5, 20)) },
    Start { name: "squares", components: (2, 3), draw: Draw::Numbers((1, 1), (4, 16)) },
    Start { name: "primes", components: (2, 3), draw: Draw::Numbers((1, 1), (4, 16)) },
    Start { name: "wythoff", components: (1, 1), draw: Draw::Numbers((2, 2), (2, 12)) },
    Start { name: "euclid-to-zero", components: (1, 1), draw: Draw::Numbers((2, 2), (3, 40)) },
    Start { name: "delete-nim", components: (1, 2), draw: Draw::Numbers((2, 2), (2, 9)) },
    Start { name: "fibonacci", components: (1, 1), draw: Draw::Numbers((1, 1), (8, 30)) },
    Start { name: "distinct", components: (1, 2), draw: Draw::Numbers((1, 1), (5, 14)) },
    Start { name: "moore", components: (1, 1), draw: Draw::Numbers((3, 4), (1, 6)) },
    Start { name: "staircase", components: (1, 1), draw: Draw::Numbers((3, 5), (0, 5)) },
    Start { name: "merge", components: (1, 1), draw: Draw::Numbers((5, 8), (1, 2)) },
    Start { name: "coins", components: (1, 1), draw: Draw::Different((2, 4), (1, 9)) },
    Start { name: "array-game", components: (1, 1), draw: Draw::Different((2, 4), (1, 12)) },
    Start { name: "hop", components: (1, 1), draw: Draw::Different((2, 5), (1, 12)) },
    Start { name: "hackenbush", components: (2, 3), draw: Draw::Tree(2, 5) },
];

/// Positions of games whose small ones mostly end with the first move: with more heads than one move turns. Who wins them in
/// misère play is found by a search alone, which would take too long.
const LARGE: &[Start] = &[
    Start { name: "coins:moebius", components: (1, 1), draw: Draw::Different((6, 9), (1, 18)) },
    Start { name: "coins:mogul", components: (1, 1), draw: Draw::Different((8, 12), (1, 24)) },
    Start { name: "coins:moidores", components: (1, 1), draw: Draw::Different((10, 13), (1, 21)) },
];

/// Starting positions of games of heaps.
const HEAPS: Start = Start { name: "", components: (2, 4), draw: Draw::Numbers((1, 1), (1, 9)) };

/// Returns a random position of a game, or of a sum of games, as small as makes a game of some moves. It may be one without a
/// move.
pub fn position(games: &[&dyn Game], random: &mut Random) -> Vec<Component> {
    if let &[game] = games
        && let Some(start) = LARGE.iter().find(|start| start.name == game.name())
    {
        return vec![component(game, start, random)];
    }
    small_position(games, random)
}

/// Returns such a position for misère play, small enough for a search.
pub fn small_position(games: &[&dyn Game], random: &mut Random) -> Vec<Component> {
    match games {
        &[game] => {
            let start = start_of(game);
            let (least, most) = start.components;
            let is_vertex = matches!(game.shape(), Shape::Vertex { .. });
            let count = if is_vertex { random.within(1, 2) } else { random.within(least, most) };
            (0..count).map(|_| component(game, start, random)).collect()
        }
        terms => terms.iter().map(|&game| component(game, start_of(game), random)).collect(),
    }
}

fn start_of(game: &dyn Game) -> &'static Start {
    let name = game.name();
    let family = name.split(':').next().unwrap_or_default();
    STARTS.iter().find(|start| start.name == family).unwrap_or(&HEAPS)
}

/// Random components that are tried to find one that the rules of a game allow.
const TRIES: u32 = 1_000;
/// The largest distance of a number of such a component from its least.
const MOST_NUMBER: u64 = 9;
/// The numbers of cells of a row.
const FEWEST_CELLS: usize = 4;
const MOST_CELLS: usize = 9;

/// Returns a component of a game that declares the ranges of its numbers.
fn within_ranges(game: &dyn Game, random: &mut Random) -> Component {
    let (fewest, most) = match game.shape() {
        Shape::Tuple { numbers, .. } if *numbers.end() > MOST_CELLS => (FEWEST_CELLS, MOST_CELLS),
        Shape::Tuple { numbers, .. } => numbers.into_inner(),
        _ => (1, 1),
    };
    let mut candidate = Component::new();
    for _ in 0..=TRIES {
        let numbers = (0..random.within(fewest as u64, most as u64)).map(|index| {
            let (least, most) = game.range(index as usize).unwrap_or(0..=MOST_NUMBER).into_inner();
            random.within(least, most.min(least.saturating_add(MOST_NUMBER)))
        });
        candidate = numbers.collect();
        if game.check(&candidate).is_ok()
            && game.options(&candidate, &mut |_| ControlFlow::Break(())).is_break()
        {
            break;
        }
    }
    candidate
}

fn component(game: &dyn Game, start: &Start, random: &mut Random) -> Component {
    if game.range(0).is_some() {
        return within_ranges(game, random);
    }
    let most_cell = match game.shape() {
        Shape::Vertex { count } => return vec![random.within(0, count.saturating_sub(1))],
        Shape::Board { cells } => *cells.end(),
        _ => game.name().strip_prefix("hop:").and_then(|cells| cells.parse().ok()).unwrap_or(u64::MAX),
    };
    let mut component = match start.draw {
        Draw::Numbers((fewest, most), (least, largest)) => {
            let count = random.within(fewest, most);
            random.list(count, least, largest)
        }
        Draw::Different((fewest, most), (least, last)) => {
            let mut all: Vec<u64> = (least..=last.min(most_cell)).collect();
            random.shuffle(&mut all);
            all.truncate(random.within(fewest, most) as usize);
            all.sort_unstable();
            all
        }
        Draw::Tree(least, most) => {
            (0..random.within(least, most)).map(|vertex| random.within(0, vertex)).collect()
        }
    };
    // Two numbers make a pair of Euclid's game that is not over at once.
    if start.name == "euclid-to-zero" && component[0] == component[1] {
        component[0] += 1;
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use nim_engine::games::{CATALOGUE, notation};

    #[test]
    fn every_game_of_the_catalogue_has_positions_with_moves() {
        let mut random = Random::new(5);
        let mut read = |_: &str| Ok("a b\nb c\na c\n".to_owned());
        for entry in CATALOGUE {
            let games = notation::parse(entry.example, &mut read).unwrap();
            let mut table = Table::from_games(entry.example, games, false);
            let mut with_moves = 0;
            for _ in 0..40 {
                let given = position(&table.terms(), &mut random);
                table.lay(given.clone()).unwrap_or_else(|why| panic!("{} {given:?}: {why}", entry.example));
                with_moves += u32::from(!table.is_over());
            }
            assert!(with_moves > 10, "{}", entry.example);
        }
    }

    #[test]
    fn no_move_ends_a_game_of_many_heads() {
        let mut random = Random::new(5);
        for start in LARGE {
            let games =
                notation::parse(start.name, &mut |_: &str| Err(std::io::ErrorKind::Unsupported.into()))
                    .unwrap();
            let mut table = Table::from_games(start.name, games, false);
            for _ in 0..10 {
                table.lay(position(&table.terms(), &mut random)).unwrap();
                // The winning moves are known.
                let winning = table.all_winning(200).unwrap();
                assert_eq!(winning.is_empty(), !table.first_wins().unwrap(), "{}", table.written());
                for chosen in winning {
                    let undo = table.make(chosen);
                    assert!(!table.is_over(), "{}", table.written());
                    table.unmake(undo);
                }
            }
        }
    }
}
