//! The calling conventions of checkers and interactors, one row of data each: their arguments, the meanings of exit statuses, and the place
//! of points. A new convention is a row here, and an arm in `nim_judge` if it reports points in a new way.

use nim_ground::error::ValueError;
use nim_ground::file_io::PipeOrder;

/// The calling convention of checkers, interactors and output validators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Protocol {
    /// The name of such a checker in messages.
    pub name: &'static str,
    /// The arguments that follow the program's own command.
    pub args: &'static [Argument],
    /// Whether the package's arguments are a template in place of `args`: a placeholder in a word is a file.
    pub is_template: bool,
    /// The meanings of exit statuses.
    pub statuses: &'static [(i32, Meaning)],
    /// The meaning of all other exit statuses.
    pub others: Meaning,
    /// The place at which the program reports points.
    pub score: ScoreChannel,
    /// The files of the folder that may have the message; otherwise it is a line of standard error.
    pub messages: &'static [&'static str],
    /// The way in which the program is started.
    pub start: Start,
}

/// A file or a number that a checker or an interactor is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The input of the test.
    Input,
    /// The program's output; for an interactor, the file that it writes.
    Output,
    /// The answer of the test.
    Answer,
    /// The program's folder, with a separator at the end.
    Feedback,
    /// The maximum score: [`FULL_SCORE`].
    FullScore,
    /// A file of the folder, which the program may write.
    File(&'static str),
}

/// The files in a template of arguments.
pub const PLACEHOLDERS: [(&str, Argument); 3] =
    [("{input_file}", Input), ("{output_file}", Output), ("{answer_file}", Answer)];

/// The meaning of an exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The output is right.
    Accepted,
    /// The output is wrong.
    Rejected,
    /// The output is laid out wrongly.
    Presentation,
    /// The score decides, and must be there.
    Scored,
    /// The program reports a failure of its own.
    Failure,
    /// No meaning: the program has failed.
    Unknown,
}

/// The place at which a checker or an interactor reports points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScoreChannel {
    /// No points: the verdict decides.
    None,
    /// The message, in testlib's form: points up to the test's, or up to `of`, or a part of a hundred.
    Message {
        /// The maximum of the reported points; `None` for that of the test.
        of: Option<u32>,
    },
    /// In a line `partial A/B` of standard error.
    PartialLine,
    /// Two lines of standard output; their ratio is the score, if they exist.
    Ratio,
    /// The files `score.txt` and `score_multiplier.txt` of the folder.
    Feedback {
        /// Whether the package has points; otherwise they are a failure.
        is_allowed: bool,
    },
    /// In the first line of standard output.
    Stdout {
        /// The score of a right output.
        of: f64,
    },
    /// The first line of a file of the folder.
    File {
        /// The name of the file.
        name: &'static str,
        /// The score of a right output.
        of: f64,
    },
    /// A line `SCORE: 0.5` of standard error; the lines `USER_MESSAGE: …` and `ADMIN_MESSAGE: …` have the message.
    ScoreLine,
}

/// The way in which a checker or an interactor is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A program with these arguments.
    Plain,
    /// A program with these arguments; a checker reads the output as standard input.
    OutputAsStdin,
    /// In a folder with copies of the files `input`, `user_out` and `answer`.
    InFolder,
    /// A function `check` of a Python module, or one that comes with DMOJ, by its name.
    PythonFunction(Option<&'static str>),
    /// An interactor whose output is not buffered.
    Unbuffered,
    /// A manager, `CMD from_program to_program < input`, which opens pipes by name and prints a score. For several processes of a program
    /// it gets the names of the pipes of each in turn.
    Manager {
        /// The order of the program's arguments, if it opens the pipes by names, too, instead of the standard streams.
        names: Option<PipeOrder>,
        /// The number of processes of the program. With several, each gets its number, from 0, as its last argument.
        processes: usize,
        /// Whether the time limit is for all processes together, otherwise for each.
        sums_time: bool,
    },
    /// A controller in a folder with the input. It asks for each process of a program on its standard output, and gets the numbers of two
    /// descriptors on its standard input: to write to that process, and to read from it.
    Controller {
        /// The most processes of the program.
        most: usize,
        /// Whether the processes run at the same time, so that their memory is added up; otherwise their wall-clock time is.
        is_concurrent: bool,
        /// The controller's own limit of memory, in bytes.
        memory: Option<u64>,
    },
}

/// The value of [`Argument::FullScore`].
pub const FULL_SCORE: u32 = 100;

/// The limit of a program's processes that a manager talks with: each has its own sandbox.
pub const MOST_PROCESSES: usize = 16;

/// The limit of a program's processes that a controller starts: the descriptors come in one message, which has at most 253.
pub const MOST_STARTED: usize = 120;

use Argument::{Answer, Feedback, File, Input, Output};
use Meaning::{Accepted, Failure as OwnFailure, Presentation, Rejected, Scored, Unknown};

/// The statuses of testlib; checkers of COCI read the one for points in another way.
const fn statuses_of_testlib(points: Meaning) -> [(i32, Meaning); 7] {
    [
        (0, Accepted),
        (1, Rejected),
        (2, Presentation),
        (3, OwnFailure),
        (4, Rejected),
        (7, points),
        (8, Rejected),
    ]
}

impl Protocol {
    /// The convention of checkers with testlib.
    pub const TESTLIB: Self = Self {
        name: "checker",
        args: &[Input, Output, Answer],
        is_template: false,
        statuses: &statuses_of_testlib(Rejected),
        others: Unknown,
        score: ScoreChannel::Message { of: None },
        messages: &[],
        start: Start::Plain,
    };
    /// The convention of testlib with points up to 1, as on UOJ.
    pub const TESTLIB_OF_ONE: Self = Self { score: ScoreChannel::Message { of: Some(1) }, ..Self::TESTLIB };
    /// The convention of testlib with points up to 100, as in Polygon's problems with percents.
    pub const TESTLIB_PERCENT: Self =
        Self { score: ScoreChannel::Message { of: Some(100) }, ..Self::TESTLIB };
    /// The convention of COCI's checkers, as DMOJ runs them.
    pub const COCI: Self =
        Self { statuses: &statuses_of_testlib(Scored), score: ScoreChannel::PartialLine, ..Self::TESTLIB };
    /// The convention of PEG's checkers, as DMOJ runs them.
    pub const PEG: Self = Self {
        args: &[Answer, Output, Input],
        statuses: &[(0, Accepted), (1, Rejected)],
        score: ScoreChannel::Ratio,
        ..Self::TESTLIB
    };
    /// The convention of output validators in the ICPC formats.
    pub const KATTIS: Self = Self {
        name: "output validator",
        args: &[Input, Answer, Feedback],
        is_template: false,
        statuses: &[(42, Accepted), (43, Rejected)],
        others: Unknown,
        score: ScoreChannel::Feedback { is_allowed: true },
        messages: &["judgemessage.txt", "teammessage.txt"],
        start: Start::OutputAsStdin,
    };
    /// The convention of [`Self::KATTIS`] for packages without custom scoring.
    pub const KATTIS_UNSCORED: Self =
        Self { score: ScoreChannel::Feedback { is_allowed: false }, ..Self::KATTIS };
    /// The convention of online-judge-tools.
    pub const OJ: Self =
        Self { statuses: &[(0, Accepted)], others: Rejected, score: ScoreChannel::None, ..Self::TESTLIB };
    /// The convention of HUSTOJ.
    pub const HUSTOJ: Self = Self { args: &[Input, Answer, Output], ..Self::OJ };
    /// The convention of QDUOJ.
    pub const QDUOJ: Self = Self { args: &[Input, Output], ..Self::OJ };
    /// The convention of Lemon.
    pub const LEMON: Self = Self {
        args: &[Input, Output, Answer, Argument::FullScore, File("score"), File("message")],
        statuses: &[(0, Scored)],
        score: ScoreChannel::File { name: "score", of: FULL_SCORE as f64 },
        messages: &["message"],
        ..Self::TESTLIB
    };
    /// The convention of SYZOJ.
    pub const SYZOJ: Self = Self {
        args: &[],
        statuses: &[(0, Scored)],
        score: ScoreChannel::Stdout { of: FULL_SCORE as f64 },
        start: Start::InFolder,
        ..Self::TESTLIB
    };
    /// The convention of CMS.
    pub const CMS: Self = Self {
        args: &[Input, Answer, Output],
        statuses: &[(0, Scored)],
        score: ScoreChannel::Stdout { of: 1.0 },
        ..Self::TESTLIB
    };
    /// The convention of DMOJ's Python functions.
    pub const DMOJ: Self = Self { start: Start::PythonFunction(None), ..Self::CMS };
    /// The convention of interactors in the ICPC formats.
    pub const KATTIS_INTERACTOR: Self = Self { start: Start::Plain, ..Self::KATTIS };
    /// The convention of DMOJ's interactors.
    pub const DMOJ_INTERACTOR: Self =
        Self { args: &[Input, Answer], start: Start::Unbuffered, ..Self::TESTLIB };
    /// The convention of [`Self::DMOJ_INTERACTOR`] with the arguments of testlib.
    pub const DMOJ_TESTLIB_INTERACTOR: Self = Self { start: Start::Unbuffered, ..Self::TESTLIB };
    /// The convention of managers in CMS's Communication tasks.
    pub const CMS_MANAGER: Self = Self {
        args: &[Input, Feedback],
        score: ScoreChannel::File { name: "output", of: 1.0 },
        start: Start::Manager { names: None, processes: 1, sums_time: true },
        ..Self::CMS
    };

    /// The convention of task-maker-rust's controllers, whose arguments are followed by the name of the input's file.
    pub const CONTROLLER: Self = Self {
        score: ScoreChannel::ScoreLine,
        start: Start::Controller { most: MOST_STARTED, is_concurrent: true, memory: None },
        ..Self::CMS_MANAGER
    };

    /// Returns the meaning of an exit status.
    pub fn meaning(&self, status: i32) -> Meaning {
        self.statuses.iter().find(|(known, _)| *known == status).map_or(self.others, |(_, meaning)| *meaning)
    }

    /// Returns whether the program runs in its folder and talks by other pipes than its standard streams.
    pub fn is_manager(&self) -> bool {
        matches!(self.start, Start::Manager { .. } | Start::Controller { .. })
    }

    /// Returns whether the program starts the processes of the judged one itself.
    pub fn is_controller(&self) -> bool {
        matches!(self.start, Start::Controller { .. })
    }

    /// Returns the program's own limit of memory in bytes, if it has one.
    pub fn memory(&self) -> Option<u64> {
        if let Start::Controller { memory, .. } = self.start { memory } else { None }
    }

    /// Returns the number of the judged program's processes that it talks with, or may start.
    pub fn processes(&self) -> usize {
        match self.start {
            Start::Manager { processes, .. } | Start::Controller { most: processes, .. } => processes,
            _ => 1,
        }
    }

    /// Returns whether the time limit is for all processes together.
    pub fn sums_time(&self) -> bool {
        matches!(self.start, Start::Manager { sums_time: true, .. })
    }

    /// Returns the order of the judged program's arguments, if it gets the names of pipes.
    pub fn names(&self) -> Option<PipeOrder> {
        if let Start::Manager { names, .. } = self.start { names } else { None }
    }
}

/// The conventions that a command line names.
type Named = &'static [(&'static str, Protocol)];
const CHECKERS: Named = &[
    ("testlib", Protocol::TESTLIB),
    ("kattis", Protocol::KATTIS),
    ("hustoj", Protocol::HUSTOJ),
    ("lemon", Protocol::LEMON),
    ("oj", Protocol::OJ),
    ("cms", Protocol::CMS),
];
const INTERACTORS: Named = &[("kattis", Protocol::KATTIS_INTERACTOR), ("testlib", Protocol::TESTLIB)];

impl Protocol {
    /// Returns the convention of a checker that a command line names.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn of_checker(name: &str) -> Result<Self, ValueError> {
        named(CHECKERS, name)
    }

    /// Returns the convention of an interactor that a command line names.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn of_interactor(name: &str) -> Result<Self, ValueError> {
        named(INTERACTORS, name)
    }
}

fn named(all: Named, text: &str) -> Result<Protocol, ValueError> {
    let found = all.iter().find(|(name, _)| *name == text).map(|(_, protocol)| *protocol);
    found.ok_or_else(|| {
        let names = all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        // The last two are joined by a word.
        let names =
            names.rsplit_once(", ").map_or(names.clone(), |(first, last)| format!("{first} or {last}"));
        format!("expected {names}, found \"{text}\"").into()
    })
}
