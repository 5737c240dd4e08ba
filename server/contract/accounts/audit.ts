import { z } from "zod";
import { AUDIT_KINDS, type AuditKind } from "../../../core/rules/accounts/audit-kinds.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { timeSchema } from "../common.ts";

const kindSchema = z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]);

/** What an administrator looks for; a field that is left out does not narrow the search. */
export const auditQuery = z.object({
  kind: kindSchema.optional(),
  /** Who did it, or whose account it is about: an address, or `command`. */
  person: z.string().check(atMost(500)).optional(),
  /** From 1. */
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

/** Something that somebody did or tried; nothing of students and their work. */
export const auditEntrySchema = z.object({
  at: timeSchema,
  kind: kindSchema,
  /** In words: "Deleted a task". */
  what: z.string(),
  /** False if it was refused or failed. */
  done: z.boolean(),
  /** `done`, or the code of the refusal: "login-failed". */
  outcome: z.string(),
  /** The address of the account that did it, or `command`; null for somebody who was not signed in. */
  person: z.string().nullable(),
  /** The account's address, or the thing's kind and id. */
  about: z.string().nullable(),
  address: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditResponse = z.object({
  /** Newest first. */
  entries: z.array(auditEntrySchema),
  page: z.number(),
  pages: z.number(),
  /** Everybody whom the log names. */
  people: z.array(z.string()),
  /** For how long entries are kept. */
  days: z.number(),
});
