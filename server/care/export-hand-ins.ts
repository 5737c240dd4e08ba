import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { safeName } from "../../core/rules/files/safe-name.ts";
import { conventionalName } from "../../core/rules/files/upload-check.ts";
import { writeCsv } from "../../core/rules/files/write-csv.ts";
import { fileType } from "../../core/scan/file-type.ts";
import {
  type HandInRecord,
  parseRecord,
  type StackRecord,
  type SubmissionRecord,
} from "../services/submissions/hand-in-records.ts";
import { writeDurably } from "../storage/file-store.ts";
import type { Vault } from "../storage/vault.ts";
import { makeEmptyFolder } from "./folders.ts";

export interface Exported {
  readonly pages: number;
  readonly stacks: number;
  /** Files without a record. */
  readonly unknown: number;
  /** Records whose file is missing. */
  readonly missing: readonly string[];
  /** A folder for each task, named after its title. */
  readonly folders: readonly string[];
}

/**
 * Writes out every picture with its record, without a database: a folder for each task, in which files are named by the
 * convention, with `pages.csv` for `circuitgrade grade --assign` and `records.csv` for people.
 */
export async function exportHandIns(vault: Vault, target: string): Promise<Exported> {
  await makeEmptyFolder(target);
  const records: HandInRecord[] = [];
  for await (const name of vault.records.names({ fresh: true })) {
    const record = parseRecord(await vault.records.read(name));
    if (record !== null) records.push(record);
  }
  records.sort((a, b) => Date.parse(a.received_at) - Date.parse(b.received_at));
  const stored = new Set<string>();
  for await (const name of vault.files.names({ fresh: true })) stored.add(name);
  const present = records.filter(({ sha256 }) => stored.has(sha256));
  const folders: string[] = [];
  for (const [id, own] of groupBy(present, ({ task }) => task.id)) {
    const folder = join(target, `${safeName(own[0]!.task.title)}-${id.slice(0, 6)}`);
    folders.push(folder);
    await exportTask(vault, own, folder);
  }
  const known = new Set(present.map(({ sha256 }) => sha256));
  const unknown = [...stored].filter((sha256) => !known.has(sha256));
  await exportUnknown(vault, unknown, join(target, "without-record"));
  const gone = records.filter(({ sha256 }) => !stored.has(sha256));
  return {
    pages: present.filter(({ kind }) => kind === "submission").length,
    stacks: new Set(present.flatMap(({ kind, id }) => (kind === "stack" ? [id] : []))).size,
    unknown: unknown.length,
    missing: gone.map(({ filename, task }) => `${filename}, "${task.title}"`),
    folders,
  };
}

interface Line {
  readonly record: HandInRecord;
  /** The path of the file within the task's folder. */
  readonly file: string;
}

async function exportTask({ files }: Vault, records: readonly HandInRecord[], folder: string): Promise<void> {
  const lines: Line[] = [];
  const inStacks = new Map<string, string>();
  const write = async (record: HandInRecord, file: string) => {
    await files.use(record.sha256, (path) => copyInto(folder, { file, path }));
    lines.push({ record, file });
  };
  for (const record of records.filter(isStack)) {
    const file = `stacks/${safeName(record.stack_name)}-${record.id.slice(0, 6)}/${record.position}-${safeName(record.filename)}`;
    inStacks.set(record.sha256, file);
    await write(record, file);
  }
  const latest = new Map(records.filter(isSubmission).map((record) => [answerOf(record), record]));
  for (const record of records.filter(isSubmission)) {
    const isLatest = latest.get(answerOf(record)) === record;
    const inStack = inStacks.get(record.sha256);
    if (inStack !== undefined) lines.push({ record, file: inStack });
    else if (isLatest) await write(record, conventional(record));
    else
      await write(
        record,
        `earlier/${record.received_at.replaceAll(":", "-")}-${record.id.slice(0, 6)}/${conventional(record)}`,
      );
  }
  const counting = lines.filter(({ record }) => isSubmission(record) && latest.get(answerOf(record)) === record);
  await writeList(join(folder, "pages.csv"), [
    ["file", "page", "student_id", "item"],
    ...counting.map(({ record, file }) => pageLine(record as SubmissionRecord, file)),
  ]);
  await writeList(join(folder, "records.csv"), [RECORD_COLUMNS, ...lines.map(recordLine)]);
}

function isSubmission(record: HandInRecord): record is SubmissionRecord {
  return record.kind === "submission";
}

function isStack(record: HandInRecord): record is StackRecord {
  return record.kind === "stack";
}

function answerOf({ student_id, item }: SubmissionRecord): string {
  return `${student_id} ${item}`;
}

function conventional({ filename, student_id: studentId, item, task }: SubmissionRecord): string {
  return conventionalName(filename, { studentId, type: task.type, item });
}

function pageLine({ page, student_id, item }: SubmissionRecord, file: string) {
  return [file, page, student_id, item];
}

const RECORD_COLUMNS = [
  "file",
  "kind",
  "task",
  "task_id",
  "class",
  "group",
  "student_id",
  "item",
  "page",
  "uploaded_as",
  "uploaded_by",
  "received_at",
  "sha256",
];

function recordLine({ record, file }: Line) {
  const own = isSubmission(record)
    ? [record.student_id, record.item, record.page, record.filename, record.uploaded_by]
    : ["", "", "", record.filename, "stack"];
  const { kind, task, class: group, received_at, sha256 } = record;
  return [file, kind, task.title, task.id, group.code, group.group, ...own, received_at, sha256];
}

async function writeList(path: string, lines: Parameters<typeof writeCsv>[0]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeDurably(path, new TextEncoder().encode(writeCsv(lines)));
}

async function copyInto(folder: string, { file, path }: { file: string; path: string }): Promise<void> {
  const place = join(folder, file);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await copyFile(path, place);
}

async function exportUnknown({ files }: Vault, hashes: readonly string[], folder: string): Promise<void> {
  for (const sha256 of hashes) {
    await files.use(sha256, async (path) => {
      const bytes = await files.read(sha256);
      const type = bytes === null ? null : fileType(bytes);
      await copyInto(folder, { file: type === null ? sha256 : `${sha256}.${type}`, path });
    });
  }
}
