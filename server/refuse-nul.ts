import { Refusal } from "./refusal.ts";

/** Refuses values with the character NUL in any of their texts: databases, files and programs end texts there. */
export function refuseNul(value: unknown, field: string): void {
  if (!hasNul(value)) return;
  const message = "Texts must not contain the character NUL.";
  throw new Refusal(400, { code: "nul-character", message, issues: [{ code: "nul-character", field, message }] });
}

/** Without recursion: JSON of a usual size can be nested too deeply for that. */
function hasNul(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" && next.includes("\0")) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key.includes("\0")) return true;
      open.push(inner);
    }
  }
  return false;
}
