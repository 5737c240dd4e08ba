/**
 * Whether the system refused something, a full disk say: its errors have codes such as ENOSPC. Under Deno some lack the
 * `syscall` that Node gives them.
 */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^E[A-Z0-9]+$/.test(String(error.code));
}
