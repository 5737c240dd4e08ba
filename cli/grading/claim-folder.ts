import { lockFile } from "../../server/adapters/file-lock.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";
import { workFolder } from "../results/result-files.ts";

/**
 * Keeps other runs from writing results into the folder `out`, which is created if it is missing. Returns the function
 * that releases it; the lock also ends with the process.
 *
 * @throws {CommandFailure} if another run uses the folder.
 */
export async function claimFolder(out: string): Promise<() => void> {
  const { folder, lock } = workFolder(out);
  await makeFolder(folder);
  // Some network folders do not support locks: grading into such a folder must still be possible.
  const release = await lockFile(lock).catch(() => () => undefined);
  if (release !== null) return release;
  const message = `Another grade, merge or review uses ${out}: wait until it ends, or end it with Ctrl-C.`;
  throw new CommandFailure(EXIT.usage, message);
}
