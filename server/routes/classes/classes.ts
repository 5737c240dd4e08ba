import { classDeletedText, TEXTS } from "../../contract/texts.ts";
import type { Router } from "../../router.ts";
import { createClass, deleteClass, editClass, getClass, listClasses } from "../../services/classes/classes.ts";
import { makeSampleClass } from "../../services/classes/sample-class.ts";

/** The instructor's classes. */
export function classRoutes({ on }: Router): void {
  on("getClasses", ({ context, user }) => listClasses(context, user.id));

  on("getClass", ({ context, user, params }) => getClass(context, user.id, params.classId));

  on("createClass", async ({ context, user, body }) => ({
    message: TEXTS.toasts.classCreated,
    class: await createClass(context, user.id, body),
  }));

  on("createSampleClass", async ({ context, user }) => ({
    message: "The sample class was made. Its pages are being read.",
    task_id: await makeSampleClass(context, user.id),
  }));

  on("editClass", async ({ context, user, params, body }) => ({
    message: "Class updated successfully.",
    class: await editClass(context, { userId: user.id, classId: params.classId, body }),
  }));

  on("deleteClass", async ({ context, user, params }) => ({
    message: classDeletedText(await deleteClass(context, user.id, params.classId)),
  }));
}
