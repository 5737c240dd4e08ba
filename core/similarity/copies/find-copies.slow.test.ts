import { describe, expect, test } from "vitest";
import { makeCopiedClass } from "../../testdata/copied-class/make-class.ts";
import { QUESTIONS } from "../../testdata/copied-class/questions.ts";
import { seededRandom } from "../../testdata/render/random.ts";
import type { LaidOutCircuit, LayoutPoint } from "../layouts/laid-out-circuit.ts";
import { findCopies } from "./find-copies.ts";

const question = QUESTIONS.find(({ name }) => name === "decoder of two")!;
const { drawings, copies } = makeCopiedClass(question, { independent: 70, copies: 8, seed: "test" });
const independent = drawings.slice(0, 70);

function moved(circuit: LaidOutCircuit, id: string, move: (at: LayoutPoint) => LayoutPoint, scale = 1): LaidOutCircuit {
  const nodes = circuit.nodes.map((node) => {
    return { ...node, ...move(node), width: node.width * scale, height: node.height * scale };
  });
  return { ...circuit, id, author: id, nodes, wires: circuit.wires.map((wire) => wire.map(move)) };
}

function pairNames(found: ReturnType<typeof findCopies>): string[] {
  return found.pairs.map(({ ids }) => [...ids].sort().join(" "));
}

describe("findCopies", () => {
  test("traced, moved, scaled copies with two gates exchanged are found among independent right answers", () => {
    const planted = new Set(copies.map((pair) => [...pair].sort().join(" ")));
    const found = pairNames(findCopies(drawings));
    const right = found.filter((name) => planted.has(name)).length;
    expect(right).toBeGreaterThanOrEqual(7);
    expect(found.length - right).toBeLessThanOrEqual(1);
  });

  test("moving and scaling change nothing", () => {
    const [original] = independent;
    const same = findCopies([...independent, moved(original!, "copy", (at) => at)]);
    const other = findCopies([
      ...independent,
      moved(original!, "copy", ({ x, y }) => ({ x: 1.1 * x + 30, y: 1.1 * y - 12 }), 1.1),
    ]);
    expect(other.pairs[0]?.ids).toEqual([original!.id, "copy"]);
    expect(other.pairs[0]?.bits).toBeCloseTo(same.pairs[0]!.bits, 6);
    expect(other.pairs[0]?.likeness).toBe(1);
  });

  test("a copy that is mirrored top to bottom and traced is found and called so; nobody else's drawing is", () => {
    const upsideDown = ({ x, y }: LayoutPoint): LayoutPoint => ({ x, y: 100 - y });
    const planted = copies.map(([, id]) => moved(drawings.find((drawing) => drawing.id === id)!, id, upsideDown));
    const { pairs } = findCopies([...independent, ...planted]);
    const wanted = new Set(copies.map((pair) => [...pair].sort().join(" ")));
    const found = pairs.filter(({ mirrored }) => mirrored).map(({ ids }) => [...ids].sort().join(" "));
    expect(found.filter((name) => wanted.has(name)).length).toBeGreaterThanOrEqual(6);
    expect(found.filter((name) => !wanted.has(name))).toEqual([]);
  });

  test("a layout that is like its own mirror image is one pair, not two", () => {
    const nodes = independent[0]!.nodes.flatMap((node) => [node, { ...node, y: 300 - node.y }]);
    const [one, other] = ["one", "other"].map((id) => ({ ...independent[0]!, id, author: id, nodes, wires: [] }));
    const { pairs } = findCopies([...independent, one!, other!]);
    const own = pairs.filter(({ ids }) => ids.includes("one") && ids.includes("other"));
    expect(own.map(({ mirrored }) => mirrored)).toEqual([false]);
  });

  test("what most of a class draws is not a copy", () => {
    const random = seededRandom("all alike");
    const alike = Array.from({ length: 40 }, (_, k) =>
      moved(independent[0]!, `s${k}`, ({ x, y }) => ({ x: x + 0.02 * random.normal(), y: y + 0.02 * random.normal() })),
    );
    expect(findCopies(alike).pairs).toEqual([]);
    expect(findCopies([...independent, alike[0]!]).pairs).not.toEqual([]);
  });

  test("one picture that everybody handed in is a pair of each two, whatever the class draws", () => {
    const same = Array.from({ length: 6 }, (_, k) => moved(independent[0]!, `s${k}`, (at) => at));
    const found = findCopies(same);
    expect(found.pairs).toHaveLength(15);
    expect(found.pairs.every(({ expected }) => expected < 1e-6)).toBe(true);
    expect(found.groups.map(({ ids }) => ids)).toEqual([same.map(({ id }) => id)]);
    const almost = findCopies([...same.slice(1), moved(independent[1]!, "own", (at) => at)]);
    expect(almost.pairs).toHaveLength(10);
    expect(almost.pairs.flatMap(({ ids }) => ids)).not.toContain("own");
  });

  test("a structure that two share counts by how rare it is", () => {
    const copy = moved(independent[0]!, "copy", (at) => at);
    const bitsAmong = (others: readonly LaidOutCircuit[]) => {
      const alone = others.map((one) => ({ ...one, structure: one.id }));
      const two = [independent[0]!, copy].map((one) => ({ ...one, structure: "rare" }));
      const { pairs } = findCopies([...two, ...alone], { chance: 1e9 });
      const pair = pairs.find(({ ids }) => ids.includes("copy") && ids.includes(independent[0]!.id));
      expect(pair?.sharing).toBe(2);
      return pair!.bits;
    };
    expect(bitsAmong(independent.slice(1, 63)) - bitsAmong(independent.slice(1, 15))).toBeCloseTo(2, 1);
  });

  test("two drawings of one author are no pair, nor are two of earlier terms", () => {
    const copy = moved(independent[0]!, "copy", (at) => at);
    const own = { ...independent[0]!, author: "copy" };
    expect(pairNames(findCopies([own, ...independent.slice(1), copy]))).not.toContain(`copy ${own.id}`);
    const now = independent.slice(2);
    const then = [independent[0]!, copy];
    expect(findCopies(now, { earlier: then }).pairs.flatMap(({ ids }) => ids)).not.toContain("copy");
    const again = moved(independent[0]!, "again", (at) => at);
    const found = findCopies([...now, again], { earlier: [independent[0]!, ...independent.slice(1, 2)] });
    expect(pairNames(found)).toContain(["again", independent[0]!.id].sort().join(" "));
  });

  test("dismissed pairs are left out, and circuits that differ are in no group", () => {
    const [one] = independent;
    const copy = moved(one!, "copy", (at) => at);
    const dismissed = [["copy", one!.id]] as const;
    expect(pairNames(findCopies([...independent, copy]))).toContain(["copy", one!.id].sort().join(" "));
    expect(pairNames(findCopies([...independent, copy], { dismissed }))).not.toContain(
      ["copy", one!.id].sort().join(" "),
    );
    const other = findCopies([...independent, { ...copy, structure: "another" }]);
    expect(other.pairs.find(({ ids }) => ids.includes("copy"))?.sharing).toBe(0);
    expect(other.groups.flatMap(({ ids }) => ids)).not.toContain("copy");
  });

  test("groups are connected by pairs; drawings without gates are reported", () => {
    const [one] = independent;
    const twins = ["b", "c"].map((id) => moved(one!, id, (at) => at));
    const empty = { id: "empty", author: null, structure: "", nodes: [], wires: [] };
    const found = findCopies([...independent, ...twins, empty]);
    expect(found.groups[0]?.ids).toEqual([one!.id, "b", "c"]);
    expect([found.compared, found.notCompared]).toEqual([72, ["empty"]]);
    expect(findCopies([]).pairs).toEqual([]);
  });
});
