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

/**
 * What separates the cells of a CSV file, told by its first line: Excel writes semicolons in most of Europe.
 *
 * @example
 * csvDelimiter("student_id;name\n20230001;Cruz, Ana\n"); // ";"
 */
export function csvDelimiter(text: string): (typeof DELIMITERS)[number] {
  const line = /^.*\S.*$/m.exec(text)?.[0] ?? "";
  const outside = line.replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}
