import { and, eq } from "drizzle-orm";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import { enrolments } from "../../db/schema.ts";

/** Whether a student with this ID is in the class. */
export async function isEnrolled({ db }: AppContext, classId: string, studentId: string): Promise<boolean> {
  if (!isStudentId(studentId)) return false;
  const [row] = await db.query
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.classId, classId), eq(enrolments.studentId, studentId)));
  return row !== undefined;
}
