//! Certificates of periods: data by which a proof can be checked without trusting the program that found it.

use super::checksum::Checksum;
use super::definition::Definition;
use super::period::Period;
use super::source::Sequence;
use super::theorem::Theorem;
use crate::theory::game::Game;
use crate::theory::refusal::{Refusal, Unanswerable};
use crate::theory::watch::{Steps, Watch};

/// A claim that G(n + period) = G(n) + saltus for all n from the preperiod on, that both are the smallest such
/// numbers, and what proves it.
///
/// [`verify`](Self::verify) trusts none of its values and computes all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The notation of the game.
    pub game: String,
    /// The claimed period.
    pub period: Period,
    /// The number of periods that the theorem treats as one.
    pub multiple: u64,
    /// The name of the theorem, or the proof of the formula.
    pub theorem: String,
    /// The number of values, from G(0), that the theorem rests on. In a game whose amounts are all multiples of d, these are the
    /// values of the heaps 0, d, 2d, …
    pub values: u64,
    /// The checksum of the values that the theorem rests on.
    pub checksum: String,
    /// The BLAKE3 hash of the rest of the certificate and of these values.
    pub hash: String,
}

sentences! {
    /// The reason why a certificate proves nothing.
    CertificateError {
        Wrong(why: String) = "the certificate does not hold: {why}" from String;
        Unchecked(refusal: Refusal) = "the certificate is not checked: {refusal}" from Refusal;
    }
}

impl From<Unanswerable> for CertificateError {
    fn from(why: Unanswerable) -> Self {
        Self::Wrong(why.to_string())
    }
}

/// The most values compared with a formula.
const FORMULA: u64 = 2_000;

impl Certificate {
    /// Returns the certificate of a sequence whose period is proved; `None` for one without.
    pub fn from_sequence(game: String, sequence: &Sequence) -> Option<Self> {
        let period = sequence.period()?;
        let (theorem, values) = theorem_and_values(sequence, &period, sequence.values_needed())?;
        let stretch = sequence.stretch();
        let known = (0..values).map_while(|n| sequence.known(n.checked_mul(stretch)?));
        let known: Vec<u64> = known.collect();
        let multiple = sequence.multiple();
        let certificate = Self {
            game,
            period,
            multiple,
            theorem: theorem.to_owned(),
            values,
            checksum: checksum(&known),
            hash: String::new(),
        };
        Some(Self { hash: certificate.hash_with(&known), ..certificate })
    }

    fn hash_with(&self, values: &[u64]) -> String {
        let Period { preperiod, period, saltus } = self.period;
        let mut hasher = blake3::Hasher::new();
        let text = format!(
            "{}\n{preperiod} {period} {saltus} {}\n{}\n{} {}\n",
            self.game, self.multiple, self.theorem, self.values, self.checksum
        );
        hasher.update(text.as_bytes());
        values.iter().for_each(|value| {
            hasher.update(&value.to_le_bytes());
        });
        hasher.finalize().to_hex().to_string()
    }

    /// Checks the certificate for the game that it names: the values are computed by the definition, every equation of
    /// the theorem is checked, and smaller periods and preperiods are refuted.
    ///
    /// Returns the number of values. *Cost*: that of the plain definition, O(n^2) for octal codes; [`options`](Self::options)
    /// estimates it.
    ///
    /// # Errors
    /// A [`CertificateError`].
    pub fn verify(&self, rules: &mut dyn Game, watch: &mut Watch<'_>) -> Result<u64, CertificateError> {
        self.verify_from(&mut Vec::new(), rules, watch)
    }

    /// Like [`verify`](Self::verify), but trusts the given first values, those of the heaps 0, d, 2d, …, and appends to them, so that an
    /// interrupted check can go on. The check is worth no more than the given values.
    ///
    /// # Errors
    /// A [`CertificateError`].
    pub fn verify_from(
        &self,
        values: &mut Vec<u64>,
        rules: &mut dyn Game,
        watch: &mut Watch<'_>,
    ) -> Result<u64, CertificateError> {
        let claim = self.claim(rules)?;
        self.compute(values, rules, claim.stretch, watch)?;
        let values = &values[..self.values as usize];
        if checksum(values) != self.checksum {
            return Err(CertificateError::Wrong("the values are not those of the certificate".to_owned()));
        }
        let sequence = rules.sequence()?;
        match sequence.theorem() {
            None => check_formula(sequence, &self.period, values)?,
            Some(theorem) => claim.check(theorem, values)?,
        }
        if self.hash_with(values) != self.hash {
            return Err(CertificateError::Wrong("the hash is not that of the certificate".to_owned()));
        }
        Ok(values.len() as u64)
    }

    /// Returns about how many options [`verify`](Self::verify) visits, and values it computes.
    ///
    /// # Errors
    /// A [`CertificateError`], where the certificate is wrong whatever the values are, or there is no definition to check it by.
    pub fn options(&self, rules: &mut dyn Game) -> Result<u64, CertificateError> {
        let claim = self.claim(rules)?;
        Ok(definition(rules)?.total_options(self.values, claim.stretch).saturating_add(self.values))
    }

    /// Returns the claim, if it is a possible one for this game.
    fn claim(&self, rules: &mut dyn Game) -> Result<Claim, CertificateError> {
        if rules.name() != self.game {
            let why = format!("the certificate is one of {}, not of {}", self.game, rules.name());
            return Err(CertificateError::Wrong(why));
        }
        Claim::new(self, rules.sequence()?)
    }

    /// Adds values by the definition until there are as many as in the certificate.
    fn compute(
        &self,
        values: &mut Vec<u64>,
        rules: &dyn Game,
        stretch: u64,
        watch: &mut Watch<'_>,
    ) -> Result<(), CertificateError> {
        let definition = definition(rules)?;
        let first = values.len() as u64;
        let mut steps = Steps::new(watch, self.values, "values computed by the definition").after(first);
        for n in first..self.values {
            let value = definition.defined_value(n, stretch, values, &mut steps)?;
            values.push(value);
            steps.step(64)?;
        }
        Ok(())
    }
}

/// Returns the game by its definition.
fn definition(rules: &dyn Game) -> Result<&dyn Definition, Refusal> {
    rules.definition().ok_or(Refusal::Unanswerable(Unanswerable::NoDefinition))
}

/// Returns the theorem or the proof, with the number of values in a certificate of this period; `None` without
/// either.
fn theorem_and_values<'s>(
    sequence: &'s Sequence,
    period: &Period,
    needed: Option<u64>,
) -> Option<(&'s str, u64)> {
    match (sequence.proof(), sequence.theorem()) {
        (Some(proof), _) => {
            let shown = period.preperiod.saturating_add(period.period.saturating_mul(2));
            Some((proof, shown.min(FORMULA)))
        }
        (None, Some(theorem)) => Some((theorem.name(period.saltus), needed?)),
        (None, None) => None,
    }
}

/// A certificate's claim, in entries of the table: heaps divided by the stretch.
struct Claim {
    /// The smallest period.
    small: Period,
    /// The period that the theorem is applied to.
    whole: Period,
    stretch: u64,
}

impl Claim {
    /// Returns the claim, if its numbers and theorem are possible for the game of this sequence.
    fn new(certificate: &Certificate, sequence: &Sequence) -> Result<Self, CertificateError> {
        let Period { preperiod, period, saltus } = certificate.period;
        let stretch = sequence.stretch();
        if period == 0 || certificate.multiple == 0 {
            return Err("a period is at least 1, and so is a multiple of it".to_owned().into());
        }
        if preperiod % stretch != 0 || period % stretch != 0 {
            return Err(format!("all amounts are multiples of {stretch}, but the period is none").into());
        }
        let small = Period { preperiod: preperiod / stretch, period: period / stretch, saltus };
        let too_large = || "the period needs more than 64 bits".to_owned();
        let whole = small.times(certificate.multiple).ok_or_else(too_large)?;
        let needed = match sequence.theorem() {
            None => None,
            Some(theorem) => Some(theorem.values_needed(&whole).ok_or_else(|| {
                format!("no theorem proves a period {period} with saltus {saltus} for this game")
            })?),
        };
        let (theorem, values) =
            theorem_and_values(sequence, &certificate.period, needed).ok_or_else(too_large)?;
        if certificate.theorem != theorem {
            return Err(format!("the theorem for this game is {theorem:?}").into());
        }
        if certificate.values < values {
            return Err(format!("{} values do not prove it: {values} are needed", certificate.values).into());
        }
        Ok(Self { small, whole, stretch })
    }

    /// Checks that the values prove the claim.
    fn check(&self, theorem: &Theorem, values: &[u64]) -> Result<(), CertificateError> {
        let len = values.len() as u64;
        let Period { preperiod, period, saltus } = self.small;
        let holds = |n: u64, period: u64, saltus: u64| {
            Some(values[(n + period) as usize]) == values[n as usize].checked_add(saltus)
        };
        if let Some(n) = (preperiod..len.saturating_sub(period)).find(|&n| !holds(n, period, saltus)) {
            let (before, heap) = (n * self.stretch, (n + period) * self.stretch);
            return Err(format!("G({heap}) is not G({before}) + {saltus}").into());
        }
        if !theorem.proves(&self.whole, values.len(), &|n| values[n]) {
            return Err(
                format!("the theorem, {}, does not prove it by these values", theorem.name(saltus)).into()
            );
        }
        if preperiod > 0 && holds(preperiod - 1, period, saltus) {
            let heap = preperiod * self.stretch - 1;
            return Err(format!("the preperiod is not minimal: heap {heap} is regular, too").into());
        }
        // The smallest period divides every other one.
        for part in (2..=period).filter(|part| period % part == 0 && saltus % part == 0) {
            let (period, saltus) = (period / part, saltus / part);
            if (preperiod..len - period).all(|n| holds(n, period, saltus)) {
                return Err(
                    format!("the period is not minimal: {} is one, too", period * self.stretch).into()
                );
            }
        }
        Ok(())
    }
}

/// Checks that the formula of a sequence has this period and these values.
fn check_formula(sequence: &Sequence, period: &Period, values: &[u64]) -> Result<(), CertificateError> {
    if sequence.period() != Some(*period) {
        return Err("the formula has another period".to_owned().into());
    }
    let wrong = (0..).zip(values).find(|&(n, &value)| sequence.known(n) != Some(value));
    wrong.map_or(Ok(()), |(n, _)| Err(format!("the formula is wrong for heap {n}").into()))
}

fn checksum(values: &[u64]) -> String {
    let mut checksum = Checksum::default();
    values.iter().for_each(|&value| checksum.add(value));
    checksum.to_string()
}
