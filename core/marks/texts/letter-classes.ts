/** Side of a character's crop, in pixels. */
export const LETTER_SIDE = 32;

/**
 * The classes of the letter network, in the order of its logits; the last is "no character". Upper and lower case are
 * one class, and so are 0 and O, and 1, I and l. As in models/training/letters.py.
 */
export const LETTER_CLASSES: readonly string[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789", ""];
