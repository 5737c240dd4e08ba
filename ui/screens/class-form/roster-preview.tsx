import { Button, Select } from "@radix-ui/themes";
import { useState } from "react";
import type { ListLine } from "../../../core/rules/files/csv-rows.ts";
import { idIn, restoredId } from "../../../core/rules/students/id-column.ts";
import { type Roster, type RosterStudent, readRoster } from "../../../core/rules/students/roster.ts";
import { type ColumnRole, findColumns, type RosterColumns } from "../../../core/rules/students/roster-columns.ts";
import { EIGHT_DIGITS } from "../../../core/rules/students/student-id.ts";
import { CheckField } from "../../components/choices.tsx";
import { FoldedLines, Modal, ModalFoot, ModalText } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";

/** Lines that the preview shows, and columns: nobody looks for a name in more. */
const SHOWN = { lines: 5, columns: 30 } as const;

const ROLES: readonly { readonly value: ColumnRole; readonly label: string }[] = [
  { value: "id", label: "Student ID" },
  { value: "name", label: "Name" },
  { value: "first", label: "First name" },
  { value: "middle", label: "Middle name" },
  { value: "last", label: "Last name" },
  { value: "second", label: "Second last name" },
  { value: "suffix", label: "Suffix of the name" },
  { value: "email", label: "Email, for the result" },
];

const UNUSED = "unused";

interface RosterPreviewProps {
  /** "students.xlsx" */
  readonly source: string;
  readonly lines: readonly ListLine[];
  /** Lines that could not be read at all. */
  readonly unread: Roster["issues"];
  readonly enrolled: readonly string[];
  add(students: readonly RosterStudent[]): void;
}

/** Shows how a list of students is understood, lets a person choose its columns, and adds them. */
export function RosterPreview({ source, lines, unread, enrolled, add }: RosterPreviewProps) {
  const [columns, setColumns] = useState(() => findColumns(lines, EIGHT_DIGITS));
  const [restoresZeros, setRestoresZeros] = useState(false);
  const { students, issues, lostZeros, repeated } = readRoster(lines, { columns, restoresZeros });
  const listed = new Set(students.map(({ studentId }) => studentId));
  const fresh = students.filter(({ studentId }) => !enrolled.includes(studentId));
  const missing = enrolled.filter((id) => !listed.has(id));
  const named = students.filter(({ name }) => name !== "");
  const example = exampleOfZeros(lines, columns);

  return (
    <Modal title={`Students in ${source}`} maxWidth="760px">
      <ModalText>
        {counted(students.length, "student")}, {named.length} with a name; {fresh.length} of them new in this class.
      </ModalText>
      <div className="spaced tight">
        <PreviewTable lines={lines} columns={columns} onChange={setColumns} />
        <CheckField
          checked={columns.headLines > 0}
          onChange={(checked) => setColumns({ ...columns, headLines: checked ? 1 : 0 })}
        >
          The first line has headings
        </CheckField>
        {lostZeros > 0 && (
          <CheckField checked={restoresZeros} onChange={setRestoresZeros}>
            Give {counted(lostZeros, "ID")} the zeros back that a spreadsheet dropped
            {example && ` (${example.typed} becomes ${example.restored})`}
          </CheckField>
        )}
        <FoldedLines
          title={`${counted(issues.length + unread.length, "line")} not understood, or with different names`}
          lines={[...issues, ...unread].map(({ field, message }) => (field ? `${field}: ${message}` : message))}
        />
        <FoldedLines title={`${counted(repeated.length, "student")} in several lines, taken once`} lines={repeated} />
        <FoldedLines
          title={`${counted(missing.length, "student")} of this class not in the list: they stay until you remove them`}
          lines={missing}
        />
      </div>
      <ModalFoot close="Cancel">
        <Button type="button" disabled={fresh.length + named.length === 0} onClick={() => add(students)}>
          {fresh.length === 0 && named.length > 0 ? "Take names" : `Add ${counted(fresh.length, "student")}`}
        </Button>
      </ModalFoot>
    </Modal>
  );
}

function exampleOfZeros(lines: readonly ListLine[], { roles }: RosterColumns) {
  for (const { cells } of lines) {
    const typed = cells[roles.indexOf("id")] ?? "";
    const restored = restoredId(typed, EIGHT_DIGITS);
    if (restored !== null) return { typed: idIn(typed), restored };
  }
  return null;
}

interface PreviewTableProps {
  readonly lines: readonly ListLine[];
  readonly columns: RosterColumns;
  onChange(columns: RosterColumns): void;
}

function PreviewTable({ lines, columns, onChange }: PreviewTableProps) {
  const { roles, headLines } = columns;
  const rows = lines.slice(headLines, headLines + SHOWN.lines);
  const headings = headLines === 0 ? [] : (lines[headLines - 1]?.cells ?? []);
  const width = Math.min(SHOWN.columns, Math.max(0, ...[...rows.map(({ cells }) => cells), headings].map(lengthOf)));
  const indices = Array.from({ length: width }, (_, index) => index);

  function choose(column: number, role: ColumnRole | null): void {
    const others = role === null ? [] : [role, ...(role === "name" ? PARTS : PARTS.includes(role) ? ["name"] : [])];
    const kept = indices.map((index) => {
      const old = roles[index] ?? null;
      return index === column ? role : old !== null && others.includes(old) ? null : old;
    });
    onChange({ headLines, roles: kept });
  }

  return (
    <section className="table-frame roster-preview" aria-label="The first lines">
      <table className="table">
        <thead>
          <tr>
            {indices.map((index) => (
              <th key={index} scope="col">
                <Select.Root
                  size="1"
                  value={knownRole(roles[index])}
                  onValueChange={(value) => choose(index, value === UNUSED ? null : (value as ColumnRole))}
                >
                  <Select.Trigger aria-label={`Column ${headings[index] || index + 1}`} />
                  <Select.Content position="popper">
                    <Select.Item value={UNUSED}>Not used</Select.Item>
                    {ROLES.map(({ value, label }) => (
                      <Select.Item key={value} value={value}>
                        {label}
                      </Select.Item>
                    ))}
                  </Select.Content>
                </Select.Root>
                {headings[index] && <small> {headings[index]}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, line }) => (
            <tr key={line}>
              {indices.map((index) => (
                <td key={index} className="clipped">
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A whole name replaces its parts, and the other way round. */
const PARTS: readonly string[] = ["first", "middle", "last", "second"];

function lengthOf({ length }: readonly string[]): number {
  return length;
}

function knownRole(role: ColumnRole | null | undefined): string {
  return ROLES.some(({ value }) => value === role) ? role! : UNUSED;
}
