import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { boxSchema } from "../../../core/corrections/correction-schemas.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { freeText } from "../../../core/rules/free-text.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { idSchema, problemSchema, timeSchema } from "../common.ts";
import { pageCertaintyFields, questionSchema } from "./question.ts";

const bitSchema = z.union([z.literal(0), z.literal(1)]);

/** Identifies a function or a structure among the answers to an item. */
const groupIdSchema = z.string().regex(/^g[0-9a-f]{12}$/, "This is not an answer group.");

const itemSchema = z.coerce.number().int().min(1).max(1000);

/** A page of an answer group. */
const answerSchema = z.object({
  file_id: idSchema,
  student_id: z.string(),
  graded: z.boolean(),
  total_grade: z.number().nullable(),
  comment: z.string().nullable(),
  /** Null if a person must look. */
  proposed_grade: z.number().nullable(),
  /** 0 … 1: how likely its points are right; null if it cannot be compared with the keys. */
  confidence: z.number().nullable(),
});
export type GroupedAnswer = Frozen<z.infer<typeof answerSchema>>;

/** Pages with isomorphic circuits. */
const structureSchema = z.object({
  id: groupIdSchema,
  /** The group's points, unless the item's rubric looks at gates or extra outputs. */
  points: z.number().nullable(),
  answers: z.array(answerSchema),
});

/** Pages of an item that compute the same function. */
export const answerGroupSchema = z.object({
  /** Names it among the groups of its item. */
  id: groupIdSchema,
  item: z.number(),
  verdict: z.enum(["right", "wrong", "not-comparable"]),
  /** The points by the keys and the rubric for its largest structure; null if it cannot be compared. */
  points: z.number().nullable(),
  maximum: z.number(),
  size: z.number(),
  graded: z.number(),
  /** One row per key: the key, and what the group's first page has drawn for it. */
  rows: z.array(
    z.object({
      output: z.string(),
      expression: z.string(),
      drawn: z.string().nullable(),
      matches: z.boolean(),
      first_difference: z
        .object({
          assignment: z.array(z.object({ name: z.string(), value: bitSchema })),
          expected: bitSchema,
          got: bitSchema,
        })
        .nullable(),
    }),
  ),
  /** Why the tables cannot be compared. */
  reasons: z.array(problemSchema),
  /** Largest first. */
  structures: z.array(structureSchema),
});
export type AnswerGroupView = Frozen<z.infer<typeof answerGroupSchema>>;

/** Grades that were given in one step, and can be undone in one step. */
export const batchSchema = z.object({
  id: idSchema,
  /** What was done: "Group of 14 pages, item 1". */
  label: z.string(),
  files: z.number(),
  created_at: timeSchema,
});
export type GradeBatch = Frozen<z.infer<typeof batchSchema>>;

/** `released`: pages whose results students see, and that an undo leaves without a grade: it hides them again. */
const lastBatchSchema = batchSchema.extend({ released: z.number() });
export type LastBatch = Frozen<z.infer<typeof lastBatchSchema>>;

/** Without `item`: the groups of all items. */
export const answerGroupsQuery = z.object({ item: itemSchema.optional() });

export const answerGroupsResponse = z.object({
  /** Item by item: wrong answers first, then those that cannot be compared, then the correct ones; largest first. */
  groups: z.array(answerGroupSchema),
  /** The last batch of grades for this task that was not undone; null if there is none. */
  last_batch: lastBatchSchema.nullable(),
});
export type AnswerGroups = Frozen<z.infer<typeof answerGroupsResponse>>;

/** What is wrong with a page's circuit, and what its points depend on. */
export const explanationResponse = z.object({
  outcome: z.enum(["right", "one", "two", "nearest", "none", "not-searched"]),
  text: z.string(),
  /** Other single changes that make it right. */
  alternatives: z.array(z.string()),
  /** In pixels of the upright page picture. */
  marks: z.array(z.object({ box: boxSchema, role: z.enum(["change", "source"]) })),
  /** How many rows of the keys' tables are wrong, how many there are, and how many the changes leave. */
  differing: z.number(),
  rows: z.number(),
  left: z.number(),
  /** Pixels of the upright page. */
  width: z.number(),
  height: z.number(),
  /** The part of it with the circuit; null if that fills it. */
  drawing: boxSchema.nullable(),
  ...pageCertaintyFields,
  question: questionSchema.nullable(),
});
export type AnswerExplanation = Frozen<z.infer<typeof explanationResponse>>;

const wholeGrade = z.number().int("A grade is a whole number.").min(0, "A grade is 0 or more.").max(1_000_000);

/** At least one of grade and comment. */
export const gradeGroupBody = z
  .object({
    item: itemSchema,
    group: groupIdSchema,
    /** Only the pages of the group with this structure. */
    structure: groupIdSchema.optional(),
    total_grade: wholeGrade.optional(),
    comment: freeText(TEXT_LENGTHS.comment).optional(),
    /** Also give it to pages that already have a grade. */
    regrade: z.boolean().default(false),
    /** Return what would change, without changing anything. */
    preview: z.boolean(),
    /** The preview's `fingerprint`: if it would be different by now, nothing is changed. */
    expected: z.string().check(atMost(64)).optional(),
  })
  .refine(({ total_grade, comment }) => total_grade !== undefined || comment !== undefined, {
    message: "Enter a grade or a comment.",
  });

export const gradeGroupResponse = z.object({
  /** Of each page that gets a grade or comment. */
  changes: z.array(z.object({ previous_grade: z.number().nullable(), total_grade: z.number().nullable() })),
  /** Pages that keep the grade they have. */
  kept: z.number(),
  /** Null for a preview, or if nothing changed. */
  batch: batchSchema.nullable(),
  /** Identifies which pages get which grade and comment. */
  fingerprint: z.string(),
});
export type GroupGraded = Frozen<z.infer<typeof gradeGroupResponse>>;

export const acceptGradesBody = z.object({
  /** The queue's `at` and certainty, as the person saw them. Pages that were read later wait; without it none does. */
  seen: z.object({ at: timeSchema, percent: z.number() }).optional(),
});

/** Null: there was nothing to accept. */
export const acceptGradesResponse = z.object({ batch: batchSchema.nullable() });
export type GradesAccepted = Frozen<z.infer<typeof acceptGradesResponse>>;

export const chooseReadingBody = z.object({
  /** The name of one of the question's choices. */
  reading: z.string().regex(/^[0-9a-f]{12}$/, "This is no reading."),
  /** Without it the page keeps its comment. */
  comment: freeText(TEXT_LENGTHS.comment).optional(),
});

export const readingChosenResponse = z.object({ total_grade: z.number(), reading: z.string() });
export type ReadingChosen = Frozen<z.infer<typeof readingChosenResponse>>;

export const takeBackBody = z.object({
  /** Of the statement; see `history` of `getGradeRows`. */
  number: z.number().int().min(1),
});

/** With the grade that the page has now; null if it has none. Its comment, too, is the one from before. */
export const readingTakenBackResponse = z.object({ total_grade: z.number().nullable() });
export type ReadingTakenBack = Frozen<z.infer<typeof readingTakenBackResponse>>;

export const undoGradesBody = z.object({
  /** `released` as the person saw it: if students can see more by now, nothing is undone. Without it that is not checked. */
  released: z.number().int().min(0).optional(),
});

export const undoGradesResponse = z.object({
  restored: z.number(),
  /** Pages whose grade was changed since: they keep it. */
  skipped: z.number(),
});

/** Those on most pages first. */
export const ownCommentsResponse = z.object({ comments: z.array(z.string()) });
