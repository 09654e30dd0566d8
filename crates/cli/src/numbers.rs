//! Whole numbers as arguments. Errors name the expected range; a number with a sign is an error,
//! too.

use clap::Arg;

/// Parses a whole number in this range.
pub fn whole(low: u64, high: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number: Option<u64> = text.parse().ok();
        number
            .filter(|n| (low..=high).contains(n))
            .ok_or_else(|| match high {
                u64::MAX if low == 0 => format!("expected a whole number, 0 to {high}"),
                u64::MAX => format!("expected a whole number, at least {low}"),
                _ => format!("expected a whole number from {low} to {high}"),
            })
    }
}

/// Like `whole`, for flags that count things in memory.
pub fn count(low: usize, high: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    let whole = whole(low as u64, high as u64);
    move |text| whole(text).map(|n| n as usize)
}

/// Makes an argument accept `-1` as its value, so that the error is about the value and not about a
/// flag `-1`.
pub fn taking_negative_numbers(arg: Arg) -> Arg {
    if arg.get_action().takes_values() {
        arg.allow_negative_numbers(true)
    } else {
        arg
    }
}
