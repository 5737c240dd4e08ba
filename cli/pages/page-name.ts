/**
 * A page for a person: its file, and its number if it is not the first.
 *
 * @example
 * pageName("scans/a.pdf", 2); // "scans/a.pdf, page 2"
 */
export function pageName(file: string, page: number): string {
  return page > 1 ? `${file}, page ${page}` : file;
}
