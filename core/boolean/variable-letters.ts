/** The variables as users type them; the saved form of the letter at index i is `X${i + 1}`. */
export const VARIABLE_LETTERS: readonly string[] = ["A", "B", "C", "D", "E", "F", "G"];
