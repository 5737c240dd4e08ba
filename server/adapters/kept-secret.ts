import { mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { newToken } from "./random.ts";

/** The secret in the file `path`. The first call creates it, readable by the owner alone. */
export async function keptSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(`${newToken()}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(path, "utf8")).trim();
  if (secret.length < 16) throw new Error(`${path} contains no secret. Delete it, and the server creates a new one.`);
  return secret;
}
