const REMEMBERED = "circuit-evaluator-file";

/** The parameter of the evaluator's address that says which submission is shown. */
export const FILE_PARAMETER = "file";

/** The evaluator with this submission. */
export function evaluatorPath(taskId: string, fileId: string): string {
  return `/circuit-evaluator/${taskId}?${FILE_PARAMETER}=${encodeURIComponent(fileId)}`;
}

/** The submission that this tab's evaluator showed last; null where there is none. */
export function rememberedFile(): string | null {
  return sessionStorage.getItem(REMEMBERED);
}

/** Makes the evaluator open with this submission where its address names none. */
export function rememberFile(id: string): void {
  sessionStorage.setItem(REMEMBERED, id);
}
