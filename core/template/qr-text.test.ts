import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQrText } from "./parse-qr-text.ts";
import { checkQrText, formatQrText } from "./qr-text.ts";

const origin = "https://grading.example.edu";
const secret = "a secret of the server";
const text = formatQrText({ taskId: "9f8K2mXq", item: 2 }, { origin, secret });

it("is the student link with version, item and signature", () => {
  expect(text).toMatch(/^https:\/\/grading\.example\.edu\/student-upload\/9f8K2mXq\?v=1&i=2&s=[\w-]{12}$/);
  expect(formatQrText({ taskId: "9f8K2mXq", item: 2 }, { origin: `${origin}/`, secret })).toBe(text);
});

it("can be read back", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.integer({ min: 1, max: 9999 }), (taskId, item) => {
      // A browser resolves these two away, so no task has these names.
      fc.pre(taskId !== "." && taskId !== "..");
      const made = formatQrText({ taskId, item }, { origin, secret });
      expect(checkQrText(made, { secret, taskId })).toEqual({ status: "ok", content: { taskId, item } });
    }),
  );
});

it("recognises a page of another task", () => {
  expect(checkQrText(text, { secret, taskId: "another" }).status).toBe("other-task");
});

it.each([
  ["another item", text.replace("i=2", "i=3")],
  ["another task", text.replace("9f8K2mXq", "9f8K2mXr")],
  ["another signature", `${text.slice(0, -1)}${text.endsWith("A") ? "B" : "A"}`],
  ["a shortened signature", text.slice(0, -2)],
  ["another server's secret", formatQrText({ taskId: "9f8K2mXq", item: 2 }, { origin, secret: "x" })],
])("recognises a forged text: %s", (_, forged) => {
  expect(checkQrText(forged, { secret, taskId: "9f8K2mXq" }).status).toBe("forged");
});

it.each([
  "",
  "hello",
  "https://example.com/",
  `${origin}/student-upload/`,
  `${origin}/student-upload/t1`,
  `${origin}/student-upload/t1?v=2&i=1&s=abc`,
  `${origin}/student-upload/t1?v=1&i=0&s=abc`,
  `${origin}/student-upload/t1?v=1&i=1e3&s=abc`,
  `${origin}/student-upload/t1?v=1&i=1`,
  `${origin}/student-upload/%E0%A4%A?v=1&i=1&s=abc`,
])("does not take %j for a template's", (other) => {
  expect(checkQrText(other, { secret, taskId: "t1" }).status).toBe("not-a-template");
  expect(parseQrText(other)).toBeNull();
});

it("has the names of terminals, which are signed, too", () => {
  const terminals = { inputs: ["S1", "S0"], outputs: ["Y", "OUT 2"] };
  for (const studentId of ["20230007", "CS-7", undefined]) {
    const content = { taskId: "9f8K2mXq", item: 2, ...(studentId && { studentId }), terminals };
    const made = formatQrText(content, { origin, secret });
    expect(made).toContain("&t=S1.S0~Y.&s=");
    expect(checkQrText(made, { secret, taskId: "9f8K2mXq" })).toEqual({ status: "ok", content });
    const swapped = made.replace("S1.S0", "S0.S1");
    expect(checkQrText(swapped, { secret, taskId: "9f8K2mXq" }).status).toBe("forged");
  }
  expect(parseQrText(`${origin}/student-upload/t1?v=4&i=1&s=abc`)).toBeNull();
});

describe("a personal template", () => {
  const personal = formatQrText({ taskId: "9f8K2mXq", item: 2, studentId: "20230007" }, { origin, secret });

  it("says whose page it is", () => {
    expect(personal).toMatch(/\/student-upload\/9f8K2mXq\?v=2&i=2&n=20230007&s=[\w-]{12}$/);
    expect(checkQrText(personal, { secret, taskId: "9f8K2mXq" })).toEqual({
      status: "ok",
      content: { taskId: "9f8K2mXq", item: 2, studentId: "20230007" },
    });
  });

  it.each([
    ["another student", personal.replace("20230007", "20230008")],
    ["another item", personal.replace("i=2", "i=1")],
    ["made plain", personal.replace("v=2", "v=1").replace("&n=20230007", "")],
    ["made personal", text.replace("v=1", "v=2").replace("&s=", "&n=20230007&s=")],
    ["another key", formatQrText({ taskId: "9f8K2mXq", item: 2, studentId: "20230007" }, { origin, secret: "x" })],
  ])("recognises a changed text: %s", (_, changed) => {
    expect(checkQrText(changed, { secret, taskId: "9f8K2mXq" }).status).toBe("forged");
  });

  it("of an ID of another shape has its own version", () => {
    const content = { taskId: "9f8K2mXq", item: 2, studentId: "AB-12" };
    const other = formatQrText(content, { origin, secret });
    expect(other).toContain("?v=3&i=2&n=AB-12&s=");
    expect(checkQrText(other, { secret, taskId: "9f8K2mXq" })).toEqual({ status: "ok", content });
    expect(parseQrText(other.replace("v=3", "v=2"))).toBeNull();
    expect(parseQrText(personal.replace("v=2", "v=3"))).toBeNull();
    expect(parseQrText(other.replace("AB-12", "..%2Fx1"))).toBeNull();
  });

  it("is not valid without an ID of eight digits", () => {
    expect(parseQrText(personal.replace("20230007", "2023"))).toBeNull();
    expect(parseQrText(personal.replace("&n=20230007", ""))).toBeNull();
  });
});
