// Steps through the recorded games, and copies commands. Without it the page shows the first play
// of the first game.
(function () {
  "use strict";
  document.querySelectorAll("button.copy").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var code = button.previousElementSibling, range = document.createRange();
      // What is marked can be copied by hand where the browser does not let a page do so.
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      var said = function (done) { button.textContent = done ? "Copied" : "Marked"; };
      if (!navigator.clipboard) return said(document.execCommand("copy"));
      navigator.clipboard.writeText(code.textContent).then(
        function () { said(true); }, function () { said(document.execCommand("copy")); });
    });
  });
  var source = document.getElementById("films");
  if (!source) return;
  var films = JSON.parse(source.textContent);
  var get = function (id) { return document.getElementById("r-" + id); };
  var viewer = document.getElementById("viewer");
  var film = films[0], at = film.start, timer = 0;

  function make(name, className, text) {
    var element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // The same elements as the page's first frame has.
  function tile(name) {
    var joker = name.length === 1;
    var element = make("span", joker ? "t j j" + name : "t c" + name[0]);
    element.appendChild(make("b", "", joker ? "" : name.slice(1)));
    element.appendChild(make("i", "", name[0]));
    return element;
  }

  // A sentence about a turn in which tiles are drawn. What stands in brackets may be another's words.
  function tell(element, before, text) {
    var own = text.split(" (")[0];
    element.textContent = before;
    own.split(" ").forEach(function (word, place) {
      var drawn = document.createTextNode(word);
      if (/^[A-Z]\d*$/.test(word)) {
        drawn = row([word], "");
        drawn.firstChild.classList.add("word");
      }
      if (place) element.appendChild(document.createTextNode(" "));
      element.appendChild(drawn);
    });
    element.appendChild(document.createTextNode(text.slice(own.length) + "."));
  }

  function tiles(text) { return text ? text.split(" ") : []; }

  function row(names, className) {
    var element = make(className ? "div" : "span", className);
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", names.join(" ") || "no tiles");
    names.forEach(function (name) { element.appendChild(tile(name)); });
    return element;
  }

  function count(number, thing) { return number + " " + thing + (number === 1 ? "" : "s"); }

  // The last frame up to this one that says something.
  function latest(wanted) {
    for (var i = at; i >= 0; i--) if (wanted(film.frames[i])) return film.frames[i];
    return null;
  }

  function drawTable(frame) {
    var table = get("table");
    table.textContent = "";
    var laying = latest(function (f) { return f.t; });
    if (!laying || !laying.t.length) {
      table.appendChild(make("p", "empty", "The table is empty."));
      return;
    }
    laying.t.forEach(function (number, place) {
      var parts = film.sets[number].split("@");
      var set = row(tiles(parts[0]), "set");
      if (frame === laying) {
        if (place >= frame.c) set.classList.add("changed");
        (frame.m || []).forEach(function (mark) {
          if (mark[0] === place) set.children[mark[1]].classList.add("laid");
        });
      }
      if (parts[1]) {
        set.classList.add("owned");
        set.appendChild(make("span", "owner", "seat " + parts[1]));
      }
      table.appendChild(set);
    });
  }

  function drawRacks(frame) {
    var racks = get("racks"), last = at === film.frames.length - 1;
    racks.textContent = "";
    film.bots.forEach(function (bot, seat) {
      var held = latest(function (f) { return f.s === seat && f.r !== undefined; });
      var names = tiles(held ? held.r : film.racks[seat]);
      var on = frame.s === seat;
      var opened = film.opened[seat] !== null && film.opened[seat] <= at;
      var state = count(names.length, "tile") + (opened ? ", opened" : ", not opened");
      if (!at && on) state += ", begins";
      if (last) state += "; " + film.results[seat];
      var who = make("p", "who");
      who.appendChild(make("b", "", "Seat " + seat));
      who.appendChild(document.createTextNode(" "));
      who.appendChild(make("span", "bot", bot));
      who.appendChild(document.createTextNode(" "));
      who.appendChild(make("span", "state", state));
      var line = row(names, "tiles");
      if (on) tiles(frame.n || "").forEach(function (name) {
        for (var i = names.length - 1; i >= 0; i--) {
          var element = line.children[i];
          if (names[i] === name && !element.classList.contains("new")) {
            element.classList.add("new");
            return;
          }
        }
      });
      var rack = make("div", on ? "rack on" : "rack");
      rack.appendChild(who);
      rack.appendChild(line);
      racks.appendChild(rack);
    });
  }

  // A button that is switched off takes the keys with it, in some browsers at once: they go to the
  // viewer before.
  function enable(names, on) {
    names.map(get).forEach(function (button) {
      if (!on && button === document.activeElement) viewer.focus({ preventScroll: true });
      button.disabled = !on;
    });
  }

  function draw() {
    var frame = film.frames[at], end = film.frames.length - 1;
    if (at) tell(get("said"), "Turn " + at + ": seat " + frame.s + " (" + film.bots[frame.s] + ") ", frame.a);
    else get("said").textContent = frame.a;
    get("ending").textContent = film.ending;
    get("pool").textContent = "Pool: " + count(frame.p, "tile");
    get("at").max = end;
    get("at").value = at;
    get("count").textContent = at + " / " + end;
    enable(["first", "back"], at > 0);
    enable(["last", "next"], at < end);
    drawTable(frame);
    drawRacks(frame);
  }

  function go(to) {
    at = Math.max(0, Math.min(film.frames.length - 1, to));
    draw();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    get("play").textContent = "Play";
  }

  function play() {
    if (timer) return pause();
    if (at === film.frames.length - 1) at = 0;
    get("play").textContent = "Pause";
    timer = setInterval(function () {
      go(at + 1);
      if (at === film.frames.length - 1) pause();
    }, 1100);
    go(at + 1);
  }

  function choose(index, to) {
    pause();
    film = films[index];
    get("game").value = String(index);
    go(to === undefined ? film.start : to);
  }

  function step(to) { return function () { pause(); go(to()); }; }

  var steps = {
    Home: step(function () { return 0; }),
    ArrowLeft: step(function () { return at - 1; }),
    ArrowRight: step(function () { return at + 1; }),
    End: step(function () { return film.frames.length - 1; })
  };
  get("first").addEventListener("click", steps.Home);
  get("back").addEventListener("click", steps.ArrowLeft);
  get("next").addEventListener("click", steps.ArrowRight);
  get("last").addEventListener("click", steps.End);
  get("play").addEventListener("click", play);
  get("at").addEventListener("input", step(function () { return Number(get("at").value); }));
  get("game").addEventListener("change", function () { choose(Number(get("game").value)); });
  viewer.addEventListener("keydown", function (event) {
    var plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    var own = event.target === get("at") || event.target === get("game");
    if (!plain || own) return;
    if (steps[event.key]) steps[event.key]();
    else if (event.key === " " && event.target === viewer) play();
    else return;
    event.preventDefault();
  });

  // A link to a game, such as #b3g1, or to a turn of it, #b3g1t0, shows it.
  function follow() {
    var wanted = /^#(b\d+g\d+)(?:t(\d+))?$/.exec(location.hash);
    for (var i = 0; wanted && i < films.length; i++) {
      if (films[i].id === wanted[1]) {
        choose(i, wanted[2] && Number(wanted[2]) + 1);
        document.getElementById("replay").scrollIntoView();
      }
    }
  }
  window.addEventListener("hashchange", follow);
  document.querySelectorAll("#viewer .controls").forEach(function (part) { part.hidden = false; });
  // A browser may remember what was chosen before it loaded the page again.
  get("game").value = "0";
  draw();
  follow();
})();
