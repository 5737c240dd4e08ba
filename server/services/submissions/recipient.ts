import type { tasks } from "../../db/schema.ts";

/** The task that an upload is for, and who hands in. */
export interface Recipient {
  readonly task: typeof tasks.$inferSelect;
  readonly items: ReadonlySet<number>;
  readonly uploadedBy: "student" | "instructor";
  /** Where the upload comes from. */
  readonly address: string;
}
