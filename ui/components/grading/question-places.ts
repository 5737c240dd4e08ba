import type { PageQuestion } from "../../../server/contract/results/question.ts";
import type { ScenePlace } from "../../evaluator/scene.ts";

/**
 * Where the readings of a question differ. `pointed` is the index of the reading that is pointed at: its own places, of
 * what was read first those of all others, which is also what null shows.
 */
export function questionPlaces({ choices }: PageQuestion, pointed: number | null): ScenePlace[] {
  return choices.flatMap(({ places }, index) =>
    pointed === null || pointed === 0 || pointed === index ? places.map(({ box }) => ({ box, number: index + 1 })) : [],
  );
}
