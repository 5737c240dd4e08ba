import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { groupBy } from "../core/basics/group-by.ts";

// How much code a commit has: `npx tsx .ci/size.ts [COMMIT]`.

/** Lines that two places must share to count as a pair. */
const SHARED_LINES = 6;

interface Source {
  readonly path: string;
  readonly lines: readonly string[];
}

const sources = sourcesOf(process.argv[2] ?? "HEAD");
const product = sources.filter(({ path }) => !isTest(path));
const code = product.filter(({ path }) => !path.endsWith(".css"));

console.log("| room | product | tests |\n| --- | --- | --- |");
const rooms = groupBy(sources, ({ path }) => (path.includes("/") ? path.split("/")[0]! : "root"));
for (const [room, files] of [...[...rooms].sort(), ["all", sources] as const]) {
  const tests = files.filter(({ path }) => isTest(path));
  console.log(`| ${room} | ${linesOf(files) - linesOf(tests)} | ${linesOf(tests)} |`);
}
const folders = [...groupBy(code, ({ path }) => dirname(path))].sort(([, a], [, b]) => b.length - a.length);
console.log(`\nMost files in a folder: ${folders[0]![1].length}, ${folders[0]![0]}`);
console.log(`Longest function: ${longestFunction()}`);
console.log(`Pairs of places with ${SHARED_LINES} or more equal lines: ${countPairs()}`);

function sourcesOf(commit: string): Source[] {
  const folder = mkdtempSync(join(tmpdir(), "circuitgrade-size-"));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = paths
    .filter((path) => /\.(tsx?|css|py)$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(folder, path), "utf8").trimEnd().split("\n") }));
  rmSync(folder, { recursive: true });
  return found;
}

/** Whether it is a test, or what tests draw and start with. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)(test_\w+\.py$|testdata\/|testing\/|ui\/e2e\/)/.test(path);
}

function linesOf(files: readonly Source[]): number {
  return files.reduce((sum, { lines }) => sum + lines.length, 0);
}

function longestFunction(): string {
  let longest = { length: 0, name: "" };
  for (const { path, lines } of code.filter((file) => !file.path.endsWith(".py"))) {
    const visit = (node: ts.Node): void => {
      const length = ts.isFunctionLike(node) ? node.getText().split("\n").length : 0;
      if (length > longest.length) longest = { length, name: `${path}, ${(node as ts.FunctionLike).name?.getText()}` };
      node.forEachChild(visit);
    };
    visit(ts.createSourceFile(path, lines.join("\n"), ts.ScriptTarget.Latest, true));
  }
  return `${longest.length} lines, ${longest.name}`;
}

/** Counts a run of equal lines once for each further place; imports, comments and lone brackets do not count. */
function countPairs(): number {
  const first = new Map<string, string>();
  let pairs = 0;
  for (const { path, lines } of code) {
    const counted = lines
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line) && !/^(import|export \*|\/\/|\/?\*|} from|type \w+,?$)/.test(line));
    let wasShared = false;
    for (let at = 0; at + SHARED_LINES <= counted.length; at++) {
      const run = counted.slice(at, at + SHARED_LINES).join("\n");
      const isShared = first.has(run) && first.get(run) !== `${path}:${at}`;
      if (isShared && !wasShared) pairs++;
      wasShared = isShared;
      if (!isShared) first.set(run, `${path}:${at}`);
    }
  }
  return pairs;
}
