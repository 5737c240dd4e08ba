import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Every document of the project, by its path from the root. The training log is a record of the past. */
export const DOCUMENTS: readonly string[] = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
  { encoding: "utf8" },
)
  .split("\0")
  .filter((path) => path !== "" && !path.endsWith("LOG.md") && existsSync(path));
