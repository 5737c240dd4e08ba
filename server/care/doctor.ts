import { join } from "node:path";
import { z } from "zod";
import { count } from "../../core/basics/texts.ts";
import type { Config } from "../config.ts";
import { openDatabase, type Query } from "../db/client.ts";
import { type DatabaseInspection, inspectDatabase } from "../db/migrate.ts";
import { DatabaseDamaged } from "../db/outages.ts";
import { type Recovery, recoverHandIns } from "../services/submissions/recover-hand-ins.ts";
import { missingSecrets } from "../storage/missing-secrets.ts";
import { adoptFiles, databaseId, faultOfDatabase, lostDatabase, placeOfDatabase } from "../storage/own-database.ts";
import { openStores } from "../storage/stores.ts";
import type { Vault } from "../storage/vault.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { checkFiles, unreadableFindings } from "./check-files.ts";
import { checkClock, checkDisk, checkMail, checkModels } from "./check-surroundings.ts";
import { exportHandIns } from "./export-hand-ins.ts";
import { type Finding, findingText, firstOf } from "./finding.ts";
import { requireData } from "./folders.ts";
import { withClaim, withContext } from "./with-data.ts";

export const doctorOptions = z.object({
  json: z.boolean().default(false),
  adopt: z.boolean().default(false),
  recover: z.boolean().default(false),
  export: z.string().optional(),
});
type DoctorOptions = z.infer<typeof doctorOptions>;

/**
 * Checks everything that a server works with, and repairs what is asked for. The exit code is 1 if somebody must act.
 */
export async function doctor(config: Config, options: DoctorOptions): Promise<number> {
  await requireData(config);
  const findings: Finding[] = [];
  const report = (...found: readonly Finding[]) => {
    findings.push(...found);
    if (!options.json) for (const finding of found) console.log(findingText(finding));
  };
  if (options.export !== undefined) report(...(await runExport(config, options.export)));
  else {
    if (options.adopt) report(await adopt(config));
    if (options.recover) report(...recoveryFindings(await recover(config)));
    await checkAll(config, report);
  }
  const healthy = findings.every(({ level }) => level !== "error");
  if (options.json) console.log(JSON.stringify({ schema_version: 1, healthy, findings }, null, 2));
  else if (options.export === undefined)
    console.log(healthy ? "All is well." : "Action is needed: see the lines with ✗.");
  return healthy ? CARE_EXIT.ok : CARE_EXIT.review;
}

function withVault<T>(config: Config, work: (vault: Vault) => Promise<T>): Promise<T> {
  return withClaim(config, async () => work(await openStores(config, { now: Date.now, folderId: "doctor" })));
}

async function checkAll(config: Config, report: (...found: readonly Finding[]) => void): Promise<void> {
  await withVault(config, async (vault) => {
    const database = await inspect(config, report);
    try {
      if (database !== null) {
        report(...(await checkOwner(config, { vault, database })));
        if (database.version === "current") {
          report(...(await checkFiles(database.query, vault)));
          if (config.database.url.startsWith("file:")) report(...(await checkSecrets(config, database.query)));
        }
      }
      report(await checkModels(), await checkDisk(config), await checkMail(config));
      const query = database?.version === "current" ? database.query : null;
      report(await checkClock(config, query, Date.now()));
    } finally {
      database?.close();
    }
  });
}

/** The database, or null if there is none to look into. */
async function inspect(config: Config, report: (finding: Finding) => void): Promise<DatabaseInspection | null> {
  const about = "Database";
  const place = placeOfDatabase(config);
  const details = lostDatabase(config, "gone");
  const fault = await faultOfDatabase(config);
  if (fault !== null) {
    report({ level: "error", about, message: `${place} is ${fault}.`, details });
    return null;
  }
  const found = await inspectDatabase(config.database).catch((error: unknown) => {
    if (!(error instanceof DatabaseDamaged)) throw error;
    report({ level: "error", about, message: `${place} is damaged: ${error.message}.`, details });
    return null;
  });
  if (found === null) return null;
  const { faults, looseReferences, version } = found;
  const words = [
    ...firstOf(faults),
    ...(looseReferences > 0 ? [`${looseReferences} rows refer to others that do not exist`] : []),
  ];
  if (words.length > 0) {
    report({ level: "error", about, message: `${place} is damaged.`, details: [...words, ...details] });
  } else report(VERSIONS[version](place));
  return found;
}

const VERSIONS: Readonly<Record<DatabaseInspection["version"], (place: string) => Finding>> = {
  current: (place) => ({ level: "ok", about: "Database", message: `${place} is sound.` }),
  older: (place) => ({
    level: "warning",
    about: "Database",
    message: `${place} is sound, and of an older version.`,
    details: [
      "The next start of the server brings it up to date. Run this again after it: the files are checked then.",
    ],
  }),
  newer: (place) => ({
    level: "error",
    about: "Database",
    message: `${place} is of a newer version of CircuitGrade.`,
    details: ["Install that version again."],
  }),
};

interface Looking {
  readonly vault: Vault;
  readonly database: DatabaseInspection;
}

async function checkOwner(config: Config, { vault, database }: Looking): Promise<Finding[]> {
  if (database.version !== "current") return [];
  const [owner, id] = [await vault.owner.read(), await databaseId(database.query)];
  const about = "Files";
  if (owner === null) {
    return [
      {
        level: "warning",
        about,
        message: "they do not name a database yet; the next start adds it.",
      },
    ];
  }
  if (owner === id) return [{ level: "ok", about, message: "they belong to this database." }];
  const message = `they belong to the database ${owner}, and this is another one (${id ?? "without an id"}).`;
  return [{ level: "error", about, message, details: lostDatabase(config, "another") }];
}

async function checkSecrets(config: Config, query: Query): Promise<Finding[]> {
  return (await missingSecrets(config, query)).map(({ file, effect }) => ({
    level: file === "template-secret" ? "warning" : "error",
    about: "Secrets",
    message: `${join(config.dataDir, file)} is missing.`,
    details: [
      `Copy it from a backup or the former data folder before the next start, which makes another one. ${effect}`,
      ...(file === "template-secret" ? ["If the server's settings have TEMPLATE_SECRET, it needs no such file."] : []),
    ],
  }));
}

/** Makes the files belong to the database that is set. */
async function adopt(config: Config): Promise<Finding> {
  return withVault(config, async ({ owner }) => {
    const fault = await faultOfDatabase(config);
    if (fault !== null) {
      const message = `${placeOfDatabase(config)} is ${fault}: no database can adopt the files. ${FRESH}`;
      throw new CareFailure(CARE_EXIT.usage, message);
    }
    const db = await openDatabase(config.database);
    await adoptFiles(db, owner).finally(() => db.close());
    return { level: "ok", about: "Files", message: "they belong to this database now." };
  });
}

const FRESH = "To start without the earlier hand-ins, name another data folder.";

/** Adds what is recorded next to the files to the database. */
export function recover(config: Config): Promise<Recovery> {
  return withContext(config, recoverHandIns);
}

/** What a recovery did, in words for the report. */
export function recoveryFindings({ pages, stacks, left, unreadable }: Recovery): Finding[] {
  const about = "Hand-ins";
  const added = stacks === 0 ? count(pages, "page") : `${count(pages, "page")} and ${count(stacks, "scanned stack")}`;
  const done: Finding =
    pages + stacks === 0
      ? { level: "ok", about, message: "none was missing in the database." }
      : { level: "ok", about, message: `${added} added to the database, to be read at the next start.` };
  const unread = unreadableFindings(unreadable);
  if (left.length === 0) return [done, ...unread];
  const lines = left.map(
    ({ record, reason }) => `${record.filename}, "${record.task.title}", ${record.received_at}: ${reason}`,
  );
  const details = [
    ...firstOf(lines, 50),
    "Their pictures are kept. When the database has what is missing: circuitgrade doctor --recover",
    "To get them as files: circuitgrade doctor --export FOLDER",
  ];
  const message = `${count(left.length, "hand-in")} could not be added.`;
  return [done, { level: "error", about, message, details }, ...unread];
}

async function runExport(config: Config, target: string): Promise<Finding[]> {
  return withVault(config, async (vault) => {
    const { pages, stacks, unknown, missing, folders } = await exportHandIns(vault, target);
    const stacked = stacks === 0 ? "" : `, ${count(stacks, "scanned stack")}`;
    const without = unknown === 0 ? "" : `, ${count(unknown, "file")} without a record`;
    const exported: Finding = {
      level: "ok",
      about: "Export",
      message: `${count(pages, "page")}${stacked}${without} written to ${target}.`,
      details: [
        ...folders,
        "In each: the pictures, records.csv (whose they are and when they arrived), pages.csv for circuitgrade grade --assign.",
        "Only a database has the rest: answer keys, classes, rosters, grades, corrections, accounts.",
        "To grade: write task.json with the keys and the id in records.csv, then  circuitgrade grade FOLDER --task task.json --assign FOLDER/pages.csv",
      ],
    };
    if (missing.length === 0) return [exported];
    const message = `of ${count(missing.length, "hand-in")} the picture is lost.`;
    return [exported, { level: "error", about: "Export", message, details: firstOf(missing, 50) }];
  });
}
