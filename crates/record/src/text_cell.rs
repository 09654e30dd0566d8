//! Text of others in the cells of CSV files, which spreadsheets must not run as a formula.

use std::borrow::Cow;

/// The text with `'` in front if a spreadsheet would run it: if it begins as a formula does, and is
/// no number and no list of owners such as `-,1`.
///
/// ```
/// use rummilab_record::text_cell;
///
/// assert_eq!(text_cell("=1+1"), "'=1+1");
/// assert_eq!(text_cell("hold:h=1"), "hold:h=1");
/// assert_eq!(text_cell("-10.5"), "-10.5");
/// ```
pub fn text_cell(text: &str) -> Cow<'_, str> {
    // In some languages the wide forms begin a formula, too.
    let begins = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];
    let calls_nothing = |text: &str| text.bytes().all(|byte| b"-+.,0123456789e".contains(&byte));
    if text.starts_with(begins) && !calls_nothing(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}
