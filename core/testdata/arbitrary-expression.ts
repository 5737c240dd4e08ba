import fc from "fast-check";
import { type Expression, not, operation, variable } from "../boolean/expression.ts";

/** Random expressions over `names` for property tests: gates of 2 to 4 operands, nested about five deep. */
export function arbitraryExpression(names: readonly string[]): fc.Arbitrary<Expression> {
  const leaf = fc.constantFrom(...names).map(variable);
  return fc.letrec<{ node: Expression }>((tie) => ({
    node: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      leaf,
      tie("node").map(not),
      fc
        .tuple(fc.constantFrom("and", "or", "xor"), fc.array(tie("node"), { minLength: 2, maxLength: 4 }))
        .map(([kind, operands]) => operation(kind, operands)),
    ),
  })).node;
}
