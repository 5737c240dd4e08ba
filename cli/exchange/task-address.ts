import { CommandFailure, EXIT } from "../exit-codes.ts";

/** A task and the server that has it. */
export interface TaskAddress {
  /** The origin, without a slash at its end. */
  readonly server: string;
  readonly taskId: string;
}

/**
 * Finds server and task from a task's ID and `--server`, or from the address of one of the task's pages in the web.
 *
 * @throws {CommandFailure} if either is missing.
 * @example
 * taskAddress("https://grading.example.edu/task/9f8K2mXq", {}); // { server: "https://grading.example.edu", taskId: "9f8K2mXq" }
 */
export function taskAddress(text: string, { server }: { readonly server?: string | undefined }): TaskAddress {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  const taskId = url === null ? text : (url.pathname.split("/").filter(Boolean)[1] ?? "");
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(taskId)) {
    const message = `"${text}" is not a task. Give its id, or the address of its page in the web.`;
    throw new CommandFailure(EXIT.usage, message);
  }
  const named = server ?? url?.origin ?? process.env.CIRCUITGRADE_SERVER;
  if (named === undefined) {
    const message = "Which server has the task? Name it with --server, or give the address of the task's page.";
    throw new CommandFailure(EXIT.usage, message);
  }
  return { server: serverOrigin(named), taskId };
}

/** @throws {CommandFailure} if it is not an address. */
function serverOrigin(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).origin;
  const message = `"${text}" is not a server's address, which begins with https:// (on this machine http://).`;
  throw new CommandFailure(EXIT.usage, message);
}

/** Whether a token would cross a network that others can listen to. */
export function isOpenToListeners(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The warning in that case. */
export const OPEN_WARNING =
  "The server's address begins with http: others in the network can read the token and grades.";
