import type { Router } from "../../router.ts";
import {
  addClassMember,
  changeClassMember,
  listClassPeople,
  removeClassMember,
} from "../../services/people/class-people.ts";
import {
  addTaskGrader,
  changeTaskGrader,
  listTaskPeople,
  removeTaskGrader,
} from "../../services/people/task-people.ts";

/** With whom classes and tasks are shared. */
export function peopleRoutes({ on }: Router): void {
  on("getClassPeople", async ({ context, user, params }) => {
    return { people: await listClassPeople(context, { userId: user.id, ...params }) };
  });
  on("addClassMember", ({ context, user, params, body }) => {
    return addClassMember(context, { userId: user.id, ...params, body });
  });
  on("changeClassMember", ({ context, user, params, body }) => {
    return changeClassMember(context, { userId: user.id, ...params, change: body });
  });
  on("removeClassMember", ({ context, user, params }) => {
    return removeClassMember(context, { userId: user.id, ...params });
  });

  on("getTaskPeople", ({ context, user, params }) => listTaskPeople(context, { userId: user.id, ...params }));
  on("addTaskGrader", ({ context, user, params, body }) => {
    return addTaskGrader(context, { userId: user.id, ...params, ...body });
  });
  on("changeTaskGrader", ({ context, user, params, body }) => {
    return changeTaskGrader(context, { userId: user.id, ...params, ...body });
  });
  on("removeTaskGrader", ({ context, user, params }) => {
    return removeTaskGrader(context, { userId: user.id, ...params });
  });
}
