import { expect, it } from "vitest";
import { createDraftRoom } from "./draft-room.ts";

/** A disk, and requests that say whether they were cut. */
function open(size: number) {
  const disk = { free: size };
  const room = createDraftRoom(async () => disk.free);
  function request(address: string) {
    const seat = room.enter(address);
    return {
      ...seat,
      isCut: () => seat.signal.aborted,
      async write(bytes: number) {
        disk.free -= bytes;
        await seat.grow(bytes).catch(() => undefined);
      },
    };
  }
  return { disk, request };
}

it("leaves as much free as the drafts take, and ends the largest request of the address with the most", async () => {
  const { disk, request } = open(100);
  const [home, small, large] = [request("home"), request("campus"), request("campus")];
  await home.write(20);
  await small.write(12);
  await large.write(18);
  expect([home, small, large].map((each) => each.isCut())).toEqual([false, false, false]);
  await small.write(1);
  expect([home, small, large].map((each) => each.isCut())).toEqual([false, false, true]);
  expect(large.signal.reason).toMatchObject({ status: 503, code: "busy" });
  await expect(large.grow(0), "its next bytes are refused").rejects.toMatchObject({ status: 503 });
  disk.free += 18;
  await home.write(3);
  expect([home, small].map((each) => each.isCut())).toEqual([false, false]);
});

it("never ends a request for what others took before, and counts nothing that has left", async () => {
  const { disk, request } = open(100);
  const first = request("a");
  await first.write(40);
  first.leave();
  disk.free = 10;
  const next = request("b");
  await next.write(5);
  expect([first.isCut(), next.isCut()]).toEqual([false, false]);
});

it("says that the disk is full to the only one", async () => {
  const { request } = open(100);
  const only = request("a");
  await only.write(51);
  expect(only.signal.reason).toMatchObject({ code: "ENOSPC" });
});
