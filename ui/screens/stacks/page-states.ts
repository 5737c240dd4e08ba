import type { Stack, StackPage, StackPageState } from "../../../server/contract/tasks/stack.ts";
import { ofSome } from "../../format.ts";

export const STATE_WORDS: Readonly<Record<StackPageState, string>> = {
  placed: "placed",
  queued: "in the queue",
  waiting: "waiting",
  rejected: "taken out",
  removed: "removed",
};

/** The counts that are not 0: `114 placed · 6 in the queue`. They add up to the stack's pages. */
export function countsText(stack: Stack): string {
  const states = Object.keys(STATE_WORDS) as StackPageState[];
  return ofSome(states.map((state) => [stack[state], `${stack[state]} ${STATE_WORDS[state]}`])).join(" · ");
}

/** A page's label for its tile: `Page 12: 20230001, item 2, placed, graded`. */
export function tileText(page: StackPage): string {
  const owner = page.student_id === null ? [] : [`${page.student_id} ${page.student_name}`.trim()];
  const item = page.item_number === null ? [] : [`item ${page.item_number}`];
  const reading = page.graded ? ["graded"] : page.analysis === "done" ? ["read"] : [];
  return `Page ${page.position}: ${[...owner, ...item, STATE_WORDS[page.state], ...reading].join(", ")}`;
}
