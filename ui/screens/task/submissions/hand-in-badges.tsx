import { Badge } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";

const WORDS = {
  again: { label: "Handed in again", title: "A newer page waits: choose in Review which of the two counts" },
  waits: { label: "Handed in again", title: "It waits: choose in Review whether it counts" },
  elsewhere: { label: "Sent from elsewhere", title: "It came without the receipt of the earlier page" },
} as const;

/** For an upload in the history: it waits, or came without the receipt of the earlier page. */
export function HandInBadges({ file }: { readonly file: Pick<Submission, "question" | "from_elsewhere"> }) {
  return (
    <>
      {file.question === "handed-in-again" && <Mark words={WORDS.waits} />}
      {file.from_elsewhere && <Mark words={WORDS.elsewhere} />}
    </>
  );
}

type Questioned = Pick<Submission, "task_id" | "question" | "waiting">;

/** For a page that counts: what a person must decide about the answer, with a link to the queue. */
export function HandInQuestions({ file }: { readonly file: Questioned }) {
  return (
    <>
      {file.waiting > 0 && <Mark words={WORDS.again} taskId={file.task_id} />}
      {file.question === "sent-from-elsewhere" && <Mark words={WORDS.elsewhere} taskId={file.task_id} />}
    </>
  );
}

interface MarkProps {
  readonly words: (typeof WORDS)[keyof typeof WORDS];
  /** Links to the task's queue. */
  readonly taskId?: string;
}

function Mark({ words: { label, title }, taskId }: MarkProps) {
  return (
    <Badge color="amber" title={title} asChild={taskId !== undefined}>
      {taskId === undefined ? label : <Link to={taskPath(taskId, "review")}>{label}</Link>}
    </Badge>
  );
}

export function LateBadge({ file }: { readonly file: Pick<Submission, "late"> }) {
  if (!file.late) return null;
  return (
    <Badge color="amber" title="Handed in after the due date, as an extension allows">
      Late, by extension
    </Badge>
  );
}
