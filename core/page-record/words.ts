import { withoutTurns } from "../basics/shown-name.ts";
import { capital, count, withArticle } from "../basics/texts.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";
import type { GivenGrade, NamedObject, Said, Statement } from "./statement.ts";

const WIRE_WORDS = {
  join: "wires are joined",
  cut: "a wire is cut",
  erase: "lines are not wires",
  meeting: "how lines meet",
  draw: "a wire is drawn",
  attach: "a wire goes to a pin",
  invert: "an inversion",
  include: "what was left aside is read",
  accept: "a problem is drawn like that",
} as const satisfies Record<WireCorrection["kind"], string>;

/**
 * What somebody said of a page, in words. `all` are the page's statements by number, for what one takes back.
 *
 * @example
 * wordsOf({ number: 1, statement: { kind: "grade", grade: { graded: true, totalGrade: 5, comment: null } } }, new Map()); // "5 points"
 */
export function wordsOf({ statement }: Pick<Said, "statement">, all: ReadonlyMap<number, Said>): string {
  switch (statement.kind) {
    case "object":
      return withoutTurns(objectWords(statement));
    case "wires":
      return wireWords(statement);
    case "discard":
      return "All corrections are discarded";
    case "choice":
      return `Read as: ${statement.text}`;
    case "grade":
      return gradeWords(statement.grade);
    case "owner":
      return `A page of ${statement.owner.studentId}, item ${statement.owner.item}`;
    case "ignore":
      return "No answer";
    case "take-back":
      return takeBackWords(statement.number, all);
  }
}

/** Taking back what took something back says that this holds again. */
function takeBackWords(number: number, all: ReadonlyMap<number, Said>): string {
  let said = all.get(number);
  let isGone = true;
  while (said?.statement.kind === "take-back") {
    const earlier = said.statement.number;
    said = earlier < said.number ? all.get(earlier) : undefined;
    isGone = !isGone;
  }
  const what = isGone ? "Taken back" : "Holds again";
  return said ? `${what}: ${wordsOf(said, all)}` : what;
}

function objectWords({ called, was, is }: Extract<Statement, { kind: "object" }>): string {
  const before = capital(called || (was ? nameOf(was) : ""));
  if (is === null) return `${before} is not there`;
  if (was === null) return `There is ${withArticle(nameOf(is))}`;
  if (was.className !== is.className) return `${before} is ${withArticle(nameOf(is))}`;
  if (was.label !== is.label) return is.label === "" ? `${before} has no name` : `${before} is named ${is.label}`;
  return `${before} is elsewhere`;
}

function nameOf({ className, label }: NamedObject): string {
  return label === "" ? className : `${className} ${label}`;
}

function wireWords({ add, drop }: Extract<Statement, { kind: "wires" }>): string {
  const said = add.map(({ kind }) => WIRE_WORDS[kind]);
  const gone = drop.length > 0 ? [`${count(drop.length, "correction")} of wires taken back`] : [];
  const [first = "", ...rest] = [...new Set(said), ...gone];
  return [`Wires: ${first}`, ...rest].join(", ");
}

function gradeWords({ graded, totalGrade, comment }: GivenGrade): string {
  const grade = graded && totalGrade !== null ? count(totalGrade, "point") : "No grade";
  return comment === null ? grade : `${grade}, “${comment}”`;
}
