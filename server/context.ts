import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createEventBus, type EventBus } from "./adapters/event-bus.ts";
import { type FileStore, openFileStore } from "./adapters/file-store.ts";
import { keptSecret } from "./adapters/kept-secret.ts";
import { createLifecycle, type Lifecycle } from "./adapters/lifecycle.ts";
import { createLog, type Log } from "./adapters/log.ts";
import { createMailer, type Mailer } from "./adapters/mailer.ts";
import { createRateLimiter, type RateLimiter } from "./adapters/rate-limiter.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/client.ts";

/** Everything that requests and jobs work with, wired once. */
export interface AppContext {
  readonly config: Config;
  /** Milliseconds since 1970: nothing else asks for the time. */
  readonly now: () => number;
  readonly db: Database;
  /** The students' files, named by their SHA-256. */
  readonly files: FileStore;
  /** Profile pictures, named by their id. */
  readonly images: FileStore;
  readonly mailer: Mailer;
  readonly events: EventBus;
  readonly limiter: RateLimiter;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  readonly secrets: {
    /** Signs the templates' QR codes. */
    readonly template: string;
    /** Whoever can read the data folder may make the `admin` calls. */
    readonly admin: string;
  };
}

/** What tests put in the place of the real thing. */
export interface Replacements {
  readonly now?: () => number;
  readonly mailer?: Mailer;
  readonly writeLog?: (line: string) => void;
}

/** Where the token of the `admin` calls lies, for the command on the same machine. */
export function adminTokenPath(dataDir: string): string {
  return join(dataDir, "admin-token");
}

/** Opens database and files in the data folder, which is made where it is missing. */
export async function createContext(config: Config, replacements: Replacements = {}): Promise<AppContext> {
  const now = replacements.now ?? Date.now;
  const log = createLog(replacements.writeLog ?? ((line) => console.log(line)), now);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const [db, files, images, template, admin] = await Promise.all([
    openDatabase(config.database),
    openFileStore(join(config.dataDir, "files")),
    openFileStore(join(config.dataDir, "images")),
    config.templateSecret ?? keptSecret(join(config.dataDir, "template-secret")),
    keptSecret(adminTokenPath(config.dataDir)),
  ]);
  const lifecycle = createLifecycle(log);
  lifecycle.onStop("database", () => db.close());
  return {
    config,
    now,
    db,
    files,
    images,
    mailer: replacements.mailer ?? createMailer(config, { log, now }),
    events: createEventBus(),
    limiter: createRateLimiter(now),
    lifecycle,
    log,
    secrets: { template, admin },
  };
}
