import { expect, test } from "vitest";
import type { ComparedFile, Copies } from "../../../../server/contract/results/copies.ts";
import { joinedGroups, layoutText, pairsOf } from "./alike-files.ts";

const fileOf = (id: string): ComparedFile => ({ id, task_id: "t", task_title: "Quiz", student_id: id, item_number: 1 });
const layoutOf = (a: string, b: string, sharing = 2): Copies["pairs"][number] => ({
  files: [fileOf(a), fileOf(b)],
  likeness: 0.9,
  bits: 40,
  expected: 0.001,
  sharing,
  identical: false,
  mirrored: false,
});

test("joinedGroups: a group and a pair with a common file are one; pairs of different circuits are last", () => {
  const layouts = [layoutOf("x", "y", 0), layoutOf("c", "d"), layoutOf("e", "f")];
  expect(
    joinedGroups({
      layouts,
      groups: [
        ["a", "b"],
        ["d", "g", "f"],
      ],
    }),
  ).toEqual([
    ["c", "d", "g", "e", "f"],
    ["a", "b"],
    ["x", "y"],
  ]);
  expect(joinedGroups({ layouts: [], groups: [] })).toEqual([]);
});

test("pairsOf: layouts that stand out are before those of the group, without files that were deleted", () => {
  const layouts = [layoutOf("a", "x"), layoutOf("b", "a"), layoutOf("x", "y")];
  const files = new Map(["a", "b", "c"].map((id) => [id, fileOf(id)]));
  const pairs = pairsOf(fileOf("a"), { layouts, groups: [["b", "a", "c", "gone"]], notCompared: ["c", "x"] }, files);
  expect(pairs.map(({ files: pair, ...measures }) => [pair.map(({ id }) => id).join(""), measures])).toEqual([
    // One file of two students in which nothing was read: a pair, without a picture of both layouts.
    ["ax", { layout: layouts[0], within: false, isCompared: false }],
    ["ba", { layout: layouts[1], within: true, isCompared: true }],
    ["ac", { layout: null, within: true, isCompared: false }],
  ]);
});

test("layoutText: of one file it says so, as no layout may have been read", () => {
  const layout = layoutOf("a", "b");
  const texts = [undefined, layout, { ...layout, identical: true }].map(layoutText);
  expect(texts).toEqual(["Layout not unusual", `Layout ${Math.round(100 * layout.likeness)} % alike`, "The same file"]);
});
