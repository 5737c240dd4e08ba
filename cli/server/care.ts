import { careForData } from "../../server/start.mjs";
import type { ExitCode } from "../exit-codes.ts";
import type { ServerOptions } from "./call-server.ts";

type Settings = NonNullable<Parameters<typeof careForData>[2]>;

interface Care extends Omit<Settings, "variables"> {
  readonly options: object;
  readonly data: ServerOptions["data"] | undefined;
}

/** Lets the server's program, with its own permissions, work on the data of a server that is not running. */
export async function care(task: "doctor" | "restore", { options, data, ...paths }: Care): Promise<ExitCode> {
  const variables = { ...process.env, ...(data && { DATA_DIR: data }) };
  return (await careForData(task, options, { ...paths, variables })) as ExitCode;
}
