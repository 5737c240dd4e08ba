/** A truth table as it was pasted: its inputs are A, B … from left to right. */
export interface PastedTable {
  /** The inputs' headings, the highest bit first; the letters if there is no line of headings. */
  readonly inputs: readonly string[];
  readonly outputs: readonly {
    /** Its heading, or null. */
    readonly name: string | null;
    /** Row 0 first: 0, 1, or X where it does not matter. */
    readonly rows: string;
  }[];
}

export type ReadTable =
  | { readonly ok: true; readonly table: PastedTable }
  /** `line` counts from 1, empty lines included. */
  | { readonly ok: false; readonly reason: string; readonly line: number };
