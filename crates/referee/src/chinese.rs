//! The messages of the engine and the referee in Chinese.
//!
//! Depends on `nim-engine` and `nim-referee`. Begin with [`Chinese`].
//!
//! The engine knows reasons and errors as data, and writes them in English; a message without a line here does not compile.
//!
//! | file | holds |
//! |---|---|
//! | `reason` | why a position is won or lost |
//! | `refusal` | why there is no answer |
//! | `position` | faults of a position or a move |
//! | `notation` | faults in the notation of a game |

mod notation;
mod position;
mod reason;
mod refusal;

/// A message that can be said in Chinese.
pub trait Chinese {
    /// Returns the message in Chinese.
    fn chinese(&self) -> String;
}

impl<T: Chinese> Chinese for Box<T> {
    fn chinese(&self) -> String {
        (**self).chinese()
    }
}

/// Declares the Chinese of the messages of an enum, each with its values, and names values that are messages themselves.
#[macro_export]
macro_rules! chinese {
    ($name:ident {
        $($variant:ident $(($($value:ident),+))? = $text:literal $(, $message:ident)*;)+
    }) => {
        impl $crate::chinese::Chinese for $name {
            fn chinese(&self) -> String {
                match self {
                    $(Self::$variant $(($($value),+))? => {
                        $(let $message = $crate::chinese::Chinese::chinese($message);)*
                        format!($text)
                    })+
                }
            }
        }
    };
}
