/** For `catch`: null if there is no such file or folder; any other error is thrown again. */
export function nullWhereMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
