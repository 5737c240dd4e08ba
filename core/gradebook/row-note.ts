/** A row of a gradebook to report. */
export interface RowNote {
  /** As in spreadsheets: the header is row 1. */
  readonly row: number;
  readonly name: string;
  /** The student IDs in it. */
  readonly ids: readonly string[];
}
