//! A headless Chromium, driven over its debugging pipe.
//!
//! The DevTools protocol uses file descriptors 3 and 4 of the browser, one JSON text after the
//! other, each ending with a zero byte. A shell connects its standard input and output to them, so
//! only this process can reach the browser.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The names of the browser on different systems.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Root must run without the sandbox, and only root cannot use it.
const START: &str = r#"
no_sandbox=; [ "$(id -u)" = 0 ] && no_sandbox=--no-sandbox
exec "$1" --headless $no_sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars \
  --user-data-dir="$2" --remote-debugging-pipe 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#;

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    calls: u64,
    /// Events that have not been requested yet.
    events: VecDeque<Value>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser; `None` if there is none.
    pub fn start() -> Option<Browser> {
        let works = |name: &&&str| {
            let version = Command::new(name)
                .arg("--version")
                .stderr(Stdio::null())
                .output();
            version.is_ok_and(|output| output.status.success())
        };
        let name = NAMES.iter().find(works)?;
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", name])
            .arg(profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut browser = Browser {
            child,
            to,
            from,
            session: None,
            calls: 0,
            events: VecDeque::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    fn receive(&mut self) -> Value {
        let mut text = Vec::new();
        self.from
            .read_until(0, &mut text)
            .expect("the browser answers");
        assert_eq!(text.pop(), Some(0), "the browser ended by itself");
        serde_json::from_slice(&text).expect("the protocol is JSON")
    }

    /// Calls a method of the protocol.
    #[track_caller]
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({"id": id, "method": method});
        message["params"] = params;
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let to = self.to.as_mut().expect("the pipe is open");
        to.write_all(&bytes)
            .and_then(|()| to.flush())
            .expect("the browser listens");
        loop {
            let mut answer = self.receive();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.events.push_back(answer);
        }
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, file: &Path) {
        let is_load = |event: &Value| event["method"] == "Page.loadEventFired";
        self.events.retain(|event| !is_load(event));
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({"url": url}));
        while !self.events.iter().any(is_load) {
            let event = self.receive();
            self.events.push_back(event);
        }
    }

    /// The value of an expression on the page.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].take()
    }

    /// The text of the element with this id.
    #[track_caller]
    pub fn text(&mut self, id: &str) -> String {
        let value = self.value(&format!("document.getElementById({id:?}).textContent"));
        value.as_str().expect("an element with text").to_owned()
    }

    /// Clicks with the mouse into the middle of an element.
    pub fn click(&mut self, id: &str) {
        let place = format!(
            "(() => {{ const e = document.getElementById({id:?}); e.scrollIntoView({{block: \
             'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; \
             }})()"
        );
        let at = self.value(&place);
        for kind in ["mousePressed", "mouseReleased"] {
            let params =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Presses a key on the focused element.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let params =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// A window of this width, as a phone has it if it is small.
    pub fn width(&mut self, width: u32) {
        let params =
            json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    /// The medium (`screen`, `print`) and the colour scheme (`light`, `dark`).
    pub fn media(&mut self, medium: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"media": medium, "features": features}),
        );
    }

    /// Every address requested so far.
    pub fn requests(&self) -> Vec<String> {
        let asked = self
            .events
            .iter()
            .filter(|event| event["method"] == "Network.requestWillBeSent");
        let url = |event: &Value| {
            event["params"]["request"]["url"]
                .as_str()
                .unwrap_or("?")
                .to_owned()
        };
        asked.map(url).collect()
    }

    /// Everything that the page wrote to the console or threw, and the browser's complaints.
    pub fn complaints(&self) -> Vec<String> {
        let kinds = [
            "Runtime.consoleAPICalled",
            "Runtime.exceptionThrown",
            "Log.entryAdded",
        ];
        let said = self
            .events
            .iter()
            .filter(|event| kinds.iter().any(|kind| event["method"] == *kind));
        said.map(|event| event["params"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closing its pipe ends the browser; if not, it is killed.
        drop(self.to.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
