import { ChevronRightIcon, PersonIcon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { classRemovalPhrase, PHRASE_MISMATCH } from "../../../core/rules/accounts/removal-phrase.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call } from "../../api.ts";
import { renew, useCall } from "../../calls/calls.ts";
import { QuietButton } from "../../components/controls.tsx";
import { Answers, Modal, ModalFoot, PageHead } from "../../components/page-parts.tsx";
import { SharedBy } from "../../components/shared-by.tsx";
import { counted, cutText } from "../../format.ts";
import { closeDialog, confirmFirst, openDialog, toast } from "../../store.ts";
import { type Course, coursesOf } from "./group-classes.ts";
import { StudentDataDialog } from "./student-data-dialog.tsx";
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
          <ul className="class-cards" aria-busy>
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
              <Link to="/create-class" className="class-card class-add">
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
  return (
    <button type="button" className="panel class-card" onClick={() => openDialog(<GroupsDialog code={code} />)}>
      <span className="line between">
        <strong>{code}</strong>
        <small>{counted(groups.length, "group")}</small>
      </span>
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
      {more > 0 && <span className="note class-more">and {more} more</span>}
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
                onClick={() => confirmClassRemoval(group)}
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

function confirmClassRemoval(group: ClassSummary): void {
  confirmFirst({
    title: `Delete ${group.class_code}, group ${group.class_group}?`,
    text: "All tasks of the class are removed too, with their submissions and grades. This cannot be undone.",
    action: "Delete Class",
    busy: "Deleting...",
    failed: TEXTS.classes.deleteFailed,
    typed: { text: classRemovalPhrase(group), mismatch: PHRASE_MISMATCH },
    async run() {
      toast((await call("deleteClass", { params: { classId: group.id } })).message);
      await renew("getClasses");
    },
  });
}
