/**
 * The task ID in a student link. A badly encoded one is passed on unchanged, so that the server reports it.
 *
 * @example
 * taskIdOf("/student-upload/abc"); // "abc"
 */
export function taskIdOf(pathname: string): string {
  const name = pathname.split("/")[2] ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
