const REMEMBERED = "circuit-evaluator-file";

/** The submission that this tab's evaluator showed last; null if there is none. */
export function rememberedFile(): string | null {
  return sessionStorage.getItem(REMEMBERED);
}

/** Makes the evaluator open with this submission where its address names none. */
export function rememberFile(id: string): void {
  sessionStorage.setItem(REMEMBERED, id);
}
