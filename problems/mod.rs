//! The registry: one line per problem. Everything that lists, runs or tests problems walks [`PROBLEMS`].
//!
//! Depends on `nim-solve` for the parts of a problem; knows neither files, nor threads, nor commands. Begin with `john/mod.rs`, a typical
//! solver.
//!
//! ```
//! let problem = nim_problems::find("hdu1907").expect("a name of the problem `john`");
//! assert_eq!((problem.name, problem.slug), ("hdu1907", "john"));
//! ```
//!
//! A problem is a folder here (solver, oracle, `problem.yaml`, statements), its line below, and its test data in
//! `testdata/<slug>`.

#[cfg(test)]
mod seams;
#[cfg(test)]
pub(crate) mod trials;

nim_solve::registry! {
    "matches" is matches::Matches with samples "1" "2";
    "stones-all-moves" is stones_all_moves::StonesAllMoves explained by matches with samples "1";
    "john" is john::John with samples "1" and oracle;
    "nim-check" is nim_check::NimCheck explained by matches with samples "1" and oracle with laid_out;
    "bash" is bash::Bash with samples "1" and oracle;
    "array-game" is array_game::ArrayGame with samples "1";
    "nim-first-moves" is nim_first_moves::NimFirstMoves explained by matches with samples "1" and oracle;
    "nim-without-repeats" is nim_without_repeats::NimWithoutRepeats with samples "1" "2" "3" and oracle;
    "powers-of-two" is powers_of_two::PowersOfTwo with samples "1" and oracle;
    "auction" is auction::Auction with samples "1" and oracle;
    "donations" is donations::Donations with samples "1" and oracle;
    "last-coin-loses" is last_coin_loses::LastCoinLoses with samples "1" and oracle;
    "subtraction-game" is subtraction_game::SubtractionGame with samples "1" "2" "3" and oracle with laid_out;
    "interval-nim" is interval_nim::IntervalNim with samples "1" "2" "3" and oracle;
    "fibonacci-take-away" is fibonacci_take_away::FibonacciTakeAway with samples "1" and oracle;
    "s-nim" is s_nim::SNim with samples "1" and oracle;
    "georgia-and-bob" is georgia_and_bob::GeorgiaAndBob with samples "1" and oracle;
    "northcott" is northcott::Northcott with samples "1" and oracle;
    "hopping-pieces" is hopping_pieces::HoppingPieces with samples "1" and oracle;
    "tree-cutting" is tree_cutting::TreeCutting with samples "1" "2" and oracle;
    "euclid-game" is euclid_game::EuclidGame with samples "1" and oracle;
    "wythoff" is wythoff::Wythoff with samples "1" and oracle;
    "corner-coin" is corner_coin::CornerCoin with samples "1" and oracle;
    "fibonacci-nim" is fibonacci_nim::FibonacciNim with samples "1" and oracle;
    "fibonacci-nim-first-take" is fibonacci_nim_first_take::FibonacciNimFirstTake with samples "1" "2" and oracle;
    "lasker-nim" is lasker_nim::LaskerNim with samples "1" and oracle;
    "delete-nim" is delete_nim::DeleteNim with samples "1" and oracle;
    "treblecross" is treblecross::Treblecross with samples "1" and oracle by answer_by;
    "stick-game" is stick_game::StickGame with samples "1" and oracle;
    "nim-up-to-three" is nim_up_to_three::NimUpToThree with samples "1" and oracle;
    "calendar-game" is calendar_game::CalendarGame with samples "1" and oracle;
    "wythoff-first-moves" is wythoff_first_moves::WythoffFirstMoves explained by wythoff with samples "1" and oracle;
    "be-the-winner" is be_the_winner::BeTheWinner with samples "1" and oracle;
    "mock-turtles" is mock_turtles::MockTurtles with samples "1" and oracle;
    "cutting-game" is cutting_game::CuttingGame with samples "1" and oracle;
    "merging-piles" is merging_piles::MergingPiles with samples "1" and oracle;
    "stone-game" is stone_game::StoneGame with samples "1" "2" and oracle by answer_by;
    "subtract-a-digit" is subtract_a_digit::SubtractADigit with samples "1" "2" and oracle;
    "multiplication-game" is multiplication_game::MultiplicationGame with samples "1" and oracle;
    "box-game" is box_game::BoxGame with samples "1" and oracle;
    "sequential-nim" is sequential_nim::SequentialNim with samples "1" and oracle;
    "coin-towers" is coin_towers::CoinTowers with samples "1" and oracle;
    "stair-game" is stair_game::StairGame with samples "1" and oracle;
    "another-game" is another_game::AnotherGame with samples "1" and oracle;
    "grundys-game" is grundys_game::GrundysGame with samples "1" and oracle;
    "plates-for-nim" is plates_for_nim::PlatesForNim with samples "1" and oracle;
    "tower-breakers" is tower_breakers::TowerBreakers with samples "1" and oracle;
    "circle-of-coins" is circle_of_coins::CircleOfCoins with samples "1" and oracle;
    "numbered-heaps" is numbered_heaps::NumberedHeaps with samples "1" and oracle;
    "partitioning-game" is partitioning_game::PartitioningGame with samples "1" and oracle;
    "at-most-half" is at_most_half::AtMostHalf with samples "1" and oracle;
    "deleting-divisors" is deleting_divisors::DeletingDivisors with samples "1" and oracle;
    "disjoint-intervals" is disjoint_intervals::DisjointIntervals with samples "1" and oracle;
    "powers-of-two-first-move" is powers_of_two_first_move::PowersOfTwoFirstMove with samples "1" "2" "3" and oracle;
    "nim-in-teams" is nim_in_teams::NimInTeams with samples "1" and oracle;
}
