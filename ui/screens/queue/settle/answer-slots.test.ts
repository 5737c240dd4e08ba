import { expect, it } from "vitest";
import { MOST_CHOICES, searchSlots, slotText } from "./answer-slots.ts";

const roster = [
  { student_id: "20230001", name: "Ana Cruz" },
  { student_id: "20230002", name: "Ben Santos" },
  { student_id: "20230013", name: "Crúz Lim" },
];
const missing = [{ student_id: "20230002", student_name: "Ben Santos", item_number: 2 }];
const queue = { roster, items: [1, 2], missing };

function found(text: string, item: number | null = null): string[] {
  return searchSlots(text, { queue, item }).map(slotText);
}

it("lists answers without a page first, then those of the page's item", () => {
  expect(found("")[0]).toBe("20230002 Ben Santos, item 2");
  expect(found("", 1).slice(0, 3)).toEqual([
    "20230002 Ben Santos, item 2",
    "20230001 Ana Cruz, item 1",
    "20230002 Ben Santos, item 1",
  ]);
});

it("finds by parts of names and IDs, and by the item", () => {
  expect(found("ana")).toEqual(["20230001 Ana Cruz, item 1", "20230001 Ana Cruz, item 2"]);
  expect(found("cruz 2")).toEqual(["20230001 Ana Cruz, item 2", "20230013 Crúz Lim, item 2"]);
  expect(found("0013")).toEqual(["20230013 Crúz Lim, item 1", "20230013 Crúz Lim, item 2"]);
  expect(found("nobody")).toEqual([]);
});

it("marks those without a page, and shows no more than fit", () => {
  expect(searchSlots("ben", { queue, item: null }).map((slot) => slot.missing)).toEqual([true, false]);
  const many = Array.from({ length: 60 }, (_, index) => ({ student_id: String(20230000 + index), name: "" }));
  const choices = searchSlots("", { queue: { ...queue, roster: many }, item: null });
  expect(choices).toHaveLength(MOST_CHOICES);
  expect(slotText(choices[0]!)).toBe("20230002, item 2");
});
