/**
 * The task that a student link names; what is badly encoded names none, and is left as it is for the server to say so.
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
