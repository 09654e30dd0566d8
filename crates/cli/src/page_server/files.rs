//! The files of the page from `crates/web/page`.

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// The replacement for the page's own `config.js`, which loads the wasm module.
const CONFIG: &[u8] = b"export const engine = \"http\";\n";

/// The page at `/`, which knows no token.
pub const DOOR: (&str, &[u8]) = (HTML, include_bytes!("door.html"));

macro_rules! page {
    ($($name:literal $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_bytes!(concat!("../../page/", $name)))),*]
    };
}

const FILES: &[(&str, &str, &[u8])] = page![
    "index.html" HTML,
    "page.css" CSS,
    "main.js" SCRIPT,
    "app.js" SCRIPT,
    "words.js" SCRIPT,
    "fluent.js" SCRIPT,
    "en.ftl" TEXT,
    "de.ftl" TEXT,
    "settings.js" SCRIPT,
    "setup.js" SCRIPT,
    "series.js" SCRIPT,
    "history.js" SCRIPT,
    "buttons.js" SCRIPT,
    "clock.js" SCRIPT,
    "handover.js" SCRIPT,
    "ending.js" SCRIPT,
    "sound.js" SCRIPT,
    "sets.js" SCRIPT,
    "places.js" SCRIPT,
    "fit.js" SCRIPT,
    "keys.js" SCRIPT,
    "engine.js" SCRIPT,
    "links.js" SCRIPT,
    "tiles.js" SCRIPT,
    "play.js" SCRIPT,
    "table.js" SCRIPT,
    "turns.js" SCRIPT,
    "motion.js" SCRIPT,
    "solve.js" SCRIPT,
    "rules.js" SCRIPT,
    "systems.js" SCRIPT,
    "watch.js" SCRIPT,
    "review.js" SCRIPT,
    "learn.js" SCRIPT,
    "practice.js" SCRIPT,
    "tries.js" SCRIPT,
    "rating.js" SCRIPT,
    "rated.js" SCRIPT,
    "steps.js" SCRIPT,
    "club.js" SCRIPT,
    "evenings.js" SCRIPT,
    "results.js" SCRIPT,
    "icon.svg" ICON,
];
const ICON: &str = "image/svg+xml";

/// The media type and the bytes of a file, `None` if it does not exist; `""` is the page itself.
pub fn file(name: &str) -> Option<(&'static str, &'static [u8])> {
    match name {
        "" => file("index.html"),
        "config.js" => Some((SCRIPT, CONFIG)),
        "report.css" => Some((CSS, include_bytes!("../../report.css"))),
        _ => {
            let found = FILES.iter().find(|(known, ..)| *known == name);
            found.map(|(_, kind, bytes)| (*kind, *bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that only the static page needs, or that are answered in another way.
    const LEFT_OUT: [&str; 8] = [
        "config.js",
        "icon-192.png",
        "icon-512.png",
        "manifest.webmanifest",
        "module.js",
        "sw.js",
        "warm.js",
        "worker.js",
    ];

    #[test]
    fn every_file_of_the_page_is_served() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/page");
        let entries = std::fs::read_dir(page).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.retain(|name| !LEFT_OUT.contains(&name.as_str()));
        names.sort();
        let mut served: Vec<&str> = FILES.iter().map(|(name, ..)| *name).collect();
        served.sort_unstable();
        assert_eq!(names, served);
    }
}
