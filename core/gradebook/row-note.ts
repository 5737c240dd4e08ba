/** A row of a gradebook that something is to be said about. */
export interface RowNote {
  /** As spreadsheets count: the header is row 1. */
  readonly row: number;
  readonly name: string;
  /** The student IDs that stand in it. */
  readonly ids: readonly string[];
}
