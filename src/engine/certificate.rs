//! Certificates of periods: all that is needed to check a proof without trusting the program that found it.

use super::checksum::Checksum;
use super::period::{Period, Theorem};
use super::rules::Rules;
use super::sequence::Sequence;

/// A claim that G(n + period) = G(n) + saltus for all n from the preperiod on, that both are the smallest such
/// numbers, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    /// The game, in its notation.
    pub game: String,
    /// The claim.
    #[serde(flatten)]
    pub period: Period,
    /// The name of the theorem, or the proof of the formula.
    pub theorem: String,
    /// The number of values, from G(0), that the theorem rests on.
    pub values: u64,
    /// The checksum of these values.
    pub checksum: String,
}

/// Values that are compared with a formula, at most.
const FORMULA: u64 = 2_000;

impl Certificate {
    /// The certificate of a sequence whose period is proved; `None` for one without.
    pub fn of(game: String, sequence: &Sequence) -> Option<Self> {
        let period = sequence.period()?;
        let (theorem, values) = match sequence.proof() {
            Some(proof) => {
                let shown = period.preperiod.saturating_add(period.period.saturating_mul(2));
                (proof, shown.min(FORMULA))
            }
            None => (sequence.theorem()?.name(period.saltus), sequence.values_needed()?),
        };
        let checksum = checksum((0..values).map_while(|n| sequence.known(n)));
        Some(Self { game, period, theorem: theorem.to_owned(), values, checksum })
    }

    /// Checks the certificate for the game that it names: the values are computed anew by the definition, every
    /// equation that the theorem asks for is looked at, and smaller periods and preperiods are refuted.
    ///
    /// Answers the number of values that were computed. *Cost*: that of the plain definition, O(n^2) for octal codes.
    ///
    /// # Errors
    /// What is wrong with it, as a lowercase fragment.
    pub fn verify(&self, rules: &mut dyn Rules) -> Result<u64, String> {
        let Period { preperiod, period, saltus } = self.period;
        if rules.name() != self.game {
            return Err(format!("the certificate is one of {}, not of {}", self.game, rules.name()));
        }
        if period == 0 {
            return Err("a period is at least 1".to_owned());
        }
        let sequence = rules.sequence()?;
        let (theorem, stretch) = (sequence.theorem().cloned(), sequence.stretch());
        let values = rules
            .by_definition(self.values)
            .ok_or_else(|| "the values of this game are not recomputed by its definition".to_owned())?;
        let len = values.len() as u64;
        if checksum(values.iter().copied()) != self.checksum {
            return Err("the values are not those of the certificate".to_owned());
        }
        match theorem {
            None => {
                let sequence = rules.sequence()?;
                if sequence.period() != Some(self.period) {
                    return Err("the formula has another period".to_owned());
                }
                match (0..len).find(|&n| sequence.known(n) != Some(values[n as usize])) {
                    Some(n) => return Err(format!("the formula is wrong for heap {n}")),
                    None => return Ok(len),
                }
            }
            Some(theorem) => enough(&theorem, &self.period, stretch, &values)?,
        }
        let holds =
            |n: u64, period: u64, saltus: u64| values[(n + period) as usize] == values[n as usize] + saltus;
        if let Some(n) = (preperiod..len - period).find(|&n| !holds(n, period, saltus)) {
            return Err(format!("G({}) is not G({n}) + {saltus}", n + period));
        }
        if preperiod > 0 && holds(preperiod - 1, period, saltus) {
            return Err(format!("the preperiod is not minimal: heap {} is regular, too", preperiod - 1));
        }
        // The smallest period divides every other one.
        for part in (2..=period).filter(|part| period % part == 0 && saltus % part == 0) {
            let (period, saltus) = (period / part, saltus / part);
            if (preperiod..len - period).all(|n| holds(n, period, saltus)) {
                return Err(format!("the period is not minimal: {period} is one, too"));
            }
        }
        Ok(len)
    }
}

/// Whether the values reach as far as the theorem asks.
fn enough(theorem: &Theorem, period: &Period, stretch: u64, values: &[u64]) -> Result<(), String> {
    let len = values.len() as u64;
    let inner = Period {
        preperiod: period.preperiod.div_ceil(stretch),
        period: period.period / stretch,
        saltus: period.saltus,
    };
    let needed = theorem.values_needed(&inner).map(|needed| needed.saturating_mul(stretch));
    let Some(needed) = needed else {
        return Err(format!("no theorem proves a period with saltus {} for this game", period.saltus));
    };
    if len < needed {
        return Err(format!("{len} values do not prove it: {needed} are needed"));
    }
    if !theorem.proves(&inner, len as usize, &|n| values[n]) {
        return Err("the state at the end of the values is not that of one period before".to_owned());
    }
    Ok(())
}

fn checksum(values: impl Iterator<Item = u64>) -> String {
    let mut checksum = Checksum::default();
    values.for_each(|value| checksum.add(value));
    checksum.to_string()
}
