import { type Expression, not, type OperatorKind, operation, variable } from "./expression.ts";

export interface ExpressionError {
  readonly code:
    | "expected-operand"
    | "expected-operator"
    | "unexpected-character"
    | "unclosed-parenthesis"
    | "too-deep";
  /** `Cannot parse expression "A ^": expected an operand at 3` */
  readonly message: string;
  /** Characters from the start of the text to the place, 0 … its length. */
  readonly offset: number;
}

export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly error: ExpressionError };

/** Binary operators from the loosest to the tightest; `~` binds tighter than all of them. */
const LEVELS: readonly { readonly symbol: string; readonly kind: OperatorKind }[] = [
  { symbol: "|", kind: "or" },
  { symbol: "^", kind: "xor" },
  { symbol: "&", kind: "and" },
];

/** Nested parentheses and complements; far above what anybody writes, far below what the call stack holds. */
const MAX_DEPTH = 500;

const SPACE = /\s/;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;

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

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

/**
 * Parses an expression of variables (identifiers), `~`, `&`, `^`, `|` and parentheses; precedence is `~` over `&` over
 * `^` over `|`, spaces are free. A chain of one operator becomes one node; parentheses keep nesting.
 *
 * @example
 * parseExpression("A ^ B | (C & ~A)"); // { ok: true, expression: { kind: "or", operands: […] } }
 * parseExpression("A ^"); // { ok: false, error: { code: "expected-operand", offset: 3, message: … } }
 */
export function parseExpression(text: string): ParsedExpression {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  try {
    const expression = parseLevel(cursor, 0);
    const rest = peek(cursor);
    if (rest !== "") throw unexpected(cursor, "expected-operator");
    return { ok: true, expression };
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    const { code, offset } = failure;
    const message = `Cannot parse expression "${text}": ${failure.message} at ${offset}`;
    return { ok: false, error: { code, message, offset } };
  }
}

function parseLevel(cursor: Cursor, level: number): Expression {
  const operator = LEVELS[level];
  if (operator === undefined) return parseOperand(cursor);
  const operands = [parseLevel(cursor, level + 1)];
  while (peek(cursor) === operator.symbol) {
    cursor.at += 1;
    operands.push(parseLevel(cursor, level + 1));
  }
  const [only] = operands;
  return operands.length === 1 && only !== undefined ? only : operation(operator.kind, operands);
}

function parseOperand(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (next === "~") return nested(cursor, () => not(parseOperand(cursor)));
  if (next === "(") return nested(cursor, () => parseParenthesis(cursor));
  IDENTIFIER.lastIndex = cursor.at;
  const name = IDENTIFIER.exec(cursor.text)?.[0];
  if (name === undefined) throw unexpected(cursor, "expected-operand");
  cursor.at += name.length;
  return variable(name);
}

function nested(cursor: Cursor, inner: () => Expression): Expression {
  if (cursor.depth === MAX_DEPTH) {
    throw new ParseFailure("too-deep", { what: `nested deeper than ${MAX_DEPTH}`, offset: cursor.at });
  }
  cursor.at += 1;
  cursor.depth += 1;
  const expression = inner();
  cursor.depth -= 1;
  return expression;
}

function parseParenthesis(cursor: Cursor): Expression {
  const opened = cursor.at - 1;
  const expression = parseLevel(cursor, 0);
  const next = peek(cursor);
  if (next === "") throw new ParseFailure("unclosed-parenthesis", { what: "unclosed parenthesis", offset: opened });
  if (next !== ")") throw unexpected(cursor, "expected-operator");
  cursor.at += 1;
  return expression;
}

/** The next character that is no space, or an empty string at the end; the cursor then stands on it. */
function peek(cursor: Cursor): string {
  while (cursor.at < cursor.text.length && SPACE.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
  return cursor.text.charAt(cursor.at);
}

function unexpected(cursor: Cursor, code: "expected-operand" | "expected-operator"): ParseFailure {
  const next = peek(cursor);
  const offset = cursor.at;
  if (next !== "" && !/[A-Za-z0-9_~&^|()]/.test(next)) {
    const character = String.fromCodePoint(cursor.text.codePointAt(offset) ?? 0);
    return new ParseFailure("unexpected-character", { what: `unexpected character "${character}"`, offset });
  }
  return new ParseFailure(code, {
    what: code === "expected-operand" ? "expected an operand" : "expected an operator",
    offset,
  });
}
