// Sounds of the game, made of a few tones. They are off until the player switches them on.
import { checked } from "./settings.js";

/** The tones of each sound: frequency in hertz, start and length in seconds, loudness. */
const SOUNDS = {
  tile: [[1400, 0, 0.035, 0.12]],
  draw: [[420, 0, 0.06, 0.1]],
  turn: [
    [660, 0, 0.09, 0.12],
    [880, 0.1, 0.14, 0.12],
  ],
  win: [
    [523, 0, 0.14, 0.14],
    [659, 0.13, 0.14, 0.14],
    [784, 0.26, 0.14, 0.14],
    [1047, 0.39, 0.4, 0.16],
  ],
  lose: [
    [392, 0, 0.2, 0.12],
    [330, 0.2, 0.35, 0.12],
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound, if the player wants any. @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!checked("sound")) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, from, length, loud] of SOUNDS[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loud, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + from);
    tone.stop(now + from + length);
  }
}
