const KEY = "circuit-evaluator-file";

/** The submission that this tab's evaluator shows, kept over a reload; null where there is none. */
export function rememberedFile(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Makes the evaluator open with this submission: the task page calls it before it goes there. */
export function rememberFile(id: string): void {
  sessionStorage.setItem(KEY, id);
}
