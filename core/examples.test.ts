import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as expressions from "./boolean/expression.ts";
import { printExpression } from "./boolean/print-expression.ts";
import { tableRows, truthTable } from "./boolean/truth-table.ts";

/** Folders whose examples run; those of the stages need pages and models. */
const LEAVES = ["basics", "boolean", "geometry", "rules"];

/** What examples use of other files. */
const SCOPE = { ...expressions, printExpression, tableRows, truthTable };

interface Step {
  readonly code: string;
  /** What the comment behind it promises; "" for none. */
  readonly promise: string;
}

/** The examples of a file's documentation, line by line. */
function examplesOf(source: string): Step[][] {
  const comments = source.match(/\/\*\*(?:(?!\*\/)[\s\S])*@example[\s\S]*?\*\//g) ?? [];
  return comments.map((comment) =>
    comment
      .split("@example")[1]!
      .replace("*/", "")
      .split("\n")
      .map((line) => line.replace(/^\s*\* ?/, "").trim())
      .filter((line) => line !== "")
      .map((line) => {
        const end = line.indexOf("; // ");
        return end < 0 ? { code: line, promise: "" } : { code: line.slice(0, end), promise: line.slice(end + 5) };
      }),
  );
}

/** A promise as a value to compare with: "…" matches anything. Null if it is described in words. */
function wantedOf(promise: string): { readonly value: unknown } | null {
  const code = promise.includes("…")
    ? promise
        .replace(/"([^"]*?)…[^"]*"/g, 'expect.stringContaining("$1")')
        .replaceAll("[…]", "expect.anything()")
        .replace(/: …/g, ": expect.anything()")
        .replace(/, …(?= [}\]])/g, "")
        .replaceAll("{", "expect.objectContaining({")
        .replaceAll("}", "})")
    : promise;
  try {
    return { value: new Function("expect", `return (${code});`)(expect) };
  } catch {
    return null;
  }
}

const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => (...all: unknown[]) => Promise<void>;

const files = LEAVES.flatMap((folder) =>
  readdirSync(`core/${folder}`, { encoding: "utf8", recursive: true }).map((name) => `core/${folder}/${name}`),
).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
const examples = files.flatMap((file) =>
  examplesOf(readFileSync(file, "utf8")).map((steps) => ({ file, steps, name: steps[0]!.code })),
);

it.each(examples)("$file: $name", async ({ file, steps }) => {
  const scope = { ...SCOPE, ...(await import(`../${file}`)) };
  const seen: { got: unknown; promise: string }[] = [];
  const note = (got: unknown, index: number) => seen.push({ got, promise: steps[index]!.promise });
  const body = steps
    .map(({ code }, index) => (code.startsWith("const ") ? `${code};` : `note(${code.replace(/;$/, "")}, ${index});`))
    .join("\n");
  await new AsyncFunction("note", ...Object.keys(scope), body)(note, ...Object.values(scope));
  for (const { got, promise } of seen) {
    const wanted = promise === "" ? null : wantedOf(promise);
    if (wanted !== null) expect(got).toEqual(wanted.value);
  }
});

it("finds the examples", () => {
  expect(examples.length).toBeGreaterThan(40);
});
