import { searchable } from "../../../format.ts";

interface Student {
  readonly student_id: string;
  /** Empty if it is not known. */
  readonly name: string;
}

const MOST_SUGGESTED = 20;

/**
 * The students in a comma-separated list: by ID, or by name if just one student has it. Entries that match nobody are
 * in `wrong`.
 *
 * @example
 * readStudents("20230001, Gia Ramos", roster); // { ids: ["20230001", "20230007"], wrong: [] }
 */
export function readStudents(
  text: string,
  roster: readonly Student[],
): { readonly ids: readonly string[]; readonly wrong: readonly string[] } {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const meant = words.map((word) => {
    const named = roster.filter(({ name }) => searchable(name) === searchable(word));
    const student = roster.find(({ student_id }) => student_id === word) ?? (named.length === 1 ? named[0] : undefined);
    return { word, id: student?.student_id };
  });
  return {
    ids: [...new Set(meant.flatMap(({ id }) => id ?? []))],
    wrong: meant.filter(({ id }) => id === undefined).map(({ word }) => word),
  };
}

/** The suggestions for the last word that is typed: the words before it stay. */
export function findStudents(roster: readonly Student[], text: string): { value: string; label: string }[] {
  const words = text.split(",");
  const last = searchable((words.pop() ?? "").trim());
  const before = words.map((word) => `${word.trim()}, `).join("");
  return roster
    .filter(({ student_id, name }) => searchable(`${student_id} ${name}`).includes(last))
    .slice(0, MOST_SUGGESTED)
    .map(({ student_id, name }) => ({ value: `${before}${student_id}`, label: name }));
}
