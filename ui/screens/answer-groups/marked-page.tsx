import { CHANGE_COLOURS } from "../../../core/annotate/colours.ts";
import type { AnswerExplanation, GroupedAnswer } from "../../../server/contract/results/answers.ts";
import { pathOf } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { Answers, Loading } from "../../components/page-parts.tsx";

/** Pixels of the picture: enough to read a letter. */
const PICTURE_WIDTH = 1200;

/** A page with the places marked that would have to change, and a description of each. */
export function MarkedPage({ answer }: { readonly answer: Pick<GroupedAnswer, "file_id" | "student_id"> }) {
  const { file_id: fileId, student_id: student } = answer;
  const explanation = useCall("explainAnswer", { params: { fileId } });
  return (
    <>
      <div className="marked-page">
        <img
          src={pathOf("getPagePicture", { params: { fileId }, query: { width: PICTURE_WIDTH } })}
          alt={`The page of ${student}`}
        />
        {explanation.data && <Marks explanation={explanation.data} />}
      </div>
      <Answers to={[explanation]} waiting={<Loading words="Loading the explanation" />}>
        {(data) => <Words explanation={data} />}
      </Answers>
    </>
  );
}

function Marks({ explanation: { marks, width, height } }: { readonly explanation: AnswerExplanation }) {
  const unit = Math.max(width, height) / 1000;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
      {marks.map(({ box, role }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be at one place
          key={index}
          data-role={role}
          x={box.x - 6 * unit}
          y={box.y - 6 * unit}
          width={box.width + 12 * unit}
          height={box.height + 12 * unit}
          rx={8 * unit}
          stroke={CHANGE_COLOURS[role]}
          strokeWidth={5 * unit}
          strokeDasharray={role === "source" ? `${14 * unit} ${8 * unit}` : undefined}
        />
      ))}
    </svg>
  );
}

function Words({ explanation }: { readonly explanation: AnswerExplanation }) {
  const { text, alternatives, marks, certainty_text: certainty, question, outcome } = explanation;
  return (
    <div className="spaced tight marked-words" role="status">
      {outcome !== "right" && <h3>What would make it right</h3>}
      <p className="marked-text">{text}</p>
      {alternatives.length > 0 && (
        <details>
          <summary>Or one of these instead</summary>
          <ul className="bullets">
            {alternatives.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      {marks.length === 0 && outcome !== "right" && <p className="note">It cannot be shown on the picture.</p>}
      {certainty !== null && <p className="note">{certainty}</p>}
      {question && <p className="quote doubt">{question.text}</p>}
    </div>
  );
}
