import type { PageLook } from "../../core/verdict/evidence.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import { analyses, readings } from "../db/schema.ts";
import type { StoredReading } from "../db/tables/pages.ts";

interface MadeReading {
  readonly submissionId: string;
  readonly reading: StoredReading;
  readonly looks?: readonly PageLook[];
  /** Other columns of the analysis. */
  readonly parts?: Partial<typeof analyses.$inferInsert>;
}

/** Stores what the machine read of a page, as if it had; returns the ID of its analysis. */
export async function insertReading(
  context: AppContext,
  { submissionId, reading, looks = [], parts }: MadeReading,
): Promise<string> {
  const { result, ...shown } = reading;
  const id = newId();
  const own = { id, submissionId, state: "done" as const, basis: "made", reading: "made", updatedAt: 0 };
  const row = { submissionId, key: "made", readAt: 0, corrections: [], reading, looks };
  const lastObject = shown.predictions.length;
  await context.db.write((query) =>
    query.batch([
      query.insert(analyses).values({ ...own, ...result, ...shown, lastObject, ...parts }),
      query.insert(readings).values(row),
    ]),
  );
  return id;
}
