import { excerptAround } from "./excerpt.ts";
import { constant, type Expression, not, type OperatorKind, operation, variable } from "./expression.ts";
import { plainName } from "./given-names.ts";
import { type LeftSide, leftSide } from "./left-side.ts";
import { TWO_SIGNS, type WrittenOperator } from "./notation.ts";
import { type Token, type Tokens, tokenize } from "./tokens.ts";
import { LATEX, withoutTypesetting } from "./typesetting.ts";
import { variablesOf } from "./variables.ts";

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
      /** The name on the left of `F = …`, as it is; null without one. */
      readonly output: string | null;
    }
  | { readonly ok: false; readonly error: ExpressionError };

/** Nested parentheses and complements; far above what anybody writes, far below what the call stack holds. */
const MAX_DEPTH = 500;

/** From the loosest to the tightest; a complement binds tighter than all of them. */
const LEVELS: readonly { readonly kind: OperatorKind; readonly inverted: WrittenOperator }[] = [
  { kind: "or", inverted: "nor" },
  { kind: "xor", inverted: "xnor" },
  { kind: "and", inverted: "nand" },
];

/** `and(F, A, B)`, whose F is an input in other languages. */
const GATE = /^(\s*(n?and|x?n?or)\s*\(\s*)([FG])\s*,[^()]*\)\s*$/;
/** A + in Verilog, where it adds. */
const VERILOG_SUM = /^\s*(?:assign|wire|logic|always(?:_comb)?)\s+[^\s=:<].*?(?<!\()\+/s;
/** An equivalence, which in logic binds looser than OR. */
const ARROW = /[↔⇔⟷⟺≡]|[-=]>$|arrow$|iff$|equiv/i;

/** `a. A + B`, as exercises are numbered; a point with a blank behind it may also be an AND. */
const NUMBERED = /^\s*([A-Za-z]\.)\s/;

const LONG_OVERLINE = "put ~ in front, with brackets around all that the overline is over";

/** What to write instead of a sign that is not read. */
const INSTEAD: Readonly<Record<string, string>> = {
  "=": "only an output's name may be in front of it",
  $: "write the XOR of ABEL and CUPL as ^",
  "→": "write A → B as ~A | B",
  "⇒": "write A ⇒ B as ~A | B",
  "⊃": "write A ⊃ B as ~A | B",
  "≠": "write A ≠ B as A ^ B",
  "≢": "write A ≢ B as A ^ B",
  "↮": "write A ↮ B as A ^ B",
  "⇎": "write A ⇎ B as A ^ B",
  "?": "write A ? B : C as A & B | ~A & C",
  "-": "write a complement as ~",
  "−": "write a complement as ~",
  Σ: "only an output's name may be in front of a list of row numbers, as in F = Σm(1, 2)",
  "\u0304": LONG_OVERLINE,
  "\u0305": LONG_OVERLINE,
};

/** A ~ behind an operand or a sign of LaTeX, where it is a blank. */
const LATEX_BLANK = /(?<=\S)(?<![([{=$|&^~])~(?!\^)/;
/** What web pages show for an overline, and its command: with both, the formula was copied together with its source. */
const SHOWN_OVERLINE = /[¯ˉ‾]/;
const OVERLINE_COMMAND = /\\(?:overline|bar)(?![A-Za-z])/;

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
  /** Its last `&&`. */
  doubleAnd: Token | null;
  /** An operator that binds tighter than `&&` in programming languages, but looser than AND here. */
  looser: Token | null;
  /** A NAND, a NOR or an equivalence, which has no rank among the others. */
  unranked: Token | null;
  /** How many operators there are, those between letters next to each other counted. */
  operators: number;
}

interface Cursor extends Tokens {
  readonly text: string;
  /** Index of the next token. */
  at: number;
  depth: number;
  /** How many primes the operand with the most has, counting those of operands in it, in the current group so far. */
  primes: number;
  asSpecified: boolean;
  group: Group;
}

/**
 * Parses an expression of variables, complements, AND, XOR, OR, the constants 0 and 1 and brackets. A complement binds
 * tighter than AND, AND tighter than XOR, XOR tighter than OR; spaces are free. A chain of one operator becomes one
 * node; brackets keep nesting. `notation.ts` has the symbols and words; a word may also be a function: `NAND(A, B, C)`.
 * `F = …` and `F(A, B) = …` name the output.
 *
 * Where all names are single letters A to G, lower case means the same letter, and letters or brackets next to each
 * other are an AND; otherwise a name is an identifier, as it is. What has two meanings is an error: `&&` next to `|` is
 * one thing in logic and another in programming languages; NAND, NOR and ↔ have no rank among other operators; a chain of
 * XNOR is one thing by pairs and another as one gate; an overline over two letters may be one or two.
 *
 * @param names what the variables are called, if not A to G. Then these, too, are an AND next to each other; case and the
 * way in which an index is written do not count, and the longest name is read first. Any other name is as it is.
 * @example
 * parseExpression("A ^ B | (C & ~A)"); // { ok: true, asSpecified: true, expression: { kind: "or", operands: […] }, … }
 * parseExpression("F = ab + c'"); // { ok: true, asSpecified: false, output: "F", expression: { kind: "or", … } }
 * parseExpression("s1S_0", ["S1", "S0"]); // { ok: true, asSpecified: false, expression: { kind: "and", operands: […] }, … }
 * parseExpression("A ^"); // { ok: false, error: { code: "expected-operand", offset: 3, message: … } }
 */
export function parseExpression(text: string, names?: readonly string[]): ParsedExpression {
  const plain = withoutTypesetting(text);
  const left = leftSide(plain, names);
  const group = newGroup();
  const cursor: Cursor = {
    text: plain,
    ...tokenize(plain, { start: left?.end, names }),
    at: 0,
    depth: 0,
    primes: 0,
    asSpecified: left === null && plain === text,
    group,
  };
  try {
    const gate = names ? null : GATE.exec(plain);
    if (gate) {
      const what = `${gate[3]} may be the output, as in Verilog: write ${gate[3]} = ${gate[2]}(…), or a sign between all`;
      throw new ParseFailure("expected-operand", { what, offset: gate[1]!.length });
    }
    const sum = VERILOG_SUM.exec(plain);
    if (sum && left !== null) {
      const what = "+ adds in Verilog: write | for OR, ^ for the sum of two bits";
      throw new ParseFailure("expected-operator", { what, offset: sum[0].length - 1 });
    }
    const numbered = NUMBERED.exec(plain);
    if (numbered) {
      const what = `${numbered[1]} may be a label or an AND: leave the label out, or write ${numbered[1]!.charAt(0)} &`;
      throw new ParseFailure("expected-operator", { what, offset: plain.search(/\S/) });
    }
    const blank = LATEX.test(text) ? text.search(LATEX_BLANK) : -1;
    if (blank !== -1) {
      const what = "~ is a blank in LaTeX: leave it out, or write \\lnot for a complement";
      throw new ParseFailure("expected-operator", { what, offset: blank });
    }
    const shown = text.slice(0, Math.max(0, text.search(OVERLINE_COMMAND))).search(SHOWN_OVERLINE);
    if (shown !== -1) {
      const what = "the formula is there with and without \\: paste it once";
      throw new ParseFailure("expected-operator", { what, offset: shown });
    }
    if (cursor.letters && !names) refuseLowerCaseSigns(cursor);
    refuseBothCases(cursor, names);
    const expression = parseGroup(cursor);
    if (peek(cursor).kind !== "end") throw unexpected(cursor, "expected-operator");
    const variables = variablesOf(expression);
    if (variables.length === 0) {
      const offset = cursor.list.find(({ kind }) => kind === "constant")!.at;
      throw new ParseFailure("expected-variable", { what: "expected a variable", offset });
    }
    if (left !== null && variables.includes(cursor.letters && !names ? left.name.toUpperCase() : left.name)) {
      const what = `${left.name} is on both sides of the equals sign`;
      throw new ParseFailure("expected-operand", { what, offset: left.at });
    }
    const unlisted = left === null ? undefined : variables.find((name) => !isListed(name, { left, names }));
    if (unlisted !== undefined) {
      const what = `${unlisted} is not listed on the left`;
      throw new ParseFailure("expected-operand", { what, offset: left!.at });
    }
    return { ok: true, expression, asSpecified: cursor.asSpecified, output: left?.name ?? null };
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    const { code, offset, message: reason } = failure;
    const message = `Cannot parse expression "${excerptAround(text, offset).text}": ${reason} at ${offset}`;
    return { ok: false, error: { code, reason, message, offset } };
  }
}

/** A small e alone behind a capital, an AND in Italian and Portuguese; a small c as a superscript. */
const SMALL_SIGNS = /(?<=[A-Z'’)\]]\s)e\s|\^c/;

/** Refuses small letters that may be signs. */
function refuseLowerCaseSigns({ text }: Cursor): void {
  const offset = text.search(SMALL_SIGNS);
  if (offset === -1 || !/[A-Z]/.test(text)) return;
  const what = text[offset] === "e" ? "e may be an AND: write a sign" : TWO_SIGNS["^{"]!;
  throw new ParseFailure("expected-operator", { what, offset });
}

const COMPLEMENTS: ReadonlySet<Token["kind"]> = new Set(["complement", "primes", "bar"]);

/**
 * Refuses a letter in both cases where nothing else is a complement: the small one may be it, unless the input is given as
 * a small letter. Phones begin every text with a capital.
 */
function refuseBothCases({ list }: Cursor, names: readonly string[] = []): void {
  const letters = list.flatMap((token) => (token.kind === "name" && token.text.length === 1 ? [token] : []));
  const isSmall = ({ text }: Token) => text !== text.toUpperCase();
  if (letters.slice(1).every(isSmall) || list.some(({ kind }) => COMPLEMENTS.has(kind))) return;
  const capitals = new Set(letters.flatMap((token) => (isSmall(token) ? [] : [token.name])));
  const small = letters.find((token) => isSmall(token) && capitals.has(token.name) && !names.includes(token.text));
  if (small === undefined) return;
  const what = `${small.text} may be ${small.text.toUpperCase()} or its complement: write all letters alike, and a complement as ~`;
  throw new ParseFailure("expected-operator", { what, offset: small.at });
}

/** Whether a left side that lists variables, as `F(A, B)` and `F(AB)`, lists `variable`; `F(1)` lists none. */
function isListed(
  variable: string,
  { left, names }: { readonly left: LeftSide; readonly names: readonly string[] | undefined },
): boolean {
  const listed = left.variables ?? [];
  if (listed.every((name) => /^\d+$/.test(name))) return true;
  const tokens = listed.flatMap((name) => tokenize(name, { names }).list);
  return tokens.some((token) => token.kind === "name" && plainName(token.name) === plainName(variable));
}

function newGroup(): Group {
  return { doubleAnd: null, looser: null, unranked: null, operators: 0 };
}

/** What one pair of brackets, or the whole text, holds. */
function parseGroup(cursor: Cursor): Expression {
  const outer = cursor.group;
  const group = newGroup();
  cursor.group = group;
  const expression = parseLevel(cursor, 0);
  cursor.group = outer;
  if (group.doubleAnd !== null && group.looser !== null) {
    throw twoMeanings(group.doubleAnd, `&& next to ${group.looser.text}`);
  }
  if (group.unranked !== null && group.operators > 1) {
    throw twoMeanings(group.unranked, `${group.unranked.text} next to another operator`);
  }
  return expression;
}

function twoMeanings(token: Token, what: string): ParseFailure {
  return new ParseFailure("expected-parentheses", {
    what: `expected parentheses: ${what} has two meanings`,
    offset: token.at,
  });
}

function parseLevel(cursor: Cursor, level: number): Expression {
  const rank = LEVELS[level];
  if (rank === undefined) return parseOperand(cursor);
  const operands = [parseLevel(cursor, level + 1)];
  let inverted: Token | null = null;
  for (;;) {
    const token = peek(cursor);
    if (token.kind === "operator" && (token.operator === rank.kind || token.operator === rank.inverted)) {
      takeOperator(cursor, token);
      if (token.operator === rank.inverted) inverted = token;
    } else if (rank.kind !== "and" || !isNextTo(cursor, operands.at(-1)!)) break;
    cursor.group.operators += 1;
    operands.push(parseLevel(cursor, level + 1));
  }
  const [only] = operands;
  if (operands.length === 1 && only !== undefined) return only;
  const expression = operation(rank.kind, operands);
  if (inverted === null) return expression;
  if (operands.length > 2) throw twoMeanings(inverted, `${inverted.text} with more than two operands`);
  return not(expression);
}

function takeOperator(cursor: Cursor, token: Token & { readonly kind: "operator" }): void {
  const { group } = cursor;
  if (token.text === "&&") group.doubleAnd = token;
  else if (token.operator === "nand" || token.operator === "nor" || ARROW.test(token.text)) group.unranked = token;
  else if (token.operator !== "and" && token.text !== "||") group.looser = token;
  take(cursor);
}

/** Whether another operand follows `operand` without an operator, which is an AND. */
function isNextTo(cursor: Cursor, operand: Expression): boolean {
  if (!cursor.letters || isConstant(operand)) return false;
  const next = peek(cursor);
  const before = cursor.list[cursor.at - 1]!;
  // Two lines are two expressions.
  if (areOnTwoLines(cursor, before, next)) return false;
  const [, inner, end] = cursor.list.slice(cursor.at, cursor.at + 3);
  if (next.kind === "open" && inner?.kind === "constant" && end?.kind === "close") {
    throw new ParseFailure("expected-operator", {
      what: "expected an operator: (0) and (1) may be an index",
      offset: next.at,
    });
  }
  if (isLoneV(cursor)) throw new ParseFailure("expected-operator", { what: MAYBE_OR, offset: next.at });
  const follows = next.kind === "name" || next.kind === "open" || (next.kind === "complement" && !isWord(next));
  if (follows) cursor.asSpecified = false;
  return follows;
}

function areOnTwoLines({ text }: Cursor, before: Token, next: Token): boolean {
  return /[\r\n]/.test(text.slice(before.at + before.text.length, next.at));
}

/** A constant or its complement: in "1'A" a letter may have been left out. */
function isConstant(operand: Expression): boolean {
  return operand.kind === "constant" || (operand.kind === "not" && isConstant(operand.operand));
}

/** `∨` as people type it, which may also be an input's name. */
const MAYBE_OR = "v may be an OR or an input: write + for OR, & for AND";

/** Whether the next token is a v with blanks around it, and with an operand behind it. */
function isLoneV({ text, list, at }: Cursor): boolean {
  const [next, behind] = list.slice(at, at + 2);
  if (next?.kind !== "name" || !/^[vV]$/.test(next.text) || !behind) return false;
  const isOperand = ["name", "constant", "open", "complement", "bar"].includes(behind.kind);
  return isOperand && /\s/.test(text.charAt(next.at - 1)) && /\s/.test(text.charAt(next.at + 1));
}

/** A word, or a slash before its operand: `A /B` may be a NOT or a division. */
function isWord({ text }: Token): boolean {
  return /^[A-Za-z/]/.test(text);
}

function parseOperand(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (next.kind === "complement" || next.kind === "bar") {
    const after = cursor.list[cursor.at + 1]!;
    refuseLongBar(cursor, next, after);
    const operand = nested(cursor, () => parseOperand(cursor));
    const isUnclear = isWord(next) || (next.kind === "bar" && peek(cursor).at === after.at + after.text.length);
    if (isUnclear && isNextTo(cursor, operand)) throw twoMeanings(next, `${next.text} before an AND without a sign`);
    return not(operand);
  }
  const { primes } = cursor;
  cursor.primes = 0;
  let operand = parsePrimary(cursor);
  for (let count = takePrimes(cursor); count > 0; count = takePrimes(cursor)) {
    for (let prime = 0; prime < count; prime += 1) {
      if (cursor.primes === MAX_DEPTH) throw tooDeep(cursor);
      cursor.primes += 1;
      operand = not(operand);
    }
  }
  cursor.primes = Math.max(primes, cursor.primes);
  return operand;
}

/**
 * Web pages copy a long overline as several characters, and PDF files put it on a line of its own: neither says what it
 * is over. The overline is one of the two tokens.
 */
function refuseLongBar(cursor: Cursor, before: Token, next: Token): void {
  const { list, at } = cursor;
  const [token, another] = list.slice(at, at + 2);
  if (token!.kind !== "bar" || (another!.kind !== "bar" && !areOnTwoLines(cursor, before, next))) return;
  throw new ParseFailure("expected-operand", { what: `a long overline: ${LONG_OVERLINE}`, offset: token!.at });
}

/** Whether a sign behind the token before `at` may be for several operands: web pages copy one over AB as AB‾, too. */
function isBehindSeveral({ list }: Cursor, at: number): boolean {
  const isPlain = (token: Token | undefined) => token?.kind === "name" || token?.kind === "constant";
  const before = list[at - 2]?.kind === "operator" ? list[at - 3] : list[at - 2];
  return isPlain(list[at - 1]) && (isPlain(before) || before?.kind === "close");
}

/** Takes a sign behind an operand: how many complements it says, 0 for any other token. */
function takePrimes(cursor: Cursor): number {
  const token = peek(cursor);
  if (token.kind !== "primes" && token.kind !== "bar") return 0;
  refuseLongBar(cursor, cursor.list[cursor.at - 1]!, token);
  const isLong = isBehindSeveral(cursor, cursor.at);
  take(cursor);
  const next = peek(cursor);
  if (token.kind === "bar") {
    if (["name", "constant", "open", "complement"].includes(next.kind)) {
      throw twoMeanings(token, "an overline between two operands");
    }
    if (isLong) throw twoMeanings(token, "an overline behind two operands");
    return 1;
  }
  const [letter, over] = cursor.list.slice(cursor.at, cursor.at + 2);
  if (token.over && over?.over && letter!.at === token.at + token.text.length) {
    throw twoMeanings(token, "an overline over two letters");
  }
  return token.count;
}

function parsePrimary(cursor: Cursor): Expression {
  const next = peek(cursor);
  if (next.kind === "open") return nested(cursor, () => parseBrackets(cursor, next));
  if (next.kind === "operator" && isWord(next) && /^[([]$/.test(cursor.list[cursor.at + 1]?.text ?? "")) {
    return nested(cursor, () => parseFunction(cursor, next));
  }
  if (next.kind !== "name" && next.kind !== "constant") throw unexpected(cursor, "expected-operand");
  take(cursor);
  return next.kind === "name" ? variable(next.name) : constant(next.value);
}

/** `NAND(A, B, C)`, whose name was taken. */
function parseFunction(cursor: Cursor, name: Token & { readonly kind: "operator" }): Expression {
  const opened = take(cursor);
  const operands = [parseGroup(cursor)];
  while (peek(cursor).kind === "comma") {
    take(cursor);
    operands.push(parseGroup(cursor));
  }
  close(cursor, opened);
  const rank = LEVELS.find(({ kind, inverted }) => kind === name.operator || inverted === name.operator)!;
  if (operands.length < 2) {
    throw new ParseFailure("expected-operand", { what: `${name.text} takes two operands or more`, offset: name.at });
  }
  if (name.operator === "xnor" && operands.length > 2) {
    throw twoMeanings(name, `${name.text} with more than two operands`);
  }
  const expression = operation(rank.kind, operands);
  return name.operator === rank.kind ? expression : not(expression);
}

function parseBrackets(cursor: Cursor, opened: Token): Expression {
  const expression = parseGroup(cursor);
  close(cursor, opened);
  return expression;
}

function close(cursor: Cursor, opened: Token): void {
  const next = peek(cursor);
  if (next.kind === "end") {
    throw new ParseFailure("unclosed-parenthesis", { what: "unclosed parenthesis", offset: opened.at });
  }
  if (opened.kind !== "open" || next.text !== opened.close) throw unexpected(cursor, "expected-operator");
  take(cursor);
}

/** Takes the next token, and with it what `inner` reads, one level deeper. */
function nested(cursor: Cursor, inner: () => Expression): Expression {
  if (cursor.depth === MAX_DEPTH) throw tooDeep(cursor);
  take(cursor);
  cursor.depth += 1;
  const expression = inner();
  cursor.depth -= 1;
  return expression;
}

function tooDeep(cursor: Cursor): ParseFailure {
  return new ParseFailure("too-deep", { what: `nested deeper than ${MAX_DEPTH}`, offset: peek(cursor).at });
}

function peek(cursor: Cursor): Token {
  return cursor.list[cursor.at]!;
}

function take(cursor: Cursor): Token {
  const token = peek(cursor);
  if (!token.specified) cursor.asSpecified = false;
  cursor.at += 1;
  return token;
}

function unexpected(cursor: Cursor, code: "expected-operand" | "expected-operator"): ParseFailure {
  const { kind, text, at: offset } = peek(cursor);
  if (kind === "unknown" && !/[0-9]/.test(text)) {
    const instead = INSTEAD[text] ? `: ${INSTEAD[text]}` : "";
    const what = TWO_SIGNS[text] ?? `unexpected character "${text}"${instead}`;
    return new ParseFailure("unexpected-character", { what, offset });
  }
  if (code === "expected-operand") return new ParseFailure(code, { what: "expected an operand", offset });
  if (isLoneV(cursor)) return new ParseFailure(code, { what: MAYBE_OR, offset });
  const called = cursor.list[cursor.at - 1]?.text ?? "";
  if (text === "(" && /^[A-Za-z]{3,}$/.test(called)) {
    return new ParseFailure(code, { what: `expected an operator: ${called} is not a function that is read`, offset });
  }
  const isAnother = kind === "comma" || /[\r\n]\s*$/.test(cursor.text.slice(0, offset));
  const what = `expected an operator${isAnother ? ": each output needs a key of its own" : ""}`;
  return new ParseFailure(code, { what, offset });
}
