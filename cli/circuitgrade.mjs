#!/usr/bin/env node
import { platformFault } from "../workers/platform.mjs";
import { bundledCommand } from "./bundle.mjs";
import { startWithSmallPools } from "./small-pools.mjs";

startWithSmallPools();
const fault = platformFault();
if (fault !== null) process.stderr.write(`circuitgrade: ${fault}\n`);

// onnxruntime reports each run to its maker unless this is set before it is loaded.
process.env.ORT_DISABLE_TELEMETRY = "1";

// Node 20 cannot load TypeScript, and a loader costs a quarter of a second at every start, so the sources are bundled
// once into a cache. If that folder cannot be written, the loader is used.
const bundle = await bundledCommand().catch(() => null);
const { main } = bundle
  ? await import(new URL("main.js", bundle).href)
  : await import("tsx/esm/api").then(({ tsImport }) => tsImport("./main.ts", import.meta.url));
const workerUrl = bundle ? new URL("worker.js", bundle) : new URL("reading/worker.mjs", import.meta.url);
process.exitCode = await main(process.argv.slice(2), { workerUrl });
