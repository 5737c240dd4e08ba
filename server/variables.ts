import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { SIGN_UPS } from "./contract/system.ts";
import { missingForSignOn, SIGN_ON_VARIABLES } from "./sign-on/settings.ts";

const DOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Without a zone (`%eth0`), which Deno's permissions do not support. */
function isAddress6(text: string): boolean {
  return isIPv6(text) && !text.includes("%");
}

/** A whole number from 1 on, of at most so many digits. */
function countOf(things: string, { digits }: { digits: number }) {
  const pattern = new RegExp(`^[1-9]\\d{0,${digits - 1}}$`);
  return z.string().refine((text) => pattern.test(text), `a number of ${things} from 1 to ${"9".repeat(digits)}`);
}

const variables = z.object({
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
  TRASH_DAYS: countOf("days", { digits: 4 }).default("30"),
  AUDIT_DAYS: countOf("days", { digits: 4 }).default("365"),
  RETENTION_MONTHS: countOf("months", { digits: 3 }).optional(),
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
  BACKUP_KEEP: countOf("backups", { digits: 3 }).default("14"),
  BACKUP_DAYS: countOf("days", { digits: 4 }).default("30"),
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
export const CONFIG_VARIABLES = Object.keys(variables.shape);

/** The variables of the environment, with what the values of several must have in common. */
export const environment = variables.superRefine((given, { addIssue }) => {
  for (const [name, message] of Object.entries(missingForSignOn(given))) {
    addIssue({ code: "custom", path: [name], message });
  }
});

/** Their values. */
export type Environment = z.output<typeof variables>;

function hasHost(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== "";
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
