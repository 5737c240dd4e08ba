import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedKeys } from "./repeated-keys.ts";

describe("repeatedKeys", () => {
  it.each([
    ["{}", []],
    ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', []],
    ['{"a": "a\\": {\\"a\\": 1", "b": "a"}', []],
    ['{"a": 1,\n "a": 2}', ["a 2"]],
    ['{"b": [{"a": 1,\n"x": {},\n"a": [\n]}],\n"b" : 2}', ["a 3", "b 5"]],
    ['{"a": 1, "\\u0061": 2}', ["a 1"]],
  ])("of %s are %j", (text, expected) => {
    expect(repeatedKeys(text).map(({ key, line }) => `${key} ${line}`)).toEqual(expected);
  });

  it("are none in what JSON.stringify wrote", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => repeatedKeys(JSON.stringify(value, null, 1)).length === 0));
  });

  it("are found next to a large picture", () => {
    const text = `{"picture": "${"A".repeat(20_000_000)}", "grade": 1, "grade": 2}`;
    expect(repeatedKeys(text)).toEqual([{ key: "grade", line: 1 }]);
  });
});
