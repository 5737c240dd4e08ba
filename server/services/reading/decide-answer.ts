import { decidePage, type PageDecision } from "../../../core/results/decide-page.ts";
import type { PageLook } from "../../../core/verdict/evidence.ts";
import type { ItemKeys } from "../tasks/task-items.ts";
import type { Analysis } from "./page-record.ts";

interface Deciding extends ItemKeys {
  readonly certainty: number;
}

/** Decisions are made again if these many others were made since. */
const MOST_KEPT = 5000;

/** A cache: the same reading, keys and certainty give the same decision. The latest come last. */
const kept = new Map<string, PageDecision>();

/** What was decided about a page before; undefined if nothing was, or it is forgotten. */
export function keptDecision(analysis: Analysis, rules: Deciding): PageDecision | undefined {
  return kept.get(nameOf(analysis, rules));
}

/** Whether the machine grades a page, kept for the next time: the queue asks for all pages again and again. */
export function decideAnswer(
  analysis: Analysis,
  { looks, ...rules }: Deciding & { readonly looks: readonly PageLook[] },
): PageDecision {
  const name = nameOf(analysis, rules);
  const decision = kept.get(name) ?? decide({ ...analysis, looks }, rules);
  kept.delete(name);
  kept.set(name, decision);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return decision;
}

/** A reading that a person chose is no guess of the machine: nothing about its points is in doubt. */
function decide(read: Analysis & { readonly looks: readonly PageLook[] }, rules: Deciding): PageDecision {
  const decision = decidePage(read, rules);
  return read.chosen === null ? decision : { ...decision, confidence: null, needed: null, doubts: [], asked: null };
}

function nameOf({ id, revision, updatedAt, state, problems }: Analysis, { keys, rubric, certainty }: Deciding): string {
  return JSON.stringify([id, revision, updatedAt, state, problems, keys, rubric, certainty]);
}
