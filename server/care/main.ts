import { readConfig } from "../config.ts";
import { CareFailure, EXIT } from "./care-failure.ts";
import { doctorOptions, runDoctor } from "./doctor.ts";
import { restoreOptions, runRestore } from "./restore.ts";

/** What `careForData` in `server/start.mjs` starts instead of a server. Returns the exit code. */
export async function care(task: string, options: string): Promise<number> {
  const config = readConfig(process.env);
  try {
    const value: unknown = JSON.parse(options);
    if (task === "doctor") return await runDoctor(config, doctorOptions.parse(value));
    if (task === "restore") return await runRestore(config, restoreOptions.parse(value));
  } catch (error) {
    if (!(error instanceof CareFailure)) throw error;
    console.error(`circuitgrade: ${error.message}`);
    return error.exitCode;
  }
  console.error(`circuitgrade: there is no such task: ${task}`);
  return EXIT.usage;
}
