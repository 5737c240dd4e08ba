import { expect, test } from "vitest";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { flattenFlagged } from "./flagged-files.ts";

test("flagged groups become one list with the number of each group", () => {
  const files = ["a", "b", "c"].map((id) => ({ id }) as Submission);
  const groups = [
    ["a", "gone"],
    ["c", "b"],
  ];
  expect(flattenFlagged(groups, files).map(({ file, group }) => [file.id, group])).toEqual([
    ["a", 1],
    ["c", 2],
    ["b", 2],
  ]);
});
