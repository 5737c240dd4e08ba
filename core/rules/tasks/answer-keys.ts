import { sum } from "../../basics/numbers.ts";
import type { Expression } from "../../boolean/expression.ts";
import { normalizeExpression, userExpression, userName, VARIABLE_LETTERS } from "../../boolean/forms.ts";
import { minimize } from "../../boolean/minimize.ts";
import { lettersOfList, printMinterms, type ReadRows, readMinterms } from "../../boolean/minterms.ts";
import { parseExpression } from "../../boolean/parse-expression.ts";
import { readPastedTable } from "../../boolean/pasted-table.ts";
import { printExpression } from "../../boolean/print-expression.ts";
import { renameVariables, variablesOf } from "../../boolean/variables.ts";
import { LIMITS, MOST_KEYS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";

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
 * @param letters how many letters, from A on, a list's numbers are over at least: see `lettersOfItem`.
 * @example
 * checkKeyExpression("A ^ B | (C & ~A)"); // { ok: true, normalized: "X1 ^ X2 | (X3 & ~X1)", expression: … }
 * checkKeyExpression("ab + c'"); // { ok: true, normalized: "X1 & X2 | ~X3", expression: … }
 * checkKeyExpression("Σm(1, 2) + d(3)"); // { ok: true, normalized: "F(A,B) = Σm(1,2) + d(3)", expression: … }
 * checkKeyExpression("A & H"); // { ok: false, code: "expression-invalid", reason: …, offset: 4, length: 1 }
 */
export function checkKeyExpression(text: string, letters?: number): KeyExpressionCheck {
  const typed = text.trim();
  if (typed === "") return fault("expression-required", { reason: "expected an expression", offset: 0, length: 0 });
  const list = readMinterms(text, letters) ?? readTable(text);
  if (list !== null) return list.ok ? checkRows(list.rows, text) : fault("expression-invalid", list);
  const start = text.length - text.trimStart().length;
  // The saved form of what was typed may be longer: its variables have two characters.
  if (textLength(userExpression(typed)) > LIMITS.expressionLength) return tooLong(typed, start);
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const { reason, offset } = parsed.error;
    return fault("expression-invalid", { reason, offset, length: Math.min(1, text.length - offset) });
  }
  const expression = renameVariables(parsed.expression, userName);
  const stranger = variablesOf(expression).find((name) => !VARIABLE_LETTERS.includes(name));
  if (stranger !== undefined) {
    const offset = text.search(new RegExp(`\\b${stranger}\\b`));
    const reason = `${stranger} is not an input: use A to G`;
    return fault("expression-invalid", { reason, offset, length: stranger.length });
  }
  const normalized = normalizeExpression(typed);
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
function readTable(text: string): ReadRows | null {
  const read = readPastedTable(text);
  if (read === null) return null;
  if (!read.ok) return { ok: false, reason: `${read.reason} (line ${read.line})`, offset: 0, length: text.length };
  const [output, ...others] = read.table.outputs;
  if (others.length === 0) return { ok: true, rows: output!.rows };
  const reason = `the table has ${others.length + 1} outputs: paste it into the form, which makes a key of each`;
  return { ok: false, reason, offset: 0, length: text.length };
}

/** Rows as a key: saved as an expression if that says all of them and is short enough. */
function checkRows(rows: string, text: string): KeyExpressionCheck {
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
  const list = printMinterms(rows);
  return { ok: true, expression, normalized: isWhole ? normalizeExpression(typed) : list, translated: true, list };
}

/** How many letters, from A on, the keys of an item use together, as far as they are valid. */
export function lettersOfItem(texts: readonly string[]): number {
  return Math.max(
    2,
    ...texts.map((text) => {
      const parsed = parseExpression(text);
      if (!parsed.ok) return lettersOfList(text);
      const names = variablesOf(renameVariables(parsed.expression, userName));
      return Math.max(...names.map((name) => VARIABLE_LETTERS.indexOf(name) + 1));
    }),
  );
}

/** The form in which a key's expression is saved; an invalid one stays unchanged. */
export function savedExpression(text: string, letters?: number): string {
  const check = checkKeyExpression(text, letters);
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
}

/** The specification's text for a key that breaks a rule. */
export function keyMessage(code: KeyIssueCode, place: KeyPlace): string {
  return `${KEY_TEXTS[code][0]} ${itemLabel(place.item)} - Answer Key ${place.key}.${KEY_TEXTS[code][1]}`;
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
 */
export function checkAnswerKeys(items: readonly (readonly KeyFields[])[]): RuleIssue[] {
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
    const letters = lettersOfItem(keys.map(({ expression }) => expression));
    return keys.flatMap((fields, key) => checkKey(fields, { item: item + 1, key: key + 1, letters }));
  });
}

function checkKey(fields: KeyFields, place: KeyPlace & { readonly letters: number }): RuleIssue[] {
  const field = `items[${place.item - 1}].keys[${place.key - 1}]`;
  const issues: RuleIssue[] = [];
  const expression = checkKeyExpression(fields.expression, place.letters);
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
