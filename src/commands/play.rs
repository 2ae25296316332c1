//! `toolkit play`: a game against the computer, on a full screen or in the line protocol.

mod canvas;
mod choices;
mod clicks;
mod draw;
pub mod page;
mod picture;
mod screen;
pub mod setup;
mod state;
mod theory;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::setup::{Setup, random_seed};
use self::state::State;
use super::show::languages;
use crate::exit::Exit;
use crate::terminal::UsageError;
use crate::terminal::count::number;
use crate::terminal::streams::{Stdout, lines_of_stdin};
use crate::terminal::{say, style as terminal};
use nim_explain::words::Language;
use nim_ground::random::Random;
use nim_ground::visible;
use nim_judge::interactive::referee::LONGEST_LINE;
use nim_referee::contest::Seat;
use nim_referee::duel::Duel;
use nim_referee::player::{LEVELS, Level, PERFECT, Player};
use nim_referee::table::Table;

/// Play a game against the computer
///
/// On a terminal the game fills the screen; elsewhere, and with --protocol, a program plays it in the line protocol of
/// docs/protocol.md.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  toolkit play\n  toolkit play kayles 5 3 --level good\n  toolkit play nim+hackenbush 5 0,1,1 --first computer\n\nExit codes:\n  0  the game or the input has ended\n  5  the engine does not know who wins"
)]
pub struct Args {
    /// The game, or games with `+` between them; see `toolkit sg games`
    #[arg(default_value = "nim")]
    game: String,
    /// The heaps; one for each term of a sum [default: a small random position, won for you where there is one]
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// How well the computer plays: perfect never errs, good errs in one move of five, casual mostly plays at random but sees
    /// a win in one move
    #[arg(long, value_name = "LEVEL", default_value = PERFECT.name, value_parser = levels())]
    level: &'static Level,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Who makes the first move
    #[arg(long, value_name = "WHO", default_value = "me")]
    first: First,
    /// Make random positions and moves from this number [default: a different one each time]
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Play in the line protocol, also on a terminal
    #[arg(long)]
    protocol: bool,
    /// Write a page to play all games in a browser, which needs no network, and do not play
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "heaps", "misere", "first", "level", "seed", "protocol"])]
    html: Option<PathBuf>,
    /// The language in which the page begins [default: en]
    #[arg(long, value_parser = languages())]
    lang: Option<Language>,
    /// Replace a page of the same name
    #[arg(long, requires = "html")]
    force: bool,
}

/// The side that makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// The player at the keyboard, or the program that plays
    Me,
    /// The computer
    Computer,
    /// One of them, by chance
    Random,
}

impl First {
    fn seat(self, random: &mut Random) -> Seat {
        match self {
            Self::Me => Seat::First,
            Self::Computer => Seat::Second,
            Self::Random if random.within(0, 1) == 0 => Seat::First,
            Self::Random => Seat::Second,
        }
    }
}

/// Returns the parser of levels' names.
pub fn levels() -> impl TypedValueParser<Value = &'static Level> {
    PossibleValuesParser::new(LEVELS.iter().map(|level| level.name))
        .map(|name| Level::named(&name).unwrap_or(PERFECT))
}

/// Plays a game, or writes the page for a browser.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if let Some(file) = &args.html {
        let language = args.lang.unwrap_or(Language::English);
        return page::write(file, language, args.force).map(|()| Exit::Success);
    }
    let why = "--lang is for the page of --html; without it, the game is in English";
    UsageError::unless(args.lang.is_none(), why)?;
    let (setup, mut table) = Setup::new(&args.game, &args.heaps, args.misere)?;
    let mut random = Random::new(args.seed.unwrap_or_else(random_seed));
    let seat = args.first.seat(&mut random);
    // A game that the engine refuses is reported before the screen opens.
    setup.lay(&mut table, &mut random, Some(seat == Seat::First))?;
    let computer = Player::new(args.level, random.bits());
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.protocol || terminal::is_plain() || !has_terminal {
        if has_terminal && !args.protocol {
            say::note(
                "TERM=dumb has no full screen: a move is a line such as `move 2 1`, heap 2 becomes 1 (docs/protocol.md)",
            );
        }
        return play_by_lines(table, seat, computer);
    }
    screen::run(State::new(setup, table, args.first, seat, computer, random))
}

/// The message for a failure of standard input.
const UNREAD: &str = "cannot read standard input";

/// Plays one game to its end, or to the end of standard input.
///
/// # Errors
/// When standard input or output fails, or the engine refuses the game.
fn play_by_lines(table: Table, seat: Seat, computer: Player) -> anyhow::Result<Exit> {
    let mut duel = Duel::new(table, seat, computer)?;
    let (mut input, mut output) = (lines_of_stdin(), Stdout);
    let mut say = Vec::new();
    let mut end = duel.begin(&mut say)?;
    loop {
        // Refused text is quoted.
        output.write_all(visible::lines(&String::from_utf8_lossy(&say)).as_bytes())?;
        output.flush()?;
        say.clear();
        if end.is_some() {
            return Ok(Exit::Success);
        }
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line).context(UNREAD)? == 0 {
            return Ok(Exit::Success);
        }
        end = duel.read_line(&line, &mut say)?;
    }
}

/// The screen without a terminal: any game, at any size, under any keys and clicks.
#[cfg(test)]
mod trials {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    use ratatui_core::buffer::Buffer;
    use ratatui_core::layout::Rect;

    use super::First;
    use super::canvas::TerminalStyle;
    use super::draw::draw;
    use super::setup::Setup;
    use super::state::{Note, State, Step};
    use nim_engine::games::{CATALOGUE, Make};
    use nim_ground::random::Random;
    use nim_referee::contest::Seat;
    use nim_referee::player::{LEVELS, PERFECT, Player};
    use nim_testing::whole::is_whole;

    const LOOKS: [TerminalStyle; 2] = [
        TerminalStyle { has_colours: true, has_unicode: true },
        TerminalStyle { has_colours: false, has_unicode: false },
    ];

    fn state(game: &str, heaps: &[&str], misere: bool, seat: Seat, seed: u64) -> State {
        let heaps: Vec<String> = heaps.iter().map(|&heap| heap.to_owned()).collect();
        let (setup, mut table) = Setup::new(game, &heaps, misere).unwrap();
        let mut random = Random::new(seed);
        setup.lay(&mut table, &mut random, Some(seat == Seat::First)).unwrap();
        let first = if seat == Seat::First { First::Me } else { First::Computer };
        let level = if seed.is_multiple_of(2) { PERFECT } else { &LEVELS[2] };
        State::new(setup, table, first, seat, Player::new(level, seed), random)
    }

    fn screen(state: &mut State, width: u16, height: u16, look: TerminalStyle) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(state, &mut buffer, look);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| row(y).trim_end().to_owned()).collect()
    }

    /// Games of every kind, with positions.
    fn games() -> Vec<(String, Vec<&'static str>)> {
        let plain = CATALOGUE.iter().filter(|entry| !matches!(entry.make, Make::Graph));
        let mut games: Vec<_> =
            plain.map(|entry| (entry.example.to_owned(), entry.example_heaps.to_vec())).collect();
        games.push(("kayles+wythoff+hackenbush".to_owned(), vec!["5", "3,4", "0,1,1"]));
        games.push(("nim".to_owned(), vec!["1000000000000000000", "0", "18446744073709551615"]));
        games.push(("nim".to_owned(), vec!["7"; 1000]));
        games.push(("coins:turtles".to_owned(), vec!["3", "1000000"]));
        games
    }

    #[test]
    fn no_size_and_no_key_is_too_much() {
        let mut random = Random::new(11);
        let keys = ['1', '2', '3', ' ', '?', 'u', 'e', 'n', 'h', 'x', ','].map(KeyCode::Char).into_iter();
        let keys: Vec<KeyCode> = keys
            .chain([
                KeyCode::Up,
                KeyCode::Down,
                KeyCode::Left,
                KeyCode::Right,
                KeyCode::Enter,
                KeyCode::Enter,
            ])
            .chain([KeyCode::Esc, KeyCode::Backspace, KeyCode::End, KeyCode::PageDown, KeyCode::Home])
            .collect();
        for (seed, (game, heaps)) in (0..).zip(games()) {
            let seat = if seed % 3 == 0 { Seat::Second } else { Seat::First };
            let mut state = state(&game, &heaps, false, seat, seed);
            for turn in 0..if is_whole() { 40 } else { 12 } {
                let (width, height) = match turn % 6 {
                    0 => (random.within(0, 3) as u16, random.within(0, 3) as u16),
                    1 => (20, 8),
                    2 => (200, 60),
                    _ => (random.within(1, 100) as u16, random.within(1, 40) as u16),
                };
                let text = screen(&mut state, width, height, LOOKS[turn % 2]);
                if turn % 2 == 1 {
                    assert!(text.iter().all(|line| line.is_ascii()), "{game}: {text:?}");
                }
                state.reply();
                if random.within(0, 3) == 0 {
                    let (column, row) = (random.within(0, 99) as u16, random.within(0, 39) as u16);
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    state.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
                } else {
                    let key = keys[random.within(0, keys.len() as u64 - 1) as usize];
                    assert_eq!(state.key(KeyEvent::from(key)), Step::On);
                }
            }
        }
    }

    /// Sends the keys of a text.
    fn press(state: &mut State, text: &str) {
        for key in text.chars() {
            let key = if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
            state.key(KeyEvent::from(key));
        }
    }

    #[test]
    fn a_game_is_typed_and_won_and_taken_back() {
        let mut state = state("nim", &["1", "2"], false, Seat::First, 0);
        let text = screen(&mut state, 40, 10, LOOKS[0]);
        assert_eq!(text[1..3], [">1   1 x", " 2   2 | |"]);
        press(&mut state, "2-3\n");
        assert_eq!(state.notes, [Note::Error("heap 2 has 2, not 3".to_owned())]);
        state.key(KeyEvent::from(KeyCode::Esc));
        press(&mut state, "2 1\n");
        assert_eq!(state.notes, [Note::Error("2 1 is not clear: 2-1 takes 1, 2=1 leaves 1".to_owned())]);
        state.key(KeyEvent::from(KeyCode::Esc));
        press(&mut state, "e2-1\n");
        assert!(state.notes[0].text().contains("it wins (nim-sum 3 to 0)"), "{:?}", state.notes);
        state.reply();
        press(&mut state, "\n");
        assert_eq!(state.has_won(), Some(true));
        assert_eq!((state.counts.games, state.counts.won), (1, 1));
        let text = screen(&mut state, 40, 20, LOOKS[0]).join("\n");
        assert!(
            text.contains("You have won.") && text.contains("moves            3, 2 of them yours"),
            "{text}"
        );
        press(&mut state, "u");
        assert_eq!((state.counts.games, state.counts.won, state.has_won()), (0, 0, None));
    }

    /// Sends a click on a cell.
    fn click(state: &mut State, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        screen(state, 60, 12, LOOKS[0]);
        state.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    }

    #[test]
    fn clicks_pick_moves_and_make_them() {
        let mut state = state("nim", &["3", "9"], false, Seat::First, 0);
        // The fourth match of the second heap: all from there on are taken.
        click(&mut state, 13, 2);
        assert_eq!(state.pick().unwrap().says, "take 6, leave 3");
        assert!(!state.is_computers_turn());
        click(&mut state, 13, 2);
        assert!(state.is_computers_turn());
        assert_eq!(state.table().written(), "3 3");
    }

    #[test]
    fn a_first_click_makes_no_move_though_it_was_picked_already() {
        let mut state = state("nim", &["3", "9"], false, Seat::First, 0);
        let before = state.pick().unwrap().says.clone();
        click(&mut state, 11, 1);
        assert_eq!(state.pick().unwrap().says, before);
        assert!(!state.is_computers_turn());
        // Keys between two clicks make the second one a first.
        state.key(KeyEvent::from(KeyCode::Right));
        state.key(KeyEvent::from(KeyCode::Left));
        click(&mut state, 11, 1);
        assert!(!state.is_computers_turn());
        click(&mut state, 11, 1);
        assert!(state.is_computers_turn());
    }

    #[test]
    fn clicks_on_pictures_of_every_kind_pick_and_make_moves() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a b\na c\nb c\n").unwrap();
        let graph = format!("graph:{}", file.path().display());
        for (game, heaps, clicks, says) in [
            // One click takes from the middle, two set both ends.
            ("kayles", &["7"][..], &[(11, 1)][..], "take 1, leave 2 + 4"),
            ("kayles", &["7"], &[(11, 1), (13, 1)], "take 2, leave 2 + 3"),
            ("lasker", &["7"], &[(11, 1)], "take 5, leave 2"),
            ("grundy", &["7"], &[(12, 1)], "split into 2 + 5"),
            ("wythoff", &["4,6"], &[(14, 2)], "take 4 from the second"),
            ("wythoff", &["4,6"], &[(14, 1), (18, 2)], "take 2 from both"),
            ("euclid-to-zero", &["2,6"], &[(14, 2)], "take 4 from the second"),
            ("moore:2", &["4", "6"], &[(14, 1), (10, 2)], "take 2 from heap 1, 6 from heap 2"),
            ("staircase", &["2", "3"], &[(12, 2)], "move 2 from step 2 down"),
            ("merge:4", &["1", "2", "3"], &[(10, 1), (10, 2)], "join 1 and 2"),
            ("delete-nim", &["4,6"], &[(14, 2)], "leave 2,4"),
            ("fibonacci", &["7"], &[(15, 1)], "take 3, leave 4"),
            ("coins:turtles", &["7"], &[(28, 1)], "turn 7"),
            ("coins:mock-turtles", &["3", "7"], &[(28, 1), (5, 1), (12, 1)], "turn 7, 3, 1"),
            ("coins:twins", &["3", "7"], &[(28, 1), (12, 1)], "turn 7, 3"),
            ("coins:ruler", &["3", "7"], &[(28, 1), (20, 1)], "turn 7, 6, 5"),
            ("hop:6", &["1,2,4"], &[(3, 1)], "hop from 1 to 3"),
            ("hackenbush", &["0,1,1,3"], &[(7, 1)], "cut edge 2"),
            ("nimble", &["4"], &[(8, 1)], "move to square 1"),
            (&graph, &["a"], &[(7, 1)], "go to b"),
        ] {
            let mut state = state(game, heaps, false, Seat::First, 0);
            for &(column, row) in clicks {
                click(&mut state, column, row);
            }
            let text = screen(&mut state, 60, 12, LOOKS[0]);
            assert_eq!(state.pick().unwrap().says, says, "{game}: {text:#?}");
            assert!(!state.is_computers_turn(), "{game}");
            let &(column, row) = clicks.last().unwrap();
            click(&mut state, column, row);
            assert!(state.is_computers_turn() || state.has_won().is_some(), "{game}");
        }
    }

    #[test]
    fn keys_work_after_the_end_whatever_is_pressed() {
        let mut state = state("nim", &["1"], false, Seat::First, 0);
        press(&mut state, "\n");
        assert_eq!(state.has_won(), Some(true));
        press(&mut state, "123");
        assert_eq!(state.typed, "");
        press(&mut state, "n");
        assert_eq!(state.has_won(), None);
        press(&mut state, "\n45");
        assert_eq!(state.key(KeyEvent::from(KeyCode::Char('q'))), Step::Quit);
    }

    #[test]
    fn a_tall_screen_has_large_matches_and_tells_all_moves_with_their_reasons() {
        let mut state = state("nim", &["3", "5", "7"], false, Seat::First, 0);
        let text = screen(&mut state, 120, 40, LOOKS[0]);
        let matches = text.iter().filter(|row| row.contains("| |")).count();
        assert_eq!((matches, text.iter().filter(|row| row.contains("5 |")).count()), (9, 1), "{text:#?}");
        press(&mut state, "1=2\n");
        state.reply();
        let text = screen(&mut state, 120, 40, LOOKS[0]).join("\n");
        assert!(text.contains("You: "), "{text}");
        assert_eq!(text.matches("nim-sum ").count(), 4, "{text}");
        assert!(text.contains("The computer: "), "{text}");
        press(&mut state, "u");
        let text = screen(&mut state, 120, 40, LOOKS[0]).join("\n");
        assert!(!text.contains("You: ") && text.contains("Your move was taken back."), "{text}");
        // On a usual screen, only requested explanations are shown.
        press(&mut state, "1=2\n");
        let text = screen(&mut state, 80, 24, LOOKS[0]).join("\n");
        assert!(text.contains("You: ") && !text.contains("nim-sum"), "{text}");
    }

    #[test]
    fn a_usual_screen_has_large_matches_where_notes_leave_rows() {
        let mut state = state("nim", &["3", "5", "7"], false, Seat::First, 0);
        let matches = |text: &[String]| text.iter().filter(|row| row.contains("| |")).count();
        assert_eq!(matches(&screen(&mut state, 80, 24, LOOKS[0])), 9);
        press(&mut state, "e1=2\n");
        state.reply();
        for height in [20, 24] {
            let text = screen(&mut state, 80, height, LOOKS[0]);
            assert!(matches(&text) > 3, "{text:#?}");
            for note in &state.notes {
                let begin: String = note.text().chars().take(30).collect();
                assert!(text.join("\n").contains(&begin), "{note:?} is not in {text:#?}");
            }
        }
    }

    #[test]
    fn a_typed_move_is_shown_whether_the_list_has_it_or_not() {
        let mut state = state("nim", &["1000000000000000000", "40"], false, Seat::First, 0);
        let text = screen(&mut state, 80, 20, LOOKS[0]).join("\n");
        assert!(
            text.contains("the first 2000 moves of heap 1") && text.contains("1 of 2000+, or type one"),
            "{text}"
        );
        press(&mut state, "1-5000");
        let text = screen(&mut state, 80, 20, LOOKS[0]).join("\n");
        assert!(text.contains("move: 1-5000_  (take 5000, leave 999999999999995000)"), "{text}");
        state.key(KeyEvent::from(KeyCode::Esc));
        // The whole move comes before longer ones with the same beginning.
        press(&mut state, "2-3");
        assert_eq!(state.pick().unwrap().says, "take 3, leave 37");
        state.key(KeyEvent::from(KeyCode::Esc));
        press(&mut state, "2=3");
        assert_eq!(state.pick().unwrap().says, "take 37, leave 3");
        state.key(KeyEvent::from(KeyCode::Right));
        let says = state.pick().unwrap().says.clone();
        press(&mut state, "\n");
        assert_eq!(state.notes, [Note::Move(format!("You: heap 2: {says}."))]);
    }

    #[test]
    fn a_hint_has_no_columns_where_a_search_decides() {
        for (misere, has_columns) in [(false, true), (true, false)] {
            let mut state = state("kayles", &["5", "3"], misere, Seat::First, 0);
            press(&mut state, "?");
            let text = screen(&mut state, 80, 24, LOOKS[0]).join("\n");
            assert!(text.contains("win:") && text.contains("Why: "), "{text}");
            assert_eq!(text.contains("in binary"), has_columns, "{text}");
        }
    }

    #[test]
    fn columns_of_a_hint_stay_together_at_any_width() {
        for heaps in
            [&["1000000000000000000", "999999999999999999", "7"][..], &["13", "22", "37"], &["1", "2"]]
        {
            for width in [20, 30, 40, 80, 200] {
                let mut state = state("nim", heaps, false, Seat::First, 0);
                press(&mut state, "?");
                let text = screen(&mut state, width, 60, LOOKS[0]);
                let sums: Vec<_> =
                    text.iter().enumerate().filter(|(_, line)| line.trim().starts_with("sum ")).collect();
                assert!(!sums.is_empty(), "{text:#?}");
                for (row, sum) in sums {
                    let bits = sum.split(" = ").next().unwrap();
                    let marks: String = bits.chars().map(|bit| if bit == '1' { '^' } else { ' ' }).collect();
                    let odd = text[row + 1].replace("odd", "   ");
                    assert_eq!(odd.trim_end(), marks.trim_end(), "{text:#?}");
                    for (above, heap) in text[row - heaps.len()..row].iter().zip(1..) {
                        assert!(above.trim_start().starts_with(&format!("{heap} ")), "{text:#?}");
                    }
                }
            }
        }
    }

    #[test]
    fn small_screens_tell_the_rule_and_long_notes() {
        let mut state = state("coins:mock-turtles", &["1", "4", "7"], true, Seat::First, 0);
        press(&mut state, "e\n");
        state.reply();
        let text = screen(&mut state, 20, 8, LOOKS[0]);
        assert!(text[0].starts_with(" misère: coins"), "{text:#?}");
        assert!(text[7].starts_with("m more"), "{text:#?}");
        press(&mut state, "m");
        let text = screen(&mut state, 20, 8, LOOKS[0]);
        assert!(text[2].starts_with("You: turn"), "{text:#?}");
        press(&mut state, "m");
        // Rows that the position leaves free show notes.
        let text = screen(&mut state, 40, 13, LOOKS[0]);
        assert!(text.iter().any(|line| line.starts_with("You: turn")), "{text:#?}");
    }

    #[test]
    fn pictures_show_what_a_game_is_and_what_a_move_does() {
        for (game, heaps, expected) in [
            ("kayles", &["5"][..], ">1   5 | | | | x"),
            ("wythoff", &["2,3"], ">1  1   2 | x"),
            ("coins:twins", &["3", "1"], ">1 [1●] 2○ [3●] 4○  5○  6○  7○  8○"),
            ("hop:6", &["1,2,4"], ">1 x●+●..  1,2,4"),
            ("hackenbush", &["0,1,1,3"], ">1 ─x1┬─2"),
            ("nimble", &["4"], ">1   4 ...+●"),
            ("staircase", &["2", "1"], ">1  1   2 | x"),
            ("fibonacci", &["4"], ">1   4 | | | x"),
        ] {
            let mut state = state(game, heaps, false, Seat::First, 0);
            let text = screen(&mut state, 60, 14, LOOKS[0]);
            assert_eq!(text[1], expected, "{game}: {text:#?}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "a b\na c\nb c\n").unwrap();
        let game = format!("graph:{}", file.path().display());
        let mut state = state(&game, &["a"], false, Seat::First, 0);
        let text = screen(&mut state, 60, 14, LOOKS[0]);
        assert_eq!(text[1..6], [">1 a → [b] c", "", "  (1) a → b c", "      b → c", "      c"]);
    }
}
