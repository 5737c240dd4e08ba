import type { FontBook } from "../fonts/font-book.ts";
import { feedbackHtml } from "./feedback-html.ts";
import type { StudentFeedback } from "./student-feedback.ts";

export type FeedbackFormat = "pdf" | "html";

/** One student's feedback as a file: a PDF, or a self-contained HTML page. */
export async function feedbackFile(
  student: StudentFeedback,
  { format, fonts }: { readonly format: FeedbackFormat; readonly fonts: FontBook },
): Promise<Uint8Array> {
  if (format === "html") return new TextEncoder().encode(feedbackHtml(student));
  // Loaded when needed: a page takes no PDF writer.
  const { feedbackPdf } = await import("./feedback-pdf.ts");
  async function* alone(): AsyncGenerator<StudentFeedback> {
    yield student;
  }
  return feedbackPdf(alone(), { fonts });
}
