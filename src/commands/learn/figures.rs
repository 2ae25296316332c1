//! The figures and numbers of the course, computed by the engine.

use anyhow::{Context, anyhow};
use itertools::Itertools;

use super::texts::Texts;
use crate::built_in::played::no_file;
use crate::commands::sg::{components, games};
use nim_engine as engine;
use nim_engine::theory::game::Component;
use nim_engine::theory::watch::unwatched;
use nim_explain::picture::{self, Style};
use nim_explain::words::{Language, fill};
use nim_explain::{self as explain, Explanation};
use nim_ground::visible;
use nim_solve::problem::MappedPosition;

/// The heaps up to which a period is looked for.
const MOST: u64 = 10_000;

/// Returns the components of a position.
pub fn placed(asked: &ExercisePosition) -> anyhow::Result<Vec<Component>> {
    components(&games(&asked.game)?, &asked.heaps)
}

/// Returns the explanation of a position of a game.
pub fn explained(game: &str, misere: bool, components: Vec<Component>) -> anyhow::Result<Explanation> {
    Ok(explain::explain(&MappedPosition::of_game(game, misere, components), "", &mut no_file)?)
}

/// Returns an explanation as lines of text; a short one has no replies.
pub fn drawn(explanation: &Explanation, is_short: bool, language: Language) -> String {
    let words = language.words();
    let style = Style { words, noun: words.component, has_words: false, is_short };
    let lines = picture::lines(explanation, style);
    lines.iter().map(|line| line.iter().map(|(_, text)| text).join("").trim_end().to_owned()).join("\n")
}

/// Returns a figure: `explain GAME HEAP…`, or `short GAME HEAP…` without replies; `heaps nim HEAP…` for a picture of heaps; or
/// `values GAME N` for the values of the heaps up to N.
pub fn figure(text: &str, language: Language) -> anyhow::Result<String> {
    let words = text.split(' ').collect_vec();
    match &words[..] {
        [kind @ ("explain" | "short"), position @ ..] => {
            let asked = ExercisePosition::read(position)?;
            Ok(drawn(&explained(&asked.game, asked.misere, placed(&asked)?)?, *kind == "short", language))
        }
        ["heaps", position @ ..] => {
            let heaps = placed(&ExercisePosition::read(position)?)?.concat();
            let name = language.words().component;
            let mut rows = heaps.iter().zip(1..).map(|(heap, number)| {
                let row = format!("  {name} {number}  {}", "o ".repeat(*heap as usize));
                row.trim_end().to_owned()
            });
            Ok(rows.join("\n"))
        }
        ["values", game, most] => {
            let most: u64 = most.parse()?;
            let heaps: Vec<Component> = (0..=most).map(|heap| vec![heap]).collect();
            let values = engine::parse(game)?.values(&heaps)?;
            let numbers = (0..=most).collect_vec();
            let largest = numbers.iter().chain(&values).max().unwrap_or(&0);
            let width = largest.to_string().len();
            let [heap, value] = Texts::in_language(language).rows;
            let rows = [(heap, numbers), (value, values)].map(|(name, row)| {
                let pad = " ".repeat(6_usize.saturating_sub(visible::width(name)));
                format!("  {name}{pad}{}", row.iter().map(|number| format!("{number:>width$}")).join(" "))
            });
            Ok(rows.join("\n"))
        }
        _ => Err(anyhow!("{text}: there is no such figure")),
    }
}

/// Replaces the numbers in braces: `{value GAME HEAP…}`, the nim-sum of the values; `{winner GAME HEAP…}`, first or second;
/// `{period GAME}`, the preperiod and the period.
pub fn filled(text: &str, language: Language) -> anyhow::Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after.split_once('}').context("a brace is not closed")?;
        filled += before;
        filled += &number(inside, language)?;
        rest = after;
    }
    Ok(filled + rest)
}

fn number(text: &str, language: Language) -> anyhow::Result<String> {
    let words = text.split_ascii_whitespace().collect_vec();
    match &words[..] {
        ["value", position @ ..] => Ok(value(&ExercisePosition::read(position)?)?.to_string()),
        ["winner", position @ ..] => {
            let asked = ExercisePosition::read(position)?;
            let [first, second] = Texts::in_language(language).players;
            Ok(if first_wins(&asked)? { first } else { second }.to_owned())
        }
        ["period", game] => {
            let mut games = games(game)?;
            let game = games.first_mut().context("a period is one of a game")?;
            let sequence = game.sequence().map_err(|why| anyhow!(why))?;
            let mut watch = unwatched;
            sequence.value(MOST, MOST, &mut watch)?;
            let period = sequence.period().with_context(|| format!("{text}: no period is known"))?;
            let (from, period) = (period.preperiod, period.period);
            Ok(fill(Texts::in_language(language).period, &[("from", &from), ("period", &period)]))
        }
        _ => Err(anyhow!("{{{text}}}: there is no such number")),
    }
}

/// Returns the nim-sum of the values of a position.
pub fn value(asked: &ExercisePosition) -> anyhow::Result<u64> {
    Ok(engine::parse(&asked.game)?.values(&placed(asked)?)?.iter().fold(0, |sum, value| sum ^ value))
}

/// Returns whether the player to move wins a position.
pub fn first_wins(asked: &ExercisePosition) -> anyhow::Result<bool> {
    let play = engine::parse(&asked.game)?;
    let mut play = if asked.misere { play.misere() } else { play };
    Ok(play.outcome(&placed(asked)?)?.first_wins)
}

/// A position in its form on the command line.
#[derive(Clone, Debug)]
pub struct ExercisePosition {
    /// The game in its notation.
    pub game: String,
    /// The heaps of the position.
    pub heaps: Vec<String>,
    /// Whether the rule is misère play.
    pub misere: bool,
}

impl ExercisePosition {
    /// Reads a game, heaps, and perhaps `--misere`.
    pub fn read(words: &[&str]) -> anyhow::Result<Self> {
        let (game, heaps) = words.split_first().ok_or_else(|| anyhow!("a position names its game"))?;
        Ok(Self {
            game: (*game).to_owned(),
            heaps: heaps.iter().filter(|word| **word != "--misere").map(|&word| word.to_owned()).collect(),
            misere: heaps.contains(&"--misere"),
        })
    }
}
