import { ChevronLeftIcon, ChevronRightIcon, QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { Link } from "react-router-dom";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { Logo } from "../../components/logo.tsx";
import type { CommandId } from "../../evaluator/commands.ts";
import { formatDate } from "../../format.ts";
import { useNarrow } from "../../hooks/use-narrow.ts";
import { useOwnUser } from "../../store.ts";
import { useEvaluator, useView } from "./evaluator-store.ts";
import { SubmissionPicker } from "./submissions/submission-picker.tsx";
import { CommandButton } from "./tools/command-button.tsx";

export function EvaluatorHeader() {
  const user = useOwnUser();
  const { task, files, current, goTo } = useEvaluator();
  const [, dispatch] = useView();
  const at = files.findIndex(({ id }) => id === current?.id);
  const graded = files.filter((file) => file.graded).length;
  function run(command: CommandId): void {
    if (command === "help") dispatch({ type: "set", part: { open: "help" } });
    else goTo(files[at + (command === "next" ? 1 : -1)] ?? null);
  }

  return (
    <header className="ce-header">
      <h1 className="visually-hidden">{task.title}: submissions</h1>
      <Link to={dashboardPath(user.id)} aria-label="CircuitGrade">
        <Logo />
      </Link>
      <Link to={`/task/${task.id}`} className="ce-task">
        <strong className="clipped">{task.title}</strong>
        <small className="clipped">Due {formatDate(task.due_date)}</small>
      </Link>
      <NamesHidden task={task} wordless={useNarrow()} />
      <nav className="line ce-steps" aria-label="Submissions">
        <CommandButton command="previous" label="Previous submission" variant="soft" disabled={at <= 0} onCommand={run}>
          <ChevronLeftIcon />
        </CommandButton>
        <SubmissionPicker />
        <CommandButton
          command="next"
          label="Next submission"
          variant="soft"
          disabled={at < 0 || at >= files.length - 1}
          onCommand={run}
        >
          <ChevronRightIcon />
        </CommandButton>
        <span className="muted unbroken" title="Position">
          {at + 1} / {files.length}
        </span>
      </nav>
      {/* A new key restarts the pulse with every change. */}
      <span
        className="ce-graded"
        key={`${graded}/${files.length}`}
        role="status"
        aria-label={`${graded} of ${files.length} graded`}
      >
        {graded}/{files.length} <span className="ce-graded-word">graded</span>
      </span>
      <CommandButton command="help" label="Keys" size="3" onCommand={run}>
        <QuestionMarkCircledIcon width="18" height="18" />
      </CommandButton>
    </header>
  );
}
