import { z } from "zod";
import { ROLES } from "../../../core/rules/tasks/roles.ts";
import { idSchema, messageSchema, typedText } from "../common.ts";

const roleSchema = z.enum(ROLES);

const SHARE = z.object({ kind: z.literal("share") });
const NONE = z.object({ kind: z.literal("none") });
const ITEMS = z.object({
  kind: z.literal("items"),
  items: z.array(z.number().int().min(1).max(1000)).min(1, "Choose an item.").max(100).readonly(),
});

/** What a grader grades of a task: an equal share of the pages, all pages of some items, or nothing. */
export const assignmentSchema = z.discriminatedUnion("kind", [SHARE, ITEMS, NONE]);

/** What a grader grades of every task of a class: items differ from task to task. */
const classAssignmentSchema = z.discriminatedUnion("kind", [SHARE, NONE]);

/** What every list says about a class or task: what the person who asks is in it, and whose it is. */
export const sharingFields = {
  role: roleSchema,
  owner: z.object({ name: z.string(), email: z.string() }),
};

const personSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** What a grader grades; null for owners and co-instructors, who grade everything. */
  assignment: assignmentSchema.nullable(),
  /** The account is disabled: this person cannot sign in now. */
  disabled: z.boolean(),
  /** Has not chosen a password yet. */
  invited: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

export const classPeopleResponse = z.object({ people: z.array(personSchema) });

const taskPersonSchema = personSchema.extend({
  /** The assignment is of this task; otherwise it is the class's. */
  of_task: z.boolean(),
  /** Whether the person belongs to the class, and not to this task alone. */
  in_class: z.boolean(),
  /** A grader's pages that count, and how many of them are graded; null for others. */
  pages: z.number().nullable(),
  graded: z.number().nullable(),
});
export type TaskPerson = z.infer<typeof taskPersonSchema>;

export const taskPeopleResponse = z.object({
  people: z.array(taskPersonSchema),
  /** Pages that are not in any grader's assignment. */
  unassigned: z.number(),
});

export const changeClassMemberBody = z.object({
  role: z.enum(["co-instructor", "grader"]),
  /** What a grader grades of every task, unless the task says something else. */
  assignment: classAssignmentSchema.default({ kind: "none" }),
});

export const addClassMemberBody = changeClassMemberBody.extend({ email: typedText(254) });

export const changeTaskGraderBody = z.object({ assignment: assignmentSchema });

export const addTaskGraderBody = changeTaskGraderBody.extend({ email: typedText(254) });

export const classPeopleChanged = messageSchema.extend(classPeopleResponse.shape);
export const taskPeopleChanged = messageSchema.extend(taskPeopleResponse.shape);
