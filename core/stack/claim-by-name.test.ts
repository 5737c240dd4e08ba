import { expect, it } from "vitest";
import { claimByName } from "./claim-by-name.ts";
import type { PageClaim } from "./claim-page.ts";

const rules = { items: [{ item: 1 }, { item: 2 }], enrolled: (id: string) => id !== "20239999" };
const named = { studentId: "20230001", item: 1 };
const claim = (studentId: string | null, item: number | null, ...codes: string[]): PageClaim => {
  return { studentId, item, reasons: codes.map((code) => ({ code, message: "" })) };
};

it.each<[string, PageClaim, typeof named | null, (string | number | null)[]]>([
  ["a code and no name", claim("20230001", 2), null, ["20230001", 2]],
  ["a code and the same name", claim("20230001", 1), named, ["20230001", 1]],
  ["another student's code", claim("20230002", 1), named, [null, 1, "student-conflict"]],
  ["another item's code", claim("20230001", 2), named, ["20230001", null, "item-conflict"]],
  ["only a name", claim(null, null, "unreadable-qr"), named, ["20230001", 1]],
  ["a sheet for anybody", claim(null, 1, "no-student"), named, ["20230001", 1]],
  [
    "a sheet for anybody, of another item",
    claim(null, 2, "no-student"),
    named,
    [null, null, "no-student", "item-conflict"],
  ],
  ["another task's sheet", claim(null, null, "other-task"), named, [null, null, "other-task"]],
  ["a forged code", claim(null, null, "forged-qr"), named, [null, null, "forged-qr"]],
  ["sheets of several students", claim(null, null, "several-students"), named, [null, null, "several-students"]],
  [
    "a stranger's name",
    claim(null, null, "unreadable-qr"),
    { studentId: "20239999", item: 1 },
    ["20239999", 1, "not-enrolled"],
  ],
  [
    "an unknown item",
    claim(null, null, "unreadable-qr"),
    { studentId: "20230001", item: 9 },
    ["20230001", 9, "item-unknown"],
  ],
])("%s", (_, coded, name, [studentId, item, ...codes]) => {
  const found = claimByName(coded, name, rules);
  expect([found.studentId, found.item, found.reasons.map(({ code }) => code)]).toEqual([studentId, item, codes]);
});
