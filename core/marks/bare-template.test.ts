import { expect, it } from "vitest";
import type { CleanPage } from "../page/clean-page.ts";
import { isBareTemplate, withoutInk } from "./bare-template.ts";
import type { GateMark } from "./marks.ts";

const WIDTH = 200;

/** The template's page with a mark of this size. */
function pageWith(wide: number, high: number, frame: CleanPage["frame"] = "template") {
  const ink = new Uint8Array(WIDTH * WIDTH);
  for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) ink[(20 + y) * WIDTH + 20 + x] = 200;
  const toPicture = { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] } as const;
  const page: CleanPage = { width: WIDTH, height: WIDTH, ink, toPicture, frame };
  return { page, marks: { gates: [] as GateMark[], doubtful: [], points: [], texts: [], mask: ink } };
}

it("what is left of the template's squares is nothing drawn; a gate with its wires, and a wire, are", () => {
  expect(isBareTemplate(pageWith(0, 0))).toBe(true);
  expect(isBareTemplate(pageWith(2, 68))).toBe(true);
  expect(isBareTemplate(pageWith(33, 33))).toBe(true);
  expect(isBareTemplate(pageWith(40, 40))).toBe(false);
  expect(isBareTemplate(pageWith(150, 2))).toBe(false);
});

it("a page with a gate, and one that is not the template's, is never bare", () => {
  const { page, marks } = pageWith(33, 33);
  expect(isBareTemplate({ page, marks: { ...marks, gates: [{} as GateMark] } })).toBe(false);
  expect(isBareTemplate(pageWith(33, 33, "picture"))).toBe(false);
});

it("a page without its ink is as large and has nothing on it", () => {
  const { page, marks } = withoutInk(pageWith(33, 33));
  expect([page.width, page.height, page.ink.some(Boolean), marks.mask.length]).toEqual([200, 200, false, 40_000]);
});
