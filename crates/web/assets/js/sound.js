// Two soft sounds, made here; off unless a person wants them.

import { prefs } from './prefs.js';

let context = null;

export function sound(kind) {
  if (!prefs.sound) return;
  context ??= new AudioContext();
  const at = context.currentTime;
  const notes =
    kind === 'end'
      ? [
          [523, 0],
          [659, 0.12],
          [784, 0.24],
        ]
      : [[330, 0]];
  for (const [pitch, delay] of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at + delay);
    volume.gain.exponentialRampToValueAtTime(0.001, at + delay + 0.18);
    tone.connect(volume).connect(context.destination);
    tone.start(at + delay);
    tone.stop(at + delay + 0.2);
  }
}
