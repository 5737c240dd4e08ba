import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { count } from "../../core/basics/texts.ts";
import type { Config } from "../config.ts";
import type { AppContext } from "../context.ts";
import { ERASURES_NAME } from "../contract/backup.ts";
import { enrolments, extensions, notifications, stackPages, studentNames, submissions } from "../db/schema.ts";
import { eraseFound, finishErasures } from "../services/privacy/erase-student.ts";
import {
  addErasures,
  completeErasure,
  type Erasure,
  listErasures,
  oldestToKnow,
  parseErasures,
  secretMark,
  studentMark,
} from "../services/privacy/erasure-list.ts";
import { findIn, isNothing } from "../services/privacy/stored-about.ts";
import type { Finding } from "./finding.ts";
import { withContext } from "./with-data.ts";

interface Restored {
  /** When the backup was made: ISO. */
  readonly madeAt: string;
  /** The path of a list of erasures next to the backup, or of a folder of such lists; undefined if there is none. */
  readonly list: string | undefined;
  /** The data folder had no files of its own, in which erasures would be recorded. */
  readonly isNew: boolean;
}

/** Erases in a restored backup who was erased after it was made. The findings say what was done, and what could not be. */
export function repeatErasures(config: Config, { madeAt, list, isNew }: Restored): Promise<Finding[]> {
  return withContext(config, async (context) => {
    // Those that were made before the backup, and still had files or records to delete.
    await finishErasures(context);
    const texts = list === undefined ? [] : await textsOf(list);
    const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.trim() !== "");
    const listed = parseErasures(lines.join("\n"));
    await addErasures(context, listed);
    const later = (await listErasures(context)).filter(({ at }) => at >= madeAt);
    const own = later.filter(({ secret }) => secret === secretMark(context));
    const students = new Map((await knownStudents(context)).map((id) => [studentMark(context, id), id]));
    let erased = 0;
    for (const erasure of own) {
      if (await repeatOne(context, erasure, students.get(erasure.student))) erased++;
      await completeErasure(context, erasure);
    }
    const isOld = Date.parse(madeAt) < oldestToKnow(context);
    const isUnknown = isNew && list === undefined;
    return [
      ...findings({ erased, unknown: later.length - own.length, isOld, days: config.backupDays }),
      ...(isUnknown ? [noList(madeAt)] : []),
      ...(list !== undefined && texts.length === 0 ? [wrongList(`there is no list of them in ${list}`)] : []),
      ...(listed.length < lines.length
        ? [wrongList(`${count(lines.length - listed.length, "line")} of ${list} cannot be read`)]
        : []),
    ];
  });
}

/** The texts of a list, or of all lists in a folder: a server keeps each erasure in a file of its own, in subfolders. */
async function textsOf(list: string): Promise<string[]> {
  if (!(await stat(list)).isDirectory()) return [await readFile(list, "utf8")];
  const names = (await readdir(list, { recursive: true })).filter((name) => /\.jsonl?$/.test(name));
  return Promise.all(names.map((name) => readFile(join(list, name), "utf8")));
}

async function repeatOne(
  context: AppContext,
  { at, classes }: Erasure,
  studentId: string | undefined,
): Promise<boolean> {
  if (studentId === undefined) return false;
  const found = await findIn(context, { studentId, classIds: classes }, Date.parse(at));
  if (isNothing(found)) return false;
  await eraseFound(context, found, { at });
  return true;
}

async function knownStudents({ db }: AppContext): Promise<string[]> {
  const tables = [enrolments, studentNames, submissions, extensions, stackPages, notifications];
  const ids = new Set<string>();
  for (const table of tables) {
    const rows = await db.query.selectDistinct({ id: table.studentId }).from(table);
    for (const { id } of rows) if (id !== null) ids.add(id);
  }
  return [...ids];
}

function noList(madeAt: string): Finding {
  return {
    level: "warning",
    about: "Erasures",
    message: `there is no list of them next to the archive: students who were erased after ${madeAt} are back.`,
    details: [
      `If there are any: restore again into another folder with --erasures FILE (${ERASURES_NAME} in BACKUP_DIR,`,
      "or the folder files/erasures of the old data folder), or erase them again: circuitgrade student erase ID",
    ],
  };
}

function wrongList(reason: string): Finding {
  return {
    level: "error",
    about: "Erasures",
    message: `${reason}: students who were erased may be back.`,
    details: ["Name the right list with --erasures and restore again into another folder, or erase them again."],
  };
}

interface Repeated {
  readonly erased: number;
  readonly unknown: number;
  readonly isOld: boolean;
  readonly days: number;
}

function findings({ erased, unknown, isOld, days }: Repeated): Finding[] {
  const about = "Erasures";
  const found: Finding[] = [];
  if (erased > 0) {
    const message = `${count(erased, "student")} erased again: it was done after the backup was made.`;
    found.push({ level: "ok", about, message });
  }
  if (unknown > 0) {
    const message = `${count(unknown, "erasure")} could not be done again: the backup is of a version before there were erasures, or of another server.`;
    found.push({
      level: "error",
      about,
      message,
      details: ["Erase these students again: circuitgrade student erase ID"],
    });
  }
  if (isOld) {
    const message = `the backup is older than BACKUP_DAYS (${days}): who was erased since then may no longer be recorded.`;
    found.push({
      level: "error",
      about,
      message,
      details: ["Compare with your own notes of requests, and erase again."],
    });
  }
  return found;
}
