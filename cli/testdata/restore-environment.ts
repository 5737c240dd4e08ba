/**
 * Gives the environment the variables `before`, and no others. The object stays: vitest takes back what it stubbed in the
 * one that the process had at its start.
 */
export function restoreEnvironment(before: Readonly<NodeJS.ProcessEnv>): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
}
