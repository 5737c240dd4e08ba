import {
  CheckCircledIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CircleIcon,
  CrossCircledIcon,
  ExclamationTriangleIcon,
  MagnifyingGlassIcon,
  QuestionMarkCircledIcon,
  UpdateIcon,
} from "@radix-ui/react-icons";
import { Badge, Button, Popover } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { itemLabel } from "../../../core/rules/tasks/item-list.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { Logo } from "../../components/logo.tsx";
import { SearchList } from "../../components/search-list.tsx";
import { cutText, formatDate } from "../../format.ts";
import { useNarrow } from "../../hooks/use-narrow.ts";
import { useOwnUser } from "../../store.ts";
import { useEvaluator, useView } from "./evaluator-store.ts";
import { searchSubmissions, submissionState } from "./submissions/submissions.ts";
import { CommandButton } from "./tools/tool-parts.tsx";

export function EvaluatorHeader() {
  const user = useOwnUser();
  const { task, files, current } = useEvaluator();
  const at = files.findIndex(({ id }) => id === current?.id);
  const graded = files.filter((file) => file.graded).length;
  return (
    <header className="ce-header">
      <h1 className="visually-hidden">{task.title}: submissions</h1>
      <Link to={dashboardPath(user.id)} className="header-logo" aria-label="CircuitGrade">
        <Logo />
      </Link>
      <Link to={`/task/${task.id}`} className="ce-task">
        <strong className="clipped">{task.title}</strong>
        <small className="clipped">Due {formatDate(task.due_date)}</small>
      </Link>
      <NamesHidden task={task} wordless={useNarrow()} />
      <nav className="line push ce-steps" aria-label="Submissions">
        <CommandButton command="previous" variant="soft" disabled={at <= 0}>
          <ChevronLeftIcon />
        </CommandButton>
        {current && (
          <strong className="unbroken">
            {current.student_id} · {itemLabel(current.item_number)}
          </strong>
        )}
        <SubmissionPicker />
        <CommandButton command="next" variant="soft" disabled={at < 0 || at >= files.length - 1}>
          <ChevronRightIcon />
        </CommandButton>
        <span className="muted unbroken" title="Position">
          {at + 1} / {files.length}
        </span>
      </nav>
      {/* A new key restarts the pulse with every change. */}
      <Badge
        size="3"
        radius="full"
        className="ce-graded"
        key={`${graded}/${files.length}`}
        role="status"
        aria-label={`${graded} of ${files.length} graded`}
      >
        {graded}/{files.length} <span className="ce-graded-word">graded</span>
      </Badge>
      <CommandButton command="help" size="3">
        <QuestionMarkCircledIcon width="18" height="18" />
      </CommandButton>
    </header>
  );
}

function SubmissionPicker() {
  const { files, current } = useEvaluator();
  const [view, dispatch] = useView();
  const setOpen = (open: boolean) => dispatch({ type: "set", part: { open: open ? "picker" : null } });
  const nothing = files.length > 0 ? "Choose a submission" : "No submissions";
  return (
    <Popover.Root open={view.open === "picker"} onOpenChange={setOpen}>
      <Popover.Trigger>
        <Button
          variant="surface"
          color="gray"
          className="ce-picker"
          aria-label={current ? `Submission: ${current.filename}. Choose another` : undefined}
          title={current?.filename}
        >
          <span className="clipped">{current ? cutText(current.filename, LIMITS.dropdownLabelLength) : nothing}</span>
          <MagnifyingGlassIcon />
        </Button>
      </Popover.Trigger>
      <Popover.Content width="min(340px, calc(100vw - 24px))" size="1" align="center">
        <SubmissionList />
      </Popover.Content>
    </Popover.Root>
  );
}

function SubmissionList() {
  const { files, current, goTo } = useEvaluator();
  const [, dispatch] = useView();
  return (
    <SearchList
      input={{
        autoFocus: true,
        type: "search",
        placeholder: "Search by name or student",
        "aria-label": "Search submissions",
      }}
      label="Submissions"
      className="scroll"
      start={files.findIndex(({ id }) => id === current?.id)}
      none={
        <p className="centred empty-state" role="status">
          No submissions
        </p>
      }
      search={(text) => searchSubmissions(files, text)}
      keyOf={({ id }) => id}
      show={(file) => ({
        className: "choice line",
        "aria-current": file.id === current?.id,
        title: file.filename,
        children: (
          <>
            <SubmissionIcon file={file} />
            <span>{cutText(file.filename, LIMITS.dropdownLabelLength)}</span>
            <span className="note push">{file.graded ? `${file.total_grade}/${file.maximum_grade}` : ""}</span>
          </>
        ),
      })}
      onChoose={(file) => {
        dispatch({ type: "set", part: { open: null } });
        goTo(file);
      }}
    />
  );
}

function SubmissionIcon({ file }: { file: Submission }) {
  const { kind, words } = submissionState(file);
  if (kind === "graded") return <CheckCircledIcon color="var(--green-10)" aria-label={words} />;
  if (kind === "failed") return <CrossCircledIcon color="var(--red-10)" aria-label={words} />;
  if (kind === "reading") return <UpdateIcon color="var(--gray-9)" aria-label={words} />;
  if (kind === "review") return <ExclamationTriangleIcon color="var(--amber-10)" aria-label={words} />;
  return <CircleIcon color="var(--gray-9)" aria-label={words} />;
}
