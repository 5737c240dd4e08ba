import type { OperatorKind } from "./expression.ts";

/** An operator as people write it; NAND, NOR and XNOR become the complement of AND, OR and XOR. */
export type WrittenOperator = OperatorKind | "nand" | "nor" | "xnor";

/** What a symbol or a word is: an operator, a complement before or behind its operand, a bracket. */
export type Sign =
  | { readonly kind: "operator"; readonly operator: WrittenOperator }
  | { readonly kind: "complement" }
  | { readonly kind: "primes"; readonly count: number }
  /** An overline as a character of its own, which may stand before or behind its operand. */
  | { readonly kind: "bar" }
  | { readonly kind: "open"; readonly close: string }
  | { readonly kind: "close" }
  | { readonly kind: "comma" };

function operator(written: WrittenOperator): Sign {
  return { kind: "operator", operator: written };
}

const COMPLEMENT: Sign = { kind: "complement" };

/** The specification's notation. Everything else that is read is another spelling of it. */
const SPECIFIED: Readonly<Record<string, Sign>> = {
  "|": operator("or"),
  "^": operator("xor"),
  "&": operator("and"),
  "~": COMPLEMENT,
  "(": { kind: "open", close: ")" },
  ")": { kind: "close" },
};

/**
 * Other spellings: what pages show, programming and hardware languages, word processors and phones, textbooks, LaTeX.
 * The keys are tried from the longest to the shortest.
 */
const OTHERS: Readonly<Record<string, Sign>> = {
  ...spelled(operator("or"), ["||", "+", "∨", "⋁", "˅", "#", "¦", "\\/", "\\lor", "\\vee"]),
  ...spelled(operator("xor"), ["⊕", "(+)", "⨁", "⊻", ":+:", "\\oplus", "\\veebar"]),
  ...spelled(operator("and"), [
    "&&",
    "⋅",
    "·",
    "*",
    "∧",
    "⋀",
    "×",
    "✕",
    "⨯",
    "•",
    "∙",
    "∗",
    "․",
    "‧",
    "˄",
    "/\\",
    "・",
    "･",
    ".",
    "\\cdot",
    "\\land",
    "\\wedge",
    "\\times",
    "\\ast",
    "\\bullet",
  ]),
  ...spelled(operator("xnor"), ["⊙", ":*:", "(.)", "(·)", "(⋅)"]),
  ...spelled(operator("xnor"), ["⨀", "↔", "⇔", "⟷", "⟺", "≡", "<->", "<=>", "~^", "\\odot", "\\leftrightarrow"]),
  ...spelled(operator("xnor"), ["\\Leftrightarrow", "\\iff", "\\equiv"]),
  ...spelled(operator("nand"), ["⊼", "↑", "\\barwedge", "\\uparrow"]),
  ...spelled(operator("nor"), ["⊽", "↓", "\\downarrow"]),
  ...spelled(COMPLEMENT, ["¬", "￢", "!", "∼", "˜", "/", "\\lnot", "\\neg", "\\sim", "\\overline", "\\bar"]),
  ...spelled(COMPLEMENT, ["⌐", "〜", "\\widebar", "\\overbar"]),
  ...spelled({ kind: "primes", count: 1 }, ["'", "’", "‘", "‛", "′", "‵", "´", "ˊ", "`", "ʹ", "ʼ", "ʻ", "ˈ", "՚"]),
  ...spelled({ kind: "primes", count: 2 }, ["″", "‶"]),
  ...spelled({ kind: "primes", count: 3 }, ["‴", "‷"]),
  ...spelled({ kind: "primes", count: 4 }, ["⁗"]),
  ...spelled({ kind: "bar" }, ["¯", "ˉ", "￣", "‾"]),
  "[": { kind: "open", close: "]" },
  "{": { kind: "open", close: "}" },
  "〖": { kind: "open", close: "〗" },
  ...spelled({ kind: "close" }, ["]", "}", "〗"]),
  ...spelled({ kind: "comma" }, [",", ";"]),
};

function spelled(sign: Sign, spellings: readonly string[]): Record<string, Sign> {
  return Object.fromEntries(spellings.map((spelling) => [spelling, sign]));
}

/** Signs that are not read, as they mean several things or have no precedence here, and what to write instead. */
export const TWO_SIGNS: Readonly<Record<string, string>> = {
  "^{": "a superscript may be a complement or an XOR: write ' or ⊕",
  "//": "// may begin a comment: write the expression on a line of its own, or one complement as ~",
  "->": "write A -> B as ~A | B",
  "=>": "write A => B as ~A | B",
  ">>": "write A >> B as ~A | B",
  "==": "write A == B as A ⊙ B",
  "!=": "write A != B as A ^ B",
  "<>": "write A <> B as A ^ B",
};

const SPELLINGS = [...Object.keys(SPECIFIED), ...Object.keys(OTHERS)].sort((a, b) => b.length - a.length);

/** The symbol that `text` has at `at`, or null; `specified` says whether it is the specification's. */
export function symbolAt(text: string, at: number): { sign: Sign; spelling: string; specified: boolean } | null {
  const spelling = SPELLINGS.find((each) => text.startsWith(each, at));
  if (spelling === undefined) return null;
  const specified = SPECIFIED[spelling];
  return { sign: specified ?? OTHERS[spelling]!, spelling, specified: specified !== undefined };
}

const WORDS: Readonly<Record<string, Sign>> = {
  AND: operator("and"),
  OR: operator("or"),
  XOR: operator("xor"),
  NAND: operator("nand"),
  NOR: operator("nor"),
  XNOR: operator("xnor"),
  NXOR: operator("xnor"),
  EXOR: operator("xor"),
  EXNOR: operator("xnor"),
  // As SymPy and Mathematica print it.
  EQUIVALENT: operator("xnor"),
  EQUIV: operator("xnor"),
  IFF: operator("xnor"),
  NOT: COMPLEMENT,
  // As Excel calls them in German and French.
  UND: operator("and"),
  ODER: operator("or"),
  XODER: operator("xor"),
  NICHT: COMPLEMENT,
  ET: operator("and"),
  OU: operator("or"),
  NON: COMPLEMENT,
};

/**
 * What an operator's word means, in either case; null for a name.
 *
 * @example
 * wordSign("nand"); // { kind: "operator", operator: "nand" }
 * wordSign("Cin"); // null
 */
export function wordSign(name: string): Sign | null {
  return WORDS[name.toUpperCase().replace("-", "")] ?? null;
}

/** Commands of LaTeX that LibreOffice, Typst and AsciiMath have without its backslash. A "bar" is said behind its letter. */
const COMMANDS = /^(?:neg|lnot|overline|cdot|land|wedge|lor|vee|oplus|odot)$/;

/** What such a command means; null for another word. Inputs and outputs may be called so. */
export function commandSign(name: string): Sign | null {
  return COMMANDS.test(name) ? OTHERS[`\\${name}`]! : null;
}
