import { expect, test } from "vitest";
import { UNANSWERED } from "../../../uploads/send-file.ts";
import type { UploadItem } from "../../../uploads/use-uploads.ts";
import { missingWords, outcomeWords } from "./hand-in-words.ts";

test.each([
  [[1, 2, 3], [1], "Items 2 and 3 were not handed in from this tab."],
  [[1, 2], [2], "Item 1 was not handed in from this tab."],
  [[1, 2], [2, 1], "Every item was received."],
])("of the items %j where %j were received: %s", (items, received, words) => {
  expect(missingWords(items, received)).toBe(words);
});

test("items that are doubtful are named with those that are missing", () => {
  expect(missingWords([1, 2], [1], [1])).toBe("Item 2 was not handed in from this tab. Look at item 1 again.");
  expect(missingWords([1], [1], [1])).toBe("Every item was received. Look at item 1 again.");
});

const chosen = { item: 1, file: new File(["drawn"], "20230001_quiz[1].png") };
const receipt = {
  filename: chosen.file.name,
  item_number: 1,
  size: 5,
  sha256: "ab",
  received_at: "2026-11-21",
  token: "t",
  link: null,
};

test.each<[UploadItem, string]>([
  [{ ...chosen, state: "taken", receipt }, "Received."],
  [{ ...chosen, state: "closed", message: "Not taken: the due date passed." }, "Not taken: the due date passed."],
  [{ ...chosen, state: "rejected", message: "Not enrolled" }, "Not taken: Not enrolled"],
  [
    { ...chosen, state: "failed", message: "An error occurred during file upload." },
    "Not taken: An error occurred during file upload.",
  ],
  [{ ...chosen, state: "ready" }, "Not sent before the due date."],
  [{ ...chosen, state: "ready", unanswered: true }, UNANSWERED.closed],
  [{ ...chosen, state: "failed", message: "The server cannot be reached.", unanswered: true }, UNANSWERED.closed],
  [{ ...chosen, state: "wrong", code: "other-student", message: "", unanswered: true }, UNANSWERED.closed],
])("the result of %o is shown as %s", (entry, words) => {
  expect(outcomeWords(entry)).toBe(words);
});
