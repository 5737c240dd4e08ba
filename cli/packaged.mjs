import { main } from "./main.ts";

// The start of the command in the one file that `npm run package` makes: bundled already, and run by Deno.
// As in `circuitgrade.mjs`, no run is reported to onnxruntime's maker.
process.env.ORT_DISABLE_TELEMETRY = "1";
process.exitCode = await main(process.argv.slice(2), { workerUrl: new URL("worker.js", import.meta.url) });
