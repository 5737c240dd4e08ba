/**
 * `="Ana"` and `=T("Ana")` without the formula, by which programs keep spreadsheets from changing a text; any other
 * text as it is.
 *
 * @example
 * unquotedFormula('="20230001"'); // "20230001"
 */
export function unquotedFormula(text: string): string {
  return text.replace(/^=(?:T\()?"(.*)"\)?$/i, "$1");
}
