import type { Allowance, InspectionOutcome, InspectRequest } from "./messages.ts";

/** Inspects one file. */
export type RunInspection = (request: InspectRequest, allowance: Allowance) => Promise<InspectionOutcome>;

export interface FairQueueOptions {
  readonly run: RunInspection;
  /** Files that are inspected at once. */
  readonly slots: number;
  /** Limits of the first try, and of another one if that was not enough. */
  readonly first: Allowance;
  readonly most: Allowance;
}

export interface FairQueue {
  /**
   * `from`: the sender; only one slow file per sender is inspected at a time. `isPicture`: its pixels limit its cost,
   * so that it comes before the sender's PDFs, which can be anything.
   */
  inspect(request: InspectRequest, sender: { from: string; isPicture: boolean }): Promise<InspectionOutcome>;
}

interface Task {
  readonly request: InspectRequest;
  readonly resolve: (outcome: InspectionOutcome) => void;
  readonly reject: (error: unknown) => void;
  readonly isPicture: boolean;
  /** When its first try was over, in milliseconds. */
  triedAt: number;
}

/** The files of one sender. */
interface Lane {
  readonly untried: Task[];
  readonly slow: Task[];
  running: number;
  isSlowRunning: boolean;
  /** The number of its last turn. */
  turn: number;
}

/** A slow file that has waited this long comes before files that were not tried yet. */
const PATIENCE_MS = 10_000;

/**
 * Lets senders take turns. A file is first tried for a moment; one that needs more time or memory waits in its sender's
 * slow lane, where others of that sender overtake it, and one slot is always kept for files that were not tried yet: with
 * two slots, only one file at a time has the memory of a large one.
 */
export function createFairQueue({ run, slots, first, most }: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Lane>();
  let turns = 0;
  let running = 0;
  let slowRunning = 0;

  function laneOf(from: string): Lane {
    const lane = lanes.get(from) ?? { untried: [], slow: [], running: 0, isSlowRunning: false, turn: 0 };
    lanes.set(from, lane);
    return lane;
  }

  function dispatch(): void {
    while (running < slots) {
      const work = nextSlow() ?? nextUntried();
      if (work === null) return;
      void work();
    }
  }

  function nextUntried(): (() => Promise<void>) | null {
    const next = nextTurn(({ untried }) => untried.length > 0);
    const task = next?.lane.untried.shift();
    return next && task ? () => work(task, { ...next, isSlow: false }) : null;
  }

  function nextSlow(): (() => Promise<void>) | null {
    if (slowRunning >= slots - 1) return null;
    const isIdle = [...lanes.values()].every(({ untried }) => untried.length === 0);
    const mayRun = ({ slow, isSlowRunning }: Lane): boolean =>
      !isSlowRunning && slow[0] !== undefined && (isIdle || performance.now() - slow[0].triedAt > PATIENCE_MS);
    const next = nextTurn(mayRun);
    const task = next?.lane.slow.shift();
    return next && task ? () => work(task, { ...next, isSlow: true }) : null;
  }

  /** The sender whose last turn was longest ago. */
  function nextTurn(isWanted: (lane: Lane) => boolean): { from: string; lane: Lane } | null {
    const wanted = [...lanes].filter(([, lane]) => isWanted(lane)).sort(([, a], [, b]) => a.turn - b.turn);
    return wanted[0] ? { from: wanted[0][0], lane: wanted[0][1] } : null;
  }

  async function work(task: Task, { from, lane, isSlow }: { from: string; lane: Lane; isSlow: boolean }) {
    lane.turn = ++turns;
    running++;
    lane.running++;
    if (isSlow) slowRunning++;
    if (isSlow) lane.isSlowRunning = true;
    try {
      const outcome = await run(task.request, isSlow ? most : first);
      if (!isSlow && wantsMore(outcome)) lane.slow.push(Object.assign(task, { triedAt: performance.now() }));
      else task.resolve(outcome);
    } catch (error) {
      task.reject(error);
    }
    running--;
    lane.running--;
    if (isSlow) slowRunning--;
    if (isSlow) lane.isSlowRunning = false;
    if (lane.untried.length + lane.slow.length + lane.running === 0) lanes.delete(from);
    dispatch();
  }

  return {
    inspect(request, { from, isPicture }) {
      return new Promise((resolve, reject) => {
        const { untried } = laneOf(from);
        const firstPdf = untried.findIndex((task) => !task.isPicture);
        const place = isPicture && firstPdf >= 0 ? firstPdf : untried.length;
        untried.splice(place, 0, { request, resolve, reject, isPicture, triedAt: 0 });
        dispatch();
      });
    },
  };
}

/** Whether a file might be read with more time or memory. */
function wantsMore(outcome: InspectionOutcome): boolean {
  return "failure" in outcome && (outcome.failure === "late" || outcome.failure === "cramped");
}
