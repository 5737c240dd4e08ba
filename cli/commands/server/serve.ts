import { startServer } from "../../../server/start.mjs";
import type { ExitCode } from "../../exit-codes.ts";

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly data?: string;
}

/** `circuitgrade serve`: the web product. Its settings come from the environment; options take precedence. */
export async function runServe({ host, port, data }: ServeOptions): Promise<ExitCode> {
  const options = { ...(host && { HOST: host }), ...(port && { PORT: port }), ...(data && { DATA_DIR: data }) };
  return (await startServer({ ...process.env, ...options })) as ExitCode;
}
