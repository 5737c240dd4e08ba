import { expect, it } from "vitest";
import { blindNames, hideIds } from "./blind-names.ts";

const IDS = Array.from({ length: 400 }, (_, index) => String(20230001 + index));

it("gives each student one name, the same on every machine, that reveals nothing about the ID", () => {
  const names = blindNames("task 1 of ana");
  expect(names.aliasOf("20230001")).toBe("Student S6ZX9R");
  expect(new Set(IDS.map(names.aliasOf)).size).toBe(400);
  expect(IDS.every((id) => /^Student [0-9A-HJKMNP-TV-Z]{6}$/.test(names.aliasOf(id)))).toBe(true);
  expect(blindNames("task 2 of ana").aliasOf("20230001")).not.toBe(names.aliasOf("20230001"));
});

it("orders students the same way for a seed, whatever their input order, and differently for another", () => {
  const order = [...IDS].sort(blindNames("task 1").compare);
  expect([...IDS].reverse().sort(blindNames("task 1").compare)).toEqual(order);
  expect([...IDS].sort(blindNames("task 2").compare)).not.toEqual(order);
  expect(blindNames("task 1").compare("20230001", "20230001")).toBe(0);
  // Neither the IDs' order nor its reverse: about half of the neighbours are swapped.
  const falling = order.filter((id, index) => index > 0 && id < order[index - 1]!).length;
  expect(Math.abs(falling - 200)).toBeLessThan(50);
});

it("hides the IDs of students in file names and messages, and nothing else", () => {
  const names = blindNames("task 1");
  const students = new Set(["20230001"]);
  const alias = names.aliasOf("20230001");
  const hide = (text: string) => hideIds(text, { students, names });
  expect(hide("scans/20230001_quiz[1].png")).toBe(`scans/${alias}_quiz[1].png`);
  expect(hide("20230001 is not enrolled, 20230002 is")).toBe(`${alias} is not enrolled, 20230002 is`);
  const other = new Set(["AB-12"]);
  expect(hideIds("scans/AB-12_quiz[1].png, AB-123", { students: other, names })).toBe(
    `scans/${names.aliasOf("AB-12")}_quiz[1].png, AB-123`,
  );
  expect(hide("scan-20230001_quiz[1].png")).toBe(`scan-${alias}_quiz[1].png`);
  expect(hide("a20230001f 120230001")).toBe("a20230001f 120230001");
});
