//! A class as a table: an export of Canvas or Moodle, and the same rows with grades in the form that both import.
//!
//! Canvas takes the columns up to `Section`, which begin with `Student` and `ID`, then assignments; a row `Points Possible` has the most
//! points. Moodle takes any columns, as the teacher tells it their meaning; a worksheet of an assignment has `Grade` and `Maximum Grade`.

use std::collections::BTreeSet;
use std::io::{self, Write};

use csv::ReaderBuilder;

use crate::report::Error;
use crate::report::format::csv::quoted;
use crate::report::letters::letters;
use nim_task::score;

/// Columns whose numbers identify students.
const NUMBERS: [&str; 6] = ["id", "sisuserid", "sisloginid", "idnumber", "username", "identifier"];
/// Columns whose cells are whole names.
const NAMES: [&str; 3] = ["student", "name", "fullname"];
/// The row of Canvas for the teacher's own tries.
const TEST_STUDENT: &str = "Student, Test";
/// Columns with the time at which a student handed in.
const TIMES: [&str; 4] = ["lastmodifiedsubmission", "submittedat", "submitted", "time"];
/// The first columns of exports from Canvas.
const CANVAS: [&[&str]; 2] = [&["student", "id"], &["lastname", "firstname", "id"]];
/// The most points of an assignment: a row of Canvas, and a column of Moodle.
const POINTS_POSSIBLE: &str = "Points Possible";
const MAXIMUM_GRADE: &str = "maximumgrade";
const GRADE: &str = "grade";
/// The most points if none are stated.
const HUNDRED: f64 = 100.0;

/// The table of students that a learning platform exports.
#[derive(Clone, Debug)]
pub struct Roster {
    separator: u8,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The names that each student's folder may have, as letters and digits; empty for rows without a student.
    keys: Vec<Vec<String>>,
    /// The last column of Canvas that identifies a student.
    section: Option<usize>,
}

/// The column that grades are written to.
#[derive(Clone, Copy, Debug)]
pub struct GradeColumn<'a> {
    /// The name of the column, if the user gives one.
    pub name: Option<&'a str>,
    /// The name of a new one.
    pub otherwise: &'a str,
    /// The most points, if the user states them.
    pub most: Option<f64>,
}

impl Roster {
    /// Reads a table with commas, semicolons or tabs as separators.
    ///
    /// # Errors
    /// When it is none, or has no student.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let text =
            String::from_utf8(bytes.to_vec()).map_err(|_| Error::Malformed("is not in UTF-8".to_owned()))?;
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let separators = [b',', b';', b'\t'].into_iter().rev();
        let separator = separators.max_by_key(|&c| first.matches(char::from(c)).count()).unwrap_or(b',');
        if let Some(line) = unclosed_quote(text, separator) {
            return Err(Error::Malformed(format!("line {line}: the quote is not closed")));
        }
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| Error::Malformed(error.to_string()))?;
            rows.push(record.iter().map(|cell| cell.replace("\r\n", "\n")).collect::<Vec<_>>());
        }
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        let names: Vec<String> = head.iter().map(|name| letters(name)).collect();
        let is_of_canvas = CANVAS.iter().any(|begin| names.iter().take(begin.len()).eq(begin.iter()));
        let section = names.iter().position(|name| is_of_canvas && name == "section");
        let mut roster = Self { separator, head, rows, keys: Vec::new(), section };
        roster.keys = (0..roster.rows.len()).map(|row| roster.keys_of(row)).collect();
        if roster.students().next().is_none() {
            return Err(Error::Malformed("has no row of a student".to_owned()));
        }
        Ok(roster)
    }

    /// Returns the first line of the table with grades.
    #[must_use]
    pub fn head(&self, column: &GradeColumn<'_>) -> String {
        let (place, name) = self.place_of(column);
        self.line(&self.head, place, &name)
    }

    /// Returns the indices of the rows of students.
    pub fn students(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|&row| !self.keys[row].is_empty())
    }

    /// Returns the name of a student: that in a column of names, else the first two cells that are words.
    #[must_use]
    pub fn name(&self, row: usize) -> String {
        let named = self.column_of(&NAMES).and_then(|column| self.rows[row].get(column));
        let words = self.rows[row].iter().filter(|cell| has_letters(cell)).take(2).cloned();
        named.filter(|name| has_letters(name)).cloned().unwrap_or_else(|| words.collect::<Vec<_>>().join(" "))
    }

    /// Returns the row of the student that a folder is named after: by the whole name, or by most of its parts between `_`.
    ///
    /// # Errors
    /// When there are several.
    pub fn find(&self, folder: &str) -> Result<Option<usize>, Error> {
        let whole = letters(folder);
        let user = folder.split('@').next();
        let parts = folder.split('_').chain(user).map(letters).filter(|part| !part.is_empty());
        let parts: BTreeSet<String> = parts.collect();
        let fit = |row: usize| {
            let keys = &self.keys[row];
            let fitting = parts.iter().filter(|part| keys.contains(*part)).count();
            if keys.contains(&whole) { usize::MAX } else { fitting }
        };
        let best = self.students().map(fit).max().unwrap_or(0);
        let mut rows = self.students().filter(|&row| best > 0 && fit(row) == best);
        match (rows.next(), rows.next()) {
            (Some(one), Some(other)) => {
                let [one, other] = [one, other].map(|row| format!("{} (row {})", self.name(row), row + 2));
                Err(Error::Ambiguous(format!(
                    "{folder} may be {one} or {other}: name the folder by an ID or an email"
                )))
            }
            (row, _) => Ok(row),
        }
    }

    /// Returns the time at which a student handed in, if a column has it.
    #[must_use]
    pub fn time(&self, row: usize) -> Option<&str> {
        let column = self.column_of(&TIMES)?;
        let cell = self.rows[row].get(column)?.trim();
        (!matches!(cell, "" | "-")).then_some(cell)
    }

    /// Writes the table with grades: the part of the most points that each row of a student has, or none.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(
        &self,
        out: &mut dyn Write,
        column: &GradeColumn<'_>,
        part: &dyn Fn(usize) -> Option<f64>,
    ) -> io::Result<()> {
        let (place, _) = self.place_of(column);
        let points_row = (0..self.rows.len()).find(|&row| self.is_points(row));
        let most_of_all = points_row.and_then(|row| number(self.rows[row].get(place)?));
        let most = |row: &[String]| {
            let own = self.column_of(&[MAXIMUM_GRADE]).and_then(|column| number(row.get(column)?));
            column.most.or(own).or(most_of_all).unwrap_or(HUNDRED)
        };
        writeln!(out, "{}", self.head(column))?;
        let mut line = |cells: &[String], grade: &str| writeln!(out, "{}", self.line(cells, place, grade));
        if let (Some(_), None) = (self.section, points_row) {
            line(&[POINTS_POSSIBLE.to_owned()], &score::shown(most(&[])))?;
        }
        for (index, row) in self.rows.iter().enumerate() {
            if self.is_points(index) {
                line(row, &score::shown(most(row)))?;
            } else if !self.keys[index].is_empty() {
                let grade = part(index).map(|part| score::shown(part * most(row)));
                line(row, &grade.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    /// Returns the index and name of the column of grades: an existing column, or a new one.
    fn place_of(&self, column: &GradeColumn<'_>) -> (usize, String) {
        let place = match column.name {
            Some(name) => self.column_called(name),
            None => self.column_called(column.otherwise).or_else(|| self.column_called(GRADE)),
        };
        let name = column.name.unwrap_or(column.otherwise).to_owned();
        place.map_or((self.head.len(), name), |place| (place, self.head[place].clone()))
    }

    /// Returns the index of the last column with this name.
    fn column_called(&self, wanted: &str) -> Option<usize> {
        self.head.iter().rposition(|name| {
            // Canvas adds the number of an assignment.
            let title = name.rsplit_once(" (").map_or(name.as_str(), |(title, _)| title);
            [name.as_str(), title].iter().any(|name| name.trim().eq_ignore_ascii_case(wanted))
        })
    }

    /// Returns a row with a grade in its place.
    fn line(&self, cells: &[String], place: usize, grade: &str) -> String {
        // Columns of other assignments are left out of a row for Canvas, because their grades may have changed since the export.
        let kept = self.section.map_or(self.head.len(), |section| section + 1);
        let mut cells = cells.to_vec();
        cells.resize(kept, String::new());
        match cells.get_mut(place) {
            Some(cell) => grade.clone_into(cell),
            None => cells.push(grade.to_owned()),
        }
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        cells.join(&char::from(self.separator).to_string())
    }

    fn column_of(&self, names: &[&str]) -> Option<usize> {
        self.head.iter().position(|name| names.contains(&&*letters(name)))
    }

    fn is_points(&self, row: usize) -> bool {
        self.section.is_some() && self.rows[row].first().is_some_and(|cell| cell.contains(POINTS_POSSIBLE))
    }

    /// Returns the possible names of a student's folder: each cell of words, two adjacent ones, and numbers of some columns.
    fn keys_of(&self, row: usize) -> Vec<String> {
        let cells = &self.rows[row][..self.section.unwrap_or(usize::MAX).min(self.rows[row].len())];
        if self.is_points(row)
            || self.section.is_some() && cells.first().is_some_and(|name| name == TEST_STUDENT)
        {
            return Vec::new();
        }
        let mut keys = Vec::new();
        for (name, cell) in self.head.iter().zip(cells) {
            let is_number = NUMBERS.contains(&&*letters(name));
            if is_number || has_letters(cell) {
                let user = cell.split('@').next();
                // Moodle names folders after the number alone of `Participant 7`.
                let number = cell.rsplit(' ').next().filter(|_| is_number);
                keys.extend([Some(cell.as_str()), user, number].into_iter().flatten().map(letters));
            }
            let turned = cell.split_once(',').map(|(last, first)| letters(&format!("{first}{last}")));
            keys.extend(turned);
        }
        for pair in cells.windows(2).filter(|pair| pair.iter().all(|cell| has_letters(cell))) {
            keys.extend([letters(&pair.concat()), letters(&format!("{}{}", pair[1], pair[0]))]);
        }
        keys.retain(|key| !key.is_empty());
        keys
    }
}

/// Returns the line of a quote that is not closed, or only by a quote that begins or stands in another cell of a later line.
fn unclosed_quote(text: &str, separator: u8) -> Option<usize> {
    let ends_cell = |byte: u8| [separator, b'\r', b'\n'].contains(&byte);
    let (mut opened, mut begins_cell, mut line) = (None, true, 1);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match opened {
            None if byte == b'"' && begins_cell => opened = Some(line),
            Some(first) if byte == b'"' && bytes.next_if_eq(&b'"').is_none() => {
                if first < line && !bytes.clone().find(|&next| next != b' ').is_none_or(ends_cell) {
                    return Some(first);
                }
                opened = None;
            }
            _ => {}
        }
        begins_cell = opened.is_none() && ends_cell(byte);
        line += usize::from(byte == b'\n');
    }
    opened
}

fn has_letters(cell: &str) -> bool {
    cell.contains(char::is_alphabetic)
}

fn number(cell: &str) -> Option<f64> {
    score::finite(&cell.replace(',', ".")).filter(|number| *number > 0.0)
}

/// Returns a cell. Numbers, and the mark for none, are no formulas.
fn cell(text: &str) -> String {
    let text = nim_ground::visible::lines(text);
    if text == "-" || text.parse::<f64>().is_ok() { text } else { quoted(&text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_called_as_students_are() {
        let of_canvas = "Student,ID,SIS User ID,SIS Login ID,Section,t (7)\n,,,,,Manual Posting\n    Points Possible,,,,,9\n\
                         \"Lee, Ann\",101,s101,alee,A,101\n\"Lee, Bob\",102,s102,blee@x.org,A,\n\"Student, Test\",103,,,A,\n";
        let of_moodle = "Identifier;Full name;Email address;Grade\nParticipant 101;Ann Lee;alee@x.org;102\n\
                         Participant 102;Bob Lee;blee@x.org;\n";
        let of_anybody = "Vorname\tNachname\tE-Mail\nAnn\tLee\talee@x.org\nBob\tLee\tblee@x.org\n";
        for (text, folders) in [
            (
                of_canvas,
                &["ann lee", "Lee Ann", "101", "s101", "ALee", "alee@x.org", "leeann_LATE_101_7"][..],
            ),
            (
                of_moodle,
                &["Ann Lee", "ann_lee", "101", "alee", "alee@x.org", "Ann Lee_101_assignsubmission_file_"],
            ),
            (
                of_anybody,
                &["Ann Lee", "LeeAnn", "lee-ann", "alee", "alee@x.org", "Ann Lee_7_assignsubmission_file_"],
            ),
        ] {
            let roster = Roster::parse(text.as_bytes()).unwrap();
            let rows: Vec<usize> = roster.students().collect();
            assert_eq!(rows.len(), 2, "{text}");
            for folder in folders {
                assert_eq!(roster.find(folder).unwrap(), Some(rows[0]), "{folder} in {text}");
            }
            assert_eq!(roster.find("bob lee").unwrap(), Some(rows[1]));
            assert_eq!(roster.find("una").unwrap(), None);
            assert!(
                ["Lee, Bob", "Bob Lee"].contains(&roster.name(rows[1]).as_str()),
                "{}",
                roster.name(rows[1])
            );
        }
        assert!(Roster::parse(b"name\nAnn Lee\nAnn Lee\n").unwrap().find("ann lee").is_err());
        assert!(Roster::parse(b"name\nAnn Lee\nBob Lee\n").unwrap().find("Lee").unwrap().is_none());
        assert!(Roster::parse(b"\xff").is_err());
    }

    #[test]
    fn a_quote_that_is_not_closed_is_named_by_its_line() {
        let line = |text: &str| Roster::parse(text.as_bytes()).err().map(|error| error.to_string());
        for (text, expected) in [
            ("name,note\nAnn,\"a\nBob,b\nCat,c\n", Some(2)),
            ("name,note\nAnn,\"a \"\"b\"\"\nBob,b\n", Some(2)),
            ("name,note\r\nAnn,a\r\nBob,\"b\r\nCat,\"c\"\r\n", Some(3)),
            ("\"name,note\nAnn,\"a\"\n", Some(1)),
            ("name;note\nAnn;\"a\nBob;\"b;c\";d\nCat;c\n", Some(2)),
            ("name\n\"", Some(2)),
            ("name,note\n\"Ann\",\"a\r\n\"\"b\"\"\"\r\nBob,5\" b\nCat, \"c\n\"D\" E,\n", None),
            ("name\n\"Ann\"", None),
            ("name,note\nAnn,\"two\nlines\" ,x\n", None),
        ] {
            let expected = expected.map(|line| format!("line {line}: the quote is not closed"));
            assert_eq!(line(text), expected, "{text:?}");
        }
    }
}
