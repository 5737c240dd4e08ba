import { readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { RENDERERS } from "../server/contract/pages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The sources of the web UI's build and what builds them; the manual shows pictures from docs/screens. */
const SOURCES = [
  "ui",
  "core",
  "server/contract",
  "docs/screens",
  "vite.config.ts",
  ".ci/build-ui.ts",
  ".ci/direct-imports.ts",
  ".ci/used-style.ts",
  "package-lock.json",
];

/** When the newest source of the web UI was changed, in milliseconds since 1970. */
export async function newestSource(): Promise<number> {
  const times = await Promise.all(SOURCES.map((path) => newestIn(join(ROOT, path))));
  return Math.floor(Math.max(...times));
}

/**
 * Builds the web UI into `folder` unless the build there is newer than every source; nobody ever sees an incomplete
 * build.
 */
export async function buildUi(folder: string): Promise<void> {
  if ((await changedAt(join(folder, ".vite", "manifest.json"))) >= (await newestSource())) return;
  const draft = join(dirname(folder), `.ui-draft-${process.pid}`);
  try {
    await buildForUse(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Test runners set NODE_ENV, and would get React's slow, large build for development. */
async function buildForUse(outDir: string): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    const common = { configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" } as const;
    await build({ ...common, build: { outDir } });
    // Pages as HTML, made by the server from the same components; files without any packages.
    await build({
      ...common,
      build: {
        outDir: join(outDir, dirname(RENDERERS.app)),
        ssr: true,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: {
          // In place of the entries of `vite.config.ts`.
          input: { app: join(ROOT, "ui", "app-document.tsx"), student: join(ROOT, "ui", "student-document.tsx") },
          output: { entryFileNames: "[name]-document.mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
      ssr: { noExternal: true, target: "webworker" },
    });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function newestIn(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const names = await readdir(path);
  const kept = names.filter((name) => !/^(e2e|testdata|testing)$|\.test\.tsx?$/.test(name));
  return Math.max(0, ...(await Promise.all(kept.map((name) => newestIn(join(path, name))))));
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildUi(join(ROOT, "dist"));
