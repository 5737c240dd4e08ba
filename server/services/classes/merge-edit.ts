const FIELDS = ["code", "group", "schedule"] as const;

interface ClassContent {
  readonly code: string;
  readonly group: number;
  readonly schedule: string;
  readonly students: readonly string[];
}

interface Versions {
  /** The class when the editor opened it. */
  readonly loaded: ClassContent;
  readonly sent: ClassContent;
  /** The class now, with other people's changes. */
  readonly current: ClassContent;
}

/**
 * Applies an editor's changes to the class as it is now. Students who were added or removed on either side are added or
 * removed in the result. A field that both sides changed to different values is a conflict, and gets the editor's
 * value.
 */
export function mergeEdit({ loaded, sent, current }: Versions): {
  merged: ClassContent;
  clashes: (typeof FIELDS)[number][];
} {
  const isSent = (name: (typeof FIELDS)[number]) => sent[name] !== loaded[name];
  const before = new Set(loaded.students);
  const kept = new Set(sent.students);
  const students = [
    ...current.students.filter((id) => kept.has(id) || !before.has(id)),
    ...sent.students.filter((id) => !before.has(id)),
  ];
  return {
    merged: {
      code: isSent("code") ? sent.code : current.code,
      group: isSent("group") ? sent.group : current.group,
      schedule: isSent("schedule") ? sent.schedule : current.schedule,
      students: [...new Set(students)].sort(),
    },
    clashes: FIELDS.filter((name) => {
      return isSent(name) && current[name] !== loaded[name] && current[name] !== sent[name];
    }),
  };
}
