import { expect, test } from "vitest";
import type { LaidOutCircuit } from "../similarity/layouts/laid-out-circuit.ts";
import { pairSvg } from "./pair-svg.ts";

function circuit(scale: number, id: string): LaidOutCircuit {
  const gate = (name: string, x: number, y: number) => ({
    kind: "gate" as const,
    name,
    x: x * scale,
    y: y * scale,
    width: 10 * scale,
    height: 10 * scale,
  });
  const end = { kind: "input" as const, name: "<A>", x: -20 * scale, y: 0, width: 0, height: 0 };
  return {
    id,
    author: null,
    structure: "s",
    nodes: [gate("AND", 0, 0), gate("OR", 30, 5), gate("XOR", 30, 40), end],
    wires: [
      [
        { x: 0, y: 0 },
        { x: 30 * scale, y: 5 * scale },
      ],
    ],
  };
}

test("both have the same scale, each gate is linked with its partner, and text is escaped", () => {
  const svg = pairSvg([circuit(1, "a"), circuit(1.5, "b")], { titles: ["a & <b>", "c"] });
  const widths = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="([^"]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(6);
  expect(new Set(widths)).toEqual(new Set([48]));
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(4);
  expect(svg).toContain("a &amp; &lt;b&gt;");
  expect(svg).not.toContain("<A>");
});
