use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut tokens = text.split_ascii_whitespace().map(|token| token.parse::<usize>().unwrap());
    let mut next = || tokens.next().unwrap();
    loop {
        let count = next();
        if count == 0 {
            return;
        }
        let numbers: Vec<usize> = (0..count).map(|_| next()).collect();
        let mut values: Vec<u32> = Vec::new();
        let mut answer = String::new();
        for _ in 0..next() {
            let mut sum = 0;
            for _ in 0..next() {
                let heap = next();
                while values.len() <= heap {
                    let size = values.len();
                    // No value is above 100.
                    let fitting = numbers.iter().filter(|&&number| number <= size);
                    let seen = fitting.fold(0u128, |seen, number| seen | 1 << values[size - number]);
                    values.push(seen.trailing_ones());
                }
                sum ^= values[heap];
            }
            answer.push(if sum != 0 { 'W' } else { 'L' });
        }
        println!("{answer}");
    }
}
