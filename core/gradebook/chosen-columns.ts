/** The columns of a table that no known program exports, by their headings, as a person named them. */
export interface ChosenColumns {
  /** For the Student IDs. */
  readonly idColumn: string;
  /** For the grades. */
  readonly column: string;
}
