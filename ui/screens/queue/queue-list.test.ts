import { expect, it } from "vitest";
import type { QueueEntry } from "../../../server/contract/stack.ts";
import { countReasons, entryKey, nextEntry, ownerText } from "./queue-list.ts";

function entry(id: string, label: string): QueueEntry {
  return {
    kind: "page",
    id,
    place: "stack.pdf, page 1",
    picture_url: "",
    corner_url: null,
    student_id: null,
    student_name: "",
    item_number: null,
    code: "x",
    label,
    reasons: [],
    confidence: null,
    width: 0,
    height: 0,
    outputs: [],
    reading_grade: null,
    maximum_grade: null,
    rival: null,
  };
}

const entries = [entry("a", "Forged QR code"), entry("b", "Open input"), entry("c", "Open input")];

it("counts the reasons in the entries' order", () => {
  expect(countReasons(entries)).toEqual([
    { label: "Forged QR code", count: 1 },
    { label: "Open input", count: 2 },
  ]);
});

it("goes on to the next entry, from the last one back, and from the only one nowhere", () => {
  expect(nextEntry(entries, "page a")?.id).toBe("b");
  expect(nextEntry(entries, "page c")?.id).toBe("b");
  expect(nextEntry(entries.slice(0, 1), "page a")).toBeNull();
  expect(entryKey(entries[0]!)).toBe("page a");
});

it("says whose a page is", () => {
  expect(ownerText({ student_id: null, item_number: null })).toBe("Whose? · no item");
  expect(ownerText({ student_id: "20230001", item_number: 2 })).toBe("20230001 · Item 2");
});
