//! A class as a table: an export of Canvas or Moodle, and the same rows with grades, as both import them.
//!
//! Canvas takes the columns up to `Section`, of which `Student` and `ID` are the first, then assignments; a row `Points Possible` has
//! the most points. Moodle takes any columns, as the teacher says what they are; a worksheet of an assignment has `Grade` and
//! `Maximum Grade`.

use std::collections::BTreeSet;
use std::io::{self, Write};

use csv::ReaderBuilder;

use crate::format::csv::quoted;
use nim_ground::failure::Failure;
use nim_task::score;

/// Columns by which a student is known, by their letters and digits; where there is none of them, all are.
const IDENTITIES: [&str; 11] = [
    "student",
    "name",
    "fullname",
    "id",
    "sisuserid",
    "sisloginid",
    "emailaddress",
    "email",
    "idnumber",
    "username",
    "identifier",
];
const FIRST_NAMES: [&str; 1] = ["firstname"];
const LAST_NAMES: [&str; 2] = ["lastname", "surname"];
/// Columns with the time at which a student handed in.
const TIMES: [&str; 4] = ["lastmodifiedsubmission", "submittedat", "submitted", "time"];
/// The first columns of Canvas.
const CANVAS: [&[&str]; 2] = [&["student", "id"], &["lastname", "firstname", "id"]];
/// The most points of an assignment: a row of Canvas, and a column of Moodle.
const POINTS_POSSIBLE: &str = "Points Possible";
const MAXIMUM_GRADE: &str = "maximumgrade";
const GRADE: &str = "grade";
/// The most points where nothing says how many.
const HUNDRED: f64 = 100.0;

/// A table of students.
#[derive(Clone, Debug)]
pub struct Roster {
    separator: u8,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// What the folder of each row's student may be called, by letters and digits; nothing where the row is no student's.
    keys: Vec<Vec<String>>,
    /// The last column of Canvas' that says who a student is.
    section: Option<usize>,
}

/// The column of the grades.
#[derive(Clone, Copy, Debug)]
pub struct GradeColumn<'a> {
    /// Its name, where the user gives one.
    pub name: Option<&'a str>,
    /// The name of a new one.
    pub otherwise: &'a str,
    /// The most points, where the user says how many.
    pub most: Option<f64>,
}

impl Roster {
    /// Reads a table, whose separator is a comma, a semicolon or a tab.
    ///
    /// # Errors
    /// When it is none, or has no student.
    pub fn parse(bytes: &[u8]) -> Result<Self, Failure> {
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| "is not in UTF-8")?;
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let separators = [b',', b';', b'\t'];
        let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
        let separator = separators.into_iter().rev().max_by_key(count).unwrap_or(b',');
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            rows.push(record.iter().map(|cell| cell.replace("\r\n", "\n")).collect::<Vec<_>>());
        }
        let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        let names: Vec<String> = head.iter().map(|name| letters(name)).collect();
        let is_of_canvas = CANVAS.iter().any(|begin| names.iter().take(begin.len()).eq(begin.iter()));
        let section = names.iter().position(|name| is_of_canvas && name == "section");
        let mut roster = Self { separator, head, rows, keys: Vec::new(), section };
        roster.keys = (0..roster.rows.len()).map(|row| roster.keys_of(row)).collect();
        if roster.students().next().is_none() {
            return Err("has no row of a student".into());
        }
        Ok(roster)
    }

    /// Returns the first line of the table with grades.
    #[must_use]
    pub fn head(&self, column: &GradeColumn<'_>) -> String {
        let (place, name) = self.place_of(column);
        self.line(&self.head, (place, &name))
    }

    /// Returns the rows of students.
    pub fn students(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(|&row| !self.keys[row].is_empty())
    }

    /// Returns the name of a student.
    #[must_use]
    pub fn name(&self, row: usize) -> String {
        let [first, last] = self.names(row);
        let name = [first, last].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let cells = || self.identities(row).find(|cell| !cell.is_empty()).unwrap_or_default();
        if name.trim().is_empty() { cells().trim().to_owned() } else { name }
    }

    /// Returns the row of the student that a folder is called after: by the whole name, or by most of its parts between `_`.
    ///
    /// # Errors
    /// When there are several.
    pub fn find(&self, folder: &str) -> Result<Option<usize>, Failure> {
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
                Err(format!("{folder} may be {one} or {other}: name the folder by an ID or an email").into())
            }
            (row, _) => Ok(row),
        }
    }

    /// Returns the time at which a student handed in, where a column has it.
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
        let mut line = |cells: &[String], grade: &str| writeln!(out, "{}", self.line(cells, (place, grade)));
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

    /// Returns the place of the column of grades, and its name: one that is there, or a new one.
    fn place_of(&self, column: &GradeColumn<'_>) -> (usize, String) {
        let find = |wanted: &str| {
            let is_it = |name: &String| {
                // Canvas adds the number of an assignment.
                let title = name.rsplit_once(" (").map_or(name.as_str(), |(title, _)| title);
                [name.as_str(), title].iter().any(|name| name.trim().eq_ignore_ascii_case(wanted))
            };
            self.head.iter().rposition(is_it)
        };
        let place = match column.name {
            Some(name) => find(name),
            None => find(column.otherwise).or_else(|| find(GRADE)),
        };
        let name = column.name.unwrap_or(column.otherwise).to_owned();
        place.map_or((self.head.len(), name), |place| (place, self.head[place].clone()))
    }

    /// Returns a row with a grade in its place.
    fn line(&self, cells: &[String], (place, grade): (usize, &str)) -> String {
        // Of Canvas, other assignments may have got other grades since.
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

    fn names(&self, row: usize) -> [Option<&str>; 2] {
        [&FIRST_NAMES[..], &LAST_NAMES]
            .map(|names| self.rows[row].get(self.column_of(names)?).map(String::as_str))
    }

    fn identities(&self, row: usize) -> impl Iterator<Item = &str> {
        let is_known = |name: &String| IDENTITIES.contains(&&*letters(name));
        let all = !self.head.iter().any(is_known);
        let cells = self.head.iter().zip(&self.rows[row]);
        cells.filter(move |(name, _)| all || is_known(name)).map(|(_, cell)| cell.as_str())
    }

    fn keys_of(&self, row: usize) -> Vec<String> {
        if self.is_points(row) {
            return Vec::new();
        }
        let mut keys = Vec::new();
        for cell in self.identities(row) {
            let (user, number) = (cell.split('@').next(), cell.rsplit(' ').next());
            let turned = cell.split_once(',').map(|(last, first)| format!("{first}{last}"));
            // Of `Participant 7`, the number; no part of a name.
            let number = number.filter(|word| word.chars().all(|c| c.is_ascii_digit()));
            keys.extend([Some(cell), user, number].into_iter().flatten().map(letters));
            keys.extend(turned.map(|name| letters(&name)));
        }
        if let [Some(first), Some(last)] = self.names(row) {
            keys.extend([letters(&format!("{first}{last}")), letters(&format!("{last}{first}"))]);
        }
        keys.retain(|key| !key.is_empty());
        keys
    }
}

/// Returns a name without marks, spaces and capitals.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn number(cell: &str) -> Option<f64> {
    score::finite(&cell.replace(',', ".")).filter(|number| *number > 0.0)
}

/// Returns a cell. Numbers, and the mark for none, are no formulas.
fn cell(text: &str) -> String {
    let text = nim_ground::visible::lines(text);
    if text == "-" || text.parse::<f64>().is_ok() { text } else { quoted(&text) }
}
