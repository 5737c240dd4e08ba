import { expect, it } from "vitest";
import { checkCode, formatRecoveryCode, readCode, SECOND_FACTOR_TEXTS } from "./second-factor.ts";

it.each([
  ["123456", { kind: "app", code: "123456" }],
  [" 123 456 ", { kind: "app", code: "123456" }],
  ["abcde-fghjk", { kind: "recovery", code: "abcdefghjk" }],
  [" ABCDE FGHJ2 ", { kind: "recovery", code: "abcdefghj2" }],
  ["2345678923", { kind: "recovery", code: "2345678923" }],
  ["12345", null],
  ["1234567", null],
  ["abcde-fghjkm", null],
  // These letters are in no code.
  ["abcde-fghio", null],
  ["", null],
])("reads %j", (typed, code) => {
  expect(readCode(typed)).toEqual(code);
});

it.each([
  ["123456", []],
  ["  ", [SECOND_FACTOR_TEXTS.codeRequired]],
  ["12a456", [SECOND_FACTOR_TEXTS.codeForm]],
])("checks %j", (typed, messages) => {
  expect(checkCode(typed).map(({ message }) => message)).toEqual(messages);
});

it("writes a recovery code so that it can be read again", () => {
  expect(formatRecoveryCode("abcdefghjk")).toBe("abcde-fghjk");
  expect(readCode(formatRecoveryCode("abcdefghjk"))).toEqual({ kind: "recovery", code: "abcdefghjk" });
});
