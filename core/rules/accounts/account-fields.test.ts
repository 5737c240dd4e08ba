import { describe, expect, it } from "vitest";
import {
  checkChangePassword,
  checkContact,
  checkForgotPassword,
  checkLogin,
  checkProfile,
  checkRecoveryEmail,
  checkResetPassword,
  checkSignUp,
  isEmail,
} from "./account-fields.ts";
import { SPECIAL_CHARACTERS } from "./password.ts";

const messages = (issues: readonly { message: string }[]) => issues.map((issue) => issue.message);

describe("isEmail", () => {
  it.each(["a@b.co", "first.last+tag@dept.example.edu"])("takes %s", (text) => expect(isEmail(text)).toBe(true));
  it.each(["", "a", "a@b", "a@@b.co", "a b@c.de", "@b.co", "a@b.", "a@.co", "a@b.co\n"])("refuses %j", (text) => {
    expect(isEmail(text)).toBe(false);
  });
  it.each(["a\0@b.co", "a\u200b@b.co", "a\u202e@b.co", "a@b\u00ad.co"])(
    "refuses %j, which looks like another",
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );
  it.each([
    "x,ana@example.edu",
    "x;ana@example.edu",
    "x:ana@example.edu",
    "ana(x)@example.edu",
    '"ana"@example.edu',
    "<ana@example.edu>",
    "a@b,example.edu",
  ])("refuses %s, which in a mail's header is a shorter address, or several", (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe("checkLogin", () => {
  it("accepts any value that is there", () => expect(checkLogin({ email: "x", password: "y" })).toEqual([]));

  it("requires both, within 30 and 15 characters", () => {
    expect(messages(checkLogin({ email: " ", password: "" }))).toEqual(["Email is required.", "Password is required."]);
    expect(messages(checkLogin({ email: "e".repeat(31), password: "p".repeat(16) }))).toEqual([
      "Email cannot exceed 30 characters.",
      "Password cannot exceed 15 characters.",
    ]);
    expect(checkLogin({ email: "e".repeat(30), password: "p".repeat(15) })).toEqual([]);
  });
});

describe("checkSignUp", () => {
  const check = (fields: object) =>
    checkSignUp({ email: "ana@example.edu", password: "Secret1", confirmation: "Secret1", ...fields }, "example.edu");

  it("accepts valid fields, also the domain in capitals", () => {
    expect(check({})).toEqual([]);
    expect(check({ email: "Ana@EXAMPLE.edu" })).toEqual([]);
  });

  it("requires the same password twice", () => {
    expect(check({ confirmation: "Secret2" })).toEqual([
      { code: "passwords-differ", field: "confirmation", message: "Passwords do not match." },
    ]);
  });

  it.each(["ana@example.com", "ana@notexample.edu", "ana@example.edu.evil.com", "ana@sub.example.edu", "@example.edu"])(
    "refuses %s: another domain",
    (email) =>
      expect(messages(check({ email }))).toEqual(["Invalid email domain. Only example.edu emails are allowed."]),
  );

  it.each([
    ["Abc12", "Password must be at least 6 characters long."],
    ["secret1", "Password must contain at least one uppercase letter."],
    ["SECRET1", "Password must contain at least one lowercase letter."],
    ["Secrets", "Password must contain at least one number."],
    [`Secret1${"x".repeat(9)}`, "Password cannot exceed 15 characters."],
  ])("refuses the password %s", (password, message) => {
    expect(messages(check({ password, confirmation: password }))).toEqual([message]);
  });

  it("takes 6 and 15 characters", () => {
    for (const password of ["Abcd12", "Secret1xxxxxxxx"]) {
      expect(check({ password, confirmation: password })).toEqual([]);
    }
  });

  it("requires an address of at most 30 characters", () => {
    expect(messages(check({ email: "" }))).toEqual(["Email is required."]);
    expect(check({ email: `${"a".repeat(18)}@example.edu` })).toEqual([]);
    expect(messages(check({ email: `${"a".repeat(19)}@example.edu` }))).toEqual(["Email cannot exceed 30 characters."]);
  });
});

it("checkForgotPassword requires an address", () => {
  expect(messages(checkForgotPassword(""))).toEqual(["Email field is required."]);
  expect(messages(checkForgotPassword("ana"))).toEqual(["Not a valid email address"]);
  expect(checkForgotPassword("ana@example.edu")).toEqual([]);
});

describe("checkResetPassword", () => {
  const check = (password: string, confirmation = password) => messages(checkResetPassword({ password, confirmation }));

  it.each([
    ["Abc12!x", "Password must be at least 8 characters long."],
    ["secret1!", "Password must contain at least one uppercase letter."],
    ["SECRET1!", "Password must contain at least one lowercase letter."],
    ["Secrets!", "Password must contain at least one number."],
    ["Secret12", "Password must contain at least one special character."],
    ["Secret1!xxxxxxxx", "Password cannot exceed 15 characters."],
  ])("refuses %s", (password, message) => expect(check(password)).toEqual([message]));

  it.each([...SPECIAL_CHARACTERS])("takes %s as a special character", (character) => {
    expect(check(`Secret1${character}`)).toEqual([]);
  });

  it("reports all errors at once, and that the two differ", () => {
    expect(check("", "x").length).toBe(6);
    expect(check("Secret1!", "Secret1?")).toEqual(["Passwords do not match."]);
  });
});

describe("checkChangePassword", () => {
  const good = { current: "x", password: "Secret1!", confirmation: "Secret1!" };

  it("accepts valid fields", () => expect(checkChangePassword(good)).toEqual([]));

  it.each(["current", "password", "confirmation"])("wants %s filled", (field) => {
    expect(checkChangePassword({ ...good, [field]: "" })).toEqual([
      { code: "passwords-required", field, message: "All password fields must be filled." },
    ]);
  });

  it("requires the new one twice, and strong", () => {
    expect(messages(checkChangePassword({ ...good, confirmation: "Secret1?" }))).toEqual([
      "New password and confirm password do not match.",
    ]);
    expect(messages(checkChangePassword({ ...good, password: "Secret12", confirmation: "Secret12" }))).toEqual([
      "Password must contain at least one special character.",
    ]);
  });
});

it("checkRecoveryEmail requires an address", () => {
  expect(messages(checkRecoveryEmail(" "))).toEqual(["Recovery email cannot be empty."]);
  expect(messages(checkRecoveryEmail("x"))).toEqual(["Not a valid email address"]);
  expect(checkRecoveryEmail("ana@mail.example")).toEqual([]);
  expect(messages(checkRecoveryEmail(`${"a".repeat(300)}@mail.example`))).toEqual(["Not a valid email address"]);
});

it("checkProfile requires a name, and a valid number or none", () => {
  expect(checkProfile({ name: "Ana Cruz", contactNumber: "" })).toEqual([]);
  expect(checkProfile({ name: "x".repeat(50), contactNumber: "+63 (2) 123-4567" })).toEqual([]);
  expect(messages(checkProfile({ name: " ", contactNumber: "call me" }))).toEqual([
    "Name cannot be empty.",
    "Contact number must be digits, spaces and + - ( ) only.",
  ]);
  expect(messages(checkProfile({ name: "x".repeat(51), contactNumber: "" }))).toEqual([
    "Name cannot exceed 50 characters.",
  ]);
});

describe("checkContact", () => {
  const good = { firstName: "Ana", lastName: "Cruz", email: "ana@mail.example", message: "Hello" };

  it("accepts valid fields", () => expect(checkContact(good)).toEqual([]));

  it.each(["firstName", "lastName", "email", "message"])("wants %s", (field) => {
    expect(checkContact({ ...good, [field]: " " })).toEqual([
      { code: "fields-required", field, message: "Please fill in all fields." },
    ]);
  });

  it("requires an address to reply to", () => {
    expect(messages(checkContact({ ...good, email: "ana" }))).toEqual(["Not a valid email address"]);
  });
});
