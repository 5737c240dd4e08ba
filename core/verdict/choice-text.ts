import { capital } from "../basics/texts.ts";
import type { PageLook } from "./evidence.ts";
import type { LikelyReading } from "./likely-readings.ts";
import { conditionText, namedDifferences, type ReadingDifference, readingDifferences } from "./reading-differences.ts";

/** How a page's own reading is called among those that a person may choose. */
export const AS_READ = "As it was read.";

/** How another reading is called: "This gate is a NAND." */
export function choiceText(differences: readonly ReadingDifference[]): string {
  return sentence(conditionText(differences));
}

/** What is different in a reading of a page, compared with the page's own. */
export function differencesOf(reading: LikelyReading, looks: readonly PageLook[]): readonly ReadingDifference[] {
  return readingDifferences(looks[0]!.circuits[0]!, located(reading, looks));
}

/** The same as a sentence that names the places, for readings that are called alike without them. */
export function namedChoiceText(reading: LikelyReading, looks: readonly PageLook[]): string {
  return sentence(namedDifferences(looks[0]!.circuits[0]!, located(reading, looks)));
}

function located({ netlist, look, circuit }: LikelyReading, looks: readonly PageLook[]) {
  return { netlist, meetings: looks[look]!.circuits[circuit]!.meetings };
}

/** A text as a sentence. */
export function sentence(text: string): string {
  return `${capital(text)}.`;
}
