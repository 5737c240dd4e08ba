const FILE = "circuit-evaluator-file";
const CHANGED = "circuit-evaluator-changed";

/** The submission that this tab's evaluator shows, kept over a reload; null where there is none. */
export function rememberedFile(): string | null {
  return sessionStorage.getItem(FILE);
}

/** Makes the evaluator open with this submission: the task page calls it before it goes there. */
export function rememberFile(id: string): void {
  sessionStorage.setItem(FILE, id);
}

/** Whether predictions of this submission were changed here and the circuit was not analyzed since. */
export function isChanged(id: string): boolean {
  return changedFiles().includes(id);
}

export function rememberChanged(id: string, changed: boolean): void {
  const others = changedFiles().filter((each) => each !== id);
  sessionStorage.setItem(CHANGED, JSON.stringify(changed ? [...others, id] : others));
}

function changedFiles(): string[] {
  return JSON.parse(sessionStorage.getItem(CHANGED) ?? "[]") as string[];
}
