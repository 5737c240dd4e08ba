/** Said of a file that `utf8Text` does not take. */
export const NOT_UTF8 = 'The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.';

const DELIMITERS = [",", ";", "\t"] as const;

/**
 * The text of a file in UTF-8, with its byte order mark where it has one; null for other encodings, whose letters would
 * be stored as others (Windows-1252, UTF-16).
 *
 * @example
 * utf8Text(new Uint8Array([0x4a, 0xfc])); // null
 */
export function utf8Text(bytes: Uint8Array | ArrayBuffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 where its letters are plain ones.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The text of a CSV file, apart from what only says how to read it. */
export interface CsvText {
  /** The byte order mark and Excel's own first line, as they stand before `body`; mostly empty. */
  readonly lead: string;
  readonly body: string;
  /** What separates the cells. */
  readonly delimiter: string;
}

/**
 * Parts a CSV file's text and tells what separates its cells: what Excel's own first line `sep=;` says, which a
 * spreadsheet does not show and does not count; else by the first line, as Excel writes semicolons in most of Europe.
 *
 * @example
 * csvText("sep=;\nstudent_id;name\n20230001;Cruz, Ana\n").delimiter; // ";"
 */
export function csvText(text: string): CsvText {
  const [lead = "", told] = /^\uFEFF?(?:"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\n|\r|$))?/i.exec(text) ?? [];
  const body = text.slice(lead.length);
  return { lead, body, delimiter: told ?? mostFrequent(body) };
}

function mostFrequent(body: string): string {
  const line = /^.*\S.*$/m.exec(body)?.[0] ?? "";
  const outside = line.replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}
