//! The expected answers of each problem: by search if a position is small, otherwise by the theory. Shares nothing with the solvers.

use crate::oracle::{Game, Rule, with};
use crate::theory;
use itertools::Itertools;

/// Returns the answers to positions, or nothing when there is no problem of this name.
pub fn expected(slug: &str, header: &[u64], positions: &[Vec<u64>]) -> Option<String> {
    const KNOWN: [&str; 6] = ["matches", "stones-all-moves", "john", "nim-check", "bash", "array-game"];
    if !KNOWN.contains(&slug) {
        return None;
    }
    if slug == "array-game" {
        return Some(array_game(header.first().copied().unwrap_or(0), positions));
    }
    let mut normal = Player::new(Rule::Normal);
    let mut misere = Player::new(Rule::Misere);
    let answer = |heaps: &Vec<u64>| match slug {
        "matches" => Some(matches(&mut normal, heaps)),
        "stones-all-moves" => Some(stones(&mut normal, heaps)),
        "john" => Some(if misere.wins(heaps) { "John\n" } else { "Brother\n" }.to_owned()),
        "nim-check" => Some(if normal.wins(heaps) { "Yes\n" } else { "No\n" }.to_owned()),
        "bash" => Some(if bash_wins(heaps[0], heaps[1]) { "first\n" } else { "second\n" }.to_owned()),
        _ => None,
    };
    positions.iter().map(answer).collect()
}

fn matches(player: &mut Player, heaps: &[u64]) -> String {
    let Some(&(index, after)) = player.winning_moves(heaps).first() else { return "lose\n".to_owned() };
    let left = with(heaps, index, after).iter().join(" ");
    format!("{} {}\n{left}\n", heaps[index] - after, index + 1)
}

fn stones(player: &mut Player, heaps: &[u64]) -> String {
    let moves = player.winning_moves(heaps);
    let lines = moves.iter().map(|&(index, after)| format!("{} {after}\n", heaps[index]));
    format!("{}\n{}", if moves.is_empty() { "No" } else { "Yes" }, lines.format(""))
}

/// Returns whether the player to move wins with a heap of `stones` if a move takes up to `most` of them: by the definition if both are
/// small, otherwise by the theory.
fn bash_wins(stones: u64, most: u64) -> bool {
    if stones > 2000 {
        return u128::from(stones) % (u128::from(most) + 1) != 0;
    }
    let mut wins: Vec<bool> = Vec::new();
    for heap in 0..=stones {
        let left = (heap - most.min(heap)) as usize;
        wins.push(wins[left..].contains(&false));
    }
    wins.last() == Some(&true)
}

/// Answers by the values of single cells: by their definition on small boards, else by blocks.
fn array_game(cells: u64, positions: &[Vec<u64>]) -> String {
    let value: Box<dyn Fn(u64) -> u64> = if cells <= 1000 {
        let values = cell_values(cells);
        Box::new(move |cell| values[cell as usize])
    } else {
        Box::new(values_by_quotient(cells))
    };
    let sum = |position: &Vec<u64>| position.iter().fold(0, |sum, &cell| sum ^ value(cell));
    positions.iter().map(|position| if sum(position) == 0 { "No\n" } else { "Yes\n" }).collect()
}

/// Returns the value of every cell: the mex over k of the XOR of the values of 2x to kx.
pub fn cell_values(cells: u64) -> Vec<u64> {
    assert!(cells <= 100_000, "a board for the plain definition has few cells");
    let mut values = vec![0; cells as usize + 1];
    for x in (1..=cells).rev() {
        let sums = (2..=cells / x).scan(0, |sum, k| {
            *sum ^= values[(k * x) as usize];
            Some(*sum)
        });
        let options: std::collections::BTreeSet<u64> = sums.chain([0]).collect();
        values[x as usize] = (0..).find(|value| !options.contains(value)).unwrap();
    }
    values
}

/// Returns the values of cells by the quotient ⌊N/x⌋, on which alone they depend: cell kx has the quotient ⌊⌊N/x⌋/k⌋.
fn values_by_quotient(cells: u64) -> impl Fn(u64) -> u64 {
    let root = cells.isqrt();
    // Quotients up to the root at themselves, the larger ones at the least cell that has them, behind.
    let place =
        move |quotient: u64| (if quotient <= root { quotient } else { root + 1 + cells / quotient }) as usize;
    let mut quotients: Vec<u64> = (1..=root).flat_map(|x| [x, cells / x]).collect();
    quotients.sort_unstable();
    quotients.dedup();
    let mut values = vec![0_u64; 2 * root as usize + 2];
    // The quotient for which a value was last seen among the options.
    let mut seen = vec![0; 64];
    for quotient in quotients {
        let (mut sum, mut k) = (0, 2);
        seen[0] = quotient;
        while k <= quotient {
            let inner = quotient / k;
            let next = quotient / inner + 1;
            // Every cell of the block has the same value: the sums alternate.
            let value = values[place(inner)];
            if seen.len() <= (sum ^ value) as usize {
                seen.resize(2 * (sum ^ value) as usize, 0);
            }
            seen[(sum ^ value) as usize] = quotient;
            sum ^= value * ((next - k) % 2);
            k = next;
        }
        values[place(quotient)] = seen.iter().position(|&last| last != quotient).unwrap_or(seen.len()) as u64;
    }
    move |cell| values[place(cells / cell)]
}

#[test]
fn both_ways_to_the_values_of_cells_agree() {
    for cells in (1..=200).chain([1000, 65_536, 99_999]) {
        let (plain, by_quotient) = (cell_values(cells), values_by_quotient(cells));
        assert!((1..=cells).all(|x| plain[x as usize] == by_quotient(x)), "{cells}");
    }
}

/// A player of Nim: small positions by search and the others by the theory.
struct Player {
    rule: Rule,
    search: Game,
}

impl Player {
    fn new(rule: Rule) -> Self {
        Self { rule, search: Game::nim(rule) }
    }

    fn wins(&mut self, heaps: &[u64]) -> bool {
        if is_small(heaps) { self.search.wins(heaps) } else { theory::wins(self.rule, heaps) }
    }

    /// Returns the winning first moves where the last move wins.
    fn winning_moves(&mut self, heaps: &[u64]) -> Vec<(usize, u64)> {
        assert_eq!(self.rule, Rule::Normal);
        if is_small(heaps) { self.search.winning_moves(heaps) } else { theory::winning_moves(heaps) }
    }
}

fn is_small(heaps: &[u64]) -> bool {
    heaps.iter().all(|&heap| heap <= 9) && heaps.iter().filter(|&&heap| heap > 0).count() <= 5
}
