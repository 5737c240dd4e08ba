import { readFile, stat } from "node:fs/promises";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { askSecret } from "./ask-secret.ts";

/** The environment variable for a token. */
const VARIABLE = "CIRCUITGRADE_TOKEN";

/**
 * The access token: from a file that nobody else may read, from the environment, or typed. Never from the command line,
 * which every user of the machine can see.
 *
 * @throws {CommandFailure} if there is none, or the file is open to others.
 */
export async function readToken({ tokenFile }: { readonly tokenFile?: string | undefined }): Promise<string> {
  const token =
    tokenFile === undefined
      ? (process.env[VARIABLE] ?? (await askSecret("Access token (it is not shown): ")))
      : await fromFile(tokenFile);
  if (token.trim() !== "") return token.trim();
  const hint = `Make one in the web, in Settings; put it into ${VARIABLE}, or a file that only you may read (--token-file).`;
  throw new CommandFailure(EXIT.usage, `An access token is needed. ${hint}`);
}

async function fromFile(path: string): Promise<string> {
  const info = await stat(path).catch(() => null);
  if (info === null) throw new CommandFailure(EXIT.notFound, `The token file ${path} does not exist. Check the path.`);
  // Windows manages permissions differently.
  if (process.platform !== "win32" && (info.mode & 0o077) !== 0) {
    throw new CommandFailure(EXIT.usage, `Others may read the token file ${path}. Run: chmod 600 ${path}`);
  }
  const text = await readFile(path, "utf8");
  return text.split(/\r?\n/)[0] ?? "";
}
