import { MOST_COMMENTS } from "../../../core/rules/limits.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";

/**
 * The comments of a task's pages, each once, those on most pages first: what is written again and again. Then `own` ones,
 * which the person gave in other tasks.
 */
export function earlierComments(files: readonly Pick<Submission, "comment">[], own: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { comment } of files) {
    const text = comment?.trim() ?? "";
    if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  const all = new Set([...byCount.map(([text]) => text), ...own]);
  return [...all].slice(0, MOST_COMMENTS);
}

export function withComment(typed: string, comment: string): string {
  return typed.trim() === "" ? comment : `${typed.trimEnd()} ${comment}`;
}
