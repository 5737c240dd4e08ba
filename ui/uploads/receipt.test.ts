import { expect, test } from "vitest";
import { formatSize } from "../format.ts";
import { linksOf, mergeReceipts, proofFor, receiptsOf, receiptText } from "./receipt.ts";

const receipt = {
  filename: "20230001_quiz[1].png",
  item_number: 1,
  size: 35_000,
  sha256: "ab12",
  token: "first",
  link: null,
  received_at: "2026-11-21T01:02:03.000Z",
};

test("a receipt contains name, size, content and time", () => {
  expect(receiptText([receipt], { title: "Half adder", formatDate: () => "Nov 21, 9:02 AM" })).toBe(
    "CircuitGrade receipt: Half adder\n\nItem 1: 20230001_quiz[1].png\nSize: 34 KB (35000 bytes)\nSHA-256: ab12\n" +
      "Received: Nov 21, 9:02 AM (2026-11-21T01:02:03.000Z)",
  );
});

test("a second upload of the same student and item replaces the first receipt", () => {
  const again = { ...receipt, filename: "20230001_quiz[1].jpg", sha256: "cd34", token: "second", link: null };
  const other = { ...receipt, filename: "20230002_quiz[1].jpg" };
  const second = { ...receipt, item_number: 2, filename: "20230001_quiz[2].jpg" };
  expect(mergeReceipts([second, receipt, other], [again])).toEqual([{ ...again, earlier: ["first"] }, other, second]);
});

test("an earlier receipt does not replace a later one, whichever tab kept it", () => {
  const later = { ...receipt, sha256: "cd34", token: "second", link: null, received_at: "2026-11-21T01:12:03.000Z" };
  expect(mergeReceipts([later], [receipt])).toEqual([{ ...later, earlier: ["first"] }]);
  expect(mergeReceipts([receipt], [later])).toEqual([{ ...later, earlier: ["first"] }]);
});

test("a file is sent with the tokens of its student's receipts for the item, the newest ten; the first one with those for other items", () => {
  const sent = Array.from({ length: 12 }, (_, index) => ({ ...receipt, token: `t${index}`, link: null }));
  const other = { ...receipt, filename: "20230002_quiz[1].jpg", token: "of another student", link: null };
  const second = { ...receipt, item_number: 2, filename: "20230001_quiz[2].jpg", token: "of another item", link: null };
  const kept = sent.reduce((receipts, next) => mergeReceipts(receipts, [next]), mergeReceipts([other, second]));
  const proof = proofFor(kept, { item: 1, filename: "20230001_quiz[1].heic" });
  expect(proof).toEqual(["t11", "t10", "t9", "t8", "t7", "t6", "t5", "t4", "t3", "t2"]);
  expect(proofFor(mergeReceipts([other, second]), { item: 3, filename: "20230001_quiz[3].png" })).toEqual([
    "of another item",
  ]);
  expect(proofFor(kept, { item: 1, filename: "20230003_quiz[1].png" })).toEqual([]);
});

test("a receipt from before there were tokens proves nothing, and causes no error", () => {
  const { token: _, ...old } = receipt;
  const kept = mergeReceipts([old as typeof receipt], [{ ...receipt, token: "second", link: null }]);
  expect(proofFor(kept, { item: 1, filename: receipt.filename })).toEqual(["second"]);
});

test("shows the receipts of the student whose ID is typed, or of the only student", () => {
  const second = { ...receipt, item_number: 2, filename: "20230001_quiz[2].jpg" };
  const other = { ...receipt, filename: "20230002_quiz[1].jpg" };
  expect(receiptsOf([receipt, second], "")).toEqual([receipt, second]);
  expect(receiptsOf([receipt, second], "20230002")).toEqual([]);
  expect(receiptsOf([receipt, second, other], "20230002")).toEqual([other]);
  expect(receiptsOf([receipt, second, other], "2023")).toEqual([]);
  expect(receiptsOf([], "")).toEqual([]);
});

test("sizes are readable", () => {
  expect([12, 35_000, 2_500_000].map(formatSize)).toEqual(["12 B", "34 KB", "2.4 MB"]);
});

test("the links of receipts, each once, are in the text to keep", () => {
  const [first, second] = ["https://grading.example.edu/results/a.b", "https://grading.example.edu/results/c.d"];
  const receipts = [
    { ...receipt, link: first },
    { ...receipt, item_number: 2, link: first },
    { ...receipt, item_number: 3, link: second },
    { ...receipt, item_number: 4 },
  ];
  expect(linksOf(receipts)).toEqual([first, second]);
  const text = receiptText(receipts, { title: "Quiz 1", formatDate: String });
  expect(text).toMatch(/Your results, once they are released: \S+\/a\.b\n\nYour results, .*\/c\.d$/);
});
