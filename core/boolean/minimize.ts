import { constant, type Expression, not, operation, variable } from "./expression.ts";

/** A product of literals: the variables at the bits of `care` have the bits of `value`, the others are free. */
interface Cube {
  readonly care: number;
  readonly value: number;
}

/**
 * A short sum of products for the rows of a table over `variables`: 1 where it must be 1, 0 where it must be 0, and an X
 * does not matter. It has only prime implicants and none that could be left out (Quine–McCluskey, with a greedy choice
 * of those that are not essential); constant if nothing depends on a variable.
 *
 * @throws {RangeError} if `rows` does not have 2 to the number of variables characters, or there are more than 7.
 * @example
 * printExpression(minimize("01X1", ["A", "B"])); // "B"
 */
export function minimize(rows: string, variables: readonly string[]): Expression {
  const width = variables.length;
  if (rows.length !== 2 ** width || width > 7) throw new RangeError(`${rows.length} rows over ${width} variables`);
  const ones = [...rows].flatMap((bit, row) => (bit === "1" ? [row] : []));
  const primes = primeCubes(rows, width);
  const chosen = cover(ones, primes);
  const products = chosen.map((cube) => productOf(cube, variables));
  const [first] = products;
  if (first === undefined) return constant(0);
  if (first === null) return constant(1);
  const terms = products.filter((product) => product !== null);
  return terms.length === 1 ? first : operation("or", terms);
}

/** All implicants that are in no larger one, those with the fewest literals first. */
function primeCubes(rows: string, width: number): Cube[] {
  const all = rows.length - 1;
  const cubes: Cube[] = [];
  for (let care = 0; care <= all; care += 1) {
    for (let value = 0; value <= all; value += 1) {
      if ((value & ~care) === 0 && isImplicant({ care, value }, rows)) cubes.push({ care, value });
    }
  }
  const isPrime = ({ care, value }: Cube) => {
    return !bitsOf(care, width).some((bit) => isImplicant({ care: care & ~bit, value: value & ~bit }, rows));
  };
  return cubes.filter(isPrime).sort((a, b) => bitsOf(a.care, width).length - bitsOf(b.care, width).length);
}

function isImplicant(cube: Cube, rows: string): boolean {
  for (let row = 0; row < rows.length; row += 1) if (rows[row] === "0" && covers(cube, row)) return false;
  return true;
}

function covers({ care, value }: Cube, row: number): boolean {
  return (row & care) === value;
}

function bitsOf(mask: number, width: number): number[] {
  return Array.from({ length: width }, (_, place) => 1 << place).filter((bit) => mask & bit);
}

/** Primes that cover all `ones`: those that alone cover a row, then the one that covers most of the rest, and so on. */
function cover(ones: readonly number[], primes: readonly Cube[]): Cube[] {
  const essential = primes.filter((prime) => {
    return ones.some((row) => covers(prime, row) && !primes.some((other) => other !== prime && covers(other, row)));
  });
  const chosen = [...essential];
  for (;;) {
    const left = ones.filter((row) => !chosen.some((cube) => covers(cube, row)));
    if (left.length === 0) break;
    const gain = (prime: Cube) => left.filter((row) => covers(prime, row)).length;
    chosen.push(primes.reduce((best, prime) => (gain(prime) > gain(best) ? prime : best)));
  }
  return chosen.reduceRight((kept, cube) => {
    const others = kept.filter((each) => each !== cube);
    return ones.every((row) => others.some((each) => covers(each, row))) ? others : kept;
  }, chosen);
}

/** Null for the product of no literals, which is 1. */
function productOf({ care, value }: Cube, variables: readonly string[]): Expression | null {
  const literals = variables.flatMap((name, index) => {
    const bit = 1 << (variables.length - 1 - index);
    return care & bit ? [value & bit ? variable(name) : not(variable(name))] : [];
  });
  const [first] = literals;
  if (first === undefined) return null;
  return literals.length === 1 ? first : operation("and", literals);
}
