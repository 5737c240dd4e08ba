import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CACHE = join(ROOT, "node_modules", ".cache", "circuitgrade");
const DAY = 24 * 60 * 60 * 1000;

/**
 * The folder (a URL that ends with a slash) of the command's JavaScript: `main.js` and `worker.js`. Bundles the sources
 * first if they have changed; safe if several commands start at once. Throws if the folder cannot be written.
 */
export async function bundledCommand() {
  const folder = join(CACHE, sourcesKey());
  if (!existsSync(join(folder, "main.js"))) await buildInto(folder);
  return pathToFileURL(`${folder}/`);
}

/** Identifies the state of the sources: path, size and time of each, and the version of Node. */
function sourcesKey() {
  const hash = createHash("sha256").update(process.version);
  for (const file of sources(ROOT, ["cli", "core", "server", "workers"])) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file}:${size}:${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

function sources(root, folders) {
  const found = [];
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== "testdata") found.push(...sources(root, [path]));
      } else if (/\.(ts|mjs)$/.test(entry.name) && !entry.name.includes(".test.")) found.push(path);
    }
  }
  return found;
}

async function buildInto(folder) {
  const { build } = await import("esbuild");
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, "draft-"));
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: { main: "cli/main.ts", worker: "cli/reading/worker.ts" },
      outdir: draft,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      logLevel: "silent",
      plugins: [keepModuleUrls],
    });
    // Another start may have been faster: its bundle is as good.
    await rename(draft, folder).catch((error) => {
      if (!existsSync(join(folder, "main.js"))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOldBundles(folder);
}

/** A module in the bundle still finds the files next to its source. */
const keepModuleUrls = {
  name: "keep-module-urls",
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const url = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: text.replaceAll("import.meta.url", url),
        loader: path.endsWith(".ts") ? "ts" : "js",
        resolveDir: dirname(path),
      };
    });
  },
};

/** Kept for a day: a command that runs from an older bundle may still load a part of it. */
async function removeOldBundles(current) {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (path !== current && age > DAY) await rm(path, { recursive: true, force: true });
  }
}
