//! The screen: a title, the position, the moves of the selected component, notes, the typed text, the keys.
//!
//! It is legible from 20 columns and 8 rows on; on a smaller screen some parts are left out, and nothing is drawn outside of it.

use itertools::Itertools;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::canvas::{Canvas, Mark, TerminalStyle};
use super::picture;
use super::picture::{CellRequest, Part, Signs};
use super::state::{Note, Page, State, Target};
use super::theory;
use super::theory::PageLine;
use nim_referee::contest::Seat;

/// The width of the list of moves, and of the screen from which on there is one.
const LIST: u16 = 36;
const WITH_LIST: u16 = 76;
/// The height of the screen from which on pictures are larger, as far as notes leave rows.
const USUAL: u16 = 20;
/// The height from which pictures take precedence over notes, and all moves so far are listed with their reasons.
const TALL: u16 = 30;
/// The most rows of a match.
const LARGEST: usize = 3;
/// The width of the list for moves in typed form.
const MOST_TYPED: usize = 14;

const KEYS: [&str; 5] = [
    "arrows pick  Enter move  ? hint  u undo  e explain  n new  h keys  q quit",
    "Enter move  ? hint  u undo  n new  h keys  q quit",
    "? hint  h keys  q quit",
    "h keys  q quit",
    "h keys",
];

/// Draws the whole screen.
pub fn draw(state: &mut State, buffer: &mut Buffer, look: TerminalStyle) {
    state.targets.clear();
    let mut canvas = Canvas::new(buffer, look);
    let Rect { width, height, .. } = canvas.area();
    let (prompt_rows, title_rows, key_rows) =
        (u16::from(height >= 2), u16::from(height >= 3), u16::from(height >= 4));
    let least_notes = match height {
        0..=5 => 0,
        6..=7 => 1,
        8..=13 => 2,
        _ => 4,
    };
    let room = height.saturating_sub(title_rows + key_rows + prompt_rows);
    if title_rows > 0 {
        title(state, &mut canvas);
    }
    let list = if width >= WITH_LIST { LIST } else { 0 };
    let mut targets = Vec::new();
    let most_body = room.saturating_sub(least_notes);
    let is_tall = height >= TALL;
    let notes = noted(state, width, is_tall);
    let noted_rows = u16::try_from(notes.len()).unwrap_or(u16::MAX).max(least_notes);
    let large = match height {
        TALL.. => most_body,
        USUAL.. => room.saturating_sub(noted_rows),
        _ => 0,
    };
    let used =
        position(state, &mut canvas.part(0, title_rows, width - list, most_body), look, large, &mut targets);
    if list > 0 {
        moves(state, &mut canvas.part(width - list, title_rows, list, most_body), &mut targets);
    }
    // Long notes take the rows that the position and the list leave.
    let listed = if list > 0 { state.shown().len() + 1 } else { 0 };
    let body = used.max(u16::try_from(listed).unwrap_or(u16::MAX)).min(most_body);
    let note_rows = noted_rows.min(room - body);
    let are_cut = usize::from(note_rows) < notes.len();
    let skipped = notes.len().saturating_sub(usize::from(note_rows));
    let mut below = canvas.part(0, title_rows + room - note_rows, width, note_rows);
    for ((line, mark), y) in notes.iter().skip(skipped).zip(0..) {
        below.put(0, y, line, *mark);
    }
    if prompt_rows > 0 {
        prompt(state, &mut canvas.part(0, title_rows + room, width, 1));
    }
    if key_rows > 0 {
        let more = if are_cut { "m more  " } else { "" };
        let keys = KEYS.iter().find(|keys| more.len() + keys.len() <= usize::from(width)).unwrap_or(&"q");
        canvas.put(0, height - 1, &format!("{more}{keys}"), Mark::Faint);
    }
    if let Some(page) = &mut state.page {
        show(page, &mut canvas.part(0, title_rows, width, height.saturating_sub(title_rows + key_rows)));
        targets.clear();
    }
    state.targets = targets;
}

fn title(state: &State, canvas: &mut Canvas<'_>) {
    canvas.fill(0, Mark::Bar);
    let table = state.table();
    let (name, loses) = if table.is_misere() { ("misère", "wins") } else { ("normal", "loses") };
    let seat = if state.seat == Seat::First { "you began" } else { "the computer began" };
    let (game, level) = (table.notation(), state.computer.level.name);
    let rule = format!("{name} play: who cannot move {loses}");
    // On a narrow screen the rule is the last part to be left out.
    let texts = [
        format!(" {game}, {rule}; {seat}; the computer is {level}"),
        format!(" {game}, {rule}; {seat}; computer: {level}"),
        format!(" {name} play: {game}; {seat}; the computer is {level}"),
        format!(" {name} play: {game}; {seat}; computer: {level}"),
        format!(" {name}: {game}; {level}"),
        format!(" {name}: {game}"),
    ];
    let width = usize::from(canvas.area().width);
    let text = texts.iter().find(|text| text.chars().count() <= width).unwrap_or(&texts[5]);
    canvas.put(0, 0, text, Mark::Bar);
}

/// A line of the position: the index of the component, and the drawn parts.
type Row = (usize, Vec<Part>);

/// Draws the components around the selected one, in this number of rows if they can be enlarged; returns the number of rows.
fn position(
    state: &mut State,
    canvas: &mut Canvas<'_>,
    look: TerminalStyle,
    large: u16,
    targets: &mut Vec<(Rect, Target)>,
) -> u16 {
    let Rect { width, height, .. } = canvas.area();
    let height = usize::from(height);
    let signs = if look.has_unicode { picture::UNICODE } else { picture::ASCII };
    let count = state.table().places().len();
    if count == 0 || height == 0 {
        canvas.put(0, 0, " nothing is left", Mark::Faint);
        return 1;
    }
    let selected = state.place.min(count - 1);
    let (first, mut shown) =
        around(selected, count, state.top, height, |place| rows(state, place, usize::from(width), signs));
    if shown.len() + 1 < height {
        shown.push((selected, Vec::new()));
        shown.extend(picture::graph(state.table(), signs).into_iter().map(|line| (usize::MAX, line)));
    }
    state.top = first;
    shown = enlarged(shown, height.min(usize::from(large)));
    let used = shown.len().min(height);
    for ((place, line), y) in shown.into_iter().zip(0..).take(height) {
        let mut x = 0;
        for part in line {
            let (end, area) = canvas.put(x, y, &part.text, part.mark);
            x = end;
            if place < count && area.width > 0 {
                targets.push((area, Target::Picture(place, part.want)));
            }
        }
    }
    u16::try_from(used).unwrap_or(u16::MAX)
}

/// Returns the rows with gaps between components, as far as there is room; single rows are repeated.
fn enlarged(rows: Vec<Row>, height: usize) -> Vec<Row> {
    let count = rows.iter().dedup_by(|(a, _), (b, _)| a == b).count();
    let times =
        if count == rows.len() { (height / count.max(1)).saturating_sub(1).clamp(1, LARGEST) } else { 1 };
    if times * rows.len() + count > height {
        return rows;
    }
    let mut enlarged: Vec<Row> = Vec::new();
    for (place, line) in rows {
        if enlarged.last().is_some_and(|(before, _)| *before != place) {
            enlarged.push((place, Vec::new()));
        }
        enlarged.push((place, line.clone()));
        for _ in 1..times {
            let mut again = line.clone();
            for part in again.iter_mut().filter(|part| part.want == CellRequest::Component) {
                part.text = " ".repeat(part.text.chars().count());
            }
            enlarged.push((place, again));
        }
    }
    enlarged
}

/// Returns the rows of a component, with its number before the first.
fn rows(state: &State, place: usize, width: usize, signs: Signs) -> Vec<Row> {
    let table = state.table();
    let is_selected = place == state.place;
    let (sign, mark) = if is_selected { (">", Mark::Strong) } else { (" ", Mark::Plain) };
    let digits = table.places().len().to_string().len();
    let mut head = format!("{sign}{:>digits$} ", place + 1);
    if table.terms().len() > 1 {
        let name: String = table.game(place).name().chars().take(12).collect();
        head = format!("{head}{name} ");
    }
    let indent = head.chars().count();
    let picked = state.pick().filter(|_| is_selected && state.has_won().is_none());
    let picked = picked.map(|choice| choice.option.as_slice());
    let lines = picture::component(table, place, picked, width.saturating_sub(indent), signs);
    let rows = lines.into_iter().enumerate().map(|(index, mut line)| {
        let text = if index == 0 { head.clone() } else { " ".repeat(indent) };
        line.insert(0, Part { text, mark, want: CellRequest::Component });
        (place, line)
    });
    rows.collect()
}

/// Returns the rows of the components around the selected one, and the first component, which stays while the selected one is visible.
fn around(
    selected: usize,
    count: usize,
    top: usize,
    height: usize,
    rows: impl Fn(usize) -> Vec<Row>,
) -> (usize, Vec<Row>) {
    let mut shown = rows(selected);
    if shown.len() > height {
        let marked = shown
            .iter()
            .position(|(_, line)| line.iter().any(|part| matches!(part.mark, Mark::Taken | Mark::Added)));
        shown.drain(..marked.unwrap_or(0).saturating_sub(height / 2).min(shown.len() - height));
    }
    let mut first = selected;
    while first > 0 && (first > top || shown.len() < height) {
        let before = rows(first - 1);
        if before.len() + shown.len() > height {
            break;
        }
        shown.splice(0..0, before);
        first -= 1;
    }
    for last in selected + 1..count {
        if shown.len() >= height {
            break;
        }
        shown.extend(rows(last));
    }
    (first, shown)
}

/// Draws the moves of the selected component.
fn moves(state: &State, canvas: &mut Canvas<'_>, targets: &mut Vec<(Rect, Target)>) {
    let shown = state.shown();
    let height = usize::from(canvas.area().height);
    let count = shown.len();
    let moves = if count == 1 { "move" } else { "moves" };
    let noun = theory::noun(state.table(), state.place);
    if let Some(other) = &state.other {
        canvas.put(0, 0, &format!("a move of {noun} {}", state.place + 1), Mark::Strong);
        canvas.put(0, 1, &format!("> {}  {}", other.typed, other.says), Mark::Strong);
        return;
    }
    let first = if state.has_others && state.typed.is_empty() { "the first " } else { "" };
    let title = format!("{first}{count} {moves} of {noun} {}", state.place + 1);
    canvas.put(0, 0, &title, Mark::Strong);
    let mut room = height.saturating_sub(1);
    if state.has_others && room > 1 {
        room -= 1;
        canvas.put(0, canvas.area().height - 1, "  others can be typed", Mark::Faint);
    }
    let top = state.picked.saturating_sub(room / 2).min(shown.len().saturating_sub(room));
    let rows = shown.iter().enumerate().skip(top).take(room);
    let typed = rows.clone().map(|(_, &choice)| state.choices[choice].typed.chars().count());
    let width = typed.max().unwrap_or(0).min(MOST_TYPED);
    for (row, (index, choice)) in rows.enumerate() {
        let choice = &state.choices[*choice];
        let is_picked = index == state.picked;
        let (sign, mark) = if is_picked { (">", Mark::Strong) } else { (" ", Mark::Plain) };
        let y = u16::try_from(row + 1).unwrap_or(u16::MAX);
        let (_, area) = canvas.put(0, y, &format!("{sign} {:<width$}  {}", choice.typed, choice.says), mark);
        targets.push((area, Target::Choice(index)));
    }
}

/// Returns the lines of the notes for this width; on a tall screen, after all moves so far with their reasons.
fn noted(state: &State, width: u16, is_tall: bool) -> Vec<(String, Mark)> {
    let told = if is_tall { &state.told[..] } else { &[] };
    let latest = told.len().saturating_sub(2);
    let told = told
        .iter()
        .enumerate()
        .map(|(at, text)| (text.as_str(), if at < latest { Mark::Faint } else { Mark::Plain }));
    let notes = state.notes.iter().filter(|note| !(is_tall && matches!(note, Note::Move(_))));
    let notes = notes.map(|note| {
        let mark = if matches!(note, Note::Error(_)) { Mark::Bad } else { Mark::Plain };
        (note.text(), mark)
    });
    let lines = told
        .chain(notes)
        .flat_map(|(text, mark)| wrapped(text, usize::from(width)).into_iter().map(move |line| (line, mark)));
    lines.collect()
}

fn prompt(state: &State, canvas: &mut Canvas<'_>) {
    let (text, mark) = match (state.has_won(), state.pick()) {
        (Some(true), _) => ("You have won. n new game, u step back, q leave".to_owned(), Mark::Good),
        (Some(false), _) => ("The computer has won. n new game, u step back, q leave".to_owned(), Mark::Bad),
        (None, _) if state.is_computers_turn() => ("The computer moves ...".to_owned(), Mark::Faint),
        (None, Some(choice)) if state.typed.is_empty() => {
            let says = theory::in_place(state.table(), state.place, &choice.says);
            let number = if state.other.is_some() {
                String::new()
            } else if state.has_others {
                format!("{} of {}+, or type one", state.picked + 1, state.choices.len())
            } else {
                format!("{} of {}", state.picked + 1, state.choices.len())
            };
            (format!("< {says} >  {number}"), Mark::Strong)
        }
        (None, Some(choice)) => (format!("move: {}_  ({})", state.typed, choice.says), Mark::Strong),
        (None, None) if state.typed.is_empty() => ("This component has no move.".to_owned(), Mark::Faint),
        (None, None) => (format!("move: {}_", state.typed), Mark::Strong),
    };
    canvas.put(0, 0, &text, mark);
}

/// Draws a page of text over the game.
fn show(page: &mut Page, canvas: &mut Canvas<'_>) {
    let Rect { width, height, .. } = canvas.area();
    let width_of = usize::from(width);
    let lines = page.lines.iter().flat_map(|line| match line {
        PageLine::Text(text) => wrapped(text, width_of),
        PageLine::Binary(binary) => binary.lines(width_of),
    });
    let lines: Vec<String> = lines.collect();
    let room = usize::from(height).saturating_sub(1);
    page.top = page.top.min(lines.len().saturating_sub(room));
    for y in 0..height {
        canvas.put(0, y, &" ".repeat(usize::from(width)), Mark::Plain);
    }
    let below = lines.len().saturating_sub(page.top + room);
    let more = if below > 0 { format!(" ({below} more lines below)") } else { String::new() };
    canvas.put(0, 0, &format!("{}{more}", page.title), Mark::Strong);
    for (line, y) in lines.iter().skip(page.top).zip(1..).take(room) {
        canvas.put(0, y, line, Mark::Plain);
    }
}

/// Breaks a text between words into lines of this width; later ones are indented as the first.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let indent = text.len() - text.trim_start_matches(' ').len();
    if text.chars().count() <= width || width <= indent + 8 {
        return vec![text.to_owned()];
    }
    let mut lines = Vec::new();
    let mut line = " ".repeat(indent);
    let mut is_empty = true;
    for word in text.trim_start_matches(' ').split(' ') {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}
