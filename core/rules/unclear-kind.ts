/** What cannot be read surely at a place of a page. */
export type UnclearKind = "gate" | "inversion" | "letter" | "meeting" | "wire";

/**
 * For the student who drew it. The texts say what to look at and never what was read, which would say something of the
 * answer.
 */
export const UNCLEAR_TEXTS: Readonly<Record<UnclearKind, string>> = {
  gate: "The shape of this gate is not clear.",
  inversion: "It is not clear whether there is a circle or a bar here.",
  letter: "This letter cannot be read for certain.",
  meeting: "These lines may cross or join.",
  wire: "A wire here may end before the place to which it leads.",
};

/** What a student sees of a page's legibility. `empty`: nothing that could be a circuit was read. */
export const LEGIBILITY_TEXTS = {
  reading: "Your page is being read …",
  clear: "Clear: your page can be read.",
  unclear: "These places cannot be read for certain:",
  empty: "No circuit was found on this page.",
  unread: "This file could not be read.",
} as const;
