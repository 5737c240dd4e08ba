import { GIVEN_NAME, plainName } from "../../boolean/given-names.ts";
import { wordSign } from "../../boolean/notation.ts";
import { VARIABLE_LETTERS } from "../../boolean/variable-letters.ts";
import { LIMITS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";

/** What an item calls its inputs and outputs. */
export interface ItemNames {
  /** The first one is X1 in the saved form of keys. Empty: A, B … */
  readonly inputs: readonly string[];
  /** Those of the first keys, in their order; the other outputs are OUT 1, OUT 2 … by their places. */
  readonly outputs: readonly string[];
}

export const NO_NAMES: ItemNames = { inputs: [], outputs: [] };

/** A key's part of the names of its item; without them they are A, B … and its place. */
export interface KeyNames {
  readonly inputs?: readonly string[] | undefined;
  readonly output?: string | undefined;
}

const MOST_CHARACTERS = 8;
const WHOLE_NAME = new RegExp(`^${GIVEN_NAME.source}$`);
const LETTER = /^[A-G]$/;
/** Letters that are inputs in every item that does not name its inputs; F and G are usual outputs. */
const DEFAULT_INPUT = /^[A-E]$/;
const RANGE = /^([A-Za-z][A-Za-z0-9]*?)(\d{1,2})(?:…|\.{2,3}|-|–)\1?(\d{1,2})$/;

/**
 * The names in a text, between blanks, commas or semicolons; `D3…D0` means D3 D2 D1 D0.
 *
 * @example
 * readNames("S1, S0 D3..D1"); // ["S1", "S0", "D3", "D2", "D1"]
 */
export function readNames(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [, letters, first, last] = RANGE.exec(part) ?? [];
      if (letters === undefined) return [part];
      const [from, to] = [Number(first), Number(last)];
      return Array.from({ length: Math.abs(to - from) + 1 }, (_, k) => `${letters}${from + Math.sign(to - from) * k}`);
    });
}

/** Null for an item that names nothing. */
export function namesOrNull(names: ItemNames | null | undefined): ItemNames | null {
  return names && names.inputs.length + names.outputs.length > 0 ? names : null;
}

/** An item's keys with its names, as everything that compares and shows them takes them. */
export function namedKeys<K extends object>(keys: readonly K[], names: ItemNames | null | undefined): (K & KeyNames)[] {
  if (!names) return [...keys];
  const { inputs, outputs } = names;
  return keys.map((key, index) => ({
    ...key,
    ...(inputs.length > 0 && { inputs }),
    ...(index < outputs.length && { output: outputs[index] }),
  }));
}

/**
 * An item's names for people; null if it has none.
 *
 * @example
 * namesText({ inputs: ["S1", "S0"], outputs: ["Y"] }); // "Inputs: S1, S0 · Output: Y"
 */
export function namesText(names: ItemNames | null | undefined): string | null {
  if (!names) return null;
  const parts = [listed("Input", names.inputs), listed("Output", names.outputs)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

function listed(what: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : `${what}${names.length === 1 ? "" : "s"}: ${names.join(", ")}`;
}

/**
 * All that is wrong with the names of an item that has `keys` keys; `field` is `inputs` or `outputs`.
 *
 * @example
 * checkNames({ inputs: ["S1", "s1"], outputs: [] }, 1)[0].message; // "s1 is there twice. …"
 */
export function checkNames({ inputs, outputs }: ItemNames, keys: number): RuleIssue[] {
  const issues: RuleIssue[] = [];
  const add = (field: "inputs" | "outputs", message: string) => issues.push({ code: "name-invalid", field, message });
  if (inputs.length > LIMITS.variables) {
    add("inputs", `An item has at most ${LIMITS.variables} inputs; here are ${inputs.length} names.`);
  }
  if (outputs.length > keys) {
    add("outputs", `Each answer key is an output: here are ${outputs.length} names, but ${keys} of them.`);
  }
  const seen = new Set<string>();
  for (const field of ["inputs", "outputs"] as const) {
    for (const name of { inputs, outputs }[field]) {
      const plain = plainName(name);
      const fault = nameFault(name);
      if (fault !== null) add(field, fault);
      else if (seen.has(plain))
        add(field, `${name} is there twice. Neither case nor the way of writing an index counts.`);
      else if (field === "outputs" && inputs.length === 0 && DEFAULT_INPUT.test(plain)) {
        add(field, `${name} is an input's name. Name the inputs, too, or call the output something else.`);
      }
      seen.add(plain);
    }
  }
  const letters = inputs.map(plainName).filter((name) => LETTER.test(name));
  const later = letters.findIndex((letter, index) => index > 0 && letter < letters[index - 1]!);
  if (later >= 0 && new Set(letters).size === letters.length) {
    add(
      "inputs",
      `${letters[later]} comes after ${letters[later - 1]}: the letters ${VARIABLE_LETTERS[0]} to ${VARIABLE_LETTERS.at(-1)} must be in their order.`,
    );
  }
  return issues;
}

/** Why a name cannot be used at all; null if it can. */
function nameFault(name: string): string | null {
  if (name.length > MOST_CHARACTERS) {
    return `${name} is too long: a name has at most ${MOST_CHARACTERS} characters.`;
  }
  if (!WHOLE_NAME.test(name)) {
    return `${name} is not a name: start with a letter A to Z, then letters and digits, and an index like [1] if needed.`;
  }
  if (wordSign(name) !== null) return `${name} is the word of an operator.`;
  if (/^X[1-7]$/.test(plainName(name))) return `${name} is what keys are saved with (X1 to X7): choose another name.`;
  return null;
}
