import { dirname, resolve } from "node:path";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { makeFolder } from "../../files.ts";
import type { ServerOptions } from "../../server/call-server.ts";
import { care } from "../../server/care.ts";

interface DoctorOptions extends ServerOptions {
  readonly json?: boolean;
  readonly adopt?: boolean;
  readonly recover?: boolean;
  /** A folder to create. */
  readonly export?: string;
}

/** `circuitgrade doctor`: checks the data of a server that is not running, and repairs what is asked for. */
export async function runDoctor({ data, ...options }: DoctorOptions): Promise<ExitCode> {
  if (options.export === undefined) return care("doctor", { data, options });
  if (options.adopt || options.recover) {
    throw new CommandFailure(EXIT.usage, "--export works without a database: leave out --adopt and --recover.");
  }
  const folder = resolve(options.export);
  await makeFolder(dirname(folder));
  return care("doctor", { data, options: { ...options, export: folder }, writable: [folder] });
}
