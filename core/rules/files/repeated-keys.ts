import { shownName } from "../../basics/shown-name.ts";
import type { RuleIssue } from "../rule-issue.ts";

/** A key that an object of a JSON text has twice: parsers keep the last one, without a word. */
interface RepeatedKey {
  readonly key: string;
  /** Of the second one, from 1. */
  readonly line: number;
}

/** Strings, with the colon behind a key, and what opens and closes objects and lists. */
const PARTS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/**
 * The keys that a JSON text repeats within one object, in their order. The text must be one that `JSON.parse` takes.
 *
 * @example
 * repeatedKeys('{"grade": 5,\n"grade": 3}'); // [{ key: "grade", line: 2 }]
 */
export function repeatedKeys(text: string): RepeatedKey[] {
  const open: Set<string>[] = [];
  const found: RepeatedKey[] = [];
  for (const { 0: part, 1: string = "", 2: colon, index } of text.matchAll(PARTS)) {
    if (part === "{" || part === "[") open.push(new Set());
    else if (part === "}" || part === "]") open.pop();
    else if (colon !== undefined) {
      const key: string = JSON.parse(string);
      const keys = open.at(-1)!;
      if (keys.has(key)) found.push({ key, line: text.slice(0, index).split("\n").length });
      keys.add(key);
    }
  }
  return found;
}

/** The same as faults of a file that people write by hand. */
export function repeatedKeyIssues(text: string): RuleIssue[] {
  return repeatedKeys(text).map(({ key, line }) => {
    const message = `"${shownName(key)}" is there twice (line ${line}), and only one would count: remove one`;
    return { code: "key-repeated", field: "", message };
  });
}
