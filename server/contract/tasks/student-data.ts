import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { atMost } from "../../../core/rules/at-most.ts";

/** What is stored about a student, as numbers, before it is exported or erased. */
export const studentDataResponse = z.object({
  student_id: z.string(),
  /** As the rosters have them; empty if none has one. */
  names: z.array(z.string()),
  /** Of the rosters that have the student, for example "CPE 101, group 1". */
  classes: z.array(z.string()),
  /** Titles of the tasks with something of the student. */
  tasks: z.array(z.string()),
  counts: z.object({
    pages: z.number(),
    grades: z.number(),
    comments: z.number(),
    /** Entries of the grade log. */
    log: z.number(),
    regrade_requests: z.number(),
    notifications: z.number(),
    extensions: z.number(),
    /** Stored files that have only pages of the student. */
    files: z.number(),
    /** Files of stacks that are written again without the student's pages. */
    rewritten_files: z.number(),
    /** Files that keep a page of the student: another student has the same page, or another instructor's class. */
    shared_files: z.number(),
    /** Files in the trash. */
    trash: z.number(),
  }),
  /** Pages of stacks of these classes that nobody has assigned: some may be the student's. */
  unknown_pages: z.number(),
  /** Changes when anything of this changes: an erasure wants the one that was seen. */
  fingerprint: z.string(),
  /** After how many days the last backup with the data has expired. */
  backup_days: z.number(),
});
export type StudentData = Frozen<z.infer<typeof studentDataResponse>>;

export const eraseStudentBody = z.object({
  /** What the caller saw, from the call that shows what is stored. */
  fingerprint: z.string().check(atMost(100)),
});
