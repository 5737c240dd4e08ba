const PLAIN = "[A-Za-z][A-Za-z0-9]*";
const INDEX = String.raw`_\d+|\[\d+\]|[₀-₉]+`;

/** A letter, then letters and digits, then perhaps an index: `Cin`, `S1`, `S_1`, `S₁`, `Q[1]`. */
export const GIVEN_NAME = new RegExp(`${PLAIN}(?:${INDEX})?`);

/** Also with VHDL's index: `Q(1)`. */
const WRITTEN_NAME = new RegExp(String.raw`${PLAIN}(?:${INDEX}|\(\d+\))?`);
const WHOLE = new RegExp(`^${WRITTEN_NAME.source}$`);

/** What is left of a name if neither case nor the way in which its index is written counts. */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/[_()[\]]/g, "")
    .toUpperCase();
}

/**
 * The one of `names` that `text` means; null if it means none of them.
 *
 * @example
 * givenName("s_1", ["S1", "S0"]); // "S1"
 */
export function givenName(text: string, names: readonly string[]): string | null {
  if (names.includes(text)) return text;
  const plain = plainName(text);
  return names.find((name) => plainName(name) === plain) ?? null;
}

/**
 * The longest of `names` that begins at `at`, which no digit follows, and how it is written there; null for none.
 *
 * @example
 * givenNameAt("S1S0 + Cin", { at: 2, names: ["S", "S1", "S0", "Cin"] }); // { name: "S0", text: "S0" }
 */
export function givenNameAt(
  text: string,
  { at, names }: { readonly at: number; readonly names: readonly string[] },
): { readonly name: string; readonly text: string } | null {
  const found = new RegExp(WRITTEN_NAME, "y");
  found.lastIndex = at;
  const [whole = ""] = found.exec(text) ?? [];
  for (let end = whole.length; end > 0; end -= 1) {
    const written = whole.slice(0, end);
    if (!WHOLE.test(written) || /\d/.test(text.charAt(at + end))) continue;
    const name = givenName(written, names);
    // In S(1) an S that is an input may be next to a 1.
    if (written.endsWith(")") && givenName(written.replace(/\(.*/, ""), names) !== null) continue;
    if (name !== null) return { name, text: written };
  }
  return null;
}
