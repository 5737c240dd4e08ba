import { excerptAround } from "./excerpt.ts";
import { constant, type Expression, not, operation, variable } from "./expression.ts";
import { COMPLEMENTS, namesAreLetters, OPERATORS, PRIMES, spellingAt } from "./notation.ts";

export interface ExpressionError {
  readonly code:
    | "expected-operand"
    | "expected-operator"
    | "expected-parentheses"
    | "expected-variable"
    | "unexpected-character"
    | "unclosed-parenthesis"
    | "too-deep";
  /** `expected an operand` */
  readonly reason: string;
  /** `Cannot parse expression "A ^": expected an operand at 3`; a long expression is cut around the place. */
  readonly message: string;
  /** UTF-16 units from the start of the text to the place, 0 … its length. */
  readonly offset: number;
}

export type ParsedExpression =
  | {
      readonly ok: true;
      readonly expression: Expression;
      /** Whether only the specification's notation was used: `~ & ^ |`, parentheses, and names as they are. */
      readonly asSpecified: boolean;
    }
  | { readonly ok: false; readonly error: ExpressionError };

/** Nested parentheses and complements; far above what anybody writes, far below what the call stack holds. */
const MAX_DEPTH = 500;

const SPACE = /\s/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const LETTER = /[A-Ga-g]/y;

/** Unwinds the descent to `parseExpression`, which turns it into a value; it never leaves this file. */
class ParseFailure extends Error {
  readonly code: ExpressionError["code"];
  readonly offset: number;
  constructor(code: ExpressionError["code"], place: { readonly what: string; readonly offset: number }) {
    super(place.what);
    this.code = code;
    this.offset = place.offset;
  }
}

/** What one pair of parentheses, or the whole text, holds outside of further parentheses. */
interface Group {
  /** The offset of its last `&&`. */
  doubleAnd: number | null;
  /** An operator that binds tighter than `&&` in programming languages, but looser than AND here. */
  looser: string | null;
}

interface Cursor {
  readonly text: string;
  /** Names are single letters A to G, in either case; letters and parentheses next to each other are an AND. */
  readonly letters: boolean;
  at: number;
  depth: number;
  /** How many primes the operand with the most has, counting those of operands in it, in the current group so far. */
  primes: number;
  asSpecified: boolean;
  group: Group;
}

/**
 * Parses an expression of variables, complements, AND, XOR, OR, the constants 0 and 1 and parentheses. A complement
 * binds tighter than AND, AND tighter than XOR, XOR tighter than OR; spaces are free. A chain of one operator becomes one
 * node; parentheses keep nesting. OPERATORS, COMPLEMENTS and PRIMES are the symbols.
 *
 * Where all names are single letters A to G, lower case means the same letter, and letters or parentheses next to each
 * other are an AND; otherwise a name is an identifier, as it is. What has two meanings is an error: `&&` next to `|` is
 * one thing in logic and another in programming languages.
 *
 * @example
 * parseExpression("A ^ B | (C & ~A)"); // { ok: true, asSpecified: true, expression: { kind: "or", operands: […] } }
 * parseExpression("ab + c'"); // { ok: true, asSpecified: false, expression: { kind: "or", operands: […] } }
 * parseExpression("A ^"); // { ok: false, error: { code: "expected-operand", offset: 3, message: … } }
 */
export function parseExpression(text: string): ParsedExpression {
  const group: Group = { doubleAnd: null, looser: null };
  const cursor: Cursor = {
    text,
    letters: namesAreLetters(text),
    at: 0,
    depth: 0,
    primes: 0,
    asSpecified: true,
    group,
  };
  try {
    const expression = parseGroup(cursor);
    if (peek(cursor) !== "") throw unexpected(cursor, "expected-operator");
    if (!/[A-Za-z_]/.test(text)) {
      throw new ParseFailure("expected-variable", { what: "expected a variable", offset: text.search(/[01]/) });
    }
    return { ok: true, expression, asSpecified: cursor.asSpecified };
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    const { code, offset, message: reason } = failure;
    const message = `Cannot parse expression "${excerptAround(text, offset).text}": ${reason} at ${offset}`;
    return { ok: false, error: { code, reason, message, offset } };
  }
}

/** What one pair of parentheses, or the whole text, holds. */
function parseGroup(cursor: Cursor): Expression {
  const outer = cursor.group;
  const group: Group = { doubleAnd: null, looser: null };
  cursor.group = group;
  const expression = parseLevel(cursor, 0);
  cursor.group = outer;
  if (group.doubleAnd !== null && group.looser !== null) {
    const what = `expected parentheses: && next to ${group.looser} has two meanings`;
    throw new ParseFailure("expected-parentheses", { what, offset: group.doubleAnd });
  }
  return expression;
}

function parseLevel(cursor: Cursor, level: number): Expression {
  const operator = OPERATORS[level];
  if (operator === undefined) return parseOperand(cursor);
  const operands = [parseLevel(cursor, level + 1)];
  for (;;) {
    peek(cursor);
    const spelling = spellingAt(cursor.text, cursor.at, operator.spellings);
    if (spelling !== null) takeOperator(cursor, spelling, operator.symbol);
    else if (operator.kind !== "and" || !isNextTo(cursor, operands.at(-1)!)) break;
    operands.push(parseLevel(cursor, level + 1));
  }
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? only : operation(operator.kind, operands);
}

function takeOperator(cursor: Cursor, spelling: string, symbol: string): void {
  if (spelling === "&&") cursor.group.doubleAnd = cursor.at;
  else if (symbol !== "&" && spelling !== "||") cursor.group.looser = spelling;
  if (spelling !== symbol) cursor.asSpecified = false;
  cursor.at += spelling.length;
}

/** Whether another operand follows `operand` without an operator, which is an AND. */
function isNextTo(cursor: Cursor, operand: Expression): boolean {
  if (!cursor.letters || operand.kind === "constant") return false;
  const next = peek(cursor);
  const follows = next === "(" || /[A-Ga-g]/.test(next) || COMPLEMENTS.includes(next);
  if (follows) cursor.asSpecified = false;
  return follows;
}

function parseOperand(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (COMPLEMENTS.includes(next)) {
    if (next !== COMPLEMENTS[0]) cursor.asSpecified = false;
    return nested(cursor, () => not(parseOperand(cursor)));
  }
  const { primes } = cursor;
  cursor.primes = 0;
  let operand = next === "(" ? nested(cursor, () => parseParenthesis(cursor)) : parseName(cursor);
  while (PRIMES.includes(cursor.text.charAt(cursor.at)) && cursor.at < cursor.text.length) {
    if (cursor.primes === MAX_DEPTH) throw tooDeep(cursor);
    cursor.primes += 1;
    cursor.at += 1;
    cursor.asSpecified = false;
    operand = not(operand);
  }
  cursor.primes = Math.max(primes, cursor.primes);
  return operand;
}

function parseName(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (next === "0" || next === "1") {
    cursor.at += 1;
    return constant(next === "0" ? 0 : 1);
  }
  const pattern = cursor.letters ? LETTER : NAME;
  pattern.lastIndex = cursor.at;
  const name = pattern.exec(cursor.text)?.[0];
  if (name === undefined) throw unexpected(cursor, "expected-operand");
  cursor.at += name.length;
  if (!cursor.letters) return variable(name);
  if (name !== name.toUpperCase()) cursor.asSpecified = false;
  return variable(name.toUpperCase());
}

function nested(cursor: Cursor, inner: () => Expression): Expression {
  if (cursor.depth === MAX_DEPTH) throw tooDeep(cursor);
  cursor.at += 1;
  cursor.depth += 1;
  const expression = inner();
  cursor.depth -= 1;
  return expression;
}

function tooDeep(cursor: Cursor): ParseFailure {
  return new ParseFailure("too-deep", { what: `nested deeper than ${MAX_DEPTH}`, offset: cursor.at });
}

function parseParenthesis(cursor: Cursor): Expression {
  const opened = cursor.at - 1;
  const expression = parseGroup(cursor);
  const next = peek(cursor);
  if (next === "") throw new ParseFailure("unclosed-parenthesis", { what: "unclosed parenthesis", offset: opened });
  if (next !== ")") throw unexpected(cursor, "expected-operator");
  cursor.at += 1;
  return expression;
}

/** The next character that is not a space, or an empty string at the end; the cursor is then at it. */
function peek(cursor: Cursor): string {
  while (cursor.at < cursor.text.length && SPACE.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.text.charAt(cursor.at);
}

const KNOWN_CHARACTERS = new Set([...OPERATORS.flatMap(({ spellings }) => spellings), ...COMPLEMENTS, ...PRIMES]);

function unexpected(cursor: Cursor, code: "expected-operand" | "expected-operator"): ParseFailure {
  const next = peek(cursor);
  const offset = cursor.at;
  if (next !== "" && !/[A-Za-z0-9_()]/.test(next) && !KNOWN_CHARACTERS.has(next)) {
    const character = String.fromCodePoint(cursor.text.codePointAt(offset) ?? 0);
    return new ParseFailure("unexpected-character", { what: `unexpected character "${character}"`, offset });
  }
  return new ParseFailure(code, {
    what: code === "expected-operand" ? "expected an operand" : "expected an operator",
    offset,
  });
}
