import { expect, it } from "vitest";
import { checkQuestion, pictureBytes, questionOrNull } from "./question.ts";

it("is stored with its lines and without blanks around it; one that says and shows nothing is none", () => {
  expect(questionOrNull({ text: " Draw\r\n\ta half adder. \n", picture: null })).toEqual({
    text: "Draw\n a half adder.",
    picture: null,
  });
  expect(questionOrNull({ text: " \n", picture: null })).toBeNull();
  expect(questionOrNull({ text: "", picture: "p1" })).toEqual({ text: "", picture: "p1" });
});

it("has at most 1,000 characters", () => {
  expect(checkQuestion({ text: "🔌".repeat(1000), picture: null })).toEqual([]);
  expect(checkQuestion({ text: "a".repeat(1001), picture: null })[0]?.message).toBe(
    "A question has at most 1000 characters.",
  );
});

it("takes a new picture from a data URL of a PNG or JPEG alone", () => {
  expect(pictureBytes("data:image/png;base64,AQID")).toEqual(new Uint8Array([1, 2, 3]));
  for (const text of [
    "p1",
    "data:image/svg+xml;base64,AQID",
    "data:image/png;base64,A%ID",
    "https://x.example/a.png",
  ]) {
    expect(pictureBytes(text)).toBeNull();
  }
});
