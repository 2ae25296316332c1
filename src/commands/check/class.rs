//! `--class`: what a teacher gets of a check. Students without a program, deadlines, equal programs, pages and grades.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use itertools::Itertools as _;

use crate::system::output_file::{self, Overwrite, Reading, check_files};
use crate::terminal::UsageError;
use crate::terminal::{say, times};
use nim_ground::error::ValueError;
use nim_ground::folder::{portable_name, unique};
use nim_ground::staging::{Existing, StagedFolder};
use nim_ground::visible;
use nim_judge::report::format::ReportFormat;
use nim_judge::report::results::{ProgramReport, Report, Similar};
use nim_judge::report::roster::{GradeColumn, Roster};
use nim_judge::report::standing::{self, Standing};
use nim_judge::students::{self, HandedIn, SourceKinds, Stray, Student};
use nim_judge::{NamedProgram, similar};
use nim_task::language::Languages;
use nim_task::verdict::Verdict;

/// The options for a class.
#[derive(clap::Args)]
pub struct ClassArgs {
    /// Check the newest source of each student: FOLDER has a folder for each
    #[arg(long, alias = "submissions-from", value_name = "FOLDER")]
    pub class: Option<PathBuf>,
    /// The students, who may have handed in nothing: a CSV file that Canvas or Moodle exports
    #[arg(long, value_name = "FILE", requires = "class")]
    roster: Option<PathBuf>,
    /// Deadline, in local time, as in "2026-11-20 23:59": a source that is older is preferred, one that is newer is marked as late
    #[arg(long, value_name = "TIME", requires = "class", value_parser = times::parse)]
    until: Option<SystemTime>,
    /// Source file that the class was given: what programs share with it does not make them equal; may be repeated
    #[arg(long = "base", value_name = "FILE", requires = "class")]
    bases: Vec<PathBuf>,
    /// Take the cells of code of a notebook (.ipynb) for a program in Python
    #[arg(long, requires = "class")]
    notebooks: bool,
    /// Write a page for each student, called after the student's folder
    #[arg(long, value_name = "FOLDER", requires = "class", conflicts_with = "shard", group = "written")]
    pub pages: Option<PathBuf>,
    /// Write the roster with grades, for the import of Canvas or Moodle [default: the column of the problem's name, or a new one]
    #[arg(long, value_name = "[COLUMN=]FILE", requires = "roster", conflicts_with_all = ["shard", "failed"], value_parser = GradesTarget::parse, group = "written")]
    grades: Option<GradesTarget>,
    /// Maximum grade [default: that of the roster, else 100]
    #[arg(long, value_name = "N", requires = "grades", value_parser = most)]
    out_of: Option<f64>,
}

impl ClassArgs {
    /// Returns what is read of the class.
    pub fn read_files(&self) -> impl Iterator<Item = (&Path, Reading)> {
        let files = self.class.iter().chain(&self.roster).chain(&self.bases);
        files.map(|path| (path.as_path(), Reading::Whole))
    }
}

/// The file of the grades, and the name of their column.
#[derive(Clone, Debug)]
struct GradesTarget {
    column: Option<String>,
    file: PathBuf,
}

impl GradesTarget {
    fn parse(text: &str) -> Result<Self, ValueError> {
        let (column, file) =
            text.rsplit_once('=').map_or((None, text), |(column, file)| (Some(column), file));
        if file.is_empty() || column == Some("") {
            return Err(format!("expected FILE or COLUMN=FILE, found \"{text}\"").into());
        }
        Ok(Self { column: column.map(str::to_owned), file: file.into() })
    }
}

fn most(text: &str) -> Result<f64, ValueError> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("expected a number above 0, found \"{text}\"").into())
}

/// What counts of a student's program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    Result,
    /// It is late, or there is none.
    Nothing,
    /// It cannot be checked here.
    Unknown,
}

/// A student of a class.
struct Member {
    name: String,
    row: Option<usize>,
    counts: Counts,
    remark: String,
    /// The name of the student's page.
    page: String,
}

/// A class whose programs are checked.
pub struct Class<'a> {
    args: &'a ClassArgs,
    name: String,
    roster: Option<Roster>,
    members: Vec<Member>,
    similar: Vec<Similar>,
    /// What was checked: the problem, the class and the date.
    title: String,
    problem: String,
    /// Notes on what is left out.
    pub notes: Vec<String>,
    /// The programs of those who handed one in.
    pub programs: Vec<NamedProgram>,
}

impl ClassArgs {
    /// Returns the class, if one is named.
    ///
    /// # Errors
    /// When it or its roster cannot be read, or a student cannot be told from another.
    pub fn read(&self, languages: &Languages) -> anyhow::Result<Option<Class<'_>>> {
        let Some(folder) = &self.class else { return Ok(None) };
        let (students, strays) =
            students::of_class(folder, self.until, SourceKinds { languages, notebooks: self.notebooks })?;
        let roster = self.roster.as_deref().map(read_roster).transpose()?;
        for base in &self.bases {
            let kind = fs::metadata(base).with_context(|| format!("cannot read {}", base.display()))?;
            UsageError::unless(kind.is_file(), format!("--base {}: is no file", base.display()))?;
        }
        let shown = shown_names(&students, roster.is_some());
        let real = folder.canonicalize().with_context(|| format!("cannot read {}", folder.display()))?;
        let name = visible::name(real.file_name().unwrap_or(folder.as_os_str()));
        let sources = students.iter().zip(&shown).filter_map(|(student, name)| match &student.handed_in {
            HandedIn::Source(source, _) => Some((&**name, &**source)),
            HandedIn::Nothing | HandedIn::Other(_) | HandedIn::Unchecked(_) => None,
        });
        let similar = similar::groups(sources, &self.bases)?;
        let mut class = Class {
            args: self,
            name,
            roster,
            members: Vec::new(),
            similar,
            title: String::new(),
            problem: String::new(),
            notes: Vec::new(),
            programs: Vec::new(),
        };
        for (student, name) in students.into_iter().zip(shown) {
            class.add(student, name)?;
        }
        strays.into_iter().for_each(|stray| class.add_stray(stray));
        if class.programs.is_empty() {
            let shown = folder.display();
            let unchecked = class.members.iter().find(|member| member.counts == Counts::Unknown);
            let unchecked = unchecked.map(|member| format!("; {}: {}", member.name, member.remark));
            let why = format!(
                "--class {shown}: there is no folder with a source file in it that can be checked{}",
                unchecked.unwrap_or_default()
            );
            return Err(UsageError(why).into());
        }
        class.add_missing();
        class.name_pages();
        Ok(Some(class))
    }

    /// Returns the files and folders that programs must not read.
    pub fn hidden(&self) -> impl Iterator<Item = &PathBuf> {
        self.roster.iter().chain(self.written())
    }

    /// Returns the files and folders that are written.
    pub fn written(&self) -> impl Iterator<Item = &PathBuf> {
        self.pages.iter().chain(self.grades.iter().map(|grades| &grades.file))
    }
}

/// What Moodle puts behind the name of a student and a number, in the name of a folder.
const OF_MOODLE: &str = "_assignsubmission_";

/// Returns the names of students by their folders: with a roster, without what Moodle adds, unless two would be called alike.
fn shown_names(students: &[Student], has_roster: bool) -> Vec<String> {
    let names = students.iter().map(|student| &*student.name);
    let short = names.clone().map(|name| without_moodle(name).filter(|_| has_roster).unwrap_or(name));
    let counts = short.clone().counts();
    let shown = short.zip(names).map(|(short, name)| if counts[short] == 1 { short } else { name });
    shown.map(str::to_owned).collect()
}

fn without_moodle(folder: &str) -> Option<&str> {
    let (before, _) = folder.split_once(OF_MOODLE)?;
    let (name, number) = before.rsplit_once('_')?;
    (!name.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

fn read_roster(file: &Path) -> anyhow::Result<Roster> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Roster::parse(&bytes).map_err(|why| UsageError(format!("--roster {}: {why}", file.display())))?)
}

impl Class<'_> {
    /// Adds a student who has a folder, under a name.
    fn add(&mut self, Student { name: folder, handed_in }: Student, name: String) -> anyhow::Result<()> {
        let row = match &self.roster {
            Some(roster) => roster.find(&folder).map_err(|why| UsageError(format!("--roster: {why}")))?,
            None => None,
        };
        if let Some(row) = row
            && let Some(other) = self.members.iter().find(|member| member.row == Some(row))
        {
            let why = format!("--roster: {} and {name} are folders of the same student", other.name);
            return Err(UsageError(why).into());
        }
        if row.is_none() && self.roster.is_some() {
            self.notes.push(format!("{name}: not in the roster, so without a grade"));
        }
        let (mut counts, mut remark) = (Counts::Nothing, "handed in nothing".to_owned());
        match &handed_in {
            HandedIn::Unchecked(why) => (counts, remark) = (Counts::Unknown, format!("not checked: {why}")),
            HandedIn::Other(file) => {
                (counts, remark) = (Counts::Unknown, format!("handed in {file}, which is no source"));
            }
            HandedIn::Nothing | HandedIn::Source(..) => {}
        }
        if let HandedIn::Source(source, changed) = handed_in {
            let unreadable = fs::File::open(&source.main).err().map(|why| why.to_string());
            let program = NamedProgram::of_source(name.clone(), *source);
            let told =
                row.and_then(|row| self.roster.as_ref()?.time(row)).filter(|_| self.args.until.is_some());
            let told = told
                .map(|time| times::parse(time).map_err(|why| UsageError(format!("--roster: {name}: {why}"))));
            let time = told.transpose()?.unwrap_or(changed);
            (counts, remark) = if let Some(why) =
                unreadable.or_else(|| program.obstacle().unwrap_or_else(|error| Some(error.to_string())))
            {
                (Counts::Unknown, format!("not checked: {why}"))
            } else if self.args.until.is_some_and(|until| time > until) {
                (Counts::Nothing, format!("late: {}", times::shown(time)))
            } else {
                (Counts::Result, String::new())
            };
            if counts != Counts::Unknown {
                self.programs.push(program);
            }
        }
        self.members.push(Member { name, row, counts, remark, page: String::new() });
        Ok(())
    }

    /// Adds what is no student's folder: to a student of the roster whose name it has, a remark in place of a grade, else a note.
    fn add_stray(&mut self, Stray { name, what }: Stray) {
        let stem = Path::new(&name).file_stem().map(visible::name).unwrap_or_default();
        let row = self
            .roster
            .as_ref()
            .and_then(|roster| [&name, &stem].into_iter().find_map(|name| roster.find(name).ok().flatten()));
        match row.filter(|row| self.members.iter().all(|member| member.row != Some(*row))) {
            Some(_) => self.members.push(Member {
                remark: format!("not checked: {name} {what}"),
                name,
                row,
                counts: Counts::Unknown,
                page: String::new(),
            }),
            None => self.notes.push(format!("{name}: left out, as it {what}")),
        }
    }

    /// Adds the students of the roster who have no folder.
    fn add_missing(&mut self) {
        let Some(roster) = &self.roster else { return };
        let known = self.members.iter().filter_map(|member| member.row).collect_vec();
        for row in roster.students().filter(|row| !known.contains(row)) {
            let own = roster.name(row);
            let numbered = (2..).map(|number| format!("{own} ({number})"));
            let mut names = std::iter::once(own.clone()).chain(numbered);
            let name = names.find(|name| self.members.iter().all(|member| member.name != *name));
            let remark = "handed in nothing".to_owned();
            self.members.push(Member {
                name: name.unwrap_or_default(),
                row: Some(row),
                counts: Counts::Nothing,
                remark,
                page: String::new(),
            });
        }
    }

    /// Names the page of each student, as no other.
    fn name_pages(&mut self) {
        let mut taken = BTreeSet::new();
        for member in &mut self.members {
            member.page = unique(&portable_name(&member.name, "student"), &mut taken) + ".html";
        }
    }

    /// Checks that the pages and the grades can be written, and replace nothing else.
    fn check_files(&self, may_replace: bool) -> anyhow::Result<()> {
        let overwrite = Overwrite::new(may_replace);
        if let Some(folder) = &self.args.pages {
            let is_student = match &self.args.class {
                Some(class) => std::path::absolute(folder)?.starts_with(std::path::absolute(class)?),
                None => false,
            };
            UsageError::unless(!is_student, "--pages: a folder of the class would be taken for a student's")?;
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            for member in &self.members {
                output_file::refuse_existing(
                    &folder.join(&member.page),
                    overwrite.or_same_kind(page_format()?.mark),
                )?;
            }
        }
        if let Some(GradesTarget { column, file }) = &self.args.grades {
            check_files(self.args.roster.iter().map(PathBuf::as_path), std::iter::once(file.as_path()))?;
            let mark = self.roster.as_ref().map(|roster| roster.head(&self.grade_column(column.as_deref())));
            output_file::refuse_existing(file, overwrite.or_same_kind(&mark.unwrap_or_default()))?;
            output_file::check(file)?;
        }
        Ok(())
    }

    /// Returns the files that are written, pages and grades, each with the text that tells its kind.
    pub fn outputs(&self) -> anyhow::Result<Vec<(PathBuf, String)>> {
        let mut outputs = Vec::new();
        if let Some(folder) = &self.args.pages {
            let mark = page_format()?.mark;
            outputs.extend(self.members.iter().map(|member| (folder.join(&member.page), mark.to_owned())));
        }
        if let (Some(GradesTarget { column, file }), Some(roster)) = (&self.args.grades, &self.roster) {
            outputs.push((file.clone(), roster.head(&self.grade_column(column.as_deref()))));
        }
        Ok(outputs)
    }

    /// Takes the name of what is checked.
    ///
    /// # Errors
    /// When a file cannot be written, or would replace another.
    pub fn begin(&mut self, problem: &str, may_replace: bool) -> anyhow::Result<()> {
        problem.clone_into(&mut self.problem);
        self.title = format!("{problem}, {}, {}", self.name, times::date(SystemTime::now()));
        self.check_files(may_replace)
    }

    fn grade_column<'c>(&'c self, name: Option<&'c str>) -> GradeColumn<'c> {
        GradeColumn { name, otherwise: &self.problem, most: self.args.out_of }
    }

    /// Adds to a report what it says of the class.
    pub fn complete(&self, report: &mut Report) {
        report.title.clone_from(&self.title);
        report.similar.clone_from(&self.similar);
        let points = report.programs.first().and_then(|program| program.points);
        for Member { name, remark, counts, .. } in &self.members {
            match report.programs.iter_mut().find(|program| program.name == *name) {
                Some(program) => program.remark.clone_from(remark),
                None => report.programs.push(ProgramReport {
                    name: name.clone(),
                    remark: remark.clone(),
                    score: points.filter(|_| *counts == Counts::Nothing).map(|_| 0.0),
                    points,
                    ..ProgramReport::default()
                }),
            }
        }
    }

    /// Writes pages and grades, unless results are missing; grades are all of the points or none after a check that stops
    /// at failures.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write(&self, report: &Report, all_or_nothing: bool) -> anyhow::Result<()> {
        if report.summary.interrupted {
            if self.args.written().next().is_some() {
                say::note("the check was interrupted: no page is written, and no grade");
            }
            return Ok(());
        }
        if let Some(folder) = &self.args.pages {
            let cannot_write = || format!("cannot write {}", folder.display());
            let staged = StagedFolder::begin(folder, Existing::Replaced).with_context(cannot_write)?;
            for member in &self.members {
                let Some(program) = report.programs.iter().find(|program| program.name == member.name) else {
                    continue;
                };
                let mut page = Vec::new();
                let write = page_format()?.write;
                write(&report.of_program(program), &mut page)
                    .and_then(|()| staged.write(&member.page, &page))
                    .with_context(|| format!("cannot write {}", folder.join(&member.page).display()))?;
            }
            staged.publish().with_context(cannot_write)?;
        }
        let (Some(GradesTarget { column, file }), Some(roster)) = (&self.args.grades, &self.roster) else {
            return Ok(());
        };
        if all_or_nothing && report.summary.not_run > 0 {
            let tests = say::counted(report.summary.not_run, "test");
            say::note(format_args!(
                "--fail-fast: {tests} behind a first failure were not run, so that each grade is all of the points or none"
            ));
        }
        let standings = standing::rank(report);
        let column = self.grade_column(column.as_deref());
        output_file::write(file, Overwrite::Always, |out| {
            roster.write(out, &column, &|row| {
                let member = self.members.iter().find(|member| member.row == Some(row))?;
                match member.counts {
                    Counts::Nothing => Some(0.0),
                    Counts::Unknown => None,
                    Counts::Result => {
                        let standing = standings.iter().find(|of| of.program.name == member.name)?;
                        part_of(standing, report, all_or_nothing)
                    }
                }
            })
        })
    }
}

/// Returns the part of the most points that a program has: of its score, or of the tests. What could not be judged has none.
fn part_of(standing: &Standing<'_>, report: &Report, all_or_nothing: bool) -> Option<f64> {
    let program = standing.program;
    let is_unjudged = report.results_of(program).any(|test| test.verdict == Verdict::JudgeError);
    if is_unjudged || !program.grader_failure.is_empty() {
        return None;
    }
    if program.verdict.is_some() || all_or_nothing && standing.failure.is_some() {
        return Some(0.0);
    }
    match program.points.filter(|points| *points > 0.0) {
        Some(points) => program.score.map(|score| (score / points).max(0.0)),
        None => Some(standing.accepted as f64 / standing.tests.max(1) as f64),
    }
}

fn page_format() -> anyhow::Result<ReportFormat> {
    ReportFormat::find("html").context("the format of pages")
}
