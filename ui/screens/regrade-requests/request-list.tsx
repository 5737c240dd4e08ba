import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import { ChoiceList, type ChosenIn } from "../../components/choice-list.tsx";
import { counted, formatDate } from "../../format.ts";
import { gradeText, outcomeText, requestsTitle, studentText } from "./request-words.ts";

/** Students who ask for another look, those who wait longest first; answered requests are folded away. */
export function RequestList({ requests, ...choice }: ChosenIn & { readonly requests: readonly RegradeRequest[] }) {
  const open = requests.filter(({ answer }) => answer === null);
  const answered = requests.filter(({ answer }) => answer !== null);
  return (
    <ChoiceList
      {...choice}
      label="Regrade requests"
      title={requestsTitle(open)}
      items={open}
      folded={answered}
      foldedTitle={counted(answered.length, "answered request")}
      keyOf={({ id }) => id}
    >
      {(request) => ({
        head: (
          <>
            <strong>{studentText(request)}</strong>
            <span>Item {request.item_number}</span>
            <span className="push">{gradeText(request)}</span>
          </>
        ),
        more: (
          <>
            <small className="request-reason">{request.reason}</small>
            <small>
              {request.answer === null ? `Asked ${formatDate(request.created_at)}` : outcomeText(request.answer)}
            </small>
          </>
        ),
      })}
    </ChoiceList>
  );
}
