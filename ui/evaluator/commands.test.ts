import { expect, test } from "vitest";
import { COMMAND_GROUPS, COMMANDS, commandOf, type KeyPress, keyHint, keyWords } from "./commands.ts";

function press(key: string, held: Partial<KeyPress> = {}) {
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
  return commandOf(event, { letters: true });
}

test("commandOf: letters, signs, named keys and combinations", () => {
  expect(press("n")).toBe("next");
  expect(press("N", { shiftKey: true })).toBe("next-ungraded");
  // As in Review, where digits are points, readings have letters; here a letter alone is a tool.
  expect(press("B", { shiftKey: true })).toBe("reading-2");
  expect(press("2")).toBeNull();
  expect(press("?", { shiftKey: true })).toBe("help");
  expect(press("+", { shiftKey: true })).toBe("zoom-in");
  expect(press("ArrowLeft")).toBe("left");
  expect(press("ArrowLeft", { shiftKey: true })).toBe("narrower");
  expect(press("z", { ctrlKey: true })).toBe("undo");
  expect(press("z", { metaKey: true })).toBe("undo");
  expect(press("Z", { ctrlKey: true, shiftKey: true })).toBe("redo");
  expect(press("Enter", { ctrlKey: true })).toBe("store-grade");
});

test("commandOf ignores the browser's own keys", () => {
  expect(press("n", { ctrlKey: true })).toBeNull();
  expect(press("n", { altKey: true })).toBeNull();
  expect(press("Tab")).toBeNull();
  expect(press("F5")).toBeNull();
});

test("commandOf: single letters can be turned off", () => {
  const event = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(commandOf({ ...event, key: "n" }, { letters: false })).toBeNull();
  expect(commandOf({ ...event, key: "N", shiftKey: true }, { letters: false })).toBeNull();
  expect(commandOf({ ...event, key: "Delete" }, { letters: false })).toBe("remove-box");
  expect(commandOf({ ...event, key: "z", ctrlKey: true }, { letters: false })).toBe("undo");
});

test("no key has two meanings, and every command is in a group of the help sheet", () => {
  const keys = COMMANDS.flatMap((command) => command.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { group } of COMMANDS) expect(COMMAND_GROUPS).toContain(group);
});

test("formats keys for people", () => {
  expect(keyHint("redo")).toBe("Ctrl + Shift + Z");
  expect(keyHint("zoom-in")).toBe("+");
  expect(keyHint("zoom-out")).toBe("−");
  expect(keyWords("Shift+ArrowLeft")).toBe("Shift + ←");
});
