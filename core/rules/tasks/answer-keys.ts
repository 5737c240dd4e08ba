import { sum } from "../../basics/numbers.ts";
import type { Expression } from "../../boolean/expression.ts";
import {
  keyNames,
  letterOf,
  normalizeExpression,
  savedName,
  userExpression,
  VARIABLE_LETTERS,
} from "../../boolean/forms.ts";
import { minimize } from "../../boolean/minimize.ts";
import {
  type ListInputs,
  lettersOfList,
  printMinterms,
  type ReadRows,
  readMinterms,
  strangerText,
} from "../../boolean/minterms.ts";
import { parseExpression } from "../../boolean/parse-expression.ts";
import { readPastedTable, tableInputs } from "../../boolean/pasted-table.ts";
import { printExpression } from "../../boolean/print-expression.ts";
import { renameVariables, variablesOf } from "../../boolean/variables.ts";
import { LIMITS, MOST_KEYS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { checkNames, type ItemNames, NO_NAMES } from "./item-names.ts";

const SAVED_NAMES = VARIABLE_LETTERS.map((letter) => savedName(letter));

/** An answer key as a form holds it. */
export interface KeyFields {
  readonly expression: string;
  /** Digits. */
  readonly grade: string;
}

export type KeyExpressionCheck =
  | {
      readonly ok: true;
      /** Over the letters A to G; of a list of minterms or a table a short one that matches it. */
      readonly expression: Expression;
      /** As it is saved: in the specification's form, or as a list of minterms where that cannot say it. */
      readonly normalized: string;
      /** Whether it was typed in another notation than the specification's. */
      readonly translated: boolean;
      /** What a list of minterms or a table says, as a list that names its letters; null for an expression. */
      readonly list: string | null;
    }
  | ({ readonly ok: false } & KeyExpressionFault);

/** What is wrong with a key's expression, and where. */
export interface KeyExpressionFault {
  readonly code: "expression-required" | "expression-too-long" | "expression-invalid";
  /** `expected an operand` */
  readonly reason: string;
  /** The place in the text, in UTF-16 units; of length 0 if something is missing at the end. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Checks one key's expression as `parseExpression` reads it, over A to G or, in the saved form, X1 to X7: at most 100
 * characters, as typed and as it will be saved (there over A to G). A list of minterms or a pasted truth table is saved
 * as an expression, too; as a list if rows do not matter or the expression would be too long.
 *
 * @param inputs the names of the item's inputs, if it has some: then the expression is over these or the saved form.
 * Otherwise how many letters, from A on, a list's numbers are over at least: see `inputsOfItem`.
 * @example
 * checkKeyExpression("A ^ B | (C & ~A)"); // { ok: true, normalized: "X1 ^ X2 | (X3 & ~X1)", expression: … }
 * checkKeyExpression("ab + c'"); // { ok: true, normalized: "X1 & X2 | ~X3", expression: … }
 * checkKeyExpression("Σm(1, 2) + d(3)"); // { ok: true, normalized: "F(A,B) = Σm(1,2) + d(3)", expression: … }
 * checkKeyExpression("A & H"); // { ok: false, code: "expression-invalid", reason: …, offset: 4, length: 1 }
 */
export function checkKeyExpression(text: string, inputs?: ListInputs): KeyExpressionCheck {
  const names = typeof inputs === "object" ? inputs : undefined;
  const typed = text.trim();
  if (typed === "") return fault("expression-required", { reason: "expected an expression", offset: 0, length: 0 });
  const list = readMinterms(text, inputs) ?? readTable(text, names);
  if (list !== null) return list.ok ? checkRows(list.rows, { text, names }) : fault("expression-invalid", list);
  const start = text.length - text.trimStart().length;
  // The saved form of what was typed may be longer: its variables have two characters.
  if (!names && textLength(userExpression(typed)) > LIMITS.expressionLength) return tooLong(typed, start);
  const known = keyNames(names ?? VARIABLE_LETTERS);
  const parsed = parseExpression(text, names && known);
  if (!parsed.ok) {
    const { reason, offset } = parsed.error;
    return fault("expression-invalid", { reason, offset, length: Math.min(1, text.length - offset) });
  }
  const stranger = variablesOf(parsed.expression).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const offset = text.search(new RegExp(`\\b${stranger}\\b`));
    return fault("expression-invalid", { reason: strangerText(stranger, names), offset, length: stranger.length });
  }
  const expression = renameVariables(parsed.expression, (name) => letterOf(name, names));
  const normalized = normalizeExpression(typed, names);
  const saved = [normalized, normalized.replaceAll(" ", "")].find((form) => {
    return userExpression(form).length <= LIMITS.expressionLength;
  });
  if (saved !== undefined)
    return { ok: true, expression, normalized: saved, translated: !parsed.asSpecified, list: null };
  const length = userExpression(normalized).replaceAll(" ", "").length;
  const reason = `written with ~ & ^ | it has ${length} characters; at most ${LIMITS.expressionLength} are saved`;
  return fault("expression-too-long", { reason, offset: start, length: typed.length });
}

/** A pasted truth table of one output; null for any other text. */
function readTable(text: string, names: readonly string[] | undefined): ReadRows | null {
  const read = readPastedTable(text);
  if (read === null) return null;
  const refused = (reason: string) => ({ ok: false, reason, offset: 0, length: text.length }) as const;
  if (!read.ok) return refused(`${read.reason} (line ${read.line})`);
  const { inputs, outputs } = read.table;
  const [output, ...others] = outputs;
  if (others.length > 0) {
    return refused(`the table has ${outputs.length} outputs: paste it into the form, which makes a key of each`);
  }
  if (names === undefined) return { ok: true, rows: output!.rows };
  const order = tableInputs(inputs, names);
  return order ? readMinterms(printMinterms(output!.rows, order), names) : refused(tableInputsText(inputs, names));
}

/** What is wrong with the inputs of a pasted table. */
export function tableInputsText(headings: readonly string[], names: readonly string[]): string {
  return `the table's inputs are ${headings.join(", ")}, the item's ${names.join(", ")}`;
}

/** Rows as a key: saved as an expression if that says all of them and is short enough. */
function checkRows(
  rows: string,
  { text, names }: { readonly text: string; readonly names: readonly string[] | undefined },
): KeyExpressionCheck {
  const variables = VARIABLE_LETTERS.slice(0, Math.log2(rows.length));
  const never = ["0", "1"].find((bit) => !rows.includes(bit));
  if (never !== undefined) {
    const reason = `the output is ${never === "0" ? 1 : 0} in every row that matters`;
    return fault("expression-invalid", { reason, offset: 0, length: text.length });
  }
  const short = minimize(rows, variables);
  // A constant would match as well: then the rows that do not matter are 0.
  const expression = short.kind === "constant" ? minimize(rows.replaceAll("X", "0"), variables) : short;
  const typed = printExpression(expression, { nesting: "minimal" });
  const isWhole = !rows.includes("X") && typed.length <= LIMITS.expressionLength;
  const list = printMinterms(rows, names);
  const saved = names ? printMinterms(rows, SAVED_NAMES) : list;
  return { ok: true, expression, normalized: isWhole ? normalizeExpression(typed) : saved, translated: true, list };
}

/** What the lists of an item are over: its names, or as many letters, from A on, as its valid keys use together. */
export function inputsOfItem(texts: readonly string[], names?: ItemNames | null): ListInputs {
  if (names && names.inputs.length > 0) return names.inputs;
  return Math.max(
    2,
    ...texts.map((text) => {
      const parsed = parseExpression(text);
      if (!parsed.ok) return lettersOfList(text);
      const used = variablesOf(parsed.expression).map((name) => letterOf(name));
      return Math.max(...used.map((name) => VARIABLE_LETTERS.indexOf(name) + 1));
    }),
  );
}

/** The saved form of an expression for an item whose inputs have `names`; null if it has an input that they do not name. */
export function expressionUnder(saved: string, names: readonly string[]): string | null {
  const list = readMinterms(saved);
  const expression = list?.ok ? printMinterms(list.rows, SAVED_NAMES) : saved;
  return checkKeyExpression(expression, names).ok ? expression : null;
}

/** The form in which a key's expression is saved; an invalid one stays unchanged. */
export function savedExpression(text: string, inputs?: ListInputs): string {
  const check = checkKeyExpression(text, inputs);
  return check.ok ? check.normalized : text.trim();
}

function tooLong(typed: string, start: number): KeyExpressionCheck {
  const place = {
    offset: start + LIMITS.expressionLength,
    length: Math.max(0, typed.length - LIMITS.expressionLength),
  };
  return fault("expression-too-long", { reason: `at most ${LIMITS.expressionLength} characters are saved`, ...place });
}

function fault(
  code: KeyExpressionFault["code"],
  { reason, offset, length }: Omit<KeyExpressionFault, "code">,
): KeyExpressionCheck {
  return { ok: false, code, reason, offset, length };
}

/** The position of a key: item and key count from 1. */
export interface KeyPlace {
  readonly item: number;
  readonly key: number;
  /** What the item's inputs are over: see `inputsOfItem`. */
  readonly inputs?: ListInputs;
}

/** The specification's text for a key that breaks a rule. */
export function keyMessage(code: KeyIssueCode, place: KeyPlace): string {
  const text = `${KEY_TEXTS[code][0]} ${itemLabel(place.item)} - Answer Key ${place.key}.${KEY_TEXTS[code][1]}`;
  return typeof place.inputs === "object" ? text.replace("A, B, C, ... G", place.inputs.join(", ")) : text;
}

type KeyIssueCode = KeyExpressionFault["code"] | "grade-required" | "grade-not-digits";

const KEY_TEXTS: Record<KeyIssueCode, readonly [before: string, after: string]> = {
  "expression-required": ["Expression is required for", ""],
  "expression-too-long": [`Expression cannot exceed ${LIMITS.expressionLength} characters for`, ""],
  "expression-invalid": [
    "Invalid expression for",
    " Accepted symbols: ~ | & ^. Inputs should be labeled as A, B, C, ... G.",
  ],
  "grade-required": ["Grade is required for", ""],
  "grade-not-digits": ["Grade must be a whole number for", ""],
};

/** The label of item number `item`: "Item 1". */
export function itemLabel(item: number): string {
  return `Item ${item}`;
}

/**
 * All that is wrong with a task's answer keys, item by item in their order; empty if all is well. Items count from 1.
 * A field is named as in `items[0].keys[1].grade`.
 *
 * @param names what each item calls its inputs and outputs; they are checked as well.
 */
export function checkAnswerKeys(
  items: readonly (readonly KeyFields[])[],
  names: readonly (ItemNames | null | undefined)[] = [],
): RuleIssue[] {
  if (items.length === 0) {
    return [{ code: "answer-keys-required", field: "items", message: "At least one answer key is required." }];
  }
  const count = sum(items.map((keys) => keys.length));
  if (count > MOST_KEYS) {
    return [{ code: "too-many-keys", field: "items", message: `A task takes at most ${MOST_KEYS} answer keys.` }];
  }
  return items.flatMap((keys, item) => {
    const field = `items[${item}].keys`;
    if (keys.length === 0) {
      const message = "Each answer key should have at least one expression and grade.";
      return [{ code: "item-empty", field, message }];
    }
    const inputs = inputsOfItem(
      keys.map(({ expression }) => expression),
      names[item],
    );
    const own = checkNames(names[item] ?? NO_NAMES, keys.length).map((issue) => {
      return { ...issue, field: `items[${item}].names.${issue.field}` };
    });
    return [...own, ...keys.flatMap((fields, key) => checkKey(fields, { item: item + 1, key: key + 1, inputs }))];
  });
}

function checkKey(fields: KeyFields, place: KeyPlace): RuleIssue[] {
  const field = `items[${place.item - 1}].keys[${place.key - 1}]`;
  const issues: RuleIssue[] = [];
  const expression = checkKeyExpression(fields.expression, place.inputs);
  if (!expression.ok) {
    issues.push({ code: expression.code, field: `${field}.expression`, message: keyMessage(expression.code, place) });
  }
  const gradeCode = checkGrade(fields.grade);
  if (gradeCode !== null) {
    issues.push({ code: gradeCode, field: `${field}.grade`, message: keyMessage(gradeCode, place) });
  }
  return issues;
}

function checkGrade(grade: string): "grade-required" | "grade-not-digits" | null {
  if (grade.trim() === "") return "grade-required";
  return /^\d+$/.test(grade.trim()) ? null : "grade-not-digits";
}
