use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|token| token.parse::<u32>().unwrap());
    let mut next = || numbers.next().unwrap();
    for _ in 0..next() {
        let pairs = next() / 2;
        let sum = (0..pairs).fold(0, |sum, _| sum ^ ((next() - 1) | (next() - 1)).trailing_ones());
        println!("{}", if sum != 0 { "YES" } else { "NO" });
    }
}
