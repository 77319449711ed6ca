// Short, dry sounds, made when they are needed. Nothing is loaded; nothing sounds before the first tap or key.
import { settings } from "./settings.svelte";

export type Sound = "bell" | "key" | "step" | "die" | "safe" | "yes" | "no" | "stamp" | "paper" | "lamp" | "chips" | "shutter";

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === "undefined") return null;
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A tone that dies away. */
function tone(at: AudioContext, frequency: number, seconds: number, loud: number, type: OscillatorType = "sine", delay = 0, to = frequency): void {
  const start = at.currentTime + delay;
  const source = at.createOscillator();
  const volume = at.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(volume).connect(at.destination);
  source.start(start);
  source.stop(start + seconds + 0.02);
}

/** A burst of noise around a frequency: wood, felt, paper. */
function noise(at: AudioContext, frequency: number, seconds: number, loud: number, delay = 0, sharp = 1.2): void {
  const start = at.currentTime + delay;
  const length = Math.ceil(at.sampleRate * seconds);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = at.createBufferSource();
  const filter = at.createBiquadFilter();
  const volume = at.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = sharp;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(at.destination);
  source.start(start);
}

const made: Record<Sound, (at: AudioContext) => void> = {
  bell: (at) => [1568, 3136, 4710].forEach((f, i) => tone(at, f, 0.7 - i * 0.15, 0.11 / (i + 1))),
  key: (at) => (noise(at, 2600, 0.03, 0.16), noise(at, 900, 0.04, 0.12, 0.012)),
  step: (at) => noise(at, 320, 0.06, 0.35),
  die: (at) => [0, 0.07, 0.13, 0.21, 0.31].forEach((d, i) => noise(at, 1150 - i * 90, 0.05, 0.4 - i * 0.05, d, 3)),
  safe: (at) => (noise(at, 180, 0.22, 0.6), tone(at, 92, 0.25, 0.25, "triangle"), noise(at, 2200, 0.03, 0.15, 0.16)),
  yes: (at) => (noise(at, 420, 0.09, 0.6), tone(at, 190, 0.12, 0.25, "triangle")),
  no: (at) => (noise(at, 200, 0.12, 0.7), tone(at, 85, 0.16, 0.3, "triangle")),
  stamp: (at) => (noise(at, 260, 0.1, 0.7), tone(at, 110, 0.14, 0.28, "triangle")),
  paper: (at) => noise(at, 4200, 0.14, 0.1, 0, 0.6),
  lamp: (at) => (noise(at, 3000, 0.015, 0.3), noise(at, 1400, 0.02, 0.25, 0.05)),
  chips: (at) => [0, 0.05, 0.09].forEach((d) => tone(at, 2100 + d * 4000, 0.05, 0.08, "triangle", d)),
  shutter: (at) => (noise(at, 3400, 0.02, 0.25), noise(at, 2400, 0.03, 0.2, 0.06)),
};

export function sound(name: Sound): void {
  const at = ready();
  if (at) made[name](at);
}
