import { Button } from "@radix-ui/themes";
import { displayExpression } from "../../../core/boolean/forms.ts";
import type { PageQuestion } from "../../../server/contract/results/question.ts";
import type { ScenePlace } from "../../evaluator/scene.ts";
import "./reading-question.css";

interface ReadingQuestionProps {
  readonly question: PageQuestion;
  readonly maximum: number | null;
  readonly busy: boolean;
  /** What is pressed with a choice's letter. */
  readonly held?: string;
  /** Points at a choice, so that its places show on the picture; null: at none. */
  onPoint(choice: number | null): void;
  onChoose(reading: string): void;
}

/** The letter of a reading among those of its question, the likeliest first: its name on the page, and its key. */
export function readingLetter(index: number): string {
  return "ABC"[index] ?? "";
}

/**
 * Asks which of two or three readings of a page is right; the grade follows. Their letters choose one: in Review alone,
 * in the evaluator, where letters are tools, with Shift.
 */
export function ReadingQuestion({
  question,
  maximum,
  busy,
  held = "Shift + ",
  onPoint,
  onChoose,
}: ReadingQuestionProps) {
  return (
    <fieldset className="spaced tight reading-question">
      <legend>Which reading is right?</legend>
      <p>{question.text}</p>
      <ol className="spaced tight">
        {question.choices.map(({ name, text, points, outputs }, index) => (
          <li key={name}>
            <Button
              variant={index === 0 ? "soft" : "outline"}
              disabled={busy || points === null}
              onClick={() => onChoose(name)}
              onFocus={() => onPoint(index)}
              onBlur={() => onPoint(null)}
              onPointerEnter={() => onPoint(index)}
              onPointerLeave={() => onPoint(null)}
            >
              <span>
                <kbd>
                  {held}
                  {readingLetter(index)}
                </kbd>{" "}
                {text} <strong>{points === null ? "No points" : `${points} of ${maximum ?? "–"}`}</strong>
              </span>
              <span className="mono">
                {outputs.map((output) => `${output.name} = ${displayExpression(output.expression)}`).join("; ")}
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/**
 * Where the readings of a question differ. `pointed` is the index of the reading that is pointed at: its own places, of
 * what was read first those of all others, which is also what null shows.
 */
export function questionPlaces({ choices }: PageQuestion, pointed: number | null): ScenePlace[] {
  return choices.flatMap(({ places }, index) =>
    pointed === null || pointed === 0 || pointed === index
      ? places.map(({ box }) => ({ box, letter: readingLetter(index) }))
      : [],
  );
}
