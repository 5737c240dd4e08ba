import { expect, it } from "vitest";
import { createOpenBodies } from "./open-bodies.ts";

/** Three places, a clock, and a body that counts what was cut. */
function open() {
  const clock = { now: 0 };
  const cut: string[] = [];
  const bodies = createOpenBodies(() => clock.now, 3);
  function body(name: string) {
    const state = { bytes: 0, isComplete: false };
    const close = bodies.open({ arrived: () => state, cut: () => void cut.push(name) });
    return Object.assign(state, { close });
  }
  return { clock, cut, body };
}

it("cuts the body that is furthest behind the slowest line when there are too many", () => {
  const { clock, cut, body } = open();
  const [old, slow, phone] = [body("old"), body("slow"), body("phone")];
  clock.now = 60_000;
  // A megabyte in a minute is a slow phone's; the others get a byte now and then.
  Object.assign(phone, { bytes: 1_000_000 });
  Object.assign(old, { bytes: 12 });
  Object.assign(slow, { bytes: 4 });
  expect(cut).toEqual([]);
  body("new");
  expect(cut).toEqual(["slow"]);
  body("newer");
  expect(cut).toEqual(["slow", "old"]);
  body("newest");
  expect(cut, "a new one, which was 0 seconds late, goes before the phone's").toEqual(["slow", "old", "new"]);
});

it("counts no body that has arrived or was closed", () => {
  const { cut, body } = open();
  const [arrived, closed] = [body("arrived"), body("closed"), body("open")];
  arrived!.isComplete = true;
  closed!.close();
  body("fourth");
  body("fifth");
  expect(cut).toEqual([]);
  body("sixth");
  expect(cut).toEqual(["open"]);
});
