import { Refusal } from "./refusal.ts";

/** Refuses values with the character NUL in any of their texts: databases, files and programs end texts there. */
export function refuseNul(value: unknown, field: string): void {
  if (!hasNul(value)) return;
  const message = "Texts must not contain the character NUL.";
  throw new Refusal(400, { code: "nul-character", message, issues: [{ code: "nul-character", field, message }] });
}

function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => hasNul(key) || hasNul(inner));
}
