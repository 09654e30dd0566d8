// The end of a game: the verdict, the places, and paper that rains on a winner.
import { calm } from "./motion.js";
import { sound } from "./sound.js";
import { el, get, sentence } from "./tiles.js";

/** Pieces of paper, and milliseconds that they fall. */
const [PIECES, FALL] = [90, 3200];
const COLOURS = ["#c01f2b", "#1257b8", "#b35400", "#0b6e3a", "#e0a100", "#7a3fb0"];

/** Lets paper rain over the game; not for people who want little motion. */
function rain() {
  const confetti = get("confetti", HTMLElement);
  if (calm.matches) return;
  confetti.hidden = false;
  confetti.replaceChildren();
  for (let number = 0; number < PIECES; number++) {
    const piece = el("i", {});
    const [drift, turns] = [Math.random() * 20 - 10, Math.random() * 1800];
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.background = COLOURS[number % COLOURS.length];
    confetti.append(piece);
    piece.animate(
      [
        { transform: "translateY(-10vh) rotate(0)", opacity: 1 },
        { opacity: 1, offset: 0.8 },
        {
          transform: `translate(${drift}vw, 105vh) rotate(${turns}deg)`,
          opacity: 0,
        },
      ],
      { duration: FALL * (0.6 + Math.random() * 0.4), delay: Math.random() * 600, fill: "both" },
    );
  }
  setTimeout(() => {
    confetti.hidden = true;
    confetti.replaceChildren();
  }, FALL + 700);
}

/** Whether a person at this device has won. @param {import("./engine.js").GameState} over */
export const isWon = ({ seats }) => seats.some(({ person, place }) => person && place === 1);

/**
 * Shows the result of a game that is over.
 * @param {import("./engine.js").GameState} over
 * @param {string} more a sentence, or nothing
 * @param {boolean} fresh whether it has ended just now
 */
export function showEnding(over, more, fresh) {
  const [first, ...lines] = over.results ?? [];
  const places = over.seats.map(({ place }) => place ?? over.seats.length);
  const order = lines.map((_, at) => at).sort((a, b) => places[a] - places[b]);
  get("over", HTMLElement).classList.toggle("won", isWon(over));
  get("verdict", HTMLElement).textContent = more ? `${first} ${more}` : first;
  get("results", HTMLElement).replaceChildren(
    ...order.map((at) =>
      el(
        "li",
        { value: places[at], className: places[at] === 1 ? "first" : "" },
        ...sentence(lines[at]),
      ),
    ),
  );
  if (!fresh) return;
  sound(isWon(over) ? "win" : "lose");
  if (isWon(over)) rain();
}
