import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { pagePlaceSchema, thresholdSchema, turnSchema } from "../../../core/corrections/correction-schemas.ts";
import { saidPageSchema, saidSchema } from "../../../core/page-record/said-record.ts";
import type { Statement } from "../../../core/page-record/statement.ts";
import { TOKEN_SCOPES } from "../../../core/rules/accounts/access-token.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { CERTAINTY } from "../../../core/rules/certainty.ts";
import { freeText } from "../../../core/rules/free-text.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { itemNamesSchema } from "../../../core/rules/tasks/item-names-schema.ts";
import { questionSchema } from "../../../core/rules/tasks/question-schema.ts";
import { rubricSchema } from "../../../core/rules/tasks/rubric-schema.ts";
import { TASK_TYPE_VALUES } from "../../../core/rules/tasks/task-types.ts";
import { idSchema, timeSchema } from "../common.ts";
import { batchSchema } from "../results/answers.ts";
import { hashSchema, manifestSchema } from "../results/manifest.ts";

/**
 * The form in which the command and a server exchange pages, in a header of each call with an access token and of its
 * response. Each refuses another form than its own: fields that the other side does not know would be lost.
 */
export const EXCHANGE_FORM = { header: "circuitgrade-exchange", form: "3" } as const;

/** What was said of a page, as it is stored: see `Statement`. */
const webSaidSchema = pagePlaceSchema.extend({
  file_id: idSchema,
  student_id: z.string(),
  item: z.number(),
  threshold: thresholdSchema,
  statements: z.array(
    z.object({
      number: z.number(),
      at: timeSchema,
      /** It came with pushed results. */
      pushed: z.boolean(),
      statement: z.looseObject({ kind: z.string() }) as unknown as z.ZodType<Statement>,
    }),
  ),
});
export type WebSaid = Frozen<z.infer<typeof webSaidSchema>>;

/** Milliseconds since 1970: only pages of which something was said since then. */
export const saidQuery = z.object({ since: z.coerce.number().int().min(0).optional() });

export const saidResponse = z.object({
  said: z.array(webSaidSchema),
  /** With this `since` the next call misses nothing; what it has again is the same. */
  since: z.number(),
});

/** Everything that grading a task elsewhere needs: `task` is a `task.json`. */
export const pullTaskResponse = z.object({
  task: z.object({
    schema_version: z.literal(1),
    id: idSchema,
    title: z.string(),
    type: z.enum(TASK_TYPE_VALUES),
    /** Signs and checks this task's templates; only for tokens that may write grades. */
    template_key: z.string().optional(),
    terminals: z.boolean().optional(),
    items: z.array(
      z.object({
        item: z.number(),
        keys: z.array(z.object({ expression: z.string(), minterms: z.string().optional(), grade: z.number() })),
        rubric: rubricSchema.optional(),
        names: itemNamesSchema.optional(),
        /** Its picture is a data URL. */
        question: questionSchema.optional(),
      }),
    ),
  }),
  class_name: z.string(),
  due_date: timeSchema,
  key_version: hashSchema,
  roster: z.array(z.object({ student_id: z.string(), name: z.string() })),
  /** What people said in the web of the readings of pages that count, with what was taken back. */
  said: z.array(saidPageSchema),
  /** The token that was used. */
  token: z.object({ name: z.string(), scope: z.enum(TOKEN_SCOPES) }),
});
export type PulledTask = Frozen<z.infer<typeof pullTaskResponse>>;

/** How many pages a push may have, and the maximum size of their list in bytes. */
export const PUSH = { pages: 5000, bytes: 8 * 1024 * 1024 } as const;

/** A page of a file, with its student and item. */
export const sentPageSchema = z.object({
  student_id: z.string().check(atMost(50)),
  item: z.number().int().min(1).max(9999),
  /** In the file, from 1. */
  page: z.number().int().min(1).max(5000),
  turn: turnSchema,
});
export type SentPage = Frozen<z.infer<typeof sentPageSchema>>;

export const sentPagesSchema = z.array(sentPageSchema).min(1).max(PUSH.pages);

const reasonSchema = z.object({ code: z.string(), message: z.string() });

/**
 * The multipart fields are `pages`, a JSON list that describes the file's pages, `overwrite` ("1": pages that the web
 * has for the same answers become history), then one `files` part.
 */
export const sendPagesResponse = z.object({
  pages: z.array(
    sentPageSchema.extend({
      outcome: z.enum(["taken", "known", "refused"]),
      /** Why it was refused. */
      reason: reasonSchema.nullable(),
    }),
  ),
});
export type PagesSent = Frozen<z.infer<typeof sendPagesResponse>>;

const pushedPageSchema = sentPageSchema.extend({
  sha256: hashSchema,
  /** Null: the page waits for a person. */
  grade: z.number().int().min(0).max(1_000_000).nullable(),
  comment: freeText(TEXT_LENGTHS.comment).nullable(),
  /**
   * `machine`: the proposal was accepted. `group`: a person has decided, for this page or for all that compute the
   * same function: no proposal of another machine replaces it.
   */
  graded_by: z.enum(["machine", "group"]),
  /**
   * What people said of the page's reading, with what was pulled: the server adds what it does not have. Null: nothing,
   * and what the web has stays.
   */
  said: saidSchema.nullable().default(null),
});
export type PushedPage = Frozen<z.infer<typeof pushedPageSchema>>;

export const pushGradesBody = z
  .object({
    manifest: manifestSchema,
    /** Replace grades that a person has given in the web or decided elsewhere, and pages that came there later. */
    overwrite: z.boolean().default(false),
    /** Return what would change, without changing anything. */
    preview: z.boolean(),
    pages: z.array(pushedPageSchema).max(PUSH.pages),
  })
  .refine(({ pages }) => new Set(pages.map((page) => `${page.student_id} ${page.item}`)).size === pages.length, {
    message: "An answer has one page.",
  });

/**
 * `give`: a first grade. `replace`: a different one. `same`: nothing to do. `none`: the page waits for a person.
 * `conflict`: the web has a different one, and keeps it. `refused`: it cannot be taken.
 */
const PUSH_CHANGES = ["give", "replace", "same", "none", "conflict", "refused"] as const;

const pushOutcomeSchema = z.object({
  student_id: z.string(),
  item: z.number(),
  /** `new`: the web has no page of this answer. `other`: it has another one. */
  page: z.enum(["known", "new", "other"]),
  change: z.enum(PUSH_CHANGES),
  /** What the web has. */
  previous_grade: z.number().nullable(),
  grade: z.number().nullable(),
  /** The page takes the corrections of the push. */
  corrected: z.boolean().default(false),
  /** The page takes the chosen reading of the push. */
  chosen: z.boolean().default(false),
  /** For a conflict or a refusal. */
  reason: reasonSchema.nullable(),
});
export type PushOutcome = Frozen<z.infer<typeof pushOutcomeSchema>>;

export const pushGradesResponse = z.object({
  /** In the order of the request. */
  pages: z.array(pushOutcomeSchema),
  /** Grades that changed, which can be undone in one step in the web; null for a preview, or if nothing changed. */
  batch: batchSchema.nullable(),
});
export type GradesPushed = Frozen<z.infer<typeof pushGradesResponse>>;

/** Settings of the verdicts. */
export const taskResultsQuery = z.object({
  /** Percent: how sure the machine must be; the task's own setting if it is left out. */
  certainty: z.coerce.number().min(CERTAINTY.min).max(CERTAINTY.max).optional(),
});
