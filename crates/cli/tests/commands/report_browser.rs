//! The page of `report` in a real browser. Without a Chromium the test prints a note and does
//! nothing.

use std::path::Path;

use crate::browser::Browser;
use crate::common::{told, words};

/// Plays a run and makes its page.
fn page(folder: &Path, args: &[&str]) -> std::path::PathBuf {
    let out = folder.to_str().expect("a plain path");
    told(&[&["tournament", "--out", out], args].concat());
    told(&["report", out]);
    folder.join("report.html")
}

#[test]
fn a_browser_shows_the_page_and_steps_through_games() {
    let Some(mut browser) = Browser::start() else {
        println!("SKIPPED: no Chromium was found (Debian: chromium), so no page was opened");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faulty = words("--bots single,random,hold --deals 3 --seed 2");
    let pages = [
        page(&folder.path().join("pairs"), &faulty),
        page(
            &folder.path().join("house"),
            &["--bots", "single,hold", "--rules", "house", "--deals", "2"],
        ),
        page(
            &folder.path().join("twist"),
            &words("--bots single,hold --rules twist --players 4 --deals 1"),
        ),
    ];
    let bots = "single,random,dump,value,hold-joker:late=4,keep,greedy:delay=2,until=opponent,openjoker=3,\
                greedy:delay=2,until=opponent,openjoker=4,hold:h=3,empty=keep,leave=2,minplay=5,delay=1,random";
    let ten = page(
        &folder.path().join("ten"),
        &["--bots", bots, "--deals", "2"],
    );
    browser.open(&ten);
    reads_well(&mut browser);
    copies(&mut browser);
    for page in &pages {
        browser.media("screen", "light");
        browser.width(1200);
        browser.open(page);
        steps_by_button(&mut browser);
        steps_by_key(&mut browser);
        plays_and_pauses(&mut browser);
        changes_the_game(&mut browser);
        fits(&mut browser);
        reads_well(&mut browser);
    }
    works_without_script(&mut browser, &pages[0]);
    let urls = browser.requests();
    let ours = |url: &String| {
        url.starts_with("data:")
            || pages
                .iter()
                .chain([&ten])
                .any(|p| *url == format!("file://{}", p.display()))
    };
    assert!(!urls.is_empty() && urls.iter().all(ours), "{urls:?}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn at(browser: &mut Browser) -> String {
    browser.text("r-count")
}

/// What a reader sees of the game: sentence, table, racks.
fn seen(browser: &mut Browser) -> [String; 3] {
    ["r-said", "r-table", "r-racks"].map(|id| browser.text(id))
}

fn steps_by_button(browser: &mut Browser) {
    let opened = seen(browser);
    assert!(opened[0].starts_with("Turn "), "{}", opened[0]);
    assert!(opened[0].contains(" lays "), "{}", opened[0]);
    browser.click("r-first");
    let first = seen(browser);
    assert!(first[0].starts_with("The deal: "), "{}", first[0]);
    assert!(at(browser).starts_with("0 / "));
    browser.click("r-next");
    assert!(at(browser).starts_with("1 / "));
    let second = seen(browser);
    assert!(second[0].starts_with("Turn 1: seat 0 ("), "{}", second[0]);
    assert_ne!(first[2], second[2], "the first turn changes a rack");
    browser.click("r-back");
    assert_eq!(seen(browser), first);
    assert_eq!(
        browser.value("document.getElementById('r-back').disabled"),
        true
    );
    browser.click("r-last");
    let last = at(browser);
    let (now, end) = last.split_once(" / ").expect("two numbers");
    assert_eq!(now, end);
    assert!(browser.text("r-racks").contains("place 1"));
    let laid = browser.value("document.querySelectorAll('#r-table .t.laid').length");
    assert!(laid.as_u64() > Some(0), "the last play went out");
    // The button is disabled now, and the keys still step.
    browser.press("ArrowLeft", 37);
    assert_ne!(at(browser), last);
    browser.click("r-first");
    assert_eq!(seen(browser), first);
}

fn steps_by_key(browser: &mut Browser) {
    const KEYS: [(&str, u32); 4] = [
        ("End", 35),
        ("Home", 36),
        ("ArrowLeft", 37),
        ("ArrowRight", 39),
    ];
    let press = |browser: &mut Browser, key: &str| {
        let (key, code) = KEYS.iter().find(|(name, _)| *name == key).expect("a key");
        browser.press(key, *code);
        at(browser)
    };
    browser.value("document.getElementById('viewer').focus()");
    assert!(press(browser, "ArrowRight").starts_with("1 / "));
    assert!(press(browser, "ArrowRight").starts_with("2 / "));
    assert!(press(browser, "ArrowLeft").starts_with("1 / "));
    let end = press(browser, "End");
    let (now, all) = end.split_once(" / ").expect("two numbers");
    assert_eq!(now, all);
    assert_eq!(
        press(browser, "ArrowRight"),
        end,
        "there is nothing after the end"
    );
    assert!(press(browser, "Home").starts_with("0 / "));
    // The slider handles keys itself, which must not count twice.
    browser.value("document.getElementById('r-at').focus()");
    assert!(press(browser, "ArrowRight").starts_with("1 / "));
    assert!(press(browser, "Home").starts_with("0 / "));
}

fn plays_and_pauses(browser: &mut Browser) {
    // The test drives the clock, so the speed of the machine does not matter.
    browser.value("void (setInterval = (tick) => { window.tick = tick; return 1; })");
    browser.click("r-play");
    assert!(
        at(browser).starts_with("1 / "),
        "the first step comes at once"
    );
    browser.value("void tick()");
    assert!(at(browser).starts_with("2 / "));
    assert_eq!(browser.text("r-play"), "Pause");
    browser.click("r-play");
    assert_eq!(browser.text("r-play"), "Play");
}

fn changes_the_game(browser: &mut Browser) {
    let before = seen(browser);
    let choose = "(() => { const g = document.getElementById('r-game'); g.value = '1'; \
                  g.dispatchEvent(new Event('change')); return g.options.length; })()";
    let games = browser.value(choose);
    assert!(games.as_u64() >= Some(2), "{games} games");
    assert!(
        !at(browser).starts_with("0 / "),
        "it opens at the first play"
    );
    assert_ne!(seen(browser), before);
    // The hash is processed after the script has ended; this listener hears of it last.
    let follow = "new Promise(done => { addEventListener('hashchange', done, { once: true }); \
                  location.hash = '#b0g0'; }).then(() => true)";
    let followed = serde_json::json!({"expression": follow, "awaitPromise": true});
    browser.call("Runtime.evaluate", followed);
    assert_eq!(
        browser.value("document.getElementById('r-game').value"),
        "0"
    );
}

/// No page is wider than its window, also on a phone and on paper, and the dark theme is dark.
fn fits(browser: &mut Browser) {
    browser.click("r-last");
    for (medium, scheme, width) in [
        ("screen", "light", 1200),
        ("screen", "dark", 390),
        ("screen", "light", 320),
        ("print", "light", 700),
    ] {
        browser.media(medium, scheme);
        browser.width(width);
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(
            wide.as_u64() <= Some(u64::from(width)),
            "{wide} of {width}, {medium}"
        );
        let paper = browser.value("getComputedStyle(document.body).backgroundColor");
        let light = paper
            .as_str()
            .is_some_and(|colour| colour.starts_with("rgb(25"));
        assert_eq!(light, scheme == "light", "{paper}, {medium}, {scheme}");
    }
}

/// On a phone and on a desktop no text of a plot is small, cut off or covered by another.
fn reads_well(browser: &mut Browser) {
    const BAD: &str = "(() => { const bad = []; \
        for (const svg of document.querySelectorAll('svg')) { \
          const frame = svg.getBoundingClientRect(), scale = frame.width / \
          svg.viewBox.baseVal.width; \
          const all = [...svg.querySelectorAll('text')].map(e => [e, e.getBoundingClientRect()]); \
          for (const [e, r] of all) { \
            if (parseFloat(getComputedStyle(e).fontSize) * scale < 11) bad.push('small: ' + \
            e.textContent); \
            if (r.left < frame.left - 1 || r.right > frame.right + 1) bad.push('cut off: ' + \
            e.textContent); \
            for (const [f, s] of all) if (e !== f && Math.min(r.right, s.right) - Math.max(r.left, \
            s.left) > 1 \
              && Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 4) \
              bad.push(e.textContent + ' on ' + f.textContent); \
          } } return bad; })()";
    for width in [400, 1400] {
        browser.media("screen", "light");
        browser.width(width);
        assert_eq!(browser.value(BAD), serde_json::json!([]), "{width} px");
    }
}

/// The button selects the command for users without access to the clipboard.
fn copies(browser: &mut Browser) {
    let marked = browser.value(
        "(() => { const button = document.querySelector('button.copy'); button.click(); \
         return [getSelection().toString().trim(), button.previousElementSibling.textContent]; \
         })()",
    );
    assert!(
        marked[0]
            .as_str()
            .is_some_and(|text| text.starts_with("rummilab tournament "))
    );
    assert_eq!(marked[0], marked[1]);
}

/// Without scripts everything works except stepping, and the first frame is shown.
fn works_without_script(browser: &mut Browser, page: &Path) {
    browser.media("screen", "light");
    browser.width(1200);
    browser.open(page);
    let drawn = drawn_game(browser);
    browser.call(
        "Emulation.setScriptExecutionDisabled",
        serde_json::json!({"value": true}),
    );
    browser.open(page);
    let laid = browser.value("document.querySelectorAll('#r-table .t.laid').length");
    assert!(laid.as_u64() > Some(0));
    assert_eq!(
        drawn_game(browser),
        drawn,
        "the script draws the first frame as the page has it"
    );
    let shown = browser
        .value("[...document.querySelectorAll('.controls')].filter(e => e.offsetParent).length");
    assert_eq!(shown, 0);
    let plots = browser
        .value("[...document.querySelectorAll('svg')].filter(e => e.clientHeight > 100).length");
    assert!(plots.as_u64() >= Some(5), "{plots}");
    assert!(browser.text("viewer").contains("needs JavaScript"));
}

/// The elements of table and racks, without the line breaks between them.
fn drawn_game(browser: &mut Browser) -> String {
    let elements = browser.value(
        "document.getElementById('r-table').innerHTML + \
         document.getElementById('r-racks').innerHTML",
    );
    elements.as_str().expect("elements").replace('\n', "")
}
