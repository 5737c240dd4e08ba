/** The likeliest first if a line has as many of several: commas are in names, too. */
const DELIMITERS = ["\t", ";", "|", ","] as const;
/** Auto Multiple Choice's, and the commas and semicolons of Chinese, Japanese and Arabic keyboards. */
const RARE = [":", "，", "；", "、", "؛", "،"] as const;

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
 * neither shows nor counts; otherwise by the first lines, as Excel writes semicolons in most of Europe.
 *
 * @example
 * csvText("sep=;\nstudent_id;name\n20230001;Cruz, Ana\n").delimiter; // ";"
 */
export function csvText(text: string): CsvText {
  const [lead = "", told] = /^\uFEFF?(?:"?sep=([^"\r\n])"?[ \t]*(?:\r\n|\n|\r|$))?/i.exec(text) ?? [];
  const body = text.slice(lead.length);
  return { lead, body, delimiter: told ?? mostFrequent(body) };
}

/** The separator is looked for in this many characters and lines: titles may be above the headings. */
const HEAD = { characters: 20_000, lines: 20 };

/**
 * The separator of most lines; of several the one that the first line has most often. Without any it is a rare one, if
 * most lines have it.
 */
function mostFrequent(body: string): string {
  const outside = body.slice(0, HEAD.characters).replace(/"[^"]*"/g, '""');
  const lines = outside
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .slice(0, HEAD.lines);
  const scores = DELIMITERS.map((delimiter) => {
    const cells = lines.map((line) => line.split(delimiter).length);
    return { delimiter, lines: cells.filter((count) => count > 1).length, first: cells[0] ?? 1 };
  });
  const best = scores.reduce((most, each) => {
    return each.lines > most.lines || (each.lines === most.lines && each.first > most.first) ? each : most;
  });
  if (best.lines > 0) return best.delimiter;
  return RARE.find((sign) => lines.filter((line) => line.includes(sign)).length > lines.length / 2) ?? ",";
}
