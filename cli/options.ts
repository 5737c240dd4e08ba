import { type Command, InvalidArgumentError, Option } from "commander";
import { CERTAINTY } from "../core/rules/certainty.ts";
import { LIMITS, STACK } from "../core/rules/limits.ts";
import { isStudentId } from "../core/rules/students/student-id.ts";
import type { Part } from "./reading/part.ts";

export function jobsOption(): Option {
  return new Option("--jobs <number>", "pages read at once (default: one per core)").argParser(workers);
}

export function includeUnconfirmedOption(): Option {
  return new Option(
    "--include-unconfirmed",
    "also give points under review, and those of students whose missing page may be one without an owner; a second file lists them",
  );
}

export function tokenFileOption(): Option {
  return new Option(
    "--token-file <file>",
    "the access token, in a file that only you can read (otherwise CIRCUITGRADE_TOKEN, or you are asked)",
  );
}

export function percent(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 100)) throw new InvalidArgumentError("Expected 0 to 100.");
  return number;
}

/** The secret key of an encrypted backup. */
export function identityOption(): Option {
  return new Option("--identity <file>", "the file with the secret key of age, if the archive is encrypted");
}

export function studentId(text: string): string {
  if (!isStudentId(text)) throw new InvalidArgumentError(`Expected ${LIMITS.studentIdDigits} digits.`);
  return text;
}

export function certainty(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= CERTAINTY.min && number <= CERTAINTY.max)) {
    throw new InvalidArgumentError(`Expected a percentage from ${CERTAINTY.min} to ${CERTAINTY.max}, such as 98.`);
  }
  return number;
}

export function chance(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number > 0 && number <= 1000)) {
    throw new InvalidArgumentError("Expected a number above 0, at most 1000.");
  }
  return number;
}

function workers(text: string): number {
  return wholeNumber(text, 1024);
}

/** "2/3": the second of three parts. */
export function part(text: string): Part {
  const [part = 0, of = 0] = /^\d{1,6}\/\d{1,6}$/.test(text) ? text.split("/").map(Number) : [];
  if (part < 1 || part > of) {
    throw new InvalidArgumentError("Expected K/N, the K-th of N parts, such as 2/3.");
  }
  return { part, of };
}

export function pageNumber(text: string): number {
  return wholeNumber(text, STACK.pdfPages);
}

function wholeNumber(text: string, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new InvalidArgumentError(`Expected 1 to ${most}.`);
  return number;
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
