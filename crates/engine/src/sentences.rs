//! Messages as enums, so that callers can match them or print them.

/// Declares an enum of messages: each a variant with the values in it, and its text in English, which documents the variant. A variant
/// that holds another error is made `from` it.
///
/// ```
/// nim_engine::sentences! {
///     /// Why a move is refused.
///     MoveError {
///         NoStones = "the heap is empty";
///         TooMany(taken: u64, heap: u64) = "{taken} is more than {heap}";
///     }
/// }
/// assert_eq!(MoveError::TooMany(3, 2).to_string(), "3 is more than 2");
/// ```
#[macro_export]
macro_rules! sentences {
    ($(#[$about:meta])* $name:ident {
        $($variant:ident $(($($value:ident: $kind:ty),+))? = $text:literal $(from $source:ty)?;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $text] $variant $(($($kind),+))?,)+
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$variant $(($($value),+))? => ::std::write!(f, $text),)+
                }
            }
        }

        impl ::std::error::Error for $name {}

        $($(impl From<$source> for $name {
            fn from(error: $source) -> Self {
                Self::$variant(error)
            }
        })?)+
    };
}
