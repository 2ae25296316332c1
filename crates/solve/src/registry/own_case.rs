//! A case in the layout of a judge as the case of its problem.

use std::convert::Infallible;

use crate::problem::{Fields, Grammar, Layout, Span};
use crate::walk::{Tokens, Walk};

/// The numbers of a case in the problem's own layout, and where its fields are.
pub(super) struct OwnCase {
    numbers: Vec<u64>,
    walk: Walk,
}

impl OwnCase {
    /// Returns the case that one in a layout is.
    pub(super) fn from_fields(grammar: &Grammar, layout: &Layout, case: &Fields<'_>) -> Self {
        let mut numbers = Vec::new();
        (layout.numbers)(case, &mut numbers);
        let mut walk = Walk::with(grammar, &[], &[]);
        let Ok(_) = walk.run(&mut Known(&numbers));
        Self { numbers, walk }
    }

    /// Returns its fields.
    pub(super) fn fields(&self) -> Fields<'_> {
        self.walk.fields(&self.numbers, &[], &[])
    }
}

/// Numbers that are there.
struct Known<'a>(&'a [u64]);

impl Tokens for Known<'_> {
    type Error = Infallible;

    fn have(&mut self, _: &Span) -> Result<(), Infallible> {
        Ok(())
    }

    fn values(&self, from: usize) -> &[u64] {
        self.0.get(from..).unwrap_or_default()
    }

    fn refuse(&mut self, _: usize, _: String) -> Result<(), Infallible> {
        Ok(())
    }

    fn refuse_case(&mut self, _: String) -> Result<(), Infallible> {
        Ok(())
    }
}
