import { Link } from "react-router-dom";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { Notice } from "../../../components/notice.tsx";

type Questioned = Pick<Submission, "task_id" | "question" | "waiting">;

/** Says that a person must choose between this page and another one; both are in the queue. */
export function HandInNotice({ submission }: { readonly submission: Questioned }) {
  const text = noticeText(submission);
  if (text === null) return null;
  return (
    <Notice color="amber" mb="3" role="status">
      {text} <Link to={taskPath(submission.task_id, "review")}>Choose in Review</Link>
    </Notice>
  );
}

function noticeText({ question, waiting }: Questioned): string | null {
  if (waiting > 0) return "Handed in again: a newer page waits, and this one counts until you choose.";
  if (question !== null) return "Sent from elsewhere: this page came without the receipt of the earlier page.";
  return null;
}
