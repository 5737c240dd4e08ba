import { Button, Flex, Table, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReleaseStudent } from "../../../server/contract/results/release.ts";
import { call } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { useAction } from "../../calls/use-action.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Pager } from "../../components/pager.tsx";
import { usePages } from "../../hooks/use-pages.ts";
import { toast } from "../../store.ts";
import { findStudents, studentState } from "./release-words.ts";

interface ReleaseStudentsProps {
  readonly taskId: string;
  readonly students: readonly ReleaseStudent[];
}

const PER_PAGE = 20;

export function ReleaseStudents({ taskId, students }: ReleaseStudentsProps) {
  const [text, setText] = useState("");
  const found = findStudents(students, text);
  const pages = usePages(found, PER_PAGE);
  if (students.length === 0) return null;
  return (
    <details>
      <summary>Students and their links ({students.length})</summary>
      <TextField.Root
        type="search"
        mb="2"
        placeholder="Search by ID or name"
        aria-label="Search students"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 && <p role="status">No student fits “{text}”.</p>}
      {found.length > 0 && (
        <Table.Root size="1">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeaderCell>Student</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Answers</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>
                <span className="visually-hidden">Actions</span>
              </Table.ColumnHeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {pages.shown.map((student) => (
              <StudentRow key={student.student_id} taskId={taskId} student={student} />
            ))}
          </Table.Body>
        </Table.Root>
      )}
      {pages.pages > 1 && <Pager {...pages} />}
    </details>
  );
}

function StudentRow({ taskId, student }: { readonly taskId: string; readonly student: ReleaseStudent }) {
  const { student_id: id, student_name: name, link } = student;

  const { busy, run: change } = useAction(async (endpoint: "releaseGrades" | "withdrawGrades") => {
    toast((await call(endpoint, { params: { taskId }, body: { student_id: id } })).message);
    await renewTask(taskId);
  });

  return (
    <Table.Row align="center">
      <Table.RowHeaderCell>
        {id}
        {name !== "" && <small>{name}</small>}
      </Table.RowHeaderCell>
      <Table.Cell>{studentState(student)}</Table.Cell>
      <Table.Cell>
        <Flex gap="2" justify="end" wrap="wrap">
          {student.confirmed > 0 && (
            <Button
              size="1"
              loading={busy}
              aria-label={`Release to ${id}`}
              onClick={() => void change("releaseGrades")}
            >
              Release
            </Button>
          )}
          {student.released > 0 && (
            <Button
              size="1"
              variant="soft"
              color="gray"
              loading={busy}
              aria-label={`Hide from ${id}`}
              onClick={() => void change("withdrawGrades")}
            >
              Hide
            </Button>
          )}
          {link !== null && <CopyButton text={link} label="Copy Link" done={`The link of ${id} was copied.`} small />}
        </Flex>
      </Table.Cell>
    </Table.Row>
  );
}
