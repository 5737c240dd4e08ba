import { expect, it } from "vitest";
import { attachment } from "./file-answers.ts";

it.each([
  ["20230001_quiz[1].png", "20230001_quiz[1].png", "20230001_quiz%5B1%5D.png"],
  ["Übung 1.csv", "_bung 1.csv", "%C3%9Cbung%201.csv"],
  ['a"; filename="b.html', "a_; filename=_b.html", "a%22%3B%20filename%3D%22b.html"],
  ["a\r\nSet-Cookie: b", "a__Set-Cookie: b", "a__Set-Cookie%3A%20b"],
  ["../Quiz 1/2 grades.csv", ".._Quiz 1_2 grades.csv", ".._Quiz%201_2%20grades.csv"],
  // The letters after it are written from right to left.
  ["a\u202evsc.exe", "a_vsc.exe", "a_vsc.exe"],
  ["it's (1)*.pdf", "it's (1)*.pdf", "it%27s%20%281%29%2A.pdf"],
  // Half of a character, which JSON can carry.
  ["a\ud800.csv", "a_.csv", "a%EF%BF%BD.csv"],
])("attachment writes %j as a header without anything else in it", (name, plain, whole) => {
  const header = attachment(name);
  expect(header).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${whole}`);
  expect(new Headers({ "Content-Disposition": header }).get("content-disposition")).toBe(header);
});
