import { ChevronRightIcon, PersonIcon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Button, Flex, Skeleton } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { sum } from "../../../core/basics/numbers.ts";
import { classRemovalPhrase, PHRASE_MISMATCH } from "../../../core/rules/accounts/removal-phrase.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { StudentData } from "../../../server/contract/tasks/student-data.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { renew, useAction, useCall } from "../../calls/calls.ts";
import { BusyButton, FormFailure, QuietButton, TextInput } from "../../components/controls.tsx";
import { SharedBy } from "../../components/due-date.tsx";
import { Answers, Bullets, Modal, ModalFoot, ModalText, PageHead, SubmitButton } from "../../components/page-parts.tsx";
import { counted, cutText, ofSome } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { saveAnswer } from "../../save-file.ts";
import { closeDialog, confirmFirst, openDialog, toast } from "../../store.ts";
import { type Course, coursesOf } from "./group-classes.ts";
import "./classes.css";

export function Component() {
  const known = useCall("getClasses", {});
  const { data } = known;
  const courses = coursesOf(data ?? []);
  return (
    <div className="page">
      <PageHead title="Classes" text={data === null ? "Your courses and their groups" : summary(courses, data.length)}>
        {data?.some(instructs) && (
          <Button size="3" variant="soft" onClick={() => openDialog(<StudentDataDialog />)}>
            <PersonIcon />
            One Student's Data
          </Button>
        )}
      </PageHead>
      <Answers
        to={[known]}
        waiting={
          <ul className="tiles class-cards" aria-busy>
            <SkeletonCards />
          </ul>
        }
        failure={({ status, message }) => (status === 404 ? TEXTS.classes.notFound : message)}
      >
        {() => (
          <ul className="tiles class-cards">
            {courses.map((course) => (
              <li key={course.code}>
                <CourseCard course={course} />
              </li>
            ))}
            <li>
              <Link to="/create-class" className="panel class-card centred class-add">
                <PlusIcon width="24" height="24" />
                Add Class/Group
                {courses.length === 0 && <small>Add your first class and its students to create a task for it.</small>}
              </Link>
            </li>
          </ul>
        )}
      </Answers>
    </div>
  );
}

function summary(courses: readonly Course[], groups: number): string {
  return `${counted(courses.length, "course")}, ${counted(groups, "group")}`;
}

function CourseCard({ course: { code, groups } }: { readonly course: Course }) {
  const more = groups.length - LIMITS.previewGroups;
  const { data } = useCall("getTasks", {});
  const tasks = (data ?? []).filter(({ class_id: id }) => groups.some((group) => group.id === id));
  const shares = tasks.flatMap(({ points }) => (points ? [points.mean / (points.histogram.at(-1)!.to || 1)] : []));
  return (
    <button type="button" className="panel class-card" onClick={() => openDialog(<GroupsDialog code={code} />)}>
      <span className="line between">
        <strong>{code}</strong>
        <small>{counted(groups.length, "group")}</small>
      </span>
      <small>
        {[
          counted(sum(groups.map((group) => group.student_count)), "student"),
          ...(data === null ? [] : [counted(tasks.length, "task")]),
          ...(shares.length === 0 ? [] : [`mean ${Math.round((100 * sum(shares)) / shares.length)} %`]),
        ].join(" · ")}
      </small>
      <span className="spaced tight">
        {groups.slice(0, LIMITS.previewGroups).map((group) => (
          <span key={group.id} className="line between">
            <span>Group {group.class_group}</span>
            <span className="muted" title={group.class_schedule}>
              {cutText(group.class_schedule, LIMITS.groupPreviewScheduleLength)}
            </span>
          </span>
        ))}
      </span>
      {more > 0 && <span className="note">and {more} more</span>}
    </button>
  );
}

function SkeletonCards() {
  return Array.from({ length: LIMITS.skeletonClasses }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
    <li key={index} className="class-skeleton">
      <Skeleton height="168px" />
    </li>
  ));
}

function GroupsDialog({ code }: { readonly code: string }) {
  const { data } = useCall("getClasses", {});
  const tasks = useCall("getTasks", {});
  const course = coursesOf(data ?? []).find((each) => each.code === code);
  const isGone = data !== null && course === undefined;
  // Each group can be removed here.
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  return (
    <Modal title={`Groups for ${code}`} aria-describedby={undefined}>
      <ul className="spaced tight group-list">
        {course?.groups.map((group) => (
          <li key={group.id} className="line">
            {instructs(group) ? (
              <Link to={`/edit-class/${group.id}`} className="row-link">
                <About group={group} />
                <ChevronRightIcon />
              </Link>
            ) : (
              <div className="row-link group-closed">
                <About group={group} />
              </div>
            )}
            {group.role === "owner" && (
              <QuietButton
                color="red"
                label={`Delete group ${group.class_group}`}
                onClick={() => confirmClassRemoval(group, tasks.data ?? [])}
              >
                <TrashIcon />
              </QuietButton>
            )}
          </li>
        ))}
      </ul>
      <ModalFoot />
    </Modal>
  );
}

function About({ group }: { readonly group: ClassSummary }) {
  return (
    <span className="spaced tight">
      <strong>Group {group.class_group}</strong>
      <span>{group.class_schedule}</span>
      <small>{counted(group.student_count, "student")}</small>
      <SharedBy of={group} />
    </span>
  );
}

function confirmClassRemoval(group: ClassSummary, allTasks: readonly Task[]): void {
  const tasks = allTasks.filter(({ class_id: id }) => id === group.id);
  const submissions = sum(tasks.map((task) => task.total_submissions));
  const lost = ofSome([
    [tasks.length, counted(tasks.length, "task")],
    [submissions, counted(submissions, "submission")],
  ]);
  confirmFirst({
    title: `Delete ${group.class_code}, group ${group.class_group}?`,
    text: group.is_sample
      ? "It has nothing but the sample's own pages."
      : `All tasks of the class are removed too, with their submissions and grades${lost.length > 0 ? `: ${lost.join(" and ")}` : ""}. This cannot be undone.`,
    action: "Delete Class",
    busy: "Deleting...",
    failed: TEXTS.classes.deleteFailed,
    ...(!group.is_sample && { typed: { text: classRemovalPhrase(group), mismatch: PHRASE_MISMATCH } }),
    async run() {
      toast((await call("deleteClass", { params: { classId: group.id } })).message);
      await renew("getClasses");
    },
  });
}

function StudentDataDialog() {
  const [found, setFound] = useState<StudentData | null>(null);
  const form = useForm(
    { studentId: "" },
    {
      check: ({ studentId }) => {
        const message = `Enter a Student ID: ${LIMITS.studentIdDigits} digits.`;
        return isStudentId(studentId.trim()) ? [] : [{ field: "studentId", message }];
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
      <form className="fields" noValidate onSubmit={form.submit}>
        <TextInput
          label="Student ID"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LIMITS.studentIdDigits}
          {...form.input("studentId")}
        />
        <SubmitButton size="3" form={form} action="Search" busy="Searching..." />
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
      <Bullets lines={wordsOf(data)} />
      {notesOf(data).map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      <Flex gap="3" mt="3" wrap="wrap">
        <BusyButton variant="soft" busy={exporting} onClick={() => void save()}>
          {exporting ? "Exporting..." : "Export as ZIP"}
        </BusyButton>
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
    [counts.log, "grade change"],
    [counts.regrade_requests, "regrade request"],
    [counts.notifications, "notification"],
    [counts.extensions, "extension"],
    [counts.trash, "deleted file"],
  ] as const;
  return ofSome(kinds.map(([count, kind]) => [count, counted(count, kind)]));
}

/** What an erasure does to things that are not the student's alone. */
function notesOf({ counts, unknown_pages: unknown }: StudentData): string[] {
  const { rewritten_files: stacks, shared_files: shared } = counts;
  return ofSome([
    [
      stacks,
      `Erasing writes ${counted(stacks, "scanned stack")} again, without the student's pages. The other pages stay.`,
    ],
    [shared, `${counted(shared, "file")} with a page that another student or another class has, too, will stay there.`],
    [
      unknown,
      `${counted(unknown, "scanned page")} without an owner in these classes. Assign owners in Review first: this student may be one of them.`,
    ],
  ]);
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
