/** The likeliest first if a line has as many of several: commas are in names, too. */
const DELIMITERS = ["\t", ";", "|", ","] as const;

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
  const most = Math.max(...counts);
  return most === 1 ? "," : DELIMITERS[counts.indexOf(most)]!;
}
