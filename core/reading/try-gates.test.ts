import { describe, expect, it } from "vitest";
import type { GateMark } from "../marks/marks.ts";
import { READING } from "../rules/limits.ts";
import { type Attempt, tryGates } from "./try-gates.ts";

function gate(confidence: number): GateMark {
  const box = { x: 0, y: 0, width: 40, height: 40 } as GateMark["box"];
  return { box, gateClass: "AND", classScores: [], direction: "right", confidence };
}

/**
 * Weighs with a circuit whose faults are `faultsOf` the accepted gates; returns the gates chosen and the attempts made.
 */
async function weigh(
  believed: readonly GateMark[],
  {
    doubtful = [],
    faultsOf,
    steps = 1,
  }: { doubtful?: readonly GateMark[]; faultsOf: (gates: readonly GateMark[]) => number; steps?: number },
) {
  let attempts = 0;
  const attempt = async (gates: readonly GateMark[]): Promise<Attempt<null>> => {
    attempts++;
    return { gates, result: null, faults: faultsOf(gates), steps };
  };
  const first = { gates: believed, result: null, faults: faultsOf(believed), steps };
  const { best, tried } = await tryGates(first, { doubtful, attempt });
  return { gates: best.gates, attempts, costs: tried.map(({ cost }) => cost) };
}

describe("tryGates", () => {
  const sure = gate(0.9);
  const weak = gate(0.5);
  const missed = gate(0.3);

  it("leaves a faultless circuit as it is, and tells what else it may be", async () => {
    const doubtful = [missed, gate(0.12), gate(0.35)];
    const { gates, attempts, costs } = await weigh([sure, weak], { doubtful, faultsOf: () => 0 });
    expect(gates).toEqual([sure, weak]);
    // The two that are the likeliest; what costs more than it can be worth is not tried.
    expect(attempts).toBe(2);
    expect(costs).toEqual([0, expect.closeTo(0.45), expect.closeTo(0.9)]);
    expect(await weigh([sure], { doubtful: [gate(0.12)], faultsOf: () => 0 })).toEqual({
      gates: [sure],
      attempts: 0,
      costs: [0],
    });
  });

  it("drops a weak gate that makes the circuit faulty", async () => {
    const { gates, costs } = await weigh([sure, weak], { faultsOf: (own) => (own.includes(weak) ? 2 : 0) });
    expect(gates).toEqual([sure]);
    // Two faults cost more than that a gate of .5 is none.
    const [kept, dropped] = costs;
    expect(dropped).toBeLessThan(kept!);
  });

  it("adds a doubtful gate that the wires need", async () => {
    const { gates } = await weigh([sure], { doubtful: [missed], faultsOf: (own) => (own.includes(missed) ? 0 : 2) });
    expect(gates).toEqual([sure, missed]);
  });

  it("never drops a certain gate, and keeps a weak one that makes no difference", async () => {
    const { gates } = await weigh([sure, weak], { faultsOf: (own) => (own.includes(sure) ? 3 : 0) });
    expect(gates).toEqual([sure, weak]);
  });

  it("tries a bounded number of readings", async () => {
    const many = Array.from({ length: 30 }, (_, k) => gate(0.35 + k / 1000));
    const { attempts } = await weigh([sure], { doubtful: many, faultsOf: () => 5 });
    expect(attempts).toBeLessThanOrEqual(8);
  });

  it.each([
    ["is all that may be taken", READING.steps + 1, 0],
    ["is half of it", READING.steps / 2, 2],
  ])("stops trying if one reading %s", async (_, steps, tried) => {
    const many = Array.from({ length: 30 }, (_, k) => gate(0.35 + k / 1000));
    const { attempts } = await weigh([sure], { doubtful: many, faultsOf: () => 5, steps });
    expect(attempts).toBe(tried);
  });

  it("leaves a page alone that is not a circuit", async () => {
    const { gates, attempts } = await weigh([sure, weak], { faultsOf: (own) => (own.includes(weak) ? 40 : 0) });
    expect(gates).toEqual([sure, weak]);
    expect(attempts).toBe(0);
  });
});
