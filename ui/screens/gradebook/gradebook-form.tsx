import { DownloadIcon, UploadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { shortComment } from "../../../core/gradebook/short-comment.ts";
import type { FilledGradebookFile, RowNoteView, Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import { ApiError, call, FILE_CHANGED, messageOf } from "../../api.ts";
import { Field, TextInput } from "../../components/fields/field.tsx";
import { FormFailure } from "../../components/fields/form-failure.tsx";
import { saveFile } from "../../save-file.ts";

export function GradebookForm({ taskId, unconfirmed }: { readonly taskId: string; readonly unconfirmed: Unconfirmed }) {
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
  const save = () => saveFile(new Blob([filled.text], { type: "text/csv;charset=utf-8" }), filled.filename);
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
    { title: "Rows whose grade cannot be changed", lines: filled.locked.map(rowLine) },
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
