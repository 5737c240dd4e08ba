import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import type { PageQuestion } from "../../../server/contract/results/question.ts";

export interface QuestionPlace {
  readonly box: PictureBox;
  /** The number of the reading that says something else there. */
  readonly number: number;
}

/**
 * Where the readings of a question differ. `pointed` is the index of the reading that is pointed at: its own places, of
 * what was read first those of all others, which is also what null shows.
 */
export function questionPlaces({ choices }: PageQuestion, pointed: number | null): QuestionPlace[] {
  return choices.flatMap(({ places }, index) =>
    pointed === null || pointed === 0 || pointed === index ? places.map(({ box }) => ({ box, number: index + 1 })) : [],
  );
}
