//! Programs of packages that print a list of tests.

use std::fs;
use std::path::Path;

use crate::error::Result;
use crate::maker::TestMaker;
use crate::options::Options;
use crate::trusted::TrustedPrograms;
use nim_ground::private;
use nim_task::formats::ScriptRunner;
use nim_task::layout::{Origin, Run};

/// Runs scripts that list tests, in the way of generators.
#[derive(Debug)]
pub struct Scripts(Options);

impl Scripts {
    /// Creates a runner of scripts with these settings.
    pub fn new(options: Options) -> Self {
        Self(options)
    }

    fn run(&self, program: &Path) -> Result<Vec<u8>> {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let folder = private::folder("toolkit-script-")?;
        let printed = folder.path().join("printed");
        let run = Origin::Run(Run::new(&name, program, Vec::new()));
        TestMaker::new(TrustedPrograms::new(&self.0), None)?.make_file(&run, &printed)?;
        Ok(fs::read(&printed)?)
    }
}

impl ScriptRunner for Scripts {
    fn printed(&self, program: &Path) -> Result<Vec<u8>, String> {
        self.run(program).map_err(|error| error.to_string())
    }
}
