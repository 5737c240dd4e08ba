import { DownloadIcon, UploadIcon } from "@radix-ui/react-icons";
import { Button, Card, Heading } from "@radix-ui/themes";
import { type ReactNode, useRef, useState } from "react";
import { shortComment } from "../../../core/gradebook/short-comment.ts";
import { encodeText } from "../../../core/rules/files/text-encoding.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { FilledGradebookFile, RowNoteView, Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import { ApiError, call, FILE_CHANGED, messageOf, pathOf } from "../../api.ts";
import { useCall, useOpenTask } from "../../calls/calls.ts";
import { CheckField, Choice } from "../../components/choices.tsx";
import { Field, FormFailure, Segments, TextInput } from "../../components/controls.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import { Answers } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { saveAnswer, saveFile } from "../../save-file.ts";
import { OpenMatters, ReleaseCard } from "../release/release.tsx";
import { exportMatters } from "../release/release-words.ts";
import { GradesOverview } from "./overview/grades-overview.tsx";
import "./gradebook.css";

export function GradesTab() {
  const task = useOpenTask();
  const { id: taskId } = task;
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed>("leave-out");

  function save(name: "getPlainGrades" | "getTaskResults", ending: string): void {
    const query = name === "getPlainGrades" ? { unconfirmed } : {};
    void saveAnswer(call(name, { params: { taskId }, query }), `${task.title} ${ending}`);
  }

  // A grader sees what their own pages come to.
  if (!instructs(task)) return <GradesOverview unconfirmed="leave-out" />;
  return (
    <>
      <UnconfirmedChoice unconfirmed={unconfirmed} onChange={setUnconfirmed} />
      <GradesOverview unconfirmed={unconfirmed} />
      <div className="tiles gradebook-cards">
        <Part id="gradebook-release" title="Release to students">
          <ReleaseCard />
        </Part>
        <Part id="gradebook-fill" title="Fill a gradebook">
          <p>
            Export the gradebook from Canvas, or download the grading worksheet of the Moodle assignment, and choose the
            unchanged file here. Students are matched by their Student ID. Grades are filled in, and in a worksheet also
            feedback comments: those of an earlier run are updated, those that a person wrote stay. Everything else in
            the file stays unchanged.
          </p>
          <GradebookForm key={unconfirmed} unconfirmed={unconfirmed} />
        </Part>
        <Part id="gradebook-plain" title="Plain grades">
          <p>A CSV file with one line for every student: grades by item, total, comments.</p>
          <Button variant="soft" onClick={() => save("getPlainGrades", "grades.csv")}>
            <DownloadIcon /> Save CSV
          </Button>
        </Part>
        <Part id="gradebook-results" title="Results for programs">
          <p>
            What was read of each page and proposed for it, with the model, keys and settings it is based on: one JSON
            object per line, as circuitgrade grade writes it.
          </p>
          <Button variant="soft" onClick={() => save("getTaskResults", "results.jsonl")}>
            <DownloadIcon /> Save Results
          </Button>
        </Part>
        <Part id="gradebook-feedback" title="Feedback">
          <p>
            One file for each student, with points, comments and their marked pages; everybody’s ZIP also has each
            marked page as a picture.
          </p>
          <FeedbackExport unconfirmed={unconfirmed} />
        </Part>
      </div>
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ id, title, children }: PartProps) {
  return (
    <Card asChild>
      <section className="prose" aria-labelledby={id}>
        <Heading as="h2" size="4" id={id}>
          {title}
        </Heading>
        {children}
      </section>
    </Card>
  );
}

interface UnconfirmedChoiceProps {
  readonly unconfirmed: Unconfirmed;
  onChange(unconfirmed: Unconfirmed): void;
}

/** Says what the table and the files leave out, and lets them have it; nothing while every grade is confirmed and no page is missing. */
function UnconfirmedChoice({ unconfirmed, onChange }: UnconfirmedChoiceProps) {
  const { id: taskId } = useOpenTask();
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  return (
    <Answers to={[release]} waiting={null}>
      {(data) => (
        <OpenMatters matters={exportMatters(data)} role="status">
          {(data.unconfirmed > 0 || (data.missing > 0 && data.unplaced > 0)) && (
            <CheckField
              checked={unconfirmed === "include"}
              onChange={(checked) => onChange(checked ? "include" : "leave-out")}
            >
              Include what is not confirmed ({counted(data.unconfirmed, "answer")}) in the table and the files
            </CheckField>
          )}
        </OpenMatters>
      )}
    </Answers>
  );
}

const EVERYBODY = "everybody";

const FORMATS = [
  { value: "pdf", label: "PDF" },
  { value: "html", label: "HTML" },
] as const;

function FeedbackExport({ unconfirmed }: Pick<UnconfirmedChoiceProps, "unconfirmed">) {
  const { id: taskId, names_hidden: namesHidden } = useOpenTask();
  const files = useCall("getFiles", { params: { taskId } });
  const unprintable = useCall("getUnprintable", { params: { taskId } });
  const [student, setStudent] = useState(EVERYBODY);
  const [format, setFormat] = useState<"pdf" | "html">("pdf");
  const students = [...new Set((files.data?.files ?? []).map(({ student_id }) => student_id))].sort();
  if (files.data !== null && students.length === 0) return <p>Nobody has handed in anything yet.</p>;
  const one = student === EVERYBODY ? {} : { student_id: student };
  const address = pathOf("getFeedback", { params: { taskId }, query: { ...one, format, unconfirmed } });

  return (
    <div className="spaced tight gradebook-form">
      <Choice
        label="For"
        size="2"
        value={student}
        options={[
          { value: EVERYBODY, label: `Everybody (${students.length}), one ZIP` },
          ...(namesHidden ? [] : students.map((id) => ({ value: id, label: id }))),
        ]}
        onChange={setStudent}
      />
      <Segments label="Format" value={format} options={FORMATS} onChange={setFormat} />
      {/* A page shows what the browser's fonts have, and hidden names are not shown. */}
      {format === "pdf" && !namesHidden && unprintable.data && <LackingLettersNote {...unprintable.data.feedback} />}
      <div>
        {/* A class's files take minutes: the browser saves them as they come, and shows how far it is. */}
        <Button asChild variant="soft">
          <a href={address} download>
            <DownloadIcon /> Save feedback
          </a>
        </Button>
      </div>
    </div>
  );
}

function GradebookForm({ unconfirmed }: Pick<UnconfirmedChoiceProps, "unconfirmed">) {
  const { id: taskId } = useOpenTask();
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [column, setColumn] = useState("");
  const [state, setState] = useState<{ busy?: boolean; error?: string; filled?: FilledGradebookFile }>({});

  async function fill(): Promise<void> {
    if (file === null) return setState({ error: "Choose the gradebook's CSV file." });
    setState({ busy: true });
    const body = new FormData();
    body.set("file", file);
    body.set("column", column);
    body.set("unconfirmed", unconfirmed);
    try {
      setState({ filled: await call("fillGradebook", { params: { taskId }, body }) });
    } catch (error) {
      setState({ error: messageOf(error) });
      if (!(error instanceof ApiError) || error.code !== FILE_CHANGED) return;
      setFile(null);
      // Browsers fire no event if the same file is chosen again.
      if (input.current) input.current.value = "";
    }
  }

  return (
    <form
      className="spaced tight gradebook-form"
      onSubmit={(event) => {
        event.preventDefault();
        void fill();
      }}
    >
      <Field label="Gradebook (CSV)">
        {(ids) => (
          <input
            {...ids}
            ref={input}
            type="file"
            accept=".csv,text/csv"
            disabled={state.busy}
            onChange={(event) => {
              setFile(event.currentTarget.files?.[0] ?? null);
              setState({});
            }}
          />
        )}
      </Field>
      <TextInput
        label="Canvas assignment"
        hint="If its name differs from the task's."
        value={column}
        placeholder="Half adder (1234)"
        readOnly={state.busy}
        onChange={(event) => {
          setColumn(event.currentTarget.value);
          setState({});
        }}
      />
      <div>
        <Button type="submit" loading={state.busy ?? false}>
          <UploadIcon /> Fill in grades
        </Button>
      </div>
      <FormFailure>{state.error}</FormFailure>
      {state.filled !== undefined && <Filled filled={state.filled} />}
    </form>
  );
}

function Filled({ filled }: { readonly filled: FilledGradebookFile }) {
  const { text, encoding, filename } = filled;
  const save = () =>
    saveFile(new Blob([encodeText(text, encoding)!], { type: `text/csv;charset=${encoding}` }), filename);
  return (
    <>
      <GradebookReport filled={filled} />
      <div>
        <Button type="button" onClick={save} disabled={filled.filled === 0}>
          <DownloadIcon /> Save the filled gradebook
        </Button>
      </div>
    </>
  );
}

function GradebookReport({ filled }: { readonly filled: FilledGradebookFile }) {
  const kind = filled.kind === "canvas" ? "Canvas export" : "Moodle worksheet";
  const lists: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
    { title: "Please note", lines: filled.warnings },
    { title: "Rows that match several students or appear twice, left unchanged", lines: filled.ambiguous.map(rowLine) },
    { title: "Rows whose grade is excused (EX) or cannot be changed", lines: filled.locked.map(rowLine) },
    {
      title: "Rows with a comment by a person: it stays, without the feedback",
      lines: filled.kept_comments.map(rowLine),
    },
    { title: "Rows that match no student", lines: filled.unmatched_rows.map(rowLine) },
    { title: "Students with a grade but no row", lines: filled.unmatched_students },
    { title: "Students without a grade yet", lines: filled.ungraded },
    { title: "Students with points that are not confirmed", lines: filled.unconfirmed },
    {
      title: "Grades that replaced others",
      lines: filled.replaced.map((note) => `${rowLine(note)}: ${note.before} became ${note.after}`),
    },
    {
      title: "Comments of an earlier run that were updated",
      lines: filled.replaced_comments.map((note) => {
        return `${rowLine(note)}: “${shortComment(note.before)}” became “${shortComment(note.after)}”`;
      }),
    },
  ];
  return (
    <div role="status">
      <p>
        {kind}: {filled.filled} grades filled into “{filled.column}”.
      </p>
      {lists
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <details key={title} open={lines.length <= 10}>
            <summary>
              {title} ({lines.length})
            </summary>
            <ul className="bullets scroll">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        ))}
    </div>
  );
}

function rowLine({ row, name, ids }: RowNoteView): string {
  return `Row ${row}${name === "" ? "" : `, ${name}`}${ids.length === 0 ? "" : ` (${ids.join(", ")})`}`;
}
