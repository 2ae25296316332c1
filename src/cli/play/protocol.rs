//! The line protocol: the computer is the judge, standard input the program.

use std::io::{self, BufRead, Read, Write};

use crate::exit::Exit;
use nim_judge::interactive::referee::LONGEST_LINE;
use nim_referee::contest::Seat;
use nim_referee::duel::Duel;
use nim_referee::player::Player;
use nim_referee::table::Table;

/// Plays one game to its end, or to the end of standard input.
///
/// # Errors
/// When standard input or output fails, or the engine refuses the game.
pub fn run(table: Table, seat: Seat, computer: Player) -> anyhow::Result<Exit> {
    let mut duel = Duel::new(table, seat, computer)?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut say = Vec::new();
    let mut end = duel.begin(&mut say)?;
    loop {
        output.write_all(&say)?;
        output.flush()?;
        say.clear();
        if end.is_some() {
            return Ok(Exit::Success);
        }
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(Exit::Success);
        }
        end = duel.read_line(&line, &mut say)?;
    }
}
