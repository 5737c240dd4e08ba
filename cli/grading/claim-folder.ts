import { pathToFileURL } from "node:url";
import { createClient, LibsqlError } from "@libsql/client";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";
import { workFolder } from "../results/result-files.ts";

/**
 * Keeps every other run from writing its results into the folder `out`, which is made where it is missing; gives what
 * lets go of it. As on a server's data folder the operating system keeps the lock (the file is a database with an open
 * transaction), so that it ends with the process, however that ends.
 *
 * @throws {CommandFailure} where another run has the folder.
 */
export async function claimFolder(out: string): Promise<() => void> {
  const { folder, lock } = workFolder(out);
  await makeFolder(folder);
  const client = createClient({ url: pathToFileURL(lock).href, timeout: 0 });
  try {
    const transaction = await client.transaction("write");
    return () => {
      transaction.close();
      client.close();
    };
  } catch (error) {
    client.close();
    // Some folders of other machines know no locks: whoever grades into such a one alone must not be kept from it.
    if (!(error instanceof LibsqlError) || !error.code.startsWith("SQLITE_BUSY")) return () => undefined;
    const message = `Another run writes its results into ${out}: wait for its end, or name another folder with --out.`;
    throw new CommandFailure(EXIT.usage, message);
  }
}
