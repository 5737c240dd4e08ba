import { expect, test } from "vitest";
import { page, XOR } from "../testdata/read-pages.ts";
import { packPage } from "./lazy-page.ts";

const { result } = page("a.png", XOR);
const corrected = { ...result, corrected: { threshold: "auto" as const, statements: [], machine: result.reading! } };

test("a packed page is the same page, also as a copy and beside others", () => {
  const [plain, other, failed] = [result, corrected, page("b.png", XOR, { failed: true }).result].map((each) =>
    packPage(each as typeof result),
  );
  expect([plain, other, failed]).toEqual([result, corrected, page("b.png", XOR, { failed: true }).result]);
  expect({ ...other! }).toEqual(corrected);
  expect(Object.keys(plain!)).not.toContain("corrected");
});

test("a packed page does not hold its reading", () => {
  const packed = packPage(result);
  expect(Object.getOwnPropertyDescriptor(packed, "reading")?.value).toBeUndefined();
  expect(packed.reading).not.toBe(result.reading);
});
