import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { ADDRESSES } from "./server/contract/addresses.ts";

const root = fileURLToPath(new URL("ui", import.meta.url));

/** The best quality takes seconds, for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Two entries: the student page, on phones, does not carry the instructors' bundle. */
export default defineConfig({
  root,
  plugins: [react(), bareAddresses(), precompress()],
  build: {
    outDir: process.env.UI_OUT_DIR ?? join(root, "..", "dist"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // The document comes from the server, with the entry's files from the manifest.
    rolldownOptions: { input: { app: join(root, "main.tsx"), student: join(root, "student.tsx") } },
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
      for (const name of await readdir(folder)) {
        if (!/\.(js|css|svg|wasm)$/.test(name)) continue;
        const bytes = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, BROTLI));
        await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
