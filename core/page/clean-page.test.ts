import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { Quad } from "../geometry/coordinates.ts";
import { fitHomography } from "../geometry/fit-homography.ts";
import { applyHomography } from "../geometry/homography.ts";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { BORDER, BORDER_INSET, MARKS, SHEET } from "../template/layout.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { points } from "../testdata/lines.ts";
import { simulatePhoto, turnedCorners } from "../testdata/simulate-photo.ts";
import { type CleanPage, cleanPage } from "./clean-page.ts";
import { findPaper } from "./sheet/find-paper.ts";
import type { Frame } from "./sheet/frame.ts";

const PHOTO = { width: 1200, height: 900 };
/** Millimetres on the sheet where dots are drawn: not symmetric, so that a wrong turn shows. */
const DOTS = points("60,80 200,90 100,170");

/** The printed template with dots drawn on it, and without any. */
let sheet: PageImage;
let blank: PageImage;

beforeAll(async () => {
  const items = [{ item: 1, qrText: "https://example.edu/student-upload/abc?v=1&i=1&s=xyz" }];
  const file = await decodePages(await renderTemplate({ title: "Half adder", className: null, items }));
  if (!file.ok) throw new Error(file.failure.code);
  for await (const page of file.pages) if (page.ok) [sheet, blank] = [await withDots(page.image), page.image];
});

async function withDots(image: PageImage): Promise<PageImage> {
  const unit = image.width / SHEET.width;
  const dots = DOTS.map(({ x, y }) => `<circle cx="${x * unit}" cy="${y * unit}" r="${1.5 * unit}"/>`).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${image.width}" height="${image.height}">${dots}</svg>`;
  const raw = { width: image.width, height: image.height, channels: 3 } as const;
  const drawn = sharp(image.rgb, { raw }).composite([{ input: Buffer.from(svg) }]);
  return { ...image, rgb: new Uint8Array(await drawn.removeAlpha().raw().toBuffer()) };
}

function inMillimetres(corners: Quad<"Picture">) {
  const quad: Quad<"Page"> = [
    { x: 0, y: 0 },
    { x: SHEET.width, y: 0 },
    { x: SHEET.width, y: SHEET.height },
    { x: 0, y: SHEET.height },
  ];
  const frame = fitHomography({ space: "Page", quad }, { space: "Picture", quad: corners });
  if (frame === null) throw new Error("corners on a line");
  return frame;
}

const LIGHT = { noise: 3, blur: 1, falloff: 0.3, shadow: 0.25, seed: 4 };
const TURNS = [0, 4, 30, 90, 135, 180, 200, 270].map((degrees) => {
  const size =
    Math.abs(Math.sin((degrees * Math.PI) / 180)) > 0.2 ? { width: 800, height: 566 } : { width: 1080, height: 764 };
  return [`turned by ${degrees}°`, turnedCorners(PHOTO, { degrees, size })] as const;
});
const ANGLES: [string, Quad<"Picture">][] = [
  ["seen from below", quad([150, 120], [1050, 110], [1180, 850], [20, 860])],
  ["seen from the left", quad([60, 40], [1120, 150], [1130, 720], [50, 880])],
  ["seen from a corner", quad([130, 90], [1140, 40], [1060, 780], [40, 860])],
];

function quad(...points: [number, number][]): Quad<"Picture"> {
  return points.map(([x, y]) => ({ x, y })) as unknown as Quad<"Picture">;
}

function expectBorder(frame: Frame, truth: Frame): void {
  const { x, y, width, height } = BORDER;
  for (const corner of [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]) {
    const found = applyHomography(frame, corner);
    const real = applyHomography(truth, corner);
    expect(Math.hypot(found.x - real.x, found.y - real.y)).toBeLessThan(1.5);
  }
}

/** The picture with a finger's tip over a place. */
function covered(image: PageImage, at: { x: number; y: number }): PageImage {
  const rgb = image.rgb.slice();
  for (let y = Math.floor(at.y) - 30; y < at.y + 30; y++) {
    for (let x = Math.floor(at.x) - 30; x < at.x + 30; x++) {
      if (x < 0 || y < 0 || x >= image.width || y >= image.height || Math.hypot(x - at.x, y - at.y) > 30) continue;
      rgb.set([205, 150, 125], (y * image.width + x) * 3);
    }
  }
  return { ...image, rgb };
}

/** The middle of the ink around a place on the page. */
function inkAround(page: CleanPage, x: number, y: number): { x: number; y: number } {
  let mass = 0;
  let sumX = 0;
  let sumY = 0;
  for (let py = Math.round(y) - 15; py <= y + 15; py++) {
    for (let px = Math.round(x) - 15; px <= x + 15; px++) {
      const ink = page.ink[py * page.width + px] as number;
      mass += ink;
      sumX += ink * (px + 0.5);
      sumY += ink * (py + 0.5);
    }
  }
  return { x: sumX / mass, y: sumY / mass };
}

describe("findPaper", () => {
  it.each([...TURNS, ...ANGLES])("finds the border's corners on a sheet %s", (_, corners) => {
    const paper = findPaper(simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners }));
    if (paper?.kind !== "template") throw new Error("not found");
    expectBorder(paper.frame, inMillimetres(corners));
  });

  it.each([0, 1, 2, 3].flatMap((mark) => [ANGLES[0]!, TURNS[5]!].map((view) => [mark, ...view] as const)))(
    "finds the border's corners with mark %i hidden on a sheet %s",
    (mark, _, corners) => {
      const truth = inMillimetres(corners);
      const photo = simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners });
      const paper = findPaper(covered(photo, applyHomography(truth, MARKS[mark]!)));
      if (paper?.kind !== "template") throw new Error("not found");
      expectBorder(paper.frame, truth);
    },
  );

  it("finds no template where a second mark is hidden, or a blank sheet that fills the picture", () => {
    const corners = turnedCorners(PHOTO, { degrees: 0, size: { width: 1080, height: 764 } });
    const truth = inMillimetres(corners);
    const photo = simulatePhoto(sheet, { ...PHOTO, corners });
    const hidden = [MARKS[1], MARKS[3]].reduce((image, at) => covered(image, applyHomography(truth, at)), photo);
    expect(findPaper(hidden)?.kind).toBe("sheet");
    const plain = { ...sheet, rgb: new Uint8Array(sheet.rgb.length).fill(240) };
    expect(findPaper(plain)).toBeNull();
  });
});

describe("cleanPage", () => {
  it.each([TURNS[0], TURNS[3], TURNS[5], ANGLES[2]] as [string, Quad<"Picture">][])(
    "puts the drawing upright and leads back to the picture: %s",
    (_, corners) => {
      const photo = simulatePhoto(sheet, { ...PHOTO, ...LIGHT, corners });
      // The picture has twice the pixels that are held here.
      const { page, problems } = cleanPage({
        ...photo,
        pictureWidth: 2 * PHOTO.width,
        pictureHeight: 2 * PHOTO.height,
      });
      expect([page.frame, problems]).toEqual(["template", []]);
      const unit = page.width / (BORDER.width - 2 * BORDER_INSET);
      const truth = inMillimetres(corners);
      for (const dot of DOTS) {
        const found = inkAround(
          page,
          (dot.x - BORDER.x - BORDER_INSET) * unit,
          (dot.y - BORDER.y - BORDER_INSET) * unit,
        );
        const back = applyHomography(page.toPicture, found);
        const real = applyHomography(truth, dot);
        expect(Math.hypot(back.x - 2 * real.x, back.y - 2 * real.y)).toBeLessThan(3);
      }
    },
  );

  it("leaves nothing of border, grid, marks and QR code", () => {
    const { page } = cleanPage(sheet);
    const unit = page.width / (BORDER.width - 2 * BORDER_INSET);
    const ink = page.ink.reduce((count, value) => count + (value > 64 ? 1 : 0), 0);
    const dots = DOTS.length * Math.PI * (1.5 * unit) ** 2;
    expect(ink / dots).toBeGreaterThan(0.8);
    expect(ink / dots).toBeLessThan(1.3);
  });

  it("finds the template in a tablet's dark mode, and reads the same as in the light one", () => {
    const dark = { ...sheet, rgb: sheet.rgb.map((value) => 255 - value) };
    const [light, turned] = [cleanPage(sheet).page, cleanPage(dark).page];
    expect(turned.frame).toBe("template");
    expect(turned.ink).toEqual(light.ink);
  });

  it("takes a picture without a template as it is", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#eee"/><path d="M40 150H360" stroke="#222" stroke-width="3"/></svg>';
    const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
    const { page, problems } = cleanPage({ width: 400, height: 300, rgb, pictureWidth: 800, pictureHeight: 600 });
    expect([page.frame, page.width, page.height, problems]).toEqual(["picture", 400, 300, []]);
    expect(applyHomography(page.toPicture, { x: 40, y: 150 })).toEqual({ x: 80, y: 300 });
    expect(page.ink[150 * 400 + 200]).toBe(255);
  });

  it("says so if there is no ink", () => {
    const rgb = new Uint8Array(300 * 200 * 3).fill(200);
    const { page, problems } = cleanPage({ width: 300, height: 200, rgb, pictureWidth: 300, pictureHeight: 200 });
    expect(problems.map(({ code }) => code)).toEqual(["no-ink"]);
    expect(page.ink.every((value) => value === 0)).toBe(true);
  });

  it("says so if nothing is drawn on the template", () => {
    const { page, problems } = cleanPage(blank);
    expect(problems.map(({ code }) => code)).toEqual(["no-ink"]);
    expect(page).toMatchObject({ frame: "template" });
    expect(page.ink.every((value) => value === 0)).toBe(true);
  });
});
