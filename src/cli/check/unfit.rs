//! Test data that is refused: several packages, and tests of which a part is missing.

use std::path::Path;

use itertools::Itertools;

use crate::cli::Misuse;
use nim_judge::layout::{Package, Suite};
use nim_judge::visible;

/// Refuses tests of which a configuration names more than there are: a score of the rest would be wrong.
pub fn incomplete(suite: &Suite) -> anyhow::Result<()> {
    suite.incomplete().map_or(Ok(()), |what| Err(anyhow::anyhow!("{}", visible::line(&what))))
}

/// Refuses a path with several packages, each of which has programs of its own.
pub fn many_packages(path: &Path, suite: &Suite) -> Result<(), Misuse> {
    const MOST: usize = 5;
    let names = || suite.packages.iter().map(|package| visible::line(&package.name));
    let Some(first) = names().next().filter(|_| suite.packages.len() > 1) else { return Ok(()) };
    let more = if suite.packages.len() > MOST { ", …" } else { "" };
    let shown = visible::line(&path.display().to_string());
    let (count, list) = (suite.packages.len(), names().take(MOST).join(", "));
    let how = if path.is_dir() {
        format!("check one of them, as in toolkit check {}/{first}", shown.trim_end_matches('/'))
    } else {
        "unpack it, and check one of them".to_owned()
    };
    Err(Misuse(format!("{shown} holds {count} packages ({list}{more}): {how}")))
}

/// Refuses the submissions of a package with an input or an answer whose partner is missing: what they are worth depends on it.
pub fn without_partner(suite: &Suite) -> anyhow::Result<()> {
    const MOST: usize = 3;
    let files = suite.unmatched.iter().filter(|unmatched| {
        let is_in = |package: &Package| unmatched.file.starts_with(&package.name);
        unmatched.is_part_of_test() && suite.packages.iter().any(is_in)
    });
    let lines = files.map(|file| format!("{} ({})", visible::line(&file.file), file.reason)).collect_vec();
    let more = if lines.len() > MOST { ", …" } else { "" };
    let list = lines.iter().take(MOST).join(", ");
    anyhow::ensure!(
        lines.is_empty(),
        "a part of a test is missing: {list}{more}; add it, or remove the file"
    );
    Ok(())
}
