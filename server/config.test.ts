import { expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

it("needs nothing from the environment", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    origin: "http://localhost:8080",
    universityDomain: "example.edu",
    supportEmail: "support@example.edu",
    timezone: "Asia/Manila",
    smtpUrl: undefined,
    trustedProxies: 0,
    heartbeatSeconds: 20,
    clockSeconds: 60,
    pageSeconds: 180,
    auditDays: 365,
    metricsToken: undefined,
  });
  expect(config.dataDir).toBe(`${process.cwd()}/data`);
  expect(config.database.url).toBe(`file://${process.cwd()}/data/circuitgrade.db`);
});

it("treats an empty variable as not set", () => {
  expect(readConfig({ PORT: "", UNIVERSITY_DOMAIN: "  " })).toEqual(readConfig({}));
});

it("uses the variables that are set", () => {
  const config = readConfig({
    PORT: "9000",
    ORIGIN: "https://grading.example.edu/",
    UNIVERSITY_DOMAIN: "Uni.Example",
    DATABASE_URL: "libsql://db.example.edu",
    DATABASE_AUTH_TOKEN: "t",
    SMTP_URL: "smtps://user:pw@mail.example.edu:465",
    MANUAL_URL: "https://help.example.edu/circuits",
    FONTS_DIR: ".",
    TRUST_PROXY: "1",
    HEARTBEAT_SECONDS: "5",
    CLOCK_SECONDS: "1",
    PAGE_SECONDS: "0.5",
  });
  expect(config).toMatchObject({
    port: 9000,
    origin: "https://grading.example.edu",
    universityDomain: "uni.example",
    database: { url: "libsql://db.example.edu", authToken: "t" },
    mailFrom: "CircuitGrade <no-reply@uni.example>",
    manualUrl: "https://help.example.edu/circuits",
    fontsDir: process.cwd(),
    trustedProxies: 1,
    heartbeatSeconds: 5,
    clockSeconds: 1,
    pageSeconds: 0.5,
  });
});

it("takes a database file relative to where the server starts", () => {
  expect(readConfig({ DATABASE_URL: "file:x/y.db" }).database.url).toBe(`file://${process.cwd()}/x/y.db`);
});

it.each([
  ["AUDIT_DAYS", "0"],
  ["RETENTION_MONTHS", "0"],
  ["BACKUP_DIR", "backups"],
  ["BACKUP_TIME", "24:00"],
  ["BACKUP_KEEP", "0"],
  ["BACKUP_DAYS", "0"],
  ["BACKUP_RECIPIENT", "ssh-ed25519 AAAA"],
  ["HOST", "http://localhost"],
  ["HOST", "localhost:80"],
  ["PORT", "80a"],
  ["PORT", "70000"],
  ["ORIGIN", "grading.example.edu"],
  ["ORIGIN", "https://grading.example.edu/path"],
  ["ORIGIN", `https://${"a".repeat(60)}.${"b".repeat(12)}.edu`],
  ["DATABASE_URL", "postgres://x"],
  ["DATABASE_URL", "libsql:/x"],
  ["S3_BUCKET", "Grading/Files"],
  ["S3_ENDPOINT", "s3.example.edu"],
  ["S3_REGION", "Europe (Frankfurt)"],
  ["UNIVERSITY_DOMAIN", "@example.edu"],
  ["SUPPORT_EMAIL", "support"],
  ["MANUAL_URL", "help.example.edu"],
  ["MANUAL_URL", "javascript:alert(1)"],
  ["FONTS_DIR", "/nowhere/fonts"],
  ["TIMEZONE", "Manila"],
  ["TRUST_PROXY", "yes"],
  ["HEARTBEAT_SECONDS", "0"],
  ["CLOCK_SECONDS", "61"],
])("refuses %s=%s and says what is expected", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"; expected: `);
});

it.each([
  ["METRICS_TOKEN", "too-short"],
  ["METRICS_TOKEN", "with spaces is wrong"],
  ["SMTP_URL", "mail.example.edu"],
  ["SMTP_URL", "smtp:ana:pass-word@mail.example.edu"],
  ["TEMPLATE_SECRET", "short"],
  ["DATABASE_URL", "postgres://admin:pass-word@db.example.edu"],
  ["DATABASE_URL", "postgres://admin:/pass-word@db.example.edu"],
  ["DATABASE_URL", "libsql:/db.example.edu?authToken=pass-word"],
  ["S3_ENDPOINT", "https://key:pass-word@s3.example.edu"],
  ["S3_ENDPOINT", "key:pass-word@s3.example.edu"],
  ["MANUAL_URL", "ftp://ana:pass-word@help.example.edu"],
])("refuses %s=%s without showing it", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is wrong (its value is not shown); expected: `);
  expect(() => readConfig({ [name]: value })).not.toThrow(value);
});

const BUCKET = {
  DATABASE_URL: "libsql://db.example.edu",
  S3_BUCKET: "grading-files",
  S3_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "id",
  AWS_SECRET_ACCESS_KEY: "key",
};

it("takes a bucket for files, at Amazon if no other address is set", () => {
  expect(readConfig({ AWS_ACCESS_KEY_ID: "of something else" }).bucket).toBeUndefined();
  expect(readConfig(BUCKET).bucket).toEqual({
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    bucket: "grading-files",
    region: "eu-central-1",
    accessKeyId: "id",
    secretAccessKey: "key",
  });
  const own = { ...BUCKET, S3_ENDPOINT: "https://s3.example.edu/", S3_REGION: "" };
  expect(readConfig(own).bucket).toMatchObject({ endpoint: "https://s3.example.edu", region: "us-east-1" });
});

it.each([
  ["S3_BUCKET", /^S3_ENDPOINT or S3_REGION is set, but no S3_BUCKET/],
  ["AWS_ACCESS_KEY_ID", /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ["AWS_SECRET_ACCESS_KEY", /set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ["DATABASE_URL", /set DATABASE_URL to a libSQL server's/],
])("refuses a bucket without %s, and says what to set", (name, words) => {
  expect(() => readConfig({ ...BUCKET, [name]: "" })).toThrow(words);
});

it("names every wrong variable at once", () => {
  expect(() => readConfig({ PORT: "x", TIMEZONE: "y" })).toThrow(/PORT.*\n.*TIMEZONE/);
});
