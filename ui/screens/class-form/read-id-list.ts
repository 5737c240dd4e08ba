import { isStudentId } from "../../../core/rules/student-id.ts";

/** A pasted list as the entry box takes it: IDs in lines, columns or sentences become separated by commas. */
export function commaList(text: string): string {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .join(", ");
}

/**
 * The entries of a CSV file's column of student IDs: the one headed `student_id`, else the one that holds most IDs; a
 * heading is left out. Empty where no column holds any.
 * @throws where the text is no CSV.
 */
export async function idsOfCsv(text: string): Promise<string[]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const rows: string[][] = parse(text, {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: [",", ";", "\t"],
  });
  const headed = (rows[0] ?? []).findIndex((name) => /^(student[ _-]?)?(id|number|no\.?)$/i.test(name));
  const column = headed >= 0 ? headed : fullestColumn(rows);
  const entries = rows.map((row) => row[column] ?? "").filter((entry) => entry !== "");
  return headed >= 0 || !/^\d/.test(entries[0] ?? "") ? entries.slice(1) : entries;
}

function fullestColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => isStudentId(row[column] ?? "")).length,
  );
  return counts.indexOf(Math.max(0, ...counts));
}
