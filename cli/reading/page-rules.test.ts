import { expect, test } from "vitest";
import { formatQrText } from "../../core/template/qr-text.ts";
import { page, task, XOR } from "../testdata/read-pages.ts";
import { isReadFor } from "./page-rules.ts";

const code = (item: number) => formatQrText({ taskId: "t1", item }, { origin: "https://x.example", secret: "s" });

/** Whether a page that shows an XOR, which item 1 asks for, and was looked at once needs no other look. */
function isEnough(named: number | null, items: readonly number[] = []): boolean {
  const { result } = page("12345678_quiz[1].png", XOR, items.length === 1 ? { qr: code(items[0]!) } : {});
  const codes = items.length > 1 ? { codes: items.map(code) } : {};
  return isReadFor({ items: task.items, named }, { ...result, ...codes, awaitsLooks: true });
}

test("one look is enough for full marks by the item of the page's code, else of the file's name", () => {
  expect([isEnough(1), isEnough(2), isEnough(null), isEnough(3)]).toEqual([true, false, false, false]);
  expect([isEnough(2, [1]), isEnough(1, [2])]).toEqual([true, false]);
  expect([isEnough(1, [1, 1]), isEnough(1, [1, 2])]).toEqual([true, false]);
});

test("a page that a person has said something about needs all looks", () => {
  const { result } = page("12345678_quiz[1].png", XOR);
  expect(isReadFor(undefined, { ...result, awaitsLooks: true })).toBe(false);
  expect(isReadFor(undefined, result)).toBe(true);
});
