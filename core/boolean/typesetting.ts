import { wordSign } from "./notation.ts";

/** Signs as pages of the web have them in their source. */
const ENTITY = /&(?:#(\d{2,6})|#[xX]([\dA-Fa-f]{2,5})|([A-Za-z]+));/g;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    and: "∧",
    bull: "•",
    equiv: "≡",
    gt: ">",
    lt: "<",
    middot: "·",
    nbsp: " ",
    not: "¬",
    oplus: "⊕",
    or: "∨",
    Prime: "″",
    prime: "′",
    prod: "∏",
    rsquo: "’",
    sdot: "⋅",
    sum: "∑",
    times: "×",
  }),
);
/** Constants of Verilog and of logic. */
const CONSTANT = /(?<!\w)1'[bB](?=[01](?!\w))|[⊤⊥]/g;
/** `A \[And] B`, as Mathematica copies its signs. */
const NAMED_SIGN = /\\\[(And|Or|Not|Xor|Xnor|Nand|Nor)\]/g;
/** The full stops of Fortran's `A .AND. .NOT. B`. */
const DOTTED_SIGN = /\.(and|n?or|xor|nand|not)\./gi;
/** The `&` of Maple's `A &and &not B`. */
const MAPLE_SIGN = /&(?=(?:and|x?or|nand|nor|iff)\b)|&(?=not\b)(?<=(?:^|[=(,]|&(?:and|x?or|nand|nor|iff))\s*&)/g;
/** Commands of LaTeX that change how a formula looks, not what it says. */
const LATEX_SPACES =
  /\{\}|(?<!\/)\\(?:[()[\],;: ]|(?=[&{}_*~^|+'’]))|\\(?:left|right|q?quad|displaystyle|nonumber|notag|limits|nolimits|thinspace|rm|it|bf|big[lr]?|Big[lr]?)(?![A-Za-z])/g;
/** Something that only LaTeX has: without it, `\!` may be Markdown's `!`, too. */
export const LATEX = /\\[A-Za-z]{2}|\$[^$]*\$/;
const LATEX_FRAMES =
  /(\\(?:text(?:rm|it|bf|tt|sf)?|math(?:rm|it|bf|tt|sf|bin)|operatorname|mbox|ensuremath)\{)([^{}]*)\}/g;
/** `\begin{align}` and `&=` in it, its numbers, and what ends its lines. */
const LATEX_ALIGNMENT =
  /\\(?:begin|end)\{[a-z]+\*?\}|\\(?:tag|label|(?:text)?color|[hv]?phantom|[hv]space)\*?\{[^{}]*\}|&(?==)/g;
/** Also of a line that goes on in the next one: `\\ &+ B`, `+ \\ & B`. */
const LATEX_LINE_END =
  /\\\\\s*(?:&\s*)?(?=[+|^⊕∨]|\\(?:oplus|lor|vee)(?![a-z]))|\\\\(?<=(?:[+|^⊕∨]|\\(?:oplus|lor|vee))\s*\\\\)\s*&?|\\\\(?=\s*$)/gm;
/** Also `A^'`, as Word writes it in a line. */
const LATEX_PRIME = /\^(?:\\prime|\{(?:\\prime|')\}|['’′])/g;
/** `\bar{x}_1`, whose overline is over the index, too. */
const LATEX_OVERLINE = /(\\(?:overline|bar)\s*\{\s*[A-Za-z]+\s*)\}(\s*_(?:\{[^{}]*\}|[A-Za-z0-9]))/g;
const LATEX_INDEX = /_\{\s*([A-Za-z0-9]+)\s*\}/g;
/** A formula as Wikipedia copies it, and one in a frame. */
const DISPLAYED = /^(\s*\{\\displaystyle\b|[\s$]*\\boxed\s*\{)([\s\S]*)\}[\s$]*$/;
const SPREADSHEET_FORMULA = /^\s*=(?!=)/;
/** Letters and digits of word processors' formulas (𝐴), with what belongs to them. */
const FORMULA_LETTERS = /[\u{1D400}-\u{1D7FF}](?:[\w\u{1D400}-\u{1D7FF}]|\u0304|\u0305)*/gu;
/** Cyrillic and Greek letters that look like A, B, C and E: a keyboard or a PDF file had them. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  А: "A",
  В: "B",
  С: "C",
  Е: "E",
  а: "a",
  с: "c",
  е: "e",
  Α: "A",
  Β: "B",
  Ε: "E",
};
const LOOK_ALIKES = new RegExp(`[${Object.keys(LOOK_ALIKE).join("")}]`, "g");
/** Signs of the font Symbol, as Word copies them: the byte in it is behind F0. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "\uf02b": "+",
  "\uf0a2": "′",
  "\uf0ab": "↔",
  "\uf0b4": "×",
  "\uf0b7": "•",
  "\uf0ba": "≡",
  "\uf0c5": "⊕",
  "\uf0d5": "∏",
  "\uf0d7": "⋅",
  "\uf0d8": "¬",
  "\uf0d9": "∧",
  "\uf0da": "∨",
  "\uf0db": "⇔",
  "\uf0e5": "∑",
};
const WIDE_OR_LOW = /[\uFF01-\uFF5E₀-₉ₐ-ₜᵢ-ᵥⱼ]/g;
const INVISIBLE = /\p{Cf}/gu;
/** An overline on a name's letter, but not on the index behind it, or on both. */
const SPLIT_OVERLINE = /([A-Za-z])([\u0304\u0305])([0-9]+)([\u0304\u0305]?)/g;
/** A letter's overline as Word copies it, behind a blank. */
const SPACED_OVERLINE = /(?<=[A-Za-z0-9])([ \u00a0]+)([\u0304\u0305])/g;
/** An overline behind a bracket covers what is in it. */
const BRACKET_OVERLINE = /[\u0304\u0305](?<=[)\]}〗][ \u00a0]*.)/g;
const QUOTED = /^(\s*)(?:"([^"]+)"|“([^“”]+)”|`([^`]+)`|\*\*((?:(?!\*\*).)+)\*\*)\s*$/;
/** The number of an exercise, or a bullet. */
const NUMBERING = /^\s*(?:\(?\d{1,2}[.):]|\(?[a-z]\)(?=.*[A-Z])|[•▪])\s+(?=[\p{L}~¬!/([{〖¯‾\\$∑∏])/u;
/** `and g1(F, A, B);` and `and (F, A, B);` in Verilog, which mean F = A & B. */
const GATE =
  /^(\s*(n?and|x?n?or|not|buf)(?:\s*#(?:\d+|\([\d\s,]*\)))?(?:\s+\w+\s*\(|\s*\((?=[^()]*\)\s*;)(?!\s*[A-Ea-e]\b))\s*(\w+)\s*),([^()]*\))\s*;?\s*$/;
/** What is in front of a statement in Verilog and VHDL, in it, and behind it. */
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*(?:(?:--|\/\/).*\n\s*)+/g;
const COMMENT = /(?<=[;\s])(?:--|\/\/).*(?:[\n\r\u2028\u2029]\s*)?$/;
/** When a signal changes, in VHDL and Verilog. */
const DELAY = /(?<!\s)\s+after\s+[\d.]+\s*[fpnum]?s(?=\s*(?:;\s*)?$)|(?<=^\s*assign\s)\s*#\([\d\s.,]*\)/i;
const END_OF_SENTENCE = /[;.](?<=[\p{L}\p{N}\p{M}'’′)\]}]\s*.)[;.]*\s*$/u;

/**
 * A text without what only typesets it: LaTeX's `$`, `\left`, `\,` and `\text{…}`, Markdown's `\` in front of signs,
 * comments, numbering, wide, low and invisible characters, the letters of word processors' formulas and those that look
 * like A to E, quotation marks around it, a `;` or full stop at its end. It is as long as `text`, and each part stays at
 * its place, so that faults can be shown in what was typed.
 *
 * @example
 * withoutTypesetting("$A_{1}\\,B$;"); // " A_1    B  "
 */
export function withoutTypesetting(text: string): string {
  return text
    .replace(QUOTED, (whole: string, _, ...inner: (string | undefined)[]) => {
      const said = inner.slice(0, 4).find((each) => each !== undefined)!;
      return `${" ".repeat(whole.indexOf(said))}${said}`.padEnd(whole.length);
    })
    .replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
      const code = decimal ?? (hexadecimal && `0x${hexadecimal}`);
      return (code ? String.fromCodePoint(Number(code)) : (ENTITIES.get(name!) ?? entity)).padEnd(entity.length);
    })
    .replace(COMMENTS, blank)
    .replace(COMMENT, blank)
    .replace(DELAY, blank)
    .replace(NUMBERING, blank)
    .replace(DISPLAYED, (whole, start: string, inner: string) => `${blank(start)}${inner}`.padEnd(whole.length))
    .replace(GATE, (whole, head: string, gate: string, output: string, inputs: string) => {
      return `${`${output}=${gate === "buf" ? "" : gate}`.padEnd(head.length)}(${inputs}`.padEnd(whole.length);
    })
    .replace(SPREADSHEET_FORMULA, blank)
    .replace(CONSTANT, (sign) => (sign === "⊤" ? "1" : sign === "⊥" ? "0" : blank(sign)))
    .replace(NAMED_SIGN, (_, word: string) => ` ${word}  `)
    .replace(DOTTED_SIGN, (_, word: string) => ` ${word} `)
    .replace(MAPLE_SIGN, blank)
    .replace(LATEX_ALIGNMENT, blank)
    .replace(LATEX_LINE_END, blank)
    .replace(LATEX_FRAMES, (_, command: string, inner: string) => `${blank(command)}${inner} `)
    .replace(hasFormulas(text) ? /\$+/g : /(?!)/g, blank)
    .replace(LATEX_SPACES, blank)
    .replace(LATEX.test(text) ? /\\!/g : /(?!)/g, blank)
    .replace(LATEX_PRIME, (prime) => "'".padEnd(prime.length))
    .replace(LATEX_OVERLINE, "$1$2}")
    .replace(LATEX_INDEX, (index, inner: string) => `_${inner}`.padEnd(index.length))
    .replace(FORMULA_LETTERS, (letters) => letters.normalize("NFKC").padStart(letters.length))
    .replace(LOOK_ALIKES, (letter) => LOOK_ALIKE[letter]!)
    .replace(/[\uf000-\uf0ff]/g, (sign) => SYMBOLS[sign] ?? sign)
    .replaceAll("、", ",")
    .replace(WIDE_OR_LOW, (character) => character.normalize("NFKC"))
    .replace(INVISIBLE, blank)
    .replace(SPACED_OVERLINE, "$2$1")
    .replace(BRACKET_OVERLINE, "'")
    .replace(SPLIT_OVERLINE, (all, letter: string, bar: string, index: string) => {
      return `${letter}${index}${bar}`.padEnd(all.length);
    })
    .replace(END_OF_SENTENCE, blank);
}

/**
 * Whether the `$` of a text are around LaTeX's formulas: they come in pairs, and what is outside is a left side or words
 * of operators. `A $ B` is an exclusive or in ABEL and CUPL.
 */
function hasFormulas(text: string): boolean {
  const parts = text.split(/\$+/);
  const outside = parts.filter((_, index) => index % 2 === 0).map((part) => part.replace(/^.*[=:]/, ""));
  const names = outside.flatMap((part) => part.match(/(?<!\\)\b[A-Za-z]\w*/g) ?? []);
  return parts.length % 2 === 1 && names.every((name) => wordSign(name) !== null);
}

function blank(text: string): string {
  return " ".repeat(text.length);
}
