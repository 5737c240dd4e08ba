import { Cross2Icon, PersonIcon, PlusIcon, UploadIcon } from "@radix-ui/react-icons";
import { Button, TextField } from "@radix-ui/themes";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { shownName } from "../../../core/basics/shown-name.ts";
import { isSpreadsheet } from "../../../core/rules/files/is-spreadsheet.ts";
import { TABLE_FAULTS } from "../../../core/rules/files/table-faults.ts";
import { decodeText, NOT_TEXT } from "../../../core/rules/files/text-encoding.ts";
import { STUDENT_TABLE } from "../../../core/rules/limits.ts";
import { type RosterStudent, rosterLines, studentSheet } from "../../../core/rules/students/roster.ts";
import {
  type AddedStudents,
  addStudentIds,
  INVALID_STUDENT_IDS_HEADING,
} from "../../../core/rules/students/student-id.ts";
import { call, messageOf } from "../../api.ts";
import { Field, FileButton, QuietButton } from "../../components/controls.tsx";
import { Modal, ModalFoot } from "../../components/page-parts.tsx";
import { counted, ofSome } from "../../format.ts";
import { focusNeighbour } from "../../hooks/use-focus-return.ts";
import type { Form } from "../../hooks/use-form.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { closeDialog, openDialog } from "../../store.ts";
import type { ClassDraft } from "./class-draft.ts";
import { commaList, isTable } from "./read-id-list.ts";
import { RosterPreview } from "./roster-preview.tsx";

interface StudentListProps {
  readonly form: Form<ClassDraft>;
  /** By student ID, of those whose name is known. */
  readonly names: ReadonlyMap<string, string>;
}

export function StudentList({ form, names }: StudentListProps) {
  const { studentList: students, typed } = form.fields;
  const [problem, setProblem] = useState<string | null>(null);
  const [imported, setImported] = useState<string | null>(null);
  /** Reading a file takes time, in which other students may be added. */
  const latest = useRef(form.fields);
  latest.current = form.fields;
  const isMounted = useMounted();
  const entry = useRef<HTMLInputElement>(null);

  function add(text: string): AddedStudents {
    const added = addStudentIds(latest.current.studentList, text);
    setImported(null);
    setProblem(added.problem?.message ?? null);
    if (added.invalid.length > 0) openDialog(<InvalidIds ids={added.invalid} />);
    if (added.problem === null) form.change({ studentList: added.students });
    return added;
  }

  function addTyped(): void {
    const { problem, invalid } = add(typed);
    // Invalid IDs stay there to be corrected.
    if (problem === null) type(invalid.join(", "));
  }

  function type(text: string): void {
    form.change({ typed: text }, "studentList");
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text");
    if (!/[\n\t;]/.test(text)) return;
    event.preventDefault();
    if (isTable(text)) preview("the pasted table", rosterLines(text));
    else type(commaList(`${typed},${text}`));
  }

  async function addFile(chosen: File): Promise<void> {
    setImported(null);
    setProblem(null);
    if (chosen.size > STUDENT_TABLE.bytes) return setProblem(TABLE_FAULTS.large);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      if (isSpreadsheet(bytes)) {
        const body = new FormData();
        body.set("file", chosen);
        const { sheets } = await call("readSpreadsheet", { body });
        if (isMounted()) preview(shownName(chosen.name), studentSheet(sheets));
        return;
      }
      const decoded = decodeText(bytes);
      if (decoded === null) setProblem(NOT_TEXT);
      else preview(shownName(chosen.name), rosterLines(decoded.text));
    } catch (error) {
      setProblem(messageOf(error, `${shownName(chosen.name)} cannot be read. Choose it again.`));
    }
  }

  function preview(source: string, { lines, issues }: ReturnType<typeof rosterLines>): void {
    const { studentList: enrolled } = latest.current;
    if (lines.length === 0) setProblem(issues[0]?.message ?? `${source} is empty.`);
    else
      openDialog(
        <RosterPreview {...{ source, lines, enrolled }} unread={issues} add={(listed) => addListed(source, listed)} />,
      );
  }

  function addListed(source: string, listed: readonly RosterStudent[]): void {
    closeDialog();
    const { studentList: before, names: known, emails } = latest.current;
    const added = add(listed.map(({ studentId }) => studentId).join(","));
    const named = listed.filter(({ name }) => name !== "");
    // A list that adds names to existing students is not a mistake.
    if (named.length > 0 && added.problem?.code === "all-enrolled") setProblem(null);
    form.change({
      studentList: added.students,
      names: new Map([...known, ...named.map(({ studentId, name }) => [studentId, name] as const)]),
      emails: new Map([...emails, ...listed.map(({ studentId, email }) => [studentId, email] as const)]),
    });
    setImported(importedText(source, { students: added.students.length - before.length, names: named.length }));
  }

  return (
    <div className="spaced">
      <Field
        label="Student ID"
        error={problem ?? form.issues.errorOf("studentList")}
        hint="8 digits each; several separated by commas."
      >
        {(ids) => (
          <div className="row students-entry">
            <TextField.Root
              {...ids}
              ref={entry}
              size="3"
              placeholder="20230001, 20230002"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                type(event.target.value);
                setProblem(null);
              }}
              onPaste={paste}
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                addTyped();
              }}
            />
            <Button type="button" size="3" variant="soft" onClick={addTyped}>
              <PlusIcon />
              Add Student
            </Button>
            <FileButton
              size="3"
              variant="soft"
              color="gray"
              label="File with student IDs (CSV, .xlsx, .ods)"
              accept=".csv,.tsv,.txt,.xlsx,.ods,text/csv"
              onFile={(file) => void addFile(file)}
            >
              <UploadIcon />
              Import List
            </FileButton>
          </div>
        )}
      </Field>
      {imported !== null && (
        <p className="muted" role="status">
          {imported}
        </p>
      )}
      <Enrolled
        students={students}
        names={names}
        onRemove={(id, button) => {
          focusNeighbour(button, entry.current);
          form.change({ studentList: students.filter((each) => each !== id) });
        }}
      />
    </div>
  );
}

interface EnrolledProps extends Pick<StudentListProps, "names"> {
  readonly students: readonly string[];
  onRemove(id: string, button: HTMLElement): void;
}

function Enrolled({ students, names, onRemove }: EnrolledProps) {
  return (
    <>
      <div className="row">
        <h2>Students</h2>
        <span className="muted" role="status">
          {counted(students.length, "student")}
        </span>
      </div>
      {students.length === 0 ? (
        <p className="muted line middle box">
          <PersonIcon aria-hidden />
          No Students Enrolled.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys must be able to scroll it
        <ul className="tiles scroll chips students-list" tabIndex={0} aria-label="Students">
          {students.map((id) => (
            <li key={id} className="line between">
              <span>
                {id}
                {names.get(id) && <small>{names.get(id)}</small>}
              </span>
              <QuietButton size="1" label={`Remove ${id}`} onClick={({ currentTarget }) => onRemove(id, currentTarget)}>
                <Cross2Icon />
              </QuietButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function importedText(source: string, { students, names }: Readonly<Record<"students" | "names", number>>): string {
  const what = ofSome([
    [students, `added ${counted(students, "student")}`],
    [names, `has ${counted(names, "name")}`],
  ]).join(" and ");
  return `${source} ${what}.${names > 0 ? " Names are saved with the class." : ""}`;
}

function InvalidIds({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Modal title={INVALID_STUDENT_IDS_HEADING} aria-describedby={undefined}>
      <ul className="row scroll chips overdue">
        {[...new Set(ids)].map((id) => (
          <li key={id}>{shownName(id)}</li>
        ))}
      </ul>
      <ModalFoot />
    </Modal>
  );
}
