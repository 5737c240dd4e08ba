import { type Command, InvalidArgumentError, Option } from "commander";
import { CERTAINTY } from "../core/rules/certainty.ts";
import { LIMITS, STACK } from "../core/rules/limits.ts";
import { isStudentId } from "../core/rules/students/student-id.ts";
import type { Part } from "./reading/part.ts";

export function jobsOption(): Option {
  return new Option("--jobs <number>", "pages read at once (default: one per core)").argParser(wholeNumber(1024));
}

export function includeUnconfirmedOption(): Option {
  return new Option(
    "--include-unconfirmed",
    "also give points under review, and those of students whose missing page may be one without an owner; a second file lists them",
  );
}

export function pagesOption(): Option {
  return new Option(
    "--pages <path...>",
    "where the pages are, in folders or ZIP files, if they were moved after grading",
  );
}

export function tokenFileOption(): Option {
  return new Option(
    "--token-file <file>",
    "the access token, in a file that only you can read (otherwise CIRCUITGRADE_TOKEN, or you are asked)",
  );
}

export const percent = numberThat((number) => number >= 0 && number <= 100, "Expected 0 to 100.");

export const certainty = numberThat(
  (number) => number >= CERTAINTY.min && number <= CERTAINTY.max,
  `Expected a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}, such as 98.`,
);

export const chance = numberThat((number) => number > 0 && number <= 1000, "Expected a number above 0, at most 1000.");

export const pageNumber = wholeNumber(STACK.pdfPages);

/** The secret key of an encrypted backup. */
export function identityOption(): Option {
  return new Option("--identity <file>", "the file with the secret key of age, if the archive is encrypted");
}

export function studentId(text: string): string {
  if (!isStudentId(text)) throw new InvalidArgumentError(`Expected ${LIMITS.studentIdDigits} digits.`);
  return text;
}

/** "2/3": the second of three parts. */
export function part(text: string): Part {
  const [part = 0, of = 0] = /^\d{1,6}\/\d{1,6}$/.test(text) ? text.split("/").map(Number) : [];
  if (part < 1 || part > of) {
    throw new InvalidArgumentError("Expected K/N, the K-th of N parts, such as 2/3.");
  }
  return { part, of };
}

function wholeNumber(most: number): (text: string) => number {
  return numberThat((number) => Number.isInteger(number) && number >= 1 && number <= most, `Expected 1 to ${most}.`);
}

/** Reads a number that is one of those expected. */
function numberThat(isExpected: (number: number) => boolean, expected: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !isExpected(number)) throw new InvalidArgumentError(expected);
    return number;
  };
}

/** Adds what commands that read a roster have in common. */
export function addListOptions(command: Command): Command {
  return command
    .option(
      "--roster-id <column>",
      "the roster's column with the IDs: its heading or number (default: found by itself)",
    )
    .option("--roster-name <column>", "the roster's column with the names, in the same way")
    .option("--restore-zeros", "give IDs in the roster the leading zeros back that a spreadsheet dropped");
}
