import { pageResult, resultLines } from "../../core/results/page-result.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { BatchPage } from "../reading/read-batch.ts";

/**
 * The lines of `page-results.jsonl`: the machine's result for each page that counts, as a server with the same pages
 * gives it. `pages` are those of `record.files`, in order.
 */
export function pageResultLines({ files, task, manifest }: GradeRecord, pages: readonly BatchPage[]): string {
  const results = files.flatMap((file, index) => {
    const { student_id: studentId, item } = file;
    const { keys, rubric } = task.items.find((each) => each.item === item) ?? {};
    const read = pages[index]?.result;
    if (!file.counts || studentId === null || item === null || !keys || !read || read.fileHash === "") return [];
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
    return [pageResult(source, { keys, rubric, manifest })];
  });
  return resultLines(results);
}
