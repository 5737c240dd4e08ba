import { InvalidArgumentError } from "commander";

/** Parses an option's value: a whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`A whole number of at least ${least} is needed.`);
  };
}

/** Parses whole numbers of at least `least` with commas between them. */
export function wholeNumbers(least: number): (text: string) => number[] {
  return (text) => text.split(",").map(wholeNumber(least));
}
