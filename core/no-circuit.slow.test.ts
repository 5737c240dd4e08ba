import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { openPageReader } from "./read-page.ts";
import { letterStrokes } from "./testdata/drawn-pages/letter-strokes.ts";
import { seededRandom } from "./testdata/render/random.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

const SIZE = { width: 1200, height: 1600 };

/** Letters and digits in rows: `height` and `step` in pixels. */
function written(rows: number, { height, step }: { height: number; step: number }): string {
  const random = seededRandom("writing");
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: Math.floor(1040 / height) }, (_, column) => {
      const text = "ABCDEFGSYZ01"[Math.floor(random.range(0, 16))] ?? "";
      const at = [80 + column * height, 120 + row * step] as const;
      return text === "" ? "" : letterStrokes(random, text, { at, height: 0.7 * height, isIndex: true });
    }).flat(),
  )
    .flat()
    .map((line) => `<polyline points="${line}" stroke="#222" stroke-width="4" fill="none"/>`)
    .join("");
}

/** A Karnaugh map of three variables with a group around two ones. */
const map = `<g stroke="#222" stroke-width="4" fill="none"><path d="M300 500H860M300 640H860M300 780H860M300 500V780M440 500V780M580 500V780M720 500V780M860 500V780M220 420L300 500"/>
  <ellipse cx="510" cy="570" rx="120" ry="50"/></g>${["0", "1", "1", "0", "0", "1", "0", "1"]
    .flatMap((text, cell) =>
      letterStrokes(seededRandom(`cell ${cell}`), text, {
        at: [355 + 140 * (cell % 4), 570 + 140 * Math.floor(cell / 4)],
        height: 50,
        isIndex: true,
      }),
    )
    .map((line) => `<polyline points="${line}" stroke="#222" stroke-width="4" fill="none"/>`)
    .join("")}`;

/** Something like a face above a desk with grain, in a lamp's light. */
const photo = `<defs><radialGradient id="lamp"><stop offset="0" stop-color="#c9a17a"/><stop offset="1" stop-color="#3b2a1e"/></radialGradient></defs>
  <rect width="1200" height="1600" fill="url(#lamp)"/>${Array.from({ length: 40 }, (_, k) => `<path d="M0 ${1000 + 15 * k}Q400 ${985 + 15 * k + (k % 7)} 1200 ${1004 + 15 * k}" stroke="#2a1c12" stroke-width="${1 + (k % 4)}" fill="none"/>`).join("")}
  <ellipse cx="600" cy="620" rx="300" ry="390" fill="#d9b08c"/><path d="M300 560Q320 180 600 170T900 560Q820 330 600 320T300 560" fill="#22170f"/>
  <g fill="#f5efe6" stroke="#3a2415" stroke-width="9"><ellipse cx="480" cy="560" rx="70" ry="38"/><ellipse cx="720" cy="560" rx="70" ry="38"/></g>
  <circle cx="480" cy="560" r="26" fill="#20140c"/><circle cx="720" cy="560" r="26" fill="#20140c"/>
  <path d="M600 580L560 720Q600 745 640 720M480 840Q600 900 720 840Q600 960 480 840" fill="#b36a5a" stroke="#5a2d22" stroke-width="7"/>`;

async function page(svg: string, background = "#fff") {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><rect width="100%" height="100%" fill="${background}"/>${svg}</svg>`;
  return imageOf(new Uint8Array(await sharp(Buffer.from(picture)).removeAlpha().raw().toBuffer()));
}

function imageOf(rgb: Uint8Array) {
  return { ...SIZE, rgb, pictureWidth: SIZE.width, pictureHeight: SIZE.height };
}

async function noise() {
  const random = seededRandom("noise");
  return imageOf(Uint8Array.from({ length: SIZE.width * SIZE.height * 3 }, () => random.range(0, 256)));
}

it.each([
  ["no-ink", "noise", noise],
  ["no-gates", "a photo of a face", () => page(photo)],
  ["no-gates", "a page full of writing", () => page(written(22, { height: 44, step: 64 }))],
  ["no-gates", "a Karnaugh map alone", () => page(map)],
])("says %s of %s, and nothing else", { timeout: 120_000 }, async (code, _, draw) => {
  const reading = await reader.read(await draw());
  expect(reading.problems.map((problem) => problem.code)).toEqual([code]);
  expect(reading).toMatchObject({ gates: [], outputs: [], confidence: null });
});
