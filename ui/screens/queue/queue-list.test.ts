import { expect, it } from "vitest";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { entryInView, entryKey, nextEntry, ownerText, queueSections } from "./queue-list.ts";

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
    received_at: null,
    confidence: null,
    question: null,
    width: 0,
    height: 0,
    drawing: null,
    outputs: [],
    reading_grade: null,
    maximum_grade: null,
    rival: null,
  };
}

const entries = [entry("a", "Forged QR code"), entry("b", "Open input"), entry("c", "Open input")];

it("puts entries into sections by what a person must decide, in their order", () => {
  const question = { text: "Does it cross?", choices: [] };
  const mixed: QueueEntry[] = [
    { ...entry("a", "Forged QR code"), kind: "page" },
    { ...entry("b", "Open input"), kind: "file" },
    { ...entry("c", "Doubtful reading"), kind: "file", question },
    { ...entry("d", "Handed in again"), kind: "choice" },
    { ...entry("e", "Not read"), kind: "file", code: "reader-failed" },
    { ...entry("f", "No QR code"), kind: "page" },
  ];
  expect(queueSections(mixed).map(({ label, entries: own }) => [label, own.map(({ id }) => id).join("")])).toEqual([
    ["Questions", "c"],
    ["Handed in again", "d"],
    ["Whose page?", "af"],
    ["Unreadable", "e"],
    ["To look at", "b"],
  ]);
});

it("moves to the next entry, from the last one back, and from the only one nowhere", () => {
  const next = (key: string, now = entries, settled: readonly string[] = []) =>
    nextEntry(now, key, { before: entries, settled: new Set(settled) })?.id;
  expect(next("page a")).toBe("b");
  expect(next("page c")).toBe("b");
  expect(nextEntry(entries.slice(0, 1), "page a", { before: entries.slice(0, 1), settled: new Set() })).toBeNull();
  expect(entryKey(entries[0]!)).toBe("page a");
  // The update may arrive before the response: then the entry has left the queue, and others may have, too.
  expect(next("page b", [entries[0]!, entries[2]!])).toBe("c");
  expect(next("page b", [entries[0]!])).toBe("a");
  // What was just settled is listed until the update arrives.
  expect(next("page c", entries, ["page b"])).toBe("a");
});

it("says whose a page is", () => {
  expect(ownerText({ student_id: null, item_number: null })).toBe("Student unknown · item unknown");
  expect(ownerText({ student_id: "20230001", item_number: 2 })).toBe("20230001 · Item 2");
});

it("keeps showing an entry that left the queue, unless it was settled here", () => {
  const [a, b] = [entries[0]!, entries[1]!];
  const none: ReadonlySet<string> = new Set();
  const settled = new Set(["page a"]);
  const look = (chosen: QueueEntry | null, here = none) =>
    entryInView({ entries: entries.slice(1) }, { chosen, settled: here, first: b })?.id;
  expect(look(null)).toBe("b");
  expect(look(entries[2]!)).toBe("c");
  expect(look(a)).toBe("a");
  expect(look(a, settled)).toBe("b");
  expect(entryInView({ entries: [] }, { chosen: a, settled: none, first: null })).toBe(a);
  expect(entryInView({ entries: [] }, { chosen: a, settled, first: null })).toBeNull();
});
