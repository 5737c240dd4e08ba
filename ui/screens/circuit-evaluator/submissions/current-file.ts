const REMEMBERED = "circuit-evaluator-file";

export function rememberedFile(): string | null {
  return sessionStorage.getItem(REMEMBERED);
}

/** Makes the evaluator open with this submission if its address names none. */
export function rememberFile(id: string): void {
  sessionStorage.setItem(REMEMBERED, id);
}
