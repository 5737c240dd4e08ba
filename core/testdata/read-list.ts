import { readFileSync } from "node:fs";

/** The lines of a list in this folder, without comments and empty lines: `readList("expressions/valid.txt")`. */
export function readList(path: string): string[] {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
