import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { isAbsolute, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { SIGN_UPS, type SignUp } from "./contract/system.ts";
import type { DatabaseOptions } from "./db/client.ts";
import { missingForSignOn, readSignOn, SIGN_ON_VARIABLES, type SignOnSettings } from "./sign-on/settings.ts";
import type { BucketSettings } from "./storage/bucket.ts";

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

const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Without a zone (`%eth0`), which Deno's permissions do not support. */
function isAddress6(text: string): boolean {
  return isIPv6(text) && !text.includes("%");
}

const environment = z.object({
  HOST: z
    .string()
    .default("127.0.0.1")
    .refine((text) => /^[\w.-]+$/.test(text) || isAddress6(text), "an address or name of this machine, or 0.0.0.0"),
  PORT: z
    .string()
    .default("8080")
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "a port number from 0 to 65535"),
  ORIGIN: z
    .string()
    .refine(isOrigin, "an address like https://grading.example.edu, without a path")
    // The templates' QR codes contain it, and their modules must stay large enough for phones.
    .refine((text) => text.length <= 80, "an address of at most 80 characters")
    .optional(),
  DATA_DIR: z.string().default("data"),
  UI_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^file:./.test(text) || (/^(libsql|https?|wss?):/.test(text) && hasHost(text)),
      "file:PATH, or a libSQL server as libsql://HOST",
    )
    .optional(),
  DATABASE_AUTH_TOKEN: z.string().optional(),
  DATABASE_BACKED_UP: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "the number that the server asks for")
    .optional(),
  S3_BUCKET: z
    .string()
    .refine((text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text), "the name of a bucket, like grading-files")
    .optional(),
  S3_ENDPOINT: z.string().refine(isOrigin, "an address like https://s3.example.edu, without a path").optional(),
  S3_REGION: z
    .string()
    .refine((text) => /^[a-z0-9-]+$/.test(text), "a region like us-east-1")
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  UNIVERSITY_DOMAIN: z
    .string()
    .toLowerCase()
    .default("example.edu")
    .refine((text) => DOMAIN.test(text), "a domain like example.edu, without @"),
  SIGN_UP: z.enum(SIGN_UPS, "open, approve or closed").default("open"),
  ...SIGN_ON_VARIABLES,
  SUPPORT_EMAIL: z.email("an e-mail address").optional(),
  MANUAL_URL: z.url({ protocol: /^https?$/, error: "an address like https://help.example.edu/circuits" }).optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:/.test(text) && hasHost(text), "smtp://USER:PASSWORD@HOST:PORT")
    .optional(),
  MAIL_FROM: z.string().min(3, "an e-mail address").optional(),
  TIMEZONE: z.string().default("Asia/Manila").refine(isTimezone, "a time zone like Asia/Manila"),
  TRASH_DAYS: z
    .string()
    .default("30")
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), "a number of days from 1 to 9999"),
  AUDIT_DAYS: z
    .string()
    .default("365")
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), "a number of days from 1 to 9999"),
  RETENTION_MONTHS: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), "a number of months from 1 to 999")
    .optional(),
  TEMPLATE_SECRET: z.string().min(16, "at least 16 characters").optional(),
  INSPECTION_SECONDS: z
    .string()
    .default("5")
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 60, "a number up to 60"),
  TRUST_PROXY: z
    .string()
    .default("0")
    .refine((text) => /^\d$/.test(text), "the number of proxies in front of the server, 0 to 9"),
  UPLOAD_IDLE_SECONDS: z
    .string()
    .default("30")
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), "a number of seconds, 1 to 9999"),
  HEARTBEAT_SECONDS: z
    .string()
    .default("20")
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), "a number of seconds, 1 to 999"),
  CLOCK_SECONDS: z
    .string()
    .default("60")
    .refine((text) => /^([1-9]|[1-5]\d|60)$/.test(text), "a number of seconds, 1 to 60"),
  PAGE_SECONDS: z
    .string()
    .default("180")
    .refine((text) => /^\d{1,4}(\.\d+)?$/.test(text) && Number(text) > 0, "a number of seconds, like 180"),
  FONTS_DIR: z.string().refine(existsSync, "a folder that exists").optional(),
  BACKUP_DIR: z.string().refine(isAbsolute, "the absolute path of a folder").optional(),
  BACKUP_TIME: z
    .string()
    .default("03:00")
    .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "a time of day from 00:00 to 23:59"),
  BACKUP_KEEP: z
    .string()
    .default("14")
    .refine((text) => /^[1-9]\d{0,2}$/.test(text), "a number of backups from 1 to 999"),
  BACKUP_DAYS: z
    .string()
    .default("30")
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), "a number of days from 1 to 9999"),
  BACKUP_RECIPIENT: z
    .string()
    .refine((text) => /^age1\w+([\s,]+age1\w+)*$/.test(text), "a public key of age (age1…), or several with commas")
    .optional(),
  METRICS_TOKEN: z
    .string()
    .refine((text) => /^[\x21-\x7e]{16,}$/.test(text), "at least 16 characters without spaces")
    .optional(),
});

/** The names of all variables that the server reads. */
export const CONFIG_VARIABLES = Object.keys(environment.shape);

/** With what the values of several variables must have in common. */
const whole = environment.superRefine((given, { addIssue }) => {
  for (const [name, message] of Object.entries(missingForSignOn(given))) {
    addIssue({ code: "custom", path: [name], message });
  }
});

/**
 * Reads the settings from the environment; an empty variable counts as not set.
 * @throws {ConfigError} that names every variable with a wrong value and says what is expected.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = CONFIG_VARIABLES.map((name) => [name, variables[name]?.trim() || undefined]);
  const parsed = whole.safeParse(Object.fromEntries(given));
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
function readBackup(data: z.output<typeof environment>, dataDir: string): BackupSettings | undefined {
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

function hasHost(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== "";
}

/** @throws {ConfigError} if only some of a bucket's settings are set. */
function readBucket(data: z.output<typeof environment>): BucketSettings | undefined {
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

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
}

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
