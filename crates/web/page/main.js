// The page: shows one view at a time, selected by the part of the address after `#`.
import { kindOf, openApp, positionLink } from "./app.js";
import { openClub, showClub } from "./club.js";
import { ask } from "./engine.js";
import { openLearn, showLearn } from "./learn.js";
import { keepPath } from "./links.js";
import { openPlay, playOn } from "./play.js";
import { openReview, review, reviewRecord } from "./review.js";
import { openRuleFile, openRules, showRules } from "./rules.js";
import { lastChoice } from "./settings.js";
import { openSolve, showPosition } from "./solve.js";
import { openSystems } from "./systems.js";
import { get } from "./tiles.js";
import { openWatch, stopWatching, watchRecord } from "./watch.js";
import { onLanguage, say, speak } from "./words.js";

/** The views, and their elements where these have another name. */
const VIEWS = ["play", "solve", "rules", "review", "watch", "learn", "club"];
const element = (/** @type {string} */ view) =>
  get(view === "rules" ? "editor" : view, HTMLElement);

/** The view that the address names. */
function shownView() {
  const [view] = location.hash.slice(1).split("?");
  return VIEWS.includes(view) ? view : "play";
}

/** @param {string} view */
function showTitle(view) {
  document.title = say("page-title", { view: say(`view-${view}`) });
}

function route() {
  const query = location.hash.split(/\?(.*)/s)[1];
  const wanted = shownView();
  for (const name of VIEWS) {
    element(name).hidden = name !== wanted;
    const link = get(`to-${name}`, HTMLAnchorElement);
    if (name === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showTitle(wanted);
  if (wanted !== "watch") stopWatching();
  if (wanted === "solve" && query) void showPosition(query);
  if (wanted === "rules") void showRules(query ?? "");
  if (wanted === "learn") void showLearn();
  if (wanted === "club") void showClub();
}

/** Shows a record, a position or rules. @param {File} file */
async function openFile(file) {
  const kind = kindOf(file);
  if (kind === "position") {
    location.hash = `#solve?${positionLink(await file.text())}`;
    return;
  }
  location.hash = kind === "record" ? "#watch" : "#rules";
  await (kind === "record" ? watchRecord(file) : openRuleFile(file));
}

try {
  keepPath();
  await speak(lastChoice("language"));
  const about = await ask("about");
  // Whoever holds it has it in the new language before anything is drawn again.
  onLanguage(async () => Object.assign(about, await ask("about")));
  await openSystems(about);
  openSolve();
  openRules();
  openWatch(about, (which) => {
    location.hash = "#review";
    void review(which);
  });
  openReview(playOn);
  openLearn();
  openClub();
  window.addEventListener("hashchange", route);
  onLanguage(() => showTitle(shownView()));
  route();
  document.documentElement.dataset.ready = "true";
  openApp((file) => void openFile(file));
  await openPlay(
    about,
    (record) => {
      location.hash = "#watch";
      void watchRecord(record);
    },
    (record) => {
      location.hash = "#review";
      void reviewRecord(record);
    },
  );
  document.documentElement.dataset.ready = "all";
} catch (error) {
  const problem = get("problem", HTMLElement);
  problem.hidden = false;
  const why = error instanceof Error ? error.message : error;
  problem.textContent = say("page-failed", { why: String(why) });
}
