import { z } from "zod";
import { sum } from "../../basics/numbers.ts";
import { userExpression } from "../../boolean/forms.ts";
import { atMost } from "../at-most.ts";
import { checkShape, parseJson } from "../files/parse-json.ts";
import { repeatedKeyIssues } from "../files/repeated-keys.ts";
import { LIMITS, TASK_FILE } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { isSimplePattern } from "../students/simple-pattern.ts";
import { studentIdRule } from "../students/student-id.ts";
import { checkKeyExpression, inputsOfItem, keyMessage, listIssues, namesFromKeys } from "./answer-keys.ts";
import { checkNames, type KeyNames, NO_NAMES, namedKeys } from "./item-names.ts";
import { itemNamesSchema } from "./item-names-schema.ts";
import { keyText } from "./key-text.ts";
import { checkQuestion } from "./question.ts";
import { questionSchema } from "./question-schema.ts";
import { checkRubric } from "./rubric.ts";
import { rubricSchema } from "./rubric-schema.ts";
import { TASK_TYPE_VALUES } from "./task-types.ts";

const wholeNumber = (what: string) => z.number(`${what} must be a number`).int(`${what} must be a whole number`);

const keySchema = z.object({
  /** As people type it, over A to G or, in the saved form, X1 to X7; it may also be a list of minterms. */
  expression: z.string("An expression must be a text"),
  /** A list of minterms that decides; the expression is empty then, or one that matches it. */
  minterms: z.string("Minterms must be a text").check(atMost(LIMITS.expressionInputLength)).optional(),
  grade: wholeNumber("A grade").nonnegative("A grade must not be negative"),
});

const itemSchema = z.object({
  item: wholeNumber("An item")
    .positive("Items count from 1")
    .max(TASK_FILE.itemNumber, `Items end at ${TASK_FILE.itemNumber}`),
  keys: z.array(keySchema).min(1, "Each answer key should have at least one expression and grade."),
  /** Partial credit and deductions; without it an output earns all of its points or none. */
  rubric: rubricSchema.optional(),
  /** What the item calls its inputs and outputs, if not A to G and OUT 1, OUT 2 … */
  names: itemNamesSchema.optional(),
  /** What the sheet asks; its picture is a PNG or JPEG file next to the `task.json`, or a data URL. */
  question: questionSchema.optional(),
});

const taskSchema = z.object({
  schema_version: z.literal(1, "schema_version must be 1"),
  /** A part of an address in the QR codes of the templates. */
  id: z
    .string("A task needs an id")
    .min(1, "A task needs an id")
    .check(atMost(TASK_FILE.idLength, `A task's id has at most ${TASK_FILE.idLength} characters`))
    .refine((id) => !/^\.{1,2}$/.test(id), "A task's id must not be . or .."),
  title: z
    .string("Title is required.")
    .trim()
    .min(1, "Title is required.")
    .check(atMost(LIMITS.titleLength, `Title cannot exceed ${LIMITS.titleLength} characters.`)),
  type: z.enum(TASK_TYPE_VALUES, `type must be one of ${TASK_TYPE_VALUES.join(", ")}`),
  /** Signs the QR codes of personal templates: anyone who knows it can make such pages. */
  template_key: z.string("template_key must be a text").min(16, "template_key needs 16 characters or more").optional(),
  /** What student IDs look like, a regular expression for the whole ID; by default eight digits. For the command only. */
  student_id_pattern: z
    .string("student_id_pattern must be a text")
    .min(1, "student_id_pattern must not be empty")
    .check(atMost(TASK_FILE.idPatternLength, `student_id_pattern has at most ${TASK_FILE.idPatternLength} characters`))
    .refine(isPattern, "student_id_pattern must be a regular expression, such as [A-Z]{2}[0-9]{6}")
    .refine(
      isSimplePattern,
      "student_id_pattern is too complex: use at most four of * + ? {2,4} and (a|b), and repeat none of them",
    )
    .optional(),
  /** Templates have the names of inputs and outputs at their border: a wire that ends there needs no letter. */
  terminals: z.boolean("terminals must be true or false").optional(),
  items: z.array(itemSchema, "items must be a list").min(1, "At least one answer key is required."),
});

function isPattern(text: string): boolean {
  try {
    studentIdRule(text);
    return true;
  } catch {
    return false;
  }
}

/** A task as `task.json` has it: items with their answer keys. Item numbers are 1 or more, each used once. */
type FileContent = z.infer<typeof taskSchema>;

/** A task as it is graded: its keys have the names of their item. */
export type TaskFile = Omit<FileContent, "items"> & {
  items: (Omit<FileContent["items"][number], "keys"> & { keys: (z.infer<typeof keySchema> & KeyNames)[] })[];
};

/** A key that was typed in another notation than the specification's. */
export interface TranslatedKey {
  readonly item: number;
  /** From 1. */
  readonly key: number;
  readonly typed: string;
  /** As it was understood. */
  readonly expression: string;
}

export type ParsedTask =
  | {
      readonly ok: true;
      /** Its expressions are in the specification's notation. */
      readonly task: TaskFile;
      readonly translated: readonly TranslatedKey[];
      /** Fields that mean nothing, as those that are misspelt: `items[0].rubrics`. */
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

/**
 * Reads the text of a `task.json` of schema version 1 and gathers everything that is wrong with it; an issue's `field`
 * is the path inside the file, `items[0].keys[1].expression`, or empty for the file as a whole.
 *
 * @example
 * parseTaskFile('{ "schema_version": 1, "id": "t1", "title": "Half adder", "type": "quiz", "items": […] }');
 */
export function parseTaskFile(text: string): ParsedTask {
  const json = parseJson(text);
  if (!json.ok) return json;
  const repeated = repeatedKeyIssues(text);
  if (repeated.length > 0) return { ok: false, issues: repeated };
  const parsed = checkShape(json.value, taskSchema, "task-invalid");
  if (!parsed.ok) return parsed;
  const data = parsed.value;
  const issues = [
    ...repeatedItems(data),
    ...badNames(data),
    ...badQuestions(data),
    ...badExpressions(data),
    ...badRubrics(data),
  ];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, ...understood(data), unknown: unknownFields(json.value, data) };
}

/** The paths of what is in `given`, but not in what was understood of it. */
function unknownFields(given: unknown, understood: unknown, path = ""): string[] {
  if (Array.isArray(given) && Array.isArray(understood)) {
    return given.flatMap((each, index) => unknownFields(each, understood[index], `${path}[${index}]`));
  }
  if (!isObject(given) || !isObject(understood)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const own = path === "" ? name : `${path}.${name}`;
    return Object.hasOwn(understood, name) ? unknownFields(value, understood[name], own) : [own];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function understood(task: FileContent): { task: TaskFile; translated: TranslatedKey[] } {
  const translated: TranslatedKey[] = [];
  const items = task.items.map((each) => {
    const inputs = inputsOf(each);
    const inNames = (text: string) => userExpression(text, typeof inputs === "object" ? inputs : undefined);
    const keys = each.keys.map((key, index) => {
      const typed = keyText(key);
      const check = checkKeyExpression(typed, inputs);
      if (!check.ok || !check.translated) return key;
      const { expression, minterms } = check.saved;
      const saved = { expression: inNames(expression), ...(minterms && { minterms: inNames(minterms) }) };
      const text = keyText(saved);
      if (text !== typed) translated.push({ item: each.item, key: index + 1, typed, expression: text });
      return { ...saved, grade: key.grade };
    });
    const names = namesFromKeys(each.names, each.keys.map(keyText));
    return { ...each, ...(names && { names }), keys: namedKeys(keys, names) };
  });
  return { task: { ...task, items }, translated };
}

function inputsOf({ keys, names }: Pick<FileContent["items"][number], "keys" | "names">) {
  return inputsOfItem(keys.map(keyText), names);
}

function badNames({ items }: FileContent): RuleIssue[] {
  return items.flatMap(({ keys, names }, index) =>
    checkNames(names ?? NO_NAMES, keys.length).map((issue) => {
      return { ...issue, field: `items[${index}].names.${issue.field}` };
    }),
  );
}

function badQuestions({ items }: FileContent): RuleIssue[] {
  return items.flatMap(({ question }, index) =>
    (question ? checkQuestion(question) : []).map((issue) => {
      return { ...issue, field: `items[${index}].question.${issue.field}` };
    }),
  );
}

function repeatedItems(task: FileContent): RuleIssue[] {
  const numbers = task.items.map((item) => item.item);
  return task.items.flatMap(({ item }, index) => {
    if (numbers.indexOf(item) === index) return [];
    return [{ code: "item-repeated", field: `items[${index}].item`, message: `Item ${item} is listed twice` }];
  });
}

function badExpressions(task: FileContent): RuleIssue[] {
  return task.items.flatMap(({ item, keys, names }, itemIndex) => {
    const inputs = inputsOf({ keys, names });
    return keys.flatMap((key, keyIndex) => {
      const text = keyText(key);
      const place = { item, key: keyIndex + 1, inputs };
      const check = checkKeyExpression(text, inputs);
      const path = `items[${itemIndex}].keys[${keyIndex}]`;
      if (check.ok) return listIssues(key, { ...place, path });
      const { code, reason, offset } = check;
      const fault = code === "expression-required" ? undefined : { text, offset, reason };
      return [{ code, field: `${path}.expression`, message: keyMessage(code, place), ...(fault && { place: fault }) }];
    });
  });
}

function badRubrics(task: FileContent): RuleIssue[] {
  return task.items.flatMap(({ keys, rubric }, index) => {
    const maximum = sum(keys.map(({ grade }) => grade));
    return checkRubric(rubric ?? {}, maximum).map((issue) => {
      return { ...issue, field: `items[${index}].rubric.${issue.field}` };
    });
  });
}
