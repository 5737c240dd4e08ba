import { expect, test } from "vitest";
import { parseDrawings, writeDrawings } from "../similarity/copies/drawings-file.ts";
import { laidOutReading } from "./laid-out-reading.ts";

test("a layout that was kept in a file is the one that was read, so that both are compared alike", () => {
  const box = { x: 101 / 3, y: 70 / 9, width: 100 / 7, height: 80 / 7 };
  const {
    id: _,
    author: __,
    ...circuit
  } = laidOutReading(
    { id: "a", author: null },
    {
      netlist: { nets: 1, gates: [{ gateClass: "AND", inputs: [], output: 0, box }], inputs: [], outputs: [] },
      wires: [
        {
          net: 0,
          lines: [
            [
              { x: 1 / 3, y: 2 / 3 },
              { x: 20 / 3, y: 2 / 3 },
            ],
          ],
        },
      ],
      predictions: [
        { box, sheet: { x: 10 / 3, y: 20 / 3 } },
        { box: { ...box, x: 500 }, sheet: { x: 100 / 3, y: 20 / 3 } },
      ],
    },
  );
  // As earlier versions kept it: sizes are not those of rounded places.
  expect(circuit.nodes[0]).toMatchObject({ x: 3.33, y: 6.67, width: 0.92, height: 0.74 });
  const kept = { file: "a.png", page: 1, student_id: null, item: 1, sha256: "", circuit };
  expect(parseDrawings([...writeDrawings([kept])].join(""))).toEqual({ ok: true, drawings: [kept] });
});
