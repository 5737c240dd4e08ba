import { DownloadIcon, UploadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useRef, useState } from "react";
import type { ChosenColumns } from "../../../core/gradebook/chosen-columns.ts";
import type { GradebookKind } from "../../../core/gradebook/gradebook-kind.ts";
import { shortComment } from "../../../core/gradebook/short-comment.ts";
import { encodeText } from "../../../core/rules/files/text-encoding.ts";
import type {
  FilledGradebookFile,
  GradebookColumns,
  RowNoteView,
  Unconfirmed,
} from "../../../server/contract/results/gradebook.ts";
import { ApiError, call, FILE_CHANGED, messageOf } from "../../api.ts";
import { useOpenTask } from "../../calls/calls.ts";
import { Choice } from "../../components/choices.tsx";
import { FormFailure, TextInput } from "../../components/controls.tsx";
import { FoldedLines, SubmitButton } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { saveFile } from "../../save-file.ts";

const NO_COLUMNS: ChosenColumns = { idColumn: "", column: "" };

/** What a person is asked, if the file alone does not say it. */
interface ColumnChoice {
  /** For the IDs; empty if the file's own are known. */
  readonly ids: readonly string[];
  readonly grades: readonly string[];
}

interface FormState {
  readonly busy: boolean;
  readonly error?: string;
  readonly filled?: FilledGradebookFile;
}

const IDLE: FormState = { busy: false };

/** Fills the grades into a file and shows what was read before the file is saved. */
export function GradebookForm({ unconfirmed }: { readonly unconfirmed: Unconfirmed }) {
  const { id: taskId } = useOpenTask();
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [named, setNamed] = useState(NO_COLUMNS);
  const [choice, setChoice] = useState<ColumnChoice | null>(null);
  const [state, setState] = useState<FormState>(IDLE);
  // An answer about what is no longer chosen changes nothing.
  const wish = useRef(0);

  async function fill(wanted: ChosenColumns, from = file): Promise<void> {
    if (from === null) return setState({ ...IDLE, error: "Choose the gradebook's CSV file." });
    setState({ busy: true });
    const number = ++wish.current;
    const body = new FormData();
    body.set("file", from);
    body.set("column", wanted.column);
    body.set("id_column", wanted.idColumn);
    body.set("unconfirmed", unconfirmed);
    try {
      const filled = await call("fillGradebook", { params: { taskId }, body });
      if (number !== wish.current) return;
      setState({ ...IDLE, filled });
      if (filled.columns.length === 0) return;
      // Those that were named for the class before can be changed.
      setChoice({ ids: filled.columns, grades: filled.columns });
      setNamed({ idColumn: filled.id_columns[0] ?? wanted.idColumn, column: filled.column });
    } catch (error) {
      if (number !== wish.current) return;
      const { columns = [], kept } = columnsOf(error);
      if (columns.length > 0) setChoice({ ids: isUnknown(error) ? columns : (choice?.ids ?? []), grades: columns });
      if (isUnknown(error)) setNamed(kept ?? NO_COLUMNS);
      setState({ ...IDLE, error: messageOf(error) });
      if (!(error instanceof ApiError) || error.code !== FILE_CHANGED) return;
      setFile(null);
      // Browsers fire no event if the same file is chosen again.
      if (input.current) input.current.value = "";
    }
  }

  /** Without what was said of other columns or another file. */
  function renew(): void {
    wish.current++;
    setState(IDLE);
  }

  /** A file that says everything is filled in at once. */
  function take(chosen: File | null): void {
    const wanted = { ...NO_COLUMNS, column: choice === null ? named.column : "" };
    setFile(chosen);
    setChoice(null);
    setNamed(wanted);
    renew();
    if (chosen !== null) void fill(wanted, chosen);
  }

  function change(part: Partial<ChosenColumns>): void {
    setNamed({ ...named, ...part });
    renew();
  }

  return (
    <form
      className="spaced tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (!state.busy) void fill(named);
      }}
    >
      <div className="centred file-zone">
        <UploadIcon width="20" height="20" />
        <span>{file?.name ?? "Drop the gradebook’s file here, or choose it"}</span>
        <input
          ref={input}
          type="file"
          aria-label="Gradebook (CSV)"
          accept=".csv,.tsv,.txt,.xls,text/csv"
          onChange={({ currentTarget: { files } }) => take(files?.[0] ?? null)}
        />
      </div>
      {choice !== null && choice.ids.length > 0 && (
        <Choice
          label="Student IDs are in"
          size="2"
          value={named.idColumn}
          placeholder="Choose a column"
          options={optionsOf(choice.ids)}
          onChange={(idColumn) => change({ idColumn })}
        />
      )}
      {choice === null ? (
        <TextInput
          label="Column for the grades"
          hint="If its name differs from the task's."
          value={named.column}
          placeholder="Half adder (1234)"
          onChange={(event) => change({ column: event.currentTarget.value })}
        />
      ) : (
        <Choice
          label="Grades go into"
          size="2"
          value={choice.grades.includes(named.column) ? named.column : ""}
          placeholder="Choose a column"
          options={optionsOf(choice.grades)}
          onChange={(column) => change({ column })}
        />
      )}
      <div>
        <SubmitButton form={state} action="Fill in grades" busy="Filling in..." />
      </div>
      <FormFailure>{state.error}</FormFailure>
      {state.filled !== undefined && <Filled filled={state.filled} />}
    </form>
  );
}

/** The columns of which a person may name one, after the server could not tell. */
function columnsOf(error: unknown): Partial<GradebookColumns> {
  return error instanceof ApiError ? ((error.body as Partial<GradebookColumns> | undefined) ?? {}) : {};
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unknown-gradebook";
}

function optionsOf(columns: readonly string[]) {
  return [...new Set(columns)].map((name) => ({ value: name, label: name }));
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

const KINDS: Readonly<Record<GradebookKind, string>> = {
  canvas: "Canvas export",
  moodle: "Moodle file",
  brightspace: "Brightspace export",
  blackboard: "Blackboard export",
  table: "Table",
};

function GradebookReport({ filled }: { readonly filled: FilledGradebookFile }) {
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
        {KINDS[filled.kind]}: {counted(filled.filled, "grade")} filled into “{filled.column}”.
        {filled.id_columns.length > 0 && ` Student IDs are in “${filled.id_columns.join("”, “")}”.`}
      </p>
      {lists.map(({ title, lines }) => (
        <FoldedLines key={title} title={`${title} (${lines.length})`} lines={lines} open={lines.length <= 10} />
      ))}
    </div>
  );
}

function rowLine({ row, name, ids }: RowNoteView): string {
  return `Row ${row}${name === "" ? "" : `, ${name}`}${ids.length === 0 ? "" : ` (${ids.join(", ")})`}`;
}
