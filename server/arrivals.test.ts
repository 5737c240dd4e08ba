import { expect, it } from "vitest";
import { createArrivals } from "./arrivals.ts";

/** A disk, places for three bodies by default, and requests that say whether they were cut. */
function open({ size = 0, most = 3 }) {
  const disk = { free: size };
  const arrivals = createArrivals(async () => disk.free, most);
  function request(address: string) {
    const crowd = new AbortController();
    const state = { behind: 0, isComplete: false };
    const arrival = arrivals.enter(address, {
      arrived: () => ({ bytes: 0, isComplete: state.isComplete }),
      behind: () => state.behind,
      cut: (reason) => crowd.abort(reason),
      signal: crowd.signal,
    });
    return Object.assign(state, {
      ...arrival,
      signal: crowd.signal,
      async write(bytes: number) {
        disk.free -= bytes;
        await arrival.grow(bytes).catch(() => undefined);
      },
    });
  }
  return { disk, request };
}

type Request = ReturnType<ReturnType<typeof open>["request"]>;
const areCut = (...requests: readonly Request[]) => requests.map(({ signal }) => signal.aborted);

it("cuts the body that is furthest behind the slowest line when there are too many", () => {
  const { request } = open({});
  const [old, slow, phone] = [request("a"), request("b"), request("c")];
  Object.assign(old, { behind: 59_000 });
  Object.assign(slow, { behind: 60_000 });
  expect(areCut(old, slow, phone)).toEqual([false, false, false]);
  const fourth = request("d");
  expect(areCut(old, slow, phone, fourth)).toEqual([false, true, false, false]);
  const fifth = request("e");
  expect(areCut(old, phone, fourth, fifth)).toEqual([true, false, false, false]);
  request("f");
  expect(areCut(phone, fourth, fifth), "a new one goes before the phone's, which is as fast").toEqual([
    false,
    false,
    true,
  ]);
  expect(fifth.signal.reason).toMatchObject({ status: 503, code: "busy" });
});

it("counts no body that has arrived or was closed", () => {
  const { request } = open({});
  const [arrived, closed, slow] = [request("a"), request("b"), request("c")];
  arrived.isComplete = true;
  closed.leave();
  const [fourth, fifth] = [request("d"), request("e")];
  expect(areCut(slow, fourth, fifth)).toEqual([false, false, false]);
  request("f");
  expect(areCut(arrived, slow, fourth, fifth)).toEqual([false, false, false, true]);
});

it("leaves as much free as the drafts take, and ends the largest request of the address with the most", async () => {
  const { disk, request } = open({ size: 100, most: 4 });
  const [home, small, large, other] = [request("home"), request("campus"), request("campus"), request("campus")];
  large.isComplete = true;
  await home.write(20);
  await small.write(12);
  await large.write(18);
  expect(areCut(home, small, large)).toEqual([false, false, false]);
  await small.write(1);
  expect(areCut(home, small, large, other), "also one that has arrived").toEqual([false, false, true, false]);
  expect(large.signal.reason).toMatchObject({ status: 503, code: "busy" });
  await expect(large.grow(0), "its next bytes are refused").rejects.toMatchObject({ status: 503 });
  disk.free += 18;
  await home.write(3);
  expect(areCut(home, small, other)).toEqual([false, false, false]);
});

it("never ends a request for what others took before, and counts nothing that has left", async () => {
  const { disk, request } = open({ size: 100 });
  const first = request("a");
  await first.write(40);
  first.leave();
  disk.free = 10;
  const next = request("b");
  await next.write(5);
  expect(areCut(first, next)).toEqual([false, false]);
});

it("says that the disk is full to the only one that has written", async () => {
  const { request } = open({ size: 100 });
  const [only] = [request("a"), request("b")];
  await only.write(51);
  expect(only.signal.reason).toMatchObject({ code: "ENOSPC" });
});
