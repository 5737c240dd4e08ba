import { sum } from "../../basics/numbers.ts";
import type { Expression } from "../../boolean/expression.ts";
import { keyNames, letterOf, normalizeExpression, savedName, userExpression } from "../../boolean/forms.ts";
import { leftSide } from "../../boolean/left-side.ts";
import { minimize } from "../../boolean/minimize.ts";
import {
  type ListInputs,
  lettersOfList,
  matchesMinterms,
  overLetters,
  printMinterms,
  type ReadRows,
  readMinterms,
  strangerText,
} from "../../boolean/minterms.ts";
import { parseExpression } from "../../boolean/parse-expression.ts";
import { readPastedTable, tableInputs } from "../../boolean/pasted-table.ts";
import { printExpression } from "../../boolean/print-expression.ts";
import { withoutTypesetting } from "../../boolean/typesetting.ts";
import { VARIABLE_LETTERS } from "../../boolean/variable-letters.ts";
import { renameVariables, variablesOf } from "../../boolean/variables.ts";
import { LIMITS, MOST_KEYS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { itemLabel } from "./item-list.ts";
import { checkNames, type ItemNames, NO_NAMES } from "./item-names.ts";
import { type KeyText, keyText } from "./key-text.ts";

const SAVED_NAMES = VARIABLE_LETTERS.map((letter) => savedName(letter));

/** An answer key as a form holds it. */
export interface KeyFields extends KeyText {
  /** Digits. */
  readonly grade: string;
}

export type KeyExpressionCheck =
  | {
      readonly ok: true;
      /** Over the letters A to G; of a list of minterms or a table a short one that matches it. */
      readonly expression: Expression;
      readonly saved: SavedKey;
      /** Whether it was typed in another notation than the specification's. */
      readonly translated: boolean;
      /** What a list of minterms or a table says, as a list that names its letters; null for an expression. */
      readonly list: string | null;
    }
  | ({ readonly ok: false } & KeyExpressionFault);

/** A key as it is saved. */
export interface SavedKey {
  /** In the specification's form. */
  readonly expression: string;
  /** If rows do not matter, or if the expression of a list has more than 100 characters. */
  readonly minterms?: string;
}

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
 * as an expression, with the list next to it if rows do not matter or the expression is longer.
 *
 * @param inputs the names of the item's inputs, if it has some: then the expression is over these or the saved form.
 * Otherwise how many letters, from A on, a list's numbers are over at least: see `inputsOfItem`.
 * @example
 * checkKeyExpression("A ^ B | (C & ~A)"); // { ok: true, saved: { expression: "X1 ^ X2 | (X3 & ~X1)" }, … }
 * checkKeyExpression("ab + c'"); // { ok: true, saved: { expression: "X1 & X2 | ~X3" }, … }
 * checkKeyExpression("Σm(1) + d(3)"); // { ok: true, saved: { expression: "X2", minterms: "OUT(A,B) = Σm(1) + d(3)" }, … }
 * checkKeyExpression("A & H"); // { ok: false, code: "expression-invalid", reason: …, offset: 4, length: 1 }
 */
export function checkKeyExpression(text: string, inputs?: ListInputs): KeyExpressionCheck {
  const names = typeof inputs === "object" ? inputs : undefined;
  const typed = text.trim();
  if (typed === "") return fault("expression-required", { reason: "expected an expression", offset: 0, length: 0 });
  const list = readTable(text, names) ?? readMinterms(text, inputs);
  if (list !== null) return list.ok ? checkRows(list.rows, { text, names }) : fault("expression-invalid", list);
  const start = text.length - text.trimStart().length;
  const known = keyNames(names ?? VARIABLE_LETTERS);
  const parsed = parseExpression(text, names && known);
  const strangers = parsed.ok ? variablesOf(parsed.expression).filter((name) => !known.includes(name)) : [];
  // x1 x2' + x3, as textbooks write it.
  const inSavedNames = names || (parsed.ok && strangers.length === 0) ? null : checkKeyExpression(text, SAVED_NAMES);
  // A list over seven inputs says nothing of them: it is one whose left side is an input's name, as in C = Σm(3).
  if (inSavedNames?.ok && inSavedNames.list === null) return inSavedNames;
  // Of another notation only what is saved is limited. The saved form of what was typed may be longer: its variables
  // have two characters.
  const isTooLong = !names && textLength(userExpression(typed)) > LIMITS.expressionLength;
  if (isTooLong && (!parsed.ok || parsed.asSpecified)) return tooLong(typed, start);
  if (!parsed.ok) {
    const { reason, offset } = parsed.error;
    return fault("expression-invalid", { reason, offset, length: Math.min(1, text.length - offset) });
  }
  const [stranger] = strangers;
  if (stranger !== undefined) {
    const offset = Math.max(0, withoutTypesetting(text).search(new RegExp(`\\b${stranger}\\b`, "i")));
    return fault("expression-invalid", { reason: strangerText(stranger, names), offset, length: stranger.length });
  }
  const expression = renameVariables(parsed.expression, (name) => letterOf(name, names));
  const normalized = normalizeExpression(typed, names);
  const saved = [normalized, normalized.replaceAll(" ", "")].find((form) => {
    return userExpression(form).length <= LIMITS.expressionLength;
  });
  if (saved !== undefined) {
    return { ok: true, expression, saved: { expression: saved }, translated: !parsed.asSpecified, list: null };
  }
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
  const order = tableInputs(inputs, names ?? VARIABLE_LETTERS);
  if (order === null) return refused(tableInputsText(inputs, names ?? VARIABLE_LETTERS));
  if (names === undefined) return { ok: true, rows: overLetters(output!.rows, order) };
  return readMinterms(printMinterms(output!.rows, order), names);
}

/** What is wrong with the inputs of a pasted table. */
export function tableInputsText(headings: readonly string[], names: readonly string[]): string {
  return `the table's inputs are ${headings.join(", ")}, the item's ${names.join(", ")}`;
}

/** Rows as a key: its expression is enough if it says all of them and is short. */
function checkRows(
  rows: string,
  { text, names }: { readonly text: string; readonly names: readonly string[] | undefined },
): KeyExpressionCheck {
  const never = ["0", "1"].find((bit) => !rows.includes(bit));
  if (never !== undefined) {
    const matters = /[01]/.test(rows);
    const reason = matters ? `the output is ${never === "0" ? 1 : 0} in every row that matters` : "no row matters";
    return fault("expression-invalid", { reason, offset: 0, length: text.length });
  }
  const expression = shortest(rows);
  const typed = printExpression(expression, { nesting: "minimal" });
  const isWhole = !rows.includes("X") && typed.length <= LIMITS.expressionLength;
  const list = printMinterms(rows, names);
  const minterms = names ? printMinterms(rows, SAVED_NAMES) : list;
  const saved = { expression: normalizeExpression(typed), ...(!isWhole && { minterms }) };
  return { ok: true, expression, saved, translated: true, list };
}

/** A short expression for rows that are not all alike. */
function shortest(rows: string): Expression {
  const variables = VARIABLE_LETTERS.slice(0, Math.log2(rows.length));
  const short = minimize(rows, variables);
  // A constant would match as well: then the rows that do not matter are 0.
  return short.kind === "constant" ? minimize(rows.replaceAll("X", "0"), variables) : short;
}

/**
 * An item's names, with the outputs that its keys name: `Y = A & B`. Those that a person has named stay, and so do names
 * that would break a rule.
 *
 * @example
 * namesFromKeys(null, ["S = A ^ B", "Cout = A & B"]); // { inputs: [], outputs: ["S", "Cout"] }
 */
export function namesFromKeys(names: ItemNames | null | undefined, expressions: readonly string[]): ItemNames | null {
  const { inputs, outputs } = names ?? NO_NAMES;
  const found = outputs.length > 0 ? [] : expressions.map((text) => outputOf(text, inputs));
  const named = found.slice(0, [...found, null].indexOf(null)).flatMap((name) => name ?? []);
  const next = { inputs, outputs: named };
  return named.length > 0 && checkNames(next, expressions.length).length === 0 ? next : (names ?? null);
}

/** What a key calls its output. `OUT(A,B) = Σm(1)` calls it nothing: every list is stored so. */
function outputOf(text: string, inputs: readonly string[]): string | null {
  const left = leftSide(withoutTypesetting(text), inputs.length > 0 ? inputs : undefined);
  return left === null || (left.name === "OUT" && left.variables !== null) ? null : left.name;
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

/** A saved key for an item whose inputs have `names`; null if it has an input that they do not name. */
export function keyUnder(saved: KeyText, names: readonly string[]): SavedKey | null {
  const list = readMinterms(keyText(saved));
  if (!list?.ok) return checkKeyExpression(saved.expression, names).ok ? { expression: saved.expression } : null;
  const check = checkKeyExpression(printMinterms(list.rows, SAVED_NAMES), names);
  return check.ok ? check.saved : null;
}

/** What is saved of a key; an invalid one stays unchanged. */
export function savedKey(key: KeyText, inputs?: ListInputs): SavedKey {
  const text = keyText(key);
  const check = checkKeyExpression(text, inputs);
  return check.ok ? check.saved : { expression: text.trim() };
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
  const text = `${KEY_TEXTS[code][0]} ${keyLabel(place)}.${KEY_TEXTS[code][1]}`;
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

/** `Item 1 - Answer Key 2` */
function keyLabel({ item, key }: Pick<KeyPlace, "item" | "key">): string {
  return `${itemLabel(item)} - Answer Key ${key}`;
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
    const inputs = inputsOfItem(keys.map(keyText), names[item]);
    const own = checkNames(names[item] ?? NO_NAMES, keys.length).map((issue) => {
      return { ...issue, field: `items[${item}].names.${issue.field}` };
    });
    return [...own, ...keys.flatMap((fields, key) => checkKey(fields, { item: item + 1, key: key + 1, inputs }))];
  });
}

function checkKey(fields: KeyFields, place: KeyPlace): RuleIssue[] {
  const field = `items[${place.item - 1}].keys[${place.key - 1}]`;
  const issues: RuleIssue[] = [];
  const check = checkKeyExpression(keyText(fields), place.inputs);
  if (!check.ok) {
    issues.push({ code: check.code, field: `${field}.expression`, message: keyMessage(check.code, place) });
  } else issues.push(...listIssues(fields, { ...place, path: field }));
  const gradeCode = checkGrade(fields.grade);
  if (gradeCode !== null) {
    issues.push({ code: gradeCode, field: `${field}.grade`, message: keyMessage(gradeCode, place) });
  }
  return issues;
}

/** What is wrong with a key's expression, if it does not match the list of minterms next to it. `path` is the key's. */
export function listIssues(
  { expression, minterms }: KeyText,
  { path, inputs, ...place }: KeyPlace & { readonly path: string },
): RuleIssue[] {
  if (!minterms || expression.trim() === "" || matchesMinterms(expression, { minterms, inputs })) return [];
  const message = `${keyLabel(place)}: the expression and the minterms differ. Keep the one that you want.`;
  return [{ code: "minterms-differ", field: `${path}.minterms`, message }];
}

function checkGrade(grade: string): "grade-required" | "grade-not-digits" | null {
  if (grade.trim() === "") return "grade-required";
  return /^\d+$/.test(grade.trim()) ? null : "grade-not-digits";
}
