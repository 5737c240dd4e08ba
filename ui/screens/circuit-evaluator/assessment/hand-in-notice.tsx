import { Callout } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { HIGH_CONTRAST } from "../../../components/high-contrast.ts";

type Questioned = Pick<Submission, "task_id" | "question" | "waiting">;

/** Says that a person must choose between this page and another one; both are in the queue. */
export function HandInNotice({ submission }: { readonly submission: Questioned }) {
  const text = noticeText(submission);
  if (text === null) return null;
  return (
    <Callout.Root color="amber" size="1" mb="3" role="status" className={HIGH_CONTRAST}>
      <Callout.Text>
        {text} <Link to={taskPath(submission.task_id, "review")}>Choose in Review</Link>
      </Callout.Text>
    </Callout.Root>
  );
}

function noticeText({ question, waiting }: Questioned): string | null {
  if (waiting > 0) return "Handed in again: a newer page waits, and this one counts until you choose.";
  if (question !== null) return "Sent from elsewhere: this page came without the receipt of the earlier page.";
  return null;
}
