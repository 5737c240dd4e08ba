import { Cross2Icon, PersonIcon, PlusIcon, UploadIcon } from "@radix-ui/react-icons";
import { Button, TextField } from "@radix-ui/themes";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { decodeText, NOT_TEXT } from "../../../core/rules/files/text-encoding.ts";
import {
  type AddedStudents,
  addStudentIds,
  INVALID_STUDENT_IDS_HEADING,
} from "../../../core/rules/students/student-id.ts";
import { Field, FileButton, QuietButton } from "../../components/controls.tsx";
import { Modal, ModalFoot } from "../../components/page-parts.tsx";
import { counted, ofSome } from "../../format.ts";
import type { Form } from "../../hooks/use-form.ts";
import { openDialog } from "../../store.ts";
import type { ClassDraft } from "./class-draft.ts";
import { commaList, type ListedStudent, studentsOfCsv } from "./read-id-list.ts";

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
    type(commaList(`${typed},${text}`));
  }

  async function addFile(chosen: File): Promise<void> {
    setImported(null);
    try {
      const decoded = decodeText(new Uint8Array(await chosen.arrayBuffer()));
      if (decoded === null) return setProblem(NOT_TEXT);
      const listed = studentsOfCsv(decoded.text);
      const { studentList: before, names: known } = latest.current;
      const added = add(listed.map(({ id }) => id).join(","));
      const names = namesOf(listed, added.students);
      // A list that adds names to existing students is not a mistake.
      if (names.size > 0 && added.problem?.code === "all-enrolled") setProblem(null);
      if (names.size > 0) form.change({ names: new Map([...known, ...names]) });
      setImported(importedText({ students: added.students.length - before.length, names: names.size }));
    } catch {
      setProblem(`${chosen.name} is not a CSV file. Save the list as CSV and try again.`);
    }
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
              label="CSV file with student IDs"
              accept=".csv,.txt,text/csv"
              onFile={(file) => void addFile(file)}
            >
              <UploadIcon />
              Import CSV
            </FileButton>
          </div>
        )}
      </Field>
      {imported !== null && (
        <p className="muted" role="status">
          {imported}
        </p>
      )}
      <div className="row">
        <h2>Students</h2>
        <span className="muted" role="status">
          {counted(students.length, "student")}
        </span>
      </div>
      {students.length === 0 ? (
        <p className="muted line box students-empty">
          <PersonIcon aria-hidden />
          No Students Enrolled.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and keys must be able to scroll it
        <ul className="tiles scroll students-list" tabIndex={0} aria-label="Students">
          {students.map((id) => (
            <li key={id} className="line between">
              <span>
                {id}
                {names.get(id) && <small>{names.get(id)}</small>}
              </span>
              <QuietButton
                size="1"
                label={`Remove ${id}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget, entry.current);
                  form.change({ studentList: students.filter((each) => each !== id) });
                }}
              >
                <Cross2Icon />
              </QuietButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Moves the focus to the next row's button, or else to the previous one, or to the field: this one's row disappears.
 */
function focusNeighbour(button: HTMLElement, field: HTMLElement | null | undefined): void {
  const row = button.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  (neighbour?.querySelector("button") ?? field)?.focus();
}

function namesOf(listed: readonly ListedStudent[], students: readonly string[]): Map<string, string> {
  const enrolled = new Set(students);
  return new Map(
    listed.filter(({ id, name }) => name !== "" && enrolled.has(id)).map(({ id, name }) => [id, name] as const),
  );
}

function importedText({ students, names }: { readonly students: number; readonly names: number }): string | null {
  const what = ofSome([
    [students, `added ${counted(students, "student")}`],
    [names, `has ${counted(names, "name")}`],
  ]).join(" and ");
  return what === "" ? null : `The file ${what}.${names > 0 ? " Names are saved with the class." : ""}`;
}

function InvalidIds({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Modal title={INVALID_STUDENT_IDS_HEADING} aria-describedby={undefined}>
      <ul className="row scroll students-invalid">
        {[...new Set(ids)].map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
      <ModalFoot />
    </Modal>
  );
}
