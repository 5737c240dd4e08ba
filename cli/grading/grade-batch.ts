import { sum } from "../../core/basics/numbers.ts";
import { keyVersion } from "../../core/results/key-version.ts";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { compareQueued, placedReasons, reasonLabel, worstReason } from "../../core/results/review-reasons.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";
import { compareNaturally } from "../inputs/find-inputs.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { recordAnswerGroups } from "./answer-groups.ts";
import { type GradingRules, gradePage } from "./grade-page.ts";
import type { GradedPage, GradeRecord, QueuedPage, StudentGrades, StudentStatus } from "./grade-record.ts";
import { settleDuplicates } from "./settle-duplicates.ts";

/** The whole result of a batch: each page graded, each student's items and total. Nothing in it depends on time. */
export function gradeBatch(pages: readonly BatchPage[], options: GradingRules & { model: string }): GradeRecord {
  const items = [...options.task.items].sort((a, b) => a.item - b.item);
  // A person with the results must not be able to sign templates.
  const { template_key: _, ...task } = { ...options.task, items };
  const hasPersonal = pages.some(({ result: { qr } }) => qr !== null && parseQrText(qr)?.studentId !== undefined);
  const proposed = pages.map((page) => {
    return gradePage(page, { ...options, inStack: hasPersonal || page.result.pageCount > 1 });
  });
  const files = settleDuplicates(proposed);
  const queue = queuedPages(files);
  const count = (status: GradedPage["status"]): number => files.filter((page) => page.status === status).length;
  const setAside = files.filter((page) => page.no_answer !== null).length;
  const students = studentIds(files, options.roster).map((id) =>
    studentGrades(id, { files, task, roster: options.roster }),
  );
  return {
    schema_version: 1,
    model: options.model,
    manifest: resultsManifest({ ...options, keyVersion: keyVersion(task.items) }),
    task: { ...task, maximum: sum(items.flatMap(({ keys }) => keys.map(({ grade }) => grade))) },
    summary: {
      pages: files.length,
      graded: count("graded"),
      review: count("review"),
      failed: count("failed"),
      extra: count("extra") - setAside,
      set_aside: setAside,
      queued: queue.length,
      students: students.length,
      machine: files.filter(({ by }) => by === "machine").length,
    },
    files,
    students,
    queue,
    answer_groups: recordAnswerGroups(files, { pages, task, decisions: options.decisions ?? new Map() }),
  };
}

function queuedPages(files: readonly GradedPage[]): QueuedPage[] {
  return files
    .filter(({ status }) => status === "review" || status === "failed")
    .map(({ file, page, student_id, item, confidence, reasons, problems }) => {
      const code = worstReason(reasons)?.code ?? "unreadable";
      const owner = { file, page, student_id, item, confidence };
      return { ...owner, code, label: reasonLabel(code), reasons: placedReasons(reasons, problems) };
    })
    .sort(compareQueued);
}

/** The roster's students in its order, then others who handed in. */
function studentIds(files: readonly GradedPage[], roster: GradingRules["roster"]): string[] {
  const handedIn = files.flatMap(({ student_id }) => (student_id === null ? [] : [student_id]));
  const enrolled = roster?.map(({ studentId }) => studentId) ?? [];
  return [...new Set([...enrolled, ...handedIn.sort(compareNaturally)])];
}

function studentGrades(
  id: string,
  { files, task, roster }: Pick<GradingRules, "task" | "roster"> & { files: readonly GradedPage[] },
): StudentGrades {
  const own = files.filter((page) => page.student_id === id);
  const items = task.items.map(({ item }) => {
    const page = own.find((candidate) => candidate.item === item && candidate.counts);
    return { item, file: page?.file ?? null, page: page?.page ?? null, grade: page?.grade ?? null };
  });
  // A page of an unknown item may belong to any item.
  const isAnyItems = own.some(({ status, item }) => {
    return (status === "review" || status === "failed") && !items.some((known) => known.item === item);
  });
  const ungraded = isAnyItems || items.some(({ file, grade }) => file !== null && grade === null);
  const enrolled = roster?.find((student) => student.studentId === id);
  return {
    student_id: id,
    name: enrolled?.name ?? "",
    status: studentStatus(own, { items, enrolled: roster === null || enrolled !== undefined }),
    items,
    total: ungraded ? null : sum(items.map(({ grade }) => grade ?? 0)),
  };
}

function studentStatus(
  own: readonly GradedPage[],
  { items, enrolled }: { items: StudentGrades["items"]; enrolled: boolean },
): StudentStatus {
  if (!enrolled) return "not-enrolled";
  if (own.length === 0) return "missing";
  if (own.some(({ status }) => status === "review" || status === "failed")) return "review";
  return items.some(({ file }) => file === null) ? "incomplete" : "graded";
}
