import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeWhole } from "../files.ts";
import { jsonText } from "../views/json.ts";

/** A page of the results. */
const pageSchema = z.object({ file: z.string(), page: z.number(), sha256: z.string() });

const taskSchema = z.object({
  taskId: z.string(),
  /** Pages without an owner that were handed to the server as pages of stacks, by the name of the picture sent. */
  handed: z.record(z.string(), pageSchema),
});
export type ReviewTask = z.infer<typeof taskSchema>;

const stateSchema = z.object({
  schema_version: z.literal(1),
  account: z.object({ id: z.string(), email: z.string(), password: z.string() }),
  /** By what the task's keys and students were. */
  tasks: z.record(z.string(), taskSchema),
});

/** What `review` must know again the next time it starts with the same folder. */
export type ReviewState = z.infer<typeof stateSchema>;

function pathOf(data: string): string {
  return join(data, "review.json");
}

/** Null: nothing was reviewed here yet. */
export async function loadReviewState(data: string): Promise<ReviewState | null> {
  const text = await readFile(pathOf(data), "utf8").catch(() => null);
  return text === null ? null : stateSchema.parse(JSON.parse(text));
}

export async function saveReviewState(data: string, state: ReviewState): Promise<void> {
  await writeWhole(pathOf(data), jsonText(state), { mode: 0o600 });
}
