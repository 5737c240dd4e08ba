import { Button, Kbd } from "@radix-ui/themes";
import { displayExpression } from "../../../core/boolean/forms.ts";
import type { PageQuestion } from "../../../server/contract/results/question.ts";
import type { ScenePlace } from "../../evaluator/scene.ts";
import { dimmed } from "../controls.tsx";
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

/** The letter of a choice of a question: its name on the page, and its key. */
export function readingLetter(index: number): string {
  return "ABCD"[index] ?? "";
}

/** What the page was read as; null where it has several drawings, of which none is likelier than the others. */
export function likeliestChoice({ choices }: PageQuestion): PageQuestion["choices"][number] | null {
  const [first] = choices;
  return first?.places.length === 0 ? first : null;
}

/**
 * Asks which of some readings of a page is right, or which drawing counts; the grade follows. Their letters choose one:
 * in Review alone, in the evaluator, where letters are tools, with Shift.
 */
export function ReadingQuestion({
  question,
  maximum,
  busy,
  held = "Shift + ",
  onPoint,
  onChoose,
}: ReadingQuestionProps) {
  const likeliest = likeliestChoice(question);
  return (
    <fieldset className="spaced tight reading-question">
      <legend>{likeliest ? "Which reading is right?" : "Which drawing counts?"}</legend>
      <p>{question.text}</p>
      <ol className="spaced tight">
        {question.choices.map(({ name, text, points, outputs }, index) => (
          <li key={name}>
            <Button
              variant={name === likeliest?.name ? "soft" : "outline"}
              disabled={points === null}
              {...dimmed(busy)}
              onClick={() => onChoose(name)}
              onFocus={() => onPoint(index)}
              onBlur={() => onPoint(null)}
              onPointerEnter={() => onPoint(index)}
              onPointerLeave={() => onPoint(null)}
            >
              <span>
                <Kbd>
                  {held}
                  {readingLetter(index)}
                </Kbd>{" "}
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
 * Where the choices of a question differ. `pointed` is the index of the choice that is pointed at: its own places, of
 * one without places those of all others, which is also what null shows.
 */
export function questionPlaces({ choices }: PageQuestion, pointed: number | null): ScenePlace[] {
  const showsAll = pointed === null || choices[pointed]?.places.length === 0;
  return choices.flatMap(({ places }, index) =>
    showsAll || pointed === index ? places.map(({ box }) => ({ box, letter: readingLetter(index) })) : [],
  );
}
