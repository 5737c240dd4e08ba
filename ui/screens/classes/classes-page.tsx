import { PersonIcon, PlusIcon } from "@radix-ui/react-icons";
import { Button, Skeleton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { counted, cutText } from "../../format.ts";
import { openDialog } from "../../store.ts";
import { type Course, coursesOf } from "./group-classes.ts";
import { GroupsDialog } from "./groups-dialog.tsx";
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
