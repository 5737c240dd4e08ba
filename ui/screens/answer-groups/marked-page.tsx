import { CHANGE_COLOURS } from "../../../core/annotate/colours.ts";
import type { AnswerExplanation, GroupedAnswer } from "../../../server/contract/results/answers.ts";
import { pathOf } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { MarkedPicture } from "../../components/grading/marked-picture.tsx";
import { Answers, Loading } from "../../components/page-parts.tsx";

/** Pixels of the picture: enough to read a letter. */
const PICTURE_WIDTH = 1200;

/** A page with the places marked that would have to change, and a description of each. */
export function MarkedPage({ answer }: { readonly answer: Pick<GroupedAnswer, "file_id" | "student_id"> }) {
  const { file_id: fileId, student_id: student } = answer;
  const explanation = useCall("explainAnswer", { params: { fileId } });
  return (
    <>
      <MarkedPicture
        src={pathOf("getPagePicture", { params: { fileId }, query: { width: PICTURE_WIDTH } })}
        alt={`The page of ${student}`}
        width={explanation.data?.width ?? 0}
        height={explanation.data?.height ?? 0}
        marks={(explanation.data?.marks ?? []).map(({ box, role }) => {
          return { box, role, colour: CHANGE_COLOURS[role], dashed: role === "source" };
        })}
      />
      <Answers to={[explanation]} waiting={<Loading words="Loading the explanation" />}>
        {(data) => <Words explanation={data} />}
      </Answers>
    </>
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
