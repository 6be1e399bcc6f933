// Synthesised sounds for events on the board. They are off by default.

import { keep, kept } from "../core/dom.js";

/** @type {AudioContext | null} */
let context = null;

export const soundsOn = () => kept("sounds", "off") === "on";

/** @param {boolean} on */
export function switchSounds(on) {
  keep("sounds", on ? "on" : "off");
  if (on) sound("move");
}

// Each sound as tones: [from Hz, to Hz, after seconds, for seconds, how loud].
const SOUNDS = {
  move: [[420, 180, 0, 0.07, 0.25]],
  capture: [[420, 180, 0, 0.07, 0.2], [900, 500, 0.12, 0.09, 0.18]],
  refuse: [[130, 90, 0, 0.14, 0.25]],
  win: [[523, 523, 0, 0.22, 0.15], [659, 659, 0.12, 0.22, 0.15], [784, 784, 0.24, 0.22, 0.15], [1047, 1047, 0.36, 0.4, 0.15]],
  end: [[392, 392, 0, 0.22, 0.15], [330, 330, 0.16, 0.35, 0.15]],
};

/** @param {keyof SOUNDS} name */
export function sound(name) {
  if (!soundsOn() || typeof AudioContext === "undefined") return;
  context ||= new AudioContext();
  context.resume();
  for (const [from, to, after, long, loud] of SOUNDS[name]) {
    const begin = context.currentTime + after;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + long);
    volume.gain.setValueAtTime(loud, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + long);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + long);
  }
}
