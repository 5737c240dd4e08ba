import { expect, it } from "vitest";
import { compareQueued, reasonLabel, reasonRank, worstReason } from "./review-reasons.ts";

it("names reasons, also unknown ones", () => {
  expect(reasonLabel("unreadable-qr")).toBe("Unreadable QR code");
  expect(reasonLabel("damaged-pdf")).toBe("Could not be read");
  expect(reasonLabel("open-input")).toBe("Open input");
  expect(reasonLabel("loose-bubble")).toBe("Inversion circle without a wire");
  expect(reasonLabel("new-kind-of-doubt")).toBe("New kind of doubt");
});

it("finds the worst reason", () => {
  const reasons = ["unsure-verdict", "shorted-outputs", "not-enrolled", "open-input"].map((code) => ({ code }));
  expect(worstReason(reasons)?.code).toBe("not-enrolled");
  expect(worstReason([])).toBeUndefined();
});

it("puts unassigned pages first, then unread ones, then faults, then doubts by confidence", () => {
  const page = (code: string, confidence: number | null = 0.9) => ({ reasons: [{ code }], confidence });
  const sorted = [
    page("unsure-verdict", 0.6),
    page("unsure-verdict", 0.2),
    page("open-input"),
    page("feedback"),
    page("damaged-picture", null),
    page("unreadable-qr", null),
    page("forged-qr", null),
  ].sort(compareQueued);
  expect(sorted.map(({ reasons, confidence }) => `${reasons[0]!.code} ${confidence}`)).toEqual([
    "forged-qr null",
    "unreadable-qr null",
    "damaged-picture null",
    "feedback 0.9",
    "open-input 0.9",
    "unsure-verdict 0.2",
    "unsure-verdict 0.6",
  ]);
  expect(reasonRank("feedback")).toBeLessThan(reasonRank("unsure-verdict"));
});
