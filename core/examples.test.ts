import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as expressions from "./boolean/expression.ts";
import { printExpression } from "./boolean/print-expression.ts";
import { tableRows, truthTable } from "./boolean/truth-table.ts";
import { EXAMPLE_VALUES } from "./testdata/example-values.ts";

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
      // A promise may stand on the lines below.
      .replace(/;(?:\s*\n\s*\* ?\/\/ .*)+/g, (lines) => `; //${lines.slice(1).replace(/\s*\n\s*\* ?\/\//g, "")}`)
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

const files = readdirSync("core", { encoding: "utf8", recursive: true })
  .map((name) => `core/${name}`)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("core/testdata/"));
const examples = files.flatMap((file) =>
  examplesOf(readFileSync(file, "utf8")).map((steps) => ({ file, steps, name: steps[0]!.code })),
);

it.each(examples)("$file: $name", async ({ file, steps }) => {
  const module = await import(`../${file}`);
  const code = steps.map((step) => step.code).join("\n");
  const defined = new Set([...code.matchAll(/const ([^=]+)=/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? []));
  const used = Object.keys(EXAMPLE_VALUES).filter(
    (name) => !(name in module) && !defined.has(name) && new RegExp(`\\b${name}\\b`).test(code),
  );
  const values = await Promise.all(used.map(async (name) => [name, await EXAMPLE_VALUES[name]!()] as const));
  const scope = { ...SCOPE, ...Object.fromEntries(values), ...module };
  const seen: { got: unknown; promise: string }[] = [];
  const note = (got: unknown, index: number) => seen.push({ got, promise: steps[index]!.promise });
  const body = steps
    .map(({ code }, index) => (/^(const|if) /.test(code) ? `${code};` : `note(${code.replace(/;$/, "")}, ${index});`))
    .join("\n");
  await new AsyncFunction("note", ...Object.keys(scope), body)(note, ...Object.values(scope));
  for (const { got, promise } of seen) {
    const wanted = promise === "" ? null : wantedOf(promise);
    if (wanted !== null) expect(got).toEqual(wanted.value);
  }
});

it("finds the examples", () => {
  expect(examples.length).toBeGreaterThan(110);
});
