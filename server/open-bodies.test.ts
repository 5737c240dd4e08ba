import { expect, it } from "vitest";
import { createOpenBodies } from "./open-bodies.ts";

/** Three places, and a body that says what was cut. */
function open() {
  const cut: string[] = [];
  const bodies = createOpenBodies(3);
  function body(name: string) {
    const state = { behind: 0, isComplete: false };
    const close = bodies.open({
      arrived: () => ({ bytes: 0, isComplete: state.isComplete }),
      behind: () => state.behind,
      cut: () => void cut.push(name),
    });
    return Object.assign(state, { close });
  }
  return { cut, body };
}

it("cuts the body that is furthest behind the slowest line when there are too many", () => {
  const { cut, body } = open();
  const [old, slow] = [body("old"), body("slow"), body("phone")];
  Object.assign(old!, { behind: 59_000 });
  Object.assign(slow!, { behind: 60_000 });
  expect(cut).toEqual([]);
  body("new");
  expect(cut).toEqual(["slow"]);
  body("newer");
  expect(cut).toEqual(["slow", "old"]);
  body("newest");
  expect(cut, "a new one goes before the phone's, which is as fast").toEqual(["slow", "old", "newer"]);
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
  expect(cut).toEqual(["fifth"]);
});
