import { groupBy } from "../../core/basics/group-by.ts";
import { sum } from "../../core/basics/numbers.ts";
import { crowded } from "../request-body.ts";

/** A request whose files are on the disk, but not yet in the store. */
interface DraftSeat {
  /** Aborted, with a refusal, if the request takes room that others need. */
  readonly signal: AbortSignal;
  /** Counts bytes that arrived; refuses if the disk has no room for them. */
  grow(bytes: number): Promise<void>;
  /** Its drafts are stored or removed. */
  leave(): void;
}

/** The room on the disk for files that are arriving or being judged. */
export interface DraftRoom {
  enter(address: string): DraftSeat;
}

interface Occupant {
  readonly address: string;
  bytes: number;
  readonly crowd: AbortController;
}

/**
 * All drafts together take no more of the disk than they leave free. If they would, the largest request of the address
 * with the most bytes ends: neither one request nor one address can fill the disk, or keep others from handing in.
 * `free`: bytes that are left on the disk.
 */
export function createDraftRoom(free: () => Promise<number>): DraftRoom {
  const occupants = new Set<Occupant>();

  async function makeRoom(): Promise<void> {
    const most = await free();
    while (bytesOf(occupants) > most) {
      const reason = occupants.size === 1 ? diskFull() : crowded();
      const last = largest();
      occupants.delete(last);
      last.crowd.abort(reason);
    }
  }

  function largest(): Occupant {
    const byAddress = [...groupBy(occupants, ({ address }) => address).values()];
    const most = byAddress.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));
    return most.reduce((a, b) => (b.bytes > a.bytes ? b : a));
  }

  return {
    enter(address) {
      const crowd = new AbortController();
      const own: Occupant = { address, bytes: 0, crowd };
      occupants.add(own);
      return {
        signal: crowd.signal,
        async grow(bytes) {
          own.bytes += bytes;
          await makeRoom();
          crowd.signal.throwIfAborted();
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
