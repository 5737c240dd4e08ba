import {
  CheckCircledIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CrossCircledIcon,
  ExclamationTriangleIcon,
  MagnifyingGlassIcon,
  QuestionMarkCircledIcon,
  UpdateIcon,
} from "@radix-ui/react-icons";
import { Button, Popover, TextField } from "@radix-ui/themes";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { itemLabel } from "../../../core/rules/tasks/answer-keys.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import { NamesHidden } from "../../components/grading/names-hidden.tsx";
import { Logo } from "../../components/logo.tsx";
import { cutText, formatDate } from "../../format.ts";
import { useNarrow } from "../../hooks/use-narrow.ts";
import { useOwnUser } from "../../store.ts";
import { type Evaluator, useEvaluator, useView } from "./evaluator-store.ts";
import { searchSubmissions, submissionState } from "./submissions/submissions.ts";
import { CommandButton } from "./tools/tool-parts.tsx";
import "./submissions/submission-picker.css";

export function EvaluatorHeader() {
  const user = useOwnUser();
  const { task, files, current } = useEvaluator();
  const at = files.findIndex(({ id }) => id === current?.id);
  const graded = files.filter((file) => file.graded).length;
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
      <span
        className="ce-graded"
        key={`${graded}/${files.length}`}
        role="status"
        aria-label={`${graded} of ${files.length} graded`}
      >
        {graded}/{files.length} <span className="ce-graded-word">graded</span>
      </span>
      <CommandButton command="help" size="3">
        <QuestionMarkCircledIcon width="18" height="18" />
      </CommandButton>
    </header>
  );
}

function SubmissionPicker() {
  const { files, current, goTo } = useEvaluator();
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
        <SubmissionList
          files={files}
          current={current}
          onChoose={(file) => {
            setOpen(false);
            goTo(file);
          }}
        />
      </Popover.Content>
    </Popover.Root>
  );
}

interface SubmissionListProps extends Pick<Evaluator, "files" | "current"> {
  onChoose(file: Submission): void;
}

function SubmissionList({ files, current, onChoose }: SubmissionListProps) {
  const [query, setQuery] = useState("");
  const found = searchSubmissions(files, query);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      files.findIndex(({ id }) => id === current?.id),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const at = Math.min(active, found.length - 1);

  function move(to: number): void {
    if (found.length === 0) return;
    const next = (to + found.length) % found.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") move(at + 1);
    else if (event.key === "ArrowUp") move(at - 1);
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(found.length - 1);
    else if (event.key === "Enter" && found[at]) onChoose(found[at]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextField.Root
        autoFocus
        type="search"
        placeholder="Search by name or student"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-label="Search submissions"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
      >
        <TextField.Slot>
          <MagnifyingGlassIcon />
        </TextField.Slot>
      </TextField.Root>
      {found.length === 0 && (
        <p className="empty-state" role="status">
          No submissions
        </p>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Submissions"
        className="scroll ce-picker-list"
        hidden={found.length === 0}
      >
        {found.map((file, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, as the combobox pattern has it
          <div
            key={file.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            className="choice line"
            aria-selected={index === at}
            data-current={file.id === current?.id || undefined}
            title={file.filename}
            onClick={() => onChoose(file)}
            onPointerMove={() => setActive(index)}
          >
            <SubmissionIcon file={file} />
            <span>{cutText(file.filename, LIMITS.dropdownLabelLength)}</span>
            <span className="note push">{file.graded ? `${file.total_grade}/${file.maximum_grade}` : ""}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function SubmissionIcon({ file }: { file: Submission }) {
  const { kind, words } = submissionState(file);
  if (kind === "graded") return <CheckCircledIcon color="var(--green-10)" aria-label={words} />;
  if (kind === "failed") return <CrossCircledIcon color="var(--red-10)" aria-label={words} />;
  if (kind === "reading") return <UpdateIcon color="var(--gray-9)" aria-label={words} />;
  if (kind === "review") return <ExclamationTriangleIcon color="var(--amber-10)" aria-label={words} />;
  return <span className="ce-dot" role="img" aria-label={words} />;
}
