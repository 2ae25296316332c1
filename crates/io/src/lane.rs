//! Lanes: the number of digits that a vector kernel provides for.

/// The number of digits that a vector kernel provides for in each token. Fewer are faster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Up to 4.
    #[default]
    Four,
    /// Up to 8.
    Eight,
    /// Up to 10.
    Ten,
    /// Up to 10 behind any number of leading zeros.
    PaddedTen,
    /// Up to 16.
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
