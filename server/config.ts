import { isAbsolute, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SignUp } from "./contract/system.ts";
import type { DatabaseOptions } from "./db/client.ts";
import { readSignOn, type SignOnSettings } from "./sign-on/settings.ts";
import type { BucketSettings } from "./storage/bucket.ts";
import { CONFIG_VARIABLES, type Environment, environment } from "./variables.ts";

/** The settings of this installation. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the server, without a slash at the end: student links and mails begin with it. */
  readonly origin: string;
  /** Whether an administrator set it: then the server answers to this host only. */
  readonly originIsSet: boolean;
  /** An absolute path. */
  readonly dataDir: string;
  /** Where the built web UI is; undefined: `dist/` next to the sources. */
  readonly uiDir: string | undefined;
  readonly database: Pick<DatabaseOptions, "url" | "authToken" | "backedUp">;
  /** The bucket for files that several processes share; undefined: they are in the data folder. */
  readonly bucket: BucketSettings | undefined;
  /** The only domain whose addresses may sign up, unless the first administrator chose another one. */
  readonly universityDomain: string;
  /** Whether `UNIVERSITY_DOMAIN` is set: then nobody is asked. */
  readonly domainIsSet: boolean;
  readonly signUp: SignUp;
  /** Null: there is no single sign-on. */
  readonly signOn: SignOnSettings | null;
  /** Whether accounts can be used with a password; otherwise single sign-on is the only way in. */
  readonly localPasswords: boolean;
  readonly supportEmail: string;
  /** Where this university's own manual is; null: there is none. */
  readonly manualUrl: string | null;
  /** A folder with fonts for letters that DejaVu Sans lacks. */
  readonly fontsDir: string | undefined;
  /** Undefined: mails are written to the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly timezone: string;
  /** After how many days files in the trash are deleted. */
  readonly trashDays: number;
  /** After how many days entries of the audit log are removed. */
  readonly auditDays: number;
  /** How many months after they were due tasks are removed; undefined: never. */
  readonly retentionMonths: number | undefined;
  /** The time limit for inspecting an upload, in processor time. */
  readonly inspectionSeconds: number;
  /** Signs the templates' QR codes; undefined: one is created and kept, in the data folder or a shared database. */
  readonly templateSecret: string | undefined;
  /** How many proxies are in front of the server and add to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** How long a request's body may stall before it is cancelled. */
  readonly uploadIdleSeconds: number;
  /** Interval of the signs of life on a stream of live events. */
  readonly heartbeatSeconds: number;
  /** Interval of the work by the clock: due dates, backups, removal of what has expired. */
  readonly clockSeconds: number;
  /** A page that takes longer to read is cancelled. */
  readonly pageSeconds: number;
  /** How long backups are kept, in days; for as long, what was erased is remembered, to erase it again in one of them. */
  readonly backupDays: number;
  /** The scheduled backups; undefined: there are none. */
  readonly backup: BackupSettings | undefined;
  /** Who sends it may read the metrics; undefined: only this machine may. */
  readonly metricsToken: string | undefined;
}

/** When and where the server backs itself up. */
export interface BackupSettings {
  /** An absolute path, outside the data folder. */
  readonly folder: string;
  /** `03:00`, in the server's time zone. */
  readonly time: string;
  /** How many backups are kept at most. */
  readonly keep: number;
  /** Public keys of age; without any, backups are not encrypted. */
  readonly recipients: readonly string[];
}

/** The environment has invalid values; the message says which, and what is expected. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings from the environment; an empty variable counts as not set.
 * @throws {ConfigError} that names every variable with a wrong value and says what is expected.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = CONFIG_VARIABLES.map((name) => [name, variables[name]?.trim() || undefined]);
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `  ${name} is ${shown(name, variables[name])}; expected: ${message}.`;
    });
    throw new ConfigError(`The settings in the environment are wrong:\n${lines.join("\n")}`);
  }
  const { data } = parsed;
  const dataDir = resolve(data.DATA_DIR);
  const port = Number(data.PORT);
  return {
    host: data.HOST,
    port,
    origin: data.ORIGIN?.replace(/\/$/, "") ?? `http://localhost:${port}`,
    originIsSet: data.ORIGIN !== undefined,
    dataDir,
    uiDir: data.UI_DIR === undefined ? undefined : resolve(data.UI_DIR),
    bucket: readBucket(data),
    database: {
      url: databaseUrl(data.DATABASE_URL, dataDir),
      authToken: data.DATABASE_AUTH_TOKEN,
      backedUp: data.DATABASE_BACKED_UP === undefined ? undefined : Number(data.DATABASE_BACKED_UP),
    },
    universityDomain: data.UNIVERSITY_DOMAIN,
    domainIsSet: Boolean(variables.UNIVERSITY_DOMAIN?.trim()),
    signUp: data.SIGN_UP,
    signOn: readSignOn(data),
    localPasswords: data.LOCAL_PASSWORDS === "on",
    supportEmail: data.SUPPORT_EMAIL ?? `support@${data.UNIVERSITY_DOMAIN}`,
    manualUrl: data.MANUAL_URL ?? null,
    fontsDir: data.FONTS_DIR === undefined ? undefined : resolve(data.FONTS_DIR),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `CircuitGrade <no-reply@${data.UNIVERSITY_DOMAIN}>`,
    timezone: data.TIMEZONE,
    trashDays: Number(data.TRASH_DAYS),
    auditDays: Number(data.AUDIT_DAYS),
    retentionMonths: data.RETENTION_MONTHS === undefined ? undefined : Number(data.RETENTION_MONTHS),
    inspectionSeconds: Number(data.INSPECTION_SECONDS),
    templateSecret: data.TEMPLATE_SECRET,
    trustedProxies: Number(data.TRUST_PROXY),
    uploadIdleSeconds: Number(data.UPLOAD_IDLE_SECONDS),
    heartbeatSeconds: Number(data.HEARTBEAT_SECONDS),
    clockSeconds: Number(data.CLOCK_SECONDS),
    pageSeconds: Number(data.PAGE_SECONDS),
    backupDays: Number(data.BACKUP_DAYS),
    backup: readBackup(data, dataDir),
    metricsToken: data.METRICS_TOKEN,
  };
}

/** @throws {ConfigError} if the backups would be lost with the data, or the data is not in the data folder. */
function readBackup(data: Environment, dataDir: string): BackupSettings | undefined {
  if (data.BACKUP_DIR === undefined) {
    if (data.BACKUP_RECIPIENT === undefined) return undefined;
    throw new ConfigError("BACKUP_RECIPIENT is set, but no BACKUP_DIR: set it to the folder for scheduled backups.");
  }
  const folder = resolve(data.BACKUP_DIR);
  if (`${folder}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new ConfigError("BACKUP_DIR is in DATA_DIR: set it to a folder outside, best on another disk.");
  }
  if (!(data.DATABASE_URL ?? "file:").startsWith("file:")) {
    throw new ConfigError("BACKUP_DIR is set, but the database is a libSQL server's: back it up there.");
  }
  return {
    folder,
    time: data.BACKUP_TIME,
    keep: Number(data.BACKUP_KEEP),
    recipients: data.BACKUP_RECIPIENT?.split(/[\s,]+/) ?? [],
  };
}

/** Messages come into the service's log: secrets, and addresses with a password or token, do not. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) return "not set";
  const isSecret = /SECRET|TOKEN|SMTP_URL/.test(name) || MAY_HAVE_SECRET.test(value);
  return isSecret ? "wrong (its value is not shown)" : JSON.stringify(value);
}

/** `USER:PASSWORD@` and `?authToken=…`, even if the rest is not an address. */
const MAY_HAVE_SECRET = /:(?!\/\/).*@|[?&][^=]*(auth|token|key|secret|pass)/is;

/** @throws {ConfigError} if only some of a bucket's settings are set. */
function readBucket(data: Environment): BucketSettings | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region = "us-east-1", DATABASE_URL = "file:" } = data;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (bucket === undefined) {
    if (endpoint === undefined && data.S3_REGION === undefined) return undefined;
    throw new ConfigError("S3_ENDPOINT or S3_REGION is set, but no S3_BUCKET: set it to the bucket for files.");
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      "S3_BUCKET is set: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to a key that may use it, too.",
    );
  }
  if (DATABASE_URL.startsWith("file:")) {
    throw new ConfigError(
      "S3_BUCKET is for servers that share a database: set DATABASE_URL to a libSQL server's, too.",
    );
  }
  const amazon = `https://s3.${region}.amazonaws.com`;
  return { endpoint: endpoint?.replace(/\/$/, "") ?? amazon, bucket, region, accessKeyId, secretAccessKey };
}

function databaseUrl(url: string | undefined, dataDir: string): string {
  if (url === undefined) return pathToFileURL(resolve(dataDir, "circuitgrade.db")).href;
  if (!url.startsWith("file:")) return url;
  const path = url.slice("file:".length);
  return isAbsolute(path) ? url : pathToFileURL(resolve(path)).href;
}
