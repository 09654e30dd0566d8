//! Foreign text made safe for a terminal: it cannot control the terminal, forge a line or reverse
//! the direction of writing.

use std::borrow::Cow;

/// The text on one line. Control characters (C0, DEL and C1, and so all escape sequences), line
/// separators and changes of direction are written as in JSON, `\u001b`.
pub fn visible(text: &str) -> Cow<'_, str> {
    written_out(text, is_hidden)
}

/// Like [`visible`], for whole outputs: line breaks and tabs stay. JSON stays the same JSON.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

fn is_hidden(c: char) -> bool {
    let direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || direction || matches!(c, '\u{2028}' | '\u{2029}')
}

fn written_out(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if hidden(c) {
            shown += &format!("\\u{:04x}", u32::from(c))
        } else {
            shown.push(c)
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        let check = |text: &str, expected: &str| {
            assert_eq!(visible(text), expected);
            assert_eq!(visible_lines(expected), expected);
        };
        check("hold:h=1 – ü 漢 🎲", "hold:h=1 – ü 漢 🎲");
        check("a\x1b[2Jb\x07", "a\\u001b[2Jb\\u0007");
        check("\u{9b}2J\x7f", "\\u009b2J\\u007f");
        check("\u{202e}evil\u{2066}\u{200f}", "\\u202eevil\\u2066\\u200f");
        check("one\r\ntwo\u{2028}", "one\\u000d\\u000atwo\\u2028");
        assert_eq!(visible_lines("a\tb\n\x1bc"), "a\tb\n\\u001bc");
        let json = serde_json::to_string("\u{9b}\u{202e}\x7f\x1b").expect("JSON");
        let same: String = serde_json::from_str(&visible_lines(&json)).expect("still JSON");
        assert_eq!(same, "\u{9b}\u{202e}\x7f\x1b");
    }
}
