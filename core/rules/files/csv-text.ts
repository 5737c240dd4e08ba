/** The message about a file that `utf8Text` refuses. */
export const NOT_UTF8 = 'The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.';

const DELIMITERS = [",", ";", "\t"] as const;

/**
 * The text of a UTF-8 file, with its byte order mark if it has one; null for other encodings, whose letters would be
 * stored wrongly (Windows-1252, UTF-16).
 *
 * @example
 * utf8Text(new Uint8Array([0x4a, 0xfc])); // null
 */
export function utf8Text(bytes: Uint8Array | ArrayBuffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 if its letters are plain ones.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The text of a CSV file, separate from the hints on how to read it. */
export interface CsvText {
  /** The byte order mark and Excel's own first line, before `body`; mostly empty. */
  readonly lead: string;
  readonly body: string;
  /** What separates the cells. */
  readonly delimiter: string;
}

/**
 * Splits off a CSV file's hints and finds its separator: the one in Excel's own first line `sep=;`, which a spreadsheet
 * neither shows nor counts; otherwise by the first line, as Excel writes semicolons in most of Europe.
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
