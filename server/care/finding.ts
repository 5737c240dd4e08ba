/** The result of one check. */
export interface Finding {
  /** `warning`: it works, but an administrator should know. `error`: somebody has to act. */
  readonly level: "ok" | "warning" | "error";
  /** One word: `Database`, `Files`, … */
  readonly about: string;
  readonly message: string;
  /** One line each: what exactly, and what to do. */
  readonly details?: readonly string[];
}

const SIGNS = { ok: "✓", warning: "!", error: "✗" } as const;

export function findingText({ level, about, message, details = [] }: Finding): string {
  return [`${SIGNS[level]} ${about}: ${message}`, ...details.map((line) => `    ${line}`)].join("\n");
}

/** The lines of a list, cut short if it is long. */
export function firstOf(lines: readonly string[], most = 10): string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `… and ${more} more`] : [...lines];
}
