import { count } from "../../../core/basics/texts.ts";
import type { AppContext } from "../../context.ts";
import type { Router } from "../../router.ts";
import { eraseStudent } from "../../services/privacy/erase-student.ts";
import { exportStudent } from "../../services/privacy/export-student.ts";
import { type Asking, describeStudent } from "../../services/privacy/stored-about.ts";
import { download } from "../../services/submissions/file-answers.ts";

/** One student's data: an instructor's calls are about their own classes, the command's about the whole server. */
export function studentDataRoutes({ on }: Router): void {
  on("describeStudent", ({ context, user, params }) => describeStudent(context, { ...params, userId: user.id }));
  on("describeAnyStudent", ({ context, params }) => describeStudent(context, { ...params, userId: null }));

  on("exportStudent", ({ context, user, params }) => sendExport(context, { ...params, userId: user.id }));
  on("exportAnyStudent", ({ context, params }) => sendExport(context, { ...params, userId: null }));

  on("eraseStudent", ({ context, user, params, body }) => {
    return erase(context, { ...params, userId: user.id }, body.fingerprint);
  });
  on("eraseAnyStudent", ({ context, params, body }) => {
    return erase(context, { ...params, userId: null }, body.fingerprint);
  });
}

async function sendExport(context: AppContext, asking: Asking): Promise<Response> {
  const archive = await exportStudent(context, asking);
  return download(archive, { type: "application/zip", name: `student ${asking.studentId}.zip` });
}

async function erase(context: AppContext, asking: Asking, fingerprint: string) {
  const { kept } = await eraseStudent(context, asking, fingerprint);
  const done = `Student ${asking.studentId} is erased. Backups from before have the data until they expire, after ${count(context.config.backupDays, "day")}.`;
  const rest = `${count(kept, "file")} with a page that another student or another class has, too, ${kept === 1 ? "stays" : "stay"} there.`;
  return { message: kept === 0 ? done : `${done} ${rest}` };
}
