//! Lanes: the number of digits that a vector kernel provides for.

/// The number of digits that a vector kernel provides for in each token. Fewer are faster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Lanes for up to 4 digits.
    #[default]
    Four,
    /// Lanes for up to 8 digits.
    Eight,
    /// Lanes for up to 10 digits.
    Ten,
    /// Up to 10 behind any number of leading zeros.
    PaddedTen,
    /// Lanes for up to 16 digits.
    Sixteen,
    /// Up to 24, leading zeros included.
    TwentyFour,
}

impl Lane {
    const ALL: [Self; 6] =
        [Self::Four, Self::Eight, Self::Ten, Self::PaddedTen, Self::Sixteen, Self::TwentyFour];

    /// Takes the next wider lane; returns false if there is none.
    pub(crate) fn widen(&mut self) -> bool {
        let wider = Self::ALL.get(*self as usize + 1);
        *self = *wider.unwrap_or(self);
        wider.is_some()
    }

    /// Takes the next narrower lane, if there is one.
    pub(crate) fn narrow(&mut self) {
        *self = Self::ALL[(*self as usize).saturating_sub(1)];
    }
}
