import { and, eq } from "drizzle-orm";
import { decidePage, type PageDecision } from "../../../core/results/decide-page.ts";
import { chosenReading } from "../../../core/verdict/chosen-reading.ts";
import type { PageLook } from "../../../core/verdict/evidence.ts";
import { nextTurn } from "../../adapters/next-turn.ts";
import type { AppContext } from "../../context.ts";
import { readings } from "../../db/schema.ts";
import type { ItemKeys } from "../tasks/task-items.ts";
import type { Analysis } from "./page-record.ts";

interface Deciding extends Pick<ItemKeys, "keys" | "rubric"> {
  readonly certainty: number;
}

/**
 * A decision is made again if this many others were made since. The queue asks for a task's pages in their order: if they
 * are more than this, none is still there when it is opened again. Each takes some 5 KB, all of them 100 MB.
 */
const MOST_KEPT = 20_000;

/** A cache: the same reading, keys and certainty give the same decision. The latest come last. */
const kept = new Map<string, PageDecision>();

/** Whether the machine grades a page, kept for the next time: the queue asks for all pages again and again. */
export async function decideAnswer(
  { db }: Pick<AppContext, "db">,
  analysis: Analysis,
  { keys, rubric, certainty }: Deciding,
): Promise<PageDecision> {
  const { id, revision, updatedAt, state, problems } = analysis;
  const name = JSON.stringify([id, revision, updatedAt, state, problems, keys, rubric, certainty]);
  let decision = kept.get(name);
  if (decision === undefined) {
    // Deciding takes some milliseconds, and a database in a file answers at once: other requests come in between here.
    await nextTurn();
    decision = decide({ ...analysis, looks: await loadLooks({ db }, analysis) }, { keys, rubric, certainty });
  }
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

/** What else the page of an analysis may show; nothing else once a person has chosen how to read it. */
export async function loadLooks(
  { db }: Pick<AppContext, "db">,
  { submissionId, reading, netlist, chosen }: Analysis,
): Promise<readonly PageLook[]> {
  if (chosen !== null) return chosenReading(netlist!).looks;
  if (reading === null) return [];
  const isIt = and(eq(readings.submissionId, submissionId), eq(readings.key, reading));
  const [row] = await db.query.select({ looks: readings.looks }).from(readings).where(isIt);
  return row?.looks ?? [];
}
