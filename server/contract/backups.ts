import { z } from "zod";
import { timeSchema } from "./common.ts";

/** The scheduled backups, for administrators. */
export const backupsResponse = z.object({
  /** Null if there are none: BACKUP_DIR is not set. */
  schedule: z
    .object({
      folder: z.string(),
      /** `03:00`, in the server's time zone. */
      time: z.string(),
      keep: z.number(),
      days: z.number(),
      encrypted: z.boolean(),
    })
    .nullable(),
  running: z.boolean(),
  newest: z.object({ name: z.string(), at: timeSchema, bytes: z.number() }).nullable(),
  /** How many files the newest lacks, because they are missing or damaged on the server; 0 if that is not known. */
  lost_files: z.number(),
  /** Why the last attempt failed; it is made again within an hour. */
  failure: z.object({ at: timeSchema, message: z.string() }).nullable(),
});
export type Backups = z.infer<typeof backupsResponse>;
