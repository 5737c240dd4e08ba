import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Every document of the project, from its root. The trainings' log is a record of what was said when. */
export const DOCUMENTS: readonly string[] = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
  { encoding: "utf8" },
)
  .split("\0")
  .filter((path) => path !== "" && !path.endsWith("LOG.md") && existsSync(path));
