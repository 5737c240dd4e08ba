import { expect, test } from "vitest";
import { expectedPages, sampleImage } from "../testdata/sample-pages.ts";
import { readQr } from "./read-qr.ts";
import { withoutQr } from "./without-qr.ts";

test("the code is gone, and the rest of the page is unchanged", async () => {
  const page = expectedPages().find(({ paper }) => paper === "template-photo")!;
  const image = await sampleImage(page);
  const qr = (await readQr(image))!;
  const blank = withoutQr(image, qr);
  expect(await readQr(blank)).toBeNull();
  const changed = blank.rgb.reduce((sum, value, at) => sum + (value === image.rgb[at] ? 0 : 1), 0) / blank.rgb.length;
  expect(changed).toBeGreaterThan(0.005);
  expect(changed).toBeLessThan(0.06);
});

test("the paint is the colour of the paper", () => {
  const rgb = new Uint8Array(40 * 40 * 3).fill(200);
  for (let y = 12; y < 28; y++) rgb.fill(0, (y * 40 + 12) * 3, (y * 40 + 28) * 3);
  const image = { width: 40, height: 40, rgb, pictureWidth: 80, pictureHeight: 80 };
  const corners = [
    { x: 22, y: 22 },
    { x: 58, y: 22 },
    { x: 58, y: 58 },
    { x: 22, y: 58 },
  ] as const;
  expect(new Set(withoutQr(image, { text: "", corners }).rgb)).toEqual(new Set([200]));
});
