import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildUi } from "./build-ui.ts";

/** What a page may load as JavaScript before it works, gzipped, in kB of 1000 bytes: the student page opens on phones. */
const BUNDLE_LIMITS = { "student.tsx": 130 } as const;

type Manifest = Readonly<Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>>;

/** The gzipped kB of all JavaScript that an entry of the build in `folder` can come to load. */
async function bundleSize(folder: string, entry: string): Promise<number> {
  const manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8")) as Manifest;
  const files = new Set<string>();
  function visit(key: string): void {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  }
  visit(entry);
  const scripts = [...files].filter((file) => file.endsWith(".js"));
  const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(join(folder, file))).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL("../dist", import.meta.url));
  await buildUi(folder);
  for (const [entry, limit] of Object.entries(BUNDLE_LIMITS)) {
    const size = await bundleSize(folder, entry);
    console.log(`${entry}: ${size.toFixed(1)} kB gzipped of at most ${limit}`);
    if (size > limit) process.exitCode = 1;
  }
}
