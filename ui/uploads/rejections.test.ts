import { expect, test } from "vitest";
import { joinGroups, rejectionsOf } from "./rejections.ts";

const answer = {
  message: "",
  files_uploaded: [],
  invalid_files_not_enrolled: ["a"],
  invalid_files_not_belonging: ["b"],
  invalid_files_unreadable_QR: ["c"],
  invalid_files_other: [{ filename: "d", code: "file-too-large", message: "The file is larger than 20 MB." }],
  invalid_files_codes: [{ filename: "c", code: "no-code", message: "No QR code was found." }],
};

const details = { c: "No QR code was found." };

test("instructors see the three groups of the specification and any other reason", () => {
  expect(rejectionsOf(answer)).toEqual([
    { reason: "Not enrolled", files: ["a"] },
    { reason: "Does not belong to the task. Please use the template provided", files: ["b"], details },
    { reason: "No QR Code found in the file or unreadable", files: ["c"], details },
    { reason: "The file is larger than 20 MB.", files: ["d"] },
  ]);
});

test("students see wrong-task and unreadable pages in one group", () => {
  const groups = rejectionsOf(answer, { merge: true });
  expect(groups[1]).toEqual({
    reason: "Does not belong to the task. Please use the template provided",
    files: ["b", "c"],
    details,
  });
  expect(groups).toHaveLength(3);
});

test("the results of several uploads make one list", () => {
  const groups = [...rejectionsOf(answer), ...rejectionsOf({ ...answer, invalid_files_not_enrolled: ["z"] })];
  expect(joinGroups(groups)[0]?.files).toEqual(["a", "z"]);
});
