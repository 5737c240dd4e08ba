import { givenName, givenNameAt } from "./given-names.ts";
import { commandSign, type Sign, symbolAt, TWO_SIGNS, wordSign } from "./notation.ts";

/** A name, a constant or a sign of an expression's text. */
export type Token = (
  | Sign
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "constant"; readonly value: 0 | 1 }
  | { readonly kind: "unknown" }
  | { readonly kind: "end" }
) & {
  /** As it is in the text. */
  readonly text: string;
  /** UTF-16 units from the start of the text. */
  readonly at: number;
  /** Whether the specification writes it so. */
  readonly specified: boolean;
  /** An overline that is a part of its letter (a combining character). */
  readonly over?: boolean;
};

/** Words with a hyphen: EX-OR, X-NOR. */
const HYPHENED = String.raw`[Ee]?[Xx]-[Nn]?[Oo][Rr]\b`;
const NAME = new RegExp(`${HYPHENED}|[A-Za-z_][A-Za-z0-9_]*`, "y");
const NAMES = new RegExp(String.raw`${HYPHENED}|\\?[A-Za-z_][A-Za-z0-9_]*`, "g");
const LETTERS = /^[A-Ga-g]+$/;
/** A letter with a macron or overline above it, once taken apart (NFD). */
const OVERLINED = /^[A-Za-z][\u0304\u0305]/;
const COMBINED = /[\u0304\u0305]/;

/** The tokens of a text, with an end after the last. */
export interface Tokens {
  readonly list: readonly Token[];
  /** All names are single letters A to G, in either case, or given; only then may names next to each other mean AND. */
  readonly letters: boolean;
}

interface TokenOptions {
  readonly start?: number | undefined;
  /** What the variables are called, if not A to G. */
  readonly names?: readonly string[] | undefined;
}

interface Lexing extends Pick<TokenOptions, "names"> {
  readonly letters: boolean;
}

/**
 * Cuts the text from `start` on into tokens; never fails. Where all names are single letters A to G, each letter is a
 * token, in upper case; otherwise a name is an identifier, as it is. With `names` the longest of these is a token.
 */
export function tokenize(text: string, { start = 0, names }: TokenOptions = {}): Tokens {
  const letters = names !== undefined || namesAreLetters(text.slice(start));
  const list: Token[] = [];
  let at = start;
  while (at < text.length) {
    const tokens = tokensAt(text, { at, letters, names });
    list.push(...tokens);
    at += tokens.reduce((sum, token) => sum + token.text.length, 0) || 1;
  }
  list.push({ kind: "end", text: "", at, specified: true });
  return { list, letters };
}

function namesAreLetters(text: string): boolean {
  const names =
    text
      .normalize("NFD")
      .replaceAll(/[\u0304\u0305]/g, "")
      .match(NAMES) ?? [];
  return names.every((name) => LETTERS.test(name) || name.startsWith("\\") || signOf(name) !== null);
}

/** The tokens that begin at `at`: one, those of a letter with an overline, or none at a space. */
function tokensAt(text: string, { at, letters, names }: Lexing & { readonly at: number }): Token[] {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (/\s/.test(character)) return [];
  if (character === "0" || character === "1") {
    return [{ kind: "constant", value: character === "0" ? 0 : 1, text: character, at, specified: true }];
  }
  const overlined = letters ? overlinedAt(text, { at, names }) : null;
  if (overlined !== null) return overlined;
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name !== undefined) return [names ? givenToken(text, { at, names, name }) : nameToken(name, { at, letters })];
  // The overline of S1 may be on its last digit alone.
  if (names && COMBINED.test(character) && /\d/.test(text.charAt(at - 1))) {
    return [{ kind: "primes", count: 1, text: character, at, specified: false, over: true }];
  }
  // "//" is a comment in other languages, no complement of a complement.
  const unread = text.slice(at, at + 2);
  if (unread in TWO_SIGNS) return [{ kind: "unknown", text: unread, at, specified: false }];
  const symbol = symbolAt(text, at);
  if (symbol === null) return [{ kind: "unknown", text: character, at, specified: false }];
  return [{ ...symbol.sign, text: symbol.spelling, at, specified: symbol.specified }];
}

function signOf(word: string): Sign | null {
  return wordSign(word) ?? commandSign(word);
}

function nameToken(name: string, { at, letters }: { at: number; letters: boolean }): Token {
  const word = signOf(name);
  if (word !== null) return { ...word, text: name, at, specified: false };
  if (!letters) return { kind: "name", name, text: name, at, specified: true };
  const letter = name.charAt(0);
  const upper = letter.toUpperCase();
  return { kind: "name", name: upper, text: letter, at, specified: letter === upper };
}

/** Of `name`, all letters and digits that begin at `at`: an operator's word, or as much as is given. */
function givenToken(
  text: string,
  { at, names, name }: { readonly at: number; readonly names: readonly string[]; readonly name: string },
): Token {
  const word = names.includes(name) ? null : (wordSign(name) ?? (givenName(name, names) ? null : commandSign(name)));
  if (word !== null) return { ...word, text: name, at, specified: false };
  const part = givenNameAt(text, { at, names });
  // C_in, as LaTeX writes Cin, is longer than a C that is given, too.
  const whole = part === null || part.text.length < name.length ? givenName(name, names) : null;
  const given = whole === null ? (part ?? { name, text: name }) : { name: whole, text: name };
  return { kind: "name", ...given, at, specified: given.name === given.text };
}

/** A letter and its overline, in one character (Ā) or in two; null if there is none. */
function overlinedAt(
  text: string,
  { at, names }: Pick<TokenOptions, "names"> & { readonly at: number },
): Token[] | null {
  const parts = text.slice(at, at + 2).normalize("NFD");
  if (!OVERLINED.test(parts)) return null;
  const letter = parts.charAt(0);
  const isOne = text.charAt(at) !== letter;
  const bar = isOne ? "" : text.charAt(at + 1);
  const name = isOne ? text.charAt(at) : letter;
  const variableName = names ? givenName(letter, names) : letter.toUpperCase();
  if (variableName === null) return null;
  return [
    { kind: "name", name: variableName, text: name, at, specified: false },
    { kind: "primes", count: 1, text: bar, at: at + name.length, specified: false, over: true },
  ];
}
