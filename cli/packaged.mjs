import { platformFault } from "../workers/platform.mjs";
import { main } from "./main.ts";
import { startWithSmallPools } from "./small-pools.mjs";

startWithSmallPools();
const fault = platformFault();
if (fault !== null) process.stderr.write(`circuitgrade: ${fault}\n`);

// Starts the command in the one file that `npm run package` makes: already bundled, and run by Deno. As in
// `circuitgrade.mjs`, no run is reported to onnxruntime's maker.
process.env.ORT_DISABLE_TELEMETRY = "1";
process.exitCode = await main(process.argv.slice(2), { workerUrl: new URL("worker.js", import.meta.url) });
