import { expect, test } from "vitest";
import { type KeptDrawing, parseDrawings, writeDrawings } from "./drawings-file.ts";

const kept: KeptDrawing = {
  file: "a.png",
  page: 1,
  student_id: "20230001",
  item: 2,
  sha256: "ab",
  circuit: {
    structure: "AND0(…)",
    nodes: [{ kind: "gate", name: "AND", x: 10.25, y: 20, width: 12, height: 8 }],
    wires: [
      [
        { x: 1, y: 2.5 },
        { x: 3, y: 2.5 },
      ],
    ],
  },
};

test("what is written is read again", () => {
  expect(parseDrawings([...writeDrawings([kept])].join(""))).toEqual({ ok: true, drawings: [kept] });
});

test("a file of another kind is refused, with the place of the error", () => {
  expect(parseDrawings("{")).toMatchObject({ ok: false, issues: [{ code: "not-json" }] });
  const broken = [...writeDrawings([kept])].join("").replace('"page":1', '"page":"one"');
  expect(parseDrawings(broken)).toMatchObject({ ok: false, issues: [{ field: "drawings[0].page" }] });
});
