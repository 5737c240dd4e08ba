import type { Task } from "../../server/contract/tasks/task.ts";
import { formatDate, isOverdue } from "../format.ts";

interface DueDateProps {
  readonly task: Pick<Task, "due_date">;
  readonly before?: string;
  /** That it has passed is said by the colour alone, and to people who cannot see it. */
  readonly short?: boolean;
}

export function DueDate({ task: { due_date: time }, before = "", short = false }: DueDateProps) {
  const overdue = isOverdue(time);
  return (
    <time dateTime={time} className={overdue ? "overdue" : undefined}>
      {before}
      {formatDate(time)}
      {overdue && <span className={short ? "visually-hidden" : undefined}> (overdue)</span>}
    </time>
  );
}

/** Who shares a class or task with the user; nothing for their own. */
export function SharedBy({ of: { role, owner } }: { readonly of: Pick<Task, "role" | "owner"> }) {
  if (role === "owner") return null;
  return (
    <small title={owner.email}>
      {role === "grader" ? "You grade for" : "Shared by"} {owner.name || owner.email}
    </small>
  );
}
