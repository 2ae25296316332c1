//! The checker that accepts any winning first move, not only the one of the smallest heap index.

use nim_engine::theory::nim::NimSum;
use nim_solve::problem::{AnswerCheck, ValueError};

/// Accepts `lose` if it is true, else every legal move after which the nim-sum is 0.
pub const ANY_MOVE: AnswerCheck =
    AnswerCheck { name: "any-move", check, python: include_str!("any_move.py") };

fn check(heaps: &[u64], output: &[&str]) -> Result<(), ValueError> {
    let is_won = NimSum::from_heaps(heaps).first_wins();
    match output {
        [] => Err("the output is empty".into()),
        ["lose"] if is_won => Err("says lose, but there is a winning move".into()),
        ["lose"] => Ok(()),
        ["lose", extra, ..] => Err(format!("extra {extra} after lose").into()),
        [taken, index, after @ ..] => {
            let taken = number("stones taken", taken)?;
            let index = number("heap index", index)?;
            let after =
                after.iter().map(|heap| number("heap", heap)).collect::<Result<Vec<u64>, ValueError>>()?;
            moved(heaps, taken, index, &after)
        }
        [only] => Err(format!("expected lose, or a move and the heaps after it, found {only}").into()),
    }
}

fn moved(heaps: &[u64], taken: u64, index: u64, after: &[u64]) -> Result<(), ValueError> {
    let count = heaps.len();
    let place =
        usize::try_from(index).ok().and_then(|index| index.checked_sub(1)).filter(|&place| place < count);
    let place = place.ok_or_else(|| format!("takes from heap {index}, but there are {count} heaps"))?;
    let before = heaps[place];
    if taken == 0 || taken > before {
        return Err(format!("takes {taken} from heap {index}, which has {before}").into());
    }
    let mut expected = heaps.to_vec();
    expected[place] = before - taken;
    if after.len() != count {
        return Err(format!("expected {count} heaps after the move, found {}", after.len()).into());
    }
    if let Some(wrong) = (0..count).find(|&heap| after[heap] != expected[heap]) {
        let (expected, got) = (expected[wrong], after[wrong]);
        return Err(format!("heap {} after the move: expected {expected}, got {got}", wrong + 1).into());
    }
    match NimSum::from_heaps(after).xor {
        0 => Ok(()),
        xor => Err(format!("takes {taken} from heap {index}, which leaves xor {xor}").into()),
    }
}

fn number(what: &str, token: &str) -> Result<u64, ValueError> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    token.parse().ok().filter(|_| digits).ok_or_else(|| format!("expected {what}, found {token}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn expect(heaps: &[u64], output: &str, result: &str) {
        let tokens: Vec<&str> = output.split_whitespace().collect();
        assert_eq!(
            check(heaps, &tokens).map_or_else(|error| error.to_string(), |()| String::new()),
            result,
            "{output}"
        );
    }

    #[test]
    fn every_winning_move_will_do() {
        // The nim-sum of 2, 3, 6 is 7; the nim-sum of 1, 1, 1 is 1, and every heap has a move.
        expect(&[2, 3, 6], "5 3 2 3 1", "");
        for output in ["1 1 0 1 1", "1 2 1 0 1", "1 3 1 1 0"] {
            expect(&[1, 1, 1], output, "");
        }
        expect(&[3, 3], "lose", "");
        expect(&[], "lose", "");
    }

    #[test]
    fn other_moves_are_refused_with_a_reason() {
        expect(&[3, 6, 9], "1 1 2 6 9", "takes 1 from heap 1, which leaves xor 13");
        expect(&[3, 3], "1 1 2 3", "takes 1 from heap 1, which leaves xor 1");
        expect(&[3, 6, 9], "lose", "says lose, but there is a winning move");
        expect(&[3, 6, 9], "4 4 3 6 5", "takes from heap 4, but there are 3 heaps");
        expect(&[3, 6, 9], "4 0 3 6 5", "takes from heap 0, but there are 3 heaps");
        expect(&[3, 6, 9], "0 3 3 6 9", "takes 0 from heap 3, which has 9");
        expect(&[3, 6, 9], "10 3 3 6 0", "takes 10 from heap 3, which has 9");
        expect(&[3, 6, 9], "4 3 3 6", "expected 3 heaps after the move, found 2");
        expect(&[3, 6, 9], "4 3 3 6 6", "heap 3 after the move: expected 5, got 6");
        expect(&[3, 6, 9], "4 x 3 6 5", "expected heap index, found x");
        expect(&[3, 6, 9], "+4 3 3 6 5", "expected stones taken, found +4");
        expect(&[3, 6, 9], "", "the output is empty");
        expect(&[3, 3], "lose 1", "extra 1 after lose");
    }
}
