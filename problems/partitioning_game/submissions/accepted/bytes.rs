use std::io::{read_to_string, stdin};

fn main() {
    let input = read_to_string(stdin()).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|token| token.parse::<usize>().unwrap());
    let mut value = vec![0usize; 10001];
    let mut seen = vec![0usize; 1024];
    for heap in 1..=10000 {
        for part in 1..(heap + 1) / 2 {
            seen[value[part] ^ value[heap - part]] = heap;
        }
        value[heap] = (0..).find(|&free| seen[free] != heap).unwrap();
    }
    for _ in 0..numbers.next().unwrap() {
        let heaps = numbers.next().unwrap();
        let sum = (0..heaps).fold(0, |sum, _| sum ^ value[numbers.next().unwrap()]);
        println!("{}", if sum > 0 { "Alice" } else { "Bob" });
    }
}
