import { expect, it } from "vitest";
import { isCommonPassword } from "./common-password.ts";
import { checkSignUpPassword } from "./password.ts";

it.each(["Password1", "PASSWORD1", "Password1!", "!Qwerty123!", "P@ssw0rd", "Abc123", "Secret1"])(
  "%s is common",
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

it.each(["Half-Adder-1", "Xk4-lamp", "Password1x7", ""])("%s is not", async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
);

it("knows more than 9,000 passwords that the sign-up rules would allow", async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const capitalised = dictionary["passwords-common"].map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const allowed = capitalised.filter((password) => checkSignUpPassword(password).length === 0);
  expect(allowed.length).toBeGreaterThan(9_000);
  const known = await Promise.all(allowed.map(isCommonPassword));
  expect(known).not.toContain(false);
});
