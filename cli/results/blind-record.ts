import { type BlindNames, hideIds } from "../../core/rules/students/blind-names.ts";
import type { GradeRecord } from "../grading/grade-record.ts";

/** A record for a report without names, and the original position of each file. */
export interface BlindRecord {
  readonly record: GradeRecord;
  /** By the index of a file here: its index in the original record. */
  readonly origin: readonly number[];
}

/**
 * The record with pseudonyms for its students, also in file names and messages, and its pages and students in another
 * order. Unassigned pages stay the same: a person must say whose they are.
 */
export function blindRecord(record: GradeRecord, names: BlindNames): BlindRecord {
  const students = new Set([
    ...record.students.map(({ student_id }) => student_id),
    ...record.files.flatMap(({ student_id }) => student_id ?? []),
  ]);
  const origin = [...record.files.keys()].sort((a, b) => {
    const [left, right] = [record.files[a]!, record.files[b]!];
    if (left.student_id === null || right.student_id === null) {
      return Number(left.student_id === null) - Number(right.student_id === null) || a - b;
    }
    return names.compare(left.student_id, right.student_id) || (left.item ?? 0) - (right.item ?? 0) || a - b;
  });
  const shuffled: GradeRecord = {
    ...record,
    files: origin.map((index) => record.files[index]!),
    students: [...record.students]
      .sort((a, b) => names.compare(a.student_id, b.student_id))
      .map((student) => ({ ...student, name: "" })),
  };
  return { record: JSON.parse(hideIds(JSON.stringify(shuffled), { students, names })) as GradeRecord, origin };
}
