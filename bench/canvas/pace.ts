import { makePictureLevels } from "../../ui/evaluator/picture-levels.ts";
import { createStage } from "../../ui/evaluator/stage.ts";
import { CANVAS_SIZE, crowdedScene, LOOK, paper } from "./crowded-page.ts";

/** Runs in the browser: how regularly frames come while the evaluator's own stage is pushed and zoomed. */
export interface Pace {
  /** Milliseconds from frame to frame: half of them, and 95 of 100, took no longer. */
  readonly median: number;
  readonly most: number;
  /** The same with a page that draws nothing: what browser and machine give at best. */
  readonly idleMedian: number;
  readonly idleMost: number;
}

/** Moves a stage with `boxes` predictions in every frame, as a hand on the wheel does. */
export async function measurePace({ boxes, frames }: { boxes: number; frames: number }): Promise<Pace> {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = `display:block;width:${CANVAS_SIZE.width}px;height:${CANVAS_SIZE.height}px`;
  document.body.append(canvas);
  const picture = makePictureLevels(await paper());
  const stage = createStage(canvas, {
    content: { scene: crowdedScene(boxes), look: LOOK, picture, tool: "select", page: "bench" },
    events: { select: nothing, addBox: nothing, wire: () => undefined, changeBox: nothing, view: nothing },
  });
  const idle = await intervals(frames, nothing);
  const busy = await intervals(frames, (frame) => {
    stage.pan({ x: 3, y: -2 });
    stage.zoomBy(frame % 40 < 20 ? 1.05 : 1 / 1.05);
  });
  stage.destroy();
  canvas.remove();
  return {
    median: quantile(busy, 0.5),
    most: quantile(busy, 0.95),
    idleMedian: quantile(idle, 0.5),
    idleMost: quantile(idle, 0.95),
  };
}

/** Milliseconds between frames; the first ones, in which everything warms up, do not count. */
function intervals(frames: number, act: (frame: number) => void): Promise<number[]> {
  const WARM_UP = 20;
  return new Promise((resolve) => {
    const times: number[] = [];
    function step(now: number): void {
      times.push(now);
      if (times.length > frames + WARM_UP) {
        const kept = times.slice(WARM_UP);
        resolve(kept.slice(1).map((time, index) => time - kept[index]!));
        return;
      }
      act(times.length);
      requestAnimationFrame(step);
    }
    requestAnimationFrame(step);
  });
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

function nothing(): void {
  // Nobody listens, and the idle page does nothing.
}
