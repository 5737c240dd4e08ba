import { createHash } from "node:crypto";
import { sortedFields } from "../basics/sorted-fields.ts";
import { normalizeExpression } from "../boolean/forms.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import { type ItemNames, namedKeys } from "../rules/tasks/item-names.ts";
import { keyText } from "../rules/tasks/key-text.ts";

/** An item of a task with everything that determines its points. */
export interface KeyedItem {
  readonly item: number;
  readonly keys: readonly AnswerKey[];
  readonly rubric?: object | null | undefined;
  readonly names?: ItemNames | null | undefined;
}

/**
 * Identifies a task's answer keys by their content: SHA-256 (hex) over the items in their order and each key in the
 * saved form with its points and names, and the item's rubric. The same keys, typed in another form or with other spaces, have the
 * same version; anything that could change a grade gives a different one.
 *
 * @example
 * keyVersion([{ item: 1, keys: [{ expression: "A ^ B", grade: 5 }] }]); // 64 hex digits
 */
export function keyVersion(items: readonly KeyedItem[]): string {
  const canonical = [...items]
    .sort((a, b) => a.item - b.item)
    .map(({ item, keys, names, rubric }) => [
      item,
      namedKeys(keys, names).map(canonicalKey),
      ...(rubric ? [sortedFields(rubric)] : []),
    ]);
  return createHash("sha256").update(JSON.stringify(canonical)).digest("hex");
}

function canonicalKey({ grade, inputs, output, ...key }: AnswerKey): readonly unknown[] {
  const names = inputs || output ? [inputs ?? [], output ?? ""] : [];
  return [normalizeExpression(keyText(key), inputs).replaceAll(" ", ""), grade, ...names];
}
