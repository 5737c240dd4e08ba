import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { directImports, isIcon } from "./.ci/direct-imports.ts";
import { usedStyle } from "./.ci/used-style.ts";
import { ADDRESSES } from "./server/contract/addresses.ts";

const root = fileURLToPath(new URL("ui", import.meta.url));

/** The best quality takes seconds of a build, and 8 % off what every first visit fetches. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** The modules that each entry imports, and what they import, as `findEntries` finds them. */
const OF_ENTRY = { student: new Set<string>(), main: new Set<string>() };

/**
 * The pages share few files: without HTTP/2 a browser fetches six at a time, and each costs a way to the server and back.
 * No entry carries what only other pages need; only icons of several pages are together.
 */
const SHARED = [
  { name: "base", test: (id: string) => OF_ENTRY.student.has(id), minShareCount: 2, priority: 2 },
  { name: "main", test: (id: string) => OF_ENTRY.main.has(id) || isIcon(id), minShareCount: 2, priority: 1 },
  { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_200 },
];

/** Two entries: the student page, on phones, does not carry the instructors' bundle. */
export default defineConfig({
  root,
  // csv-parse 7.0.3 needs Node's Buffer. Its build for browsers brings one, which fails under Deno 2.9.5: "that.write is
  // not a function".
  resolve: { alias: { "csv-parse/sync": "csv-parse/browser/esm/sync" } },
  plugins: [react(), directImports(), bareAddresses(), findEntries(), precompress()],
  css: { postcss: { plugins: [usedStyle()] } },
  build: {
    outDir: process.env.UI_OUT_DIR ?? join(root, "..", "dist"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // The document comes from the server, with the entry's files from the manifest.
    rolldownOptions: {
      input: { app: join(root, "main.tsx"), student: join(root, "student.tsx") },
      output: { codeSplitting: { groups: SHARED } },
    },
    chunkSizeWarningLimit: 800,
  },
});

/** Replaces the module of the calls' addresses by its value: pages load neither schemas nor summaries. */
function bareAddresses(): Plugin {
  return {
    name: "bare-addresses",
    enforce: "pre",
    load: (id) =>
      id.endsWith("/server/contract/addresses.ts") ? `export const ADDRESSES = ${JSON.stringify(ADDRESSES)};` : null,
  };
}

/** Fills `OF_ENTRY` before the modules are put into files. */
function findEntries(): Plugin {
  return {
    name: "find-entries",
    buildEnd() {
      const visit = (id: string, found: Set<string>): void => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported, found);
      };
      for (const [name, found] of Object.entries(OF_ENTRY)) visit(join(root, `${name}.tsx`), found);
    },
  };
}

/** Writes .br and .gz next to every text file, so that the server never compresses on the way. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    configResolved(config) {
      folder = join(config.build.outDir, "assets");
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|wasm)$/.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
