import { typedStudentId } from "../../core/rules/students/student-id.ts";
import { findPage, studentUploadPath } from "../contract/pages.ts";
import type { HandInForm } from "../contract/results/hand-in.ts";
import type { Pages } from "../pages/pages.ts";
import { Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";
import { receiptsOfTokens } from "../services/submissions/receipts.ts";
import { acceptUpload } from "../services/submissions/uploads.ts";

/** The student's form as browsers send it without a script: the answer is the page, with what happened. */
export function handInRoutes({ on }: Router, pages: Pages): void {
  on("sendHandInForm", async ({ context, c, user, params: { taskId } }) => {
    const fields = new Map<string, string>();
    const sent = await outcome();
    const secret = fields.get("hand_in");
    const tokens = fields.get("receipts") ?? "";
    const earlier = await receiptsOfTokens(context, { taskId, tokens, secret: secret ?? null });
    return pages.answer(c, findPage(studentUploadPath(taskId)), {
      ...(secret !== undefined && { secret }),
      receipts: sent !== null && "answer" in sent ? [...sent.answer.files_uploaded, ...earlier] : earlier,
      studentId: typedStudentId(fields.get("student_id") ?? ""),
      sent,
    });

    async function outcome(): Promise<HandInForm["sent"]> {
      try {
        return { answer: await acceptUpload(context, { c, user, taskId, fields }) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, code, message, details } = error;
        for (const [name, value] of Object.entries(details.headers ?? {})) c.header(name, value);
        c.status(status);
        c.set("refusal", code);
        return { refusal: { code, message } };
      }
    }
  });
}
