/**
 * With these variables freed memory goes back to the system. Pieces from 1 MiB on do so at once; otherwise glibc raises
 * that size with each larger piece, and the pictures of a batch's pages stay in its pools. Two pools serve all threads;
 * otherwise there are up to eight a processor, and each keeps gaps of its own.
 */
export const SMALL_POOLS = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_ARENA_MAX: "2" };

/**
 * Lets a batch start again with `SMALL_POOLS`, unless its user has set them: glibc looks at them only when a program
 * starts. The program replaces itself in the same process, so signals, the terminal and the exit code stay as they are.
 * Node before 22.15 cannot do that.
 */
export function startWithSmallPools() {
  const { platform, argv, argv0, execArgv, execPath, env } = process;
  const isSet = Object.keys(SMALL_POOLS).every((name) => env[name] !== undefined);
  if (platform !== "linux" || !argv.includes("grade") || isSet) return;
  process.execve?.(execPath, [argv0, ...execArgv, ...argv.slice(1)], { ...SMALL_POOLS, ...env });
}
