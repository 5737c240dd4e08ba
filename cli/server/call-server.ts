import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { fetchSoon, Silence } from "./fetch-soon.ts";

export interface ServerOptions {
  /** The server's data folder; by default `DATA_DIR`, else `data`. */
  readonly data?: string | undefined;
}

export type AdminCall = {
  [Name in keyof typeof ENDPOINTS]: (typeof ENDPOINTS)[Name]["access"] extends "admin" | "administrator" ? Name : never;
}[keyof typeof ENDPOINTS];

/**
 * Makes an `admin` call, or one that everybody may make, to the server that runs with this data folder on this machine:
 * its address and the token for it are there, for users who may read the folder.
 *
 * @throws {CommandFailure} if no server runs, or if it refuses.
 */
export async function callServer(
  name: AdminCall | "getSite",
  options: ServerOptions & { readonly body?: object | undefined; readonly params?: Readonly<Record<string, string>> },
): Promise<Response> {
  const folder = resolve(options.data ?? process.env.DATA_DIR ?? "data");
  const [address, token] = await Promise.all([readKept(folder, "address"), readKept(folder, "admin-token")]);
  await requireOwnServer(address, folder);
  const { method, path: pattern } = ENDPOINTS[name];
  const path = pattern.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(options.params?.[param] ?? ""));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  const response = await fetch(`${address}${path}`, { method, headers, body }).catch(() => {
    throw notRunning(folder);
  });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as { error?: ServerError } | null;
  throw refused(answer?.error, response.status);
}

interface ServerError {
  readonly code?: string;
  readonly message?: string;
}

function refused(error: ServerError | undefined, status: number): CommandFailure {
  return new CommandFailure(EXIT.usage, error?.message ?? `The server answered ${status}.`);
}

/**
 * After a crash another program may listen at the server's address: if it does not answer like the server, it gets no
 * token.
 */
async function requireOwnServer(address: string, folder: string): Promise<void> {
  const response = await fetchSoon(`${address}${ENDPOINTS.health.path}`).catch((error: unknown) => {
    if (!(error instanceof Silence)) throw notRunning(folder);
    throw new CommandFailure(
      EXIT.notFound,
      `${notRunning(folder).message} What listens at ${address}: ${error.message}.`,
    );
  });
  const answer = (await response.json().catch(() => null)) as { status?: unknown; error?: ServerError } | null;
  if (response.ok && answer?.status === "ok") return;
  if (answer?.error?.code === "unhealthy") throw refused(answer.error, response.status);
  throw new CommandFailure(EXIT.notFound, `${notRunning(folder).message} Another program answers at ${address}.`);
}

async function readKept(folder: string, name: string): Promise<string> {
  try {
    return (await readFile(join(folder, name), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw notRunning(folder);
    throw error;
  }
}

function notRunning(folder: string): CommandFailure {
  const hint = "Start it with 'circuitgrade serve' or 'npm start', or name its data folder with --data.";
  return new CommandFailure(EXIT.notFound, `No server runs with the data folder ${folder}. ${hint}`);
}
