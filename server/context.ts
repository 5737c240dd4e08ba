import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { createWorkerPool, type PoolOptions } from "../workers/worker-pool.ts";
import { badRecipient } from "./adapters/age.ts";
import { currentCaller } from "./adapters/current-caller.ts";
import { createEventBus, type EventBus } from "./adapters/event-bus.ts";
import { keptSecret } from "./adapters/kept-secret.ts";
import { createLifecycle, type Lifecycle } from "./adapters/lifecycle.ts";
import { createLog, type Log } from "./adapters/log.ts";
import { createMailer, type Mailer } from "./adapters/mailer.ts";
import { createRateLimiter, createSharedRateLimiter, type RateLimiter } from "./adapters/rate-limiter.ts";
import { type Arrivals, createArrivals } from "./arrivals.ts";
import { type Config, ConfigError } from "./config.ts";
import type { Database } from "./db/client.ts";
import { createInspector, type Inspector } from "./inspection/inspector.ts";
import type { Launcher } from "./inspection/launched-runner.ts";
import { createJobQueue, type JobQueue } from "./jobs/job-queue.ts";
import { joinProcesses, type Presence, refuseOtherSettings } from "./processes/presence.ts";
import { createSharedEventBus } from "./processes/shared-event-bus.ts";
import { sharedSecret } from "./processes/shared-secret.ts";
import { isLong, type Recogniser, type Work } from "./recogniser/messages.ts";
import { type BackupState, createBackupState } from "./services/operation/backups/backup-state.ts";
import { createMeasures, type Measures } from "./services/operation/measures.ts";
import { openProvider, type Provider } from "./sign-on/provider.ts";
import { claimData } from "./storage/claim-data.ts";
import { freeBytes } from "./storage/disk-reserve.ts";
import { missingSecrets } from "./storage/missing-secrets.ts";
import { openOwnDatabase } from "./storage/own-database.ts";
import { openStores, type Stores } from "./storage/stores.ts";

/** Everything that requests and jobs work with, created once. */
export interface AppContext extends Pick<Stores, "files" | "records" | "trash" | "erasures" | "images" | "cache"> {
  readonly config: Config;
  /** Milliseconds since 1970: the only source of time. */
  readonly now: () => number;
  readonly db: Database;
  /** This process among those of the database. */
  readonly presence: Presence;
  /** Worker threads for pages that a person is waiting for. */
  readonly recogniser: Recogniser;
  /** Worker threads that read the pages in the queue, on all cores but with a lower priority than everything else. */
  readonly queueReader: Recogniser;
  /** Inspects uploads, separately from readings: students wait for it. */
  readonly inspector: Inspector;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  /** The provider of single sign-on; null: there is none. */
  readonly provider: Provider | null;
  readonly events: EventBus;
  readonly limiter: RateLimiter;
  readonly arrivals: Arrivals;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** What `/metrics` reports. */
  readonly measures: Measures;
  readonly backups: BackupState;
  readonly secrets: {
    /** Signs the templates' QR codes. */
    readonly template: string;
    /** Required for the `admin` calls; anyone who can read the data folder has it. */
    readonly admin: string;
    /** Signs the cookies of browsers that have signed in. */
    readonly device: string;
    /** Encrypts what authenticator apps share with the server. */
    readonly secondFactor: string;
    /** Makes the names under which erased students are remembered. In the database, so that each backup has it. */
    readonly erasure: string;
  };
}

/** What the launcher provides, and what tests replace. */
export interface Replacements {
  /** Starts processes for the server, which may not do so itself. */
  readonly launcher?: Launcher | undefined;
  /** Whether the runtime lets this process connect to `host:port`. */
  readonly mayConnect?: (host: string) => boolean;
  readonly now?: () => number;
  readonly mailer?: Mailer;
  readonly writeLog?: (line: string) => void;
  readonly openPool?: typeof createWorkerPool;
}

const WORKER = new URL("recogniser/worker.mjs", import.meta.url);
/** The number of readers for pages that a person is waiting for. */
const MOST_WORKERS = 4;
/** Bytes of the machine's memory for each reader of the queue: no more readers than fit into it. */
const MEMORY_A_READER = 1024 ** 3;

/** Kept in the data folder, or in the database if several servers may share one. */
function ownSecret(
  name: "template" | "device" | "second-factor",
  { config, db }: { config: Config; db: Database },
): Promise<string> {
  const path = join(config.dataDir, `${name}-secret`);
  return db.shared ? sharedSecret(db, { name, path }) : keptSecret(path);
}

/** The file with the token of the `admin` calls, for the command on the same machine. */
function adminTokenPath(dataDir: string): string {
  return join(dataDir, "admin-token");
}

/**
 * Opens database and files: in the data folder, which is created if it is missing, or over the network.
 * @throws {ConfigError} if a public key for backups is none.
 * @throws {DataInUse} if another server uses them, or one with other settings does.
 * @throws {DatabaseLost} if the files belong to another database.
 */
export async function createContext(config: Config, replacements: Replacements = {}): Promise<AppContext> {
  const now = replacements.now ?? Date.now;
  const bad = await badRecipient(config.backup?.recipients ?? []);
  if (bad !== null) throw new ConfigError(`BACKUP_RECIPIENT: ${bad} is not a public key of age. Check it for typos.`);
  const log = createLog(replacements.writeLog ?? ((line) => console.log(line)), now);
  const lifecycle = createLifecycle(log);
  await claimData(config, lifecycle);
  const folderId = await keptSecret(join(config.dataDir, "folder-id"));
  const stores = await openStores(config, { now, folderId });
  const { place, owner: _, ...kept } = stores;
  const settings = { ORIGIN: config.origin, "the store for files": place };
  const db = await openOwnDatabase(config, stores, async ({ shared, query }) => {
    if (shared) await refuseOtherSettings(query, settings);
  });
  const admin = await keptSecret(adminTokenPath(config.dataDir));
  lifecycle.onStop("database", () => db.close());
  if (!db.shared) for (const lost of await missingSecrets(config, db.query)) log.warn("secret-lost", { ...lost });
  const template = config.templateSecret ?? (await ownSecret("template", { config, db }));
  const device = await ownSecret("device", { config, db });
  const secondFactor = await ownSecret("second-factor", { config, db });
  const erasure = await sharedSecret(db, { name: "erasure", path: join(config.dataDir, "erasure-secret") });
  const presence = await joinProcesses({
    db,
    lifecycle,
    log,
    folderId,
    settings: { plain: settings, secret: { TEMPLATE_SECRET: template } },
  });
  const cores = availableParallelism();
  const openPool = replacements.openPool ?? createWorkerPool;
  const openReaders = (options: Pick<PoolOptions, "size" | "lowPriority" | "currentCaller" | "isLong">) => {
    return openPool<Work>({ workerUrl: WORKER, seconds: config.pageSeconds, ...options });
  };
  const recogniser = openReaders({ size: Math.max(2, Math.min(MOST_WORKERS, cores)), currentCaller, isLong });
  const { launcher, mayConnect = () => true } = replacements;
  const inspector = createInspector({ workerUrl: WORKER, seconds: config.inspectionSeconds, openPool, launcher, log });
  const readers = Math.max(1, Math.min(cores, Math.floor(totalmem() / MEMORY_A_READER)));
  const queueReader = openReaders({ size: readers, lowPriority: true });
  // At the same time: each may be in the middle of a page.
  const closePools = () =>
    Promise.all([recogniser, inspector, queueReader].map((pool) => pool.close(lifecycle.timeForPages())));
  lifecycle.onStop("readers", async () => void (await closePools()), { pages: true });
  const measures = createMeasures();
  const jobs = createJobQueue({ db, now, log, presence });
  lifecycle.stopping.addEventListener("abort", () => jobs.rest());
  // A mail may take as long as a page.
  lifecycle.onStop("jobs", () => jobs.stop(), { pages: true });
  return {
    config,
    now,
    db,
    presence,
    ...kept,
    recogniser,
    queueReader,
    inspector,
    jobs,
    mailer: measures.mails(replacements.mailer ?? createMailer(config, { log, now })),
    provider: config.signOn && openProvider(config.signOn, { origin: config.origin, log, mayConnect }),
    events: db.shared ? createSharedEventBus({ db, now, processId: presence.id, lifecycle, log }) : createEventBus(now),
    limiter: db.shared ? createSharedRateLimiter({ db, now }) : createRateLimiter(now),
    arrivals: createArrivals(() => freeBytes(config)),
    lifecycle,
    log,
    measures,
    backups: createBackupState(),
    secrets: { template, admin, device, secondFactor, erasure },
  };
}
