import { within } from "../adapters/lifecycle.ts";
import type { WaitingJobs } from "./claim-job.ts";
import { MOST_DEATHS } from "./end-job.ts";
import type { Job, JobHandler, JobKind } from "./job.ts";

/** The jobs that run in this process, and which others have room next to them. */
export function createRunningJobs(handlers: ReadonlyMap<JobKind, JobHandler>) {
  const running = new Map<string, { readonly job: Job; readonly work: Promise<void> }>();

  /** The kinds of which this process can do another one now. */
  function freeKinds(): JobKind[] {
    const busy = [...running.values()].map(({ job }) => job);
    if (busy.some(({ tries }) => tries > MOST_DEATHS)) return [];
    const kinds = [...handlers].filter(([kind, { atOnce }]) => busy.filter((job) => job.kind === kind).length < atOnce);
    return kinds.map(([kind]) => kind);
  }

  return {
    /** @param work never rejects; `ended` is called after it. */
    add(job: Job, work: Promise<void>, ended: () => void): void {
      const whole = work.finally(() => {
        running.delete(job.id);
        ended();
      });
      running.set(job.id, { job, work: whole });
    },
    freeKinds,
    hasRoom: ({ kind, deadly }: WaitingJobs) => freeKinds().includes(kind) && (deadly === 0 || running.size === 0),
    ids: () => [...running.keys()],
    works: () => [...running.values()].map(({ work }) => work),
    /** Waits until each has ended, or has had the time that its kind has at a stop. */
    async finish(): Promise<void> {
      const patience = (kind: JobKind) => handlers.get(kind)?.patience ?? 200;
      await Promise.all([...running.values()].map(({ job, work }) => within(work, patience(job.kind))));
    },
  };
}
