import type { PageLook } from "./evidence.ts";
import type { LikelyReading } from "./likely-readings.ts";
import { conditionText, type ReadingDifference, readingDifferences } from "./reading-differences.ts";

/** How a page's own reading is called among those that a person may choose. */
export const AS_READ = "As it was read.";

/** How another reading is called: "This gate is a NAND." */
export function choiceText(differences: readonly ReadingDifference[]): string {
  return sentence(conditionText(differences));
}

/** What is different in a reading of a page, compared with the page's own. */
export function differencesOf(
  { netlist, look, circuit }: LikelyReading,
  looks: readonly PageLook[],
): readonly ReadingDifference[] {
  const { meetings } = looks[look]!.circuits[circuit]!;
  return readingDifferences(looks[0]!.circuits[0]!, { netlist, meetings });
}

/** A text as a sentence. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
