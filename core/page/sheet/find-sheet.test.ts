import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Quad } from "../../geometry/coordinates.ts";
import { applyHomography } from "../../geometry/homography.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { simulatePhoto, turnedCorners } from "../../testdata/simulate-photo.ts";
import { cleanPage } from "../clean-page.ts";
import { findPaper } from "./find-paper.ts";

const PHOTO = { width: 1200, height: 900 };
const SHEET = { width: 1000, height: 707 };
const LIGHT = { noise: 3, blur: 1, falloff: 0.3, shadow: 0.25, seed: 4 };

const sheet = await drawn(`<path d="M200 350H800M500 150V350" stroke="#223" stroke-width="4" fill="none"/>`);

/** A plain white sheet. */
async function drawn(body: string): Promise<PageImage> {
  const { width, height } = SHEET;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f3ee"/>${body}</svg>`;
  const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
  return { width, height, rgb, pictureWidth: width, pictureHeight: height };
}

function turned(degrees: number): Quad<"Picture"> {
  return turnedCorners(PHOTO, { degrees, size: { width: 900, height: 636 } });
}

function quad(...points: [number, number][]): Quad<"Picture"> {
  return points.map(([x, y]) => ({ x, y })) as unknown as Quad<"Picture">;
}

const VIEWS: [string, Quad<"Picture">][] = [
  ["turned by 20°", turned(20)],
  ["turned by -35°", turned(-35)],
  ["seen from below", quad([190, 130], [1010, 120], [1120, 820], [80, 830])],
  ["seen from a corner", quad([160, 110], [1110, 70], [1030, 760], [90, 830])],
  ["that almost fills the picture", quad([10, 40], [1150, 180], [1100, 790], [13, 880])],
];

describe("findSheet", () => {
  it.each(VIEWS)("undoes perspective and turn of a plain sheet %s", (_, corners) => {
    const photo = simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners });
    const { page, problems } = cleanPage(photo);
    expect([page.frame, problems]).toEqual(["sheet", []]);
    expect(page.width / page.height).toBeCloseTo(Math.SQRT2, 1);
    // The level stroke, measured at both of its ends and in its middle, and the upright one.
    const at = [0.25, 0.4, 0.75].map((x) => middle(page, { column: x, from: 0.42, to: 0.58 }));
    for (const y of at) expect(Math.abs(y - 350 / SHEET.height)).toBeLessThan(0.01);
    expect(middle(page, { column: 0.9, from: 0.02, to: 0.98 })).toBeNaN();
  });

  it.each([...VIEWS, ["that lies straight", quad([150, 110], [1060, 95], [1050, 800], [140, 790])] as const])(
    "removes the ruling of a plain sheet %s",
    async (_, corners) => {
      let ruling = "";
      for (let y = 60; y < SHEET.height; y += 36) ruling += `M0 ${y}H${SHEET.width}`;
      const ruled = await drawn(
        `<path d="${ruling}" stroke="#7f9cc4" stroke-width="2"/><path d="M210 340H790" stroke="#223" stroke-width="4"/>`,
      );
      const { page } = cleanPage(simulatePhoto(ruled, { ...PHOTO, ...LIGHT, corners }));
      const bare = [0.15, 0.85].map((column) => middle(page, { column, from: 0.1, to: 0.9 }));
      expect(bare).toEqual([Number.NaN, Number.NaN]);
      expect(middle(page, { column: 0.35, from: 0.4, to: 0.56 })).not.toBeNaN();
    },
  );

  it("keeps the pixels of a sheet that lies straight, and blanks the table around it", () => {
    const photo = simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners: turned(1) });
    // A dark stripe on the table, as a pencil makes it.
    for (let y = 20; y < 24; y++) photo.rgb.fill(10, (y * photo.width + 100) * 3, (y * photo.width + 900) * 3);
    const { page } = cleanPage(photo);
    expect([page.frame, page.width, page.height]).toEqual(["sheet", PHOTO.width, PHOTO.height]);
    expect(page.ink.subarray(0, 100 * PHOTO.width).every((value) => value === 0)).toBe(true);
    const along = page.ink.subarray(447 * PHOTO.width, 452 * PHOTO.width).filter((value) => value > 128).length;
    expect(along).toBeGreaterThan(500);
  });

  it("leads back to the picture", () => {
    const corners = VIEWS[3]![1];
    const { page } = cleanPage(simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners }));
    const first = applyHomography(page.toPicture, { x: 0, y: 0 });
    const last = applyHomography(page.toPicture, { x: page.width, y: page.height });
    expect(Math.hypot(first.x - corners[0].x, first.y - corners[0].y)).toBeLessThan(16);
    expect(Math.hypot(last.x - corners[2].x, last.y - corners[2].y)).toBeLessThan(16);
  });

  it("finds the sheet under a finger and a hard shadow", () => {
    const photo = simulatePhoto(sheet, { ...PHOTO, ...LIGHT, shadow: 0.35, corners: VIEWS[2]![1] });
    for (let y = 360; y < 500; y++) {
      for (let x = 60; x < 230; x++) photo.rgb.set([120, 85, 70], (y * photo.width + x) * 3);
    }
    expect(findPaper(photo)?.kind).toBe("sheet");
  });

  it.each([
    ["goes on in it", '<path d="M200 350H800M500 150V350" stroke="#223" stroke-width="4" fill="none"/>'],
    ["lies all in it", '<path d="M600 250H900V500M650 400H850" stroke="#223" stroke-width="4" fill="none"/>'],
  ])("takes a sheet half in shadow for one sheet where the drawing %s", async (_, strokes) => {
    const corners = quad([100, 130], [1110, 130], [1110, 820], [100, 820]);
    const photo = simulatePhoto(await drawn(strokes), {
      ...PHOTO,
      noise: 3,
      blur: 1,
      falloff: 0.1,
      shadow: 0,
      table: 60,
      seed: 4,
      corners,
    });
    for (let y = 0; y < PHOTO.height; y++) {
      for (let x = 560; x < PHOTO.width; x++) {
        const at = (y * PHOTO.width + x) * 3;
        const light = 1 - 0.5 * Math.min(1, (x - 560) / 40);
        for (let k = at; k < at + 3; k++) photo.rgb[k] = photo.rgb[k]! * light;
      }
    }
    const { page } = cleanPage(photo);
    expect(page.frame).toBe("sheet");
    const inked = (from: number, to: number) => {
      let count = 0;
      for (let y = 160; y < 800; y++) for (let x = from; x < to; x++) if (page.ink[y * page.width + x]! > 128) count++;
      return count;
    };
    expect([page.width, page.height]).toEqual([PHOTO.width, PHOTO.height]);
    expect(inked(640, 1080)).toBeGreaterThan(800);
  });

  it("sees no sheet in a scan, on a bright table, or where an edge lies outside of the picture", () => {
    expect(findPaper(sheet)).toBeNull();
    expect(findPaper(simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners: VIEWS[0]![1], table: 240 }))).toBeNull();
    const cut = quad([-150, 110], [1110, 70], [1030, 760], [-190, 830]);
    expect(findPaper(simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners: cut }))).toBeNull();
  });

  it("does not take a dark drawing, or one with a frame around, for a sheet on a table", async () => {
    const thick = await drawn('<path d="M100 100H900V600H100Z" stroke="#223" stroke-width="14" fill="none"/>');
    expect(findPaper(thick)).toBeNull();
    const half = await drawn('<rect x="0" y="0" width="1000" height="300" fill="#555"/>');
    expect(findPaper(half)).toBeNull();
  });
});

/** The middle of the ink in a column between two heights; all as shares of the page. NaN if there is none. */
function middle(
  { width, height, ink }: { width: number; height: number; ink: Uint8Array },
  { column, from, to }: { column: number; from: number; to: number },
): number {
  let mass = 0;
  let sum = 0;
  const x = Math.round(column * width);
  for (let y = Math.round(from * height); y < to * height; y++) {
    mass += ink[y * width + x]!;
    sum += ink[y * width + x]! * (y + 0.5);
  }
  return sum / mass / height;
}
