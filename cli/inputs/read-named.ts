import { readFile } from "node:fs/promises";
import { CommandFailure, commandFailure, EXIT } from "../exit-codes.ts";

/** The bytes of a file that was named on the command line. Throws `CommandFailure`: 3 or 6 if it cannot be opened. */
export async function readNamed(path: string, what: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (commandFailure(error)?.exitCode === EXIT.permission) {
      throw new CommandFailure(EXIT.permission, `The ${what} ${path} may not be read by you. Check its permissions.`);
    }
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be opened";
    throw new CommandFailure(EXIT.notFound, `The ${what} ${path} ${reason}. Check the path.`);
  }
}
