//! Reports of sanitizers in a program's standard error.

/// The marks in the first line of a report.
const BEGINS: [&str; 2] = ["ERROR: AddressSanitizer: ", ": runtime error: "];

/// Returns the index of the line with which the first report begins.
pub fn first_line(stderr: &str) -> Option<usize> {
    stderr.lines().position(|line| BEGINS.iter().any(|begin| line.contains(begin)))
}

/// Returns the text of the first report, with the place in the program's source if there is one.
pub fn report(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines().skip(first_line(stderr)?);
    let line = lines.next()?;
    let Some((_, what)) = line.split_once(BEGINS[0]) else {
        // The line begins with its place in the source.
        return Some(file_name(line).to_owned());
    };
    let what = what.split(" on ").next().unwrap_or(what).split(" (").next().unwrap_or(what);
    let place = lines.find_map(place).map_or_else(String::new, |place| format!(" at {place}"));
    Some(format!("{what}{place}"))
}

/// Returns the place of a frame of a stack: `#1 0x55 in main /folder/a.cpp:2:7`. Frames without lines are of libraries.
fn place(frame: &str) -> Option<&str> {
    let (_, rest) = frame.trim_start().strip_prefix('#')?.split_once(" in ")?;
    let place = file_name(rest.split(' ').next_back()?);
    let line = place.split(':').nth(1)?;
    line.parse::<u32>().is_ok().then_some(place)
}

/// Returns a text without the folders before the name of its file.
fn file_name(text: &str) -> &str {
    let end = text.find(": ").unwrap_or(text.len());
    text[..end].rfind('/').map_or(text, |slash| &text[slash + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_report_is_found_with_its_place() {
        for (stderr, said) in [
            (
                "/tmp/x/a.cpp:2:93: runtime error: signed integer overflow: 1 + 2\nno",
                Some("a.cpp:2:93: runtime error: signed integer overflow: 1 + 2"),
            ),
            (
                "==3==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x5\nWRITE of size 4\n    #0 0x55 in operator new (/usr/lib/x.so+0x1)\n    #1 0x55 in main /tmp/x/a.cpp:2:70\n",
                Some("heap-buffer-overflow at a.cpp:2:70"),
            ),
            (
                "==3==ERROR: AddressSanitizer: stack-overflow on address 0x7 (pc 0x5)\n",
                Some("stack-overflow"),
            ),
            ("error: no\n", None),
        ] {
            assert_eq!(report(stderr).as_deref(), said, "{stderr}");
        }
    }
}
