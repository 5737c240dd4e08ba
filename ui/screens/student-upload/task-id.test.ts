import { expect, test } from "vitest";
import { taskIdOf } from "./task-id.ts";

test.each([
  ["/student-upload/abc", "abc"],
  ["/student-upload/abc/", "abc"],
  ["/student-upload/a%20b", "a b"],
  ["/student-upload/ID%", "ID%"],
  ["/student-upload/%E0%A4%A", "%E0%A4%A"],
])("%s contains the task ID %s", (pathname, id) => {
  expect(taskIdOf(pathname)).toBe(id);
});
