import { platformFault } from "../workers/platform.mjs";
import { main } from "./main.ts";
import { runSteadily } from "./reading/steady-memory.mjs";

// Starts the command that is already bundled: in the one file that `npm run package` makes, run by Deno, and in npm's
// package, run by Node. As in `circuitgrade.mjs`, no run is reported to onnxruntime's maker.
process.env.ORT_DISABLE_TELEMETRY = "1";
process.exitCode = (await runSteadily()) ?? (await run());

function run() {
  const fault = platformFault();
  if (fault !== null) process.stderr.write(`circuitgrade: ${fault}\n`);
  return main(process.argv.slice(2), { workerUrl: new URL("worker.js", import.meta.url) });
}
