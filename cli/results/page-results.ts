import { compareResults, pageResult, resultLine } from "../../core/results/page-result.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { BatchPage } from "../reading/read-batch.ts";

/**
 * The lines of `page-results.jsonl`: the machine's result for each page that counts, as a server with the same pages
 * gives it. `pages` are those of `record.files`, in order.
 */
export function* pageResultLines(
  { files, task, manifest }: GradeRecord,
  pages: readonly BatchPage[],
): Generator<string, void, void> {
  const answers = files.flatMap(({ counts, student_id, item }, index) => {
    return counts && student_id !== null && item !== null ? [{ student_id, item, index }] : [];
  });
  for (const { student_id: studentId, item, index } of answers.sort(compareResults)) {
    const { keys, rubric } = task.items.find((each) => each.item === item) ?? {};
    const read = pages[index]?.result;
    if (!keys || !read || read.fileHash === "") continue;
    const { fileHash: sha256, page, turn, corrected, reading, failure } = read;
    const source = {
      studentId,
      item,
      sha256,
      page,
      turn,
      corrected: corrected !== undefined,
      reading,
      failure: failure?.message ?? null,
    };
    yield resultLine(pageResult(source, { keys, rubric, manifest }));
  }
}
