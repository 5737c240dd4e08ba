import { PersonIcon } from "@radix-ui/react-icons";
import type { PublicTask } from "../../../server/contract/tasks/task.ts";

export function PeopleCards({ task }: { readonly task: PublicTask }) {
  const { teacher, class: group } = task;
  return (
    <div className="people">
      <section className="card">
        <h2>Teacher Information</h2>
        <div className="line teacher">
          {teacher.profile_image_url === null ? (
            <span className="centred portrait">
              <PersonIcon aria-hidden />
            </span>
          ) : (
            <img className="portrait" src={teacher.profile_image_url} alt="" width="48" height="48" />
          )}
          <div>
            <strong>{teacher.name}</strong>
            <a href={`mailto:${teacher.email}`}>{teacher.email}</a>
          </div>
        </div>
      </section>
      <section className="card">
        <h2>Class Information</h2>
        <dl>
          <dt>Course code</dt>
          <dd>{group.class_code}</dd>
          <dt>Group</dt>
          <dd>{group.class_group}</dd>
          <dt>Schedule</dt>
          <dd>{group.class_schedule}</dd>
        </dl>
      </section>
    </div>
  );
}
