import type { Expression } from "../boolean/expression.ts";
import { normalizeExpression, userExpression } from "../boolean/forms.ts";
import { parseExpression } from "../boolean/parse-expression.ts";
import { variablesOf } from "../boolean/variables.ts";
import { LIMITS } from "./limits.ts";
import type { RuleIssue } from "./rule-issue.ts";

/** An answer key as a form holds it. */
export interface KeyFields {
  readonly expression: string;
  /** Digits. */
  readonly grade: string;
}

export type KeyExpressionCheck =
  | { readonly ok: true; readonly expression: Expression /** As it is saved. */; readonly normalized: string }
  | { readonly ok: false; readonly code: "expression-required" | "expression-too-long" | "expression-invalid" };

/** The saved form's characters. */
const SAVED_CHARACTERS = /^[X0-9 ~|&^()]*$/;
const SAVED_VARIABLE = /^X[1-7]$/;

/**
 * Checks one key's expression, in the user's form (A to G) or the saved form (X1 to X7): there, at most 100 characters
 * as typed, and a parsable expression over those variables.
 *
 * @example
 * checkKeyExpression("A ^ B | (C & ~A)"); // { ok: true, normalized: "X1 ^ X2 | (X3 & ~X1)", expression: … }
 * checkKeyExpression("A + B"); // { ok: false, code: "expression-invalid" }
 */
export function checkKeyExpression(text: string): KeyExpressionCheck {
  const typed = text.trim();
  if (typed === "") return { ok: false, code: "expression-required" };
  // The saved form of what was typed may be longer: its variables have two characters.
  if (userExpression(typed).length > LIMITS.expressionLength) return { ok: false, code: "expression-too-long" };
  const normalized = normalizeExpression(typed);
  if (!SAVED_CHARACTERS.test(normalized)) return { ok: false, code: "expression-invalid" };
  const parsed = parseExpression(normalized);
  if (!parsed.ok) return { ok: false, code: "expression-invalid" };
  if (!variablesOf(parsed.expression).every((name) => SAVED_VARIABLE.test(name))) {
    return { ok: false, code: "expression-invalid" };
  }
  return { ok: true, expression: parsed.expression, normalized };
}

/** Where a key stands: item and key count from 1. */
export interface KeyPlace {
  readonly item: number;
  readonly key: number;
}

/** The specification's text for a key that breaks a rule. */
export function keyMessage(code: KeyIssueCode, place: KeyPlace): string {
  return `${KEY_TEXTS[code][0]} ${itemLabel(place.item)} - Answer Key ${place.key}.${KEY_TEXTS[code][1]}`;
}

type KeyIssueCode = Extract<KeyExpressionCheck, { ok: false }>["code"] | "grade-required" | "grade-not-digits";

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
 * All that is wrong with a task's answer keys, item by item in their order; empty where all is well. Items count from 1.
 * A field is named as in `items[0].keys[1].grade`.
 */
export function checkAnswerKeys(items: readonly (readonly KeyFields[])[]): RuleIssue[] {
  if (items.length === 0) {
    return [{ code: "answer-keys-required", field: "items", message: "At least one answer key is required." }];
  }
  return items.flatMap((keys, item) => {
    const field = `items[${item}].keys`;
    if (keys.length === 0) {
      const message = "Each answer key should have at least one expression and grade.";
      return [{ code: "item-empty", field, message }];
    }
    return keys.flatMap((fields, key) => checkKey(fields, { item: item + 1, key: key + 1 }));
  });
}

function checkKey(fields: KeyFields, place: KeyPlace): RuleIssue[] {
  const field = `items[${place.item - 1}].keys[${place.key - 1}]`;
  const issues: RuleIssue[] = [];
  const expression = checkKeyExpression(fields.expression);
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
