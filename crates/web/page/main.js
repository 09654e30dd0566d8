// The page: shows one view at a time, selected by the part of the address after `#`.
import { ask } from "./engine.js";
import { openLearn, showLearn } from "./learn.js";
import { openPlay, playOn } from "./play.js";
import { openReview, review, reviewRecord } from "./review.js";
import { openSolve, showPosition } from "./solve.js";
import { get, learnWords } from "./tiles.js";
import { openWatch, watchRecord } from "./watch.js";

const VIEWS = ["play", "solve", "review", "watch", "learn"];

function route() {
  const [view, query] = location.hash.slice(1).split(/\?(.*)/s);
  const wanted = VIEWS.includes(view) ? view : "play";
  for (const name of VIEWS) {
    get(name, HTMLElement).hidden = name !== wanted;
    const link = get(`to-${name}`, HTMLAnchorElement);
    if (name === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `rummilab: ${wanted}`;
  if (wanted === "solve" && query) showPosition(query);
  if (wanted === "learn") void showLearn();
}

try {
  const about = await ask("about");
  learnWords(about.rules);
  openSolve(about);
  openWatch(about, (which) => {
    location.hash = "#review";
    void review(which);
  });
  openReview(playOn);
  openLearn();
  window.addEventListener("hashchange", route);
  route();
  document.documentElement.dataset.ready = "true";
  await openPlay(
    about,
    (bytes) => {
      location.hash = "#watch";
      void watchRecord(bytes);
    },
    (bytes) => {
      location.hash = "#review";
      void reviewRecord(bytes);
    },
  );
  document.documentElement.dataset.ready = "all";
} catch (error) {
  const problem = get("problem", HTMLElement);
  problem.hidden = false;
  const why = error instanceof Error ? error.message : error;
  problem.textContent = `The engine did not start: ${why}`;
}
