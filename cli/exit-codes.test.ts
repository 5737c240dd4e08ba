import { expect, test } from "vitest";
import { commandFailure } from "./exit-codes.ts";

function refusal(code: string): Error {
  return Object.assign(new Error(`${code}: refused, open 'x'`), { code, syscall: "open" });
}

test.each([
  ["EACCES", 6],
  ["EPERM", 6],
  ["EROFS", 6],
  ["ENOSPC", 7],
  ["EDQUOT", 7],
  ["EFBIG", 5],
])("what the system refuses with %s ends with %i", (code, exitCode) => {
  expect(commandFailure(refusal(code))).toMatchObject({
    exitCode,
    message: expect.stringMatching(`^the system refused: ${code}: refused, open 'x'`),
  });
});

test("what cannot be written is named, with what to do", () => {
  expect(commandFailure(refusal("EROFS"))?.message).toBe(
    "the system refused: EROFS: refused, open 'x'. Nothing can be written there: name a folder on another disk.",
  );
  expect(commandFailure(refusal("ENOSPC"))?.message).toBe(
    "the system refused: ENOSPC: refused, open 'x'. The disk is full: free some space, then run the same command again.",
  );
  expect(commandFailure(refusal("EACCES"))?.message).not.toContain("full");
});

test("a defect is no expected end", () => {
  expect(commandFailure(new Error("x"))).toBeNull();
  expect(commandFailure("EACCES")).toBeNull();
});
