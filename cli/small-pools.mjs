/**
 * With these variables pieces of memory from 1 MiB on go back to the system as soon as they are freed. Otherwise glibc
 * raises that size with each larger piece, and the pictures of a batch's pages stay in its pools.
 */
export const SMALL_POOLS = { MALLOC_MMAP_THRESHOLD_: "1048576" };

/**
 * Lets a batch start again with `SMALL_POOLS`: glibc looks at them only when a program starts. The program replaces itself
 * in the same process, so signals, the terminal and the exit code stay as they are. Node before 22.15 cannot do that.
 */
export function startWithSmallPools() {
  const { platform, argv, argv0, execArgv, execPath, env } = process;
  if (platform !== "linux" || !argv.includes("grade") || env.MALLOC_MMAP_THRESHOLD_ !== undefined) return;
  process.execve?.(execPath, [argv0, ...execArgv, ...argv.slice(1)], { ...env, ...SMALL_POOLS });
}
