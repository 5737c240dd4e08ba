import { careForData } from "../../server/start.mjs";
import type { ExitCode } from "../exit-codes.ts";
import type { ServerOptions } from "./call-server.ts";

type Settings = NonNullable<Parameters<typeof careForData>[2]>;

interface Care extends Omit<Settings, "variables"> {
  readonly options: object;
  readonly data: ServerOptions["data"] | undefined;
  /** The program gets no setting but `data`: none may lead it to a server's database or files. */
  readonly alone?: boolean;
}

/** What programs expect of their environment. */
const SURROUNDINGS = ["DENO_DIR", "FONTCONFIG_FILE", "HOME", "LANG", "NO_COLOR", "PATH", "TMPDIR", "TZ"];

/** Lets the server's program, with its own permissions, work on the data of a server that is not running. */
export async function care(
  task: "doctor" | "restore" | "check-backup" | "export-corrections",
  { options, data, alone = false, ...paths }: Care,
): Promise<ExitCode> {
  const given = Object.entries(process.env).filter(([name]) => !alone || SURROUNDINGS.includes(name));
  const variables = { ...Object.fromEntries(given), ...(data && { DATA_DIR: data }) };
  return (await careForData(task, options, { ...paths, variables })) as ExitCode;
}
