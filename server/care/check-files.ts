import { sql } from "drizzle-orm";
import { count } from "../../core/basics/texts.ts";
import type { Query } from "../db/client.ts";
import { type NamedFile, namedFilesSql } from "../services/exports/lost-files.ts";
import { contentOfRecord } from "../services/submissions/hand-in-records.ts";
import { findUnknownHandIns } from "../services/submissions/recover-hand-ins.ts";
import { BucketUnreachable } from "../storage/bucket.ts";
import { FileDamaged } from "../storage/bucket-store.ts";
import { FileMissing, hashFile } from "../storage/file-store.ts";
import { isTooMany } from "../storage/own-database.ts";
import type { Vault } from "../storage/vault.ts";
import { type Finding, firstOf } from "./finding.ts";

/** Reads every file that the database names, and compares it with its SHA-256. */
export async function checkFiles(query: Query, vault: Vault): Promise<Finding[]> {
  const named = await namedFiles(query);
  const faults: string[] = [];
  for (const [sha256, what] of named) {
    const fault = await faultOf(vault, sha256);
    if (fault !== null) faults.push(`${fault}: ${what}`);
  }
  const sound = named.size - faults.length;
  const files: Finding =
    faults.length === 0
      ? {
          level: "ok",
          about: "Files",
          message: sound === 0 ? "nothing was handed in yet." : `${count(sound, "file")}, each as it was handed in.`,
        }
      : {
          level: "error",
          about: "Files",
          message: `${count(faults.length, "file")} of ${named.size} cannot be used.`,
          details: [...firstOf(faults), "Copy them back from a backup, or ask these students to hand in again."],
        };
  return [files, ...(await checkUnnamed(query, { named, vault }))];
}

/** What each file is, by its SHA-256, in words for the report. */
async function namedFiles(query: Query): Promise<Map<string, string>> {
  const rows = await query.all<NamedFile>(sql.raw(namedFilesSql({ withStacks: true })));
  // What was handed in comes first, and its name says more than its stack's.
  return new Map(rows.toReversed().map(({ sha256, filename, title }) => [sha256, `${filename}, "${title}"`]));
}

/** Null if the file is as it was handed in. */
async function faultOf({ files }: Vault, sha256: string): Promise<string | null> {
  try {
    return (await files.use(sha256, hashFile)) === sha256 ? null : "damaged";
  } catch (error) {
    if (error instanceof FileMissing) return "missing";
    if (error instanceof FileDamaged) return "damaged";
    if (error instanceof BucketUnreachable) throw error;
    return `unreadable (${(error as Error).message})`;
  }
}

const SWEPT = ["The server moves them to the trash at its next start."];
const KEPT = [
  "They are so many that the server leaves them where they are: rows of the database seem to be lost. Restore a backup.",
  "If you deleted them while the bucket did not answer, nothing is lost: remove the files of these names yourself.",
];

/** Records of hand-ins that the database does not know, by their names. */
export function unreadableFindings(unreadable: readonly string[]): Finding[] {
  if (unreadable.length === 0) return [];
  const message = `${count(unreadable.length, "record")} of hand-ins cannot be read; they and their files are kept.`;
  const details = [
    ...firstOf(unreadable, 50),
    "Copy them from a backup, or correct them by hand. Then: circuitgrade doctor --recover",
  ];
  return [{ level: "error", about: "Hand-ins", message, details }];
}

interface Looking {
  readonly named: ReadonlyMap<string, string>;
  readonly vault: Vault;
}

async function checkUnnamed(query: Query, { named, vault }: Looking): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { handIns: unknown, unreadable } = await findUnknownHandIns({ db: { query }, ...vault });
  findings.push(...unreadableFindings(unreadable));
  if (unknown.length > 0) {
    findings.push({
      level: "error",
      about: "Hand-ins",
      message: `${count(unknown.length, "hand-in")} that the database does not know, handed in between ${unknown[0]!.record.received_at} and ${unknown.at(-1)!.record.received_at}.`,
      details: ["They are recorded next to the files. To add them to the database: circuitgrade doctor --recover"],
    });
  }
  const recorded = new Set([...unknown.map(({ record }) => record.sha256), ...unreadable.map(contentOfRecord)]);
  const unnamed: string[] = [];
  let files = 0;
  for await (const name of vault.files.names()) {
    files++;
    if (!named.has(name) && !recorded.has(name)) unnamed.push(name);
  }
  if (unnamed.length > 0) {
    const areTooMany = isTooMany(unnamed.length, files);
    findings.push({
      level: areTooMany ? "error" : "warning",
      about: "Files",
      message: `${unnamed.length} of ${count(files, "file")} belong to nothing in the database.`,
      details: [...firstOf(unnamed.toSorted()), ...(areTooMany ? KEPT : SWEPT)],
    });
  }
  let trashed = 0;
  for await (const { name } of vault.trash.list()) if (!name.endsWith(".json")) trashed++;
  findings.push({ level: "ok", about: "Trash", message: trashed === 0 ? "empty." : `${count(trashed, "file")}.` });
  return findings;
}
