import { DownloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { type ReactNode, useState } from "react";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import { call, pathOf } from "../../api.ts";
import { useCall, useOpenTask } from "../../calls/calls.ts";
import { CheckField, Choice } from "../../components/choices.tsx";
import { Segments } from "../../components/controls.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import { Answers, Panel } from "../../components/page-parts.tsx";
import { counted } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { OpenMatters, ReleaseCard } from "../release/release.tsx";
import { exportMatters } from "../release/release-words.ts";
import { GradebookForm } from "./gradebook-form.tsx";
import { GradesOverview } from "./overview/grades-overview.tsx";

export function GradesTab() {
  const task = useOpenTask();
  const { id: taskId } = task;
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed>("leave-out");

  function savePlain(): void {
    const answer = call("getPlainGrades", { params: { taskId }, query: { unconfirmed } });
    void saveAnswer(answer, `${task.title} grades.csv`);
  }

  // A grader sees what their own pages come to.
  if (!instructs(task)) return <GradesOverview unconfirmed="leave-out" />;
  return (
    <>
      <UnconfirmedChoice unconfirmed={unconfirmed} onChange={setUnconfirmed} />
      <GradesOverview unconfirmed={unconfirmed} />
      <BelowTable unconfirmed={unconfirmed}>
        <Panel title="Release to students">
          <ReleaseCard />
        </Panel>
        <Panel title="Fill a gradebook">
          <p>
            Export the gradebook from Canvas, Moodle, Brightspace or Blackboard, or download the grading worksheet of
            the Moodle assignment, and choose the unchanged file here. Of any other table you choose the columns.
            Students are matched by their Student ID. Grades are filled in, and in a worksheet also feedback comments:
            those of an earlier run are updated, those that a person wrote stay. Everything else in the file stays
            unchanged.
          </p>
          <GradebookForm key={unconfirmed} unconfirmed={unconfirmed} />
          <p>Or save a plain CSV file with one line for every student: grades by item, total, comments.</p>
          <Button variant="soft" onClick={savePlain}>
            <DownloadIcon /> Save CSV
          </Button>
        </Panel>
        <Panel title="Feedback">
          <p>
            One file for each student, with points, comments and their marked pages; everybody’s ZIP also has each
            marked page as a picture.
          </p>
          <FeedbackExport unconfirmed={unconfirmed} />
        </Panel>
      </BelowTable>
    </>
  );
}

interface BelowTableProps {
  readonly unconfirmed: Unconfirmed;
  readonly children: ReactNode;
}

/** What is below the answers of two calls: shown before them it would move, and a press on it would miss. */
function BelowTable({ unconfirmed, children }: BelowTableProps) {
  const { id: taskId } = useOpenTask();
  const grades = useCall("getGrades", { params: { taskId }, query: { unconfirmed } }, { live: taskId });
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  const [isShown, setShown] = useState(false);
  // It stays while another table comes: with what was typed in it.
  if (!isShown && [grades, release].every(({ data, error }) => data ?? error)) setShown(true);
  return isShown && <div className="spaced page-narrow">{children}</div>;
}

interface UnconfirmedChoiceProps {
  readonly unconfirmed: Unconfirmed;
  onChange(unconfirmed: Unconfirmed): void;
}

/**
 * Says what is not settled and left out of the table and the files, and lets them have it; nothing while every grade is
 * confirmed and no page is missing, and before the first page has come.
 */
function UnconfirmedChoice({ unconfirmed, onChange }: UnconfirmedChoiceProps) {
  const { id: taskId, total_submissions: pages } = useOpenTask();
  const release = useCall("getRelease", { params: { taskId } }, { live: taskId });
  if (pages === 0) return null;
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
    <div className="spaced tight">
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
