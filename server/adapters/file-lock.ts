import { pathToFileURL } from "node:url";
import { createClient, LibsqlError } from "@libsql/client";

/**
 * Locks the file `path`, for both the server and the command. Returns the function that releases the lock, or null if
 * it is taken. The operating system keeps the lock (the file is a database with an open transaction), so it ends with
 * the process, however that ends. The file itself stays.
 */
export async function lockFile(path: string): Promise<(() => void) | null> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: 0 });
  try {
    const transaction = await client.transaction("write");
    return () => {
      transaction.close();
      client.close();
    };
  } catch (error) {
    client.close();
    if (error instanceof LibsqlError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}
