import { expect, it } from "vitest";
import { decodePages } from "../scan/decode-pages.ts";
import type { PageImage } from "../scan/page-image.ts";
import { readQr } from "../scan/read-qr.ts";
import { type Quarters, turnImage } from "../scan/turn-image.ts";
import { formatQrText } from "../template/qr-text.ts";
import { renderTemplate } from "../template/template-pdf.ts";
import { cutCorner, findPageCorner } from "./page-corner.ts";

const student = { studentId: "20230007", name: "Gia Ramos" };
const qrText = formatQrText(
  { taskId: "t1", item: 1, studentId: student.studentId },
  { origin: "https://x.example", secret: "s" },
);

async function templatePage(): Promise<PageImage> {
  const pdf = await renderTemplate({ title: "Half adder", className: null, items: [{ item: 1, qrText, student }] });
  const file = await decodePages(pdf);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) return page.image;
  throw new Error("The template has no page");
}

it("cuts out the upright header of a page in any orientation", async () => {
  const page = await templatePage();
  for (const quarters of [0, 1, 2, 3] as const) {
    const lying = turnImage(page, quarters);
    const found = findPageCorner(lying);
    expect(found.turn).toBe(((4 - quarters) % 4) as Quarters);
    const corner = cutCorner(lying, found);
    // The header contains the code, and little else of the page.
    const qr = await readQr(corner);
    expect(qr?.text).toBe(qrText);
    expect(qr!.corners[0].x).toBeGreaterThan(corner.width * 0.75);
    expect(qr!.corners[0].x).toBeLessThan(qr!.corners[1].x);
    expect(corner.height).toBeLessThan(page.height * 0.28);
  }
});

it("returns the whole page if there is no template", () => {
  const blank = { width: 300, height: 200, rgb: new Uint8Array(300 * 200 * 3).fill(250) };
  const image: PageImage = { ...blank, pictureWidth: 300, pictureHeight: 200 };
  const found = findPageCorner(image);
  expect(found).toEqual({ turn: 0, box: { x: 0, y: 0, width: 300, height: 200 } });
  expect(cutCorner(image, found).rgb).toEqual(image.rgb);
});
