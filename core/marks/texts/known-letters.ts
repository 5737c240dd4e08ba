import type { Detector } from "../detector/detector.ts";
import { LETTER_CLASSES, LETTER_SIDE } from "./letter-classes.ts";

const AREA = LETTER_SIDE * LETTER_SIDE;

/**
 * `detector`, which looks at equal crops once: a page's letters are read to turn it upright, and again for each choice
 * of its gates.
 */
export function withKnownLetters(detector: Detector): Detector {
  const known = new Map<string, Float32Array>();
  return {
    ...detector,
    readLetters: async (crops, count) => {
      const pixels = Array.from({ length: count }, (_, k) => crops.subarray(k * AREA, (k + 1) * AREA));
      const names = pixels.map((own) => Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString("latin1"));
      const fresh = new Map(names.flatMap((name, k) => (known.has(name) ? [] : [[name, pixels[k]!]])));
      const batch = new Float32Array(fresh.size * AREA);
      [...fresh.values()].forEach((own, k) => {
        batch.set(own, k * AREA);
      });
      const scores = await detector.readLetters(batch, fresh.size);
      [...fresh.keys()].forEach((name, k) => {
        known.set(name, scores.subarray(k * LETTER_CLASSES.length, (k + 1) * LETTER_CLASSES.length));
      });
      const all = new Float32Array(count * LETTER_CLASSES.length);
      names.forEach((name, k) => {
        all.set(known.get(name)!, k * LETTER_CLASSES.length);
      });
      return all;
    },
  };
}
