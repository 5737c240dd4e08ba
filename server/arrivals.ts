import { groupBy } from "../core/basics/group-by.ts";
import { sum } from "../core/basics/numbers.ts";
import { crowded, type RequestBody } from "./request-body.ts";

/**
 * How many bodies may arrive at the same time. Two lectures of 500 may hand in together; each upload takes a quarter of a
 * megabyte of memory and two of the files that the system lets a process open.
 */
export const MOST_BODIES = 1000;

type ArrivingBody = Pick<RequestBody, "arrived" | "behind" | "cut" | "signal">;

/** A request with a body, until it is answered. */
export interface Arrival {
  /** Counts bytes of its files that were written; refuses if it was cut for them. */
  grow(bytes: number): Promise<void>;
  leave(): void;
}

/** The requests whose bodies arrive, or whose files are on the disk but not yet in the store. */
export interface Arrivals {
  /** Adds one, and cuts one of the others if too many bodies arrive. */
  enter(address: string, body: ArrivingBody): Arrival;
}

interface Occupant {
  readonly address: string;
  readonly body: ArrivingBody;
  bytes: number;
}

/**
 * Nobody who sends slowly or much keeps out others. If more than `most` bodies arrive, the one that is furthest behind the
 * slowest line is cut, of several the newest; where its sender is does not matter, since a whole campus may share an
 * address. If the files take more of the disk than they leave `free`, in bytes, it is the largest request of the address
 * with the most bytes.
 */
export function createArrivals(free: () => Promise<number>, most = MOST_BODIES): Arrivals {
  const occupants = new Set<Occupant>();

  function cut(last: Occupant, reason: Error): void {
    occupants.delete(last);
    last.body.cut(reason);
  }

  function makePlace(): void {
    const arriving = [...occupants].filter(({ body }) => !body.arrived().isComplete);
    if (arriving.length < most) return;
    const slowest = arriving.reduce((a, b) => (b.body.behind() >= a.body.behind() ? b : a));
    cut(slowest, crowded());
  }

  async function makeRoom(): Promise<void> {
    const left = await free();
    while (bytesOf(occupants) > left) {
      const byAddress = [...groupBy(occupants, ({ address }) => address).values()];
      const most = byAddress.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));
      const largest = most.reduce((a, b) => (b.bytes > a.bytes ? b : a));
      cut(largest, largest.bytes === bytesOf(occupants) ? diskFull() : crowded());
    }
  }

  return {
    enter(address, body) {
      if (occupants.size >= most) makePlace();
      const own: Occupant = { address, body, bytes: 0 };
      occupants.add(own);
      return {
        async grow(bytes) {
          own.bytes += bytes;
          await makeRoom();
          body.signal.throwIfAborted();
        },
        leave: () => void occupants.delete(own),
      };
    },
  };
}

/** As the system says it. */
function diskFull(): Error {
  return Object.assign(new Error("The disk has no room for the file that arrives."), { code: "ENOSPC" });
}

function bytesOf(occupants: Iterable<Occupant>): number {
  return sum(Array.from(occupants, ({ bytes }) => bytes));
}
