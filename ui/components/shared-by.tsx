import type { Task } from "../../server/contract/tasks/task.ts";

/** Who shares a class or task with the user; nothing for their own. */
export function SharedBy({ of: { role, owner } }: { readonly of: Pick<Task, "role" | "owner"> }) {
  if (role === "owner") return null;
  return (
    <small title={owner.email}>
      {role === "grader" ? "You grade for" : "Shared by"} {owner.name || owner.email}
    </small>
  );
}
