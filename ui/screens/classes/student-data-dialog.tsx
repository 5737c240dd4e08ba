import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { StudentData } from "../../../server/contract/tasks/student-data.ts";
import { call } from "../../api.ts";
import { renew, useAction } from "../../calls/calls.ts";
import { FormFailure, TextInput } from "../../components/controls.tsx";
import { Modal, ModalFoot, ModalText } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { saveAnswer } from "../../save-file.ts";
import { confirmFirst, toast } from "../../store.ts";

export function StudentDataDialog() {
  const [found, setFound] = useState<StudentData | null>(null);
  const form = useForm(
    { studentId: "" },
    {
      check: ({ studentId }) => {
        const message = `Enter a Student ID: ${LIMITS.studentIdDigits} digits.`;
        return isStudentId(studentId.trim()) ? [] : [{ code: "student-id", field: "studentId", message }];
      },
      async send({ studentId }) {
        setFound(null);
        setFound(await call("describeStudent", { params: { studentId: studentId.trim() } }));
      },
    },
  );
  async function erased(): Promise<void> {
    setFound(null);
    form.change({ studentId: "" });
    // Classes may have a student less.
    await renew("getClasses");
  }
  return (
    <Modal title="One Student's Data" maxWidth="520px">
      <ModalText>
        See what is stored about a student in all your classes, export it for the student, or erase it.
      </ModalText>
      <form className="fields student-search" noValidate onSubmit={form.submit}>
        <TextInput
          label="Student ID"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LIMITS.studentIdDigits}
          {...form.input("studentId")}
        />
        <Button type="submit" size="3" disabled={form.busy}>
          {form.busy ? "Searching..." : "Search"}
        </Button>
      </form>
      <div aria-live="polite">
        <FormFailure>{form.failure}</FormFailure>
        {found && <FoundData data={found} onErased={erased} />}
      </div>
      <ModalFoot />
    </Modal>
  );
}

function FoundData({ data, onErased }: { readonly data: StudentData; onErased(): Promise<void> }) {
  const { student_id: studentId } = data;
  const { busy: exporting, run: save } = useAction(() =>
    saveAnswer(call("exportStudent", { params: { studentId } }), `student ${studentId}.zip`),
  );

  return (
    <section className="spaced tight" aria-label={`Student ${data.student_id}`}>
      <h2>{[data.student_id, ...data.names].join(" · ")}</h2>
      <p className="muted">{[...data.classes, ...data.tasks].join("; ")}</p>
      <ul className="bullets">
        {wordsOf(data).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {notesOf(data).map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      <Flex gap="3" mt="3" wrap="wrap">
        <Button type="button" variant="soft" disabled={exporting} onClick={() => void save()}>
          {exporting ? "Exporting..." : "Export as ZIP"}
        </Button>
        <Button type="button" variant="soft" color="red" onClick={() => confirmErasure(data, onErased)}>
          Erase…
        </Button>
      </Flex>
    </section>
  );
}

function wordsOf({ counts }: StudentData): string[] {
  const kinds = [
    [counts.pages, "page"],
    [counts.grades, "grade"],
    [counts.comments, "comment"],
    [counts.log, "change of grades"],
    [counts.regrade_requests, "regrade request"],
    [counts.notifications, "notification"],
    [counts.extensions, "extension"],
    [counts.trash, "file in the trash"],
  ] as const;
  return kinds.filter(([number]) => number > 0).map(([number, kind]) => inWords(number, kind));
}

const PLURALS: Readonly<Record<string, string>> = {
  "change of grades": "changes of grades",
  "file in the trash": "files in the trash",
};

function inWords(number: number, kind: string): string {
  const plural = PLURALS[kind];
  return plural === undefined || number === 1 ? counted(number, kind) : `${number} ${plural}`;
}

/** What an erasure does to things that are not the student's alone. */
function notesOf({ counts, unknown_pages }: StudentData): string[] {
  const notes: string[] = [];
  if (counts.rewritten_files > 0) {
    notes.push(
      `Erasing writes ${counted(counts.rewritten_files, "scanned stack")} again, without the student's pages. The other pages stay.`,
    );
  }
  if (counts.shared_files > 0) {
    notes.push(
      `${counted(counts.shared_files, "picture")} that another student handed in, too, will stay with that student.`,
    );
  }
  if (unknown_pages > 0) {
    notes.push(
      `${counted(unknown_pages, "scanned page")} of these classes belong to nobody yet. Assign them first: some may be this student's.`,
    );
  }
  return notes;
}

function confirmErasure(data: StudentData, onErased: () => Promise<void>): void {
  const { student_id: studentId, classes, fingerprint, backup_days: days } = data;
  const places = classes.length === 0 ? [] : [`the place in ${counted(classes.length, "roster")}`];
  confirmFirst({
    title: `Erase student ${studentId}?`,
    text: `This is removed from all your classes, and from the trash: ${[...places, ...wordsOf(data)].join(", ")}. It cannot be undone. Backups from before keep it until they expire, after ${counted(days, "day")}.`,
    action: "Erase Student",
    busy: "Erasing...",
    typed: { text: studentId, mismatch: "That is another Student ID. Please try again." },
    async run() {
      const { message } = await call("eraseStudent", { params: { studentId }, body: { fingerprint } });
      toast(message);
      await onErased();
    },
  });
}
