import { setTimeout as pause } from "node:timers/promises";
import { within } from "./adapters/lifecycle.ts";
import { announce } from "./announce.ts";
import { createApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { type AppContext, createContext } from "./context.ts";
import { BackupUnknown, DatabaseNewer, DatabaseUnreachable, NoRoomForUpgrade } from "./db/outages.ts";
import { createHttpServer, listen } from "./http-server.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { startClock } from "./services/tasks/clock.ts";
import { BucketUnusable } from "./storage/bucket-store.ts";
import { DataInUse } from "./storage/claim-data.ts";
import { DatabaseLost } from "./storage/own-database.ts";
import { DataUnusable } from "./storage/storage-fault.ts";

/** The parts of Deno that this file uses; everything else is independent of the runtime. */
declare const Deno: {
  readonly permissions: { querySync(wanted: { name: "net"; host: string }): { readonly state: string } };
  addSignalListener(signal: "SIGTERM" | "SIGINT", handler: () => void): void;
  exit(code: number): never;
};

/** Time limits of a stop, in milliseconds. */
const STOP = {
  /** For requests that are being answered; callers who are still sending have been refused by then. */
  requests: 1_000,
  /** For responses to be sent. */
  answer: 200,
  /** For everything; what has not ended by then is abandoned. */
  all: 11_800,
};

/** Errors whose message says what to do. */
const EXPLAINED = [
  ConfigError,
  DataInUse,
  DataUnusable,
  DatabaseLost,
  DatabaseNewer,
  NoRoomForUpgrade,
  BackupUnknown,
  DatabaseUnreachable,
  BucketUnusable,
];

const NOT_HERE = "This machine does not have the address in HOST: choose one that it has, or 0.0.0.0 for all.";

// onnxruntime reports each run to its maker unless this is set before a worker loads it.
process.env.ORT_DISABLE_TELEMETRY = "1";
// Files that the server creates are readable by its user only, also those that libraries create.
process.umask(0o077);

try {
  const [task, options = "{}"] = process.argv.slice(2);
  // Only a launcher leaves a channel.
  const launcher = process.send === undefined ? undefined : process;
  const mayConnect = (host: string) => Deno.permissions.querySync({ name: "net", host }).state === "granted";
  if (task === undefined) await serve(await createContext(readConfig(process.env), { launcher, mayConnect }));
  else Deno.exit(await import("./care/main.ts").then(({ runCare }) => runCare(task, options)));
} catch (error) {
  const words = explain(error);
  console.error(words ?? error);
  Deno.exit(words === null ? 5 : error instanceof NoRoomForUpgrade ? 7 : 2);
}

/** What the person who starts the server can fix, or null. */
function explain(error: unknown): string | null {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "Another program listens at this HOST and PORT: choose another PORT.";
  // EINVAL is Deno's, of a foreign address. The stores over the network explain their own faults.
  if (syscall === "getaddrinfo" || (syscall === "listen" && code === "EINVAL")) return NOT_HERE;
  return null;
}

/** An error that nobody caught, for example in a library's callback, must not end everybody's work. */
function keepRunning({ log }: AppContext): void {
  process.on("uncaughtException", (error) => log.error("uncaught", error));
  process.on("unhandledRejection", (reason) => log.error("uncaught", reason));
}

async function serve(context: AppContext): Promise<void> {
  const { config, lifecycle, log } = context;
  keepRunning(context);
  const { hono } = createApp(context);
  let answering = 0;
  let stopping = false;
  const server = createHttpServer(
    async (request, remoteAddr) => {
      answering++;
      try {
        return await hono.fetch(request, { remoteAddr });
      } finally {
        answering--;
      }
    },
    { openFiles: Number(process.env.OPEN_FILES ?? Infinity), isBehindProxy: config.trustedProxies > 0 },
  );
  const { host, port } = await listen(server, context);
  startClock(context);
  lifecycle.inBackground("jobs", startJobs(context));
  lifecycle.inBackground("announcement", announce(context, { host, port }));

  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info("stopping", { signal });
    setTimeout(end, STOP.all);
    lifecycle.beginStop();
    // Do not wait for idle connections or for responses that nobody reads.
    const answered = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    if (!(await within(answered, STOP.requests))) await pagesAreRead();
    await lifecycle.stop();
    end();
  }
  /** Resolves when nobody is waiting for a page's reading any more, or it takes too long. */
  async function pagesAreRead(): Promise<void> {
    const { recogniser, inspector } = context;
    if (answering === 0) return;
    while (answering > 0 && (recogniser.isWorking() || inspector.isWorking()) && lifecycle.timeForPages() > 0) {
      await pause(50);
    }
    await pause(STOP.answer);
  }
  function end(): never {
    log.info("stopped");
    Deno.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void stop(signal));
  // Without its launcher the server could inspect no upload, and would keep port and data from the next one.
  process.on("disconnect", () => void stop("launcher gone"));
}
