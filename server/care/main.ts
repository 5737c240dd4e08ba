import { readConfig } from "../config.ts";
import { storageFault } from "../storage/storage-fault.ts";
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
    const failure = careFailure(error);
    if (failure === null) throw error;
    console.error(`circuitgrade: ${failure.message}`);
    return failure.exitCode;
  }
  console.error(`circuitgrade: there is no such task: ${task}`);
  return CARE_EXIT.usage;
}

/** The expected failure that an error means, or null. What explains itself, such as an unusable data folder, is passed on. */
function careFailure(error: unknown): CareFailure | null {
  if (error instanceof CareFailure) return error;
  const fault = storageFault(error);
  if (fault === "full") {
    const message = "The disk is full: free some space, then run the same command again.";
    return new CareFailure(CARE_EXIT.diskFull, message);
  }
  if (fault !== "read-only") return null;
  return new CareFailure(CARE_EXIT.permission, `The system refused: ${(error as Error).message}`);
}
