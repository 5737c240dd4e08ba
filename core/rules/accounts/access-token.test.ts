import { expect, it } from "vitest";
import { checkTokenName, TOKEN_NAME_LENGTH, TOKEN_TEXTS } from "./access-token.ts";

it.each([
  ["Laptop", []],
  [` ${"x".repeat(TOKEN_NAME_LENGTH)} `, []],
  ["", [TOKEN_TEXTS.nameRequired]],
  ["  ", [TOKEN_TEXTS.nameRequired]],
  ["x".repeat(TOKEN_NAME_LENGTH + 1), [TOKEN_TEXTS.nameTooLong]],
])("checks the name %j", (name, messages) => {
  expect(checkTokenName(name).map(({ message }) => message)).toEqual(messages);
});
