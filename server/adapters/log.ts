type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One JSON object per line. No field may hold a password, a token, a cookie or a body. */
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  /** With the stack, but never with the values of a database query. */
  error(event: string, error: unknown, fields?: Fields): void;
}

export function createLog(write: (line: string) => void, now: () => number): Log {
  function line(level: string, event: string, fields: Fields = {}): void {
    write(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields }));
  }
  return {
    info: (event, fields) => line("info", event, fields),
    warn: (event, fields) => line("warn", event, fields),
    error: (event, error, fields) => line("error", event, { ...fields, ...describeError(error) }),
  };
}

/**
 * A failed query's own message contains its parameters (password hashes, addresses). Its cause says what went wrong.
 */
function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  if ("query" in error && "params" in error) {
    const cause = error.cause instanceof Error ? error.cause.message : String(error.cause);
    return { error: `database: ${cause}`, query: String(error.query), stack: frames(error) };
  }
  return { error: error.message, stack: frames(error) };
}

function frames(error: Error): string {
  const lines = (error.stack ?? "").split("\n").filter((text) => /^\s+at /.test(text));
  return lines.map((text) => text.trim()).join(" | ");
}
