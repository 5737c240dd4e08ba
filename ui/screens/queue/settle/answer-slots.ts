import type { AnswerSlot, Queue } from "../../../../server/contract/tasks/stack.ts";
import { searchable } from "../../../format.ts";

export interface SlotChoice extends AnswerSlot {
  /** Nobody has handed in a page for it, so this page may be it. */
  readonly missing: boolean;
}

/** As many as fit below the search box without scrolling. */
export const MOST_CHOICES = 8;

/**
 * The answers that match the search text, by any part of a name or an ID and by the item's number. Answers without a
 * page come first, as an unassigned page is probably one of them. `item` is the item that the page itself names.
 *
 * @example
 * searchSlots("cruz 2", { queue, item: null }); // Ana Cruz, item 2
 */
export function searchSlots(
  text: string,
  { queue, item }: { queue: Pick<Queue, "roster" | "items" | "missing">; item: number | null },
): SlotChoice[] {
  const words = searchable(text).split(/\s+/).filter(Boolean);
  const missing = new Set(queue.missing.map(slotKey));
  const all = queue.roster.flatMap(({ student_id, name }) =>
    queue.items.map((number): SlotChoice => {
      const slot = { student_id, student_name: name, item_number: number };
      return { ...slot, missing: missing.has(slotKey(slot)) };
    }),
  );
  const fitting = all.filter((slot) => words.every((word) => fits(slot, word)));
  const rank = (slot: SlotChoice): number => {
    return (slot.missing ? 0 : 2) + (item === null || slot.item_number === item ? 0 : 1);
  };
  return fitting.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_CHOICES);
}

/** `20230001 Ana Cruz, item 2` */
export function slotText({ student_id, student_name, item_number }: AnswerSlot): string {
  return `${student_id}${student_name === "" ? "" : ` ${student_name}`}, item ${item_number}`;
}

export function slotKey({ student_id, item_number }: AnswerSlot): string {
  return `${student_id} ${item_number}`;
}

/** A single digit is an item; longer numbers are part of an ID. */
function fits({ student_id, student_name, item_number }: SlotChoice, word: string): boolean {
  if (/^\d$/.test(word)) return String(item_number) === word;
  return student_id.includes(word) || searchable(student_name).includes(word);
}
