import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGES } from "../../server/contract/pages.ts";
import { builtUi } from "./site.ts";

/**
 * Bytes of JavaScript, gzipped, that a page loads at once: those of its entry and of its own module. The student page
 * works before its own comes: the server makes it.
 */
const PARTS = [
  ["student.tsx", 98_000],
  ["main.tsx", 198_000],
  ["main.tsx and screens/dashboard/dashboard-page.tsx", 222_000],
  ["main.tsx and screens/task/task-page.tsx", 218_000],
  ["main.tsx and screens/circuit-evaluator/circuit-evaluator-page.tsx", 285_000],
] as const;

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

test.each(PARTS)(
  "%s stay below %d bytes of gzipped JavaScript",
  async (parts, limit) => {
    const folder = await builtUi();
    const manifest: Manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
    const files = new Set(parts.split(" and ").flatMap((part) => [...chunksOf(manifest, part)]));
    const sizes = await Promise.all(
      [...files].map(async (file) => (await readFile(join(folder, `${file}.gz`))).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.info(`${parts}: ${(total / 1000).toFixed(1)} kB gzipped of ${limit / 1000}`);
    // React alone is more than this: a smaller sum means that something was not counted.
    expect(total).toBeGreaterThan(40_000);
    expect(total).toBeLessThanOrEqual(limit);
  },
  240_000,
);

test("the build has every page's own module", async () => {
  const folder = await builtUi();
  const manifest: Manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
  const modules = PAGES.flatMap(({ module }) => module ?? []);
  expect(modules.filter((module) => manifest[module] === undefined)).toEqual([]);
}, 240_000);

test("the instructors' query cache is not in the student's bundle", async () => {
  const folder = await builtUi();
  const manifest: Manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
  const hasCache = async (entry: string) => {
    const files = await Promise.all([...chunksOf(manifest, entry)].map((file) => readFile(join(folder, file), "utf8")));
    return files.some((text) => text.includes("No QueryClient set"));
  };
  expect(await hasCache("main.tsx")).toBe(true);
  expect(await hasCache("student.tsx")).toBe(false);
}, 240_000);

test("the student's bundle has only the icons of its page", async () => {
  const folder = await builtUi();
  const manifest: Manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
  const iconsOf = async (entry: string) => {
    const files = await Promise.all([...chunksOf(manifest, entry)].map((file) => readFile(join(folder, file), "utf8")));
    return files.join("").split("0 0 15 15").length - 1;
  };
  expect(await iconsOf("main.tsx")).toBeGreaterThan(30);
  expect(await iconsOf("student.tsx")).toBeLessThan(25);
}, 240_000);

function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no ${key}.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
  return seen;
}
