import { readConfig } from "../config.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { checkArchive, checkOptions } from "./check-backup.ts";
import { doctor, doctorOptions } from "./doctor.ts";
import { exportCorrections, exportCorrectionsOptions } from "./export-corrections.ts";
import { restore, restoreOptions } from "./restore.ts";

/** What `careForData` in `server/start.mjs` starts instead of a server. Returns the exit code. */
export async function runCare(task: string, options: string): Promise<number> {
  const config = readConfig(process.env);
  try {
    const value: unknown = JSON.parse(options);
    if (task === "doctor") return await doctor(config, doctorOptions.parse(value));
    if (task === "check-backup") return await checkArchive(config, checkOptions.parse(value));
    if (task === "export-corrections") return await exportCorrections(config, exportCorrectionsOptions.parse(value));
    if (task === "restore") return await restore(config, restoreOptions.parse(value));
  } catch (error) {
    if (!(error instanceof CareFailure)) throw error;
    console.error(`circuitgrade: ${error.message}`);
    return error.exitCode;
  }
  console.error(`circuitgrade: there is no such task: ${task}`);
  return CARE_EXIT.usage;
}
