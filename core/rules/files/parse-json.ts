import { z } from "zod";
import type { RuleIssue } from "../rule-issue.ts";

export type ParsedJson<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly RuleIssue[] };

/** The value of a JSON text; its only issue is `not-json`. */
export function parseJson(text: string): ParsedJson<unknown> {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, issues: [{ code: "not-json", field: "", message: `Not JSON: ${reason}` }] };
  }
}

/**
 * What a schema makes of a value, or everything that is wrong with it: issues have the given code, and as `field` the
 * path inside the value, `gates[0].inputs[1].net`, or nothing for the whole.
 */
export function checkShape<Value>(value: unknown, schema: z.ZodType<Value>, code: string): ParsedJson<Value> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => ({ code, field: z.core.toDotPath(path), message }));
  return { ok: false, issues };
}
