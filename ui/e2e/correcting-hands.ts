import type { Locator, Page } from "playwright-core";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";
import { drawnPart, sceneOf } from "../evaluator/scene.ts";
import { fitViewport, focusOn, toScreen } from "../evaluator/viewport.ts";

/** A place of the picture. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export type ToolName = "Select" | "Add box" | "Correct wires";

/** How a person works on the drawing: with a mouse, a finger or keys alone. Places are those of the picture. */
export interface Hand {
  take(tool: ToolName): Promise<void>;
  /** Clicks, taps, or goes there and presses Enter: at a place of the wires, or at the first box of a class. */
  act(at: Place | string): Promise<void>;
  /** From one place to another: a wire, or a box that is drawn or moved. */
  pull(from: Place, to: Place): Promise<void>;
  press(button: Locator): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

type Circuit = () => Promise<CircuitAnalysis>;

const KEYS: Readonly<Record<ToolName, string>> = { Select: "v", "Add box": "b", "Correct wires": "e" };
const STEPS = 8;

export function mouse(page: Page, circuit: Circuit): Hand {
  return pointer(page, circuit, {
    press: (button) => button.click(),
    at: ({ x, y }) => page.mouse.click(x, y),
    async pull(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: STEPS });
      await page.mouse.up();
    },
  });
}

export async function finger(page: Page, circuit: Circuit): Promise<Hand> {
  const device = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Place[]) =>
    device.send("Input.dispatchTouchEvent", { type, touchPoints });
  return pointer(page, circuit, {
    press: (button) => button.tap(),
    // A finger's width next to what it means.
    at: ({ x, y }) => page.touchscreen.tap(x + 3, y + 9),
    async pull(from, to) {
      // A busy page that answers the first touch late gets it cancelled, and no finger moves within one frame.
      await shown(page);
      await touch("touchStart", [from]);
      for (let step = 1; step <= STEPS; step++) {
        await shown(page);
        await touch("touchMove", [between(from, to, step / STEPS)]);
      }
      await shown(page);
      await touch("touchEnd", []);
      // The browser takes a tap sooner than this for a part of the gesture.
      await page.waitForTimeout(350);
    },
  });
}

/** Waits until the page has painted what it knows. */
function shown(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** A place between two others: at share 0 the first, at 1 the second. */
export function between(a: Place, b: Place, share: number): Place {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

interface Pointer {
  press(button: Locator): Promise<void>;
  /** Places are those of the window. */
  at(place: Place): Promise<void>;
  pull(from: Place, to: Place): Promise<void>;
}

function pointer(page: Page, circuit: Circuit, { press, at, pull }: Pointer): Hand {
  const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
  const inWindow = async (...places: Place[]): Promise<Place[]> => {
    await press(button(/^Fit the drawing/));
    const canvas = page.locator("canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox())!;
    const scene = sceneOf(await circuit(), null);
    const view = focusOn(fitViewport(box, scene.size), drawnPart(scene)!);
    return places.map((place) => {
      const { x, y } = toScreen(view, place);
      return { x: box.x + x, y: box.y + y };
    });
  };
  return {
    press,
    take: (tool) => press(button(tool)),
    async act(target) {
      const place = typeof target === "string" ? await boxOf(circuit, target) : target;
      const [where] = await inWindow(place);
      await at(where!);
    },
    async pull(from, to) {
      const [start, end] = await inWindow(from, to);
      await pull(start!, end!);
    },
    undo: () => press(button(/^Undo/)),
    redo: () => press(button(/^Redo/)),
  };
}

async function boxOf(circuit: Circuit, className: string): Promise<Place> {
  const { x, y, width, height } = (await circuit()).predictions.find(({ class_name }) => class_name === className)!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** No pointer at all: what has no key is reached with Tab. */
export function keys(page: Page, circuit: Circuit): Hand {
  let tool: ToolName = "Select";
  let cursor: Place | null = null;
  const times = async (key: string, count: number): Promise<void> => {
    for (let each = 0; each < count; each++) await page.keyboard.press(key);
  };

  async function take(next: ToolName): Promise<void> {
    await page.keyboard.press(KEYS[next]);
    tool = next;
    cursor = null;
  }

  async function go(to: Place): Promise<void> {
    const scene = sceneOf(await circuit(), null);
    const { width } = scene.size;
    if (!cursor) {
      const part = drawnPart(scene)!;
      await page.keyboard.press("ArrowRight");
      cursor = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    }
    for (const [by, plus, minus] of [
      [to.x - cursor.x, "ArrowRight", "ArrowLeft"],
      [to.y - cursor.y, "ArrowDown", "ArrowUp"],
    ] as const) {
      const coarse = Math.trunc((by * 60) / width);
      const fine = Math.round(((by - (coarse * width) / 60) * 400) / width);
      await times(by > 0 ? plus : minus, Math.abs(coarse));
      await times(`Shift+${by > 0 ? plus : minus}`, Math.abs(fine));
      const moved = (coarse * width) / 60 + (fine * width) / 400;
      cursor = plus === "ArrowRight" ? { ...cursor, x: cursor.x + moved } : { ...cursor, y: cursor.y + moved };
    }
  }

  async function press(button: Locator): Promise<void> {
    await button.waitFor();
    for (let tabs = 0; tabs < 120; tabs++) {
      if (await button.evaluate((each) => each === document.activeElement)) return page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${button}.`);
  }

  async function chooseBox(className: string): Promise<void> {
    const heard = page.locator(".ce-announce");
    for (let steps = 0; steps < 20; steps++) {
      await page.keyboard.press(".");
      if ((await heard.textContent())?.startsWith(`${className},`)) return;
    }
    throw new Error(`No key leads to ${className}.`);
  }

  return {
    take,
    press,
    async act(target) {
      if (typeof target === "string") await chooseBox(target);
      else await go(target);
      await page.keyboard.press("Enter");
    },
    async pull(from, to) {
      if (tool === "Add box") {
        await go(between(from, to, 0.5));
        await page.keyboard.press("Enter");
      } else if (tool === "Select") {
        await times(to.x > from.x ? "ArrowRight" : "ArrowLeft", 40);
      } else {
        await go(from);
        await page.keyboard.press("Enter");
        await press(page.getByRole("button", { name: "Lead a wire from here", exact: true }));
        await go(to);
        await page.keyboard.press("Enter");
      }
    },
    undo: () => page.keyboard.press("Control+z"),
    redo: () => page.keyboard.press("Control+y"),
  };
}
