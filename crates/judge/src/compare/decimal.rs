//! Decimal numbers of any length, computed without rounding.

/// The digits that decide which `f64` is nearest, at most.
const MOST_SIGNIFICANT: usize = 800;

/// Digits times a power of ten.
#[derive(Clone, Debug)]
pub struct Decimal {
    negative: bool,
    /// Values from 0 to 9, the most significant first.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads a number in the range of `f64`; numbers that underflow there are 0 here too.
    pub fn parse(token: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(token).ok()?;
        if !text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b)) || text.parse::<f64>().is_err()
        {
            return None;
        }
        let zero = Self { negative: false, digits: Vec::new(), exponent: 0 };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = whole.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit);
        let mut digits: Vec<u8> = digits.skip_while(|&digit| digit == b'0').collect();
        if digits.is_empty() {
            return Some(zero);
        }
        let exponent = exponent.parse::<i64>().ok()?.checked_sub(fraction.len().try_into().ok()?)?;
        let magnitude = exponent.checked_add(digits.len().try_into().ok()?)?;
        // The parser of `f64` loses exponents beside thousands of digits.
        let leading = String::from_utf8_lossy(&digits[..digits.len().min(MOST_SIGNIFICANT)]);
        let near: f64 = format!("0.{leading}e{magnitude}").parse().ok()?;
        if near == 0.0 {
            return Some(zero);
        }
        digits.iter_mut().for_each(|digit| *digit -= b'0');
        near.is_finite().then(|| Self { negative: text.starts_with('-'), digits, exponent })
    }

    /// Returns the number with the fewest digits that reads as `value`.
    pub fn shortest(value: f64) -> Option<Self> {
        Self::parse(format!("{value:e}").as_bytes())
    }

    /// Returns the absolute difference of two numbers.
    pub fn distance(&self, other: &Self) -> Self {
        let (left, right, exponent) = self.aligned(other);
        let digits = match self.negative == other.negative {
            false => sum(&left, &right),
            true if left >= right => difference(&left, &right),
            true => difference(&right, &left),
        };
        Self { negative: false, digits, exponent }
    }

    /// Returns the product of two absolute values.
    pub fn times(&self, other: &Self) -> Self {
        let mut digits = vec![0; self.digits.len() + other.digits.len()];
        for (i, left) in self.digits.iter().enumerate().rev() {
            let mut carry = 0;
            for (j, right) in other.digits.iter().enumerate().rev() {
                let value = digits[i + j + 1] + left * right + carry;
                digits[i + j + 1] = value % 10;
                carry = value / 10;
            }
            digits[i] = carry;
        }
        Self { negative: false, digits, exponent: self.exponent + other.exponent }
    }

    /// Returns whether the absolute value is at most that of `other`.
    pub fn is_at_most(&self, other: &Self) -> bool {
        let (left, right, _) = self.aligned(other);
        left <= right
    }

    /// Returns the digits of two numbers aligned at the same places, and the exponent of the last one.
    fn aligned(&self, other: &Self) -> (Vec<u8>, Vec<u8>, i64) {
        let lowest = match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, _) => other.exponent,
            (_, true) => self.exponent,
            _ => self.exponent.min(other.exponent),
        };
        let [mut left, mut right] = [self, other].map(|number| {
            let mut digits = number.digits.clone();
            // Both numbers are in the range of `f64`, so few zeros are added.
            let zeros = if digits.is_empty() { 0 } else { number.exponent - lowest };
            digits.resize(digits.len() + usize::try_from(zeros).unwrap_or(0), 0);
            digits
        });
        let length = left.len().max(right.len());
        for digits in [&mut left, &mut right] {
            digits.splice(0..0, std::iter::repeat_n(0, length - digits.len()));
        }
        (left, right, lowest)
    }
}

/// Adds digits place by place.
fn sum(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut digits = vec![0; left.len() + 1];
    for (index, (left, right)) in left.iter().zip(right).enumerate().rev() {
        let value = left + right + digits[index + 1];
        digits[index + 1] = value % 10;
        digits[index] = value / 10;
    }
    digits
}

/// Subtracts digits from those of a number that is not less.
fn difference(left: &[u8], right: &[u8]) -> Vec<u8> {
    let mut digits = left.to_vec();
    let mut borrow = 0;
    for (digit, right) in digits.iter_mut().zip(right).rev() {
        let less = right + borrow;
        borrow = u8::from(*digit < less);
        *digit = *digit + 10 * borrow - less;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn spellings_of_a_number_are_the_same() {
        for (left, right) in [
            ("1", "+1.0"),
            ("100", "1e2"),
            ("0.5", ".5E0"),
            ("5.", "50e-1"),
            ("-0", "0"),
            ("1e-999", "0"),
            ("0.01", "000000000001e-2"),
            (&format!("1{}e-20000", "0".repeat(20_000)), "1"),
            (&format!("0.{}1e20001", "0".repeat(20_000)), "1"),
            ("0e99999999999999999999", "0"),
        ] {
            let apart = decimal(left).distance(&decimal(right));
            assert!(apart.is_at_most(&decimal("0")), "{left} {right}: {apart:?}");
        }
        for bad in ["", "-", "nan", "inf", "1e999", "0x10", "1 2", "1e", "e1"] {
            assert!(Decimal::parse(bad.as_bytes()).is_none(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn decimals_compute_as_integers_do(a in -1_000_000_i64..1_000_000, b in -1_000_000_i64..1_000_000, up in 0_u32..3) {
            let scaled = i128::from(b) * 10_i128.pow(up);
            let (left, right) = (decimal(&a.to_string()), decimal(&format!("{b}e{up}")));
            let same = |found: &Decimal, number: i128| {
                let number = decimal(&number.to_string());
                found.is_at_most(&number) && number.is_at_most(found)
            };
            prop_assert!(same(&left.distance(&right), i128::from(a) - scaled));
            prop_assert!(same(&left.times(&right), i128::from(a) * scaled));
            prop_assert_eq!(left.is_at_most(&right), i128::from(a).abs() <= scaled.abs());
        }
    }
}
