import { expect, test } from "vitest";
import { z } from "zod";
import { checkTokenName } from "./accounts/access-token.ts";
import { ACCOUNT_LIMITS, checkProfile, checkSignUpEmail } from "./accounts/account-fields.ts";
import { checkSignUpPassword } from "./accounts/password.ts";
import { atMost } from "./at-most.ts";
import { LIMITS } from "./limits.ts";
import { checkClassFields, checkTaskFields } from "./tasks/form-fields.ts";
import { reasonIssue } from "./tasks/regrade-request.ts";
import { firstCharacters, textLength } from "./text-length.ts";

test.each([
  ["", 0],
  ["Lab 1", 5],
  ["Ñandú", 5],
  ["Lab 🔌", 5],
  ["𝐀𝐁", 2],
])("%j has %i characters", (text, length) => {
  expect(textLength(text)).toBe(length);
});

test("no character is cut in two", () => {
  expect(firstCharacters("🔌🔌🔌", 2)).toBe("🔌🔌");
  expect(firstCharacters("Lab", 5)).toBe("Lab");
});

test("a schema counts in the same way, and its JSON Schema says so", () => {
  const schema = z.string().check(atMost(3, "At most three."));
  expect(schema.safeParse("🔌🔌🔌").success).toBe(true);
  expect(schema.safeParse("🔌🔌🔌🔌").error?.issues).toMatchObject([
    { code: "too_big", maximum: 3, message: "At most three." },
  ]);
  expect(schema.safeParse(5).error?.issues).toHaveLength(1);
  expect(z.toJSONSchema(schema)).toMatchObject({ type: "string", maxLength: 3 });
});

const task = { classGroup: "c", examType: "quiz", dueDate: "2026-11-21T23:59" };
const group = { classCode: "CPE 101", classGroup: "1" };

test.each<[string, number, (text: string) => readonly unknown[]]>([
  ["title", LIMITS.titleLength, (title) => checkTaskFields({ ...task, title })],
  ["schedule", LIMITS.scheduleLength, (classSchedule) => checkClassFields({ ...group, classSchedule })],
  ["name", ACCOUNT_LIMITS.nameLength, (name) => checkProfile({ name, contactNumber: "" })],
  ["token's name", 40, checkTokenName],
  ["reason", 1000, (reason) => [reasonIssue(reason)].filter((issue) => issue !== null)],
  ["password", 15 - 3, (text) => checkSignUpPassword(`aA1${text}`)],
  ["address", LIMITS.loginEmailLength - 12, (text) => checkSignUpEmail(`${text}@example.edu`, "example.edu")],
])("the %s may have %i emoji", (_, most, check) => {
  expect(check("🔌".repeat(most))).toEqual([]);
  expect(check("🔌".repeat(most + 1))).toHaveLength(1);
});
