//! Reduced misère forms of impartial games.
//!
//! Two games are equal in misère play where they have the same outcome beside every third game. *Theorem* (Grundy and Smith 1956; Conway, *On Numbers and
//! Games*, chapter 12). Let H be a game whose options are options of G, and let every other option of G have H as an option: it is *reversible*, as
//! the answer to it is H. Then G = H; but where H has no options, only if an option of G is a P-position. Games to which
//! this applies nowhere, not even in their options, are equal only if they are the same.
//!
//! The proviso is what makes misère play hard. A move to an option that reverses to the end of play is answered so that play is over, and
//! whoever should move next wins; so G must be an N-position, as the end is.

use std::collections::HashMap;

use super::refusal::{Excess, Refusal};

/// A reduced form, by its number among [`Forms`].
pub type Form = u32;

/// All reduced forms that occurred, by number.
#[derive(Debug, Default)]
pub struct Forms {
    /// The options of each form, in rising order.
    options: Vec<Box<[Form]>>,
    numbers: HashMap<Box<[Form]>, Form>,
    /// Whether the form is a P-position.
    lost: Vec<bool>,
    /// The size of the heap of Nim that it is.
    nim: Vec<Option<usize>>,
}

impl Forms {
    /// Returns the form of a game whose options have these forms.
    pub fn reduced(&mut self, mut options: Vec<Form>) -> Form {
        options.sort_unstable();
        options.dedup();
        let answers = options.iter().flat_map(|&option| self.options(option));
        if let Some(&equal) = answers.into_iter().find(|&&answer| self.is_equal(&options, answer)) {
            return equal;
        }
        let options: Box<[Form]> = options.into();
        let fresh = self.options.len() as Form;
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        self.lost.push(!options.is_empty() && !self.has_lost(&options));
        let sizes: Option<Vec<usize>> = options.iter().map(|&option| self.nim[option as usize]).collect();
        let of_nim = sizes.filter(|sizes| (0..options.len()).all(|size| sizes.contains(&size)));
        self.nim.push(of_nim.map(|sizes| sizes.len()));
        self.numbers.insert(options.clone(), fresh);
        self.options.push(options);
        fresh
    }

    /// Returns the options of a form.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form as usize]
    }

    /// Returns whether a game with these options equals a form, as all its other options reverse to it.
    fn is_equal(&self, options: &[Form], form: Form) -> bool {
        let kept = self.options(form);
        kept.iter().all(|option| options.contains(option))
            && options.iter().all(|option| kept.contains(option) || self.options(*option).contains(&form))
            && (!kept.is_empty() || self.has_lost(options))
    }

    fn has_lost(&self, options: &[Form]) -> bool {
        options.iter().any(|&option| self.lost[option as usize])
    }

    /// Returns the notation of a form: a heap of Nim by its size, any other by its options in braces, those of the largest number first.
    ///
    /// # Errors
    /// [`Refusal::TooMany`], where it has more than `most` characters.
    pub fn written(&self, form: Form, most: usize) -> Result<String, Refusal> {
        let mut text = String::new();
        self.write(form, most, &mut text)?;
        Ok(text)
    }

    fn write(&self, form: Form, most: usize, text: &mut String) -> Result<(), Refusal> {
        if text.len() > most {
            return Err(Refusal::too_many(Excess::Characters, most));
        }
        if let Some(size) = self.nim[form as usize] {
            text.push_str(&size.to_string());
            return Ok(());
        }
        text.push('{');
        for (index, &option) in self.options(form).iter().rev().enumerate() {
            if index > 0 {
                text.push(',');
            }
            self.write(option, most, text)?;
        }
        text.push('}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversible_options_are_removed_only_beside_a_lost_one() {
        let mut forms = Forms::default();
        let zero = forms.reduced(vec![]);
        let one = forms.reduced(vec![zero]);
        let two = forms.reduced(vec![zero, one]);
        // {1} is 0, as 1 is lost; {2} is not, as 2 is not.
        assert_eq!(forms.reduced(vec![one]), zero);
        let held = forms.reduced(vec![two]);
        assert_eq!(forms.written(held, 100), Ok("{2}".to_owned()));
        let three = forms.reduced(vec![zero, one, two]);
        // As in normal play, an option of {0, 1, 3} that reverses to 2 is removed.
        assert_eq!(forms.reduced(vec![zero, one, three]), two);
        let four = forms.reduced(vec![three, two, one, zero]);
        assert_eq!(forms.written(four, 100), Ok("4".to_owned()));
        let wild = forms.reduced(vec![held, three, two]);
        assert_eq!(forms.written(wild, 100), Ok("{3,{2},2}".to_owned()));
        assert!(forms.written(wild, 3).is_err());
    }
}
