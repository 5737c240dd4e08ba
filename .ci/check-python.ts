import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Diagnostic, PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";

const FOLDER = new URL("../models/training/", import.meta.url);

/** Names of one and two letters that are clear enough; every other name is a word. */
const SHORT_NAMES = new Set(["_", "i", "j", "k", "x", "y", "at", "by", "on", "to", "up"]);
const SHORT = /^.{1,2}$/;
/** In the parser's tree: the targets of an assignment, loop or lambda, and parameters. */
const BOUND = /id: Name\("(\w+)"\),\s*ctx: Store|Parameter \{[^{}]*?name: Identifier \{\s*id: Name\("(\w+)"\)/g;

/** Ruff for the Python files, given by their paths, which may import each other. */
function openRuff(files: readonly string[]): Workspace {
  return new Workspace(
    {
      "line-length": 140,
      "target-version": "py311",
      lint: {
        select: ["E", "F", "W", "N", "I", "B", "UP", "SIM", "C4", "PIE", "RET", "A"],
        // Short functions may be lambdas with a name.
        ignore: ["E731"],
        isort: { "known-first-party": files.map((file) => file.replace(/(\.py|\/.*)$/, "")) },
      },
    },
    PositionEncoding.Utf16,
  );
}

/** The errors in a file, one line each; empty if there are none. */
export function faultsOf(source: string, ruff: Workspace): string[] {
  const faults = (ruff.check(source) as Diagnostic[]).map(
    ({ code, message, start_location: { row } }) => `${row}: ${code ?? ""} ${message}`,
  );
  const formatted = formattedOf(source, ruff);
  if (formatted === null) return faults;
  const names = [...ruff.parse(source).matchAll(BOUND)].map(([, bound, parameter]) => (bound ?? parameter)!);
  const short = [...new Set(names)].filter((name) => SHORT.test(name) && !SHORT_NAMES.has(name));
  return [
    ...faults,
    ...short.map((name) => `the name ${name} is not a word`),
    ...(formatted === source ? [] : ["not formatted: npm run check:fix"]),
  ];
}

/** A file with its lines corrected; null if it is not Python. */
function formattedOf(source: string, ruff: Workspace): string | null {
  try {
    return ruff.format(source);
  } catch {
    return null;
  }
}

/** The Python files of the trainings, and the linter for them. */
export function openTrainings(): { readonly files: string[]; readonly ruff: Workspace } {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".py"));
  return { files, ruff: openRuff(files) };
}

function main(): void {
  const { files, ruff } = openTrainings();
  for (const file of files) {
    const path = fileURLToPath(new URL(file, FOLDER));
    if (process.argv.includes("--write")) format(path, ruff);
    for (const fault of faultsOf(readFileSync(path, "utf8"), ruff)) {
      process.stderr.write(`models/training/${file}:${fault}\n`);
      process.exitCode = 1;
    }
  }
}

function format(path: string, ruff: Workspace): void {
  const source = readFileSync(path, "utf8");
  const formatted = formattedOf(source, ruff);
  if (formatted !== null && formatted !== source) writeFileSync(path, formatted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
