//! The program in a pseudo-terminal, and what is then to be seen on its screen.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use itertools::Itertools;

use crate::wait::until;

/// The size of a terminal in columns and rows.
pub type Size = (u16, u16);

/// The program in a terminal.
pub struct Terminal {
    /// Its first process.
    pub program: Child,
    keyboard: File,
    /// All that was written since it was cleared.
    pub screen: Arc<Mutex<Vec<u8>>>,
    /// The program's end of the terminal.
    pub peer: OwnedFd,
    before: Termios,
    reader: JoinHandle<()>,
}

impl Terminal {
    /// Starts the program; `None` where there is no `setsid`, without which it would see the terminal of this test.
    pub fn start(line: &str) -> Option<Self> {
        Self::run(
            &[&[env!("CARGO_BIN_EXE_toolkit")], line.split(' ').collect::<Vec<_>>().as_slice()].concat(),
        )
    }

    /// Starts a command by `setsid`.
    pub fn run(command: &[&str]) -> Option<Self> {
        Self::run_in(Path::new("."), (80, 24), command)
    }

    /// Starts a command in a folder, in a terminal of that size.
    pub fn run_in(folder: &Path, (columns, rows): Size, command: &[&str]) -> Option<Self> {
        let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&control).unwrap();
        unlockpt(&control).unwrap();
        let name = ptsname(&control, Vec::new()).unwrap();
        let open = || {
            rustix::fs::open(
                &name,
                rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY,
                rustix::fs::Mode::empty(),
            )
        };
        let peer: OwnedFd = open().unwrap();
        tcsetwinsize(&peer, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let before = tcgetattr(&peer).unwrap();
        let program = Command::new("setsid")
            .args(command)
            .current_dir(folder)
            .env("TERM", "xterm")
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .stdin(open().unwrap())
            .stdout(open().unwrap())
            .stderr(open().unwrap())
            .spawn();
        let Ok(program) = program else {
            eprintln!("skipped: there is no setsid");
            return None;
        };
        let keyboard = File::from(control);
        let mut source = keyboard.try_clone().unwrap();
        let screen = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&screen);
        // It ends with an error when the terminal is closed.
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                seen.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Some(Self { program, keyboard, screen, peer, before, reader })
    }

    /// The text since the screen was cleared.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().unwrap()).into_owned()
    }

    /// Waits for a text, and forgets what was written up to it.
    #[track_caller]
    pub fn shows(&self, text: &str) {
        until(text, || self.text().contains(text));
        // What comes after it is another screen.
        self.screen.lock().unwrap().clear();
    }

    /// Types keys.
    pub fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the end, and checks that the terminal is as it was.
    #[track_caller]
    pub fn ends(mut self, status: i32) {
        let ended = self.program.wait().unwrap();
        assert_eq!((ended.code(), ended.signal()), (Some(status), None));
        until("the screen is left", || self.text().contains("\x1b[?1049l"));
        assert!(
            self.text().contains("\x1b[?25h") && self.text().contains("\x1b[?1000l"),
            "{:?}",
            self.text()
        );
        let after = tcgetattr(&self.peer).unwrap();
        assert_eq!(
            (after.local_modes, after.input_modes, after.output_modes),
            (self.before.local_modes, self.before.input_modes, self.before.output_modes)
        );
    }

    /// Waits for the end, and returns all that was written.
    pub fn written(self) -> String {
        let Self { mut program, keyboard: _keyboard, screen, peer, reader, .. } = self;
        program.wait().unwrap();
        // The last open end: the reader then sees the end.
        drop(peer);
        reader.join().unwrap();
        let bytes = screen.lock().unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The style of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The colour of the text, as `#rrggbb`.
    pub fore: Option<String>,
    /// The colour behind it.
    pub back: Option<String>,
    /// Whether it is bold, dim, underlined, and has its colours exchanged.
    pub marks: [bool; 4],
}

/// The sixteen colours.
const COLOURS: [&str; 16] = [
    "#4a525c", "#ff7b72", "#6fce7f", "#e3bd55", "#7cb8ff", "#d39bf5", "#5fd0d6", "#dfe3e8", "#7d8894",
    "#ff9a92", "#93e3a0", "#f2d37e", "#a5ceff", "#e3bcfa", "#8fe6ea", "#ffffff",
];

impl Style {
    /// Obeys the codes of `ESC [ … m`.
    fn change(&mut self, codes: &[u16]) {
        let mut codes = codes.iter().copied();
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Self::default(),
                1 | 2 => self.marks[usize::from(code) - 1] = true,
                4 => self.marks[2] = true,
                7 => self.marks[3] = true,
                22 => [self.marks[0], self.marks[1]] = [false; 2],
                24 => self.marks[2] = false,
                27 => self.marks[3] = false,
                30..=37 => self.fore = Some(COLOURS[usize::from(code) - 30].to_owned()),
                90..=97 => self.fore = Some(COLOURS[usize::from(code) - 82].to_owned()),
                40..=47 => self.back = Some(COLOURS[usize::from(code) - 40].to_owned()),
                100..=107 => self.back = Some(COLOURS[usize::from(code) - 92].to_owned()),
                38 | 48 => {
                    let colour = colour(&mut codes);
                    *(if code == 38 { &mut self.fore } else { &mut self.back }) = Some(colour);
                }
                39 => self.fore = None,
                49 => self.back = None,
                _ => panic!("the style {code} is not known"),
            }
        }
    }
}

/// Reads a colour, `5;N` or `2;R;G;B`.
fn colour(codes: &mut impl Iterator<Item = u16>) -> String {
    const STEPS: [u16; 6] = [0, 95, 135, 175, 215, 255];
    let mut next = || codes.next().unwrap();
    let [red, green, blue] = if next() == 2 {
        [next(), next(), next()]
    } else {
        match next() {
            number @ 0..16 => return COLOURS[usize::from(number)].to_owned(),
            number @ 232.. => [8 + 10 * (number - 232); 3],
            number => [36, 6, 1].map(|place| STEPS[usize::from((number - 16) / place % 6)]),
        }
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A character on the screen, and its style.
pub type Cell = (char, Style);

/// The cells that the bytes of a program leave on a screen of that size, row by row.
pub fn screen(text: &str, (columns, rows): Size) -> Vec<Vec<Cell>> {
    let (columns, rows) = (usize::from(columns), usize::from(rows));
    let blank = || vec![(' ', Style::default()); columns];
    let mut cells = vec![blank(); rows];
    let (mut row, mut column, mut style) = (0, 0, Style::default());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\r' => column = 0,
            '\x08' => column = usize::saturating_sub(column, 1),
            '\x1b' => {
                if chars.next() != Some('[') {
                    continue;
                }
                let inside: String =
                    chars.by_ref().take_while_inclusive(|char| !char.is_ascii_alphabetic()).collect();
                let (inside, last) = inside.split_at(inside.len() - 1);
                let numbers: Vec<u16> = inside
                    .trim_start_matches('?')
                    .split(';')
                    .map(|number| number.parse().unwrap_or(0))
                    .collect();
                let count = usize::from(numbers[0].max(1));
                match last {
                    "m" => style.change(&numbers),
                    "H" => {
                        row = count - 1;
                        column = usize::from(*numbers.get(1).unwrap_or(&1)).max(1) - 1;
                    }
                    "A" => row = usize::saturating_sub(row, count),
                    "C" => column += count,
                    "G" => column = count - 1,
                    "J" if numbers[0] == 2 => cells = vec![blank(); rows],
                    "J" => {
                        cells[row][column.min(columns)..].fill(blank()[0].clone());
                        cells[row + 1..].fill(blank());
                    }
                    "K" if numbers[0] == 2 => cells[row] = blank(),
                    "K" => cells[row][column.min(columns)..].fill(blank()[0].clone()),
                    // Modes, such as the other screen.
                    "h" | "l" => {}
                    _ => panic!("ESC [ {inside}{last} is not known"),
                }
            }
            _ => {
                if char == '\n' || column == columns {
                    row += 1;
                    if row == rows {
                        cells.remove(0);
                        cells.push(blank());
                        row -= 1;
                    }
                    // A line feed leaves the column; the terminal writes a carriage return before it.
                    column = if char == '\n' { column } else { 0 };
                }
                if char >= ' ' {
                    cells[row][column] = (char, style.clone());
                    column += 1;
                }
            }
        }
    }
    cells
}
