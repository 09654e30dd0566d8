//! Writes SVG elements. Classes stand for colours of the page's style sheet; all text is escaped.

use std::fmt::Write;

/// Text for an element or an attribute. Characters that XML forbids become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(printable(c)),
        }
    }
    out
}

/// The character, or U+FFFD for control characters and for characters that change the direction of
/// text.
pub fn printable(c: char) -> char {
    let turns =
        matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}');
    let control = c.is_control() && c != '\n' && c != '\t';
    if turns || control || matches!(c, '\u{FFFE}' | '\u{FFFF}') {
        '\u{FFFD}'
    } else {
        c
    }
}

/// A length or position with at most two decimals and no trailing zeros.
pub fn number(value: f64) -> String {
    let text = format!("{:.2}", if value.is_finite() { value } else { 0.0 });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The end of a text at which its position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A drawing with a description for people who cannot see it.
#[derive(Clone, Debug)]
pub struct Svg {
    id: String,
    width: f64,
    height: f64,
    title: String,
    desc: String,
    body: String,
}

impl Svg {
    /// An empty drawing. `id` must be a name that is unique on the page.
    pub fn new(id: &str, width: f64, height: f64, title: &str, desc: &str) -> Svg {
        Svg {
            id: id.to_owned(),
            width,
            height,
            title: title.to_owned(),
            desc: desc.to_owned(),
            body: String::new(),
        }
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let (x1, y1, x2, y2) = (number(from.0), number(from.1), number(to.0), number(to.1));
        let class = escape(class);
        let _ = write!(
            self.body,
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        );
    }

    pub fn rect(&mut self, at: (f64, f64), size: (f64, f64), class: &str) {
        self.rect_with(at, size, class, None);
    }

    /// A rectangle; `opacity` of its fill from 0 to 1.
    pub fn rect_with(
        &mut self,
        at: (f64, f64),
        size: (f64, f64),
        class: &str,
        opacity: Option<f64>,
    ) {
        let opacity = opacity.map(|o| format!(r#" fill-opacity="{}""#, number(o)));
        self.rectangle(at, size, class, &opacity.unwrap_or_default());
    }

    /// A rectangle with rounded corners.
    pub fn rounded(&mut self, at: (f64, f64), size: (f64, f64), radius: f64, class: &str) {
        let radius = format!(r#" rx="{}""#, number(radius));
        self.rectangle(at, size, class, &radius);
    }

    fn rectangle(&mut self, at: (f64, f64), size: (f64, f64), class: &str, more: &str) {
        let (x, y, w, h) = (number(at.0), number(at.1), number(size.0), number(size.1));
        let class = escape(class);
        let _ = write!(
            self.body,
            r#"<rect class="{class}" x="{x}" y="{y}" width="{w}" height="{h}"{more}/>"#
        );
    }

    pub fn circle(&mut self, centre: (f64, f64), radius: f64, class: &str) {
        let (x, y, r) = (number(centre.0), number(centre.1), number(radius));
        let class = escape(class);
        let _ = write!(
            self.body,
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}"/>"#
        );
    }

    /// A line through points; with fewer than two, nothing.
    pub fn polyline(&mut self, points: &[(f64, f64)], class: &str) {
        if points.len() > 1 {
            self.points("polyline", points, class);
        }
    }

    pub fn polygon(&mut self, points: &[(f64, f64)], class: &str) {
        if points.len() > 2 {
            self.points("polygon", points, class);
        }
    }

    fn points(&mut self, element: &str, points: &[(f64, f64)], class: &str) {
        let points = points
            .iter()
            .map(|(x, y)| format!("{},{}", number(*x), number(*y)));
        let points: Vec<String> = points.collect();
        let (class, points) = (escape(class), points.join(" "));
        let _ = write!(
            self.body,
            r#"<{element} class="{class}" points="{points}"/>"#
        );
    }

    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let (x, y, word) = (number(at.0), number(at.1), anchor.word());
        let (class, text) = (escape(class), escape(text));
        let _ = write!(
            self.body,
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{word}">{text}</text>"#
        );
    }

    /// Puts everything that `draw` draws into a group with this class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Svg)) {
        let _ = write!(self.body, r#"<g class="{}">"#, escape(class));
        draw(self);
        self.body.push_str("</g>");
    }

    /// Clips everything that `draw` draws to this rectangle.
    pub fn clipped(&mut self, at: (f64, f64), size: (f64, f64), draw: impl FnOnce(&mut Svg)) {
        let id = format!("{}-clip", self.id);
        let _ = write!(self.body, r#"<clipPath id="{id}">"#);
        self.rect(at, size, "clip");
        let _ = write!(self.body, r#"</clipPath><g clip-path="url(#{id})">"#);
        draw(self);
        self.body.push_str("</g>");
    }

    /// The drawing as a file of its own, with its style included.
    pub fn stand_alone(mut self, style: &str) -> String {
        self.body = format!("<style>{}</style>{}", style.replace('<', ""), self.body);
        let element = self.finish();
        element.replacen("<svg ", r#"<svg xmlns="http://www.w3.org/2000/svg" "#, 1)
    }

    pub fn finish(self) -> String {
        let Svg { id, body, .. } = &self;
        let (width, height) = (number(self.width), number(self.height));
        let (title, desc) = (escape(&self.title), escape(&self.desc));
        format!(
            "<svg id=\"{id}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-desc\">\
             <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{desc}</desc>\
             {body}</svg>"
        )
    }
}

/// A name cut to at most `most` characters.
pub fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_place() {
        let hostile = "</text><script>alert('x')</script>\" onload=\"&amp;\u{0}\u{202E}";
        let mut svg = Svg::new("a", 10.0, 10.0, hostile, hostile);
        svg.text((1.0, 2.0), Anchor::Start, hostile, hostile);
        let text = svg.finish();
        let doc = roxmltree::Document::parse(&text).unwrap();
        let said = hostile.replace(['\u{0}', '\u{202E}'], "\u{FFFD}");
        let node = |tag| doc.descendants().find(|n| n.has_tag_name(tag)).unwrap();
        assert_eq!(node("text").text(), Some(said.as_str()));
        assert_eq!(node("title").text(), Some(said.as_str()));
        assert_eq!(node("text").attribute("class"), Some(said.as_str()));
        assert_eq!(
            doc.descendants()
                .filter(|n| n.has_tag_name("script"))
                .count(),
            0
        );
    }

    #[test]
    fn numbers_are_short_and_finite() {
        let cases = [
            (1.0, "1"),
            (-0.001, "0"),
            (2.505, "2.5"),
            (1.25, "1.25"),
            (f64::NAN, "0"),
            (100.0, "100"),
        ];
        for (value, expected) in cases {
            assert_eq!(number(value), expected, "{value}");
        }
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("greedy", 6), "greedy");
        assert_eq!(shortened("größer:h=1", 5), "größ…");
    }
}
