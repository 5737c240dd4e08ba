/** The columns of a table that no program is known to export, as a person named them. */
export interface ChosenColumns {
  readonly idColumn: string;
  readonly column: string;
}

const keyOf = (classId: string) => `gradebook-columns:${classId}`;

/** Remembers in this browser what a person has chosen for a class. */
export function keepColumns(classId: string, columns: ChosenColumns): void {
  try {
    localStorage.setItem(keyOf(classId), JSON.stringify(columns));
  } catch {
    // Without storage they are chosen again.
  }
}

/** What was chosen for a class before; null if nothing was. */
export function keptColumns(classId: string): ChosenColumns | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(classId)) ?? "null");
    const { idColumn, column } = (kept ?? {}) as Partial<Record<keyof ChosenColumns, unknown>>;
    return typeof idColumn === "string" && typeof column === "string" ? { idColumn, column } : null;
  } catch {
    return null;
  }
}
