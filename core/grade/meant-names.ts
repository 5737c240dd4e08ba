import { givenName, plainName } from "../boolean/given-names.ts";

/** Of shorter names that differ in one character each may be right. */
const LEAST_LENGTH = 3;

/**
 * Which of an item's `names` each drawn name means, null for none: the same one, however it is written, otherwise the
 * only one that looks like it. No name is given twice for its looks, and one that also looks like another of the item's
 * means none. What the drawing computes plays no part.
 *
 * @example
 * meantNames(["Cik", "Tst"], ["rst", "clk"]); // ["clk", "rst"]
 * meantNames(["In3", "In2"], ["in1", "in2"]); // [null, "in2"]
 */
export function meantNames(drawn: readonly string[], names: readonly string[]): (string | null)[] {
  const given = drawn.map((name) => givenName(name, names));
  const alike = drawn.map((name, index) => (given[index] === null ? likeName(name, names) : null));
  const isFree = (name: string | null) => !given.includes(name) && alike.indexOf(name) === alike.lastIndexOf(name);
  return given.map((name, index) => name ?? (isFree(alike[index]!) ? alike[index]! : null));
}

/** Whether two names look like one, or differ in one character that may be misread. */
export function isAlike(name: string, other: string): boolean {
  const [own, wanted] = [shapesOf(name), shapesOf(other)];
  return own === wanted || areClose(wanted, own);
}

function likeName(name: string, names: readonly string[]): string | null {
  const own = shapesOf(name);
  const same = names.filter((other) => shapesOf(other) === own);
  const [best, ...others] = same.length > 0 ? same : names.filter((other) => areClose(shapesOf(other), own));
  return best !== undefined && others.length === 0 ? best : null;
}

/** The name with one character for those that no letter reader can tell apart: 0 and O, 1, I and a small L. */
function shapesOf(name: string): string {
  return plainName(name).replace(/[1L]/g, "I").replaceAll("0", "O");
}

/** Whether one character was read as another; another index is another name. */
function areClose(a: string, b: string): boolean {
  const different = [...a].flatMap((character, index) => (character === b[index] ? [] : character + b[index]));
  return (
    a.length === b.length && a.length >= LEAST_LENGTH && different.length === 1 && !/^[\dIO]{2}$/.test(different[0]!)
  );
}
