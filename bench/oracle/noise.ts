import { type Direction, INK, type PointMark } from "../../core/marks/marks.ts";
import type { OraclePage } from "./page-of-sketch.ts";

/** How wrong the marks are made; with all values 0 they do not change. */
export interface NoiseSettings {
  readonly seed: number;
  /** Share of wire and gate ink that blobs of wrong labels cover. */
  readonly flipped: number;
  /** Share of junction, crossing and end marks that are left out; as many false ones are put on ink. */
  readonly lost: number;
  /** Spread in pixels of each side of a gate's box. */
  readonly jitter: number;
  /** Share of gates with a wrong direction. */
  readonly turned: number;
}

/** Roughly the errors of a good detector. */
export const MODERATE: Omit<NoiseSettings, "seed"> = { flipped: 0.05, lost: 0.15, jitter: 2, turned: 0.02 };

/** The page with marks as a real detector would give them. Same seed, same noise. */
export function withNoise(oracle: OraclePage, settings: NoiseSettings): OraclePage {
  const random = randomNumbers(settings.seed);
  const { width, height, ink } = oracle.page;
  const mask = oracle.marks.mask.slice();
  const inked: number[] = [];
  for (let at = 0; at < mask.length; at++) if (mask[at] !== INK.paper && ink[at]! > 110) inked.push(at);
  const pick = () => inked[Math.floor(random() * inked.length)]!;
  for (let done = 0; done < settings.flipped * inked.length; ) {
    const centre = pick();
    const radius = 2 + random() * 5;
    const label = wrongLabel(mask[centre]!, random);
    const cx = centre % width;
    const cy = Math.floor(centre / width);
    for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
      for (let x = Math.max(0, Math.ceil(cx - radius)); x <= Math.min(width - 1, cx + radius); x++) {
        if (mask[y * width + x] === INK.paper || Math.hypot(x - cx, y - cy) > radius) continue;
        mask[y * width + x] = label;
        done++;
      }
    }
  }
  const shake = () => settings.jitter * (random() + random() + random() - 1.5) * 2;
  const gates = oracle.marks.gates.map((gate) => {
    const [x, y, right, bottom] = [shake(), shake(), shake(), shake()];
    const box = {
      x: gate.box.x + x,
      y: gate.box.y + y,
      width: gate.box.width - x + right,
      height: gate.box.height - y + bottom,
    };
    const turns: readonly Direction[] = ["right", "down", "left", "up"];
    const direction = random() < settings.turned ? turns[Math.floor(random() * 4)]! : gate.direction;
    return { ...gate, box, direction, confidence: 0.8 + 0.2 * random() };
  });
  const points: PointMark[] = [];
  for (const point of oracle.marks.points) {
    const at = { x: point.at.x + shake(), y: point.at.y + shake() };
    const isLost = point.kind !== "bubble" && random() < settings.lost;
    if (!isLost) points.push({ kind: point.kind, at, confidence: 0.5 + 0.5 * random() });
    if (point.kind === "bubble" || random() >= settings.lost) continue;
    const place = pick();
    const stray = { x: place % width, y: Math.floor(place / width) };
    points.push({ kind: point.kind, at: stray, confidence: 0.3 + 0.4 * random() });
  }
  return { page: oracle.page, marks: { ...oracle.marks, mask, gates, points } };
}

function wrongLabel(label: number, random: () => number): number {
  const others = [INK.wire, INK.gate, INK.text].filter((other) => other !== label);
  return others[random() < 0.7 ? 0 : 1]!;
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
