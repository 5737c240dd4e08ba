import process from "node:process";

/** Milliseconds of processor time that this process has used: other work on the machine makes the clock's time longer. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
