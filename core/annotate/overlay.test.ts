import sharp from "sharp";
import { expect, test } from "vitest";
import { points } from "../testdata/lines.ts";
import { netColour, PREDICTION_COLOURS } from "./colours.ts";
import { type Overlaid, overlaySvg } from "./overlay.ts";
import { annotatedPng, pageThumbnail } from "./page-picture.ts";

const reading: Overlaid = {
  width: 200,
  height: 100,
  gates: [{ class_name: "NAND", x: 50, y: 40, width: 40, height: 30, confidence: 0.98, inputs: 2 }],
  problems: [{ code: "open-input", message: "…", box: { x: 120, y: 50, width: 20, height: 20 } }],
  netlist: {
    nets: 1,
    gates: [],
    inputs: [{ name: "<A&B>", net: 0, box: { x: 10, y: 40, width: 10, height: 10 } }],
    outputs: [],
  },
  wires: [
    {
      net: 0,
      lines: [points("20,45 50,45")],
    },
  ],
};

test("the overlay uses the picture's pixels and escapes names", () => {
  const svg = overlaySvg(reading);
  expect(svg).toContain('viewBox="0 0 200 100"');
  expect(svg).toContain(`<rect x="50" y="40" width="40" height="30" stroke="${PREDICTION_COLOURS.NAND}"`);
  expect(svg).toContain('<polyline points="20,45 50,45"');
  expect(svg).toContain("&lt;A&amp;B&gt;");
  expect(svg).toContain("NAND 98 %");
});

test("messages about problems at one place are stacked", () => {
  const svg = overlaySvg({ ...reading, problems: [...reading.problems, ...reading.problems] });
  const heights = [...svg.matchAll(/y="([\d.]+)"[^>]*>! \d Open input/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(2);
  expect(heights[1]).toBeGreaterThan(heights[0] ?? 0);
});

test("the annotated page has the image's size, with colour at the gate's box", async () => {
  const image = { width: 100, height: 50, rgb: new Uint8Array(15000).fill(255), pictureWidth: 200, pictureHeight: 100 };
  const { data, info } = await sharp(await annotatedPng(image, reading))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([100, 50]);
  const pixel = (x: number, y: number): number[] => [...data.subarray((y * 100 + x) * 3, (y * 100 + x) * 3 + 3)];
  // The box's left edge is at x = 50 of the picture: 25 of the image.
  expect(pixel(25, 30)).not.toEqual([255, 255, 255]);
  expect(pixel(90, 10)).toEqual([255, 255, 255]);
});

test("a thumbnail keeps the proportions and never grows", async () => {
  const image = { width: 40, height: 20, rgb: new Uint8Array(2400), pictureWidth: 40, pictureHeight: 20 };
  const small = await sharp(await pageThumbnail(image, 10)).metadata();
  expect([small.format, small.width, small.height]).toEqual(["jpeg", 10, 5]);
  expect((await sharp(await pageThumbnail(image, 1000)).metadata()).width).toBe(40);
});

test("nets keep their colours, and neighbouring numbers differ", () => {
  expect(netColour(3)).toBe(netColour(3));
  expect(netColour(3)).not.toBe(netColour(4));
});
