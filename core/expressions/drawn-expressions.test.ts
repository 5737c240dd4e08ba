import fc from "fast-check";
import { expect, it } from "vitest";
import { printExpression } from "../boolean/print-expression.ts";
import { arbitraryNetlist } from "../testdata/arbitrary-netlist.ts";
import { drawnExpressions } from "./drawn-expressions.ts";

it("computes the length of every text before it is printed", () => {
  fc.assert(
    fc.property(arbitraryNetlist({ maxGates: 8, maxPins: 3 }), (netlist) => {
      for (const drawn of drawnExpressions(netlist)) {
        if (drawn !== null && drawn.length < 100_000) expect(printExpression(drawn.tree).length).toBe(drawn.length);
      }
    }),
    { numRuns: 200 },
  );
});
