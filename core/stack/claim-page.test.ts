import { expect, it } from "vitest";
import { formatQrText } from "../template/qr-text.ts";
import { claimPage, type PageClaim } from "./claim-page.ts";

const origin = "https://grading.example.edu";
const task = { id: "t1", items: [{ item: 1 }, { item: 2 }], keys: ["the task's key"] };
const enrolled = (id: string) => id !== "20239999";

function qr(content: { taskId?: string; item?: number; studentId?: string }, secret = "the task's key"): string {
  return formatQrText({ taskId: "t1", item: 1, ...content }, { origin, secret });
}

function codes({ reasons }: PageClaim): string[] {
  return reasons.map(({ code }) => code);
}

it("gives a signed page to its student and item", () => {
  const claim = claimPage([qr({ item: 2, studentId: "20230001" })], { task, enrolled });
  expect(claim).toEqual({ studentId: "20230001", item: 2, reasons: [] });
});

it("accepts a page that any of the keys has signed", () => {
  const older = qr({ studentId: "20230001" }, "an older key");
  expect(codes(claimPage([older], { task, enrolled }))).toEqual(["forged-qr"]);
  const keys = ["the task's key", "an older key"];
  expect(codes(claimPage([older], { task: { ...task, keys }, enrolled }))).toEqual([]);
});

it.each([
  ["unreadable-qr", null],
  ["unreadable-qr", "https://example.org"],
  ["other-task", qr({ taskId: "t2", studentId: "20230001" })],
  ["forged-qr", qr({ studentId: "20230001" }, "a guess")],
  ["forged-qr", qr({ studentId: "20230001" }).replace("20230001", "20230002")],
  ["forged-qr", qr({}, "a guess")],
])("trusts nothing on a page that is %s", (code, text) => {
  const claim = claimPage(text === null ? [] : [text], { task, enrolled });
  expect(codes(claim)).toEqual([code]);
  expect([claim.studentId, claim.item]).toEqual([null, null]);
  expect(claim.reasons[0]?.message).toMatch(/\.$|provided$/);
});

it("counts the task's own code among several", () => {
  const own = qr({ item: 2, studentId: "20230001" });
  const others = [
    "https://example.org",
    qr({ taskId: "t2", studentId: "20230007" }),
    qr({ studentId: "20230002" }, "a guess"),
  ];
  for (const texts of [
    [own, ...others],
    [...others, own],
  ]) {
    expect(claimPage(texts, { task, enrolled })).toEqual({ studentId: "20230001", item: 2, reasons: [] });
  }
});

it("asks whose page has the personal codes of two students", () => {
  const claim = claimPage([qr({ studentId: "20230001" }), qr({ studentId: "20230002" })], { task, enrolled });
  expect([codes(claim), claim.studentId]).toEqual([["several-students"], null]);
  expect(claim.reasons[0]!.message).toContain("20230001, 20230002");
});

it("says whether a code is missing, blurred or not a template's", () => {
  const messages = [
    claimPage([], { task, enrolled }),
    claimPage([], { task, enrolled, isBlurred: true }),
    claimPage(["https://example.org"], { task, enrolled, isBlurred: true }),
  ].map(({ reasons }) => reasons[0]!.message);
  expect(messages).toEqual([
    "No QR code was found. Say whose page it is.",
    "The QR code is blurred or covered. Say whose page it is.",
    "The QR code is not that of a template. Say whose page it is.",
  ]);
});

it("asks about several students only for trusted codes", () => {
  const [one, two] = ["20230001", "20230002"].map((studentId) => qr({ studentId })) as [string, string];
  const noKeys = { task: { ...task, keys: [] }, enrolled };
  expect(codes(claimPage([one, two], noKeys))).toEqual(["several-students"]);
  expect(codes(claimPage([one, qr({ taskId: "t2", studentId: "20230002" })], noKeys))).toEqual(["unchecked-qr"]);
  expect(codes(claimPage([one, qr({ studentId: "20230002" }, "a guess")], { task, enrolled }))).toEqual([]);
});

it.each([
  ["not-enrolled", qr({ studentId: "20239999" }), "20239999", 1],
  ["item-unknown", qr({ studentId: "20230001", item: 3 }), "20230001", 3],
  ["no-student", qr({ item: 2 }), null, 2],
])("says %s, and what the code says", (code, text, studentId, item) => {
  expect(claimPage(text === null ? [] : [text], { task, enrolled })).toMatchObject({
    studentId,
    item,
    reasons: [{ code }],
  });
});

it("asks a person if no key is known, and accepts every student without a roster", () => {
  const claim = claimPage([qr({ studentId: "20239999" })], { task: { ...task, keys: [] }, enrolled: null });
  expect(claim).toMatchObject({ studentId: "20239999", item: 1, reasons: [{ code: "unchecked-qr" }] });
});
