import { createLifecycle } from "../adapters/lifecycle.ts";
import { createLog } from "../adapters/log.ts";
import type { Config } from "../config.ts";
import { type AppContext, createContext } from "../context.ts";
import { claimData } from "../storage/claim-data.ts";

/** The server's log is not for readers of a report, but its errors are. */
function quietly(line: string): void {
  if (line.includes('"level":"error"')) console.error(line);
}

/** Runs `work` while no server uses the data. */
export async function withClaim<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const lifecycle = createLifecycle(createLog(quietly, Date.now));
  try {
    await claimData(config, lifecycle);
    return await work();
  } finally {
    await lifecycle.stop();
  }
}

/** Runs `work` with everything that a server has, while none runs. */
export async function withContext<T>(config: Config, work: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await createContext(config, { writeLog: quietly });
  try {
    return await work(context);
  } finally {
    await context.lifecycle.stop();
  }
}
