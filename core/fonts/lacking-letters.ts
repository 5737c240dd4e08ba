import { count } from "../basics/texts.ts";
import type { FontBook } from "./font-book.ts";
import { fontAdvice } from "./font-packages.ts";
import { lackingCharacters } from "./text-runs.ts";

/** What is to be printed. */
export interface Printed {
  /** Names of students, with their IDs. */
  readonly students: readonly { readonly studentId: string; readonly name: string }[];
  /** Everything else. */
  readonly texts: readonly string[];
}

/** What cannot be printed as it is, for people. */
export interface LackingLetters {
  /** A sentence each: which names are left out, and which characters are replaced. */
  readonly lacking: readonly string[];
  /** What helps; null if nothing is lacking. */
  readonly advice: string | null;
}

/** At most this many students are named. */
const NAMED = 5;

/** Which names are not printed and which characters are replaced, because no font has them, and what helps. */
export function lackingLetters({ students, texts }: Printed, fonts: FontBook): LackingLetters {
  const nameless = students.filter(({ name }) => lackingCharacters(name, fonts).length > 0);
  const characters = lackingCharacters(texts.join(" "), fonts);
  const lacking: string[] = [];
  if (nameless.length > 0) {
    const named = nameless.slice(0, NAMED).map(({ studentId, name }) => `${studentId} ${name}`);
    const more = nameless.length > NAMED ? `, and ${nameless.length - NAMED} more` : "";
    const what = `the ${nameless.length === 1 ? "name" : "names"} of ${count(nameless.length, "student")}`;
    lacking.push(`No font here has all letters of ${what}, which are left out: ${named.join(", ")}${more}`);
  }
  if (characters.length > 0) lacking.push(`No font here has ${characters.join(" ")}: \ufffd is printed instead`);
  if (lacking.length === 0) return { lacking, advice: null };
  return { lacking, advice: fontAdvice([...nameless.map(({ name }) => name), ...characters].join("")) };
}
