import { readFileSync } from "node:fs";
import { sum } from "../../core/basics/numbers.ts";

/** Memory in bytes (PSS) and processor time in seconds of a process and everything that it started. */
export function costOf(pid: number): { bytes: number; seconds: number } {
  const ours = familyOf(pid);
  const pss = ours.map((each) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${each}/smaps_rollup`))?.[1] ?? 0));
  return { bytes: sum(pss) * 1024, seconds: sum(ours.map(processorSeconds)) };
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const children = readText(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

/** Its own and that of its ended children. */
function processorSeconds(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`);
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  return sum(ticks.map(Number)) / 100;
}

/** Empty if the process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
